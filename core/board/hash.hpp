// The 64-bit hash that the Python rules define (rules/bitboards.py), the same on every machine.
#pragma once

#include <cstdint>

#include "board/position_data.hpp"

namespace outflank {

// Mixes one word into the state with the finaliser of SplitMix64.
inline std::uint64_t absorb(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) + 0x9E3779B97F4A7C15;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

inline std::uint64_t hash_of_board(const PositionData& position) {
    const int words = (position.size * position.size + 63) / 64;
    std::uint64_t state = absorb(0, static_cast<std::uint64_t>(position.size));
    for (const Squares* discs : {&position.black, &position.white}) {
        for (int index = 0; index < words; ++index) {
            state = absorb(state, discs->word[index]);
        }
    }
    return state;
}

// Hashes the board, the turn and the answer.
inline std::uint64_t hash_of_position(const PositionData& position, Answer answer) {
    const std::uint64_t heard = static_cast<std::uint64_t>(answer);
    return absorb(hash_of_board(position), heard << 1 | (position.black_to_move ? 0 : 1));
}

}  // namespace outflank

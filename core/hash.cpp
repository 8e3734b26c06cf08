#include "hash.hpp"

namespace outflank {

namespace {

// Stirs one word into the state: the finaliser of SplitMix64.
std::uint64_t absorb(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) + 0x9E3779B97F4A7C15;
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
    return state ^ (state >> 31);
}

}  // namespace

std::uint64_t hash_of_board(const Situation& situation) {
    const int words = (situation.size * situation.size + 63) / 64;
    std::uint64_t state = absorb(0, static_cast<std::uint64_t>(situation.size));
    for (const Squares* discs : {&situation.black, &situation.white}) {
        for (int index = 0; index < words; ++index) {
            state = absorb(state, discs->word[index]);
        }
    }
    return state;
}

std::uint64_t hash_of_position(const Situation& situation, Answer answer) {
    const std::uint64_t heard = static_cast<std::uint64_t>(answer);
    return absorb(hash_of_board(situation), heard << 1 | (situation.black_to_move ? 0 : 1));
}

}  // namespace outflank

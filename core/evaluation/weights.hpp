// The learned evaluation of 8x8, read from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "board/bits.hpp"
#include "evaluation/patterns.hpp"

namespace outflank {

// A game is cut into stages of two plies by the number of empty squares; each has its own weights.
constexpr int stage_count = 30;

OUTFLANK_INLINE constexpr int stage_of(int empties) {
    return empties < 2 ? 0 : (empties - 1) / 2;
}

// The score of each number of each pattern for the side to move, in units of 1/32 disc.
struct Weights {
    std::int16_t pattern[stage_count][patterns.weights];
    std::int16_t constant[65];  // by the number of empty squares
};

// Throws std::invalid_argument with one sentence where the bytes are no weights.
std::shared_ptr<const Weights> read_weights(std::span<const std::uint8_t> bytes);

}  // namespace outflank

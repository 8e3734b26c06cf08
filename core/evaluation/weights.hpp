// The plain learned evaluation of 8x8: a score for each number of each pattern, read from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "evaluation/patterns.hpp"
#include "evaluation/stages.hpp"

namespace outflank {

// The score of each number of each pattern for the side to move, in units of 1/32 disc.
struct Weights {
    std::int16_t pattern[stage_count][patterns.weights];
    std::int16_t constant[65];  // by the number of empty squares
};

// Throws std::invalid_argument with one sentence where the bytes are no weights.
std::shared_ptr<const Weights> read_weights(std::span<const std::uint8_t> bytes);

}  // namespace outflank

// The plain learned evaluation of 8x8: a score for each number of each pattern, read from a file.
#pragma once

#include <cstdint>
#include <span>

#include "evaluation/patterns.hpp"
#include "evaluation/stages.hpp"
#include "read_result.hpp"

namespace outflank {

// The score of each number of each pattern for the side to move, in units of 1/32 disc.
struct Weights {
    std::int16_t pattern[stage_count][patterns.weights];
    std::int16_t constant[65];  // by the number of empty squares
};

// Unpacks the weights of a file.
ReadResult<Weights> weights_in(std::span<const std::uint8_t> bytes);

}  // namespace outflank

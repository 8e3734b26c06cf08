// Positions of 8x8 with their scores: what the evaluation is learned from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "board/board64.hpp"

namespace outflank {

struct Sample {
    std::uint64_t mover;
    std::uint64_t opponent;
    float discs;   // for the side to move, empty squares to the winner
    float weight;  // how much it counts
};

// By the number of empty squares.
using Samples = std::array<std::vector<Sample>, 65>;

// One part is learned from; the other, games of its own, only judges what was learned.
struct SampleSets {
    Samples learning;
    Samples judging;
};

// Reads the games and positions in a folder (see fit_evaluation.cpp) and gives every position the
// best known score. Throws std::runtime_error with one sentence for a file it cannot read.
SampleSets read_samples(const std::string& folder);

}  // namespace outflank

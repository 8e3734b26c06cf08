// Games of the evaluation by features against itself, and what its features had to do with their
// results.
#pragma once

#include <cstdint>
#include <span>

#include "learning/normal_equations.hpp"

namespace outflank {

// Some games on one board. A game depends on nothing but its seed and what stands here, so they may
// be played in any portions.
struct FeatureGames {
    int size = 8;
    bool fewest_wins = false;
    std::span<const std::int16_t> weights;  // of this board, as feature_weights.hpp has them
    int depth = 0;                          // plies; 0 for random games
    std::uint64_t first_seed = 0;
    int games = 0;
};

// How many weights a board has.
std::size_t feature_weights_per_board();

// Plays the games; the unknowns are the weights in discs.
NormalEquations feature_equations(const FeatureGames& games);

}  // namespace outflank

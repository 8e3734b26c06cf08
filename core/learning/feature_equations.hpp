// Games that the evaluation by features plays against itself, which relate its features to the
// results.
#pragma once

#include <cstdint>
#include <span>

#include "learning/normal_equations.hpp"

namespace outflank {

// Some games on one board. A game depends only on its seed and on these settings, so the games may
// be divided in any way.
struct FeatureGames {
    int size = 8;
    bool fewest_wins = false;
    std::span<const std::int16_t> weights;  // of this board, laid out as in feature_weights.hpp
    int depth = 0;                          // plies; 0 for random games
    std::uint64_t first_seed = 0;
    int games = 0;
};

// Returns the number of weights of a board.
std::size_t feature_weights_per_board();

// Plays the games. The unknowns of the equations are the weights in discs.
NormalEquations feature_equations(const FeatureGames& games);

}  // namespace outflank

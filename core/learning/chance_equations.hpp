// Games with an oracle of the search against itself: what the features of their positions had to do
// with the results, and how far these lay from what the search expected.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/normal_equations.hpp"

namespace outflank {

// Some games on one board, with many odds. A game depends on nothing but its seed and what stands
// here, so they may be played in any portions.
struct ChanceGames {
    int size = 8;
    bool fewest_wins = false;
    std::span<const std::int16_t> weights;  // of this board, as chance_weights.hpp has them
    std::uint64_t first_seed = 0;
    int games = 0;
};

// What the search expected for black, and what came of it.
struct Forecast {
    float discs;
    std::int16_t empties;
    std::int16_t outcome;  // 1 where black won, -1 where white did, 0 for a draw
};

struct ChanceLessons {
    NormalEquations equations;  // the unknowns are the weights in discs
    std::vector<Forecast> forecasts;
};

// How many weights a board has.
std::size_t chance_weights_per_board();

ChanceLessons chance_equations(const ChanceGames& games);

}  // namespace outflank

// Games with an oracle that the search plays against itself. They relate the features of their
// positions to the results, and the search's expectations to the outcomes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learning/normal_equations.hpp"

namespace outflank {

// Some games on one board, with many different odds. A game depends only on its seed and on these
// settings, so the games may be divided in any way.
struct ChanceGames {
    int size = 8;
    bool fewest_wins = false;
    std::span<const std::int16_t> weights;  // of this board, laid out as in chance_weights.hpp
    std::uint64_t first_seed = 0;
    int games = 0;
};

// What the search expected for black, and the outcome.
struct Forecast {
    float discs;
    std::int16_t empties;
    std::int16_t outcome;  // 1 if black won, -1 if white did, 0 for a draw
};

struct ChanceResults {
    NormalEquations equations;  // the unknowns are the weights in discs
    std::vector<Forecast> forecasts;
};

// Returns the number of weights of a board.
std::size_t chance_weights_per_board();

ChanceResults chance_equations(const ChanceGames& games);

}  // namespace outflank

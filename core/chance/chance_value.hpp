// The value of positions in games of chance: discs, and near the end of the game wins.
#pragma once

#include <cmath>

#include "board/bits.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The value of a position or a move: `score` is maximised, `discs` is the expected result. They are
// equal until the search reaches the end of the game.
struct ChanceValue {
    double score = 0;
    double discs = 0;

    ChanceValue operator-() const { return {-score, -discs}; }
};

// Expected discs work well in the middle of the game, where they predict the winner and every
// evaluation is an estimate. At the end a player first wants to win and then to win by many discs,
// so in a search to the end a win is worth this many discs. The number is large enough that discs
// only decide between equal chances to win, and small enough that a double still resolves a
// millionth of a disc.
constexpr double discs_per_win = 16777216;  // 2^24

// Converts the expected discs of an evaluation to a score of a search to the end.
inline double score_of_guess(double discs, int empties) {
    const double lead = discs / (1 + 4 * std::sqrt(static_cast<double>(empties)));
    return discs_per_win * lead / (1 + (lead < 0 ? -lead : lead)) + discs;
}

// Returns e to the power of x, using only additions and multiplications, so that every processor
// gets the same result.
inline double exponential(double x) {
    constexpr int terms = 12;
    constexpr int doublings = 8;
    double term = 1;
    double sum = 1;
    for (int index = 1; index < terms; ++index) {
        term *= x / (1 << doublings) / index;
        sum += term;
    }
    for (int doubling = 0; doubling < doublings; ++doubling) {
        sum *= sum;
    }
    return sum;
}

// Returns the probability of winning a position with this many expected discs. A draw counts as
// half a win.
//
// The remaining uncertainty grows with the square root of the number of turns left. The factor of
// the root was fitted for each size to some 60,000 positions from games of the search against
// itself, at depth 3 up to 8x8 and depth 2 above (1.4 on 4x4, 2.0 on 8x8, 2.4 on 16x16). The line
// below was drawn through these values by eye.
inline double chance_to_win(double discs, int empties, int size) {
    constexpr double certain_lead = 40;
    const double spread = 0.5 + (1.1 + 0.11 * size) * std::sqrt(static_cast<double>(empties));
    double lead = discs / spread;
    if (lead > certain_lead) lead = certain_lead;
    if (lead < -certain_lead) lead = -certain_lead;
    return 1 / (1 + exponential(-lead));
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

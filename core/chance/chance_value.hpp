// What positions are worth where chance is in play: discs, and at the end of the game wins.
#pragma once

#include <cmath>

#include "board/bits.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// How good a position or a move is: `score` is what is maximised, `discs` what is expected to come
// of it. They are the same until the end of the game is in sight.
struct ChanceValue {
    double score = 0;
    double discs = 0;

    ChanceValue operator-() const { return {-score, -discs}; }
};

// Expected discs serve well in the middle of the game, where they foretell who wins and every
// evaluation is a guess. At the end a player wants to win and then to win by much, so in a search
// to the end a whole win is worth this many discs: enough that discs only decide between equal
// chances, and little enough that doubles still tell a millionth of a disc.
constexpr double discs_per_win = 16777216;  // 2^24

// Turns discs that an evaluation expects into a score of a search to the end.
inline double score_of_guess(double discs, int empties) {
    const double lead = discs / (1 + 4 * std::sqrt(static_cast<double>(empties)));
    return discs_per_win * lead / (1 + (lead < 0 ? -lead : lead)) + discs;
}

// e to the power of x, from additions and multiplications alone: equal on every processor.
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

// How often a position is won in which so many discs are expected; a draw is half a win.
//
// What is left to chance grows like the root of the turns to come. The factor of the root was
// fitted for each size to some 60,000 positions from games of the search against itself, at depth 3
// up to 8x8 and 2 above (1.4 on 4x4, 2.0 on 8x8, 2.4 on 16x16); the line below was drawn through
// these by eye.
inline double chance_to_win(double discs, int empties, int size) {
    constexpr double certain_lead = 40;
    const double spread = 0.5 + (1.1 + 0.11 * size) * std::sqrt(static_cast<double>(empties));
    double lead = discs / spread;
    if (lead > certain_lead) lead = certain_lead;
    if (lead < -certain_lead) lead = -certain_lead;
    return 1 / (1 + exponential(-lead));
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The stages that a game of 8x8 is cut into: each has weights of its own.
#pragma once

#include "board/bits.hpp"

namespace outflank {

constexpr int stage_count = 30;

// More empty squares than at the start of a game, on a board that was set up, count as so many.
constexpr int most_empties = 60;

// Two plies each, by the number of empty squares.
OUTFLANK_INLINE constexpr int stage_of(int empties) {
    return empties < 2 ? 0 : ((empties > most_empties ? most_empties : empties) - 1) / 2;
}

}  // namespace outflank

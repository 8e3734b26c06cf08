// The stages of an 8x8 game, each with its own weights.
#pragma once

#include "board/bits.hpp"

namespace outflank {

constexpr int stage_count = 30;

// A board that was set up with more empty squares than this counts as having this many.
constexpr int most_empties = 60;

// Returns the stage for a number of empty squares. Each stage lasts two plies.
OUTFLANK_INLINE constexpr int stage_of(int empties) {
    return empties < 2 ? 0 : ((empties > most_empties ? most_empties : empties) - 1) / 2;
}

}  // namespace outflank

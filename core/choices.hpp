// The moves of a position, to be put in order and gone through.
#pragma once

#include "board256.hpp"
#include "board64.hpp"
#include "instructions.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// No position has more legal moves than squares.
template <class Board>
struct Squarewise {
    static constexpr int most_moves = 64;
};
template <>
struct Squarewise<Board256> {
    static constexpr int most_moves = 256;
};

template <class Board>
struct Choice {
    typename Board::Mask flipped;
    int square;
    int rank;
};

template <class Board>
struct Choices {
    int number = 0;
    Choice<Board> list[Squarewise<Board>::most_moves];

    // Brings the best of the moves from one place on to that place.
    OUTFLANK_INLINE void bring_best(int place) {
        int chosen = place;
        for (int i = place + 1; i < number; ++i) {
            if (list[i].rank > list[chosen].rank) chosen = i;
        }
        if (chosen != place) {
            const Choice<Board> best = list[chosen];
            list[chosen] = list[place];
            list[place] = best;
        }
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

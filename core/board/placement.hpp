// The effect of placing a disc, for every answer of the oracle.
#pragma once

#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Returns the board after one legal placement, from the point of view of the next side to move.
// "Yes" places a black disc and "no" a white one: in the mover's own colour this is a normal move,
// in the other colour the disc is placed and nothing flips. "Maybe" is a normal move after which
// every opposing disc that is still next to the square flips too.
template <class Board>
OUTFLANK_INLINE Board placed(const Board& board, int square, Answer answer, bool black_to_move) {
    const Answer foreign = black_to_move ? Answer::no : Answer::yes;
    if (answer == foreign) {
        return Board{board.opponent | Board::bit(square), board.mover};
    }
    Board next = board.played(square, board.flips(square));
    if (answer == Answer::maybe) {
        const typename Board::Mask more = Board::around(square) & next.mover;
        next = Board{next.mover ^ more, next.opponent | more};
    }
    return next;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

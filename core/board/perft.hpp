// Counts the leaves of the game tree, which guards every change to boards and moves.
#pragma once

#include <cstdint>

#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Counts the leaves one ply below a board without playing the moves. If a side has no move it
// passes (one leaf if a pass is a ply, else the opponent's moves); a finished game is one leaf.
template <PassRule rule, class Board>
OUTFLANK_INLINE std::uint64_t leaves_below(const Board& board,
                                           const typename Board::Mask& playable) {
    int leaves = count(board.legal_moves(playable));
    if constexpr (rule == PassRule::is_free) {
        if (leaves == 0) leaves = count(board.passed().legal_moves(playable));
    }
    return leaves == 0 ? 1 : static_cast<std::uint64_t>(leaves);
}

// Counts the leaves `depth` >= 1 plies below a board by playing every move, with no table and no
// symmetry.
template <PassRule rule, class Board>
std::uint64_t count_leaves(const Board& board, const typename Board::Mask& playable, int depth) {
    if (depth == 1) return leaves_below<rule>(board, playable);
    auto moves = board.legal_moves(playable);
    if (is_empty(moves)) {
        if (is_empty(board.passed().legal_moves(playable))) return 1;
        return count_leaves<rule>(board.passed(), playable,
                                  rule == PassRule::is_ply ? depth - 1 : depth);
    }
    std::uint64_t leaves = 0;
    do {
        const int square = first(moves);
        moves = without_first(moves);
        const Board next = board.played(square, board.flips(square));
        // One loop handles the last two plies, which take nearly all the time.
        leaves += depth == 2 ? leaves_below<rule>(next, playable)
                             : count_leaves<rule>(next, playable, depth - 1);
    } while (!is_empty(moves));
    return leaves;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

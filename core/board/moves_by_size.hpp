// The moves of a position of any size. Sizes up to 8 use the 8 x 8 grid, larger ones the 16 x 16
// grid.
#pragma once

#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/board_layout.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
Squares legal_moves_on(const PositionData& position) {
    const typename Board::Layout layout(position.size);
    return layout.extract(board_of<Board>(position, layout).legal_moves(layout.playable));
}

template <class Board>
Squares flips_on(const PositionData& position, int square) {
    const typename Board::Layout layout(position.size);
    const Board board = board_of<Board>(position, layout);
    const int embedded = layout.embed(square);
    if (is_empty(board.empties(layout.playable) & Board::bit(embedded))) return {};
    return layout.extract(board.flips(embedded));
}

inline Squares legal_moves_of(const PositionData& position) {
    return position.size <= 8 ? legal_moves_on<Board64>(position)
                              : legal_moves_on<Board256>(position);
}

inline Squares flips_of(const PositionData& position, int square) {
    return position.size <= 8 ? flips_on<Board64>(position, square)
                              : flips_on<Board256>(position, square);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

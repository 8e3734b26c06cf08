// The grids that hold the boards. A board with sides of 4, 6 or 8 squares lies in the middle of an
// 8 x 8 grid, a larger one in the middle of a 16 x 16 grid. One tuned implementation thus serves
// every size, the starting discs have the same bits on every size, and the symmetries of a grid are
// those of its boards. Discs never lie outside the playable squares, so every line of discs ends at
// the edge of the board without a check. Only sets of empty squares need the mask.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Reads the `size` bits of one row of a board.
OUTFLANK_INLINE std::uint64_t row_of(const Squares& squares, int row, int size) {
    const int bit = row * size;
    const int part = bit & 63;
    std::uint64_t bits = squares.word[bit >> 6] >> part;
    if (part + size > 64) bits |= squares.word[(bit >> 6) + 1] << (64 - part);
    return bits & ((std::uint64_t{1} << size) - 1);
}

// Adds the `size` bits of one row to a board.
OUTFLANK_INLINE void set_row(Squares& squares, int row, int size, std::uint64_t bits) {
    const int bit = row * size;
    const int part = bit & 63;
    squares.word[bit >> 6] |= bits << part;
    if (part + size > 64) squares.word[(bit >> 6) + 1] |= bits >> (64 - part);
}

// The position of a board of one size within its grid, and the conversion between the two.
template <class MaskType, int width>
struct BoardLayout {
    using Mask = MaskType;

    int size;
    int margin;
    Mask playable;

    explicit BoardLayout(int board_size) : size(board_size), margin((width - board_size) / 2) {
        Squares all;
        for (int row = 0; row < size; ++row) {
            set_row(all, row, size, (std::uint64_t{1} << size) - 1);
        }
        playable = embed(all);
    }

    int embed(int square) const {
        return (square / size + margin) * width + square % size + margin;
    }

    int extract(int square) const {
        return (square / width - margin) * size + square % width - margin;
    }

    Mask embed(const Squares& squares) const {
        std::uint64_t words[4] = {};
        for (int row = 0; row < size; ++row) {
            const int bit = (row + margin) * width + margin;
            words[bit >> 6] |= row_of(squares, row, size) << (bit & 63);
        }
        if constexpr (width == 8) {
            return words[0];
        } else {
            return Mask{{words[0], words[1], words[2], words[3]}};
        }
    }

    Squares extract(const Mask& mask) const {
        Squares squares;
        for (int row = 0; row < size; ++row) {
            const int bit = (row + margin) * width + margin;
            std::uint64_t word;
            if constexpr (width == 8) {
                word = mask;
            } else {
                word = mask.word[bit >> 6];
            }
            set_row(squares, row, size, word >> (bit & 63) & ((std::uint64_t{1} << size) - 1));
        }
        return squares;
    }
};

// Returns the board of a position from the point of view of the side to move.
template <class Board>
Board board_of(const PositionData& position, const typename Board::Layout& layout) {
    const auto black = layout.embed(position.black);
    const auto white = layout.embed(position.white);
    return position.black_to_move ? Board{black, white} : Board{white, black};
}

template <class Board>
PositionData position_of(const Board& board, const typename Board::Layout& layout,
                         bool black_to_move) {
    PositionData position;
    position.size = layout.size;
    position.black_to_move = black_to_move;
    position.black = layout.extract(black_to_move ? board.mover : board.opponent);
    position.white = layout.extract(black_to_move ? board.opponent : board.mover);
    return position;
}

using Layout64 = BoardLayout<std::uint64_t, 8>;
using Layout256 = BoardLayout<Mask256, 16>;

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

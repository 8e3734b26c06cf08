// The one board that stands for all eight symmetric ones, as the Python rules define it
// (rules/bitboards.py): the image with the smallest number of black's squares, then of white's.
#pragma once

#include <cstdint>

#include "board/board_layout.hpp"
#include "board/position_data.hpp"

namespace outflank {

// Black's and white's squares of a board, row by row.
struct BoardRows {
    int size;
    std::uint64_t black[largest_size] = {};
    std::uint64_t white[largest_size] = {};

    explicit BoardRows(const PositionData& position) : size(position.size) {
        for (int row = 0; row < size; ++row) {
            black[row] = row_of(position.black, row, size);
            white[row] = row_of(position.white, row, size);
        }
    }

    void mirror_rows() {
        for (int row = 0; row < size / 2; ++row) {
            swap(black[row], black[size - 1 - row]);
            swap(white[row], white[size - 1 - row]);
        }
    }

    void mirror_columns() {
        for (int row = 0; row < size; ++row) {
            black[row] = reversed(black[row]);
            white[row] = reversed(white[row]);
        }
    }

    void transpose() {
        transpose(black);
        transpose(white);
    }

    // Whether the number of the board is smaller, black's squares before white's. The last row
    // has the highest bits.
    bool operator<(const BoardRows& other) const {
        for (int row = size - 1; row >= 0; --row) {
            if (black[row] != other.black[row]) return black[row] < other.black[row];
        }
        for (int row = size - 1; row >= 0; --row) {
            if (white[row] != other.white[row]) return white[row] < other.white[row];
        }
        return false;
    }

    void write_to(PositionData& position) const {
        position.black = position.white = Squares{};
        for (int row = 0; row < size; ++row) {
            set_row(position.black, row, size, black[row]);
            set_row(position.white, row, size, white[row]);
        }
    }

  private:
    static void swap(std::uint64_t& one, std::uint64_t& other) {
        const std::uint64_t kept = one;
        one = other;
        other = kept;
    }

    std::uint64_t reversed(std::uint64_t row) const {
        row = (row >> 1 & 0x5555) | (row & 0x5555) << 1;
        row = (row >> 2 & 0x3333) | (row & 0x3333) << 2;
        row = (row >> 4 & 0x0F0F) | (row & 0x0F0F) << 4;
        row = (row >> 8 & 0x00FF) | (row & 0x00FF) << 8;
        return row >> (largest_size - size);
    }

    void transpose(std::uint64_t (&rows)[largest_size]) const {
        std::uint64_t columns[largest_size] = {};
        for (int row = 0; row < size; ++row) {
            for (std::uint64_t rest = rows[row]; rest != 0; rest &= rest - 1) {
                columns[first(rest)] |= std::uint64_t{1} << row;
            }
        }
        for (int row = 0; row < size; ++row) {
            rows[row] = columns[row];
        }
    }
};

inline PositionData canonical_board(const PositionData& position) {
    BoardRows image(position);
    BoardRows smallest = image;
    for (int step = 1; step < 8; ++step) {
        // One mirror or the other by turns leads through all four images of a board; half way the
        // board is transposed.
        if (step == 4) {
            image.transpose();
        } else if (step % 2 == 1) {
            image.mirror_columns();
        } else {
            image.mirror_rows();
        }
        if (image < smallest) smallest = image;
    }
    PositionData canonical = position;
    smallest.write_to(canonical);
    return canonical;
}

}  // namespace outflank

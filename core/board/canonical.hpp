// The canonical board of the eight symmetric ones, as the Python rules define it
// (rules/bitboards.py): the image with the smallest number for black's squares, then for white's.
#pragma once

#include <cstdint>

#include "board/board_layout.hpp"
#include "board/position_data.hpp"
#include "board/symmetry.hpp"

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

    // Compares the numbers of the boards, black's squares before white's. The last row has the
    // highest bits.
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

// The canonical board of a position and the symmetries that lead to it: one bit each, numbered as
// in the Python rules (1 mirrors the columns, 2 the rows, then 4 transposes).
struct CanonicalForm {
    PositionData position;
    std::uint8_t symmetries;
};

// An 8x8 board is one word, which is transformed as a whole.
inline CanonicalForm canonical_form_of_8x8(const PositionData& position) {
    std::uint64_t black = position.black.word[0];
    std::uint64_t white = position.white.word[0];
    unsigned symmetries = 1;
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        // In `mirrored` bit 1 mirrors the rows, in the Python rules the columns.
        const int number = (symmetry & 4) | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
        const std::uint64_t image = mirrored(position.black.word[0], number);
        if (image > black) continue;
        const std::uint64_t other = mirrored(position.white.word[0], number);
        if (image < black || other < white) {
            black = image;
            white = other;
            symmetries = 0;
        }
        if (image == black && other == white) symmetries |= 1U << symmetry;
    }
    CanonicalForm form{position, static_cast<std::uint8_t>(symmetries)};
    form.position.black.word[0] = black;
    form.position.white.word[0] = white;
    return form;
}

inline CanonicalForm canonical_form(const PositionData& position) {
    if (position.size == 8) return canonical_form_of_8x8(position);
    // Alternating the two mirrors reaches all four images of a board. Transposing it halfway
    // reaches the other four.
    constexpr int reached[8] = {0, 1, 3, 2, 6, 4, 5, 7};
    BoardRows image(position);
    BoardRows smallest = image;
    unsigned symmetries = 1;
    for (int step = 1; step < 8; ++step) {
        if (step == 4) {
            image.transpose();
        } else if (step % 2 == 1) {
            image.mirror_columns();
        } else {
            image.mirror_rows();
        }
        if (image < smallest) {
            smallest = image;
            symmetries = 0;
        }
        if (!(smallest < image)) symmetries |= 1U << reached[step];
    }
    CanonicalForm form{position, static_cast<std::uint8_t>(symmetries)};
    smallest.write_to(form.position);
    return form;
}

inline PositionData canonical_board(const PositionData& position) {
    return canonical_form(position).position;
}

// Returns the image of a square under a symmetry.
inline int image_of(int square, int symmetry, int size) {
    int column = square % size;
    int row = square / size;
    if (symmetry & 1) column = size - 1 - column;
    if (symmetry & 2) row = size - 1 - row;
    return symmetry & 4 ? column * size + row : row * size + column;
}

// Returns a move as played on the canonical board. If symmetries make several moves equal, returns
// the first.
inline std::uint16_t canonical_move(std::uint16_t move, std::uint8_t symmetries, int size) {
    if (move >= size * size) return move;
    int first = size * size;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
        if ((symmetries >> symmetry & 1) == 0) continue;
        const int image = image_of(move, symmetry, size);
        if (image < first) first = image;
    }
    return static_cast<std::uint16_t>(first);
}

}  // namespace outflank

// Discs that can never be flipped again, on 64-bit grids. They bound how many discs a side can
// still lose.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

inline constexpr std::uint64_t first_row = 0xFF;
inline constexpr std::uint64_t last_row = 0xFF00000000000000;

// For each axis, the squares whose line has no empty square.
struct FullLines {
    std::uint64_t row;
    std::uint64_t column;
    std::uint64_t diagonal;
    std::uint64_t antidiagonal;
};

// Spreads the empty squares along every line. Squares outside the board count as filled.
OUTFLANK_INLINE FullLines full_lines(std::uint64_t empties) {
    FullLines full;
    std::uint64_t row = empties;
    row |= row >> 1 & 0x7F7F7F7F7F7F7F7F;
    row |= row >> 2 & 0x3F3F3F3F3F3F3F3F;
    row |= row >> 4 & 0x0F0F0F0F0F0F0F0F;
    full.row = ~((row & 0x0101010101010101) * 0xFF);

    std::uint64_t column = empties;
    column |= column >> 32 | column << 32;
    column |= column >> 16 | column << 48;
    column |= column >> 8 | column << 56;
    full.column = ~column;

    std::uint64_t up = empties;
    std::uint64_t down = empties;
    up |= up << 9 & 0xFEFEFEFEFEFEFEFE;
    down |= down >> 9 & 0x7F7F7F7F7F7F7F7F;
    up |= up << 18 & 0xFCFCFCFCFCFCFCFC;
    down |= down >> 18 & 0x3F3F3F3F3F3F3F3F;
    up |= up << 36 & 0xF0F0F0F0F0F0F0F0;
    down |= down >> 36 & 0x0F0F0F0F0F0F0F0F;
    full.diagonal = ~(up | down);

    up = empties;
    down = empties;
    up |= up << 7 & 0x7F7F7F7F7F7F7F7F;
    down |= down >> 7 & 0xFEFEFEFEFEFEFEFE;
    up |= up << 14 & 0x3F3F3F3F3F3F3F3F;
    down |= down >> 14 & 0xFCFCFCFCFCFCFCFC;
    up |= up << 28 & 0x0F0F0F0F0F0F0F0F;
    down |= down >> 28 & 0xF0F0F0F0F0F0F0F0;
    full.antidiagonal = ~(up | down);
    return full;
}

// The four lines through each square, including the square itself.
struct Lines64 {
    std::uint64_t through[64][4];
};

constexpr Lines64 make_lines64() {
    Lines64 lines{};
    for (int square = 0; square < 64; ++square) {
        for (int axis = 0; axis < 4; ++axis) {
            lines.through[square][axis] = rays64.higher[square][axis] | rays64.lower[square][axis] |
                                          std::uint64_t{1} << square;
        }
    }
    return lines;
}

inline constexpr Lines64 lines64 = make_lines64();

// The same for very few empty squares, each of which removes its four lines.
template <class... Square>
OUTFLANK_INLINE FullLines full_lines_but(Square... empty) {
    return {~(... | lines64.through[empty][0]), ~(... | lines64.through[empty][1]),
            ~(... | lines64.through[empty][2]), ~(... | lines64.through[empty][3])};
}

// Returns discs of one side that can never be flipped again; it may miss some. Along each axis, the
// line is full, or the disc lies next to the edge of the board or to a stable disc of its own
// colour.
OUTFLANK_INLINE std::uint64_t stable_discs(std::uint64_t own, const FullLines& full,
                                           std::uint64_t playable) {
    std::uint64_t stable = own & full.row & full.column & full.diagonal & full.antidiagonal;
    for (;;) {
        // Nothing outside the board flips, so those squares count as stable.
        const std::uint64_t firm = stable | ~playable;
        const std::uint64_t row = full.row | firm << 1 | firm >> 1 | ~inner_columns64;
        const std::uint64_t column = full.column | firm << 8 | firm >> 8 | first_row | last_row;
        const std::uint64_t edge = first_row | last_row | ~inner_columns64;
        const std::uint64_t diagonal = full.diagonal | firm << 9 | firm >> 9 | edge;
        const std::uint64_t antidiagonal = full.antidiagonal | firm << 7 | firm >> 7 | edge;
        const std::uint64_t more = own & row & column & diagonal & antidiagonal & ~stable;
        if (more == 0) return stable;
        stable |= more;
    }
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

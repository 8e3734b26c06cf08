// Boards with sides of 10 to 16 squares: four 64-bit words each for mover and opponent.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board_layout.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The eight directions on a 16 x 16 grid, and the number of steps from every square to the edge.
struct Steps256 {
    int stride[8];
    std::uint8_t reach[256][8];
};

constexpr Steps256 make_steps256() {
    constexpr int columns[8] = {1, 1, 0, -1, -1, -1, 0, 1};
    constexpr int rows[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    Steps256 steps{};
    for (int direction = 0; direction < 8; ++direction) {
        steps.stride[direction] = rows[direction] * 16 + columns[direction];
        for (int square = 0; square < 256; ++square) {
            int column = square % 16 + columns[direction];
            int row = square / 16 + rows[direction];
            int reach = 0;
            while (column >= 0 && column < 16 && row >= 0 && row < 16) {
                ++reach;
                column += columns[direction];
                row += rows[direction];
            }
            steps.reach[square][direction] = static_cast<std::uint8_t>(reach);
        }
    }
    return steps;
}

inline constexpr Steps256 steps256 = make_steps256();

// The counterpart of Board64 for large boards, with the same operations.
struct Board256 {
    using Mask = Mask256;
    using Layout = Layout256;

    Mask mover;
    Mask opponent;

    static OUTFLANK_INLINE Mask bit(int square) {
        Mask mask;
        mask.add(square);
        return mask;
    }
    static OUTFLANK_INLINE Mask around(int square) {
        Mask mask;
        for (int direction = 0; direction < 8; ++direction) {
            if (steps256.reach[square][direction] > 0) {
                mask.add(square + steps256.stride[direction]);
            }
        }
        return mask;
    }

    OUTFLANK_INLINE Mask empties(const Mask& playable) const {
        return playable & ~(mover | opponent);
    }
    OUTFLANK_INLINE Mask legal_moves(const Mask& playable) const;
    OUTFLANK_INLINE Mask flips(int square) const;
    OUTFLANK_INLINE Board256 passed() const { return {opponent, mover}; }
    OUTFLANK_INLINE Board256 played(int square, const Mask& flipped) const {
        return {opponent ^ flipped, mover ^ (flipped | bit(square))};
    }
};

// A move flips few discs, so walking from disc to disc is faster than filling whole lines.
OUTFLANK_INLINE Board256::Mask Board256::flips(int square) const {
    Mask flipped;
    for (int direction = 0; direction < 8; ++direction) {
        const int stride = steps256.stride[direction];
        const int reach = steps256.reach[square][direction];
        int length = 0;
        int at = square + stride;
        while (length < reach && opponent.has(at)) {
            ++length;
            at += stride;
        }
        if (length == 0 || length == reach || !mover.has(at)) continue;
        while (length-- > 0) {
            at -= stride;
            flipped.add(at);
        }
    }
    return flipped;
}

#ifdef __AVX2__

// Sixteen rows in sixteen lanes. A shift within a lane cannot leave its row, so no edge needs a
// mask.
struct Rows {
    __m256i rows;

    static OUTFLANK_INLINE Rows load(const Mask256& mask) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(mask.word))};
    }
    OUTFLANK_INLINE Mask256 store() const {
        Mask256 mask;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(mask.word), rows);
        return mask;
    }
    friend OUTFLANK_INLINE Rows operator&(Rows a, Rows b) {
        return {_mm256_and_si256(a.rows, b.rows)};
    }
    friend OUTFLANK_INLINE Rows operator|(Rows a, Rows b) {
        return {_mm256_or_si256(a.rows, b.rows)};
    }
};

// Shifts every square by a number of columns (to the right) and rows (down the board).
template <int columns, int rows>
OUTFLANK_INLINE Rows shifted(Rows set) {
    __m256i moved = set.rows;
    if constexpr (columns > 0) moved = _mm256_slli_epi16(moved, columns);
    if constexpr (columns < 0) moved = _mm256_srli_epi16(moved, -columns);
    if constexpr (rows > 0) {
        const __m256i low_half_up = _mm256_permute2x128_si256(moved, moved, 0x08);
        if constexpr (rows == 8) {
            moved = low_half_up;
        } else {
            moved = _mm256_alignr_epi8(moved, low_half_up, 16 - 2 * rows);
        }
    }
    if constexpr (rows < 0) {
        const __m256i high_half_down = _mm256_permute2x128_si256(moved, moved, 0x81);
        if constexpr (rows == -8) {
            moved = high_half_down;
        } else {
            moved = _mm256_alignr_epi8(high_half_down, moved, -2 * rows);
        }
    }
    return {moved};
}

// Returns the squares beyond runs of opposing discs that start next to an own disc, in one
// direction.
template <int columns, int rows>
OUTFLANK_INLINE Rows beyond_runs(Rows own, Rows theirs) {
    Rows runs = theirs & shifted<columns, rows>(own);
    Rows links = theirs;
    runs = runs | (links & shifted<columns, rows>(runs));
    links = links & shifted<columns, rows>(links);
    runs = runs | (links & shifted<2 * columns, 2 * rows>(runs));
    links = links & shifted<2 * columns, 2 * rows>(links);
    runs = runs | (links & shifted<4 * columns, 4 * rows>(runs));
    links = links & shifted<4 * columns, 4 * rows>(links);
    runs = runs | (links & shifted<8 * columns, 8 * rows>(runs));
    return shifted<columns, rows>(runs);
}

OUTFLANK_INLINE Board256::Mask Board256::legal_moves(const Mask& playable) const {
    const Rows own = Rows::load(mover);
    const Rows theirs = Rows::load(opponent);
    const Rows beyond = beyond_runs<1, 0>(own, theirs) | beyond_runs<-1, 0>(own, theirs) |
                        beyond_runs<0, 1>(own, theirs) | beyond_runs<0, -1>(own, theirs) |
                        beyond_runs<1, 1>(own, theirs) | beyond_runs<-1, -1>(own, theirs) |
                        beyond_runs<-1, 1>(own, theirs) | beyond_runs<1, -1>(own, theirs);
    return beyond.store() & empties(playable);
}

#else

// Returns the squares beyond runs of opposing discs that start next to an own disc, both ways along
// an axis.
template <int step>
OUTFLANK_INLINE Mask256 beyond_runs(const Mask256& own, const Mask256& theirs) {
    Mask256 higher = theirs & up<step>(own);
    Mask256 lower = theirs & down<step>(own);
    higher = higher | (theirs & up<step>(higher));
    lower = lower | (theirs & down<step>(lower));
    Mask256 links_higher = theirs & up<step>(theirs);
    Mask256 links_lower = down<step>(links_higher);
    higher = higher | (links_higher & up<2 * step>(higher));
    lower = lower | (links_lower & down<2 * step>(lower));
    links_higher = links_higher & up<2 * step>(links_higher);
    links_lower = links_lower & down<2 * step>(links_lower);
    higher = higher | (links_higher & up<4 * step>(higher));
    lower = lower | (links_lower & down<4 * step>(lower));
    links_higher = links_higher & up<4 * step>(links_higher);
    links_lower = links_lower & down<4 * step>(links_lower);
    higher = higher | (links_higher & up<8 * step>(higher));
    lower = lower | (links_lower & down<8 * step>(lower));
    return up<step>(higher) | down<step>(lower);
}

OUTFLANK_INLINE Board256::Mask Board256::legal_moves(const Mask& playable) const {
    // A disc in the first or last column cannot be outflanked along a line that crosses columns.
    constexpr std::uint64_t inner_columns = 0x7FFE7FFE7FFE7FFE;
    const Mask inner =
        opponent & Mask{{inner_columns, inner_columns, inner_columns, inner_columns}};
    return (beyond_runs<1>(mover, inner) | beyond_runs<16>(mover, opponent) |
            beyond_runs<15>(mover, inner) | beyond_runs<17>(mover, inner)) &
           empties(playable);
}

#endif

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

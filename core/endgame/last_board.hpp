// A board of the last empty squares, in the form in which moves follow each other fastest.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

#ifdef __AVX2__

// Both sides' discs in every lane of a vector: a move is made where its flips were found, and no
// word has to be spread again.
struct LastBoard {
    using Side = __m256i;

    struct Flips {
        __m256i by_axis;

        OUTFLANK_INLINE bool is_empty() const { return _mm256_testz_si256(by_axis, by_axis) != 0; }
    };

    Side own;
    Side theirs;

    static OUTFLANK_INLINE LastBoard of(const Board64& board) {
        return {spread(board.mover), spread(board.opponent)};
    }

    OUTFLANK_INLINE Board64 plain() const { return {word_of(own), word_of(theirs)}; }
    OUTFLANK_INLINE LastBoard passed() const { return {theirs, own}; }
    OUTFLANK_INLINE Flips flips(int square) const { return {flips_by_axis(own, theirs, square)}; }

    OUTFLANK_INLINE LastBoard played(int square, const Flips& flips) const {
        const __m256i half =
            _mm256_or_si256(flips.by_axis, _mm256_permute4x64_epi64(flips.by_axis, 0x4E));
        const __m256i flipped = _mm256_or_si256(half, _mm256_shuffle_epi32(half, 0x4E));
        const __m256i placed = _mm256_or_si256(flipped, spread(Board64::bit(square)));
        return {_mm256_xor_si256(theirs, flipped), _mm256_xor_si256(own, placed)};
    }

    // Returns the discs of the side to move after a move.
    OUTFLANK_INLINE std::uint64_t next_mover(const Flips& flips) const {
        return word_of(theirs) ^ union_of_lanes(flips.by_axis);
    }

  private:
    static OUTFLANK_INLINE std::uint64_t word_of(__m256i side) {
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(side)));
    }
};

#else

struct LastBoard {
    using Side = std::uint64_t;

    struct Flips {
        std::uint64_t squares;

        OUTFLANK_INLINE bool is_empty() const { return squares == 0; }
    };

    Side own;
    Side theirs;

    static OUTFLANK_INLINE LastBoard of(const Board64& board) {
        return {board.mover, board.opponent};
    }

    OUTFLANK_INLINE Board64 plain() const { return {own, theirs}; }
    OUTFLANK_INLINE LastBoard passed() const { return {theirs, own}; }

    OUTFLANK_INLINE Flips flips(int square) const {
        if ((Board64::around(square) & theirs) == 0) return {0};
        return {plain().flips(square)};
    }

    OUTFLANK_INLINE LastBoard played(int square, const Flips& flips) const {
        return of(plain().played(square, flips.squares));
    }

    OUTFLANK_INLINE std::uint64_t next_mover(const Flips& flips) const {
        return theirs ^ flips.squares;
    }
};

#endif

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

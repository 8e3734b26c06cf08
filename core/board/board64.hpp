// Boards with sides of 4, 6 and 8 squares: two 64-bit words, and no branch in any operation.
#pragma once

#include <bit>
#include <cstdint>

#include "board/bits.hpp"
#include "board/board_layout.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(OUTFLANK_NEON)
#include <arm_neon.h>
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The squares in line with each square of an 8 x 8 grid along the four axes (row, column, diagonal,
// antidiagonal), towards higher and towards lower numbers; and the squares around it.
struct Rays64 {
    alignas(32) std::uint64_t higher[64][4];
    alignas(32) std::uint64_t lower[64][4];
    std::uint64_t around[64];
};

constexpr Rays64 make_rays64() {
    constexpr int columns[4] = {1, 0, 1, -1};
    constexpr int rows[4] = {0, 1, 1, 1};
    Rays64 rays{};
    for (int square = 0; square < 64; ++square) {
        for (int axis = 0; axis < 4; ++axis) {
            for (const int sign : {1, -1}) {
                std::uint64_t ray = 0;
                int column = square % 8 + sign * columns[axis];
                int row = square / 8 + sign * rows[axis];
                bool adjacent = true;
                while (column >= 0 && column < 8 && row >= 0 && row < 8) {
                    const std::uint64_t bit = std::uint64_t{1} << (row * 8 + column);
                    ray |= bit;
                    if (adjacent) rays.around[square] |= bit;
                    adjacent = false;
                    column += sign * columns[axis];
                    row += sign * rows[axis];
                }
                (sign > 0 ? rays.higher : rays.lower)[square][axis] = ray;
            }
        }
    }
    return rays;
}

inline constexpr Rays64 rays64 = make_rays64();

// Lines that cross columns must not wrap into the next row: along them a disc in the first or last
// column can never be outflanked.
inline constexpr std::uint64_t inner_columns64 = 0x7E7E7E7E7E7E7E7E;

// A board from the point of view of the side to move. A move swaps mover and opponent, so no
// operation needs a colour. Perft, playouts and the search pass this value by copy.
struct Board64 {
    using Mask = std::uint64_t;
    using Layout = Layout64;

    Mask mover;
    Mask opponent;

    static OUTFLANK_INLINE Mask bit(int square) { return Mask{1} << square; }
    static OUTFLANK_INLINE Mask around(int square) { return rays64.around[square]; }

    OUTFLANK_INLINE Mask empties(Mask playable) const { return playable & ~(mover | opponent); }
    OUTFLANK_INLINE Mask legal_moves(Mask playable) const;
    OUTFLANK_INLINE Mask flips(int square) const;
    OUTFLANK_INLINE Board64 passed() const { return {opponent, mover}; }
    OUTFLANK_INLINE Board64 played(int square, Mask flipped) const {
        return {opponent ^ flipped, mover ^ (flipped | bit(square))};
    }
};

#ifdef __AVX2__

// All four axes at once, one in each lane: on x86 twice as fast as the plain code below.

OUTFLANK_INLINE std::uint64_t union_of_lanes(__m256i lanes) {
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

// Returns a word in every lane.
OUTFLANK_INLINE __m256i spread(std::uint64_t word) {
    return _mm256_set1_epi64x(static_cast<long long>(word));
}

#ifdef OUTFLANK_AVX512
// Returns a | (b & c).
OUTFLANK_INLINE __m256i or_and(__m256i a, __m256i b, __m256i c) {
    return _mm256_ternarylogic_epi64(a, b, c, 0xF8);
}
#else
OUTFLANK_INLINE __m256i or_and(__m256i a, __m256i b, __m256i c) {
    return _mm256_or_si256(a, _mm256_and_si256(b, c));
}
#endif

OUTFLANK_INLINE Board64::Mask Board64::legal_moves(Mask playable) const {
    const __m256i inner = spread(inner_columns64);
    const __m256i all_but_columns = _mm256_blend_epi32(inner, _mm256_set1_epi64x(-1), 0x0C);
    const __m256i one = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i two = _mm256_set_epi64x(14, 18, 16, 2);
    const __m256i own = spread(mover);
    const __m256i theirs = _mm256_and_si256(spread(opponent), all_but_columns);

    // Runs of opposing discs that start next to an own disc, of length 1, then 2, 4 and 6.
    __m256i higher = _mm256_and_si256(theirs, _mm256_sllv_epi64(own, one));
    __m256i lower = _mm256_and_si256(theirs, _mm256_srlv_epi64(own, one));
    higher = or_and(higher, theirs, _mm256_sllv_epi64(higher, one));
    lower = or_and(lower, theirs, _mm256_srlv_epi64(lower, one));
    const __m256i pairs_higher = _mm256_and_si256(theirs, _mm256_sllv_epi64(theirs, one));
    const __m256i pairs_lower = _mm256_srlv_epi64(pairs_higher, one);
    for (int step = 0; step < 2; ++step) {
        higher = or_and(higher, pairs_higher, _mm256_sllv_epi64(higher, two));
        lower = or_and(lower, pairs_lower, _mm256_srlv_epi64(lower, two));
    }
    const __m256i beyond =
        _mm256_or_si256(_mm256_sllv_epi64(higher, one), _mm256_srlv_epi64(lower, one));
    return union_of_lanes(beyond) & empties(playable);
}

// Returns the discs that a disc on a square outflanks, one axis in each lane. Both sides' discs are
// given in every lane.
OUTFLANK_INLINE __m256i flips_by_axis(__m256i own, __m256i theirs, int square) {
    const __m256i higher =
        _mm256_load_si256(reinterpret_cast<const __m256i*>(rays64.higher[square]));
    const __m256i lower = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays64.lower[square]));
    const __m256i zero = _mm256_setzero_si256();
    __m256i minus_one = _mm256_cmpeq_epi64(zero, zero);
#ifdef __GNUC__
    asm("" : "+x"(minus_one));  // keeps the compiler from adding 1, which it would have to load
#endif

    // Towards higher numbers a carry through the opponent's discs finds the end of the run.
    // Towards lower numbers the run lies above the highest own disc, if that is above the empty
    // squares.
    const __m256i own_lower = _mm256_and_si256(own, lower);
#ifdef OUTFLANK_AVX512
    const __m256i filled = _mm256_ternarylogic_epi64(theirs, higher, higher, 0xF3);
    const __m256i carried = _mm256_sub_epi64(filled, minus_one);
    const __m256i end = _mm256_ternarylogic_epi64(carried, higher, own, 0x80);
    const __m256i run = _mm256_ternarylogic_epi64(carried, higher, filled, 0x08);
    const __m256i no_end = _mm256_cmpeq_epi64(end, zero);

    const __m256i empty_lower = _mm256_ternarylogic_epi64(lower, own, theirs, 0x10);
    const __m256i beneath = _mm256_srlv_epi64(minus_one, _mm256_lzcnt_epi64(own_lower));
    const __m256i is_above = _mm256_cmpgt_epi64(own_lower, empty_lower);
    const __m256i flipped_lower = _mm256_ternarylogic_epi64(beneath, lower, is_above, 0x08);
    return _mm256_ternarylogic_epi64(flipped_lower, run, no_end, 0xF4);
#else
    const __m256i others = _mm256_andnot_si256(theirs, higher);
    const __m256i end =
        _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), own);
    const __m256i below =
        _mm256_sub_epi64(_mm256_add_epi64(end, minus_one), _mm256_cmpeq_epi64(end, zero));
    const __m256i one = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i two = _mm256_set_epi64x(14, 18, 16, 2);
    const __m256i four = _mm256_set_epi64x(28, 36, 32, 4);
    const __m256i empty_lower = _mm256_xor_si256(_mm256_andnot_si256(theirs, lower), own_lower);
    const __m256i is_above = _mm256_cmpgt_epi64(own_lower, empty_lower);
    __m256i beneath = _mm256_or_si256(own_lower, _mm256_srlv_epi64(own_lower, one));
    beneath = _mm256_or_si256(beneath, _mm256_srlv_epi64(beneath, two));
    beneath = _mm256_or_si256(beneath, _mm256_srlv_epi64(beneath, four));
    const __m256i flipped_lower = _mm256_andnot_si256(beneath, _mm256_and_si256(lower, is_above));
    return _mm256_or_si256(_mm256_and_si256(below, higher), flipped_lower);
#endif
}

OUTFLANK_INLINE Board64::Mask Board64::flips(int square) const {
    return union_of_lanes(flips_by_axis(spread(mover), spread(opponent), square));
}

#else

// Returns the squares beyond runs of opposing discs that start next to an own disc, both ways along
// an axis.
template <int step>
OUTFLANK_INLINE std::uint64_t beyond_runs(std::uint64_t own, std::uint64_t theirs) {
    std::uint64_t higher = theirs & (own << step);
    std::uint64_t lower = theirs & (own >> step);
    higher |= theirs & (higher << step);
    lower |= theirs & (lower >> step);
    const std::uint64_t pairs_higher = theirs & (theirs << step);
    const std::uint64_t pairs_lower = pairs_higher >> step;
    higher |= pairs_higher & (higher << 2 * step);
    lower |= pairs_lower & (lower >> 2 * step);
    higher |= pairs_higher & (higher << 2 * step);
    lower |= pairs_lower & (lower >> 2 * step);
    return higher << step | lower >> step;
}

// Returns the squares beyond runs along rows. Towards higher numbers an addition finds them: the
// carry passes through the whole run and stops at the square beyond. The bits that it leaves on
// discs must be masked out.
OUTFLANK_INLINE std::uint64_t beyond_runs_in_rows(std::uint64_t own, std::uint64_t inner) {
    const std::uint64_t carried = inner + (inner & (own << 1));
    std::uint64_t lower = inner & (own >> 1);
    lower |= inner & (lower >> 1);
    const std::uint64_t pairs = inner & (inner >> 1);
    lower |= pairs & (lower >> 2);
    lower |= pairs & (lower >> 2);
    return carried | lower >> 1;
}

// Returns the discs that a disc on a square outflanks towards lower numbers.
OUTFLANK_INLINE std::uint64_t flips_lower(std::uint64_t own, std::uint64_t theirs, int square) {
    std::uint64_t flipped = 0;
    for (int axis = 0; axis < 4; ++axis) {
        // Counting leading zeros finds the first square that is not the opponent's. If there is
        // none, the count of 64 wraps to the last square, above which there is nothing to flip.
        const std::uint64_t ray = rays64.lower[square][axis];
        const int zeros = std::countl_zero(ray & ~theirs) & 63;
        const std::uint64_t end = (std::uint64_t{1} << 63 >> zeros) & own;
        flipped |= (0 - 2 * end) & ray;
    }
    return flipped;
}

#ifdef OUTFLANK_NEON

// Half of the work is in vector registers and half in general ones, so that a processor with few
// vector units does both at once: ten percent faster than either alone on Neoverse-N1.

OUTFLANK_INLINE std::uint64_t union_of_lanes(uint64x2_t lanes) {
    return vgetq_lane_u64(vorrq_u64(lanes, vextq_u64(lanes, lanes, 1)), 0);
}

// Like beyond_runs for both diagonals, one in each lane.
OUTFLANK_INLINE std::uint64_t beyond_runs_in_diagonals(std::uint64_t own, std::uint64_t inner) {
    const int64x2_t up = vcombine_s64(vcreate_s64(7), vcreate_s64(9));
    const int64x2_t down = vnegq_s64(up);
    const int64x2_t up_two = vaddq_s64(up, up);
    const int64x2_t down_two = vaddq_s64(down, down);
    const uint64x2_t mine = vdupq_n_u64(own);
    const uint64x2_t theirs = vdupq_n_u64(inner);
    uint64x2_t higher = vandq_u64(theirs, vshlq_u64(mine, up));
    uint64x2_t lower = vandq_u64(theirs, vshlq_u64(mine, down));
    higher = vorrq_u64(higher, vandq_u64(theirs, vshlq_u64(higher, up)));
    lower = vorrq_u64(lower, vandq_u64(theirs, vshlq_u64(lower, down)));
    const uint64x2_t pairs_higher = vandq_u64(theirs, vshlq_u64(theirs, up));
    const uint64x2_t pairs_lower = vshlq_u64(pairs_higher, down);
    for (int step = 0; step < 2; ++step) {
        higher = vorrq_u64(higher, vandq_u64(pairs_higher, vshlq_u64(higher, up_two)));
        lower = vorrq_u64(lower, vandq_u64(pairs_lower, vshlq_u64(lower, down_two)));
    }
    return union_of_lanes(vorrq_u64(vshlq_u64(higher, up), vshlq_u64(lower, down)));
}

OUTFLANK_INLINE Board64::Mask Board64::legal_moves(Mask playable) const {
    const Mask inner = opponent & inner_columns64;
    return (beyond_runs_in_rows(mover, inner) | beyond_runs<8>(mover, opponent) |
            beyond_runs_in_diagonals(mover, inner)) &
           empties(playable);
}

OUTFLANK_INLINE Board64::Mask Board64::flips(int square) const {
    const uint64x2_t own = vdupq_n_u64(mover);
    const uint64x2_t theirs = vdupq_n_u64(opponent);
    const uint64x2_t one = vdupq_n_u64(1);
    uint64x2_t higher = vdupq_n_u64(0);
    for (int axis = 0; axis < 4; axis += 2) {
        // Towards higher numbers a run ends at the lowest square that is not the opponent's.
        const uint64x2_t ray = vld1q_u64(rays64.higher[square] + axis);
        const uint64x2_t others = vbicq_u64(ray, theirs);
        const uint64x2_t negative = vsubq_u64(vdupq_n_u64(0), others);
        const uint64x2_t end = vandq_u64(vandq_u64(others, negative), own);
        // A saturating subtraction leaves nothing if the run has no end.
        higher = vorrq_u64(higher, vandq_u64(vqsubq_u64(end, one), ray));
    }
    return union_of_lanes(higher) | flips_lower(mover, opponent, square);
}

#else

OUTFLANK_INLINE Board64::Mask Board64::legal_moves(Mask playable) const {
    const Mask inner = opponent & inner_columns64;
    return (beyond_runs_in_rows(mover, inner) | beyond_runs<8>(mover, opponent) |
            beyond_runs<7>(mover, inner) | beyond_runs<9>(mover, inner)) &
           empties(playable);
}

OUTFLANK_INLINE Board64::Mask Board64::flips(int square) const {
    Mask higher = 0;
    for (int axis = 0; axis < 4; ++axis) {
        // Towards higher numbers a carry finds the first square that is not the opponent's.
        const Mask ray = rays64.higher[square][axis];
        const Mask end = ((opponent | ~ray) + 1) & ray & mover;
        higher |= (end - (end != 0)) & ray;
    }
    return higher | flips_lower(mover, opponent, square);
}

#endif

#endif

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

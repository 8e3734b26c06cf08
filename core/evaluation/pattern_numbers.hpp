// The numbers of a board's patterns, updated from move to move.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "evaluation/pattern_weights.hpp"
#include "evaluation/patterns.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The numbers of all patterns of a board, from the point of view of the side to move.
struct PatternNumbers {
    alignas(32) std::int16_t number[pattern_lanes];
};

// What one own disc on each square of the grid adds to each number.
using PatternSteps = const std::int16_t (*)[pattern_lanes];

OUTFLANK_INLINE PatternNumbers pattern_numbers(const Board64& board, PatternSteps steps) {
    PatternNumbers numbers{};
    for (std::uint64_t discs = board.mover | board.opponent; discs != 0;
         discs = without_first(discs)) {
        const int square = first(discs);
        const int sign = board.mover >> square & 1 ? 1 : -1;
        for (int lane = 0; lane < pattern_lanes; ++lane) {
            numbers.number[lane] =
                static_cast<std::int16_t>(numbers.number[lane] + sign * steps[square][lane]);
        }
    }
    return numbers;
}

#ifdef __AVX2__

// A new disc counts once, and a flipped one twice because it was the other side's. Then the sides
// are swapped.
OUTFLANK_INLINE PatternNumbers after_placing(const PatternNumbers& before, int square,
                                             std::uint64_t flipped, PatternSteps steps) {
    constexpr int vectors = pattern_lanes / 16;
    __m256i sum[vectors];
    for (int i = 0; i < vectors; ++i) {
        sum[i] = _mm256_setzero_si256();
    }
    for (; flipped != 0; flipped = without_first(flipped)) {
        const auto* step = reinterpret_cast<const __m256i*>(steps[first(flipped)]);
        for (int i = 0; i < vectors; ++i) {
            sum[i] = _mm256_add_epi16(sum[i], _mm256_load_si256(step + i));
        }
    }
    const auto* step = reinterpret_cast<const __m256i*>(steps[square]);
    const auto* old = reinterpret_cast<const __m256i*>(before.number);
    PatternNumbers after;
    for (int i = 0; i < vectors; ++i) {
        const __m256i own = _mm256_add_epi16(
            _mm256_add_epi16(sum[i], sum[i]),
            _mm256_add_epi16(_mm256_load_si256(old + i), _mm256_load_si256(step + i)));
        _mm256_store_si256(reinterpret_cast<__m256i*>(after.number) + i,
                           _mm256_sub_epi16(_mm256_setzero_si256(), own));
    }
    return after;
}

#else

// A new disc counts once, and a flipped one twice because it was the other side's. Then the sides
// are swapped.
OUTFLANK_INLINE PatternNumbers after_placing(const PatternNumbers& before, int square,
                                             std::uint64_t flipped, PatternSteps steps) {
    std::int16_t sum[pattern_lanes] = {};
    for (; flipped != 0; flipped = without_first(flipped)) {
        const std::int16_t* step = steps[first(flipped)];
        for (int lane = 0; lane < pattern_lanes; ++lane) {
            sum[lane] = static_cast<std::int16_t>(sum[lane] + step[lane]);
        }
    }
    PatternNumbers after;
    const std::int16_t* step = steps[square];
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        after.number[lane] =
            static_cast<std::int16_t>(-before.number[lane] - step[lane] - 2 * sum[lane]);
    }
    return after;
}

#endif

// Returns the numbers after the mover has placed a disc of the other side, which flips nothing.
OUTFLANK_INLINE PatternNumbers after_foreign_disc(const PatternNumbers& before, int square,
                                                  PatternSteps steps) {
    PatternNumbers after;
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        after.number[lane] = static_cast<std::int16_t>(steps[square][lane] - before.number[lane]);
    }
    return after;
}

OUTFLANK_INLINE PatternNumbers after_passing(const PatternNumbers& before) {
    PatternNumbers after;
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        after.number[lane] = static_cast<std::int16_t>(-before.number[lane]);
    }
    return after;
}

// The numbers of a board larger than 8x8. Those beyond the last whole vector in use are
// meaningless.
struct LargePatternNumbers {
    alignas(32) std::int16_t number[large_pattern_lanes];
};

constexpr int lanes_together = 16;

OUTFLANK_INLINE LargePatternNumbers large_pattern_numbers(const Board256& board,
                                                          const PatternWeights& weights) {
    LargePatternNumbers numbers{};
    for (Mask256 discs = board.mover | board.opponent; !is_empty(discs);
         discs = without_first(discs)) {
        const int square = first(discs);
        const int sign = board.mover.has(square) ? 1 : -1;
        for (int lane = 0; lane < large_pattern_lanes; ++lane) {
            numbers.number[lane] = static_cast<std::int16_t>(
                numbers.number[lane] + sign * weights.large_steps[square][lane]);
        }
    }
    return numbers;
}

// The same for large boards, one vector at a time over all discs that are flipped.
OUTFLANK_INLINE void after_placing(const LargePatternNumbers& before, int square,
                                   const Mask256& flipped, const PatternWeights& weights,
                                   LargePatternNumbers& after) {
    constexpr int most_flips = 128;  // no move flips more than 8 lines of 14
    const std::int16_t* rows[most_flips];
    int discs = 0;
    for (int word = 0; word < 4; ++word) {
        for (std::uint64_t set = flipped.word[word]; set != 0; set = without_first(set)) {
            rows[discs++] = weights.large_steps[word * 64 + first(set)];
        }
    }
    const std::int16_t* own = weights.large_steps[square];
    for (int from = 0; from < weights.lanes; from += lanes_together) {
        std::int16_t sum[lanes_together] = {};
        for (int disc = 0; disc < discs; ++disc) {
            for (int lane = 0; lane < lanes_together; ++lane) {
                sum[lane] = static_cast<std::int16_t>(sum[lane] + rows[disc][from + lane]);
            }
        }
        for (int lane = 0; lane < lanes_together; ++lane) {
            after.number[from + lane] = static_cast<std::int16_t>(-before.number[from + lane] -
                                                                  own[from + lane] - 2 * sum[lane]);
        }
    }
}

OUTFLANK_INLINE void after_passing(const LargePatternNumbers& before, const PatternWeights& weights,
                                   LargePatternNumbers& after) {
    for (int from = 0; from < weights.lanes; from += lanes_together) {
        for (int lane = from; lane < from + lanes_together; ++lane) {
            after.number[lane] = static_cast<std::int16_t>(-before.number[lane]);
        }
    }
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The learned evaluation of 8x8: a small network over the numbers of the patterns.
//
// Every number of every pattern has a row of small integers. The network adds up the rows of a
// board, plus one for the mobility of each side. The sums, clipped and squared, go through a narrow
// layer; they also contribute to the output directly. The layer and the outputs have their own
// weights at each stage, the rows at each phase. Only integers are used, so that every processor
// gets the same value.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "evaluation/patterns.hpp"
#include "evaluation/stages.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace outflank {

constexpr int network_sums = 32;
constexpr int network_units = 16;  // units in the layer
constexpr int network_phases = 2;
constexpr int most_mobility = 39;   // more legal moves count as this many
constexpr int inputs_together = 4;  // inputs of the layer whose weights are adjacent

// Returns the phase of a game, which selects the rows.
OUTFLANK_INLINE constexpr int phase_of(int empties) {
    return empties > 32 ? 0 : 1;
}

struct Network {
    alignas(64) std::int8_t rows[network_phases][patterns.weights][network_sums];
    alignas(64) std::int8_t mobility[network_phases][2][most_mobility + 1][network_sums];
    alignas(
        64) std::int16_t bias[most_empties + 1][network_sums];  // by the number of empty squares
    alignas(64) std::int8_t
        layer[stage_count][network_sums / inputs_together][network_units][inputs_together];
    alignas(64) std::int32_t layer_bias[stage_count][network_units];
    alignas(64) std::int16_t output[stage_count][network_units];
    alignas(64) std::int16_t direct[stage_count][network_sums];
    std::int32_t constant[most_empties + 1];  // by the number of empty squares
};

// The inputs of the network besides the numbers of the patterns.
struct NetworkContext {
    int empties;
    int mover_moves;
    int opponent_moves;
};

// Computes the value for the mover from the numbers of the patterns.
using NetworkValue = int (*)(const Network& network, const std::int16_t* numbers,
                             const NetworkContext& context);

#ifdef OUTFLANK_HAS_DOT_PRODUCTS
// Returns the version that uses dot products, or nullptr if this ARM processor has none.
NetworkValue network_value_by_dot_products();
#endif

inline namespace OUTFLANK_INSTRUCTIONS {

constexpr int most_sum = 127;        // sums are clipped to 0..127 before they are squared
constexpr int square_shift = 7;      // brings squares back to inputs of 7 bits
constexpr int most_unit = 126 * 64;  // units of the layer are clipped to 0..most_unit
constexpr int output_shift = 12;

// The number of rows that are added up: one per pattern, then two for mobility.
constexpr int row_count = patterns.count + 2;

OUTFLANK_INLINE const std::int8_t* network_row(const Network& network, int phase,
                                               const std::int16_t* numbers,
                                               const NetworkContext& context, int index) {
    if (index < patterns.count) {
        return network.rows[phase][patterns.centre[patterns.shape[index]] + numbers[index]];
    }
    const bool is_mover = index == patterns.count;
    const int moves = is_mover ? context.mover_moves : context.opponent_moves;
    return network.mobility[phase][is_mover ? 0 : 1][min_of(moves, most_mobility)];
}

#if defined(__AVX2__)

// Returns the halves of two vectors in the order in which bytes are interleaved.
OUTFLANK_INLINE __m256i halves(const std::int16_t* words, int first) {
    const auto* half = reinterpret_cast<const __m128i*>(words) + first;
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(half)),
                                   _mm_load_si128(half + 2), 1);
}

OUTFLANK_INLINE int network_value(const Network& network, const std::int16_t* numbers,
                                  const NetworkContext& context) {
    static_assert(network_sums == 32 && row_count % 2 == 0);
    const int stage = stage_of(context.empties);
    const int phase = phase_of(context.empties);
    // Two rows are interleaved and their neighbouring bytes added up, which takes half as many
    // shuffles as widening every row. So the first vector has sums 0-7 and 16-23, the second the
    // others.
    __m256i sums[2] = {halves(network.bias[context.empties], 0),
                       halves(network.bias[context.empties], 1)};
    const __m256i ones = _mm256_set1_epi8(1);
#pragma GCC unroll 64
    for (int index = 0; index < row_count; index += 2) {
        const __m256i row = _mm256_load_si256(
            reinterpret_cast<const __m256i*>(network_row(network, phase, numbers, context, index)));
        const __m256i next = _mm256_load_si256(reinterpret_cast<const __m256i*>(
            network_row(network, phase, numbers, context, index + 1)));
        sums[0] =
            _mm256_add_epi16(sums[0], _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(row, next)));
        sums[1] =
            _mm256_add_epi16(sums[1], _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(row, next)));
    }
    __m256i total = _mm256_setzero_si256();
    __m256i squares[2];
    for (int k = 0; k < 2; ++k) {
        total =
            _mm256_add_epi32(total, _mm256_madd_epi16(sums[k], halves(network.direct[stage], k)));
        const __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sums[k], _mm256_setzero_si256()),
                                                 _mm256_set1_epi16(most_sum));
        squares[k] = _mm256_srli_epi16(_mm256_mullo_epi16(clipped, clipped), square_shift);
    }
    alignas(32) std::int32_t inputs[network_sums / inputs_together];
    // Packing works within each half, which puts the sums back in their order.
    _mm256_store_si256(reinterpret_cast<__m256i*>(inputs),
                       _mm256_packus_epi16(squares[0], squares[1]));
    constexpr int unit_vectors = network_units / 8;
    __m256i units[unit_vectors];
    for (int k = 0; k < unit_vectors; ++k) {
        units[k] =
            _mm256_load_si256(reinterpret_cast<const __m256i*>(network.layer_bias[stage] + 8 * k));
    }
#pragma GCC unroll 16
    for (int i = 0; i < network_sums / inputs_together; ++i) {
        const __m256i input = _mm256_set1_epi32(inputs[i]);
        for (int k = 0; k < unit_vectors; ++k) {
            const __m256i weights =
                _mm256_load_si256(reinterpret_cast<const __m256i*>(network.layer[stage][i][8 * k]));
#ifdef OUTFLANK_AVX512
            units[k] = _mm256_dpbusd_epi32(units[k], input, weights);
#else
            units[k] = _mm256_add_epi32(
                units[k],
                _mm256_madd_epi16(_mm256_maddubs_epi16(input, weights), _mm256_set1_epi16(1)));
#endif
        }
    }
    for (int k = 0; k < unit_vectors; ++k) {
        const __m256i unit = _mm256_min_epi32(_mm256_max_epi32(units[k], _mm256_setzero_si256()),
                                              _mm256_set1_epi32(most_unit));
        const __m256i output = _mm256_cvtepi16_epi32(
            _mm_load_si128(reinterpret_cast<const __m128i*>(network.output[stage] + 8 * k)));
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(unit, output));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256(total, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(1, 0, 3, 2)));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(2, 3, 0, 1)));
    return (_mm_cvtsi128_si32(half) + network.constant[context.empties]) >> output_shift;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

// Returns one group of inputs repeated in every part of a vector.
template <int group>
OUTFLANK_INLINE int8x16_t repeated(int8x16_t inputs) {
    return vreinterpretq_s8_s32(vdupq_laneq_s32(vreinterpretq_s32_s8(inputs), group));
}

// The offset of each pattern's middle row.
struct RowCentres {
    alignas(16) std::int32_t of[pattern_lanes] = {};
};
inline constexpr RowCentres row_centres = [] {
    RowCentres centres;
    for (int lane = 0; lane < patterns.count; ++lane) {
        centres.of[lane] = patterns.centre[patterns.shape[lane]];
    }
    return centres;
}();

OUTFLANK_INLINE int network_value(const Network& network, const std::int16_t* numbers,
                                  const NetworkContext& context) {
    constexpr int vectors = network_sums / 8;
    const int stage = stage_of(context.empties);
    const int phase = phase_of(context.empties);
    int16x8_t sums[vectors];
    for (int i = 0; i < vectors; ++i) {
        sums[i] = vld1q_s16(network.bias[context.empties] + 8 * i);
    }
    // Vectors compute all offsets, which are then read from memory: extracting them one by one
    // costs more than reading the rows.
    alignas(16) std::uint32_t offsets[pattern_lanes];
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        offsets[lane] =
            static_cast<std::uint32_t>((row_centres.of[lane] + numbers[lane]) * network_sums);
    }
#ifdef __GNUC__
    asm volatile("" : "+m"(offsets));  // keeps the compiler from extracting them one by one
#endif
    const auto add = [&sums](const std::int8_t* row) {
        for (int i = 0; i < vectors; i += 2) {
            const int8x16_t part = vld1q_s8(row + 8 * i);
            sums[i] = vaddw_s8(sums[i], vget_low_s8(part));
            sums[i + 1] = vaddw_high_s8(sums[i + 1], part);
        }
    };
    const std::int8_t* rows = network.rows[phase][0];
#pragma GCC unroll 64
    for (int index = 0; index < patterns.count; ++index) {
        add(rows + offsets[index]);
    }
    add(network.mobility[phase][0][min_of(context.mover_moves, most_mobility)]);
    add(network.mobility[phase][1][min_of(context.opponent_moves, most_mobility)]);
    int32x4_t low = vdupq_n_s32(0);
    int32x4_t high = vdupq_n_s32(0);
    int8x16_t inputs[vectors / 2];
    for (int i = 0; i < vectors; i += 2) {
        int8x8_t squares[2];
        for (int k = 0; k < 2; ++k) {
            const int16x8_t sum = sums[i + k];
            const int16x8_t direct = vld1q_s16(network.direct[stage] + 8 * (i + k));
            low = vmlal_s16(low, vget_low_s16(sum), vget_low_s16(direct));
            high = vmlal_high_s16(high, sum, direct);
            const int16x8_t clipped =
                vminq_s16(vmaxq_s16(sum, vdupq_n_s16(0)), vdupq_n_s16(most_sum));
            squares[k] = vshrn_n_s16(vmulq_s16(clipped, clipped), square_shift);
        }
        inputs[i / 2] = vcombine_s8(squares[0], squares[1]);
    }
    constexpr int unit_vectors = network_units / 4;
    int32x4_t units[unit_vectors];
    for (int k = 0; k < unit_vectors; ++k) {
        units[k] = vld1q_s32(network.layer_bias[stage] + 4 * k);
    }
#pragma GCC unroll 16
    for (int i = 0; i < network_sums / inputs_together; ++i) {
        const int8x16_t four = inputs[i / 4];
        const int8x16_t input = i % 4 == 0   ? repeated<0>(four)
                                : i % 4 == 1 ? repeated<1>(four)
                                : i % 4 == 2 ? repeated<2>(four)
                                             : repeated<3>(four);
        for (int k = 0; k < unit_vectors; ++k) {
            const int8x16_t weights = vld1q_s8(network.layer[stage][i][4 * k]);
#ifdef __ARM_FEATURE_DOTPROD
            units[k] = vdotq_s32(units[k], input, weights);
#else
            const int16x8_t first = vmull_s8(vget_low_s8(input), vget_low_s8(weights));
            const int16x8_t second = vmull_high_s8(input, weights);
            units[k] = vpadalq_s16(units[k], vpaddq_s16(first, second));
#endif
        }
    }
    for (int k = 0; k < unit_vectors; ++k) {
        const int32x4_t unit =
            vminq_s32(vmaxq_s32(units[k], vdupq_n_s32(0)), vdupq_n_s32(most_unit));
        low = vmlaq_s32(low, unit, vmovl_s16(vld1_s16(network.output[stage] + 4 * k)));
    }
    return (vaddvq_s32(vaddq_s32(low, high)) + network.constant[context.empties]) >> output_shift;
}

#else

OUTFLANK_INLINE int network_value(const Network& network, const std::int16_t* numbers,
                                  const NetworkContext& context) {
    const int stage = stage_of(context.empties);
    const int phase = phase_of(context.empties);
    std::int16_t sums[network_sums];
    for (int i = 0; i < network_sums; ++i) {
        sums[i] = network.bias[context.empties][i];
    }
    for (int index = 0; index < row_count; ++index) {
        const std::int8_t* row = network_row(network, phase, numbers, context, index);
        for (int i = 0; i < network_sums; ++i) {
            sums[i] = static_cast<std::int16_t>(sums[i] + row[i]);
        }
    }
    std::int32_t total = network.constant[context.empties];
    std::int32_t inputs[network_sums];
    for (int i = 0; i < network_sums; ++i) {
        total += sums[i] * network.direct[stage][i];
        const int clipped = min_of(max_of(sums[i], 0), most_sum);
        inputs[i] = clipped * clipped >> square_shift;
    }
    std::int32_t units[network_units];
    for (int unit = 0; unit < network_units; ++unit) {
        units[unit] = network.layer_bias[stage][unit];
    }
    for (int i = 0; i < network_sums; ++i) {
        for (int unit = 0; unit < network_units; ++unit) {
            units[unit] +=
                inputs[i] * network.layer[stage][i / inputs_together][unit][i % inputs_together];
        }
    }
    for (int unit = 0; unit < network_units; ++unit) {
        total += min_of(max_of(units[unit], 0), most_unit) * network.output[stage][unit];
    }
    return total >> output_shift;
}

#endif

}  // namespace OUTFLANK_INSTRUCTIONS
}  // namespace outflank

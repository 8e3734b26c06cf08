// The static evaluation of a position.
//
// 8x8 classic has a learned network (network.hpp), or plain weights of its patterns where a small
// file counts for more (weights.hpp); every other size, and Anti, weighs features that hold on any
// board (features.hpp). Whole numbers only, so that every processor agrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "evaluation/feature_weights.hpp"
#include "evaluation/features.hpp"
#include "evaluation/network.hpp"
#include "evaluation/patterns.hpp"
#include "evaluation/weights.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Scores are whole numbers in units of 1/32 disc, from the side of the mover.
constexpr int units_per_disc = 32;

// Keeps an evaluation short of a win by all squares, which only a search to the end can find.
OUTFLANK_INLINE int clamped(int value, int squares) {
    const int most = (squares - 1) * units_per_disc;
    return value > most ? most : value < -most ? -most : value;
}

// The evaluation by features.
template <class Board>
class FeatureEvaluation {
  public:
    FeatureEvaluation(const typename Board::Layout& layout, bool fewest_wins)
        : FeatureEvaluation(layout, feature_weights[fewest_wins ? 1 : 0][layout.size / 2 - 2]) {}

    FeatureEvaluation(const typename Board::Layout& layout, const FeatureKnots& knots)
        : reader_(layout), squares_(layout.size * layout.size), playable_(layout.playable) {
        for (int empties = 0; empties <= squares_; ++empties) {
            const int filled = (squares_ - empties) * (feature_knots - 1);
            const int before =
                filled / squares_ < feature_knots - 1 ? filled / squares_ : feature_knots - 2;
            const int share = filled - before * squares_;
            for (int i = 0; i < feature_count; ++i) {
                weights_[empties][i] = static_cast<std::int16_t>(
                    (knots.at[before][i] * (squares_ - share) + knots.at[before + 1][i] * share) /
                    squares_);
            }
        }
    }

    OUTFLANK_INLINE int value(const Board& board) const {
        const Features features = reader_.read(board);
        const std::int16_t* weights = weights_[count(board.empties(playable_))];
        int sum = 0;
        for (int i = 0; i < feature_count; ++i) {
            sum += weights[i] * features.value[i];
        }
        return clamped(sum / (256 / units_per_disc), squares_);
    }

  private:
    static constexpr int max_squares = sizeof(typename Board::Mask) * 8;

    FeatureReader<Board> reader_;
    int squares_;
    typename Board::Mask playable_;
    alignas(32) std::int16_t weights_[max_squares + 1][feature_count];
};

// The numbers of all patterns of a board, as the side to move sees it.
struct PatternNumbers {
    alignas(32) std::int16_t number[pattern_lanes];
};

OUTFLANK_INLINE PatternNumbers pattern_numbers(const Board64& board) {
    PatternNumbers numbers{};
    for (std::uint64_t discs = board.mover | board.opponent; discs != 0;
         discs = without_first(discs)) {
        const int square = first(discs);
        const int sign = board.mover >> square & 1 ? 1 : -1;
        for (int lane = 0; lane < pattern_lanes; ++lane) {
            numbers.number[lane] = static_cast<std::int16_t>(numbers.number[lane] +
                                                             sign * patterns.step[square][lane]);
        }
    }
    return numbers;
}

#ifdef __AVX2__

// A new disc counts once and a flipped one twice, as it was the other side's; then sides change.
OUTFLANK_INLINE PatternNumbers after_placing(const PatternNumbers& before, int square,
                                             std::uint64_t flipped) {
    constexpr int vectors = pattern_lanes / 16;
    __m256i sum[vectors];
    for (int i = 0; i < vectors; ++i) {
        sum[i] = _mm256_setzero_si256();
    }
    for (; flipped != 0; flipped = without_first(flipped)) {
        const auto* step = reinterpret_cast<const __m256i*>(patterns.step[first(flipped)]);
        for (int i = 0; i < vectors; ++i) {
            sum[i] = _mm256_add_epi16(sum[i], _mm256_load_si256(step + i));
        }
    }
    const auto* step = reinterpret_cast<const __m256i*>(patterns.step[square]);
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

// A new disc counts once and a flipped one twice, as it was the other side's; then sides change.
OUTFLANK_INLINE PatternNumbers after_placing(const PatternNumbers& before, int square,
                                             std::uint64_t flipped) {
    std::int16_t sum[pattern_lanes] = {};
    for (; flipped != 0; flipped = without_first(flipped)) {
        const std::int16_t* step = patterns.step[first(flipped)];
        for (int lane = 0; lane < pattern_lanes; ++lane) {
            sum[lane] = static_cast<std::int16_t>(sum[lane] + step[lane]);
        }
    }
    PatternNumbers after;
    const std::int16_t* step = patterns.step[square];
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        after.number[lane] =
            static_cast<std::int16_t>(-before.number[lane] - step[lane] - 2 * sum[lane]);
    }
    return after;
}

#endif

OUTFLANK_INLINE PatternNumbers after_passing(const PatternNumbers& before) {
    PatternNumbers after;
    for (int lane = 0; lane < pattern_lanes; ++lane) {
        after.number[lane] = static_cast<std::int16_t>(-before.number[lane]);
    }
    return after;
}

// Written out for each pattern, so that the place of its weights is part of the instruction.
template <std::size_t... lanes>
OUTFLANK_INLINE int pattern_sum(const std::int16_t* weights, const PatternNumbers& numbers,
                                std::index_sequence<lanes...>) {
    return (0 + ... + weights[patterns.centre[patterns.shape[lanes]] + numbers.number[lanes]]);
}

// The evaluation of large boards: by features alone.
template <class Board>
class Evaluation {
  public:
    // Nothing is carried along: features are cheaper to read anew than to keep.
    struct State {};

    Evaluation(const typename Board::Layout& layout, bool fewest_wins, const Weights*,
               const Network*)
        : features_(layout, fewest_wins) {}

    OUTFLANK_INLINE State begin(const Board&) const { return {}; }
    OUTFLANK_INLINE State placed(const State&, int, const typename Board::Mask&) const {
        return {};
    }
    OUTFLANK_INLINE State passed(const State&) const { return {}; }
    OUTFLANK_INLINE int value(const Board& board, const State&) const {
        return features_.value(board);
    }
    static constexpr bool is_learned() { return false; }

  private:
    FeatureEvaluation<Board> features_;
};

// The evaluation of boards up to 8x8: learned where there are weights, else by features.
template <>
class Evaluation<Board64> {
  public:
    using State = PatternNumbers;

    Evaluation(const Layout64& layout, bool fewest_wins, const Weights* weights,
               const Network* network)
        : features_(layout, fewest_wins),
          weights_(layout.size == 8 && !fewest_wins ? weights : nullptr),
          network_(layout.size == 8 && !fewest_wins ? network : nullptr) {}

    OUTFLANK_INLINE State begin(const Board64& board) const { return pattern_numbers(board); }
    OUTFLANK_INLINE State placed(const State& state, int square, std::uint64_t flipped) const {
        return is_learned() ? after_placing(state, square, flipped) : state;
    }
    OUTFLANK_INLINE State passed(const State& state) const { return after_passing(state); }

    OUTFLANK_INLINE int value(const Board64& board, const State& state) const {
        const int empties = 64 - count(board.mover | board.opponent);
        if (network_ != nullptr) {
            constexpr std::uint64_t all = ~std::uint64_t{0};
            const NetworkContext context{min_of(empties, most_empties),
                                         count(board.legal_moves(all)),
                                         count(board.passed().legal_moves(all))};
            return clamped(network_value(*network_, state.number, context), 64);
        }
        return weights_ != nullptr ? weighed(state, empties) : features_.value(board);
    }

    OUTFLANK_INLINE bool is_learned() const { return weights_ != nullptr || network_ != nullptr; }

  private:
    OUTFLANK_INLINE int weighed(const State& state, int empties) const {
        const int sum = pattern_sum(weights_->pattern[stage_of(empties)], state,
                                    std::make_index_sequence<patterns.count>());
        return clamped(sum + weights_->constant[empties], 64);
    }

    FeatureEvaluation<Board64> features_;
    const Weights* weights_;
    const Network* network_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

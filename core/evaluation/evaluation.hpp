// The static evaluation of a position.
//
// 8x8 classic has a learned network (network.hpp), or plain weights of its patterns where a small
// file counts for more (weights.hpp). Some other sizes, and Anti, have learned weights of patterns
// of their own (pattern_weights.hpp); without them features that hold on any board are weighed
// (features.hpp). Whole numbers only, so that every processor agrees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "evaluation/feature_weights.hpp"
#include "evaluation/features.hpp"
#include "evaluation/network.hpp"
#include "evaluation/pattern_numbers.hpp"
#include "evaluation/pattern_weights.hpp"
#include "evaluation/patterns.hpp"
#include "evaluation/weights.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Scores are whole numbers in units of 1/32 disc, from the side of the mover.
constexpr int units_per_disc = 32;

// Keeps an evaluation short of a win by all squares, which only a search to the end can find.
OUTFLANK_INLINE int clamped(int value, int squares) {
    const int most = (squares - 1) * units_per_disc;
    return value > most ? most : value < -most ? -most : value;
}

// The weights of a board: the given ones, or without any those that were compiled in.
inline FeatureKnots feature_knots_of(int size, bool fewest_wins, const std::int16_t* given) {
    if (given == nullptr) return feature_weights[fewest_wins ? 1 : 0][size / 2 - 2];
    FeatureKnots knots;
    std::memcpy(&knots, given, sizeof knots);
    return knots;
}

// The evaluation by features.
template <class Board>
class FeatureEvaluation {
  public:
    FeatureEvaluation(const typename Board::Layout& layout, bool fewest_wins,
                      const std::int16_t* weights)
        : FeatureEvaluation(layout, feature_knots_of(layout.size, fewest_wins, weights)) {}

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

// Written out for each pattern, so that the place of its weights is part of the instruction.
template <std::size_t... lanes>
OUTFLANK_INLINE int pattern_sum(const std::int16_t* weights, const PatternNumbers& numbers,
                                std::index_sequence<lanes...>) {
    return (0 + ... + weights[patterns.centre[patterns.shape[lanes]] + numbers.number[lanes]]);
}

// The scores of the mover's share of the discs and of both sides' frontiers.
template <class Board>
OUTFLANK_INLINE int weighed_discs(const PatternWeights& weights, const Board& board,
                                  const typename Board::Mask& empty, int stage) {
    const typename Board::Mask beside_empty = with_neighbours(empty);
    const int own = count(board.mover);
    const int discs = max_of(own + count(board.opponent), 1);
    const int share = ((pattern_shares - 1) * own + discs / 2) / discs;
    const std::int16_t* frontier = weights.frontier + stage * 2 * pattern_frontiers;
    return weights.share[stage * pattern_shares + share] +
           frontier[min_of(count(board.mover & beside_empty), pattern_frontiers - 1)] +
           frontier[pattern_frontiers +
                    min_of(count(board.opponent & beside_empty), pattern_frontiers - 1)];
}

// The score by pattern weights, in units, not yet clamped. `moves` are the mover's.
template <class Board>
OUTFLANK_INLINE int weighed_patterns(const PatternWeights& weights, const std::int16_t* numbers,
                                     const Board& board, const typename Board::Mask& playable,
                                     const typename Board::Mask& moves) {
    const typename Board::Mask empty = board.empties(playable);
    const int empties = count(empty);
    const int own = min_of(count(moves), pattern_mobilities - 1);
    const int theirs = min_of(count(board.passed().legal_moves(playable)), pattern_mobilities - 1);
    const int stage = weights.stage[empties];
    const std::int16_t* at_stage = weights.weights + stage * weights.stage_size;
    int sum = weights.constant[empties] +
              weights.mobility[(stage * pattern_mobilities + own) * pattern_mobilities + theirs];
    for (int lane = 0; lane < weights.lanes; ++lane) {
        sum += at_stage[weights.centre[lane] + numbers[lane]];
    }
    return weights.share == nullptr ? sum : sum + weighed_discs(weights, board, empty, stage);
}

// Dot products are for the kernel of ARM alone: a class of the portable code must be the same in
// every file of a program.
#if defined(OUTFLANK_HAS_DOT_PRODUCTS) && defined(OUTFLANK_NEON)
#define OUTFLANK_DOT_PRODUCTS
#endif

// Browsers are not sent a network, so the engine for them is compiled without: it is smaller.
#ifdef OUTFLANK_WITHOUT_NETWORK
constexpr bool has_networks = false;
#else
constexpr bool has_networks = true;
#endif

// What the values of a board come from; only classic 8x8 has a network, or weights of its own.
enum class EvaluationKind { network, weights, pattern_weights, features };

// The evaluation of large boards: learned where there are pattern weights, else by features.
template <class Board>
class Evaluation {
  public:
    using State = LargePatternNumbers;

    Evaluation(const typename Board::Layout& layout, bool fewest_wins, const Weights*,
               const Network*, const PatternWeights* pattern_weights = nullptr,
               const std::int16_t* feature_weights = nullptr)
        : features_(layout, fewest_wins, feature_weights),
          playable_(layout.playable),
          squares_(layout.size * layout.size),
          pattern_weights_(pattern_weights) {}

    OUTFLANK_INLINE State begin(const Board& board) const {
        return pattern_weights_ != nullptr ? large_pattern_numbers(board, *pattern_weights_)
                                           : State{};
    }
    OUTFLANK_INLINE State placed(const State& state, int square,
                                 const typename Board::Mask& flipped) const {
        State after;  // features are cheaper to read anew than to keep
        if (pattern_weights_ != nullptr) {
            after_placing(state, square, flipped, *pattern_weights_, after);
        }
        return after;
    }
    OUTFLANK_INLINE State passed(const State& state) const {
        State after;
        if (pattern_weights_ != nullptr) after_passing(state, *pattern_weights_, after);
        return after;
    }
    OUTFLANK_INLINE int value(const Board& board, const State& state) const {
        if (pattern_weights_ == nullptr) return features_.value(board);
        const int sum = weighed_patterns(*pattern_weights_, state.number, board, playable_,
                                         board.legal_moves(playable_));
        return clamped(sum, squares_);
    }
    OUTFLANK_INLINE EvaluationKind kind() const {
        return pattern_weights_ != nullptr ? EvaluationKind::pattern_weights
                                           : EvaluationKind::features;
    }

  private:
    FeatureEvaluation<Board> features_;
    typename Board::Mask playable_;
    int squares_;
    const PatternWeights* pattern_weights_;
};

// The evaluation of boards up to 8x8: learned where there are weights, else by features.
template <>
class Evaluation<Board64> {
  public:
    using State = PatternNumbers;

    Evaluation(const Layout64& layout, bool fewest_wins, const Weights* weights,
               const Network* network, const PatternWeights* pattern_weights = nullptr,
               const std::int16_t* feature_weights = nullptr)
        : features_(layout, fewest_wins, feature_weights),
          playable_(layout.playable),
          squares_(layout.size * layout.size),
          weights_(layout.size == 8 && !fewest_wins ? weights : nullptr),
          network_(has_networks && layout.size == 8 && !fewest_wins ? network : nullptr),
          pattern_weights_(is_learned() ? nullptr : pattern_weights) {}

    OUTFLANK_INLINE State begin(const Board64& board) const {
        return pattern_numbers(
            board, pattern_weights_ != nullptr ? pattern_weights_->steps : patterns.step);
    }
    OUTFLANK_INLINE State placed(const State& state, int square, std::uint64_t flipped) const {
        if (is_learned()) return after_placing(state, square, flipped, patterns.step);
        if (pattern_weights_ == nullptr) return state;
        return after_placing(state, square, flipped, pattern_weights_->steps);
    }
    OUTFLANK_INLINE State passed(const State& state) const { return after_passing(state); }

    OUTFLANK_INLINE int value(const Board64& board, const State& state) const {
        const int empties = 64 - count(board.mover | board.opponent);
        if (has_networks && network_ != nullptr) {
            constexpr std::uint64_t all = ~std::uint64_t{0};
            const NetworkContext context{min_of(empties, most_empties),
                                         count(board.legal_moves(all)),
                                         count(board.passed().legal_moves(all))};
            return clamped(value_of_network(*network_, state.number, context), 64);
        }
        if (weights_ != nullptr) return weighed(state, empties);
        if (pattern_weights_ == nullptr) return features_.value(board);
        const int sum = weighed_patterns(*pattern_weights_, state.number, board, playable_,
                                         board.legal_moves(playable_));
        return clamped(sum, squares_);
    }

    // Whether this is classic 8x8 with the network or weights that only it has.
    OUTFLANK_INLINE bool is_learned() const {
        return weights_ != nullptr || (has_networks && network_ != nullptr);
    }

    OUTFLANK_INLINE EvaluationKind kind() const {
        if (has_networks && network_ != nullptr) return EvaluationKind::network;
        if (weights_ != nullptr) return EvaluationKind::weights;
        return pattern_weights_ != nullptr ? EvaluationKind::pattern_weights
                                           : EvaluationKind::features;
    }

  private:
    OUTFLANK_INLINE int value_of_network(const Network& network, const std::int16_t* numbers,
                                         const NetworkContext& context) const {
#ifdef OUTFLANK_DOT_PRODUCTS
        if (by_dot_products_ != nullptr) return by_dot_products_(network, numbers, context);
#endif
        return network_value(network, numbers, context);
    }

    OUTFLANK_INLINE int weighed(const State& state, int empties) const {
        const int sum = pattern_sum(weights_->pattern[stage_of(empties)], state,
                                    std::make_index_sequence<patterns.count>());
        return clamped(sum + weights_->constant[empties], 64);
    }

    FeatureEvaluation<Board64> features_;
    std::uint64_t playable_;
    int squares_;
    const Weights* weights_;
    const Network* network_;
    const PatternWeights* pattern_weights_;
#ifdef OUTFLANK_DOT_PRODUCTS
    NetworkValue by_dot_products_ = network_value_by_dot_products();
#endif
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

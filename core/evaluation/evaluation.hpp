// The static evaluation of a position.
//
// Classic 8x8 has a learned network (network.hpp). Some games, including classic 8x8, have learned
// pattern weights (pattern_weights.hpp), which are a smaller file. All others use features that
// exist on any board (features.hpp). Only integers are used, so that every processor gets the same
// values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "evaluation/evaluation_sources.hpp"
#include "evaluation/feature_weights.hpp"
#include "evaluation/features.hpp"
#include "evaluation/network.hpp"
#include "evaluation/pattern_numbers.hpp"
#include "evaluation/pattern_weights.hpp"
#include "evaluation/patterns.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Scores are integers in units of 1/32 disc, for the side to move.
constexpr int units_per_disc = 32;

// Keeps an evaluation below a win of all squares, which only a search to the end can find.
OUTFLANK_INLINE int clamped(int value, int squares) {
    const int most = (squares - 1) * units_per_disc;
    return value > most ? most : value < -most ? -most : value;
}

// Returns the given weights of a board, or those compiled in if there are none.
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

// Returns the score of the mover's share of the discs and of both sides' frontiers.
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

// Returns the score of the legal moves of both sides.
template <class Board>
OUTFLANK_INLINE int weighed_mobility(const PatternWeights& weights, const Board& board,
                                     const typename Board::Mask& playable,
                                     const typename Board::Mask& moves, int stage) {
    const int own = min_of(count(moves), pattern_mobilities - 1);
    const int theirs = min_of(count(board.passed().legal_moves(playable)), pattern_mobilities - 1);
    return weights.mobility[(stage * pattern_mobilities + own) * pattern_mobilities + theirs];
}

// Unrolled over the network's patterns, so that the offset of each pattern's weights is part of the
// instruction. This takes a quarter less time than a loop over arbitrary patterns.
template <std::size_t... lanes>
OUTFLANK_INLINE int network_pattern_sum(const std::int16_t* weights, const std::int16_t* numbers,
                                        std::index_sequence<lanes...>) {
    return (0 + ... + weights[patterns.centre[patterns.shape[lanes]] + numbers[lanes]]);
}

OUTFLANK_INLINE int pattern_sum(const PatternWeights& weights, int stage,
                                const std::int16_t* numbers) {
    const std::int16_t* at_stage = weights.weights + stage * weights.stage_size;
    if (weights.has_network_patterns) {
        return network_pattern_sum(at_stage, numbers, std::make_index_sequence<patterns.count>());
    }
    int sum = 0;
    for (int lane = 0; lane < weights.lanes; ++lane) {
        sum += at_stage[weights.centre[lane] + numbers[lane]];
    }
    return sum;
}

// Returns the score by pattern weights, in units and not yet clamped. `moves` are the mover's legal
// moves, used only if legal moves count.
template <class Board>
OUTFLANK_INLINE int weighed_patterns(const PatternWeights& weights, const std::int16_t* numbers,
                                     const Board& board, const typename Board::Mask& playable,
                                     const typename Board::Mask& moves) {
    const typename Board::Mask empty = board.empties(playable);
    const int empties = count(empty);
    const int stage = weights.stage[empties];
    int sum = weights.constant[empties] + pattern_sum(weights, stage, numbers);
    if (weights.mobility != nullptr) {
        sum += weighed_mobility(weights, board, playable, moves, stage);
    }
    return weights.share == nullptr ? sum : sum + weighed_discs(weights, board, empty, stage);
}

// Only the ARM kernel uses dot products: a class of the portable code must be the same in every
// file of a program.
#if defined(OUTFLANK_HAS_DOT_PRODUCTS) && defined(OUTFLANK_NEON)
#define OUTFLANK_DOT_PRODUCTS
#endif

// Browsers do not receive a network, so their engine is compiled without one and is smaller.
#ifdef OUTFLANK_WITHOUT_NETWORK
constexpr bool has_networks = false;
#else
constexpr bool has_networks = true;
#endif

// The evaluation of a game: by its network, by pattern weights or by features.
template <class Board>
class Evaluation {
    static constexpr bool is_small = std::is_same_v<Board, Board64>;
    static constexpr bool can_have_network = is_small && has_networks;

  public:
    using Mask = typename Board::Mask;

    // The numbers of the patterns, updated from move to move. Features are cheaper to recompute
    // than to update.
    using State = std::conditional_t<is_small, PatternNumbers, LargePatternNumbers>;

    Evaluation(const typename Board::Layout& layout, bool fewest_wins,
               const EvaluationSources& sources)
        : features_(layout, fewest_wins, sources.features),
          playable_(layout.playable),
          squares_(layout.size * layout.size),
          network_(can_have_network && layout.size == 8 && !fewest_wins ? sources.network
                                                                        : nullptr),
          patterns_(network_ != nullptr ? nullptr : sources.patterns) {}

    OUTFLANK_INLINE EvaluationKind kind() const {
        if (has_network()) return EvaluationKind::network;
        return patterns_ != nullptr ? EvaluationKind::patterns : EvaluationKind::features;
    }

    OUTFLANK_INLINE State begin(const Board& board) const {
        if constexpr (is_small) {
            return pattern_numbers(board, patterns_ != nullptr ? patterns_->steps : patterns.step);
        } else {
            return patterns_ != nullptr ? large_pattern_numbers(board, *patterns_) : State{};
        }
    }

    OUTFLANK_INLINE State placed(const State& state, int square, const Mask& flipped) const {
        if constexpr (is_small) {
            if (has_network()) return after_placing(state, square, flipped, patterns.step);
            if (patterns_ == nullptr) return state;
            return after_placing(state, square, flipped, patterns_->steps);
        } else {
            if (patterns_ == nullptr) return State{};
            State after;
            after_placing(state, square, flipped, *patterns_, after);
            return after;
        }
    }

    OUTFLANK_INLINE State passed(const State& state) const {
        if constexpr (is_small) {
            return after_passing(state);
        } else {
            if (patterns_ == nullptr) return State{};
            State after;
            after_passing(state, *patterns_, after);
            return after;
        }
    }

    OUTFLANK_INLINE int value(const Board& board, const State& state) const {
        if constexpr (can_have_network) {
            if (network_ != nullptr) return value_of_network(board, state);
        }
        if (patterns_ == nullptr) return features_.value(board);
        const bool counts_moves = patterns_->mobility != nullptr;
        const Mask moves = counts_moves ? board.legal_moves(playable_) : Mask{};
        return clamped(weighed_patterns(*patterns_, state.number, board, playable_, moves),
                       squares_);
    }

  private:
    OUTFLANK_INLINE bool has_network() const { return can_have_network && network_ != nullptr; }

    OUTFLANK_INLINE int value_of_network(const Board& board, const State& state) const {
        constexpr std::uint64_t all = ~std::uint64_t{0};
        const NetworkContext context{min_of(count(board.empties(all)), most_empties),
                                     count(board.legal_moves(all)),
                                     count(board.passed().legal_moves(all))};
#ifdef OUTFLANK_DOT_PRODUCTS
        if (by_dot_products_ != nullptr) {
            return clamped(by_dot_products_(*network_, state.number, context), 64);
        }
#endif
        return clamped(network_value(*network_, state.number, context), 64);
    }

    FeatureEvaluation<Board> features_;
    Mask playable_;
    int squares_;
    const Network* network_;
    const PatternWeights* patterns_;
#ifdef OUTFLANK_DOT_PRODUCTS
    NetworkValue by_dot_products_ = network_value_by_dot_products();
#endif
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

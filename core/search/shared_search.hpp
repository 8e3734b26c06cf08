// The data that all threads of one search share.
#pragma once

#include <cstdint>

#include "evaluation/evaluation.hpp"
#include "search/probcut.hpp"
#include "search/search_context.hpp"
#include "search/transposition_table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Above every score. Scores are in units of 1/units_per_disc disc, for the mover.
constexpr int infinity = 32000;

// Rounds down, so that a score above alpha is also above this number of discs.
OUTFLANK_INLINE int whole_discs(int alpha) {
    return alpha >= 0 ? alpha / units_per_disc : -((-alpha + units_per_disc - 1) / units_per_disc);
}

// How far a probe or the evaluation must lie above or below alpha to replace a search.
struct Margin {
    std::int16_t above;
    std::int16_t below;
};

// A product computed by itself. Where a number is added to one product and taken from another, GCC
// 12 fuses product and sum on processors that can, even with -ffp-contract=off, and rounds
// differently.
OUTFLANK_NOINLINE inline double product(double one, double other) {
    return one * other;
}

// Returns the margins for a number of standard deviations on each side of a mean.
inline Margin margin_of(const ProbeError& error, double deviations) {
    // A cut above alpha errs if the deep search lies far below its probe.
    const double below = product(deviations, error.below);
    const double above = product(deviations, error.above);
    return {static_cast<std::int16_t>((below - error.mean) * units_per_disc + 0.5),
            static_cast<std::int16_t>((above + error.mean) * units_per_disc + 0.5)};
}

// The board's layout, the evaluation, the table and the margins of the current selectivity.
template <class Board>
struct SharedSearch {
    using Mask = typename Board::Mask;

    SharedSearch(const SearchRequest& request, SearchContext& search_context)
        : context(search_context),
          layout(request.position.size),
          evaluation(layout, request.fewest_wins, search_context.evaluation),
          table(search_context.table),
          squares(layout.size * layout.size),
          sign(request.fewest_wins ? -1 : 1),
          trusts_evaluation(evaluation.kind() != EvaluationKind::features && squares == 64),
          min_probcut_depth(trusts_evaluation ? min_learned_probcut_depth
                                              : min_feature_probcut_depth),
          probe_slack(trusts_evaluation ? static_cast<int>(learned_probe_slack * units_per_disc)
                                        : max_score()) {
        const int last = layout.size - 1;
        for (const int corner : {0, last, last * layout.size, last * layout.size + last}) {
            const int square = layout.embed(corner);
            corners = corners | Board::bit(square);
            beside_corners = beside_corners | (Board::around(square) & layout.playable);
        }
    }

    bool is_classic_8x8() const { return squares == 64 && sign > 0; }

    // Sets the confidence that ProbCut requires, by index of the selectivity.
    void set_selectivity(int index) {
        selectivity = index;
        has_static_cuts = index != no_selectivity && trusts_evaluation;
        if (index == no_selectivity) return;
        const double deviations = selectivity_deviations[index];
        for (int empties = 0; empties <= squares; ++empties) {
            for (int depth = 0; depth <= max_probcut_depth; ++depth) {
                margins[empties][depth] = margin_of(probe_error(empties, depth), deviations);
            }
            if (!has_static_cuts) continue;
            const double share = 1.0 - static_cast<double>(empties) / squares;
            for (int depth = 1; depth <= max_static_depth; ++depth) {
                const StaticError& error = static_errors().after[depth - 1];
                const double sigma = error.deviation(share);
                static_margins[empties][depth] = margin_of({error.mean, sigma, sigma}, deviations);
            }
        }
    }

    int final_score(const Board& board) const {
        const int own = count(board.mover);
        const int other = count(board.opponent);
        const int discs = own > other ? squares - 2 * other : own < other ? 2 * own - squares : 0;
        return sign * discs * units_per_disc;
    }

    // Visits the moves in a fixed order, for places where a better order costs more than it saves:
    // corners first, squares next to corners last. `visit` returns whether to continue.
    template <class Visit>
    OUTFLANK_INLINE void visit_by_region(const Board& board, const Mask& legal, Visit visit) const {
        const Mask regions[] = {legal & corners, legal & ~(corners | beside_corners),
                                legal & beside_corners};
        for (Mask region : regions) {
            for (; !is_empty(region); region = without_first(region)) {
                const int square = first(region);
                if (!visit(square, board.flips(square))) return;
            }
        }
    }

    // Returns how far a search of this depth lies from its probe.
    ProbeError probe_error(int empties, int depth) const {
        if (evaluation.kind() == EvaluationKind::features) {
            return probcut().features.error(squares, empties, depth);
        }
        if (is_classic_8x8()) return probcut().own.error(empties, depth);
        return probcut().pattern_weights.error(squares, empties, depth);
    }

    // Returns how far a ply or two lie from the evaluation on boards of 64 squares, classic 8x8 or
    // Anti.
    const StaticErrors& static_errors() const {
        if (!is_classic_8x8()) return anti_static_errors;
        return evaluation.kind() == EvaluationKind::network ? probcut().own.plies
                                                            : pattern_static_errors;
    }

    const ProbCut& probcut() const {
        static constexpr ProbCut fallback;
        return context.probcut != nullptr ? *context.probcut : fallback;
    }

    int max_score() const { return squares * units_per_disc; }

    SearchContext& context;
    typename Board::Layout layout;
    Evaluation<Board> evaluation;
    TranspositionTable table;
    int squares;
    int sign;
    bool trusts_evaluation;  // learned and 64 squares: elsewhere this did not pay off
    int min_probcut_depth;
    int probe_slack;  // largest distance of the evaluation inside the margin for a probe
    bool has_static_cuts = false;  // whether the evaluation may replace a search of a ply or two
    int selectivity = no_selectivity;
    Mask corners{};
    Mask beside_corners{};
    Margin margins[max_squares + 1][max_probcut_depth + 1] = {};
    Margin static_margins[max_squares + 1][max_static_depth + 1] = {};
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The last plies before the horizon in the middle game, where most of the time is spent. They are
// searched with a null window and without the table.
#pragma once

#include "search/move_list.hpp"
#include "search/shared_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
class LastPlies {
    using Mask = typename Board::Mask;
    using State = typename Evaluation<Board>::State;

  public:
    static constexpr int most = max_static_depth;

    LastPlies(const SharedSearch<Board>& shared, NodeCounter& counter, MoveStack<Board>& stack)
        : shared_(shared), counter_(counter), stack_(stack) {}

    // Returns a bound that shows whether the score is above alpha. There are more empty squares
    // than `depth`. The caller has already counted this node.
    int search(const Board& board, const State& state, int alpha, int depth, int empties,
               int value = unknown_value) {
        // Step 1. ProbCut, with the evaluation itself as the probe.
        if (shared_.has_static_cuts) {
            const Margin& margin = shared_.static_margins[empties][depth];
            if (value == unknown_value) value = shared_.evaluation.value(board, state);
            if (value > alpha + margin.above) return alpha + 1;
            if (value < alpha - margin.below) return alpha;
        }

        // Step 2. A pass, or the end of the game.
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable))) {
                return shared_.final_score(board);
            }
            counter_.count_node();
            return -search(passed, shared_.evaluation.passed(state), -alpha - 1, depth, empties);
        }

        // Step 3. The moves.
        if (depth == 1) return search_last(board, state, alpha, legal);
        if (shared_.has_static_cuts) {
            return search_by_value(board, state, alpha, depth, empties, legal);
        }
        return best_of(board, state, alpha, legal, [&](const Board& next, const State& after) {
            return -search(next, after, -alpha - 1, depth - 1, empties - 1);
        });
    }

  private:
    int search_last(const Board& board, const State& state, int alpha, const Mask& legal) {
        return best_of(board, state, alpha, legal, [&](const Board& next, const State& after) {
            return -shared_.evaluation.value(next, after);
        });
    }

    // Returns the best score of the moves, or the first one above alpha.
    template <class Score>
    OUTFLANK_INLINE int best_of(const Board& board, const State& state, int alpha,
                                const Mask& legal, Score score_of) {
        int best = -infinity;
        shared_.visit_by_region(board, legal, [&](int square, const Mask& flipped) {
            const State after = shared_.evaluation.placed(state, square, flipped);
            counter_.count_node();
            const int score = score_of(board.played(square, flipped), after);
            if (score > best) best = score;
            return best <= alpha;
        });
        return best;
    }

    // Tries first what the evaluation alone decides, then the other moves, the most promising
    // first.
    int search_by_value(const Board& board, const State& state, int alpha, int depth, int empties,
                        const Mask& legal) {
        MoveList<Board> moves(stack_);
        const int reply_alpha = -alpha - 1;
        const Margin& margin = shared_.static_margins[empties - 1][depth - 1];
        int best = -infinity;
        shared_.visit_by_region(board, legal, [&](int square, const Mask& flipped) {
            const State after = shared_.evaluation.placed(state, square, flipped);
            counter_.count_node();
            const int value = shared_.evaluation.value(board.played(square, flipped), after);
            if (value < reply_alpha - margin.below) {
                best = alpha + 1;
                return false;
            }
            if (value > reply_alpha + margin.above) {
                best = alpha;
            } else {
                moves.add() = {flipped, square, -value, value};
            }
            return true;
        });
        if (best > alpha) return best;
        for (int i = 0; i < moves.size(); ++i) {
            moves.bring_best(i);
            const Move<Board>& move = moves[i];
            const Board next = board.played(move.square, move.flipped);
            const State after = shared_.evaluation.placed(state, move.square, move.flipped);
            const int score = -search(next, after, reply_alpha, depth - 1, empties - 1, move.value);
            if (score > best) {
                best = score;
                if (best > alpha) return best;
            }
        }
        return best;
    }

    const SharedSearch<Board>& shared_;
    NodeCounter& counter_;
    MoveStack<Board>& stack_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

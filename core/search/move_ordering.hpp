// Move ordering: the better it is, the sooner a null window is cut off.
#pragma once

#include "search/move_list.hpp"
#include "search/shared_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Principal nodes are searched with an open window, since their value is needed. At all others a
// null window only asks whether the score is above alpha.
enum class NodeType { principal, null_window };

// Scores moves: the table's moves first, the others by a search of a few plies and by the number of
// replies they leave.
template <class Board>
class MoveOrdering {
    using Mask = typename Board::Mask;
    using State = typename Evaluation<Board>::State;

  public:
    MoveOrdering(const SharedSearch<Board>& shared, NodeCounter& counter)
        : shared_(shared), counter_(counter) {}

    // Scores the moves from an index onwards.
    void score_moves(const Board& board, const State& state, MoveList<Board>& moves, int depth,
                     int empties, const TableEntry& entry, NodeType type, int begin = 0) {
        const int plies = ordering_depth(depth, empties, type);
        const int mobility_weight =
            depth == empties ? solve_mobility_weight : middle_game_mobility_weight;
        for (int i = begin; i < moves.size(); ++i) {
            Move<Board>& move = moves[i];
            if (plies > 0 && counter_.is_aborted()) return;  // shallow searches take a while
            if (move.square == entry.move) {
                move.score = table_move_score;
            } else if (move.square == entry.second) {
                move.score = second_move_score;
            } else {
                move.score = ordering_score(board, state, move, plies, empties, mobility_weight);
            }
        }
    }

  private:
    // Higher than any score of a search.
    static constexpr int table_move_score = 1 << 24;
    static constexpr int second_move_score = 1 << 23;

    // The weight of each reply of the opponent, in score units. In a solve, mobility matters more.
    static constexpr int solve_mobility_weight = 128;
    static constexpr int middle_game_mobility_weight = 64;

    // One ply of shallow search per this many plies of depth beyond the first depth with any.
    static constexpr int plies_per_ordering_ply = 3;
    static constexpr int solve_ordering_from = 15;
    static constexpr int max_solve_ordering_depth = 5;
    static constexpr int middle_game_ordering_from = 10;
    static constexpr int max_middle_game_ordering_depth = 4;
    static constexpr int principal_ordering_from = 6;

    // Returns the depth of the search that orders the moves.
    static int ordering_depth(int depth, int empties, NodeType type) {
        const bool is_solve = depth == empties;
        const int from = is_solve ? solve_ordering_from : middle_game_ordering_from;
        const int most = is_solve ? max_solve_ordering_depth : max_middle_game_ordering_depth;
        int plies = (depth - from) / plies_per_ordering_ply;
        if (plies > most) plies = most;
        if (plies < 0) plies = 0;
        if (type == NodeType::principal && depth > principal_ordering_from) plies += 1;
        return plies;
    }

    int ordering_score(const Board& board, const State& state, Move<Board>& move, int plies,
                       int empties, int mobility_weight) {
        const Board next = board.played(move.square, move.flipped);
        const Mask replies = next.legal_moves(shared_.layout.playable);
        const int mobility = count(replies) + count(replies & shared_.corners);
        const State after = shared_.evaluation.placed(state, move.square, move.flipped);
        counter_.count_node();
        int value;
        if (plies == 0) {
            value = move.value = shared_.evaluation.value(next, after);
        } else {
            value = shallow_search(next, after, -shared_.max_score(), shared_.max_score(), plies,
                                   empties - 1);
        }
        return -mobility * mobility_weight - value;
    }

    // Plain alpha-beta over very few plies, without table and ProbCut.
    int shallow_search(const Board& board, const State& state, int alpha, int beta, int depth,
                       int empties) {
        if (depth <= 0 || empties == 0) return shared_.evaluation.value(board, state);
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable))) {
                return shared_.final_score(board);
            }
            counter_.count_node();
            return -shallow_search(passed, shared_.evaluation.passed(state), -beta, -alpha, depth,
                                   empties);
        }
        int best = -infinity;
        shared_.visit_by_region(board, legal, [&](int square, const Mask& flipped) {
            const Board next = board.played(square, flipped);
            counter_.count_node();
            const int score =
                -shallow_search(next, shared_.evaluation.placed(state, square, flipped), -beta,
                                -(best > alpha ? best : alpha), depth - 1, empties - 1);
            if (score > best) best = score;
            return best < beta;
        });
        return best;
    }

    const SharedSearch<Board>& shared_;
    NodeCounter& counter_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// One search thread: principal-variation search with null windows, for the middle game and for the
// upper part of a solve. A depth equal to the number of empty squares means a search to the end.
#pragma once

#include <atomic>
#include <cstdint>

#include "board/symmetry.hpp"
#include "endgame/endgame.hpp"
#include "search/last_plies.hpp"
#include "search/move_ordering.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// From this depth on it pays to look up every child.
constexpr int min_child_cutoff_depth = 4;
// A probe may be cut off by a probe of its own, but no deeper.
constexpr int max_nested_probes = 2;
// Below this depth sharing the moves costs more than helpers save.
constexpr int min_split_depth = 6;

// Searches positions of one game. `cells` is the number of squares if the board has an endgame
// solver of its own (classic 8x8 and 6x6), else 0.
template <class Board, int cells>
class SearchThread {
    using Mask = typename Board::Mask;
    using State = typename Evaluation<Board>::State;

  public:
    // A position whose moves are being searched, by one thread or several.
    struct Node : SplitPoint {
        SearchThread* const* threads;
        const Board* board;
        const State* state;
        int depth;
        int empties;
        int beta;
        int probes;
        MoveList<Board>* moves;
        std::atomic<int> next{0};
        std::atomic<int> alpha{0};
        std::atomic<bool> is_locked{false};
        int best = -infinity;
        int best_square = no_move<Board>;
    };

    // `threads` has all threads of the search; this one has the index `number`.
    SearchThread(SharedSearch<Board>& shared, SearchThread* const* threads, int number)
        : shared_(shared),
          threads_(threads),
          number_(number),
          stack_(shared.squares),
          endgame_(shared.context, shared.table),
          ordering_(shared, endgame_.counter()),
          last_plies_(shared, endgame_.counter(), stack_) {}

    MoveStack<Board>& stack() { return stack_; }
    OUTFLANK_INLINE NodeCounter& counter() { return endgame_.counter(); }
    MoveOrdering<Board>& ordering() { return ordering_; }

    // Searches the given moves of a position and stores the best one in the node.
    void search_moves(Node& node, const Board& board, const State& state, int alpha, int beta,
                      int depth, int empties, MoveList<Board>& moves) {
        prepare(node, board, state, alpha, beta, depth, empties, 0, moves);
        if (alpha + 1 >= beta) return search_all<NodeType::null_window>(node);
        search_all<NodeType::principal>(node);
    }

    // Returns the mover's score if it lies between alpha and beta, else a bound. In a null window
    // beta is alpha + 1. `probes` is the number of ProbCut probes that enclose this search, `value`
    // the evaluation of the position if it is known.
    template <NodeType type>
    int search(const Board& board, const State& state, int alpha, int beta, int depth, int empties,
               int probes = 0, int value = unknown_value) {
        constexpr bool is_principal = type == NodeType::principal;
        if constexpr (is_principal) {
            if (alpha + 1 >= beta) {
                return search<NodeType::null_window>(board, state, alpha, beta, depth, empties);
            }
        }

        // Step 1. Few empty squares, searched to the end: solve without evaluation.
        if constexpr (!is_principal && cells != 0) {
            if (depth == empties && empties <= max_endgame_empties) {
                return endgame_.solve(board, whole_discs(alpha), empties) * units_per_disc;
            }
        }

        // Step 2. The horizon, and the last plies before it.
        counter().count_node();
        if (depth <= 0 && empties > 0) return shared_.evaluation.value(board, state);
        if constexpr (!is_principal) {
            if (depth <= LastPlies<Board>::most && depth < empties) {
                return last_plies_.search(board, state, alpha, depth, empties, value);
            }
        }

        // Step 3. Stop if the search was aborted.
        if (counter().is_aborted()) return alpha;
        const Key key = key_of(board);
        shared_.table.prefetch_line(key);

        // Step 4. A pass, or the end of the game.
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable))) {
                return shared_.final_score(board);
            }
            return -search<type>(passed, shared_.evaluation.passed(state), -beta, -alpha, depth,
                                 empties, probes);
        }

        // Step 5. Stability cutoff: the opponent's stable discs alone keep the mover at alpha or
        // below.
        if constexpr (!is_principal && cells != 0) {
            if (depth == empties) {
                const Mask free = board.empties(shared_.layout.playable);
                int bound;
                if (endgame_.stability_cutoff(board, whole_discs(alpha), free, empties, bound)) {
                    return bound * units_per_disc;
                }
            }
        }

        // Step 6. Transposition table: a cutoff, or bounds that this search may narrow.
        TableEntry entry = no_entry<Board>;
        const bool is_found = shared_.table.probe(key, entry);
        int lower = -shared_.max_score();
        int upper = shared_.max_score();
        if (is_found && is_deep_enough(entry, depth)) {
            if (entry.depth == depth && entry.selectivity == shared_.selectivity) {
                lower = entry.lower;
                upper = entry.upper;
            }
            if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        }

        // Step 7. List the moves, but only one of those that mirror each other.
        MoveList<Board> moves(stack_);
        const bool may_be_symmetric = shared_.squares - empties <= max_symmetric_discs;
        moves.add_all(board, may_be_symmetric ? without_symmetric(board, legal) : legal);

        if constexpr (!is_principal) {
            // Step 8. Enhanced transposition cutoff: a move leads to a position that is known to be
            // bad enough for the opponent.
            int bound;
            if (depth >= min_child_cutoff_depth &&
                has_child_cutoff(board, moves, alpha, depth, bound)) {
                return bound;
            }

            // Step 9. ProbCut: a search of half the depth far outside the window replaces this one.
            if (shared_.selectivity < no_selectivity && depth >= shared_.min_probcut_depth &&
                probes < max_nested_probes) {
                if (is_cut_by_probe(board, state, alpha, depth, empties, probes, value, bound)) {
                    return bound;
                }
                if (counter().is_aborted()) return alpha;
            }
        }

        // Step 10. Search the table's move, which usually makes the others and their ordering
        // unnecessary. Then order the others and search them, with idle threads if there are any.
        Node node;
        prepare(node, board, state, alpha, beta, depth, empties, probes, moves);
        const bool has_table_move = moves.bring_square(entry.move);
        if (!has_table_move || search_move<type>(node, 0)) {
            ordering_.score_moves(board, state, moves, depth, empties, entry, type, has_table_move);
            search_all<type>(node, has_table_move);
        }
        if (counter().is_aborted()) return alpha;

        // Step 11. Store the bounds.
        if (node.best > alpha && node.best > lower) lower = node.best;
        if (node.best < beta && node.best < upper) upper = node.best;
        if (lower > upper) {  // selective searches can contradict each other: trust the later
            lower = node.best > alpha ? node.best : -shared_.max_score();
            upper = node.best < beta ? node.best : shared_.max_score();
        }
        store(key, entry, node, lower, upper, is_found && node.best <= alpha);
        return node.best;
    }

  private:
    OUTFLANK_INLINE bool is_deep_enough(const TableEntry& entry, int depth) const {
        return entry.depth >= depth && entry.selectivity >= shared_.selectivity;
    }

    void prepare(Node& node, const Board& board, const State& state, int alpha, int beta, int depth,
                 int empties, int probes, MoveList<Board>& moves) const {
        node.threads = threads_;
        node.board = &board;
        node.state = &state;
        node.depth = depth;
        node.empties = empties;
        node.beta = beta;
        node.probes = probes;
        node.moves = &moves;
        node.alpha.store(alpha, std::memory_order_relaxed);
    }

    void store(const Key& key, const TableEntry& old, const Node& node, int lower, int upper,
               bool failed_low) const {
        std::uint8_t move = static_cast<std::uint8_t>(node.best_square);
        std::uint8_t second = old.move;
        if (failed_low && old.move != no_move<Board>) {
            // If every move fails low, the choice of the best is almost random, so keep the entry's
            // moves.
            move = old.move;
            second = old.second;
        }
        if (second == move) second = old.second;
        shared_.table.store(key,
                            {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper),
                             static_cast<std::uint8_t>(node.depth),
                             static_cast<std::uint8_t>(shared_.selectivity), move, second});
    }

    bool has_child_cutoff(const Board& board, const MoveList<Board>& moves, int alpha, int depth,
                          int& bound) const {
        for (int i = 0; i < moves.size(); ++i) {
            shared_.table.prefetch_line(key_of(board.played(moves[i].square, moves[i].flipped)));
        }
        for (int i = 0; i < moves.size(); ++i) {
            const Board next = board.played(moves[i].square, moves[i].flipped);
            TableEntry entry;
            if (!shared_.table.probe(key_of(next), entry)) continue;
            if (is_deep_enough(entry, depth - 1) && -entry.upper > alpha) {
                bound = -entry.upper;
                return true;
            }
        }
        return false;
    }

    bool is_cut_by_probe(const Board& board, const State& state, int alpha, int depth, int empties,
                         int probes, int value, int& bound) {
        const Margin& margins =
            shared_.margins[empties][depth > max_probcut_depth ? max_probcut_depth : depth];
        const int probe = probe_depth(depth);
        if (value == unknown_value) value = shared_.evaluation.value(board, state);
        const bool is_likely_high = value > alpha;
        const int distance = is_likely_high ? value - alpha : alpha - value;
        const int margin = is_likely_high ? margins.above : margins.below;
        if (distance < margin - shared_.probe_slack) return false;
        const int window = is_likely_high ? alpha + margin : alpha - margin - 1;
        if (window >= shared_.max_score() || window < -shared_.max_score()) return false;
        bound = is_likely_high ? alpha + 1 : alpha;
        const int found = search<NodeType::null_window>(board, state, window, window + 1, probe,
                                                        empties, probes + 1, value);
        return (found > window) == is_likely_high && !counter().is_aborted();
    }

    // The first move of a principal node gets the open window. The others must first prove with a
    // null window that they are better.
    template <NodeType type>
    int search_child(const Node& node, const Move<Board>& move, int alpha, bool is_first) {
        const Board next = node.board->played(move.square, move.flipped);
        const State after = shared_.evaluation.placed(*node.state, move.square, move.flipped);
        const int depth = node.depth - 1;
        const int empties = node.empties - 1;
        if constexpr (type == NodeType::principal) {
            if (is_first) return -search<type>(next, after, -node.beta, -alpha, depth, empties);
        }
        const int score = -search<NodeType::null_window>(next, after, -alpha - 1, -alpha, depth,
                                                         empties, node.probes, move.value);
        if constexpr (type == NodeType::principal) {
            if (score > alpha && score < node.beta && !counter().is_aborted()) {
                return -search<type>(next, after, -node.beta, -alpha, depth, empties);
            }
        }
        return score;
    }

    // Searches one of the moves. Returns false if that ends the search of the node.
    template <NodeType type>
    bool search_move(Node& node, int index) {
        const Move<Board>& move = (*node.moves)[index];
        const int alpha = node.alpha.load(std::memory_order_relaxed);
        const int score = search_child<type>(node, move, alpha, index == 0);
        if (counter().is_aborted()) return false;
        if (score <= node.best) return true;
        node.best = score;
        node.best_square = move.square;
        if (score > alpha) node.alpha.store(score, std::memory_order_relaxed);
        return score < node.beta;
    }

    template <NodeType type>
    void search_all(Node& node, int begin = 0) {
        const bool is_solve = node.depth == node.empties && cells != 0;
        const bool may_split =
            shared_.context.pool != nullptr &&
            (is_solve ? node.depth > max_endgame_empties : node.depth >= min_split_depth);
        MoveList<Board>& moves = *node.moves;
        for (int i = begin; i < moves.size(); ++i) {
            moves.bring_best(i);
            if (may_split && i > 0 && i + 1 < moves.size() && shared_.context.pool->has_idle() &&
                split<type>(node, i)) {
                return;
            }
            if (!search_move<type>(node, i)) return;
        }
    }

    // Shares the moves from an index onwards with idle threads, by the young brothers wait concept:
    // the first move has already been searched.
    template <NodeType type>
    bool split(Node& node, int index) {
        for (int i = index + 1; i < node.moves->size(); ++i) {
            node.moves->bring_best(i);
        }
        node.parent = counter().split_point;
        node.next.store(index, std::memory_order_relaxed);
        node.help = [](SplitPoint& point, int number) {
            Node& shared_node = static_cast<Node&>(point);
            SearchThread& thread = *shared_node.threads[number];
            SplitPoint* outer = thread.counter().split_point;
            thread.counter().split_point = &shared_node;
            thread.template search_shared_moves<type>(shared_node);
            thread.counter().split_point = outer;
            thread.counter().publish();
        };
        ThreadPool& pool = *shared_.context.pool;
        if (pool.assign_helpers(node, node.moves->size() - index - 1) == 0) return false;
        counter().split_point = &node;
        search_shared_moves<type>(node);
        pool.wait_for_helpers(node, number_);
        counter().split_point = node.parent;
        return true;
    }

    template <NodeType type>
    void search_shared_moves(Node& node) {
        while (!counter().is_aborted()) {
            const int i = node.next.fetch_add(1, std::memory_order_relaxed);
            if (i >= node.moves->size()) return;
            const Move<Board>& move = (*node.moves)[i];
            const int alpha = node.alpha.load(std::memory_order_relaxed);
            const int score = search_child<type>(node, move, alpha, false);
            if (counter().is_aborted()) return;
            while (node.is_locked.exchange(true, std::memory_order_acquire)) {
            }
            if (score > node.best) {
                node.best = score;
                node.best_square = move.square;
                if (score > node.alpha.load(std::memory_order_relaxed)) {
                    node.alpha.store(score, std::memory_order_relaxed);
                }
                if (score >= node.beta) node.is_cut.store(true, std::memory_order_relaxed);
            }
            node.is_locked.store(false, std::memory_order_release);
        }
    }

    SharedSearch<Board>& shared_;
    SearchThread* const* threads_;
    int number_;
    MoveStack<Board> stack_;
    Endgame<cells> endgame_;
    MoveOrdering<Board> ordering_;
    LastPlies<Board> last_plies_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

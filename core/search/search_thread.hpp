// One searching thread: principal-variation search with null windows, for the middle game and for
// the upper part of a solve.
//
// Scores are in units (units_per_disc to a disc) from the mover's side. A depth equal to the number
// of empty squares means a search to the end.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "board/symmetry.hpp"
#include "endgame/endgame.hpp"
#include "search/move_list.hpp"
#include "search/shared_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The base of a thread: classic games on 8x8 and 6x6 have their own endgame, all else has none.
template <class Board, int cells>
struct BaseOf {
    using Type = Endgame<cells>;
};
template <class Board>
struct BaseOf<Board, 0> {
    using Type = NodeCounter;
};

constexpr int infinity = 32000;

template <class Board, int cells>
class SearchThread : public BaseOf<Board, cells>::Type {
    using Base = typename BaseOf<Board, cells>::Type;
    using Mask = typename Board::Mask;
    using State = typename Evaluation<Board>::State;

  public:
    // A position whose moves are being gone through, by one thread or by several.
    struct Node : SplitPoint {
        SharedSearch<Board, cells>* shared;
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

    SearchThread(SharedSearch<Board, cells>& shared, int number)
        : Base(make_base(shared)), shared_(shared), number_(number), stack_(shared.squares) {}

    MoveStack<Board>& stack() { return stack_; }

    // The mover's result between alpha and beta, or a bound where it lies outside.
    int search(const Board& board, const State& state, int alpha, int beta, int depth,
               int empties) {
        if (alpha + 1 >= beta) return test(board, state, alpha, depth, empties, 0);
        this->count_node();
        if (this->is_aborted()) return alpha;
        if (depth <= 0 && empties > 0) return shared_.evaluation.value(board, state);
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable)))
                return shared_.final_value(board);
            return -search(passed, shared_.evaluation.passed(state), -beta, -alpha, depth, empties);
        }
        const Key key = key_of(board);
        TableEntry entry = empty_entry();
        const bool is_found = shared_.table.probe(key, entry);
        int lower = -shared_.max_score();
        int upper = shared_.max_score();
        if (is_found && is_enough(entry, depth)) {
            if (entry.depth == depth && entry.selectivity == shared_.selectivity) {
                lower = entry.lower;
                upper = entry.upper;
            }
            if (entry.lower >= beta) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
            if (entry.lower == entry.upper) return entry.lower;
        }
        MoveList<Board> moves(stack_);
        list_moves(board, may_be_symmetric(empties) ? without_symmetric(board, legal) : legal,
                   moves);
        score_moves(board, state, moves, depth, empties, entry, true);
        Node node;
        prepare(node, board, state, alpha, beta, depth, empties, 0, moves);
        go_through<true>(node);
        if (this->is_aborted()) return alpha;
        keep(key, entry, is_found, node, alpha, beta, lower, upper);
        return node.best;
    }

    // Searches the given moves of a position; the node holds the best one.
    void search_moves(Node& node, const Board& board, const State& state, int alpha, int beta,
                      int depth, int empties, MoveList<Board>& moves) {
        prepare(node, board, state, alpha, beta, depth, empties, 0, moves);
        if (alpha + 1 >= beta) {
            go_through<false>(node);
        } else {
            go_through<true>(node);
        }
    }

    bool was_stopped() { return this->is_aborted(); }
    std::uint64_t nodes() const { return this->nodes_; }

    // Few enough discs that the position may be its own mirror image.
    bool may_be_symmetric(int empties) const { return shared_.squares - empties <= 10; }

    void list_moves(const Board& board, Mask legal, MoveList<Board>& moves) const {
        for (; !is_empty(legal); legal = without_first(legal)) {
            Move<Board>& move = moves.add();
            move.square = first(legal);
            move.flipped = board.flips(move.square);
            move.score = 0;
        }
    }

    void score_moves(const Board& board, const State& state, MoveList<Board>& moves, int depth,
                     int empties, const TableEntry& entry, bool is_principal) {
        const int ordering = ordering_depth(depth, empties, is_principal);
        for (int i = 0; i < moves.count; ++i) {
            Move<Board>& move = moves.list[i];
            if (ordering > 0 && this->is_aborted()) return;  // shallow searches take their time
            if (move.square == entry.move) {
                move.score = 1 << 24;
            } else if (move.square == entry.second) {
                move.score = 1 << 23;
            } else {
                move.score = ordering_score(board, state, move, ordering, empties, depth);
            }
        }
    }

  private:
    static Base make_base(SharedSearch<Board, cells>& shared) {
        if constexpr (cells == 0) {
            return Base(shared.context);
        } else {
            return Base(shared.context, shared.table);
        }
    }

    static TableEntry empty_entry() { return {0, 0, 0, 0, no_move<Board>, no_move<Board>}; }

    OUTFLANK_INLINE bool is_enough(const TableEntry& entry, int depth) const {
        return entry.depth >= depth && entry.selectivity >= shared_.selectivity;
    }

    void prepare(Node& node, const Board& board, const State& state, int alpha, int beta, int depth,
                 int empties, int probes, MoveList<Board>& moves) const {
        node.shared = &shared_;
        node.board = &board;
        node.state = &state;
        node.depth = depth;
        node.empties = empties;
        node.beta = beta;
        node.probes = probes;
        node.moves = &moves;
        node.alpha.store(alpha, std::memory_order_relaxed);
    }

    void keep(const Key& key, const TableEntry& entry, bool is_found, const Node& node, int alpha,
              int beta, int lower, int upper) const {
        if (node.best > alpha && node.best > lower) lower = node.best;
        if (node.best < beta && node.best < upper) upper = node.best;
        if (lower > upper) {  // a selective search contradicted itself: the later result counts
            lower = node.best > alpha ? node.best : -shared_.max_score();
            upper = node.best < beta ? node.best : shared_.max_score();
        }
        std::uint8_t move = static_cast<std::uint8_t>(node.best_square);
        std::uint8_t second = entry.move;
        if (is_found && node.best <= alpha && entry.move != no_move<Board>) {
            // Where every move fails low the best of them is nearly a matter of chance.
            move = entry.move;
            second = entry.second;
        }
        if (second == move) second = entry.second;
        shared_.table.store(key,
                            {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper),
                             static_cast<std::uint8_t>(node.depth),
                             static_cast<std::uint8_t>(shared_.selectivity), move, second});
    }

    // How deep to look at each move before putting them in order.
    static int ordering_depth(int depth, int empties, bool is_principal) {
        int ordering = 0;
        if (depth == empties) {
            ordering = (depth - 15) / 3;
            if (ordering > 5) ordering = 5;
        } else {
            ordering = (depth - 7) / 3;
            if (ordering > 4) ordering = 4;
        }
        if (ordering < 0) ordering = 0;
        if (is_principal && depth > 6) ordering += 1;
        return ordering;
    }

    int ordering_score(const Board& board, const State& state, const Move<Board>& move,
                       int ordering, int empties, int depth) {
        const Board next = board.played(move.square, move.flipped);
        const Mask replies = next.legal_moves(shared_.layout.playable);
        const int mobility = count(replies) + count(replies & shared_.corners);
        int rank = -mobility * (depth == empties ? 128 : 64);
        const State after = shared_.evaluation.placed(state, move.square, move.flipped);
        this->count_node();
        if (ordering == 0) {
            rank -= shared_.evaluation.value(next, after);
        } else {
            rank -= shallow_search(next, after, -shared_.max_score(), shared_.max_score(), ordering,
                                   empties - 1);
        }
        return rank;
    }

    // A full search of very few plies, without table and probes.
    int shallow_search(const Board& board, const State& state, int alpha, int beta, int depth,
                       int empties) {
        if (depth <= 0 || empties == 0) return shared_.evaluation.value(board, state);
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable)))
                return shared_.final_value(board);
            this->count_node();
            return -shallow_search(passed, shared_.evaluation.passed(state), -beta, -alpha, depth,
                                   empties);
        }
        const Mask quiet = legal & ~(shared_.corners | shared_.beside_corners);
        int best = -infinity;
        for (Mask group : {legal & shared_.corners, quiet, legal & shared_.beside_corners}) {
            for (; !is_empty(group); group = without_first(group)) {
                const int square = first(group);
                const Mask flipped = board.flips(square);
                const Board next = board.played(square, flipped);
                this->count_node();
                const int score =
                    -shallow_search(next, shared_.evaluation.placed(state, square, flipped), -beta,
                                    -(best > alpha ? best : alpha), depth - 1, empties - 1);
                if (score > best) {
                    best = score;
                    if (best >= beta) return best;
                }
            }
        }
        return best;
    }

    // Does the mover get more than alpha?
    int test(const Board& board, const State& state, int alpha, int depth, int empties,
             int probes) {
        if constexpr (cells != 0) {
            if (depth == empties && empties <= max_endgame_empties) {
                const int discs = alpha >= 0 ? alpha / units_per_disc
                                             : -((-alpha + units_per_disc - 1) / units_per_disc);
                return this->solve(board, discs, empties) * units_per_disc;
            }
        }
        this->count_node();
        if (depth <= 0 && empties > 0) return shared_.evaluation.value(board, state);
        if (depth <= 2 && depth < empties) return test_shallow(board, state, alpha, depth, empties);
        if (this->is_aborted()) return alpha;
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable)))
                return shared_.final_value(board);
            return -test(passed, shared_.evaluation.passed(state), -alpha - 1, depth, empties,
                         probes);
        }
        if constexpr (cells != 0) {
            if (depth == empties && alpha >= stability_threshold(empties) * units_per_disc) {
                const Mask free = board.empties(shared_.layout.playable);
                const int bound =
                    shared_.squares -
                    2 * count(stable_discs(board.opponent, free, shared_.layout.playable));
                if (bound * units_per_disc <= alpha) return bound * units_per_disc;
            }
        }
        const Key key = key_of(board);
        TableEntry entry = empty_entry();
        const bool is_found = shared_.table.probe(key, entry);
        int lower = -shared_.max_score();
        int upper = shared_.max_score();
        if (is_found && is_enough(entry, depth)) {
            if (entry.depth == depth && entry.selectivity == shared_.selectivity) {
                lower = entry.lower;
                upper = entry.upper;
            }
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        }
        MoveList<Board> moves(stack_);
        list_moves(board, may_be_symmetric(empties) ? without_symmetric(board, legal) : legal,
                   moves);
        if (depth >= 4) {
            int bound;
            if (is_cut_by_child(board, moves, alpha, depth, bound)) return bound;
        }
        if (shared_.selectivity < no_selectivity && depth >= min_probcut_depth && probes < 2) {
            int result;
            if (is_cut_by_probe(board, state, alpha, depth, empties, probes, result)) return result;
            if (this->is_aborted()) return alpha;
        }
        score_moves(board, state, moves, depth, empties, entry, false);
        Node node;
        prepare(node, board, state, alpha, alpha + 1, depth, empties, probes, moves);
        go_through<false>(node);
        if (this->is_aborted()) return alpha;
        keep(key, entry, is_found, node, alpha, alpha + 1, lower, upper);
        return node.best;
    }

    // The last plies of the middle game: no table, moves in a fixed order.
    int test_shallow(const Board& board, const State& state, int alpha, int depth, int empties) {
        const Mask legal = board.legal_moves(shared_.layout.playable);
        if (is_empty(legal)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable)))
                return shared_.final_value(board);
            return -test(passed, shared_.evaluation.passed(state), -alpha - 1, depth, empties, 0);
        }
        const Mask quiet = legal & ~(shared_.corners | shared_.beside_corners);
        int best = -infinity;
        for (Mask group : {legal & shared_.corners, quiet, legal & shared_.beside_corners}) {
            for (; !is_empty(group); group = without_first(group)) {
                const int square = first(group);
                const Mask flipped = board.flips(square);
                const Board next = board.played(square, flipped);
                const State after = shared_.evaluation.placed(state, square, flipped);
                this->count_node();
                const int score =
                    depth == 1 ? -shared_.evaluation.value(next, after)
                               : -test_shallow(next, after, -alpha - 1, depth - 1, empties - 1);
                if (score > best) {
                    best = score;
                    if (best > alpha) return best;
                }
            }
        }
        return best;
    }

    // A move that leads to a position already entry to be bad enough for the opponent.
    bool is_cut_by_child(const Board& board, const MoveList<Board>& moves, int alpha, int depth,
                         int& bound) const {
        for (int i = 0; i < moves.count; ++i) {
            const Move<Board>& move = moves.list[i];
            TableEntry entry;
            if (!shared_.table.probe(key_of(board.played(move.square, move.flipped)), entry)) {
                continue;
            }
            if (is_enough(entry, depth - 1) && -entry.upper > alpha) {
                bound = -entry.upper;
                return true;
            }
        }
        return false;
    }

    bool is_cut_by_probe(const Board& board, const State& state, int alpha, int depth, int empties,
                         int probes, int& result) {
        const int margin =
            shared_.margins[empties][depth > max_probcut_depth ? max_probcut_depth : depth];
        const int probe = probe_depth(depth);
        const int guess = shared_.evaluation.value(board, state);
        const int high = alpha + margin;
        const int low = alpha - margin;
        if (high < shared_.max_score() && guess > alpha) {
            if (test(board, state, high, probe, empties, probes + 1) > high) {
                result = alpha + 1;
                return !this->is_aborted();
            }
            if (this->is_aborted()) return false;
        }
        if (low > -shared_.max_score() && guess <= alpha) {
            if (test(board, state, low - 1, probe, empties, probes + 1) < low) {
                result = alpha;
                return !this->is_aborted();
            }
        }
        return false;
    }

    template <bool principal>
    int child(const Node& node, const Move<Board>& move, int alpha, bool is_first) {
        const Board next = node.board->played(move.square, move.flipped);
        const State after = shared_.evaluation.placed(*node.state, move.square, move.flipped);
        const int depth = node.depth - 1;
        const int empties = node.empties - 1;
        if constexpr (principal) {
            if (is_first) return -search(next, after, -node.beta, -alpha, depth, empties);
        }
        const int score = -test(next, after, -alpha - 1, depth, empties, node.probes);
        if constexpr (principal) {
            if (score > alpha && score < node.beta && !this->is_aborted()) {
                return -search(next, after, -node.beta, -alpha, depth, empties);
            }
        }
        return score;
    }

    template <bool principal>
    void go_through(Node& node) {
        const bool may_split =
            this->context_.pool != nullptr &&
            (node.depth == node.empties && cells != 0 ? node.depth > max_endgame_empties
                                                      : node.depth >= 6);
        int alpha = node.alpha.load(std::memory_order_relaxed);
        for (int i = 0; i < node.moves->count; ++i) {
            node.moves->bring_best(i);
            if (may_split && i > 0 && i + 1 < node.moves->count &&
                this->context_.pool->has_idle() && split<principal>(node, i)) {
                return;
            }
            const Move<Board>& move = node.moves->list[i];
            const int score = child<principal>(node, move, alpha, i == 0);
            if (this->is_aborted()) return;
            if (score <= node.best) continue;
            node.best = score;
            node.best_square = move.square;
            if (score > alpha) {
                alpha = score;
                node.alpha.store(alpha, std::memory_order_relaxed);
                if (score >= node.beta) return;
            }
        }
    }

    // Shares the moves from one place on with idle threads.
    template <bool principal>
    bool split(Node& node, int place) {
        for (int i = place + 1; i < node.moves->count; ++i) {
            node.moves->bring_best(i);
        }
        node.parent = this->point_;
        node.next.store(place, std::memory_order_relaxed);
        node.help = [](SplitPoint& point, int number) {
            Node& shared = static_cast<Node&>(point);
            SearchThread& thread = *shared.shared->threads[number];
            SplitPoint* outer = thread.point_;
            thread.point_ = &shared;
            thread.template take_moves<principal>(shared);
            thread.point_ = outer;
            thread.publish();
        };
        if (this->context_.pool->assign_helpers(node, node.moves->count - place - 1) == 0)
            return false;
        this->point_ = &node;
        take_moves<principal>(node);
        this->context_.pool->wait_for_helpers(node, number_);
        this->point_ = node.parent;
        return true;
    }

    template <bool principal>
    void take_moves(Node& node) {
        while (!this->is_aborted()) {
            const int i = node.next.fetch_add(1, std::memory_order_relaxed);
            if (i >= node.moves->count) return;
            const Move<Board>& move = node.moves->list[i];
            const int alpha = node.alpha.load(std::memory_order_relaxed);
            const int score = child<principal>(node, move, alpha, false);
            if (this->is_aborted()) return;
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

    SharedSearch<Board, cells>& shared_;
    int number_;
    MoveStack<Board> stack_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// One searching thread: principal-variation search with null windows, for the middle game and for
// the upper part of a solve.
//
// Scores are in units (disc_units to a disc) from the mover's side. A depth equal to the number of
// empty squares means a search to the end.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "choices.hpp"
#include "endgame.hpp"
#include "mirrors.hpp"
#include "tree.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The base of a worker: classic games on 8x8 and 6x6 have their own endgame, all else has none.
template <class Board, int cells>
struct BaseOf {
    using Type = Endgame<cells>;
};
template <class Board>
struct BaseOf<Board, 0> {
    using Type = Duty;
};

constexpr int lowest = -32000;

template <class Board, int cells>
class Worker : public BaseOf<Board, cells>::Type {
    using Base = typename BaseOf<Board, cells>::Type;
    using Mask = typename Board::Mask;
    using State = typename Evaluation<Board>::State;

  public:
    // A position whose moves are being gone through, by one thread or by several.
    struct Node : SplitPoint {
        Tree<Board, cells>* tree;
        const Board* board;
        const State* state;
        int depth;
        int empties;
        int beta;
        int probes;
        Choices<Board>* choices;
        std::atomic<int> next{0};
        std::atomic<int> alpha{0};
        std::atomic<bool> is_locked{false};
        int best = lowest;
        int best_square = no_move<Board>;
    };

    Worker(Tree<Board, cells>& tree, int number)
        : Base(make_base(tree)), tree_(tree), number_(number), shelf_(tree.squares) {}

    ChoiceShelf<Board>& shelf() { return shelf_; }

    // The mover's result between alpha and beta, or a bound where it lies outside.
    int search(const Board& board, const State& state, int alpha, int beta, int depth,
               int empties) {
        if (alpha + 1 >= beta) return test(board, state, alpha, depth, empties, 0);
        this->count_node();
        if (this->is_aborted()) return alpha;
        if (depth <= 0 && empties > 0) return tree_.evaluation.value(board, state);
        const Mask moves = board.legal_moves(tree_.frame.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(tree_.frame.playable))) return tree_.final_value(board);
            return -search(passed, tree_.evaluation.passed(state), -beta, -alpha, depth, empties);
        }
        const Key key = key_of(board);
        Known known = unknown();
        const bool was_known = tree_.table.find(key, known);
        int lower = -tree_.most();
        int upper = tree_.most();
        if (was_known && is_enough(known, depth)) {
            if (known.depth == depth && known.surety == tree_.surety) {
                lower = known.lower;
                upper = known.upper;
            }
            if (known.lower >= beta) return known.lower;
            if (known.upper <= alpha) return known.upper;
            if (known.lower == known.upper) return known.lower;
        }
        Choices<Board> choices(shelf_);
        list_moves(board, is_young(empties) ? without_mirrored(board, moves) : moves, choices);
        rank(board, state, choices, depth, empties, known, true);
        Node node;
        prepare(node, board, state, alpha, beta, depth, empties, 0, choices);
        go_through<true>(node);
        if (this->is_aborted()) return alpha;
        keep(key, known, was_known, node, alpha, beta, lower, upper);
        return node.best;
    }

    // Searches the given moves of a position; the node holds the best one.
    void search_moves(Node& node, const Board& board, const State& state, int alpha, int beta,
                      int depth, int empties, Choices<Board>& choices) {
        prepare(node, board, state, alpha, beta, depth, empties, 0, choices);
        if (alpha + 1 >= beta) {
            go_through<false>(node);
        } else {
            go_through<true>(node);
        }
    }

    bool was_stopped() { return this->is_aborted(); }
    std::uint64_t nodes() const { return this->nodes_; }

    // Few enough discs that the position may be its own mirror image.
    bool is_young(int empties) const { return tree_.squares - empties <= 10; }

    void list_moves(const Board& board, Mask moves, Choices<Board>& choices) const {
        for (; !is_empty(moves); moves = without_first(moves)) {
            Choice<Board>& choice = choices.add();
            choice.square = first(moves);
            choice.flipped = board.flips(choice.square);
            choice.rank = 0;
        }
    }

    void rank(const Board& board, const State& state, Choices<Board>& choices, int depth,
              int empties, const Known& known, bool is_principal) {
        const int glance = glance_depth(depth, empties, is_principal);
        for (int i = 0; i < choices.number; ++i) {
            Choice<Board>& choice = choices.list[i];
            if (glance > 0 && this->is_aborted()) return;  // glances take their time
            if (choice.square == known.move) {
                choice.rank = 1 << 24;
            } else if (choice.square == known.second) {
                choice.rank = 1 << 23;
            } else {
                choice.rank = worth(board, state, choice, glance, empties, depth);
            }
        }
    }

  private:
    static Base make_base(Tree<Board, cells>& tree) {
        if constexpr (cells == 0) {
            return Base(tree.desk);
        } else {
            return Base(tree.desk, tree.table);
        }
    }

    static Known unknown() { return {0, 0, 0, 0, no_move<Board>, no_move<Board>}; }

    OUTFLANK_INLINE bool is_enough(const Known& known, int depth) const {
        return known.depth >= depth && known.surety >= tree_.surety;
    }

    void prepare(Node& node, const Board& board, const State& state, int alpha, int beta, int depth,
                 int empties, int probes, Choices<Board>& choices) const {
        node.tree = &tree_;
        node.board = &board;
        node.state = &state;
        node.depth = depth;
        node.empties = empties;
        node.beta = beta;
        node.probes = probes;
        node.choices = &choices;
        node.alpha.store(alpha, std::memory_order_relaxed);
    }

    void keep(const Key& key, const Known& known, bool was_known, const Node& node, int alpha,
              int beta, int lower, int upper) const {
        if (node.best > alpha && node.best > lower) lower = node.best;
        if (node.best < beta && node.best < upper) upper = node.best;
        if (lower > upper) {  // a selective search contradicted itself: the later result counts
            lower = node.best > alpha ? node.best : -tree_.most();
            upper = node.best < beta ? node.best : tree_.most();
        }
        std::uint8_t move = static_cast<std::uint8_t>(node.best_square);
        std::uint8_t second = known.move;
        if (was_known && node.best <= alpha && known.move != no_move<Board>) {
            // Where every move fails low the best of them is nearly a matter of chance.
            move = known.move;
            second = known.second;
        }
        if (second == move) second = known.second;
        tree_.table.keep(key, {static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper),
                               static_cast<std::uint8_t>(node.depth),
                               static_cast<std::uint8_t>(tree_.surety), move, second});
    }

    // How deep to look at each move before putting them in order.
    static int glance_depth(int depth, int empties, bool is_principal) {
        int glance = 0;
        if (depth == empties) {
            glance = (depth - 15) / 3;
            if (glance > 5) glance = 5;
        } else {
            glance = (depth - 7) / 3;
            if (glance > 4) glance = 4;
        }
        if (glance < 0) glance = 0;
        if (is_principal && depth > 6) glance += 1;
        return glance;
    }

    int worth(const Board& board, const State& state, const Choice<Board>& choice, int glance,
              int empties, int depth) {
        const Board next = board.played(choice.square, choice.flipped);
        const Mask replies = next.legal_moves(tree_.frame.playable);
        const int mobility = count(replies) + count(replies & tree_.corners);
        int rank = -mobility * (depth == empties ? 128 : 64);
        const State after = tree_.evaluation.placed(state, choice.square, choice.flipped);
        this->count_node();
        if (glance == 0) {
            rank -= tree_.evaluation.value(next, after);
        } else {
            rank -= glance_at(next, after, -tree_.most(), tree_.most(), glance, empties - 1);
        }
        return rank;
    }

    // A full search of very few plies, without table and probes.
    int glance_at(const Board& board, const State& state, int alpha, int beta, int depth,
                  int empties) {
        if (depth <= 0 || empties == 0) return tree_.evaluation.value(board, state);
        const Mask moves = board.legal_moves(tree_.frame.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(tree_.frame.playable))) return tree_.final_value(board);
            this->count_node();
            return -glance_at(passed, tree_.evaluation.passed(state), -beta, -alpha, depth,
                              empties);
        }
        const Mask quiet = moves & ~(tree_.corners | tree_.beside_corners);
        int best = lowest;
        for (Mask group : {moves & tree_.corners, quiet, moves & tree_.beside_corners}) {
            for (; !is_empty(group); group = without_first(group)) {
                const int square = first(group);
                const Mask flipped = board.flips(square);
                const Board next = board.played(square, flipped);
                this->count_node();
                const int score =
                    -glance_at(next, tree_.evaluation.placed(state, square, flipped), -beta,
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
            if (depth == empties && empties <= most_in_endgame) {
                const int discs =
                    alpha >= 0 ? alpha / disc_units : -((-alpha + disc_units - 1) / disc_units);
                return this->solve(board, discs, empties) * disc_units;
            }
        }
        this->count_node();
        if (depth <= 0 && empties > 0) return tree_.evaluation.value(board, state);
        if (depth <= 2 && depth < empties) return test_shallow(board, state, alpha, depth, empties);
        if (this->is_aborted()) return alpha;
        const Mask moves = board.legal_moves(tree_.frame.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(tree_.frame.playable))) return tree_.final_value(board);
            return -test(passed, tree_.evaluation.passed(state), -alpha - 1, depth, empties,
                         probes);
        }
        if constexpr (cells != 0) {
            if (depth == empties && alpha >= stability_threshold(empties) * disc_units) {
                const Mask free = board.empties(tree_.frame.playable);
                const int bound = tree_.squares - 2 * count(stable_discs(board.opponent, free,
                                                                         tree_.frame.playable));
                if (bound * disc_units <= alpha) return bound * disc_units;
            }
        }
        const Key key = key_of(board);
        Known known = unknown();
        const bool was_known = tree_.table.find(key, known);
        int lower = -tree_.most();
        int upper = tree_.most();
        if (was_known && is_enough(known, depth)) {
            if (known.depth == depth && known.surety == tree_.surety) {
                lower = known.lower;
                upper = known.upper;
            }
            if (known.lower > alpha) return known.lower;
            if (known.upper <= alpha) return known.upper;
        }
        Choices<Board> choices(shelf_);
        list_moves(board, is_young(empties) ? without_mirrored(board, moves) : moves, choices);
        if (depth >= 4) {
            int bound;
            if (is_cut_by_child(board, choices, alpha, depth, bound)) return bound;
        }
        if (tree_.surety < full_surety && depth >= least_probcut_depth && probes < 2) {
            int result;
            if (is_cut_by_probe(board, state, alpha, depth, empties, probes, result)) return result;
            if (this->is_aborted()) return alpha;
        }
        rank(board, state, choices, depth, empties, known, false);
        Node node;
        prepare(node, board, state, alpha, alpha + 1, depth, empties, probes, choices);
        go_through<false>(node);
        if (this->is_aborted()) return alpha;
        keep(key, known, was_known, node, alpha, alpha + 1, lower, upper);
        return node.best;
    }

    // The last plies of the middle game: no table, moves in a fixed order.
    int test_shallow(const Board& board, const State& state, int alpha, int depth, int empties) {
        const Mask moves = board.legal_moves(tree_.frame.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(tree_.frame.playable))) return tree_.final_value(board);
            return -test(passed, tree_.evaluation.passed(state), -alpha - 1, depth, empties, 0);
        }
        const Mask quiet = moves & ~(tree_.corners | tree_.beside_corners);
        int best = lowest;
        for (Mask group : {moves & tree_.corners, quiet, moves & tree_.beside_corners}) {
            for (; !is_empty(group); group = without_first(group)) {
                const int square = first(group);
                const Mask flipped = board.flips(square);
                const Board next = board.played(square, flipped);
                const State after = tree_.evaluation.placed(state, square, flipped);
                this->count_node();
                const int score =
                    depth == 1 ? -tree_.evaluation.value(next, after)
                               : -test_shallow(next, after, -alpha - 1, depth - 1, empties - 1);
                if (score > best) {
                    best = score;
                    if (best > alpha) return best;
                }
            }
        }
        return best;
    }

    // A move that leads to a position already known to be bad enough for the opponent.
    bool is_cut_by_child(const Board& board, const Choices<Board>& choices, int alpha, int depth,
                         int& bound) const {
        for (int i = 0; i < choices.number; ++i) {
            const Choice<Board>& choice = choices.list[i];
            Known known;
            if (!tree_.table.find(key_of(board.played(choice.square, choice.flipped)), known)) {
                continue;
            }
            if (is_enough(known, depth - 1) && -known.upper > alpha) {
                bound = -known.upper;
                return true;
            }
        }
        return false;
    }

    bool is_cut_by_probe(const Board& board, const State& state, int alpha, int depth, int empties,
                         int probes, int& result) {
        const int margin =
            tree_.margins[empties][depth > deepest_probcut ? deepest_probcut : depth];
        const int probe = probe_depth(depth);
        const int guess = tree_.evaluation.value(board, state);
        const int high = alpha + margin;
        const int low = alpha - margin;
        if (high < tree_.most() && guess > alpha) {
            if (test(board, state, high, probe, empties, probes + 1) > high) {
                result = alpha + 1;
                return !this->is_aborted();
            }
            if (this->is_aborted()) return false;
        }
        if (low > -tree_.most() && guess <= alpha) {
            if (test(board, state, low - 1, probe, empties, probes + 1) < low) {
                result = alpha;
                return !this->is_aborted();
            }
        }
        return false;
    }

    template <bool principal>
    int child(const Node& node, const Choice<Board>& choice, int alpha, bool is_first) {
        const Board next = node.board->played(choice.square, choice.flipped);
        const State after = tree_.evaluation.placed(*node.state, choice.square, choice.flipped);
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
            this->desk_.crew != nullptr &&
            (node.depth == node.empties && cells != 0 ? node.depth > most_in_endgame
                                                      : node.depth >= 6);
        int alpha = node.alpha.load(std::memory_order_relaxed);
        for (int i = 0; i < node.choices->number; ++i) {
            node.choices->bring_best(i);
            if (may_split && i > 0 && i + 1 < node.choices->number &&
                this->desk_.crew->has_idle() && split<principal>(node, i)) {
                return;
            }
            const Choice<Board>& choice = node.choices->list[i];
            const int score = child<principal>(node, choice, alpha, i == 0);
            if (this->is_aborted()) return;
            if (score <= node.best) continue;
            node.best = score;
            node.best_square = choice.square;
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
        for (int i = place + 1; i < node.choices->number; ++i) {
            node.choices->bring_best(i);
        }
        node.parent = this->point_;
        node.next.store(place, std::memory_order_relaxed);
        node.help = [](SplitPoint& point, int number) {
            Node& shared = static_cast<Node&>(point);
            Worker& worker = *shared.tree->workers[number];
            SplitPoint* outer = worker.point_;
            worker.point_ = &shared;
            worker.template take_moves<principal>(shared);
            worker.point_ = outer;
            worker.settle();
        };
        if (this->desk_.crew->recruit(node, node.choices->number - place - 1) == 0) return false;
        this->point_ = &node;
        take_moves<principal>(node);
        this->desk_.crew->wait_for_helpers(node, number_);
        this->point_ = node.parent;
        return true;
    }

    template <bool principal>
    void take_moves(Node& node) {
        while (!this->is_aborted()) {
            const int i = node.next.fetch_add(1, std::memory_order_relaxed);
            if (i >= node.choices->number) return;
            const Choice<Board>& choice = node.choices->list[i];
            const int alpha = node.alpha.load(std::memory_order_relaxed);
            const int score = child<principal>(node, choice, alpha, false);
            if (this->is_aborted()) return;
            while (node.is_locked.exchange(true, std::memory_order_acquire)) {
            }
            if (score > node.best) {
                node.best = score;
                node.best_square = choice.square;
                if (score > node.alpha.load(std::memory_order_relaxed)) {
                    node.alpha.store(score, std::memory_order_relaxed);
                }
                if (score >= node.beta) node.is_cut.store(true, std::memory_order_relaxed);
            }
            node.is_locked.store(false, std::memory_order_release);
        }
    }

    Tree<Board, cells>& tree_;
    int number_;
    ChoiceShelf<Board> shelf_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The root of a search: iterative deepening, a variation for each candidate, reports.
#pragma once

#include <memory>

#include "search/aspiration_window.hpp"
#include "search/search_thread.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Searches one position for one request, with all threads of its context.
template <class Board, int cells>
class RootSearch {
    using Mask = typename Board::Mask;
    using Thread = SearchThread<Board, cells>;
    using State = typename Evaluation<Board>::State;

  public:
    RootSearch(const SearchRequest& request, SearchContext& context)
        : request_(request), shared_(request, context), stack_(shared_.squares), moves_(stack_) {
        board_ = board_of<Board>(request.position, shared_.layout);
        state_ = shared_.evaluation.begin(board_);
        empties_ = count(board_.empties(shared_.layout.playable));
        for (int number = 0; number < context.threads; ++number) {
            owned_threads_[number] = std::make_unique<Thread>(shared_, threads_, number);
            threads_[number] = owned_threads_[number].get();
        }
    }

    void run() {
        // Step 1. List the moves in a first order. If only the best move is wanted, keep one of the
        // moves that mirror each other.
        Mask legal = board_.legal_moves(shared_.layout.playable);
        legal = legal & ~shared_.layout.embed(request_.left_out);
        if (request_.candidates <= 1) legal = without_symmetric(board_, legal);
        moves_.add_all(board_, legal);
        main_thread().ordering().score_moves(board_, state_, moves_, 1, empties_, no_entry<Board>,
                                             NodeType::null_window);
        for (int i = 0; i < moves_.size(); ++i) {
            moves_.bring_best(i);
        }
        candidates_ = max_of(request_.candidates, 1);
        candidates_ = min_of(candidates_, min_of(moves_.size(), max_candidates));
        begin_report();

        // Step 2. Deepen until a limit is reached or the result is known.
        if (moves_.size() > 0) deepen();

        // Step 3. Extend exact lines to the end of the game and report.
        if (request_.goal == Goal::exact) {
            shared_.set_selectivity(no_selectivity);
            for (int index = 0; index < candidates_; ++index) {
                if (report_.variations[index].kind == ScoreKind::exact) complete_line(index);
            }
        }
        send_report(true);
    }

  private:
    // This many plies before the end the search skips the middle game. Deeper searches of the
    // middle game cost far less than the first selective solve, which may not be finished.
    static constexpr int solve_instead_to_play = 6;
    static constexpr int solve_instead_to_solve = 12;
    static constexpr int max_middle_game_depth = 60;
    // Up to this depth a search without selectivity costs no more.
    static constexpr int max_full_width_depth = 2;
    // If the search ends at this depth or earlier, the levels between the first and the last do not
    // improve the move order.
    static constexpr int max_direct_depth = 8;
    // Up to here a solve is fast enough without selective solves before it.
    static constexpr int max_direct_solve_empties = 14;
    // The only level between the first and the last that improves the move order enough to pay for
    // itself.
    static constexpr int middle_selectivity = 2;
    // Below this depth scores are too uncertain for an aspiration window.
    static constexpr int min_aspiration_depth = 5;
    static constexpr int solve_aspiration = 2 * units_per_disc;
    static constexpr int middle_game_aspiration = units_per_disc + units_per_disc / 2;

    Thread& main_thread() { return *threads_[0]; }

    // Reports the moves in their first order before anything is searched.
    void begin_report() {
        report_.count = candidates_;
        for (int i = 0; i < candidates_; ++i) {
            Variation& found = report_.variations[i];
            const Move<Board>& move = moves_[i];
            set_move(found, move.square);
            const Board next = board_.played(move.square, move.flipped);
            const State after = shared_.evaluation.placed(state_, move.square, move.flipped);
            found.discs =
                -static_cast<float>(shared_.evaluation.value(next, after)) / units_per_disc;
            scores_[i] = 0;
        }
    }

    void deepen() {
        const int limit = request_.limits.depth;
        const bool to_end = limit <= 0 || limit >= empties_;
        int last = limit;
        if (to_end) {
            last = empties_ -
                   (request_.goal == Goal::play ? solve_instead_to_play : solve_instead_to_solve);
        }
        last = min_of(last, max_middle_game_depth);
        int least = 0;
        while (least < no_selectivity && selectivity_percent[least] < request_.confidence) {
            ++least;
        }
        const int ceiling = request_.limits.confidence;
        int most = no_selectivity;
        while (ceiling > 0 && most > least && selectivity_percent[most] > ceiling) {
            --most;
        }

        // Step 1. The middle game, one ply deeper each time.
        for (int depth = 1; depth <= last; ++depth) {
            if (!iterate(depth, depth <= max_full_width_depth ? no_selectivity : least)) return;
        }

        // Step 2. At the last requested depth: search again with less and less selectivity.
        if (!to_end) {
            if (last <= max_full_width_depth) return;
            for (int level = least + 1; level <= most; ++level) {
                if (level < most && last <= max_direct_depth) continue;
                if (!iterate(last, level)) return;
            }
            return;
        }

        // Step 3. To the end of the game: selective solves order the moves for the exact one.
        for (int level = least; level <= most; ++level) {
            const bool pays = level == least || level == middle_selectivity || level == most;
            if (!pays || (level < most && empties_ <= max_direct_solve_empties)) continue;
            if (!iterate(empties_, level)) return;
        }
    }

    // Searches one iteration. Returns false if a limit was reached.
    bool iterate(int depth, int selectivity) {
        if (!shared_.context.begin_iteration(depth)) return false;
        shared_.set_selectivity(selectivity);
        for (int index = 0; index < candidates_; ++index) {
            if (!search_candidate(index, depth, selectivity)) {
                // A list needs scores of one iteration: others cannot be compared.
                if (candidates_ > 1 && last_report_.count > 0) report_ = last_report_;
                return false;
            }
        }
        sort_candidates();
        report_.depth = depth;
        last_selectivity_ = selectivity;
        last_report_ = report_;
        send_report(false);
        return true;
    }

    // Finds the best of the moves from an index onwards, with an aspiration window around its last
    // score.
    bool search_candidate(int index, int depth, int selectivity) {
        // Step 1. The window. If only the winner is wanted, it is narrow from the start.
        const bool is_outcome = request_.goal == Goal::outcome;
        const bool is_solve = depth == empties_;
        const int highest = is_outcome ? units_per_disc : shared_.max_score();
        AspirationWindow window(highest);
        if (!is_outcome && has_scores_ && depth >= min_aspiration_depth) {
            const int guess = is_solve ? even_discs(scores_[index]) : scores_[index];
            const int width = is_solve ? solve_aspiration : middle_game_aspiration;
            window = AspirationWindow(highest, guess, width);
        }
        for (;;) {
            // Step 2. Search all moves that are not candidates already.
            MoveList<Board> rest(main_thread().stack());
            for (int i = index; i < moves_.size(); ++i) {
                Move<Board>& move = rest.add();
                move = moves_[i];
                move.score = -i;
            }
            typename Thread::Node node;
            const int alpha = window.alpha();
            main_thread().search_moves(node, board_, state_, alpha, window.beta(), depth, empties_,
                                       rest);

            // Step 3. Keep a better move even if this round or the next is interrupted. It gets the
            // depth of the previous iteration, the last one that searched all moves.
            if (node.best > alpha) {
                put_at(index, node.best_square);
                record(index, node.best, report_.depth, last_selectivity_, true);
            }
            if (main_thread().counter().is_aborted()) return false;

            // Step 4. If the score is outside the window, search again with a window widened on
            // that side.
            if (window.widen(node.best)) continue;
            if (node.best <= alpha) put_at(index, node.best_square);
            record(index, node.best, depth, selectivity, false);
            return true;
        }
    }

    static int even_discs(int units) {
        const int discs = units / units_per_disc;
        return (discs - discs % 2) * units_per_disc;
    }

    void set_move(Variation& variation, int square) const {
        variation.move = static_cast<std::uint16_t>(shared_.layout.extract(square));
        variation.length = 1;
        variation.line[0] = variation.move;
    }

    // Moves one move up to an index and keeps the order of the others.
    void put_at(int index, int square) {
        for (int i = index; i < moves_.size(); ++i) {
            if (moves_[i].square != square) continue;
            const Move<Board> chosen = moves_[i];
            const int score = i < candidates_ ? scores_[i] : 0;
            const Variation own = i < candidates_ ? report_.variations[i] : Variation{};
            for (; i > index; --i) {
                moves_[i] = moves_[i - 1];
                if (i < candidates_) {
                    scores_[i] = scores_[i - 1];
                    report_.variations[i] = report_.variations[i - 1];
                }
            }
            moves_[index] = chosen;
            scores_[index] = score;
            Variation& found = report_.variations[index];
            found = own;
            set_move(found, square);
            return;
        }
    }

    void record(int index, int score, int depth, int selectivity, bool is_partial) {
        has_scores_ = true;
        scores_[index] = score;
        Variation& found = report_.variations[index];
        found.depth = static_cast<std::uint8_t>(depth > 255 ? 255 : depth);
        found.confidence = static_cast<std::uint8_t>(selectivity_percent[selectivity]);
        const bool is_certain = depth == empties_ && selectivity == no_selectivity && !is_partial;
        if (is_certain && request_.goal == Goal::outcome) {
            found.kind = ScoreKind::proven;
            found.discs = score > 0 ? 1.0f : score < 0 ? -1.0f : 0.0f;
        } else {
            found.kind = is_certain ? ScoreKind::exact : ScoreKind::heuristic;
            found.discs = static_cast<float>(score) / units_per_disc;
        }
        read_line(index);
    }

    template <class Value>
    static void swap(Value& one, Value& other) {
        const Value old = one;
        one = other;
        other = old;
    }

    void sort_candidates() {
        for (int i = 1; i < candidates_; ++i) {
            for (int j = i; j > 0 && scores_[j] > scores_[j - 1]; --j) {
                swap(scores_[j], scores_[j - 1]);
                swap(report_.variations[j], report_.variations[j - 1]);
                swap(moves_[j], moves_[j - 1]);
            }
        }
    }

    // Reads the expected line from the table.
    void read_line(int index) {
        Variation& found = report_.variations[index];
        const Move<Board>& move = moves_[index];
        Board board = board_.played(move.square, move.flipped);
        found.length = 1;
        found.line[0] = found.move;
        while (found.length < max_line_length) {
            const Mask moves = board.legal_moves(shared_.layout.playable);
            if (is_empty(moves)) {
                board = board.passed();
                if (is_empty(board.legal_moves(shared_.layout.playable))) return;
                found.line[found.length++] = pass_move;
                continue;
            }
            TableEntry entry;
            if (!shared_.table.probe(key_of(board), entry)) return;
            if (entry.move == no_move<Board>) return;
            if (is_empty(Board::bit(entry.move) & moves)) return;
            found.line[found.length++] =
                static_cast<std::uint16_t>(shared_.layout.extract(entry.move));
            board = board.played(entry.move, board.flips(entry.move));
        }
    }

    // Extends an exact line to the end of the game with, at each turn, the first move that keeps
    // the result. Positions that the table has lost are searched again, which is quick this close
    // to the end.
    void complete_line(int index) {
        Variation& found = report_.variations[index];
        Thread& thread = main_thread();
        const Move<Board>& move = moves_[index];
        Board board = board_.played(move.square, move.flipped);
        int value = -scores_[index];
        int empties = empties_ - 1;
        found.length = 1;
        while (found.length < max_line_length) {
            const Mask legal = board.legal_moves(shared_.layout.playable);
            if (is_empty(legal)) {
                board = board.passed();
                value = -value;
                if (is_empty(board.legal_moves(shared_.layout.playable))) return;
                found.line[found.length++] = pass_move;
                continue;
            }
            MoveList<Board> moves(thread.stack());
            moves.add_all(board, legal);
            TableEntry entry = no_entry<Board>;
            shared_.table.probe(key_of(board), entry);
            const State state = shared_.evaluation.begin(board);
            thread.ordering().score_moves(board, state, moves, 1, empties, entry,
                                          NodeType::null_window);
            int chosen = -1;
            for (int i = 0; i < moves.size() && chosen < 0; ++i) {
                moves.bring_best(i);
                const Move<Board>& reply = moves[i];
                const Board next = board.played(reply.square, reply.flipped);
                const State after = shared_.evaluation.placed(state, reply.square, reply.flipped);
                // The move keeps the result if the opponent does not get more than it allows.
                const int score = -thread.template search<NodeType::null_window>(
                    next, after, -value, -value + 1, empties - 1, empties - 1);
                if (thread.counter().is_aborted()) return;
                if (score >= value) chosen = i;
            }
            if (chosen < 0) return;
            const Move<Board>& reply = moves[chosen];
            found.line[found.length++] =
                static_cast<std::uint16_t>(shared_.layout.extract(reply.square));
            board = board.played(reply.square, reply.flipped);
            value = -value;
            --empties;
        }
    }

    void send_report(bool is_final) {
        main_thread().counter().publish();
        shared_.context.send(report_, is_final);
    }

    SearchRequest request_;
    SharedSearch<Board> shared_;
    Board board_;
    State state_;
    int empties_;
    int candidates_ = 1;
    bool has_scores_ = false;
    int last_selectivity_ = no_selectivity;
    MoveStack<Board> stack_;
    MoveList<Board> moves_;
    int scores_[max_candidates] = {};
    SearchReport report_;
    SearchReport last_report_;  // of the last completed iteration
    Thread* threads_[max_threads] = {};
    std::unique_ptr<Thread> owned_threads_[max_threads];
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

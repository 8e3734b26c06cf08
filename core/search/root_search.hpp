// The top of a search: deepening step by step, one line of play for each candidate, the report.
#pragma once

#include <memory>

#include "search/search_thread.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board, int cells>
class RootSearch {
    using Mask = typename Board::Mask;
    using Searcher = SearchThread<Board, cells>;
    using State = typename Evaluation<Board>::State;

  public:
    RootSearch(const SearchRequest& request, SearchContext& context)
        : request_(request), shared_(request, context), stack_(shared_.squares), moves_(stack_) {
        const auto black = shared_.layout.embed(request.position.black);
        const auto white = shared_.layout.embed(request.position.white);
        board_ = request.position.black_to_move ? Board{black, white} : Board{white, black};
        state_ = shared_.evaluation.begin(board_);
        empties_ = count(board_.empties(shared_.layout.playable));
        for (int number = 0; number < context.threads; ++number) {
            threads_[number] = std::make_unique<Searcher>(shared_, number);
            shared_.threads[number] = threads_[number].get();
        }
    }

    void think() {
        Searcher& thread = *threads_[0];
        Mask moves = board_.legal_moves(shared_.layout.playable);
        if (request_.candidates <= 1) moves = without_symmetric(board_, moves);
        thread.list_moves(board_, moves, moves_);
        TableEntry nothing{0, 0, 0, 0, no_move<Board>, no_move<Board>};
        thread.score_moves(board_, state_, moves_, 1, empties_, nothing, false);
        for (int i = 0; i < moves_.count; ++i) {
            moves_.bring_best(i);
        }
        candidates_ = request_.candidates < 1 ? 1 : request_.candidates;
        if (candidates_ > moves_.count) candidates_ = moves_.count;
        if (candidates_ > max_candidates) candidates_ = max_candidates;
        begin_report();
        if (moves_.count > 0) deepen();
        finish();
    }

  private:
    // Before anything is searched the moves stand in their first order.
    void begin_report() {
        report_.count = candidates_;
        for (int i = 0; i < candidates_; ++i) {
            Variation& found = report_.variations[i];
            found.move = static_cast<std::uint16_t>(shared_.layout.extract(moves_.list[i].square));
            const Move<Board>& move = moves_.list[i];
            const Board next = board_.played(move.square, move.flipped);
            const State after = shared_.evaluation.placed(state_, move.square, move.flipped);
            found.discs =
                -static_cast<float>(shared_.evaluation.value(next, after)) / units_per_disc;
            found.length = 1;
            found.line[0] = found.move;
            scores_[i] = 0;
        }
    }

    // How far the middle game is searched before the search to the end begins.
    int last_middle_depth() const {
        if (request_.goal == Goal::play) return empties_ - 11;
        return empties_ - 12;
    }

    void deepen() {
        const int max_depth = request_.limits.depth > 0 && request_.limits.depth < empties_
                                  ? request_.limits.depth
                                  : empties_;
        const bool to_end = max_depth == empties_;
        int last = to_end ? last_middle_depth() : max_depth;
        if (last > max_depth) last = max_depth;
        if (last > 60) last = 60;
        int least = 0;
        while (least < no_selectivity && selectivity_percent[least] < request_.confidence) {
            ++least;
        }
        for (int depth = 1; depth <= last; ++depth) {
            if (!search_at(depth, depth <= 8 ? no_selectivity : least)) return;
        }
        if (!to_end) {
            // What remains of the limits goes into trust.
            for (int selectivity = least + 1; selectivity <= no_selectivity && last > 8;
                 ++selectivity) {
                if (!search_at(last, selectivity)) return;
            }
            return;
        }
        for (int selectivity = least; selectivity <= no_selectivity; ++selectivity) {
            // Each step of trust costs as much as it orders moves for the next; these have paid.
            const bool is_worth_it =
                selectivity == least || selectivity == 2 || selectivity == no_selectivity;
            if (!is_worth_it || (selectivity < no_selectivity && empties_ <= 14)) continue;
            if (!search_at(empties_, selectivity)) return;
        }
    }

    // One round of thinking; false when time is up or there is nothing more to find.
    bool search_at(int depth, int selectivity) {
        SearchContext& context = shared_.context;
        const std::int64_t soft = context.soft_deadline.load(std::memory_order_relaxed);
        if (depth > 1 && soft != 0 && SearchContext::now() >= soft) return false;
        const int deepest = context.max_depth.load(std::memory_order_relaxed);
        if (deepest != 0 && depth > deepest && depth > 1) return false;
        shared_.set_selectivity(selectivity);
        context.current_depth.store(depth, std::memory_order_relaxed);
        for (int place = 0; place < candidates_; ++place) {
            if (!search_candidate(place, depth, selectivity)) {
                // Scores of different depths cannot be compared: a list is of one round.
                if (candidates_ > 1 && last_round_.count > 0) report_ = last_round_;
                return false;
            }
        }
        sort_candidates(candidates_);
        report_.depth = depth;
        last_selectivity_ = selectivity;
        last_round_ = report_;
        send_report(false);
        return true;
    }

    bool search_candidate(int place, int depth, int selectivity) {
        Searcher& thread = *threads_[0];
        const int most = shared_.max_score();
        int low = -most;
        int high = most;
        if (request_.goal == Goal::outcome) {
            low = -units_per_disc;
            high = units_per_disc;
        }
        const bool ends = depth == empties_;
        int width = ends ? 2 * units_per_disc : units_per_disc + units_per_disc / 2;
        int alpha = low;
        int beta = high;
        if (request_.goal != Goal::outcome && has_scores_ && depth > 4) {
            const int guess = ends ? even_discs(scores_[place]) : scores_[place];
            alpha = guess - width < low ? low : guess - width;
            beta = guess + width > high ? high : guess + width;
            if (alpha >= beta) alpha = low;
        }
        for (;;) {
            MoveList<Board> rest(thread.stack());
            for (int i = place; i < moves_.count; ++i) {
                Move<Board>& move = rest.add();
                move = moves_.list[i];
                move.score = -i;
            }
            typename Searcher::Node node;
            thread.search_moves(node, board_, state_, alpha, beta, depth, empties_, rest);
            const bool stopped = thread.was_stopped();
            if (node.best > alpha) take(place, node.best_square);
            if (stopped) {
                // A better move is worth having; how deep all moves were searched is the last
                // round.
                if (node.best > alpha)
                    record(place, node.best, report_.depth, last_selectivity_, true);
                return false;
            }
            width *= 2;
            if (node.best <= alpha && alpha > low) {
                beta = alpha + 1 > beta ? beta : alpha + 1;
                alpha = node.best - width < low ? low : node.best - width;
                continue;
            }
            if (node.best >= beta && beta < high) {
                alpha = beta - 1;
                beta = node.best + width > high ? high : node.best + width;
                continue;
            }
            if (node.best <= alpha) take(place, node.best_square);
            record(place, node.best, depth, selectivity, false);
            return true;
        }
    }

    static int even_discs(int units) {
        const int discs = units / units_per_disc;
        return (discs - discs % 2) * units_per_disc;
    }

    // Puts a move at a place of the order, the others stay in theirs.
    void take(int place, int square) {
        for (int i = place; i < moves_.count; ++i) {
            if (moves_.list[i].square != square) continue;
            const Move<Board> chosen = moves_.list[i];
            const int score = i < candidates_ ? scores_[i] : 0;
            const Variation own = i < candidates_ ? report_.variations[i] : Variation{};
            for (; i > place; --i) {
                moves_.list[i] = moves_.list[i - 1];
                if (i < candidates_) {
                    scores_[i] = scores_[i - 1];
                    report_.variations[i] = report_.variations[i - 1];
                }
            }
            moves_.list[place] = chosen;
            scores_[place] = score;
            Variation& found = report_.variations[place];
            found = own;
            found.move = static_cast<std::uint16_t>(shared_.layout.extract(square));
            found.length = 1;
            found.line[0] = found.move;
            return;
        }
    }

    void record(int place, int score, int depth, int selectivity, bool is_partial) {
        has_scores_ = true;
        scores_[place] = score;
        Variation& found = report_.variations[place];
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
        follow(place);
    }

    void sort_candidates(int number) {
        for (int i = 1; i < number; ++i) {
            for (int j = i; j > 0 && scores_[j] > scores_[j - 1]; --j) {
                const int score = scores_[j];
                scores_[j] = scores_[j - 1];
                scores_[j - 1] = score;
                const Variation found = report_.variations[j];
                report_.variations[j] = report_.variations[j - 1];
                report_.variations[j - 1] = found;
                const Move<Board> move = moves_.list[j];
                moves_.list[j] = moves_.list[j - 1];
                moves_.list[j - 1] = move;
            }
        }
    }

    // Reads the expected course of the game out of the table.
    void follow(int place) {
        Variation& found = report_.variations[place];
        const Move<Board>& move = moves_.list[place];
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

    // Extends an exact line to the end of the game: at each turn the first move that keeps the
    // result. What the table has forgotten is searched again, which is quick so far down.
    void complete(int place) {
        Variation& found = report_.variations[place];
        Searcher& thread = *threads_[0];
        const Move<Board>& move = moves_.list[place];
        Board board = board_.played(move.square, move.flipped);
        int value = -scores_[place];
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
            thread.list_moves(board, legal, moves);
            TableEntry entry{0, 0, 0, 0, no_move<Board>, no_move<Board>};
            shared_.table.probe(key_of(board), entry);
            const State state = shared_.evaluation.begin(board);
            thread.score_moves(board, state, moves, 1, empties, entry, false);
            int chosen = -1;
            for (int i = 0; i < moves.count && chosen < 0; ++i) {
                moves.bring_best(i);
                const Move<Board>& reply = moves.list[i];
                const Board next = board.played(reply.square, reply.flipped);
                const State after = shared_.evaluation.placed(state, reply.square, reply.flipped);
                // The opponent must not get more than the entry result leaves him.
                const int score =
                    -thread.search(next, after, -value, -value + 1, empties - 1, empties - 1);
                if (thread.was_stopped()) return;
                if (score >= value) chosen = i;
            }
            if (chosen < 0) return;
            const Move<Board>& reply = moves.list[chosen];
            found.line[found.length++] =
                static_cast<std::uint16_t>(shared_.layout.extract(reply.square));
            board = board.played(reply.square, reply.flipped);
            value = -value;
            --empties;
        }
    }

    void finish() {
        if (request_.goal == Goal::exact) {
            shared_.set_selectivity(no_selectivity);
            for (int place = 0; place < candidates_; ++place) {
                if (report_.variations[place].kind == ScoreKind::exact) complete(place);
            }
        }
        send_report(true);
    }

    void send_report(bool is_final) {
        SearchContext& context = shared_.context;
        threads_[0]->publish();
        report_.nodes = context.nodes.load(std::memory_order_relaxed);
        report_.seconds = context.seconds();
        report_.final = is_final;
        context.report(context.receiver, report_);
    }

    SearchRequest request_;
    SharedSearch<Board, cells> shared_;
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
    SearchReport last_round_;  // the report of the last round that was finished
    std::unique_ptr<Searcher> threads_[max_threads];
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

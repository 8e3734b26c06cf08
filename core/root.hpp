// The top of a search: deepening step by step, one line of play for each candidate, the report.
#pragma once

#include <memory>

#include "worker.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board, int cells>
class Root {
    using Mask = typename Board::Mask;
    using Searcher = Worker<Board, cells>;
    using State = typename Evaluation<Board>::State;

  public:
    Root(const Question& question, Desk& desk)
        : question_(question), tree_(question, desk), shelf_(tree_.squares), moves_(shelf_) {
        const auto black = tree_.frame.enter(question.situation.black);
        const auto white = tree_.frame.enter(question.situation.white);
        board_ = question.situation.black_to_move ? Board{black, white} : Board{white, black};
        state_ = tree_.evaluation.begin(board_);
        empties_ = count(board_.empties(tree_.frame.playable));
        for (int number = 0; number < desk.threads; ++number) {
            workers_[number] = std::make_unique<Searcher>(tree_, number);
            tree_.workers[number] = workers_[number].get();
        }
    }

    void think() {
        Searcher& worker = *workers_[0];
        Mask moves = board_.legal_moves(tree_.frame.playable);
        if (question_.candidates <= 1) moves = without_mirrored(board_, moves);
        worker.list_moves(board_, moves, moves_);
        Known nothing{0, 0, 0, 0, no_move<Board>, no_move<Board>};
        worker.rank(board_, state_, moves_, 1, empties_, nothing, false);
        for (int i = 0; i < moves_.number; ++i) {
            moves_.bring_best(i);
        }
        candidates_ = question_.candidates < 1 ? 1 : question_.candidates;
        if (candidates_ > moves_.number) candidates_ = moves_.number;
        if (candidates_ > most_candidates) candidates_ = most_candidates;
        begin_findings();
        if (moves_.number > 0) deepen();
        finish();
    }

  private:
    // Before anything is searched the moves stand in their first order.
    void begin_findings() {
        findings_.count = candidates_;
        for (int i = 0; i < candidates_; ++i) {
            Finding& found = findings_.found[i];
            found.move = static_cast<std::uint16_t>(tree_.frame.leave(moves_.list[i].square));
            const Choice<Board>& move = moves_.list[i];
            const Board next = board_.played(move.square, move.flipped);
            const State after = tree_.evaluation.placed(state_, move.square, move.flipped);
            found.discs = -static_cast<float>(tree_.evaluation.value(next, after)) / disc_units;
            found.length = 1;
            found.line[0] = found.move;
            scores_[i] = 0;
        }
    }

    // How far the middle game is searched before the search to the end begins.
    int last_middle_depth() const {
        if (question_.goal == Goal::play) return empties_ - 11;
        return empties_ - 12;
    }

    void deepen() {
        const int most_depth = question_.limits.depth > 0 && question_.limits.depth < empties_
                                   ? question_.limits.depth
                                   : empties_;
        const bool to_end = most_depth == empties_;
        int last = to_end ? last_middle_depth() : most_depth;
        if (last > most_depth) last = most_depth;
        if (last > 60) last = 60;
        int least = 0;
        while (least < full_surety && surety_percent[least] < question_.confidence) {
            ++least;
        }
        for (int depth = 1; depth <= last; ++depth) {
            if (!search_at(depth, depth <= 8 ? full_surety : least)) return;
        }
        if (!to_end) {
            // What remains of the limits goes into trust.
            for (int surety = least + 1; surety <= full_surety && last > 8; ++surety) {
                if (!search_at(last, surety)) return;
            }
            return;
        }
        for (int surety = least; surety <= full_surety; ++surety) {
            // Each step of trust costs as much as it orders moves for the next; these have paid.
            const bool is_worth_it = surety == least || surety == 2 || surety == full_surety;
            if (!is_worth_it || (surety < full_surety && empties_ <= 14)) continue;
            if (!search_at(empties_, surety)) return;
        }
    }

    // One round of thinking; false when time is up or there is nothing more to find.
    bool search_at(int depth, int surety) {
        Desk& desk = tree_.desk;
        const std::int64_t soft = desk.soft_deadline.load(std::memory_order_relaxed);
        if (depth > 1 && soft != 0 && Desk::now() >= soft) return false;
        const int deepest = desk.most_depth.load(std::memory_order_relaxed);
        if (deepest != 0 && depth > deepest && depth > 1) return false;
        tree_.set_surety(surety);
        desk.running_depth.store(depth, std::memory_order_relaxed);
        for (int place = 0; place < candidates_; ++place) {
            if (!search_candidate(place, depth, surety)) {
                // Scores of different depths cannot be compared: a list is of one round.
                if (candidates_ > 1 && last_round_.count > 0) findings_ = last_round_;
                return false;
            }
        }
        sort_candidates(candidates_);
        findings_.depth = depth;
        last_surety_ = surety;
        last_round_ = findings_;
        report(false);
        return true;
    }

    bool search_candidate(int place, int depth, int surety) {
        Searcher& worker = *workers_[0];
        const int most = tree_.most();
        int low = -most;
        int high = most;
        if (question_.goal == Goal::outcome) {
            low = -disc_units;
            high = disc_units;
        }
        const bool ends = depth == empties_;
        int width = ends ? 2 * disc_units : disc_units + disc_units / 2;
        int alpha = low;
        int beta = high;
        if (question_.goal != Goal::outcome && has_scores_ && depth > 4) {
            const int guess = ends ? even_discs(scores_[place]) : scores_[place];
            alpha = guess - width < low ? low : guess - width;
            beta = guess + width > high ? high : guess + width;
            if (alpha >= beta) alpha = low;
        }
        for (;;) {
            Choices<Board> rest(worker.shelf());
            for (int i = place; i < moves_.number; ++i) {
                Choice<Board>& choice = rest.add();
                choice = moves_.list[i];
                choice.rank = -i;
            }
            typename Searcher::Node node;
            worker.search_moves(node, board_, state_, alpha, beta, depth, empties_, rest);
            const bool stopped = worker.was_stopped();
            if (node.best > alpha) take(place, node.best_square);
            if (stopped) {
                // A better move is worth having; how deep all moves were searched is the last
                // round.
                if (node.best > alpha)
                    record(place, node.best, findings_.depth, last_surety_, true);
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
            record(place, node.best, depth, surety, false);
            return true;
        }
    }

    static int even_discs(int units) {
        const int discs = units / disc_units;
        return (discs - discs % 2) * disc_units;
    }

    // Puts a move at a place of the order, the others stay in theirs.
    void take(int place, int square) {
        for (int i = place; i < moves_.number; ++i) {
            if (moves_.list[i].square != square) continue;
            const Choice<Board> chosen = moves_.list[i];
            const int score = i < candidates_ ? scores_[i] : 0;
            const Finding own = i < candidates_ ? findings_.found[i] : Finding{};
            for (; i > place; --i) {
                moves_.list[i] = moves_.list[i - 1];
                if (i < candidates_) {
                    scores_[i] = scores_[i - 1];
                    findings_.found[i] = findings_.found[i - 1];
                }
            }
            moves_.list[place] = chosen;
            scores_[place] = score;
            Finding& found = findings_.found[place];
            found = own;
            found.move = static_cast<std::uint16_t>(tree_.frame.leave(square));
            found.length = 1;
            found.line[0] = found.move;
            return;
        }
    }

    void record(int place, int score, int depth, int surety, bool is_partial) {
        has_scores_ = true;
        scores_[place] = score;
        Finding& found = findings_.found[place];
        found.depth = static_cast<std::uint8_t>(depth > 255 ? 255 : depth);
        found.confidence = static_cast<std::uint8_t>(surety_percent[surety]);
        const bool is_certain = depth == empties_ && surety == full_surety && !is_partial;
        if (is_certain && question_.goal == Goal::outcome) {
            found.kind = ScoreKind::proven;
            found.discs = score > 0 ? 1.0f : score < 0 ? -1.0f : 0.0f;
        } else {
            found.kind = is_certain ? ScoreKind::exact : ScoreKind::heuristic;
            found.discs = static_cast<float>(score) / disc_units;
        }
        follow(place);
    }

    void sort_candidates(int number) {
        for (int i = 1; i < number; ++i) {
            for (int j = i; j > 0 && scores_[j] > scores_[j - 1]; --j) {
                const int score = scores_[j];
                scores_[j] = scores_[j - 1];
                scores_[j - 1] = score;
                const Finding found = findings_.found[j];
                findings_.found[j] = findings_.found[j - 1];
                findings_.found[j - 1] = found;
                const Choice<Board> choice = moves_.list[j];
                moves_.list[j] = moves_.list[j - 1];
                moves_.list[j - 1] = choice;
            }
        }
    }

    // Reads the expected course of the game out of the table.
    void follow(int place) {
        Finding& found = findings_.found[place];
        const Choice<Board>& choice = moves_.list[place];
        Board board = board_.played(choice.square, choice.flipped);
        found.length = 1;
        found.line[0] = found.move;
        while (found.length < longest_line) {
            const Mask moves = board.legal_moves(tree_.frame.playable);
            if (is_empty(moves)) {
                board = board.passed();
                if (is_empty(board.legal_moves(tree_.frame.playable))) return;
                found.line[found.length++] = pass_move;
                continue;
            }
            Known known;
            if (!tree_.table.find(key_of(board), known)) return;
            if (known.move == no_move<Board>) return;
            if (is_empty(Board::bit(known.move) & moves)) return;
            found.line[found.length++] = static_cast<std::uint16_t>(tree_.frame.leave(known.move));
            board = board.played(known.move, board.flips(known.move));
        }
    }

    // Extends an exact line to the end of the game: at each turn the first move that keeps the
    // result. What the table has forgotten is searched again, which is quick so far down.
    void complete(int place) {
        Finding& found = findings_.found[place];
        Searcher& worker = *workers_[0];
        const Choice<Board>& choice = moves_.list[place];
        Board board = board_.played(choice.square, choice.flipped);
        int value = -scores_[place];
        int empties = empties_ - 1;
        found.length = 1;
        while (found.length < longest_line) {
            const Mask moves = board.legal_moves(tree_.frame.playable);
            if (is_empty(moves)) {
                board = board.passed();
                value = -value;
                if (is_empty(board.legal_moves(tree_.frame.playable))) return;
                found.line[found.length++] = pass_move;
                continue;
            }
            Choices<Board> choices(worker.shelf());
            worker.list_moves(board, moves, choices);
            Known known{0, 0, 0, 0, no_move<Board>, no_move<Board>};
            tree_.table.find(key_of(board), known);
            const State state = tree_.evaluation.begin(board);
            worker.rank(board, state, choices, 1, empties, known, false);
            int chosen = -1;
            for (int i = 0; i < choices.number && chosen < 0; ++i) {
                choices.bring_best(i);
                const Choice<Board>& reply = choices.list[i];
                const Board next = board.played(reply.square, reply.flipped);
                const State after = tree_.evaluation.placed(state, reply.square, reply.flipped);
                // The opponent must not get more than the known result leaves him.
                const int score =
                    -worker.search(next, after, -value, -value + 1, empties - 1, empties - 1);
                if (worker.was_stopped()) return;
                if (score >= value) chosen = i;
            }
            if (chosen < 0) return;
            const Choice<Board>& reply = choices.list[chosen];
            found.line[found.length++] =
                static_cast<std::uint16_t>(tree_.frame.leave(reply.square));
            board = board.played(reply.square, reply.flipped);
            value = -value;
            --empties;
        }
    }

    void finish() {
        if (question_.goal == Goal::exact) {
            tree_.set_surety(full_surety);
            for (int place = 0; place < candidates_; ++place) {
                if (findings_.found[place].kind == ScoreKind::exact) complete(place);
            }
        }
        report(true);
    }

    void report(bool is_final) {
        Desk& desk = tree_.desk;
        workers_[0]->settle();
        findings_.nodes = desk.nodes.load(std::memory_order_relaxed);
        findings_.seconds = desk.seconds();
        findings_.final = is_final;
        desk.report(desk.context, findings_);
    }

    Question question_;
    Tree<Board, cells> tree_;
    Board board_;
    State state_;
    int empties_;
    int candidates_ = 1;
    bool has_scores_ = false;
    int last_surety_ = full_surety;
    ChoiceShelf<Board> shelf_;
    Choices<Board> moves_;
    int scores_[most_candidates] = {};
    Findings findings_;
    Findings last_round_;  // the findings of the last round that was finished
    std::unique_ptr<Searcher> workers_[most_threads];
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

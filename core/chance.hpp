// The search for games in which every turn begins with an answer of the oracle: the best move for
// each answer, averaged over the answers.
//
// Two kinds of positions take turns. Where an answer is awaited, the value is the average over the
// answers; where it has been heard, the mover takes his best move. Every disc fills a square, so
// depth is counted in discs and a pass costs none: within one round of deepening a position always
// has the same depth left, and what the table knows of it never depends on the way it was reached.
#pragma once

#include <cstdint>

#include "chance_desk.hpp"
#include "chance_search.hpp"
#include "chance_worth.hpp"
#include "effect.hpp"
#include "thinking.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// No search gets there but where all moves are forced; it bounds the stack.
constexpr int deepest_chance_search = 60;

// The top of a search with chance: deepening step by step, the order of the moves, the report.
template <class Board>
class ChanceRoot {
  public:
    ChanceRoot(const Question& question, ChanceDesk& desk)
        : question_(question),
          desk_(desk),
          search_(question, desk),
          black_to_move_(question.situation.black_to_move) {
        const Mask black = search_.frame().enter(question.situation.black);
        const Mask white = search_.frame().enter(question.situation.white);
        root_ = black_to_move_ ? Board{black, white} : Board{white, black};
        empties_ = count(root_.empties(search_.frame().playable));
    }

    // Deepens until a limit is reached or the end of the game is.
    void think() {
        prepare();
        const int wanted = question_.limits.depth > 0 ? question_.limits.depth : empties_;
        int last = wanted < empties_ ? wanted : empties_;
        if (last > deepest_chance_search) last = deepest_chance_search;
        for (int depth = 0; depth < last;) {
            depth = next_depth(depth, last);
            if (depth > 1 && desk_.may_go_on != nullptr && !desk_.may_go_on(desk_.context)) break;
            search_.begin_round(depth >= empties_);
            if (awaits_answer()) {
                look_at_position(depth);
            } else {
                look_at_moves(depth);
            }
            if (search_.is_stopped()) break;
            if (depth < last) report(false);
        }
        report(true);
    }

  private:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;

    struct RootMove {
        std::uint8_t square;
        Worth worth;
    };

    bool awaits_answer() const {
        return root_count_ == 0 || (question_.odds.asked && question_.odds.first == Answer::none);
    }

    int next_depth(int depth, int last) const {
        // The last rounds before the end cost as much as the end itself and tell less.
        if (last == empties_ && depth + 1 >= last - 2) return last;
        return depth + 1;
    }

    // Makes sure that there is a legal move to be played before any thinking is done.
    void prepare() {
        const Mask moves = root_.legal_moves(search_.frame().playable);
        Moves choices;
        choices.list(moves);
        search_.judge_places(choices);
        root_count_ = choices.count;
        const double glimpse = search_.evaluation().value(root_, moves, black_to_move_);
        for (int index = 0; index < root_count_; ++index) {
            choices.bring_best(index);
            moves_[index] = {choices.square[index], {glimpse, glimpse}};
        }
        const int listed = awaits_answer() ? 1 : candidates();
        for (int index = 0; index < listed; ++index) {
            Finding& finding = findings_.found[index];
            finding = {};
            finding.kind = ScoreKind::expected;
            if (!awaits_answer()) name(finding, moves_[index].square);
            judge(finding, {glimpse, glimpse});
        }
        findings_.count = listed;
    }

    int candidates() const {
        const int wanted = question_.candidates < 1 ? 1 : question_.candidates;
        return wanted < root_count_ ? wanted : root_count_;
    }

    void look_at_position(int depth) {
        const Worth worth =
            search_.expected(root_, black_to_move_, depth, -search_.beyond(), search_.beyond());
        if (search_.is_stopped()) return;
        findings_.depth = depth;
        findings_.found[0].depth = static_cast<std::uint8_t>(depth);
        judge(findings_.found[0], worth);
    }

    // Scores as many moves as are wanted; of the others it is only shown that they are no better.
    void look_at_moves(int depth) {
        const int wanted = candidates();
        int scored = 0;
        RootMove ranked[Moves::most];
        for (int index = 0; index < root_count_; ++index) {
            const bool enough = scored >= wanted;
            const double mark = enough ? ranked[wanted - 1].worth.value : -search_.beyond();
            const Board next = placed(root_, moves_[index].square, heard(), black_to_move_);
            Worth worth;
            if (enough) {
                worth = after(next, depth, mark, mark + scout_width);
                if (!search_.is_stopped() && worth.value >= mark + scout_width) {
                    worth = after(next, depth, mark, search_.beyond());
                }
            } else {
                worth = after(next, depth, mark, search_.beyond());
            }
            if (search_.is_stopped()) break;
            if (enough && worth.value <= mark) continue;
            int at = scored < wanted ? scored++ : wanted - 1;
            for (; at > 0 && ranked[at - 1].worth.value < worth.value; --at) {
                ranked[at] = ranked[at - 1];
            }
            ranked[at] = {moves_[index].square, worth};
        }
        // The best so far is looked at first, so half a look can only improve on it; in a list of
        // several moves it would mix depths.
        if (scored == 0 || (search_.is_stopped() && (wanted > 1 && findings_.depth > 0))) return;
        reorder(ranked, scored);
        findings_.depth = depth;
        findings_.count = scored;
        for (int index = 0; index < scored; ++index) {
            Finding& finding = findings_.found[index];
            finding.depth = static_cast<std::uint8_t>(depth);
            name(finding, ranked[index].square);
            judge(finding, ranked[index].worth);
        }
    }

    // Brings the scored moves to the front, the others behind them as they were.
    void reorder(const RootMove* ranked, int scored) {
        int to = root_count_;
        for (int from = root_count_; from-- > 0;) {
            bool is_ranked = false;
            for (int index = 0; index < scored; ++index) {
                is_ranked = is_ranked || ranked[index].square == moves_[from].square;
            }
            if (!is_ranked) moves_[--to] = moves_[from];
        }
        for (int index = 0; index < scored; ++index) {
            moves_[index] = ranked[index];
        }
    }

    Answer heard() const { return question_.odds.asked ? question_.odds.first : Answer::none; }

    Worth after(const Board& next, int depth, double alpha, double beta) {
        return -search_.expected(next, !black_to_move_, depth - 1, -beta, -alpha);
    }

    // The move is named alone: what follows depends on answers that nobody knows.
    void name(Finding& finding, int square) const {
        finding.move = static_cast<std::uint16_t>(search_.frame().leave(square));
        finding.length = 1;
        finding.line[0] = finding.move;
    }

    void judge(Finding& finding, const Worth& worth) const {
        finding.discs = static_cast<float>(worth.discs);
        const bool is_exact = search_.is_to_the_end() && findings_.depth >= empties_;
        const double chance = is_exact
                                  ? ((worth.value - worth.discs) / discs_per_win + 1) / 2
                                  : chance_to_win(worth.discs, empties_, question_.situation.size);
        finding.win_chance = static_cast<float>(chance < 0 ? 0 : chance > 1 ? 1 : chance);
    }

    void report(bool final) {
        findings_.nodes = desk_.nodes;
        findings_.final = final;
        if (desk_.report != nullptr) desk_.report(desk_.context, findings_);
    }

    const Question& question_;
    ChanceDesk& desk_;
    ChanceSearch<Board> search_;
    Board root_;
    int empties_ = 0;
    bool black_to_move_;
    int root_count_ = 0;
    RootMove moves_[Moves::most];
    Findings findings_;
};

// Thinks about one question until a limit of the question or of the desk is reached. Findings are
// reported after every round of deepening, the last time as final ones; they always hold a legal
// move, or the value of the position where its answer is awaited.
template <class Board>
void think_with_chance(const Question& question, ChanceDesk& desk) {
    ChanceRoot<Board> root(question, desk);
    root.think();
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

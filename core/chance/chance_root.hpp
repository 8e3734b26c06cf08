// The search for games in which every turn begins with an answer of the oracle: the best move for
// each answer, averaged over the answers.
//
// Two kinds of positions take turns. Where an answer is awaited, the value is the average over the
// answers; where it has been heard, the mover takes his best move. Every disc fills a square, so
// depth is counted in discs and a pass costs none: within one round of deepening a position always
// has the same depth left, and what the table knows of it never depends on the way it was reached.
#pragma once

#include <cstdint>

#include "board/placement.hpp"
#include "chance/chance_context.hpp"
#include "chance/chance_search.hpp"
#include "chance/chance_value.hpp"
#include "search/search_types.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// No search gets there but where all moves are forced; it bounds the stack.
constexpr int max_chance_depth = 60;

// The top of a search with chance: deepening step by step, the order of the moves, the report.
template <class Board>
class ChanceRoot {
  public:
    ChanceRoot(const SearchRequest& request, ChanceContext& context)
        : request_(request),
          context_(context),
          search_(request, context),
          black_to_move_(request.position.black_to_move) {
        const Mask black = search_.layout().embed(request.position.black);
        const Mask white = search_.layout().embed(request.position.white);
        root_ = black_to_move_ ? Board{black, white} : Board{white, black};
        empties_ = count(root_.empties(search_.layout().playable));
    }

    // Deepens until a limit is reached or the end of the game is.
    void think() {
        prepare();
        const int wanted = request_.limits.depth > 0 ? request_.limits.depth : empties_;
        int last = wanted < empties_ ? wanted : empties_;
        if (last > max_chance_depth) last = max_chance_depth;
        for (int depth = 0; depth < last;) {
            depth = next_depth(depth, last);
            if (depth > 1 && context_.may_go_on != nullptr &&
                !context_.may_go_on(context_.receiver))
                break;
            search_.begin_round(depth >= empties_);
            if (awaits_answer()) {
                look_at_position(depth);
            } else {
                look_at_moves(depth);
            }
            if (search_.is_stopped()) break;
            if (depth < last) send_report(false);
        }
        send_report(true);
    }

  private:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;

    struct RootMove {
        std::uint8_t square;
        ChanceValue value;
    };

    bool awaits_answer() const {
        return root_count_ == 0 || (request_.odds.asked && request_.odds.first == Answer::none);
    }

    int next_depth(int depth, int last) const {
        // The last rounds before the end cost as much as the end itself and tell less.
        if (last == empties_ && depth + 1 >= last - 2) return last;
        return depth + 1;
    }

    // Makes sure that there is a legal move to be played before any thinking is done.
    void prepare() {
        const Mask moves = root_.legal_moves(search_.layout().playable);
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
            Variation& variation = report_.variations[index];
            variation = {};
            variation.kind = ScoreKind::expected;
            if (!awaits_answer()) name(variation, moves_[index].square);
            judge(variation, {glimpse, glimpse});
        }
        report_.count = listed;
    }

    int candidates() const {
        const int wanted = request_.candidates < 1 ? 1 : request_.candidates;
        return wanted < root_count_ ? wanted : root_count_;
    }

    void look_at_position(int depth) {
        const ChanceValue value =
            search_.expected(root_, black_to_move_, depth, -search_.beyond(), search_.beyond());
        if (search_.is_stopped()) return;
        report_.depth = depth;
        report_.variations[0].depth = static_cast<std::uint8_t>(depth);
        judge(report_.variations[0], value);
    }

    // Scores as many moves as are wanted; of the others it is only shown that they are no better.
    void look_at_moves(int depth) {
        const int wanted = candidates();
        int scored = 0;
        RootMove ranked[Moves::most];
        for (int index = 0; index < root_count_; ++index) {
            const bool enough = scored >= wanted;
            const double mark = enough ? ranked[wanted - 1].value.score : -search_.beyond();
            const Board next = placed(root_, moves_[index].square, heard(), black_to_move_);
            ChanceValue value;
            if (enough) {
                value = after(next, depth, mark, mark + scout_width);
                if (!search_.is_stopped() && value.score >= mark + scout_width) {
                    value = after(next, depth, mark, search_.beyond());
                }
            } else {
                value = after(next, depth, mark, search_.beyond());
            }
            if (search_.is_stopped()) break;
            if (enough && value.score <= mark) continue;
            int at = scored < wanted ? scored++ : wanted - 1;
            for (; at > 0 && ranked[at - 1].value.score < value.score; --at) {
                ranked[at] = ranked[at - 1];
            }
            ranked[at] = {moves_[index].square, value};
        }
        // The best so far is looked at first, so half a look can only improve on it; in a list of
        // several moves it would mix depths.
        if (scored == 0 || (search_.is_stopped() && (wanted > 1 && report_.depth > 0))) return;
        reorder(ranked, scored);
        report_.depth = depth;
        report_.count = scored;
        for (int index = 0; index < scored; ++index) {
            Variation& variation = report_.variations[index];
            variation.depth = static_cast<std::uint8_t>(depth);
            name(variation, ranked[index].square);
            judge(variation, ranked[index].value);
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

    Answer heard() const { return request_.odds.asked ? request_.odds.first : Answer::none; }

    ChanceValue after(const Board& next, int depth, double alpha, double beta) {
        return -search_.expected(next, !black_to_move_, depth - 1, -beta, -alpha);
    }

    // The move is named alone: what follows depends on answers that nobody knows.
    void name(Variation& variation, int square) const {
        variation.move = static_cast<std::uint16_t>(search_.layout().extract(square));
        variation.length = 1;
        variation.line[0] = variation.move;
    }

    void judge(Variation& variation, const ChanceValue& value) const {
        variation.discs = static_cast<float>(value.discs);
        const bool is_exact = search_.is_to_the_end() && report_.depth >= empties_;
        const double chance = is_exact
                                  ? ((value.score - value.discs) / discs_per_win + 1) / 2
                                  : chance_to_win(value.discs, empties_, request_.position.size);
        variation.win_chance = static_cast<float>(chance < 0 ? 0 : chance > 1 ? 1 : chance);
    }

    void send_report(bool final) {
        report_.nodes = context_.nodes;
        report_.final = final;
        if (context_.report != nullptr) context_.report(context_.receiver, report_);
    }

    const SearchRequest& request_;
    ChanceContext& context_;
    ChanceSearch<Board> search_;
    Board root_;
    int empties_ = 0;
    bool black_to_move_;
    int root_count_ = 0;
    RootMove moves_[Moves::most];
    SearchReport report_;
};

// Thinks about one request until a limit of the request or of the context is reached. SearchReport
// are reported after every round of deepening, the last time as final ones; they always hold a
// legal move, or the value of the position where its answer is awaited.
template <class Board>
void think_with_chance(const SearchRequest& request, ChanceContext& context) {
    ChanceRoot<Board> root(request, context);
    root.think();
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The tree of a search with chance: positions whose answer is awaited and positions whose answer
// was heard take turns.
//
// Most positions are only asked whether they reach a mark, which alpha-beta answers quickly where
// moves are chosen. An average needs more care. For each answer a lower and an upper bound is kept;
// the others' bounds tell what one answer must be value to matter at all (Star1). As that says
// little at first, each answer is first probed at a mark of its own: a glance guesses what the
// answers are value, the guesses are shifted together until their average is the mark in request,
// and most often all answers lie on the same side, which is_cutoff it. This is Star2's probing,
// aimed at both bounds.
#pragma once

#include <atomic>
#include <cstdint>

#include "board/placement.hpp"
#include "chance/answer_bounds.hpp"
#include "chance/chance_context.hpp"
#include "chance/chance_evaluation.hpp"
#include "chance/chance_moves.hpp"
#include "chance/chance_table.hpp"
#include "chance/chance_value.hpp"
#include "search/search_types.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// How wide a window is that only asks whether a mark is reached.
constexpr double scout_width = 1.0 / 256;

// How often the answers are probed at marks of their own before they are searched in earnest. At
// depths 6 and 7 on 8x8 the first round saves 92 to 96 % of all nodes, the next two 1 to 22 % of
// the rest.
constexpr int probing_rounds = 3;

template <class Board>
class ChanceSearch {
  public:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;

    ChanceSearch(const SearchRequest& request, ChanceContext& context)
        : request_(request),
          context_(context),
          layout_(request.position.size),
          chances_(likely_answers(request.odds)),
          evaluation_(request.position.size, request.fewest_wins, chances_),
          table_(context.table),
          squares_(request.position.size * request.position.size) {}

    // Every round of deepening begins with this: values to the end of the game count wins, so they
    // are kept apart from the others.
    void begin_round(bool to_the_end) {
        to_the_end_ = to_the_end;
        most_ = squares_ + (to_the_end_ ? discs_per_win : 0);
        beyond_ = most_ + 1;
        const std::uint64_t rules = static_cast<std::uint64_t>(request_.position.size) << 4 |
                                    (request_.odds.asked ? 8U : 0U) |
                                    (request_.fewest_wins ? 4U : 0U) | (to_the_end_ ? 2U : 0U) | 1U;
        seed_ = well_mixed(well_mixed(well_mixed(rules) + request_.odds.yes) + request_.odds.no);
    }

    // A position whose answer is awaited: exact where it lies between alpha and beta, else a bound.
    ChanceValue expected(const Board& board, bool black, int depth, double alpha, double beta) {
        if (!enter()) return {};
        const Mask moves = board.legal_moves(layout_.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(layout_.playable))) return at_the_end(board);
            return -expected(passed, !black, depth, -beta, -alpha);
        }
        if (depth <= 0) {
            const double value = evaluation_.value(board, moves, black);
            return {value, value};
        }
        const ChanceKey key = key_for(board, black, Answer::none);
        ChanceEntry known;
        if (table_.probe(key, known) && known.is_cutoff(depth, alpha, beta)) {
            return {known.value, known.discs};
        }
        const ChanceValue value = average(board, black, moves, depth, alpha, beta);
        if (!stopped_) store(key, depth, value, alpha, beta, 0);
        return value;
    }

    // Judges moves by their places alone.
    void judge_places(Moves& choices) const {
        for (int index = 0; index < choices.count; ++index) {
            const Mask bit = Board::bit(choices.square[index]);
            float promise = 0;
            if (!is_empty(bit & evaluation_.corners()))
                promise = 2;
            else if (!is_empty(bit & evaluation_.risky_squares()))
                promise = -1;
            else if (!is_empty(bit & evaluation_.edges()))
                promise = 1;
            choices.promise[index] = request_.fewest_wins ? -promise : promise;
        }
    }

    const typename Board::Layout& layout() const { return layout_; }
    const ChanceEvaluation<Board>& evaluation() const { return evaluation_; }
    bool is_to_the_end() const { return to_the_end_; }
    bool is_stopped() const { return stopped_; }
    double beyond() const { return beyond_; }

  private:
    // Counts a position that is entered; false when there is no more to be spent.
    OUTFLANK_INLINE bool enter() {
        if (context_.nodes == next_poll_) poll();
        if (stopped_) return false;
        ++context_.nodes;
        return true;
    }

    void poll() {
        constexpr std::uint64_t stride = 1024;
        const std::uint64_t limit = request_.limits.nodes;
        if ((limit > 0 && context_.nodes >= limit) ||
            (context_.stop != nullptr && context_.stop->load(std::memory_order_relaxed)) ||
            (context_.out_of_time != nullptr && context_.out_of_time(context_.receiver))) {
            stopped_ = true;
        }
        next_poll_ = context_.nodes + stride;
        if (limit > 0 && next_poll_ > limit) next_poll_ = limit;
    }

    // What the end of a game is value to the side to move.
    ChanceValue at_the_end(const Board& board) const {
        const int own = count(board.mover);
        const int theirs = count(board.opponent);
        if (own == theirs) return {};
        const bool more = own > theirs;
        const bool wins = more != request_.fewest_wins;
        const double margin = more ? squares_ - 2 * theirs : squares_ - 2 * own;
        const double discs = wins ? margin : -margin;
        if (!to_the_end_) return {discs, discs};
        return {wins ? discs + discs_per_win : discs - discs_per_win, discs};
    }

    ChanceValue average(const Board& board, bool black, const Mask& moves, int depth, double alpha,
                        double beta) {
        const int answers = chances_.count;
        // Near the leaves glances cost more than they save.
        const bool is_shallow = depth < (to_the_end_ ? 3 : 2);
        Moves plain;
        plain.list(moves);
        AnswerBounds known(chances_, most_);
        if (is_shallow) {
            judge_places(plain);
            Moves* const choices[3] = {&plain, &plain, &plain};
            return one_by_one(board, black, depth, alpha, beta, choices, known);
        }
        Moves sorted[3];
        Moves* const choices[3] = {&sorted[0], &sorted[1], &sorted[2]};
        double guess[3];
        for (int index = 0; index < answers; ++index) {
            sorted[index].copy_squares(plain);
            guess[index] = judge_positions(board, chances_.answer[index], black, sorted[index]);
            if (to_the_end_) guess[index] = value_of_guess(guess[index], depth);
        }
        if (answers > 1 && beta - alpha <= 2 * scout_width) {
            for (int round = 0; round < probing_rounds; ++round) {
                ChanceValue value;
                probe(board, black, depth, alpha, beta, choices, guess, known);
                if (stopped_) return {};
                if (known.settle(alpha, beta, value)) return value;
                for (int index = 0; index < answers; ++index) {
                    guess[index] = known.held_within(guess[index], index);
                }
            }
        }
        return one_by_one(board, black, depth, alpha, beta, choices, known);
    }

    // Asks each answer whether it reaches its share of the mark, beginning with the likeliest side.
    void probe(const Board& board, bool black, int depth, double alpha, double beta,
               Moves* const* choices, const double* guess, AnswerBounds& known) {
        const int answers = chances_.count;
        bool reaches = true;
        bool fails = true;
        double share[3];
        for (int index = 0; index < answers; ++index) {
            share[index] = guess[index];
        }
        for (int index = 0; index < answers; ++index) {
            // What was found of the answers before counts as found, the guesses of the others are
            // shifted together until the average is the mark.
            double sum = 0;
            double rest = 0;
            for (int other = 0; other < answers; ++other) {
                sum += chances_.chance[other] * share[other];
                if (other >= index) rest += chances_.chance[other];
            }
            const bool upwards = reaches;
            const double mark = upwards ? beta : alpha;
            const double target = share[index] + (mark - sum) / rest;
            const double low = upwards ? target - scout_width : target;
            if (low <= -most_ || low + scout_width >= most_) return;
            const ChanceValue value = best(board, chances_.answer[index], black, depth, low,
                                           low + scout_width, *choices[index]);
            if (stopped_) return;
            known.learn(index, value, low, low + scout_width);
            reaches = reaches && known.low[index] > -most_;
            fails = fails && known.high[index] < most_;
            if (!reaches && !fails) return;
            share[index] = reaches ? known.low[index] : known.high[index];
        }
    }

    // Searches the answers in turn, each between the values at which it still matters.
    ChanceValue one_by_one(const Board& board, bool black, int depth, double alpha, double beta,
                           Moves* const* choices, AnswerBounds& known) {
        ChanceValue value;
        for (int index = 0; index < chances_.count; ++index) {
            if (known.low[index] == known.high[index]) continue;
            const double chance = chances_.chance[index];
            double low = (alpha - known.others(known.high, index)) / chance;
            double high = (beta - known.others(known.low, index)) / chance;
            // What the probes have shown narrows the window further, with room for the exact value.
            const double least = known.low[index] - scout_width;
            const double most = known.high[index] + scout_width;
            if (low < least) low = least;
            if (high > most) high = most;
            const ChanceValue found =
                best(board, chances_.answer[index], black, depth, low, high, *choices[index]);
            if (stopped_) return {};
            if (found.score >= high) {
                known.low[index] = found.score;
                value.score = known.others(known.low, index) + chance * found.score;
                return value.score > beta ? value : ChanceValue{beta, 0};
            }
            if (found.score <= low) {
                known.high[index] = found.score;
                value.score = known.others(known.high, index) + chance * found.score;
                return value.score < alpha ? value : ChanceValue{alpha, 0};
            }
            known.low[index] = known.high[index] = found.score;
            known.discs[index] = found.discs;
        }
        known.settle(alpha, beta, value);
        return value;
    }

    // A position whose answer was heard: the best of its moves, exact between alpha and beta.
    ChanceValue best(const Board& board, Answer answer, bool black, int depth, double alpha,
                     double beta, Moves& choices) {
        const bool stored = depth > 1;  // below that the position before the answer is enough
        ChanceKey key{};
        if (stored) {
            key = key_for(board, black, answer);
            ChanceEntry known;
            if (table_.probe(key, known)) {
                if (known.is_cutoff(depth, alpha, beta)) return {known.value, known.discs};
                choices.prefer(known.move);
            }
        }
        ChanceValue highest{-2 * most_, 0};
        int chosen = 0;
        for (int index = 0; index < choices.count; ++index) {
            choices.bring_best(index);
            const int square = choices.square[index];
            const Board next = placed(board, square, answer, black);
            const double low = alpha > highest.score ? alpha : highest.score;
            ChanceValue value;
            if (index > 0 && depth > 1 && beta - low > 2 * scout_width) {
                value = -expected(next, !black, depth - 1, -low - scout_width, -low);
                if (!stopped_ && value.score >= low + scout_width && value.score < beta) {
                    value = -expected(next, !black, depth - 1, -beta, -low);
                }
            } else {
                value = -expected(next, !black, depth - 1, -beta, -low);
            }
            if (stopped_) return {};
            if (value.score > highest.score) {
                highest = value;
                chosen = square;
                if (value.score >= beta) break;
            }
        }
        if (stored) store(key, depth, highest, alpha, beta, chosen);
        return highest;
    }

    // Judges moves by the positions they lead to; returns what the best of them promises.
    double judge_positions(const Board& board, Answer answer, bool black, Moves& choices) const {
        double most = -squares_;
        for (int index = 0; index < choices.count; ++index) {
            const Board next = placed(board, choices.square[index], answer, black);
            const double value =
                -evaluation_.value(next, next.legal_moves(layout_.playable), !black);
            choices.promise[index] = static_cast<float>(value);
            if (value > most) most = value;
        }
        return most;
    }

    void store(const ChanceKey& key, int depth, const ChanceValue& value, double alpha, double beta,
               int move) const {
        ChanceBound bound = ChanceBound::exact;
        if (value.score >= beta) bound = ChanceBound::lower;
        if (value.score <= alpha) bound = ChanceBound::upper;
        table_.store(key, {value.score, value.discs, static_cast<std::uint8_t>(depth), bound,
                           static_cast<std::uint8_t>(move)});
    }

    ChanceKey key_for(const Board& board, bool black, Answer answer) const {
        const std::uint64_t turn = static_cast<std::uint64_t>(answer) << 1 | (black ? 1U : 0U);
        return chance_key(board, seed_ + turn * 0x9E3779B97F4A7C15);
    }

    const SearchRequest& request_;
    ChanceContext& context_;
    typename Board::Layout layout_;
    AnswerChances chances_;
    ChanceEvaluation<Board> evaluation_;
    ChanceTable table_;
    int squares_;
    bool to_the_end_ = false;
    bool stopped_ = false;
    double most_ = 0;    // no value is larger
    double beyond_ = 0;  // the limit of windows that all values lie in
    std::uint64_t seed_ = 0;
    std::uint64_t next_poll_ = 0;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The tree of a search with chance: positions whose answer is awaited and positions whose answer
// was heard take turns.
//
// Most positions are only asked whether they reach a bound, which alpha-beta answers quickly where
// moves are chosen. An average needs more care. For each answer a lower and an upper bound is kept;
// the others' bounds tell between which scores one answer matters at all (Star1). As that says
// little at first, each answer is first probed at a bound of its own: an evaluation guesses what
// the answers are worth, the guesses are shifted together until their average is the bound in
// question, and most often all answers lie on the same side, which is a cutoff. This is Star2's
// probing, aimed at both bounds.
#pragma once

#include <cstdint>

#include "board/placement.hpp"
#include "chance/answer_bounds.hpp"
#include "chance/chance_evaluation.hpp"
#include "chance/chance_moves.hpp"
#include "chance/chance_table.hpp"
#include "chance/chance_value.hpp"
#include "search/search_context.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The width of a null window: scores are not whole numbers here.
constexpr double null_window = 1.0 / 256;

// How often the answers are probed before they are searched in turn. At depths 6 and 7 on 8x8 the
// first time saves 92 to 96 % of all nodes, the next two 1 to 22 % of the rest.
constexpr int probing_rounds = 3;

// Below these depths evaluating the moves costs more than their order saves.
constexpr int min_evaluated_depth = 2;
constexpr int min_evaluated_solve_depth = 3;

// Nodes cost more than in the search without chance, so the limits are polled more often.
constexpr std::uint64_t chance_poll_interval = 1024;

// Searches positions of one game in one thread.
template <class Board>
class ChanceSearch {
  public:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;
    using State = typename ChanceEvaluation<Board>::State;

    ChanceSearch(const SearchRequest& request, SearchContext& context)
        : request_(request),
          counter_(context, chance_poll_interval),
          layout_(request.position.size),
          chances_(likely_answers(request.odds)),
          evaluation_(request.position.size, request.fewest_wins, chances_,
                      context.pattern_weights),
          table_(context.table),
          squares_(request.position.size * request.position.size) {}

    // Every iteration begins with this. Scores of a search to the end count wins, so they are kept
    // apart from the others in the table.
    void begin_iteration(bool to_the_end) {
        to_the_end_ = to_the_end;
        max_score_ = squares_ + (to_the_end_ ? discs_per_win : 0);
        const std::uint64_t rules = static_cast<std::uint64_t>(request_.position.size) << 4 |
                                    (request_.odds.asked ? 8U : 0U) |
                                    (request_.fewest_wins ? 4U : 0U) | (to_the_end_ ? 2U : 0U) | 1U;
        seed_ = well_mixed(well_mixed(well_mixed(rules) + request_.odds.yes) + request_.odds.no);
    }

    // A position whose answer is awaited: exact where it lies between alpha and beta, else a bound.
    ChanceValue expected(const Board& board, const State& state, bool black, int depth,
                         double alpha, double beta) {
        // Step 1. Is the search to go on?
        if (counter_.is_aborted()) is_stopped_ = true;
        if (is_stopped_) return {};
        counter_.count_node();

        // Step 2. A pass, or the end of the game.
        const Mask moves = board.legal_moves(layout_.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(layout_.playable))) return final_value(board);
            return -expected(passed, evaluation_.passed(state), !black, depth, -beta, -alpha);
        }

        // Step 3. The horizon.
        if (depth <= 0) {
            const double discs = evaluation_.value(board, state, moves, black);
            return {discs, discs};
        }

        // Step 4. Transposition table.
        const ChanceKey key = key_for(board, black, Answer::none);
        ChanceEntry entry;
        if (table_.probe(key, entry) && entry.is_cutoff(depth, alpha, beta)) {
            return {entry.score, entry.discs};
        }

        // Step 5. The average over the answers.
        const ChanceValue value = average(board, state, black, moves, depth, alpha, beta);
        if (!is_stopped_) store(key, depth, value, alpha, beta, 0);
        return value;
    }

    // Scores moves by their squares alone.
    void score_squares(Moves& moves) const {
        for (int index = 0; index < moves.count; ++index) {
            const Mask bit = Board::bit(moves.square[index]);
            float score = 0;
            if (!is_empty(bit & evaluation_.corners())) {
                score = 2;
            } else if (!is_empty(bit & evaluation_.risky_squares())) {
                score = -1;
            } else if (!is_empty(bit & evaluation_.edges())) {
                score = 1;
            }
            moves.score[index] = request_.fewest_wins ? -score : score;
        }
    }

    const typename Board::Layout& layout() const { return layout_; }
    const ChanceEvaluation<Board>& evaluation() const { return evaluation_; }
    NodeCounter& counter() { return counter_; }
    bool is_to_the_end() const { return to_the_end_; }
    bool is_stopped() const { return is_stopped_; }
    double infinity() const { return max_score_ + 1; }

  private:
    ChanceValue final_value(const Board& board) const {
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

    ChanceValue average(const Board& board, const State& state, bool black, const Mask& legal,
                        int depth, double alpha, double beta) {
        // Step 1. Near the leaves: a cheap order of moves, the same for all answers.
        Moves plain;
        plain.list(legal);
        AnswerBounds bounds(chances_, max_score_);
        if (depth < (to_the_end_ ? min_evaluated_solve_depth : min_evaluated_depth)) {
            score_squares(plain);
            Moves* const moves[max_answers] = {&plain, &plain, &plain};
            return search_answers(board, state, black, depth, alpha, beta, moves, bounds);
        }

        // Step 2. Order the moves for each answer by evaluation, which also guesses its score.
        Moves scored[max_answers];
        Moves* const moves[max_answers] = {&scored[0], &scored[1], &scored[2]};
        double guess[max_answers];
        for (int index = 0; index < chances_.count; ++index) {
            scored[index].copy_squares(plain);
            guess[index] =
                score_positions(board, state, chances_.answer[index], black, scored[index]);
            if (to_the_end_) guess[index] = score_of_guess(guess[index], depth);
        }

        // Step 3. With a null window: probe the answers at bounds of their own.
        if (chances_.count > 1 && beta - alpha <= 2 * null_window) {
            for (int round = 0; round < probing_rounds; ++round) {
                ChanceValue value;
                probe_answers(board, state, black, depth, alpha, beta, moves, guess, bounds);
                if (is_stopped_) return {};
                if (bounds.is_cutoff(alpha, beta, value)) return value;
                for (int index = 0; index < chances_.count; ++index) {
                    guess[index] = bounds.clamped(guess[index], index);
                }
            }
        }

        // Step 4. Search the answers in turn.
        return search_answers(board, state, black, depth, alpha, beta, moves, bounds);
    }

    // Asks each answer whether it reaches its share of the bound, beginning with the likelier side.
    void probe_answers(const Board& board, const State& state, bool black, int depth, double alpha,
                       double beta, Moves* const* moves, const double* guess,
                       AnswerBounds& bounds) {
        const int answers = chances_.count;
        bool reaches = true;
        bool fails = true;
        double share[max_answers];
        for (int index = 0; index < answers; ++index) {
            share[index] = guess[index];
        }
        for (int index = 0; index < answers; ++index) {
            // What was found of the answers before counts as found, the guesses of the others are
            // shifted together until the average is the bound.
            double sum = 0;
            double rest = 0;
            for (int other = 0; other < answers; ++other) {
                sum += chances_.chance[other] * share[other];
                if (other >= index) rest += chances_.chance[other];
            }
            const double bound = reaches ? beta : alpha;
            const double target = share[index] + (bound - sum) / rest;
            const double low = reaches ? target - null_window : target;
            if (low <= -max_score_ || low + null_window >= max_score_) return;
            const ChanceValue value = best(board, state, chances_.answer[index], black, depth, low,
                                           low + null_window, *moves[index]);
            if (is_stopped_) return;
            bounds.update(index, value, low, low + null_window);
            reaches = reaches && bounds.low[index] > -max_score_;
            fails = fails && bounds.high[index] < max_score_;
            if (!reaches && !fails) return;
            share[index] = reaches ? bounds.low[index] : bounds.high[index];
        }
    }

    // Searches the answers in turn, each between the scores at which it still matters.
    ChanceValue search_answers(const Board& board, const State& state, bool black, int depth,
                               double alpha, double beta, Moves* const* moves,
                               AnswerBounds& bounds) {
        ChanceValue value;
        for (int index = 0; index < chances_.count; ++index) {
            if (bounds.low[index] == bounds.high[index]) continue;

            // Step 1. The window in which this answer matters, narrowed by what probes have shown
            // with room for the exact score.
            const double chance = chances_.chance[index];
            double low = (alpha - bounds.sum_of_others(bounds.high, index)) / chance;
            double high = (beta - bounds.sum_of_others(bounds.low, index)) / chance;
            const double lowest = bounds.low[index] - null_window;
            const double highest = bounds.high[index] + null_window;
            if (low < lowest) low = lowest;
            if (high > highest) high = highest;
            const ChanceValue found =
                best(board, state, chances_.answer[index], black, depth, low, high, *moves[index]);
            if (is_stopped_) return {};

            // Step 2. Outside of it the others no longer matter.
            if (found.score >= high) {
                value.score = bounds.sum_of_others(bounds.low, index) + chance * found.score;
                return value.score > beta ? value : ChanceValue{beta, 0};
            }
            if (found.score <= low) {
                value.score = bounds.sum_of_others(bounds.high, index) + chance * found.score;
                return value.score < alpha ? value : ChanceValue{alpha, 0};
            }
            bounds.low[index] = bounds.high[index] = found.score;
            bounds.discs[index] = found.discs;
        }
        bounds.is_cutoff(alpha, beta, value);
        return value;
    }

    // A position whose answer was heard: the best of its moves, exact between alpha and beta.
    ChanceValue best(const Board& board, const State& state, Answer answer, bool black, int depth,
                     double alpha, double beta, Moves& moves) {
        // Step 1. Transposition table; at depth 1 the entry before the answer is enough.
        const bool uses_table = depth > 1;
        ChanceKey key{};
        if (uses_table) {
            key = key_for(board, black, answer);
            ChanceEntry entry;
            if (table_.probe(key, entry)) {
                if (entry.is_cutoff(depth, alpha, beta)) return {entry.score, entry.discs};
                moves.prefer(entry.move);
            }
        }

        // Step 2. Principal-variation search of the moves.
        ChanceValue highest{-2 * max_score_, 0};
        int best_square = 0;
        for (int index = 0; index < moves.count; ++index) {
            moves.bring_best(index);
            const int square = moves.square[index];
            const Board next = placed(board, square, answer, black);
            const State after = evaluation_.placed(state, board, next, square);
            const double low = alpha > highest.score ? alpha : highest.score;
            const bool is_scouted = index > 0 && depth > 1 && beta - low > 2 * null_window;
            const double high = is_scouted ? low + null_window : beta;
            ChanceValue value = -expected(next, after, !black, depth - 1, -high, -low);
            if (is_scouted && !is_stopped_ && value.score >= high && value.score < beta) {
                value = -expected(next, after, !black, depth - 1, -beta, -low);
            }
            if (is_stopped_) return {};
            if (value.score > highest.score) {
                highest = value;
                best_square = square;
                if (value.score >= beta) break;
            }
        }

        // Step 3. Store the value.
        if (uses_table) store(key, depth, highest, alpha, beta, best_square);
        return highest;
    }

    // Scores moves by the evaluation of the positions they lead to; returns the highest.
    double score_positions(const Board& board, const State& state, Answer answer, bool black,
                           Moves& moves) const {
        double highest = -squares_;
        for (int index = 0; index < moves.count; ++index) {
            const Board next = placed(board, moves.square[index], answer, black);
            const State after = evaluation_.placed(state, board, next, moves.square[index]);
            const double score =
                -evaluation_.value(next, after, next.legal_moves(layout_.playable), !black);
            moves.score[index] = static_cast<float>(score);
            if (score > highest) highest = score;
        }
        return highest;
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
    NodeCounter counter_;
    typename Board::Layout layout_;
    AnswerChances chances_;
    ChanceEvaluation<Board> evaluation_;
    ChanceTable table_;
    int squares_;
    bool to_the_end_ = false;
    bool is_stopped_ = false;
    double max_score_ = 0;
    std::uint64_t seed_ = 0;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The tree of a search with chance, in which positions whose answer is awaited and positions whose
// answer was heard alternate.
//
// Most positions are only asked whether they reach a bound. Alpha-beta answers that quickly where
// moves are chosen, but an average needs more care. The search keeps a lower and an upper bound for
// each answer; the bounds of the others give the range of scores in which one answer matters at all
// (Star1). At first this range is wide, so each answer is first probed at a bound of its own: an
// evaluation estimates the scores of the answers, and the estimates are shifted together until
// their average is the bound in question. Usually all answers then lie on the same side, which is a
// cutoff. This is the probing of Star2, aimed at both bounds.
#pragma once

#include <atomic>
#include <cstdint>

#include "board/placement.hpp"
#include "chance/answer_bounds.hpp"
#include "chance/shared_chance_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The width of a null window, since scores are not integers here.
constexpr double null_window = 1.0 / 256;

// How often the answers are probed before they are searched in turn. At depths 6 and 7 on 8x8 the
// first round saves 92 to 96 % of all nodes, the next two 1 to 22 % of the rest.
constexpr int probing_rounds = 3;

// Below these depths evaluating the moves costs more than the better order saves.
constexpr int min_evaluated_depth = 2;
constexpr int min_evaluated_solve_depth = 3;

// Nodes are more expensive than in the search without chance, so the limits are polled more often.
constexpr std::uint64_t chance_poll_interval = 1024;

// Below this depth sharing the moves costs more than helpers save.
constexpr int min_chance_split_depth = 4;

// One search thread. The answers of a position depend on each other's bounds and are searched in
// turn; the moves after an answer are shared with idle threads.
template <class Board>
class ChanceSearch {
  public:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;
    using State = typename ChanceEvaluation<Board>::State;

    // `threads` has all threads of the search; this one has the index `number`.
    ChanceSearch(const SharedChanceSearch<Board>& shared, ChanceSearch* const* threads, int number)
        : shared_(shared),
          threads_(threads),
          number_(number),
          counter_(shared.context, chance_poll_interval) {}

    // Searches a position whose answer is awaited. The score is exact between alpha and beta, else
    // a bound.
    ChanceValue expected(const Board& board, const State& state, bool black, int depth,
                         double alpha, double beta) {
        // Step 1. Stop if the search was aborted.
        if (counter_.is_aborted()) is_stopped_ = true;
        if (is_stopped_) return {};
        counter_.count_node();

        // Step 2. A pass, or the end of the game.
        const Mask moves = board.legal_moves(shared_.layout.playable);
        if (is_empty(moves)) {
            const Board passed = board.passed();
            if (is_empty(passed.legal_moves(shared_.layout.playable)))
                return shared_.final_value(board);
            return -expected(passed, shared_.evaluation.passed(state), !black, depth, -beta,
                             -alpha);
        }

        // Step 3. The horizon.
        if (depth <= 0) {
            const double discs = shared_.evaluation.value(board, state, moves, black);
            return {discs, discs};
        }

        // Step 4. Transposition table.
        const ChanceKey key = shared_.key_for(board, black, Answer::none);
        ChanceEntry entry;
        if (shared_.table.probe(key, entry) && entry.is_cutoff(depth, alpha, beta)) {
            return {entry.score, entry.discs};
        }

        // Step 5. The average over the answers.
        const ChanceValue value = average(board, state, black, moves, depth, alpha, beta);
        if (!is_stopped_) shared_.store(key, depth, value, alpha, beta, 0);
        return value;
    }

    NodeCounter& counter() { return counter_; }
    bool is_stopped() const { return is_stopped_; }

  private:
    ChanceValue average(const Board& board, const State& state, bool black, const Mask& legal,
                        int depth, double alpha, double beta) {
        // Step 1. Near the leaves: a cheap move order, the same for all answers.
        Moves plain;
        plain.list(legal);
        AnswerBounds bounds(shared_.chances, shared_.max_score);
        if (depth < (shared_.to_the_end ? min_evaluated_solve_depth : min_evaluated_depth)) {
            shared_.score_squares(plain);
            Moves* const moves[max_answers] = {&plain, &plain, &plain};
            return search_answers(board, state, black, depth, alpha, beta, moves, bounds);
        }

        // Step 2. Order the moves for each answer by evaluation, which also estimates its score.
        Moves scored[max_answers];
        Moves* const moves[max_answers] = {&scored[0], &scored[1], &scored[2]};
        double guess[max_answers];
        for (int index = 0; index < shared_.chances.count; ++index) {
            scored[index].copy_squares(plain);
            guess[index] =
                score_positions(board, state, shared_.chances.answer[index], black, scored[index]);
            if (shared_.to_the_end) guess[index] = score_of_guess(guess[index], depth);
        }

        // Step 3. With a null window: probe the answers, each at its own bound.
        if (shared_.chances.count > 1 && beta - alpha <= 2 * null_window) {
            for (int round = 0; round < probing_rounds; ++round) {
                ChanceValue value;
                probe_answers(board, state, black, depth, alpha, beta, moves, guess, bounds);
                if (is_stopped_) return {};
                if (bounds.is_cutoff(alpha, beta, value)) return value;
                for (int index = 0; index < shared_.chances.count; ++index) {
                    guess[index] = bounds.clamped(guess[index], index);
                }
            }
        }

        // Step 4. Search the answers in turn.
        return search_answers(board, state, black, depth, alpha, beta, moves, bounds);
    }

    // Asks for each answer whether it reaches its share of the bound, starting with the likelier
    // side.
    void probe_answers(const Board& board, const State& state, bool black, int depth, double alpha,
                       double beta, Moves* const* moves, const double* guess,
                       AnswerBounds& bounds) {
        const int answers = shared_.chances.count;
        bool reaches = true;
        bool fails = true;
        double share[max_answers];
        for (int index = 0; index < answers; ++index) {
            share[index] = guess[index];
        }
        for (int index = 0; index < answers; ++index) {
            // The results of the answers before this one are known. Shift the estimates of the
            // others together until the average is the bound.
            double sum = 0;
            double rest = 0;
            for (int other = 0; other < answers; ++other) {
                sum += shared_.chances.chance[other] * share[other];
                if (other >= index) rest += shared_.chances.chance[other];
            }
            const double bound = reaches ? beta : alpha;
            const double target = share[index] + (bound - sum) / rest;
            const double low = reaches ? target - null_window : target;
            if (low <= -shared_.max_score || low + null_window >= shared_.max_score) return;
            const ChanceValue value = best(board, state, shared_.chances.answer[index], black,
                                           depth, low, low + null_window, *moves[index]);
            if (is_stopped_) return;
            bounds.update(index, value, low, low + null_window);
            reaches = reaches && bounds.low[index] > -shared_.max_score;
            fails = fails && bounds.high[index] < shared_.max_score;
            if (!reaches && !fails) return;
            share[index] = reaches ? bounds.low[index] : bounds.high[index];
        }
    }

    // Searches the answers in turn, each with the window in which it still matters.
    ChanceValue search_answers(const Board& board, const State& state, bool black, int depth,
                               double alpha, double beta, Moves* const* moves,
                               AnswerBounds& bounds) {
        ChanceValue value;
        for (int index = 0; index < shared_.chances.count; ++index) {
            if (bounds.low[index] == bounds.high[index]) continue;

            // Step 1. The window in which this answer matters, narrowed to what the probes found,
            // with room for the exact score.
            const double chance = shared_.chances.chance[index];
            double low = (alpha - bounds.sum_of_others(bounds.high, index)) / chance;
            double high = (beta - bounds.sum_of_others(bounds.low, index)) / chance;
            const double lowest = bounds.low[index] - null_window;
            const double highest = bounds.high[index] + null_window;
            if (low < lowest) low = lowest;
            if (high > highest) high = highest;
            const ChanceValue found = best(board, state, shared_.chances.answer[index], black,
                                           depth, low, high, *moves[index]);
            if (is_stopped_) return {};

            // Step 2. Outside this window the other answers no longer matter. Rounding must not
            // bring the average back into the window.
            if (found.score >= high) {
                value = {bounds.sum_of_others(bounds.low, index) + chance * found.score,
                         bounds.sum_of_others(bounds.low_discs, index) + chance * found.discs};
                if (value.score < beta) value.score = beta;
                return value;
            }
            if (found.score <= low) {
                value = {bounds.sum_of_others(bounds.high, index) + chance * found.score,
                         bounds.sum_of_others(bounds.high_discs, index) + chance * found.discs};
                if (value.score > alpha) value.score = alpha;
                return value;
            }
            bounds.set_exact(index, found);
        }
        bounds.is_cutoff(alpha, beta, value);
        return value;
    }

    // Searches the moves of a position whose answer was heard. The best score is exact between
    // alpha and beta.
    ChanceValue best(const Board& board, const State& state, Answer answer, bool black, int depth,
                     double alpha, double beta, Moves& moves) {
        // Step 1. Transposition table. At depth 1 the entry of the position before the answer is
        // enough.
        const bool uses_table = depth > 1;
        ChanceKey key{};
        if (uses_table) {
            key = shared_.key_for(board, black, answer);
            ChanceEntry entry;
            if (shared_.table.probe(key, entry)) {
                if (entry.is_cutoff(depth, alpha, beta)) return {entry.score, entry.discs};
                moves.prefer(entry.move);
            }
        }

        // Step 2. Principal-variation search of the moves, shared with idle threads if there are
        // any.
        Choice choice{board, state, answer, black, depth, alpha, beta, moves};
        choice.highest.score = -2 * shared_.max_score;
        ThreadPool* pool = depth >= min_chance_split_depth ? shared_.context.pool : nullptr;
        for (int index = 0; index < moves.count; ++index) {
            moves.bring_best(index);
            if (pool != nullptr && index > 0 && index + 1 < moves.count && pool->has_idle() &&
                split(choice, index)) {
                break;
            }
            choice.take(index, search_move(choice, index, choice.lowest()));
            if (is_stopped_ || choice.highest.score >= beta) break;
        }
        if (is_stopped_) return {};

        // Step 3. Store the value.
        if (uses_table) shared_.store(key, depth, choice.highest, alpha, beta, choice.best_square);
        return choice.highest;
    }

    // A position whose answer was heard, with the best move found so far.
    struct Choice {
        const Board& board;
        const State& state;
        Answer answer;
        bool black;
        int depth;
        double alpha;
        double beta;
        Moves& moves;
        ChanceValue highest{};
        int best_square = 0;

        double lowest() const { return alpha > highest.score ? alpha : highest.score; }

        void take(int index, const ChanceValue& value) {
            if (value.score <= highest.score) return;
            highest = value;
            best_square = moves.square[index];
        }
    };

    // Returns the value of a move if it lies between `low` and beta, else a bound. Moves after the
    // first must prove with a null window that they are better before they get the open window.
    ChanceValue search_move(const Choice& choice, int index, double low) {
        const int square = choice.moves.square[index];
        const Board next = placed(choice.board, square, choice.answer, choice.black);
        const State after = shared_.evaluation.placed(choice.state, choice.board, next, square);
        const int depth = choice.depth - 1;
        const bool is_scouted = index > 0 && depth > 0 && choice.beta - low > 2 * null_window;
        const double high = is_scouted ? low + null_window : choice.beta;
        ChanceValue value = -expected(next, after, !choice.black, depth, -high, -low);
        if (is_scouted && !is_stopped_ && value.score >= high && value.score < choice.beta) {
            value = -expected(next, after, !choice.black, depth, -choice.beta, -low);
        }
        return value;
    }

    // A choice whose moves several threads search. The lock guards the choice and the next index.
    struct SharedChoice : SplitPoint {
        SharedChoice(Choice& shared_choice, ChanceSearch* const* all_threads, int from)
            : choice(shared_choice), threads(all_threads), next(from) {}

        void lock() {
            while (is_locked.exchange(true, std::memory_order_acquire)) {
            }
        }
        void unlock() { is_locked.store(false, std::memory_order_release); }

        Choice& choice;
        ChanceSearch* const* threads;
        int next;
        std::atomic<bool> is_locked{false};
    };

    // Shares the moves from an index onwards with idle threads, by the young brothers wait concept:
    // the first move has already been searched.
    bool split(Choice& choice, int index) {
        for (int at = index + 1; at < choice.moves.count; ++at) {
            choice.moves.bring_best(at);
        }
        SharedChoice shared_choice(choice, threads_, index);
        shared_choice.parent = counter_.split_point;
        shared_choice.help = [](SplitPoint& point, int number) {
            SharedChoice& joined = static_cast<SharedChoice&>(point);
            joined.threads[number]->search_shared_moves(joined);
            joined.threads[number]->counter_.publish();
        };
        ThreadPool& pool = *shared_.context.pool;
        if (pool.assign_helpers(shared_choice, choice.moves.count - index - 1) == 0) return false;
        search_shared_moves(shared_choice);
        pool.wait_for_helpers(shared_choice, number_);
        // A helper stopped either because of a cutoff here or for a reason that stops this thread
        // too.
        is_stopped_ = counter_.is_aborted();
        return true;
    }

    void search_shared_moves(SharedChoice& shared_choice) {
        SplitPoint* const outer = counter_.split_point;
        const bool was_stopped = is_stopped_;
        counter_.split_point = &shared_choice;
        is_stopped_ = false;
        Choice& choice = shared_choice.choice;
        for (;;) {
            shared_choice.lock();
            const int index = shared_choice.next++;
            const double low = choice.lowest();
            shared_choice.unlock();
            if (index >= choice.moves.count || low >= choice.beta) break;
            const ChanceValue value = search_move(choice, index, low);
            if (is_stopped_) break;
            shared_choice.lock();
            choice.take(index, value);
            shared_choice.unlock();
            if (value.score >= choice.beta) {
                shared_choice.is_cut.store(true, std::memory_order_relaxed);
            }
        }
        counter_.split_point = outer;
        is_stopped_ = was_stopped;
    }

    // Scores moves by evaluating the positions after them, and returns the highest score.
    double score_positions(const Board& board, const State& state, Answer answer, bool black,
                           Moves& moves) const {
        double highest = -shared_.squares;
        for (int index = 0; index < moves.count; ++index) {
            const Board next = placed(board, moves.square[index], answer, black);
            const State after = shared_.evaluation.placed(state, board, next, moves.square[index]);
            const double score = -shared_.evaluation.value(
                next, after, next.legal_moves(shared_.layout.playable), !black);
            moves.score[index] = static_cast<float>(score);
            if (score > highest) highest = score;
        }
        return highest;
    }

    const SharedChanceSearch<Board>& shared_;
    ChanceSearch* const* threads_;
    int number_;
    NodeCounter counter_;
    bool is_stopped_ = false;  // the result of the current search is no longer needed
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

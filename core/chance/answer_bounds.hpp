// What is known about a position whose answer is awaited: bounds on the score after each answer.
#pragma once

#include "chance/chance_evaluation.hpp"
#include "chance/chance_value.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr int max_answers = 3;

// The position's score is the average over the answers, so bounds on the answers also bound the
// position. Each bound keeps the expected discs that belong to its score, so that an exact score
// comes with exact discs.
struct AnswerBounds {
    const AnswerChances& chances;
    double low[max_answers];
    double high[max_answers];
    double low_discs[max_answers];
    double high_discs[max_answers];

    AnswerBounds(const AnswerChances& all, double max_score) : chances(all) {
        for (int index = 0; index < chances.count; ++index) {
            low[index] = -max_score;
            high[index] = max_score;
            low_discs[index] = high_discs[index] = 0;
        }
    }

    // Returns whether the bounds show that the average lies outside the window, or give its exact
    // value.
    bool is_cutoff(double alpha, double beta, ChanceValue& value) const {
        double lower = 0;
        double upper = 0;
        for (int index = 0; index < chances.count; ++index) {
            lower += chances.chance[index] * low[index];
            upper += chances.chance[index] * high[index];
        }
        if (lower >= beta || lower == upper) {
            value = {lower, sum_of_others(low_discs, no_answer)};
            return true;
        }
        if (upper <= alpha) {
            value = {upper, sum_of_others(high_discs, no_answer)};
            return true;
        }
        return false;
    }

    // Returns the sum of the other answers' numbers, weighted by their probabilities.
    double sum_of_others(const double* numbers, int without) const {
        double sum = 0;
        for (int index = 0; index < chances.count; ++index) {
            if (index != without) sum += chances.chance[index] * numbers[index];
        }
        return sum;
    }

    // Updates the bounds with the result of a search with a window from alpha to beta.
    void update(int index, const ChanceValue& value, double alpha, double beta) {
        if (value.score > alpha && value.score > low[index]) {
            low[index] = value.score;
            low_discs[index] = value.discs;
        }
        if (value.score < beta && value.score < high[index]) {
            high[index] = value.score;
            high_discs[index] = value.discs;
        }
    }

    void set_exact(int index, const ChanceValue& value) {
        low[index] = high[index] = value.score;
        low_discs[index] = high_discs[index] = value.discs;
    }

    double clamped(double guess, int index) const {
        if (guess < low[index]) guess = low[index];
        return guess > high[index] ? high[index] : guess;
    }

    static constexpr int no_answer = -1;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

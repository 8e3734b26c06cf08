// What is known of a position whose answer is awaited: bounds on the score after each answer.
#pragma once

#include "chance/chance_evaluation.hpp"
#include "chance/chance_value.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr int max_answers = 3;

// The position's score is the average over the answers, so bounds on them bound it as well.
struct AnswerBounds {
    const AnswerChances& chances;
    double low[max_answers];
    double high[max_answers];
    double discs[max_answers];

    AnswerBounds(const AnswerChances& all, double max_score) : chances(all) {
        for (int index = 0; index < chances.count; ++index) {
            low[index] = -max_score;
            high[index] = max_score;
            discs[index] = 0;
        }
    }

    // Whether the bounds show that the average lies outside the window, or what it is exactly.
    bool is_cutoff(double alpha, double beta, ChanceValue& value) const {
        double lower = 0;
        double upper = 0;
        double expected_discs = 0;
        for (int index = 0; index < chances.count; ++index) {
            lower += chances.chance[index] * low[index];
            upper += chances.chance[index] * high[index];
            expected_discs += chances.chance[index] * discs[index];
        }
        if (lower >= beta || lower == upper) {
            value = {lower, expected_discs};
            return true;
        }
        if (upper <= alpha) {
            value = {upper, expected_discs};
            return true;
        }
        return false;
    }

    // The sum of the other answers' lower or upper bounds, weighed by their chances.
    double sum_of_others(const double* bounds, int without) const {
        double sum = 0;
        for (int index = 0; index < chances.count; ++index) {
            if (index != without) sum += chances.chance[index] * bounds[index];
        }
        return sum;
    }

    // Takes in what a search with a window from alpha to beta has found.
    void update(int index, const ChanceValue& value, double alpha, double beta) {
        discs[index] = value.discs;
        if (value.score > alpha && value.score > low[index]) low[index] = value.score;
        if (value.score < beta && value.score < high[index]) high[index] = value.score;
    }

    double clamped(double guess, int index) const {
        if (guess < low[index]) guess = low[index];
        return guess > high[index] ? high[index] : guess;
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

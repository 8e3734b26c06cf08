// What is known of a position whose answer is awaited: bounds on what each answer is value.
#pragma once

#include "chance/chance_evaluation.hpp"
#include "chance/chance_value.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

struct AnswerBounds {
    const AnswerChances& chances;
    double low[3];
    double high[3];
    double discs[3];

    // At first an answer may be value anything up to `most`.
    AnswerBounds(const AnswerChances& all, double most) : chances(all) {
        for (int index = 0; index < chances.count; ++index) {
            low[index] = -most;
            high[index] = most;
            discs[index] = 0;
        }
    }

    // Whether the bounds show that the average leaves the window, or what it is exactly.
    bool settle(double alpha, double beta, ChanceValue& value) const {
        double least = 0;
        double most = 0;
        double expected_discs = 0;
        for (int index = 0; index < chances.count; ++index) {
            least += chances.chance[index] * low[index];
            most += chances.chance[index] * high[index];
            expected_discs += chances.chance[index] * discs[index];
        }
        if (least >= beta || least == most) {
            value = {least, expected_discs};
            return true;
        }
        if (most <= alpha) {
            value = {most, expected_discs};
            return true;
        }
        return false;
    }

    // The sum of the other answers' lower or upper bounds, weighed by their chances.
    double others(const double* bounds, int without) const {
        double sum = 0;
        for (int index = 0; index < chances.count; ++index) {
            if (index != without) sum += chances.chance[index] * bounds[index];
        }
        return sum;
    }

    // Takes in what a look through a window from alpha to beta has found.
    void learn(int index, const ChanceValue& value, double alpha, double beta) {
        discs[index] = value.discs;
        if (value.score > alpha && value.score > low[index]) low[index] = value.score;
        if (value.score < beta && value.score < high[index]) high[index] = value.score;
    }

    double held_within(double guess, int index) const {
        if (guess < low[index]) guess = low[index];
        return guess > high[index] ? high[index] : guess;
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// What is known of a position whose answer is awaited: bounds on what each answer is worth.
#pragma once

#include "chance_evaluation.hpp"
#include "chance_worth.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

struct AnswerBounds {
    const AnswerChances& chances;
    double low[3];
    double high[3];
    double discs[3];

    // At first an answer may be worth anything up to `most`.
    AnswerBounds(const AnswerChances& all, double most) : chances(all) {
        for (int index = 0; index < chances.count; ++index) {
            low[index] = -most;
            high[index] = most;
            discs[index] = 0;
        }
    }

    // Whether the bounds show that the average leaves the window, or what it is exactly.
    bool settle(double alpha, double beta, Worth& worth) const {
        double least = 0;
        double most = 0;
        double expected_discs = 0;
        for (int index = 0; index < chances.count; ++index) {
            least += chances.chance[index] * low[index];
            most += chances.chance[index] * high[index];
            expected_discs += chances.chance[index] * discs[index];
        }
        if (least >= beta || least == most) {
            worth = {least, expected_discs};
            return true;
        }
        if (most <= alpha) {
            worth = {most, expected_discs};
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
    void learn(int index, const Worth& worth, double alpha, double beta) {
        discs[index] = worth.discs;
        if (worth.value > alpha && worth.value > low[index]) low[index] = worth.value;
        if (worth.value < beta && worth.value < high[index]) high[index] = worth.value;
    }

    double held_within(double guess, int index) const {
        if (guess < low[index]) guess = low[index];
        return guess > high[index] ? high[index] : guess;
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

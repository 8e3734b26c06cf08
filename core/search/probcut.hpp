// Multi-ProbCut: a shallow search whose result lies far enough outside the window replaces the deep
// one. The errors that `outflank train probcut` measures determine how far is enough.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace outflank {

// The confidence that a cut requires, by level of selectivity. The last level makes no cuts.
constexpr int selectivity_levels = 6;
constexpr int no_selectivity = selectivity_levels - 1;
constexpr int selectivity_percent[selectivity_levels] = {73, 87, 95, 98, 99, 100};
constexpr double selectivity_deviations[selectivity_levels] = {1.1, 1.5, 2.0, 2.6, 3.3, 0.0};

// Returns the depth of the shallow search: about half of the deep one, with the same parity.
constexpr int probe_depth(int depth) {
    return 2 * (depth / 4) + (depth & 1);
}

// The depth from which probes pay off. A learned evaluation on 64 squares is good enough to start
// lower.
constexpr int min_learned_probcut_depth = 3;
constexpr int min_feature_probcut_depth = 4;
constexpr int max_probcut_depth = 60;

// No deviation is taken to be smaller than this many discs.
constexpr double least_deviation = 0.5;

// How far the evaluation may lie inside the margin for a probe to be tried, in discs, for a learned
// evaluation on 64 squares.
constexpr double learned_probe_slack = 3.0;

// How far a search of one or two plies lies above the evaluation, in discs: the mean, and the
// standard deviation as a function of the share of filled squares. That of the network is fitted
// (see `OwnErrors`). For Anti it was measured on some 2,500 positions from games that end with up
// to three random moves; for two plies the deviation is 1.4 times the measured one. The pattern
// weights of classic 8x8 lie four discs below one ply of search, but narrow margins around them
// gave better results in equal time. At two plies no margin helped.
struct StaticError {
    double mean;
    double constant;
    double linear;
    double cubic = 0.0;

    double deviation(double share) const {
        const double sigma = constant + linear * share + cubic * share * share * share;
        return sigma < least_deviation ? least_deviation : sigma;
    }
};

constexpr int max_static_depth = 2;
struct StaticErrors {
    StaticError after[max_static_depth];  // one ply, two plies
};

constexpr StaticErrors pattern_static_errors = {{{0.0, 3.0, 0.0}, {0.0, 64.0, 0.0}}};
constexpr StaticErrors anti_static_errors = {{{0.7, 0.9, 0.0, 2.8}, {0.1, 1.4, 0.0, 5.0}}};

// How far the result of a deep search lies from that of its probe, in discs: the mean, by which it
// lies above, and the standard deviations above and below the mean.
struct ProbeError {
    double mean;
    double above;
    double below;
};

// The standard deviation in discs between a deep search and its probe.
struct ProbeErrors {
    // On a board of 64 squares, with `share` the share of filled squares:
    // sigma = c0 + c1 * share + c2 * share^2 + (c3 + c4 * depth + c5 * share) / (probe + 2)
    double coefficient[6] = {1.5, 0.0, 3.0, 3.0, 0.8, 0.0};

    double deviation(int squares, int empties, int depth, int probe) const {
        const double* c = coefficient;
        const double share = 1.0 - static_cast<double>(empties) / squares;
        const double sigma = c[0] + c[1] * share + c[2] * share * share +
                             (c[3] + c[4] * depth + c[5] * share) / (probe + 2);
        return (sigma < least_deviation ? least_deviation : sigma) * squares / 64;
    }

    ProbeError error(int squares, int empties, int depth) const {
        const double sigma = deviation(squares, empties, depth, probe_depth(depth));
        return {0.0, sigma, sigma};
    }
};

// A straight line over the share of filled squares.
struct ShareLine {
    double constant;
    double linear;

    double at(double share) const { return constant + linear * share; }
};

// The errors for classic 8x8 with its own learned evaluation. Searches in the middle game and
// selective solves, whose depth is the number of empty squares, have models of their own.
struct OwnErrors {
    ShareLine mean{0.0, 0.0};
    ProbeErrors above;
    ProbeErrors below;
    ShareLine solve_mean{0.0, 0.0};
    ShareLine solve_above{1.5, 4.5};
    ShareLine solve_below{1.5, 4.5};
    StaticErrors plies = {{{0.3, 0.9, 5.2}, {0.4, 1.3, 7.5}}};

    ProbeError error(int empties, int depth) const {
        constexpr int squares = 64;
        const double share = 1.0 - static_cast<double>(empties) / squares;
        if (depth >= empties) {
            const double higher = solve_above.at(share);
            const double lower = solve_below.at(share);
            return {solve_mean.at(share), higher < least_deviation ? least_deviation : higher,
                    lower < least_deviation ? least_deviation : lower};
        }
        const int probe = probe_depth(depth);
        return {mean.at(share), above.deviation(squares, empties, depth, probe),
                below.deviation(squares, empties, depth, probe)};
    }
};

struct ProbCut {
    OwnErrors own;
    ProbeErrors features;         // for evaluations by features
    ProbeErrors pattern_weights;  // for other games with a learned evaluation
};

// The numbers of a file, in its order: the fields of `ProbCut` as they are declared, without the
// cubic part of the network's plies.
constexpr int probcut_numbers = 38;

// Makes a model from so many numbers.
ProbCut probcut_of(std::span<const double, probcut_numbers> numbers);

// Reads the numbers from a text. Throws std::invalid_argument with one sentence if the text holds
// anything else.
std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text);

}  // namespace outflank

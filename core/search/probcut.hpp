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

// How far the evaluation may lie inside the margin for a probe to be tried, in discs, for a learned
// evaluation on 64 squares.
constexpr double learned_probe_slack = 3.0;

// How far a search of one or two plies lies above the evaluation, in discs: the mean, and the
// standard deviation as a function of the share of filled squares. For the network and Anti it was
// measured on some 2,500 positions from games that end with up to three random moves; for two plies
// the deviation is 1.4 times the measured one. The pattern weights of classic 8x8 lie four discs
// below one ply of search, but narrow margins around them gave better results in equal time. At two
// plies no margin helped.
struct StaticError {
    double mean;
    double constant;
    double linear;
    double cubic;

    double deviation(double share) const {
        return constant + linear * share + cubic * share * share * share;
    }
};

constexpr int max_static_depth = 2;
struct StaticErrors {
    StaticError after[max_static_depth];  // one ply, two plies
};

constexpr StaticErrors network_static_errors = {{{0.3, 0.9, 5.2, 0.0}, {0.4, 1.3, 7.5, 0.0}}};
constexpr StaticErrors pattern_static_errors = {{{0.0, 3.0, 0.0, 0.0}, {0.0, 64.0, 0.0, 0.0}}};
constexpr StaticErrors anti_static_errors = {{{0.7, 0.9, 0.0, 2.8}, {0.1, 1.4, 0.0, 5.0}}};

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
        return (sigma < 0.5 ? 0.5 : sigma) * squares / 64;
    }
};

struct ProbCut {
    ProbeErrors own;              // for classic 8x8 with its own learned evaluation
    ProbeErrors features;         // for evaluations by features
    ProbeErrors pattern_weights;  // for other games with a learned evaluation
};

// Reads six numbers for each of the three from a text. Throws std::invalid_argument with one
// sentence if the text holds anything else.
std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text);

}  // namespace outflank

// Multi-ProbCut: a shallow search whose result lies far enough outside the window spares the deep
// one. How far is enough comes from errors that `outflank train probcut` measures.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace outflank {

// How sure a cut must be, by level of the selectivity; the last level cuts nothing.
constexpr int selectivity_levels = 6;
constexpr int no_selectivity = selectivity_levels - 1;
constexpr int selectivity_percent[selectivity_levels] = {73, 87, 95, 98, 99, 100};
constexpr double selectivity_deviations[selectivity_levels] = {1.1, 1.5, 2.0, 2.6, 3.3, 0.0};

// The shallow depth that stands for a deep one: about half, of the same parity.
constexpr int probe_depth(int depth) {
    return 2 * (depth / 4) + (depth & 1);
}

// From which depth on probes pay: on 64 squares a learned evaluation is good enough for lower ones.
constexpr int min_learned_probcut_depth = 3;
constexpr int min_feature_probcut_depth = 4;
constexpr int max_probcut_depth = 60;

// Of a learned evaluation on 64 squares, in discs: how far the evaluation may lie inside the margin
// for a probe to be tried.
constexpr double learned_probe_slack = 3.0;

// How far a search of one or two plies lies above the evaluation itself, in discs: on average, and
// the standard deviation by the share of the board that is filled. Of the network and of Anti they
// were measured over some 2,500 positions, of games with up to three moves drawn by lot at their
// end; of two plies this is 1.4 times what was measured. The pattern weights of classic 8x8 lie
// four discs lower than one ply of search, but narrow margins around them judged better in equal
// time, and at two plies none did.
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
    // On a board of 64 squares, where share is the part of it that is filled:
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
    ProbeErrors own;              // of classic 8x8 with its own learned evaluation
    ProbeErrors features;         // where features are weighed
    ProbeErrors pattern_weights;  // of other games with a learned evaluation
};

// Reads six numbers of each from a text; throws std::invalid_argument with one sentence where it
// has others.
std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text);

}  // namespace outflank

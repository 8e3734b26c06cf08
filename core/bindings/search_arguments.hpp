// Arguments and results of searches, shared by the classes that search: learned evaluations,
// limits, odds and variations.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "evaluation/network_file.hpp"
#include "search/search_types.hpp"
#include "throwing_readers.hpp"

namespace outflank {

using Bytes = std::vector<std::uint8_t>;

inline Bytes copy_of(const nb::bytes& bytes) {
    const auto* data = static_cast<const std::uint8_t*>(bytes.data());
    return Bytes(data, data + bytes.size());
}

// The network of classic 8x8. It takes a moment to read and twenty megabytes of memory, so engines
// share it.
class BoundNetwork {
  public:
    explicit BoundNetwork(const nb::bytes& bytes) {
        const auto* data = static_cast<const std::uint8_t*>(bytes.data());
        const nb::gil_scoped_release unlocked;
        network = read_network({data, bytes.size()});
    }

    std::shared_ptr<const Network> network;
};

// The pattern weights of a game, also shared between engines.
class BoundPatternWeights {
  public:
    explicit BoundPatternWeights(const nb::bytes& bytes) {
        const auto* data = static_cast<const std::uint8_t*>(bytes.data());
        const nb::gil_scoped_release unlocked;
        weights = read_pattern_weights({data, bytes.size()});
    }

    std::shared_ptr<const PatternWeights> weights;
};

constexpr std::uint64_t certain_odds = std::uint64_t{1} << 53;

inline Limits limits_of(int depth, std::uint64_t nodes, double seconds, double soft_seconds,
                        int confidence) {
    require(depth >= 0, "the depth limit must not be negative");
    require(std::isfinite(seconds) && seconds >= 0,
            "the time limit must be finite and not negative");
    require(std::isfinite(soft_seconds) && soft_seconds >= 0,
            "the soft time limit must be finite and not negative");
    require(confidence >= 0 && confidence <= 100, "the confidence must be from 0 to 100 percent");
    return {depth, nodes, seconds, soft_seconds, confidence};
}

inline Odds odds_of(const std::optional<std::pair<std::uint64_t, std::uint64_t>>& odds,
                    int answer) {
    require(answer >= 0 && answer <= 3, "the answer must be a number from 0 to 3");
    require(odds || answer == 0, "only a game with an oracle can have an answer");
    if (!odds) return {};
    require(odds->first <= odds->second && odds->second <= certain_odds,
            "the odds of yes and no must not exceed 1 in total");
    return {true, odds->first, odds->second, static_cast<Answer>(answer)};
}

// move, kind, depth, confidence, discs, win chance, line
using VariationTuple = std::tuple<int, int, int, int, double, double, std::vector<int>>;
inline VariationTuple tuple_of(const Variation& found) {
    return {found.move,
            static_cast<int>(found.kind),
            found.depth,
            found.confidence,
            found.discs,
            found.win_chance,
            {found.line, found.line + found.length}};
}

}  // namespace outflank

// What positions can be evaluated by: the one place that lists it. Another kind of evaluation is a
// member here, a branch in Evaluation (evaluation.hpp) and a step in training/pipeline.py.
#pragma once

#include <cstdint>

namespace outflank {

struct Network;
struct PatternWeights;

enum class EvaluationKind { network, patterns, features };

// An evaluation uses the first of these that is present. Features always are: their weights are
// compiled in.
struct EvaluationSources {
    const Network* network = nullptr;          // classic 8x8 only
    const PatternWeights* patterns = nullptr;  // of the game that is searched
    const std::int16_t* features = nullptr;    // weights in place of those that are compiled in
};

}  // namespace outflank

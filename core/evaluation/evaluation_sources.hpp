// The one list of the possible sources of an evaluation. To add a kind of evaluation, add a member
// here, a branch in Evaluation (evaluation.hpp) and a step in training/pipeline.py.
#pragma once

#include <cstdint>

namespace outflank {

struct Network;
struct PatternWeights;

enum class EvaluationKind { network, patterns, features };

// An evaluation uses the first source that is present. Features always are, because their weights
// are compiled in.
struct EvaluationSources {
    const Network* network = nullptr;          // classic 8x8 only
    const PatternWeights* patterns = nullptr;  // for the game being searched
    const std::int16_t* features = nullptr;    // weights that replace those compiled in
};

}  // namespace outflank

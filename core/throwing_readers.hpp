// Readers of learned evaluations that report problems as exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "evaluation/pattern_weights.hpp"
#include "read_result.hpp"

namespace outflank {

template <class Value>
std::shared_ptr<const Value> value_of(const ReadResult<Value>& result) {
    if (result.problem != nullptr) throw std::invalid_argument(result.problem);
    return result.value;
}

// Throws std::invalid_argument with one sentence if the bytes are anything else.
inline std::shared_ptr<const PatternWeights> read_pattern_weights(
    std::span<const std::uint8_t> bytes) {
    return value_of(pattern_weights_in(bytes));
}

}  // namespace outflank

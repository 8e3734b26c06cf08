// The result of reading a file: a value, or one sentence that says why there is none. Errors are
// values because browsers run this code without exceptions (browser/). All other callers use
// throwing_readers.hpp.
#pragma once

#include <memory>

namespace outflank {

template <class Value>
struct ReadResult {
    std::shared_ptr<const Value> value;
    const char* problem = nullptr;  // null if there is a value
};

template <class Value>
ReadResult<Value> refused(const char* problem) {
    return {nullptr, problem};
}

}  // namespace outflank

// What came of reading a file: a value, or the one sentence that says why there is none. Errors are
// values, because browsers run this code without exceptions (browser/); everybody else reads
// through throwing_readers.hpp.
#pragma once

#include <memory>

namespace outflank {

template <class Value>
struct ReadResult {
    std::shared_ptr<const Value> value;
    const char* problem = nullptr;  // null where there is a value
};

template <class Value>
ReadResult<Value> refused(const char* problem) {
    return {nullptr, problem};
}

}  // namespace outflank

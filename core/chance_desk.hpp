// What a search with chance is given to work with.
#pragma once

#include <atomic>
#include <cstdint>

#include "table.hpp"
#include "thinking.hpp"

namespace outflank {

// What a search with chance is given to work with, and how it speaks to the outside. Functions may
// be null, and are called with `context`.
struct ChanceDesk {
    TableMemory table;  // may be empty; what it holds from before is understood or ignored
    const std::atomic<bool>* stop = nullptr;
    void* context = nullptr;
    bool (*out_of_time)(void* context) = nullptr;  // asked about every thousand nodes
    bool (*may_go_on)(void* context) = nullptr;    // asked before each round of deepening
    void (*report)(void* context, const Findings& findings) = nullptr;  // `seconds` is left at zero
    std::uint64_t nodes = 0;                                            // positions entered so far
};

}  // namespace outflank

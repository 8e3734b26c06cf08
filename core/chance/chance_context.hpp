// What a search with chance is given to work with.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/search_types.hpp"
#include "search/transposition_table.hpp"

namespace outflank {

// What a search with chance is given to work with, and how it speaks to the outside. Functions may
// be null, and are called with `receiver`.
struct ChanceContext {
    TableMemory table;  // may be empty; what it holds from before is understood or ignored
    const std::atomic<bool>* stop = nullptr;
    void* receiver = nullptr;
    bool (*out_of_time)(void* receiver) = nullptr;  // asked about every thousand nodes
    bool (*may_go_on)(void* receiver) = nullptr;    // asked before each round of deepening
    void (*report)(void* receiver,
                   const SearchReport& report) = nullptr;  // `seconds` is left at zero
    std::uint64_t nodes = 0;                                 // positions entered so far
};

}  // namespace outflank

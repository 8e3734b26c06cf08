// What a search is given to work with: table, threads, limits, the stop flag and where to report.
// The engine owns all of it; a kernel only uses it.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/search_types.hpp"
#include "search/thread_pool.hpp"
#include "search/transposition_table.hpp"

namespace outflank {

struct Weights;
struct ProbCut;

struct SearchContext {
    TableMemory table;
    const Weights* weights = nullptr;
    const ProbCut* probcut = nullptr;
    ThreadPool* pool = nullptr;  // null where one thread searches alone
    int threads = 1;

    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};      // of all threads, as of their last report
    std::atomic<std::uint64_t> max_nodes{0};  // 0 is no limit
    std::atomic<int> max_depth{0};            // 0 is no limit
    std::atomic<int> current_depth{0};        // of the round that is being searched
    std::atomic<std::int64_t> deadline{0};    // as `now` counts; 0 is none
    std::atomic<std::int64_t> soft_deadline{0};
    std::int64_t started = 0;

    void* receiver = nullptr;
    void (*report)(void* receiver, const SearchReport& report) = nullptr;

    // Nanoseconds of a clock that never steps.
    static std::int64_t now();

    double seconds() const;

    // Adds nodes to the sum, looks at the limits, and tells whether to stop.
    bool add_nodes(std::uint64_t more_nodes);
};

}  // namespace outflank

// What a kernel's thinking stands on: memory, threads, limits and the way to report. The engine
// owns all of it; a kernel only uses it.
#pragma once

#include <atomic>
#include <cstdint>

#include "crew.hpp"
#include "table.hpp"
#include "thinking.hpp"

namespace outflank {

struct Weights;
struct ProbCut;

struct Desk {
    TableMemory table;
    const Weights* weights = nullptr;
    const ProbCut* probcut = nullptr;
    Crew* crew = nullptr;  // nobody where one thread thinks alone
    int threads = 1;

    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};       // of all threads, as of their last look at the desk
    std::atomic<std::uint64_t> most_nodes{0};  // 0 is no limit
    std::atomic<int> most_depth{0};            // 0 is no limit
    std::atomic<int> running_depth{0};         // of the round that is being searched
    std::atomic<std::int64_t> deadline{0};     // as `now` counts; 0 is none
    std::atomic<std::int64_t> soft_deadline{0};
    std::int64_t begun = 0;

    void* context = nullptr;
    void (*report)(void* context, const Findings& findings) = nullptr;

    // Nanoseconds of a clock that never steps.
    static std::int64_t now();

    double seconds() const;

    // Adds nodes to the sum, looks at the limits, and tells whether to stop.
    bool look(std::uint64_t more_nodes);
};

}  // namespace outflank

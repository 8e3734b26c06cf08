// What a search needs to run: table, threads, limits, stop flag and the receiver of reports. Also
// the counter with which each thread keeps to the limits.
#pragma once

#include <atomic>
#include <cstdint>

#include "board/bits.hpp"
#include "evaluation/evaluation_sources.hpp"
#include "search/search_types.hpp"
#include "search/thread_pool.hpp"
#include "search/transposition_table.hpp"

namespace outflank {

struct ProbCut;

// The context of every search, with or without chance. The engine owns it and may set the stop flag
// and the limits from another thread; a kernel only uses it.
struct SearchContext {
    TableMemory table;  // if its words are null, a search with chance runs without a table
    EvaluationSources evaluation;
    // Feature weights for games with an oracle, laid out for a board as in chance_weights.hpp; null
    // for those compiled in.
    const std::int16_t* chance_weights = nullptr;
    const ProbCut* probcut = nullptr;
    ThreadPool* pool = nullptr;  // null if one thread searches alone
    int threads = 1;

    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> nodes{0};         // of all threads, as of their last poll
    std::atomic<std::uint64_t> max_nodes{0};     // 0 means no limit
    std::atomic<int> max_depth{0};               // 0 means no limit
    std::atomic<int> current_depth{0};           // of the current iteration
    std::atomic<std::int64_t> deadline{0};       // nanoseconds of a steady clock; 0 means none
    std::atomic<std::int64_t> soft_deadline{0};  // no iteration starts after it
    std::int64_t started = 0;

    void* receiver = nullptr;
    void (*report)(void* receiver, const SearchReport& report) = nullptr;  // may be null
    // Called whenever nodes are added, for a host that has no other thread from which to stop the
    // search; may be null.
    void (*poll)(void* receiver) = nullptr;

    // Resets the counts and the stop flag for a new search.
    void start(const Limits& limits);

    // Replaces the limits, which count from now: earlier nodes do not count.
    void set_limits(const Limits& limits);

    // Returns whether an iteration of this depth may start. The first always may, so that a move is
    // found.
    bool begin_iteration(int depth);

    // Adds to the nodes and sets the stop flag if a limit is reached.
    void add_nodes(std::uint64_t more);

    // Completes a report with nodes and time and passes it to the receiver.
    void send(SearchReport& report, bool is_final) const;
};

inline namespace OUTFLANK_INSTRUCTIONS {

// Counts the nodes of one thread and regularly polls the limits. Nodes are counted here and added
// to the context in batches, so that threads do not wait for each other.
class NodeCounter {
  public:
    static constexpr std::uint64_t usual_poll_interval = 4096;

    explicit NodeCounter(SearchContext& context, std::uint64_t interval = usual_poll_interval)
        : context_(context), interval_(interval) {
        schedule_poll();
    }

    OUTFLANK_INLINE void count_node() { ++nodes_; }

    // Returns whether the result of the current search is no longer needed. If so, results are
    // meaningless.
    OUTFLANK_INLINE bool is_aborted() {
        if (nodes_ >= next_poll_) publish();
        if (context_.stop.load(std::memory_order_relaxed)) return true;
        for (const SplitPoint* point = split_point; point != nullptr; point = point->parent) {
            if (point->is_cut.load(std::memory_order_relaxed)) return true;
        }
        return false;
    }

    // Adds the nodes counted here to the context's total.
    void publish() {
        context_.add_nodes(nodes_ - published_);
        published_ = nodes_;
        schedule_poll();
    }

    SplitPoint* split_point = nullptr;  // the innermost one that this thread works on

  private:
    void schedule_poll() {
        next_poll_ = nodes_ + interval_;
        const std::uint64_t limit = context_.max_nodes.load(std::memory_order_relaxed);
        if (limit == 0) return;
        // With one thread a node limit is exact.
        const std::uint64_t spent = context_.nodes.load(std::memory_order_relaxed);
        const std::uint64_t left = limit > spent ? limit - spent : 1;
        if (left < interval_) next_poll_ = nodes_ + left;
    }

    SearchContext& context_;
    std::uint64_t interval_;
    std::uint64_t nodes_ = 0;
    std::uint64_t published_ = 0;
    std::uint64_t next_poll_ = 0;
};

}  // namespace OUTFLANK_INSTRUCTIONS
}  // namespace outflank

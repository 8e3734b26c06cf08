// What every searching thread keeps: its count of nodes, and when to look whether to go on.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "search/search_context.hpp"
#include "search/thread_pool.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

class NodeCounter {
  public:
    explicit NodeCounter(SearchContext& context) : context_(context) { schedule_poll(); }

    // Adds what was counted here to the context's sum.
    void publish() {
        context_.add_nodes(nodes_ - published_);
        published_ = nodes_;
        schedule_poll();
    }

  protected:
    OUTFLANK_INLINE void count_node() { ++nodes_; }

    // Tells whether what is being searched is still wanted; once it is not, results mean nothing.
    OUTFLANK_INLINE bool is_aborted() {
        if (nodes_ >= next_poll_) publish();
        if (context_.stop.load(std::memory_order_relaxed)) return true;
        for (const SplitPoint* point = point_; point != nullptr; point = point->parent) {
            if (point->is_cut.load(std::memory_order_relaxed)) return true;
        }
        return false;
    }

    SearchContext& context_;
    SplitPoint* point_ = nullptr;  // the innermost split point this thread works at
    std::uint64_t nodes_ = 0;

  private:
    void schedule_poll() {
        constexpr std::uint64_t nodes_between_polls = 4096;
        next_poll_ = nodes_ + nodes_between_polls;
        const std::uint64_t limit = context_.max_nodes.load(std::memory_order_relaxed);
        if (limit == 0) return;
        // A limit of nodes is kept to the node where one thread thinks.
        const std::uint64_t spent = context_.nodes.load(std::memory_order_relaxed);
        const std::uint64_t left = limit > spent ? limit - spent : 1;
        if (left < nodes_between_polls) next_poll_ = nodes_ + left;
    }

    std::uint64_t published_ = 0;
    std::uint64_t next_poll_ = 0;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

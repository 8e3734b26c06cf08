// What every searching thread keeps: its count of nodes, and when to look whether to go on.
#pragma once

#include <cstdint>

#include "crew.hpp"
#include "desk.hpp"
#include "instructions.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

class Duty {
  public:
    explicit Duty(Desk& desk) : desk_(desk) { plan(); }

    // Adds what was counted here to the desk's sum.
    void settle() {
        desk_.look(nodes_ - settled_);
        settled_ = nodes_;
        plan();
    }

  protected:
    OUTFLANK_INLINE void count_node() { ++nodes_; }

    // Tells whether what is being searched is still wanted; once it is not, results mean nothing.
    OUTFLANK_INLINE bool is_aborted() {
        if (nodes_ >= next_look_) settle();
        if (desk_.stop.load(std::memory_order_relaxed)) return true;
        for (const SplitPoint* point = point_; point != nullptr; point = point->parent) {
            if (point->is_cut.load(std::memory_order_relaxed)) return true;
        }
        return false;
    }

    Desk& desk_;
    SplitPoint* point_ = nullptr;  // the innermost split point this thread works at
    std::uint64_t nodes_ = 0;

  private:
    void plan() {
        constexpr std::uint64_t between_looks = 4096;
        next_look_ = nodes_ + between_looks;
        const std::uint64_t most = desk_.most_nodes.load(std::memory_order_relaxed);
        if (most == 0) return;
        // A limit of nodes is kept to the node where one thread thinks.
        const std::uint64_t spent = desk_.nodes.load(std::memory_order_relaxed);
        const std::uint64_t left = most > spent ? most - spent : 1;
        if (left < between_looks) next_look_ = nodes_ + left;
    }

    std::uint64_t settled_ = 0;
    std::uint64_t next_look_ = 0;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

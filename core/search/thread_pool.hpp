// The threads that search one position together. A thread that has a list of moves to search asks
// for helpers; those that are idle search the list with it.
#pragma once

#include <atomic>

namespace outflank {

constexpr int max_threads = 64;

// A position whose moves several threads search. `parent` is the split point above it in the tree.
struct SplitPoint {
    SplitPoint* parent = nullptr;
    std::atomic<int> helpers{0};
    std::atomic<bool> is_cut{false};
    void (*help)(SplitPoint& point, int thread) = nullptr;
};

// Keeps threads waiting for split points from one search to the next.
class ThreadPool {
  public:
    // `threads` counts the one that asks too, whose number is 0.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // Sends idle threads to a split point and returns how many came. Those that wait at a point
    // further up come only to points below it, or they could wait for each other.
    int assign_helpers(SplitPoint& point, int max_helpers);

    // Waits until the helpers of a point have left, helping below it meanwhile.
    void wait_for_helpers(SplitPoint& point, int thread);

  private:
    struct Shared;

    void shut_down();

    Shared* shared_;  // no smart pointer, as kernels include this file: see board/bits.hpp
    std::atomic<int> idle_{0};
};

}  // namespace outflank

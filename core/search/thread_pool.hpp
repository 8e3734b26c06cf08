// The threads that help with one search. A thread that has a list of moves to go through asks for
// helpers; those who are idle go through the list with it.
#pragma once

#include <atomic>

namespace outflank {

// A place in the tree where several threads work. `parent` is the one above it in the tree.
struct SplitPoint {
    SplitPoint* parent = nullptr;
    std::atomic<int> helpers{0};
    std::atomic<bool> is_cut{false};
    void (*help)(SplitPoint& point, int thread) = nullptr;
};

class ThreadPool {
  public:
    // `threads` counts the one that asks too, whose number is 0.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // Sends idle threads to a split point, at most so many; those who wait at a point further up
    // come only to points below it, or they could wait for each other.
    int assign_helpers(SplitPoint& point, int max_helpers);

    // Waits until the helpers of a point have gone, working below it meanwhile.
    void wait_for_helpers(SplitPoint& point, int thread);

  private:
    struct Shared;

    void shut_down();

    Shared* shared_;  // plain, for kernels include this file: see instructions.hpp
    std::atomic<int> idle_{0};
};

}  // namespace outflank

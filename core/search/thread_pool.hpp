// The threads that search one position together. A thread with a list of moves to search asks for
// helpers; idle threads then search the list with it.
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

// Keeps threads from one search to the next, waiting for split points.
class ThreadPool {
  public:
    // `threads` includes the calling thread, whose number is 0.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // Sends idle threads to a split point and returns how many joined. Threads that wait at a point
    // further up join only points below it, because otherwise they could wait for each other.
    int assign_helpers(SplitPoint& point, int max_helpers);

    // Waits until the helpers of a point have left, and helps below that point meanwhile.
    void wait_for_helpers(SplitPoint& point, int thread);

  private:
    struct Shared;

    void shut_down();

    Shared* shared_;  // a raw pointer, as kernels include this file: see board/bits.hpp
    std::atomic<int> idle_{0};
};

}  // namespace outflank

#include "search/thread_pool.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace outflank {

namespace {

// Waiting briefly for work costs less than going to sleep and being woken.
constexpr int max_spins = 4000;

bool is_below(const SplitPoint* point, const SplitPoint* above) {
    for (; point != nullptr; point = point->parent) {
        if (point == above) return true;
    }
    return false;
}

void pause() {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    asm volatile("yield");
#endif
}

}  // namespace

struct ThreadPool::Shared {
    struct Slot {
        std::atomic<SplitPoint*> task{nullptr};
        SplitPoint* waits_at = nullptr;  // null: waits for any task
        bool is_idle = false;
    };

    explicit Shared(std::atomic<int>& idle_threads) : idle(idle_threads) {}

    void run_tasks(int thread, SplitPoint* waits_at);
    SplitPoint* next_task(Slot& slot, SplitPoint* waits_at);
    void run(SplitPoint& point, int thread);

    std::atomic<int>& idle;
    std::vector<std::unique_ptr<Slot>> slots;
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable changed;
    bool is_ending = false;
};

ThreadPool::ThreadPool(int threads) : shared_(new Shared(idle_)) {
    for (int thread = 0; thread < threads; ++thread) {
        shared_->slots.push_back(std::make_unique<Shared::Slot>());
    }
    try {
        for (int thread = 1; thread < threads; ++thread) {
            shared_->threads.emplace_back([this, thread] { shared_->run_tasks(thread, nullptr); });
        }
    } catch (...) {
        shut_down();  // the system has no more threads to give
        throw;
    }
}

ThreadPool::~ThreadPool() {
    shut_down();
}

void ThreadPool::shut_down() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->is_ending = true;
    }
    shared_->changed.notify_all();
    for (std::thread& one : shared_->threads) {
        one.join();
    }
    delete shared_;
}

int ThreadPool::assign_helpers(SplitPoint& point, int max_helpers) {
    int found = 0;
    {
        const std::lock_guard lock(shared_->mutex);
        for (const auto& slot : shared_->slots) {
            if (found == max_helpers) break;
            if (!slot->is_idle) continue;
            if (slot->waits_at != nullptr && !is_below(&point, slot->waits_at)) continue;
            slot->is_idle = false;
            idle_.fetch_sub(1, std::memory_order_relaxed);
            point.helpers.fetch_add(1, std::memory_order_relaxed);
            slot->task.store(&point, std::memory_order_release);
            ++found;
        }
    }
    if (found > 0) shared_->changed.notify_all();
    return found;
}

void ThreadPool::wait_for_helpers(SplitPoint& point, int thread) {
    shared_->run_tasks(thread, &point);
}

// Runs tasks until the pool ends or, if `waits_at` is a split point, until its helpers have left.
void ThreadPool::Shared::run_tasks(int thread, SplitPoint* waits_at) {
    Slot& slot = *slots[static_cast<std::size_t>(thread)];
    while (SplitPoint* task = next_task(slot, waits_at)) {
        run(*task, thread);
    }
}

// Waits for a task. Returns null if there is nothing more to wait for.
SplitPoint* ThreadPool::Shared::next_task(Slot& slot, SplitPoint* waits_at) {
    const auto is_done = [&] {
        return is_ending ||
               (waits_at != nullptr && waits_at->helpers.load(std::memory_order_acquire) == 0);
    };
    std::unique_lock lock(mutex);
    if (is_done()) return nullptr;
    slot.is_idle = true;
    slot.waits_at = waits_at;
    idle.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    for (int spin = 0; spin < max_spins; ++spin) {
        if (slot.task.load(std::memory_order_acquire) != nullptr) break;
        if (waits_at != nullptr && waits_at->helpers.load(std::memory_order_acquire) == 0) break;
        pause();
    }
    lock.lock();
    changed.wait(lock,
                 [&] { return slot.task.load(std::memory_order_relaxed) != nullptr || is_done(); });
    SplitPoint* task = slot.task.exchange(nullptr, std::memory_order_acquire);
    if (task == nullptr) {
        slot.is_idle = false;
        idle.fetch_sub(1, std::memory_order_relaxed);
    }
    return task;
}

void ThreadPool::Shared::run(SplitPoint& point, int thread) {
    point.help(point, thread);
    {
        // Under the lock, so that a waiting thread cannot miss the change.
        const std::lock_guard lock(mutex);
        point.helpers.fetch_sub(1, std::memory_order_release);
    }
    changed.notify_all();
}

}  // namespace outflank

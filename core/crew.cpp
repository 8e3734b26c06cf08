#include "crew.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace outflank {

namespace {

// A short wait in the hope of work costs less than going to sleep and being woken.
constexpr int spins = 4000;

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

struct Crew::Room {
    struct Seat {
        std::atomic<SplitPoint*> task{nullptr};
        SplitPoint* waits_at = nullptr;  // null: waits for anything
        bool is_idle = false;
    };

    explicit Room(std::atomic<int>& idle_threads) : idle(idle_threads) {}

    void serve(int worker, SplitPoint* waits_at);
    SplitPoint* take(Seat& seat, SplitPoint* waits_at);
    void run(SplitPoint& point, int worker);

    std::atomic<int>& idle;
    std::vector<std::unique_ptr<Seat>> seats;
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable changed;
    bool ends = false;
};

Crew::Crew(int threads) : room_(new Room(idle_)) {
    for (int worker = 0; worker < threads; ++worker) {
        room_->seats.push_back(std::make_unique<Room::Seat>());
    }
    try {
        for (int worker = 1; worker < threads; ++worker) {
            room_->threads.emplace_back([this, worker] { room_->serve(worker, nullptr); });
        }
    } catch (...) {
        dismiss();  // the system gives no more threads
        throw;
    }
}

Crew::~Crew() {
    dismiss();
}

void Crew::dismiss() {
    {
        const std::lock_guard lock(room_->mutex);
        room_->ends = true;
    }
    room_->changed.notify_all();
    for (std::thread& thread : room_->threads) {
        thread.join();
    }
    delete room_;
}

int Crew::recruit(SplitPoint& point, int most) {
    int found = 0;
    {
        const std::lock_guard lock(room_->mutex);
        for (const auto& seat : room_->seats) {
            if (found == most) break;
            if (!seat->is_idle) continue;
            if (seat->waits_at != nullptr && !is_below(&point, seat->waits_at)) continue;
            seat->is_idle = false;
            idle_.fetch_sub(1, std::memory_order_relaxed);
            point.helpers.fetch_add(1, std::memory_order_relaxed);
            seat->task.store(&point, std::memory_order_release);
            ++found;
        }
    }
    if (found > 0) room_->changed.notify_all();
    return found;
}

void Crew::wait_for_helpers(SplitPoint& point, int worker) {
    room_->serve(worker, &point);
}

// Works until the crew ends or the helpers of the point waited at have gone.
void Crew::Room::serve(int worker, SplitPoint* waits_at) {
    Seat& seat = *seats[static_cast<std::size_t>(worker)];
    while (SplitPoint* task = take(seat, waits_at)) {
        run(*task, worker);
    }
}

// Waits idly for a task; null says that there is nothing more to wait for.
SplitPoint* Crew::Room::take(Seat& seat, SplitPoint* waits_at) {
    const auto is_done = [&] {
        return ends ||
               (waits_at != nullptr && waits_at->helpers.load(std::memory_order_acquire) == 0);
    };
    std::unique_lock lock(mutex);
    if (is_done()) return nullptr;
    seat.is_idle = true;
    seat.waits_at = waits_at;
    idle.fetch_add(1, std::memory_order_relaxed);
    lock.unlock();
    for (int spin = 0; spin < spins; ++spin) {
        if (seat.task.load(std::memory_order_acquire) != nullptr) break;
        if (waits_at != nullptr && waits_at->helpers.load(std::memory_order_acquire) == 0) break;
        pause();
    }
    lock.lock();
    changed.wait(lock,
                 [&] { return seat.task.load(std::memory_order_relaxed) != nullptr || is_done(); });
    SplitPoint* task = seat.task.exchange(nullptr, std::memory_order_acquire);
    if (task == nullptr) {
        seat.is_idle = false;
        idle.fetch_sub(1, std::memory_order_relaxed);
    }
    return task;
}

void Crew::Room::run(SplitPoint& point, int worker) {
    point.help(point, worker);
    {
        // Under the lock, so that whoever waits for this cannot miss it.
        const std::lock_guard lock(mutex);
        point.helpers.fetch_sub(1, std::memory_order_release);
    }
    changed.notify_all();
}

}  // namespace outflank

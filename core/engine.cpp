#include "engine.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "crew.hpp"
#include "desk.hpp"
#include "probcut.hpp"
#include "weights.hpp"

namespace outflank {

std::int64_t Desk::now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

double Desk::seconds() const {
    return static_cast<double>(now() - begun) * 1e-9;
}

bool Desk::look(std::uint64_t more_nodes) {
    const std::uint64_t spent = nodes.fetch_add(more_nodes, std::memory_order_relaxed) + more_nodes;
    const std::uint64_t most = most_nodes.load(std::memory_order_relaxed);
    const std::int64_t end = deadline.load(std::memory_order_relaxed);
    if ((most != 0 && spent >= most) || (end != 0 && now() >= end)) {
        stop.store(true, std::memory_order_relaxed);
    }
    return stop.load(std::memory_order_relaxed);
}

namespace {

constexpr int most_engine_threads = 64;
constexpr std::size_t least_hash = std::size_t{1} << 16;
constexpr std::size_t most_hash = std::size_t{1} << 40;

// Games whose boards look alike but are worth different things must not share a table.
struct Kind {
    int size = 0;
    bool fewest_wins = false;
    bool has_odds = false;
    std::uint64_t yes = 0;
    std::uint64_t no = 0;

    friend bool operator==(const Kind&, const Kind&) = default;
};

Kind kind_of(const Question& question) {
    Kind kind{question.situation.size, question.fewest_wins, question.odds.asked, 0, 0};
    if (kind.has_odds) {
        kind.yes = question.odds.yes;
        kind.no = question.odds.no;
    }
    return kind;
}

// Weights are unpacked once for all engines that are made from the same bytes: they never change,
// and unpacking takes a quarter of a second and twenty megabytes. They stay for the next engine.
std::shared_ptr<const Weights> shared_weights(std::span<const std::uint8_t> bytes) {
    static std::mutex mutex;
    static std::vector<std::uint8_t> last_bytes;
    static std::shared_ptr<const Weights> last;
    const std::lock_guard lock(mutex);
    if (last && std::ranges::equal(bytes, last_bytes)) return last;
    last = read_weights(bytes);
    last_bytes.assign(bytes.begin(), bytes.end());
    return last;
}

long this_process() {
#if defined(_WIN32)
    return 0;  // nothing forks there
#else
    return static_cast<long>(getpid());
#endif
}

void require(bool holds, const char* problem) {
    if (!holds) throw std::invalid_argument(problem);
}

}  // namespace

struct Engine::Parts {
    const Kernel* kernel;
    long process = this_process();
    int threads;
    std::vector<std::atomic<std::uint64_t>> table;
    std::shared_ptr<const Weights> weights;
    std::shared_ptr<const ProbCut> probcut;
    std::unique_ptr<Crew> crew;
    Desk desk;
    Kind kind;

    std::mutex mutex;
    std::condition_variable changed;
    Question question;
    std::vector<Findings> reports;
    std::exception_ptr failure;
    bool is_asked = false;     // a question waits for the thinking thread
    bool is_thinking = false;  // a question is open
    bool ends = false;
    std::thread thread;

    void set_limits(const Limits& limits) {
        const std::int64_t now = Desk::now();
        const auto end_of = [now](double seconds) {
            constexpr double longest = 1e8;  // seconds; beyond it the clock's numbers end
            return seconds > 0 ? now + static_cast<std::int64_t>(std::min(seconds, longest) * 1e9)
                               : 0;
        };
        desk.deadline.store(end_of(limits.seconds), std::memory_order_relaxed);
        desk.soft_deadline.store(end_of(limits.soft_seconds), std::memory_order_relaxed);
        // What was spent on pondering is not held against the thinking.
        const std::uint64_t spent = desk.nodes.load(std::memory_order_relaxed);
        desk.most_nodes.store(limits.nodes == 0 ? 0 : spent + limits.nodes,
                              std::memory_order_relaxed);
        desk.most_depth.store(limits.depth, std::memory_order_relaxed);
    }

    void clear_table() {
        for (auto& word : table) {
            word.store(0, std::memory_order_relaxed);
        }
        desk.table.age = 0;
    }
};

Engine::Engine(const Settings& settings) : parts_(std::make_unique<Parts>()) {
    require(settings.threads >= 1 && settings.threads <= most_engine_threads,
            "an engine has from 1 to 64 threads");
    require(settings.hash_bytes >= least_hash && settings.hash_bytes <= most_hash,
            "a table has from 64 kB to 1 TB");
    parts_->kernel = settings.kernel != nullptr ? settings.kernel : &best_kernel();
    parts_->threads = settings.threads;
    const std::size_t buckets = std::bit_floor(settings.hash_bytes / bucket_bytes);
    parts_->table = std::vector<std::atomic<std::uint64_t>>(buckets * bucket_words);
    if (!settings.weights.empty()) parts_->weights = shared_weights(settings.weights);
    if (!settings.probcut.empty()) parts_->probcut = read_probcut(settings.probcut);
    if (settings.threads > 1) parts_->crew = std::make_unique<Crew>(settings.threads);
    Desk& desk = parts_->desk;
    desk.table.words = parts_->table.data();
    desk.table.bucket_mask = buckets - 1;
    desk.weights = parts_->weights.get();
    desk.probcut = parts_->probcut.get();
    desk.crew = parts_->crew.get();
    desk.threads = settings.threads;
    desk.context = this;
    desk.report = [](void* context, const Findings& findings) {
        static_cast<Engine*>(context)->keep(findings);
    };
    parts_->thread = std::thread([this] { work(); });
}

Engine::~Engine() {
    if (parts_->process != this_process()) {
        // Made before a fork: the threads stayed behind, so there is nothing to wait for.
        static_cast<void>(parts_.release());
        return;
    }
    {
        const std::lock_guard lock(parts_->mutex);
        parts_->ends = true;
        parts_->desk.stop.store(true, std::memory_order_relaxed);
    }
    parts_->changed.notify_all();
    parts_->thread.join();
}

void Engine::start(const Question& question) {
    require(question.candidates >= 1, "at least one candidate must be asked for");
    require(question.limits.depth >= 0 && question.limits.seconds >= 0 &&
                question.limits.soft_seconds >= 0,
            "a limit cannot be negative");
    {
        const std::lock_guard lock(parts_->mutex);
        if (parts_->is_thinking) throw std::logic_error("the engine is still thinking");
        Desk& desk = parts_->desk;
        desk.stop.store(false, std::memory_order_relaxed);
        desk.nodes.store(0, std::memory_order_relaxed);
        desk.running_depth.store(0, std::memory_order_relaxed);
        desk.begun = Desk::now();
        parts_->set_limits(question.limits);
        const Kind kind = kind_of(question);
        if (parts_->kind.size != 0 && !(kind == parts_->kind)) parts_->clear_table();
        parts_->kind = kind;
        desk.table.age = static_cast<std::uint8_t>((desk.table.age + 1) & 31);
        parts_->question = question;
        parts_->reports.clear();
        parts_->failure = nullptr;
        parts_->is_thinking = true;
        parts_->is_asked = true;
    }
    parts_->changed.notify_all();
}

void Engine::work() {
    std::unique_lock lock(parts_->mutex);
    for (;;) {
        parts_->changed.wait(lock, [this] { return parts_->ends || parts_->is_asked; });
        if (parts_->ends) return;
        parts_->is_asked = false;
        const Question question = parts_->question;
        lock.unlock();
        std::exception_ptr failure;
        try {
            parts_->kernel->think(question, parts_->desk);
        } catch (...) {
            failure = std::current_exception();  // there was no memory, most likely
        }
        lock.lock();
        parts_->failure = failure;
        parts_->is_thinking = false;
        parts_->changed.notify_all();
    }
}

void Engine::keep(const Findings& findings) {
    {
        const std::lock_guard lock(parts_->mutex);
        parts_->reports.push_back(findings);
    }
    parts_->changed.notify_all();
}

bool Engine::wait(double seconds) {
    std::unique_lock lock(parts_->mutex);
    const auto most = std::chrono::duration<double>(std::min(seconds, 1e6));
    return parts_->changed.wait_for(lock, most, [this] { return !parts_->is_thinking; });
}

std::vector<Findings> Engine::reports() {
    const std::lock_guard lock(parts_->mutex);
    if (parts_->failure) std::rethrow_exception(std::exchange(parts_->failure, nullptr));
    return std::exchange(parts_->reports, {});
}

void Engine::stop() {
    parts_->desk.stop.store(true, std::memory_order_relaxed);
}

void Engine::limit(const Limits& limits) {
    const std::lock_guard lock(parts_->mutex);
    parts_->set_limits(limits);
    // A round that is already deeper than is wanted now would perhaps never end.
    Desk& desk = parts_->desk;
    const bool is_too_deep =
        limits.depth > 0 && desk.running_depth.load(std::memory_order_relaxed) > limits.depth;
    if (is_too_deep) desk.stop.store(true, std::memory_order_relaxed);
}

void Engine::forget() {
    const std::lock_guard lock(parts_->mutex);
    if (parts_->is_thinking) throw std::logic_error("the engine is still thinking");
    parts_->clear_table();
}

std::uint64_t Engine::nodes() const {
    return parts_->desk.nodes.load(std::memory_order_relaxed);
}

std::size_t Engine::hash_bytes() const {
    return parts_->table.size() * sizeof(std::uint64_t);
}

int Engine::threads() const {
    return parts_->threads;
}

}  // namespace outflank

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

#include "chance/chance_weights.hpp"
#include "evaluation/feature_weights.hpp"
#include "evaluation/pattern_weights.hpp"
#include "search/probcut.hpp"
#include "search/search_context.hpp"
#include "search/table_storage.hpp"
#include "search/thread_pool.hpp"

namespace outflank {

namespace {

constexpr std::size_t min_hash_bytes = std::size_t{1} << 16;
constexpr std::size_t max_hash_bytes = std::size_t{1} << 40;
constexpr std::size_t board_sizes = 7;  // 4 to 16, for each of the two ways to win

// Games whose boards look alike but have different scores must not share a table.
struct GameKind {
    int size = 0;
    bool fewest_wins = false;
    bool has_odds = false;
    std::uint64_t yes = 0;
    std::uint64_t no = 0;

    friend bool operator==(const GameKind&, const GameKind&) = default;
};

GameKind kind_of(const SearchRequest& request) {
    GameKind kind{request.position.size, request.fewest_wins, request.odds.asked, 0, 0};
    if (kind.has_odds) {
        kind.yes = request.odds.yes;
        kind.no = request.odds.no;
    }
    return kind;
}

long this_process() {
#if defined(_WIN32)
    return 0;  // there is no fork on this system
#else
    return static_cast<long>(getpid());
#endif
}

void require(bool holds, const char* problem) {
    if (!holds) throw std::invalid_argument(problem);
}

}  // namespace

// What an engine owns: the table, the threads and the current request.
struct Engine::Parts {
    const Kernel* kernel;
    long process = this_process();
    int threads;
    TableStorage table;
    std::shared_ptr<const Network> network;
    std::vector<std::shared_ptr<const PatternWeights>> pattern_weights;
    std::shared_ptr<const ProbCut> probcut;
    std::vector<std::int16_t> feature_weights;
    std::vector<std::int16_t> chance_weights;
    std::unique_ptr<ThreadPool> pool;
    SearchContext context;
    GameKind kind;

    std::mutex mutex;
    std::condition_variable changed;
    SearchRequest request;
    std::vector<SearchReport> reports;
    std::exception_ptr failure;
    bool has_request = false;   // a request waits for the engine's thread
    bool is_searching = false;  // from `start` until the final report
    bool is_ending = false;
    std::thread thread;

    const PatternWeights* pattern_weights_of(const GameKind& game) const {
        for (const auto& weights : pattern_weights) {
            if (weights->size == game.size && weights->fewest_wins == game.fewest_wins &&
                weights->has_oracle == game.has_odds) {
                return weights.get();
            }
        }
        return nullptr;
    }

    // Returns the weights of a game in a table for all boards, or null if the table is empty.
    static const std::int16_t* weights_in(const std::vector<std::int16_t>& table,
                                          const GameKind& game) {
        if (table.empty()) return nullptr;
        const std::size_t board = static_cast<std::size_t>(game.size / 2 - 2);
        const std::size_t index = (game.fewest_wins ? board_sizes : 0) + board;
        return table.data() + index * (table.size() / (2 * board_sizes));
    }

    void clear_table() {
        table.clear();
        context.table.age = 0;
    }
};

Engine::Engine(const Settings& settings) : parts_(std::make_unique<Parts>()) {
    require(settings.threads >= 1 && settings.threads <= max_threads,
            "an engine must have from 1 to 64 threads");
    require(settings.hash_bytes >= min_hash_bytes && settings.hash_bytes <= max_hash_bytes,
            "the table must have from 64 kB to 1 TB");
    parts_->kernel = settings.kernel != nullptr ? settings.kernel : &best_kernel();
    parts_->threads = settings.threads;
    const std::size_t buckets = std::bit_floor(settings.hash_bytes / bucket_bytes);
    parts_->table = TableStorage(buckets * bucket_words);
    parts_->network = settings.network;
    if (!settings.probcut.empty()) parts_->probcut = read_probcut(settings.probcut);
    require(settings.feature_weights.empty() ||
                settings.feature_weights.size_bytes() == sizeof feature_weights,
            "the feature weights must be as many numbers as feature_weights.hpp has");
    require(
        settings.chance_weights.empty() ||
            settings.chance_weights.size_bytes() == sizeof chance_weights,
        "the weights for games with an oracle must be as many numbers as chance_weights.hpp has");
    parts_->feature_weights.assign(settings.feature_weights.begin(),
                                   settings.feature_weights.end());
    parts_->chance_weights.assign(settings.chance_weights.begin(), settings.chance_weights.end());
    if (settings.threads > 1) parts_->pool = std::make_unique<ThreadPool>(settings.threads);
    SearchContext& context = parts_->context;
    context.table.words = parts_->table.data();
    context.table.bucket_mask = buckets - 1;
    context.evaluation.network = parts_->network.get();
    context.probcut = parts_->probcut.get();
    context.pool = parts_->pool.get();
    context.threads = settings.threads;
    context.receiver = this;
    context.report = [](void* receiver, const SearchReport& report) {
        static_cast<Engine*>(receiver)->receive(report);
    };
    parts_->thread = std::thread([this] { work(); });
}

Engine::~Engine() {
    if (parts_->process != this_process()) {
        // The engine was made before a fork. Its threads do not exist in this process, so do not
        // wait.
        static_cast<void>(parts_.release());
        return;
    }
    {
        const std::lock_guard lock(parts_->mutex);
        parts_->is_ending = true;
        parts_->context.stop.store(true, std::memory_order_relaxed);
    }
    parts_->changed.notify_all();
    parts_->thread.join();
}

void Engine::start(const SearchRequest& request) {
    require(request.candidates >= 1, "the number of candidates must be at least 1");
    require(request.limits.depth >= 0 && request.limits.seconds >= 0 &&
                request.limits.soft_seconds >= 0,
            "a limit must not be negative");
    {
        const std::lock_guard lock(parts_->mutex);
        if (parts_->is_searching) throw std::logic_error("the engine is still searching");
        SearchContext& context = parts_->context;
        context.start(request.limits);
        const GameKind kind = kind_of(request);
        if (parts_->kind.size != 0 && !(kind == parts_->kind)) parts_->clear_table();
        parts_->kind = kind;
        context.evaluation.patterns = parts_->pattern_weights_of(kind);
        context.evaluation.features = parts_->weights_in(parts_->feature_weights, kind);
        context.chance_weights = parts_->weights_in(parts_->chance_weights, kind);
        context.table.age = static_cast<std::uint8_t>((context.table.age + 1) & max_table_age);
        parts_->request = request;
        parts_->reports.clear();
        parts_->failure = nullptr;
        parts_->is_searching = true;
        parts_->has_request = true;
    }
    parts_->changed.notify_all();
}

void Engine::work() {
    std::unique_lock lock(parts_->mutex);
    for (;;) {
        parts_->changed.wait(lock, [this] { return parts_->is_ending || parts_->has_request; });
        if (parts_->is_ending) return;
        parts_->has_request = false;
        const SearchRequest request = parts_->request;
        lock.unlock();
        std::exception_ptr failure;
        try {
            parts_->kernel->search(request, parts_->context);
        } catch (...) {
            failure = std::current_exception();  // most likely out of memory
        }
        lock.lock();
        parts_->failure = failure;
        parts_->is_searching = false;
        parts_->changed.notify_all();
    }
}

void Engine::receive(const SearchReport& report) {
    {
        const std::lock_guard lock(parts_->mutex);
        parts_->reports.push_back(report);
    }
    parts_->changed.notify_all();
}

bool Engine::wait(double seconds) {
    std::unique_lock lock(parts_->mutex);
    const auto most = std::chrono::duration<double>(std::min(seconds, 1e6));
    return parts_->changed.wait_for(lock, most, [this] { return !parts_->is_searching; });
}

std::vector<SearchReport> Engine::reports() {
    const std::lock_guard lock(parts_->mutex);
    if (parts_->failure) std::rethrow_exception(std::exchange(parts_->failure, nullptr));
    return std::exchange(parts_->reports, {});
}

void Engine::stop() {
    parts_->context.stop.store(true, std::memory_order_relaxed);
}

void Engine::limit(const Limits& limits) {
    const std::lock_guard lock(parts_->mutex);
    SearchContext& context = parts_->context;
    context.set_limits(limits);
    // An iteration deeper than the new limit might take forever.
    const bool is_too_deep =
        limits.depth > 0 && context.current_depth.load(std::memory_order_relaxed) > limits.depth;
    if (is_too_deep) context.stop.store(true, std::memory_order_relaxed);
}

void Engine::forget() {
    const std::lock_guard lock(parts_->mutex);
    if (parts_->is_searching) throw std::logic_error("the engine is still searching");
    parts_->clear_table();
}

void Engine::learn(std::shared_ptr<const PatternWeights> weights) {
    const std::lock_guard lock(parts_->mutex);
    if (parts_->is_searching) throw std::logic_error("the engine is still searching");
    parts_->pattern_weights.insert(parts_->pattern_weights.begin(), std::move(weights));
    parts_->clear_table();
}

std::uint64_t Engine::nodes() const {
    return parts_->context.nodes.load(std::memory_order_relaxed);
}

std::size_t Engine::hash_bytes() const {
    return parts_->table.size() * sizeof(std::uint64_t);
}

int Engine::threads() const {
    return parts_->threads;
}

}  // namespace outflank

#include "batch/position_batch.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "evaluation/evaluation_sources.hpp"
#include "kernel.hpp"
#include "search/probcut.hpp"
#include "search/search_context.hpp"
#include "search/table_storage.hpp"
#include "search/thread_pool.hpp"

namespace outflank {

namespace {

// A thread takes this many positions at a time. To evaluate one takes less than a microsecond.
constexpr std::size_t positions_to_evaluate = 512;

// A table that is cleared for each position must not be larger than the search needs: with this
// many empty squares the smallest is enough, and each further square doubles it.
constexpr int few_empties = 10;
constexpr std::size_t smallest_table = std::size_t{1} << 16;

int empty_squares(const PositionData& position) {
    int discs = 0;
    for (int word = 0; word < 4; ++word) {
        discs += std::popcount(position.black.word[word] | position.white.word[word]);
    }
    return position.size * position.size - discs;
}

std::size_t table_bytes(int empties, std::size_t most) {
    std::size_t bytes = smallest_table;
    for (int empty = few_empties; empty < empties && 2 * bytes <= most; ++empty) {
        bytes *= 2;
    }
    return bytes;
}

PositionData passed(PositionData position) {
    position.black_to_move = !position.black_to_move;
    return position;
}

}  // namespace

struct PositionBatch::Parts {
    PositionBatchSettings settings;
    SearchOfAll wanted;
    const Kernel* kernel;
    std::shared_ptr<const ProbCut> probcut;
    std::vector<PositionData> positions;
    std::vector<Answer> answers;
    std::vector<PositionResult> results;
    std::vector<StaticValue> values;

    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> done{0};
    std::atomic<bool> is_stopping{false};
    std::mutex mutex;
    std::condition_variable changed;
    bool has_begun = false;
    std::size_t running = 0;
    std::exception_ptr failure;
    std::vector<std::unique_ptr<SearchContext>> contexts;  // one for each thread that searches
    std::vector<std::thread> threads;

    EvaluationSources sources() const {
        return {settings.engine.network.get(), settings.patterns.get(), nullptr};
    }

    void begin() {
        if (has_begun) throw std::logic_error("the batch has been started already");
        has_begun = true;
    }

    // Runs `work` in every thread, at most one thread for each share of the positions.
    template <class Work>
    void start(std::size_t share, const Work& work) {
        const std::size_t shares = (positions.size() + share - 1) / share;
        const std::size_t count =
            std::min(shares, static_cast<std::size_t>(settings.engine.threads));
        running = count;
        for (std::size_t number = 0; number < count; ++number) {
            threads.emplace_back([this, work, number] {
                std::exception_ptr problem;
                try {
                    work(number);
                } catch (...) {
                    problem = std::current_exception();  // most likely out of memory
                }
                const std::lock_guard lock(mutex);
                if (problem && !failure) failure = problem;
                if (problem) is_stopping.store(true);
                --running;
                changed.notify_all();
            });
        }
    }

    void evaluate_shares() {
        while (!is_stopping.load()) {
            const std::size_t first = next.fetch_add(positions_to_evaluate);
            if (first >= positions.size()) return;
            const std::size_t count = std::min(positions_to_evaluate, positions.size() - first);
            kernel->evaluate(settings.rules, sources(), positions.data() + first, count,
                             values.data() + first);
            done.fetch_add(count);
        }
    }

    void search_positions(SearchContext& context) {
        TableStorage table;
        while (!is_stopping.load()) {
            const std::size_t index = next.fetch_add(1);
            if (index >= positions.size()) return;
            results[index] = searched(index, context, table);
            done.fetch_add(1);
        }
    }

    PositionResult searched(std::size_t index, SearchContext& context, TableStorage& table) {
        SearchRequest request;
        request.position = positions[index];
        request.odds = settings.rules.odds;
        request.odds.first = answers.empty() ? Answer::none : answers[index];
        request.candidates = wanted.candidates;
        PositionResult result;
        if (kernel->legal_moves(request.position) == Squares{}) {
            request.position = passed(request.position);
            request.odds.first = Answer::none;
            request.candidates = 1;
            result.turn = TurnKind::pass;
            if (kernel->legal_moves(request.position) == Squares{}) return finished(index);
        }
        request.fewest_wins = settings.rules.fewest_wins;
        request.goal = wanted.goal;
        request.limits = wanted.limits;
        clear(table, table_bytes(empty_squares(request.position), settings.engine.hash_bytes),
              context);
        context.receiver = &result;
        context.start(request.limits);
        if (is_stopping.load()) return result;
        kernel->search(request, context);
        return result;
    }

    PositionResult finished(std::size_t index) const {
        StaticValue value;
        kernel->evaluate(settings.rules, sources(), &positions[index], 1, &value);
        Variation end;
        end.kind = value.kind;
        end.discs = value.discs;
        PositionResult result;
        result.turn = TurnKind::over;
        result.variations.push_back(end);
        return result;
    }

    // Gives a search an empty table of this size; the memory only grows.
    static void clear(TableStorage& table, std::size_t bytes, SearchContext& context) {
        const std::size_t words = bytes / sizeof(std::uint64_t);
        if (table.size() < words) {
            table = TableStorage();
            table = TableStorage(words);
        } else {
            for (std::size_t i = 0; i < words; ++i) {
                table.data()[i].store(0, std::memory_order_relaxed);
            }
        }
        context.table.words = table.data();
        context.table.bucket_mask = bytes / bucket_bytes - 1;
        context.table.age = 1;
    }

    void stop() {
        is_stopping.store(true);
        for (const auto& context : contexts) {
            context->stop.store(true);
        }
    }
};

PositionBatch::PositionBatch(const PositionBatchSettings& settings,
                             std::vector<PositionData> positions, std::vector<Answer> answers)
    : parts_(std::make_unique<Parts>()) {
    const Settings& engine = settings.engine;
    if (engine.threads < 1 || engine.threads > max_threads) {
        throw std::invalid_argument("a batch must have from 1 to 64 threads");
    }
    if (engine.hash_bytes < smallest_table) {
        throw std::invalid_argument("the table must have at least 64 kB");
    }
    parts_->settings = settings;
    parts_->kernel = engine.kernel != nullptr ? engine.kernel : &best_kernel();
    if (!engine.probcut.empty()) parts_->probcut = read_probcut(engine.probcut);
    parts_->settings.engine.probcut = {};
    parts_->positions = std::move(positions);
    parts_->answers = std::move(answers);
}

PositionBatch::~PositionBatch() {
    parts_->stop();
    for (std::thread& thread : parts_->threads) {
        thread.join();
    }
}

void PositionBatch::search(const SearchOfAll& wanted) {
    Parts& parts = *parts_;
    parts.begin();
    parts.wanted = wanted;
    parts.results.resize(parts.positions.size());
    const std::size_t count =
        std::min(parts.positions.size(), static_cast<std::size_t>(parts.settings.engine.threads));
    for (std::size_t number = 0; number < count; ++number) {
        auto context = std::make_unique<SearchContext>();
        context->evaluation = parts.sources();
        context->probcut = parts.probcut.get();
        context->report = [](void* receiver, const SearchReport& report) {
            if (!report.final) return;
            auto& result = *static_cast<PositionResult*>(receiver);
            result.variations.assign(report.variations, report.variations + report.count);
            result.depth = report.depth;
            result.nodes = report.nodes;
            result.seconds = report.seconds;
        };
        parts.contexts.push_back(std::move(context));
    }
    parts.start(1,
                [&parts](std::size_t number) { parts.search_positions(*parts.contexts[number]); });
}

void PositionBatch::evaluate() {
    Parts& parts = *parts_;
    parts.begin();
    parts.values.resize(parts.positions.size());
    parts.start(positions_to_evaluate, [&parts](std::size_t) { parts.evaluate_shares(); });
}

bool PositionBatch::wait(double seconds) {
    std::unique_lock lock(parts_->mutex);
    const auto most = std::chrono::duration<double>(std::min(seconds, 1e6));
    const bool has_ended =
        parts_->changed.wait_for(lock, most, [this] { return parts_->running == 0; });
    if (has_ended && parts_->failure) {
        std::rethrow_exception(std::exchange(parts_->failure, nullptr));
    }
    return has_ended;
}

void PositionBatch::stop() {
    parts_->stop();
}

std::size_t PositionBatch::done() const {
    return parts_->done.load();
}

const std::vector<PositionResult>& PositionBatch::results() const {
    return parts_->results;
}

const std::vector<StaticValue>& PositionBatch::values() const {
    return parts_->values;
}

}  // namespace outflank

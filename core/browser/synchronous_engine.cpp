#include "browser/synchronous_engine.hpp"

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>

#include "board/moves_by_size.hpp"
#include "search/by_game/search_by_game.hpp"

namespace outflank {

namespace {

constexpr std::size_t min_table_bytes = std::size_t{1} << 16;
constexpr std::size_t max_table_bytes = std::size_t{64} << 20;
constexpr std::int64_t nanoseconds_between_pauses = 20'000'000;

std::int64_t now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
}

}  // namespace

SynchronousEngine::SynchronousEngine(const SearchHost& host) : host_(host) {
    context_.receiver = this;
    context_.report = [](void* receiver, const SearchReport& report) {
        static_cast<SynchronousEngine*>(receiver)->host_.report(report);
    };
    context_.poll = [](void* receiver) { static_cast<SynchronousEngine*>(receiver)->poll(); };
    context_.probcut = &probcut_;
}

SynchronousEngine::~SynchronousEngine() {
    std::free(context_.table.words);
}

Problem SynchronousEngine::make_table(std::size_t bytes) {
    if (bytes < min_table_bytes || bytes > max_table_bytes) {
        return "the table of a browser must have from 64 kB to 64 MB";
    }
    std::free(context_.table.words);
    context_.table.words = nullptr;
    const std::size_t buckets = std::bit_floor(bytes / bucket_bytes);
    table_bytes_ = buckets * bucket_bytes;
    void* memory = std::aligned_alloc(bucket_bytes, table_bytes_);
    if (memory == nullptr) return "there is not enough memory for the engine's table";
    context_.table.words = static_cast<std::atomic<std::uint64_t>*>(memory);
    context_.table.bucket_mask = buckets - 1;
    forget();
    return nullptr;
}

Problem SynchronousEngine::learn(std::span<const std::uint8_t> file) {
    pattern_weights_ = nullptr;  // frees their memory for the new ones first
    forget();
    const ReadResult<PatternWeights> found = pattern_weights_in(file);
    pattern_weights_ = found.value;
    return found.problem;
}

Problem SynchronousEngine::search(const SearchRequest& request, bool continues) {
    if (context_.table.words == nullptr) return "the engine has no table yet";
    const Odds& odds = request.odds;
    const Game game{request.position.size, request.fewest_wins, odds.asked,
                    odds.asked ? odds.yes : 0, odds.asked ? odds.no : 0};
    if (!(game == game_)) forget();
    game_ = game;
    const PatternWeights* patterns_of_game = pattern_weights_.get();
    const bool fits = patterns_of_game != nullptr && patterns_of_game->size == game.size &&
                      patterns_of_game->fewest_wins == game.fewest_wins &&
                      patterns_of_game->has_oracle == game.has_odds;
    context_.evaluation.patterns = fits ? patterns_of_game : nullptr;
    if (!continues) {
        context_.table.age = static_cast<std::uint8_t>((context_.table.age + 1) & max_table_age);
    }
    last_pause_ = now();
    context_.start(request.limits);
    search_game(request, context_);
    return nullptr;
}

void SynchronousEngine::forget() {
    context_.table.age = 0;
    if (context_.table.words == nullptr) return;
    const std::size_t words = table_bytes_ / sizeof(std::uint64_t);
    for (std::size_t i = 0; i < words; ++i) {
        new (context_.table.words + i) std::atomic<std::uint64_t>(0);
    }
}

void SynchronousEngine::poll() {
    const std::int64_t time = now();
    if (time - last_pause_ < nanoseconds_between_pauses) return;
    host_.pause();
    last_pause_ = now();
}

}  // namespace outflank

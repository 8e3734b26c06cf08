// An engine for a program that has one thread and no exceptions: WebAssembly in a browser. It
// searches until it has the answer, and lets its host do something else now and then. The search is
// the same as everybody's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "evaluation/pattern_weights.hpp"
#include "search/probcut.hpp"
#include "search/search_context.hpp"
#include "search/search_types.hpp"

namespace outflank {

// What a search calls: with every report, and about fifty times a second.
struct SearchHost {
    void (*report)(const SearchReport& report);
    void (*pause)();
};

// What is wrong is told as one sentence; null is success.
using Problem = const char*;

// Holds one table and one learned evaluation at a time, so that phones have room for several.
class SynchronousEngine {
  public:
    explicit SynchronousEngine(const SearchHost& host);
    ~SynchronousEngine();
    SynchronousEngine(const SynchronousEngine&) = delete;
    SynchronousEngine& operator=(const SynchronousEngine&) = delete;

    // Makes the table, or another one; it must be made before the first search.
    Problem make_table(std::size_t bytes);

    // Evaluates by the pattern weights of an unpacked file and by no others. A game that they are
    // not for is evaluated by features.
    Problem learn(std::span<const std::uint8_t> file);

    void set_probcut(const ProbCut& probcut) { probcut_ = probcut; }

    // Searches until the answer is found. What continues a search that was stopped finds its
    // entries in the table as fresh as its own.
    Problem search(const SearchRequest& request, bool continues);

    // Ends the search soon; for the host, while it was given a pause.
    void stop() { context_.stop.store(true, std::memory_order_relaxed); }

    // Whether the last search ended by `stop` or a limit of nodes or time.
    bool was_stopped() const { return context_.stop.load(std::memory_order_relaxed); }

    std::uint64_t nodes() const { return context_.nodes.load(std::memory_order_relaxed); }

    void forget();

  private:
    // Games whose boards look alike but have different scores must not share a table.
    struct Game {
        int size = 0;
        bool fewest_wins = false;
        bool has_odds = false;
        std::uint64_t yes = 0;
        std::uint64_t no = 0;

        friend bool operator==(const Game&, const Game&) = default;
    };

    void poll();

    SearchHost host_;
    SearchContext context_;
    ProbCut probcut_;
    Game game_;
    std::shared_ptr<const PatternWeights> pattern_weights_;
    std::size_t table_bytes_ = 0;
    std::int64_t last_pause_ = 0;
};

}  // namespace outflank

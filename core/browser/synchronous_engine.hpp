// An engine for a program with one thread and without exceptions: WebAssembly in a browser. It
// searches until it has the answer and pauses regularly for its host. The search is the same as in
// the other builds.
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

// What a search calls: `report` with every report, and `pause` about fifty times a second.
struct SearchHost {
    void (*report)(const SearchReport& report);
    void (*pause)();
};

// A sentence that says what is wrong; null means success.
using Problem = const char*;

// Holds one table and one learned evaluation at a time, so that a phone has room for several
// engines.
class SynchronousEngine {
  public:
    explicit SynchronousEngine(const SearchHost& host);
    ~SynchronousEngine();
    SynchronousEngine(const SynchronousEngine&) = delete;
    SynchronousEngine& operator=(const SynchronousEngine&) = delete;

    // Makes the table, or replaces it. Call this before the first search.
    Problem make_table(std::size_t bytes);

    // Uses only the pattern weights of this unpacked file. Other games are evaluated by features.
    Problem learn(std::span<const std::uint8_t> file);

    void set_probcut(const ProbCut& probcut) { probcut_ = probcut; }

    // Searches until the answer is found. If the search continues one that was stopped, the table
    // treats the entries of both as equally recent.
    Problem search(const SearchRequest& request, bool continues);

    // Asks the search to end soon. The host calls it during a pause.
    void stop() { context_.stop.store(true, std::memory_order_relaxed); }

    // Returns whether the last search ended by `stop` or by a limit of nodes or time.
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

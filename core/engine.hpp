// The engine's interface for programs: a request goes in, reports come out. It uses plain values
// and one object that owns its table and its threads, and does not depend on Python.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "kernel.hpp"
#include "search/search_types.hpp"

namespace outflank {

struct Network;
struct PatternWeights;

struct Settings {
    int threads = 1;
    std::size_t hash_bytes = std::size_t{64} << 20;
    const Kernel* kernel = nullptr;          // null for the fastest
    std::shared_ptr<const Network> network;  // for classic 8x8, or null
    std::span<const std::uint8_t> probcut;   // the fitted errors of shallow searches, or empty
    // Feature weights that replace those compiled in, or empty: whole tables, laid out as in
    // feature_weights.hpp and chance_weights.hpp.
    std::span<const std::int16_t> feature_weights;
    std::span<const std::int16_t> chance_weights;
};

// Searches one position at a time in threads of its own. All calls except the destructor may come
// from any thread.
class Engine {
  public:
    // Throws std::invalid_argument with one sentence if the settings are impossible.
    explicit Engine(const Settings& settings);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Starts a search. Throws std::logic_error while another one is running.
    void start(const SearchRequest& request);

    // Waits up to this long for the search to end, and returns whether it has.
    bool wait(double seconds);

    // Returns the reports since the previous call, the oldest first. Once `wait` has returned true,
    // the last one is final.
    std::vector<SearchReport> reports();

    // Asks the search to end soon. Its result is the best found so far.
    void stop();

    // Replaces the limits, counting from now. This turns pondering into a search on the clock.
    void limit(const Limits& limits);

    // Clears the transposition table.
    void forget();

    // Uses these weights for their game from the next search on. For classic 8x8 they count only if
    // the engine has no network.
    void learn(std::shared_ptr<const PatternWeights> weights);

    // Returns the number of positions that the current or last search has entered.
    std::uint64_t nodes() const;

    std::size_t hash_bytes() const;
    int threads() const;

  private:
    void work();
    void receive(const SearchReport& report);

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace outflank

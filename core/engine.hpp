// The engine as programs see it: a request goes in, reports come out. Plain values, one object
// that owns its table and its threads, no knowledge of Python.
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
    const Kernel* kernel = nullptr;          // the fastest where none is named
    std::shared_ptr<const Network> network;  // of classic 8x8, or nothing
    std::span<const std::uint8_t> probcut;   // the fitted errors of shallow searches, or nothing
    // Weights of features in place of those that were compiled in, or nothing: whole tables as
    // feature_weights.hpp and chance_weights.hpp have them.
    std::span<const std::int16_t> feature_weights;
    std::span<const std::int16_t> chance_weights;
};

// Searches one position at a time in threads of its own. All calls but the destructor may come from
// any thread.
class Engine {
  public:
    // Throws std::invalid_argument with one sentence for settings that cannot be.
    explicit Engine(const Settings& settings);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Begins to search; throws std::logic_error while another request is open.
    void start(const SearchRequest& request);

    // Waits until the search has ended, at most so long; tells whether it has.
    bool wait(double seconds);

    // The reports since this was called last, the oldest first; the last one is final once `wait`
    // has returned true.
    std::vector<SearchReport> reports();

    // Ends the search soon; what was found so far is its result.
    void stop();

    // Lets new limits count from now on: how pondering turns into a search on the clock.
    void limit(const Limits& limits);

    // Clears the table.
    void forget();

    // Evaluates the game of these weights by them from its next search on. Classic 8x8 uses them
    // only in an engine without a network.
    void learn(std::shared_ptr<const PatternWeights> weights);

    // How many positions the request, or the last one, has entered by now.
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

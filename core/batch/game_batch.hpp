// A batch of games for learners, which owns the arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "batch/game_arrays.hpp"
#include "kernel.hpp"

namespace outflank {

// Plays many games of one kind step by step. The arrays keep their addresses for the life of the
// batch, so that a reader sees every step without copying. Calls from several threads wait for each
// other.
class GameBatch {
  public:
    // `seed` is for sample() only; `reset` seeds the games themselves.
    GameBatch(const BatchSettings& settings, std::uint64_t seed, const Kernel& kernel);
    GameBatch(const GameBatch&) = delete;
    GameBatch& operator=(const GameBatch&) = delete;

    const GameArrays& arrays() const { return arrays_; }
    const BatchSettings& settings() const { return arrays_.settings; }
    std::int64_t* actions() { return actions_.data(); }

    // Starts the chosen games again, or all of them. Without seeds, each game continues with its
    // own random numbers.
    void reset(const std::uint64_t* seeds, const bool* chosen);

    // Puts games into given states. Each continues with its own random numbers.
    void place(const GivenStates& given);

    // The state of the random numbers of sample().
    std::uint64_t choice() const;
    void set_choice(std::uint64_t state);

    // Plays one action in each game. If an action is illegal, plays none of them and returns the
    // number of its game.
    std::optional<int> step(const std::int64_t* actions);

    // Draws a legal action for each game and stores it in actions().
    void sample();

    // Returns one game as a position, without its answer, which is in the arrays.
    PositionData position(int game) const;

  private:
    const BatchKernel& kernel_;
    std::vector<std::uint64_t> words_;
    std::unique_ptr<bool[]> flags_;
    std::vector<Answer> answers_;
    std::vector<std::int8_t> planes_;
    std::vector<float> rewards_;
    std::vector<std::int16_t> margins_;
    std::vector<std::int64_t> actions_;
    std::uint64_t choice_;
    std::uint8_t embedded_[max_squares + 1] = {};
    std::uint8_t extracted_[max_squares] = {};
    GameArrays arrays_{};
    mutable std::mutex mutex_;
};

}  // namespace outflank

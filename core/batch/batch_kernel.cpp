// Compiled once per instruction set, like kernel.cpp. It is a file of its own, so that a change to
// one does not compile the other again.
#include "batch/batch_kernel.hpp"

#include "batch/game_steps.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

namespace {

// Calls `work` with the GameSteps that fit the size of the board.
template <class Work>
OUTFLANK_INLINE auto with_steps(const GameArrays& games, const Work& work) {
    if (games.settings.size == 8) return work(GameSteps<Board64, 8>(games));
    if (games.settings.size < 8) return work(GameSteps<Board64, 0>(games));
    return work(GameSteps<Board256, 0>(games));
}

void restart(const GameArrays& games, const bool* chosen) {
    with_steps(games, [&](const auto& steps) { steps.restart(chosen); });
}

void place(const GameArrays& games, const GivenStates& given) {
    with_steps(games, [&](const auto& steps) { steps.place(given); });
}

void step(const GameArrays& games, const std::int64_t* actions) {
    with_steps(games, [&](const auto& steps) { steps.step(actions); });
}

void sample(const GameArrays& games, std::int64_t* actions) {
    with_steps(games, [&](const auto& steps) { steps.sample(actions); });
}

int first_illegal(const GameArrays& games, const std::int64_t* actions) {
    return with_steps(games, [&](const auto& steps) { return steps.first_illegal(actions); });
}

}  // namespace

extern const BatchKernel batch_kernel;
const BatchKernel batch_kernel{restart, place, step, sample, first_illegal};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

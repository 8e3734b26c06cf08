// The part of a kernel that plays many games step by step.
#pragma once

#include <cstdint>

#include "batch/game_arrays.hpp"

namespace outflank {

struct BatchKernel {
    // Starts the chosen games again, or all of them if `chosen` is null.
    void (*restart)(const GameArrays& games, const bool* chosen);
    // Puts games into given states. A turn without an answer draws one, and an opponent whose turn
    // it is moves first.
    void (*place)(const GameArrays& games, const GivenStates& given);
    // Plays one action in each game. Every action must be legal, unless an illegal one loses.
    void (*step)(const GameArrays& games, const std::int64_t* actions);
    // Draws one legal action for each game.
    void (*sample)(const GameArrays& games, std::int64_t* actions);
    // Returns the first game whose action is illegal, or -1.
    int (*first_illegal)(const GameArrays& games, const std::int64_t* actions);
};

}  // namespace outflank

// What the files that know Python share: how their arguments become values of the core.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel.hpp"

namespace outflank {

namespace nb = nanobind;

// Throws std::invalid_argument, which Python sees as a ValueError, where something does not hold.
void require(bool holds, const char* problem);

// Reads one board as module.cpp describes it and refuses what is no board.
PositionData position_in(int size, const nb::bytes& board, bool black_to_move);

// Reads whole numbers of 16 bits; the copy makes it safe to release the lock.
std::vector<std::int16_t> short_numbers_in(const nb::bytes& bytes);

// The kernel of that name, the fastest without one.
const Kernel& kernel_named(const std::optional<std::string>& name);

// Adds the class Engine to the module.
void bind_engine(nb::module_& module);

// Adds the class GameBatch to the module.
void bind_game_batch(nb::module_& module);

// Adds what plays games for learning to the module.
void bind_learning(nb::module_& module);

// Adds the single steps of the rules to the module.
void bind_rules(nb::module_& module);

// Adds what sorts the positions of an index of games.
void bind_visits(nb::module_& module);

}  // namespace outflank

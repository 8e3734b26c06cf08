// Conversion of Python arguments to values of the core, shared by all bindings.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel.hpp"

namespace outflank {

namespace nb = nanobind;

// Throws std::invalid_argument, a ValueError in Python, if a condition does not hold.
void require(bool holds, const char* problem);

// Reads boards with their turns in the format that module.cpp describes. Refuses impossible boards,
// because the kernels do not check.
std::vector<PositionData> positions_in(int size, const nb::bytes& boards, const nb::bytes& turns);

// Reads one board in the same way.
PositionData position_in(int size, const nb::bytes& board, bool black_to_move);

// Reads answers, and refuses numbers that mean none.
std::vector<Answer> answers_in(const nb::bytes& bytes);

// Reads 16-bit integers into a copy, so that the interpreter's lock can be released.
std::vector<std::int16_t> short_numbers_in(const nb::bytes& bytes);

// Returns the named kernel, or the fastest one if no name is given.
const Kernel& kernel_named(const std::optional<std::string>& name);

// Adds the class Engine to the module.
void bind_engine(nb::module_& module);

// Adds the class GameBatch to the module.
void bind_game_batch(nb::module_& module);

// Adds the class PositionBatch to the module.
void bind_position_batch(nb::module_& module);

// Adds the functions that play games for learning to the module.
void bind_learning(nb::module_& module);

// Adds the single steps of the rules to the module.
void bind_rules(nb::module_& module);

// Adds the functions that sort the positions of a game index to the module.
void bind_visits(nb::module_& module);

}  // namespace outflank

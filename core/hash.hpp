// The 64-bit hash that the Python rules define (rules/hashing.py): the same on every machine.
#pragma once

#include <cstdint>

#include "kernel.hpp"

namespace outflank {

std::uint64_t hash_of_board(const Situation& situation);

// Board, turn and the answer that was heard.
std::uint64_t hash_of_position(const Situation& situation, Answer answer);

}  // namespace outflank

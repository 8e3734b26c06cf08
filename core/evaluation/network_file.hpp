// The file that a network is read from.
//
// The file has the magic, a checksum of the rest (8 bytes, little-endian), then the parts of
// Network in their order. It has only one of each set of rows that share their values
// (kept_places), and its integers are little-endian.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "evaluation/network.hpp"

namespace outflank {

// Throws std::invalid_argument with one sentence if the bytes are not a network.
std::shared_ptr<const Network> read_network(std::span<const std::uint8_t> bytes);

std::vector<std::uint8_t> written_network(const Network& network);

}  // namespace outflank

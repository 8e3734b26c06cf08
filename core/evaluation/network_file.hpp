// The file that a network is read from.
//
// The magic, a checksum of what follows (8 bytes, little end first), then the parts of Network in
// their order: of the rows only those that are kept (kept_places), whole numbers little end first.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "evaluation/network.hpp"

namespace outflank {

// Throws std::invalid_argument with one sentence where the bytes are no network.
std::shared_ptr<const Network> read_network(std::span<const std::uint8_t> bytes);

std::vector<std::uint8_t> written_network(const Network& network);

}  // namespace outflank

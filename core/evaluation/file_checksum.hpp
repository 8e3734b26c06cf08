// The checksum in the files of learned evaluations, enough to detect damage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace outflank {

// FNV-1a over little-endian words of eight bytes. The last word is padded with zeros.
inline std::uint64_t file_checksum(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 14695981039346656037U;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8 && at + i < bytes.size(); ++i) {
            word |= std::uint64_t{bytes[at + i]} << 8 * i;
        }
        sum = (sum ^ word) * 1099511628211U;
    }
    return sum ^ sum >> 32;
}

}  // namespace outflank

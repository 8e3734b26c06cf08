// Unpacks files in the xz format, in which the package keeps its pattern weights. Browsers cannot
// unpack xz by themselves, and with gzip, which they can, the largest file would be twice as large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace outflank {

// Appends the unpacked content. Returns false if the bytes are damaged or use a filter other than
// LZMA2. It does not check checksums, because pattern weights have their own.
bool unpack_xz(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& unpacked);

}  // namespace outflank

// Unpacking files of the xz format, in which the package keeps its pattern weights. No browser does
// it by itself, and gzip, which all of them know, leaves the largest file twice as large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace outflank {

// Appends what was packed; false where the bytes are damaged or packed in a way that is not known
// here. Only LZMA2 without other filters is known. Checksums are not looked at: pattern weights
// have their own.
bool unpack_xz(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& unpacked);

}  // namespace outflank

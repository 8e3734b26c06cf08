// Random numbers that are the same on every processor and in the Python rules.
#pragma once

#include <cstdint>

#include "board/bits.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// SplitMix64: a counter and a mixing function. Small and fast, and plenty for choosing moves; each
// game has a seed of its own, so a batch gives the same games however it is divided.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    OUTFLANK_INLINE std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    // A number from 0 to bound - 1 (bound < 2^32), by multiplication instead of division.
    OUTFLANK_INLINE int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

    // A number from 0 to 2^53 - 1: what odds are measured in.
    OUTFLANK_INLINE std::uint64_t next53() { return next() >> 11; }

  private:
    std::uint64_t state_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

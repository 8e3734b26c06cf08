// Sets of squares: one 64-bit word, or four words for grids of 16 x 16. Also the names of the
// instruction set that a translation unit is compiled for.
//
// The fast code is compiled several times, once per instruction set, and dispatch.cpp chooses one
// of the results at run time. Everything that is compiled more than once lives in an inline
// namespace named after its instruction set. Without it the linker would merge equal names and
// could hand code made for a new processor to an old one. For the same reason these headers use no
// containers and few functions of the standard library.
#pragma once

#include <bit>
#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

#ifndef OUTFLANK_INSTRUCTIONS
#define OUTFLANK_INSTRUCTIONS portable
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define OUTFLANK_INLINE __forceinline
#define OUTFLANK_NOINLINE __declspec(noinline)
#else
#define OUTFLANK_INLINE inline __attribute__((always_inline))
#define OUTFLANK_NOINLINE __attribute__((noinline))
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Replacements for std::min and std::max, of which all kernels would share one copy.
OUTFLANK_INLINE constexpr int min_of(int a, int b) {
    return a < b ? a : b;
}

OUTFLANK_INLINE constexpr int max_of(int a, int b) {
    return a < b ? b : a;
}

// Asks the processor to fetch memory that will be read soon.
OUTFLANK_INLINE void prefetch(const void* address) {
#if !defined(_MSC_VER) || defined(__clang__)
    __builtin_prefetch(address);
#elif defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#elif defined(_M_ARM64)
    __prefetch(address);
#endif
}

OUTFLANK_INLINE bool is_empty(std::uint64_t set) {
    return set == 0;
}

OUTFLANK_INLINE int count(std::uint64_t set) {
    return std::popcount(set);
}

OUTFLANK_INLINE int first(std::uint64_t set) {
    return std::countr_zero(set);
}

OUTFLANK_INLINE int last(std::uint64_t set) {
    return 63 - std::countl_zero(set);
}

OUTFLANK_INLINE std::uint64_t without_first(std::uint64_t set) {
    return set & (set - 1);
}

// A set of squares on a 16 x 16 grid: four rows per word, sixteen bits per row.
struct Mask256 {
    std::uint64_t word[4] = {};

    OUTFLANK_INLINE bool has(int square) const { return word[square >> 6] >> (square & 63) & 1; }
    OUTFLANK_INLINE void add(int square) { word[square >> 6] |= std::uint64_t{1} << (square & 63); }
};

OUTFLANK_INLINE Mask256 operator&(const Mask256& a, const Mask256& b) {
    return {{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2],
             a.word[3] & b.word[3]}};
}

OUTFLANK_INLINE Mask256 operator|(const Mask256& a, const Mask256& b) {
    return {{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2],
             a.word[3] | b.word[3]}};
}

OUTFLANK_INLINE Mask256 operator^(const Mask256& a, const Mask256& b) {
    return {{a.word[0] ^ b.word[0], a.word[1] ^ b.word[1], a.word[2] ^ b.word[2],
             a.word[3] ^ b.word[3]}};
}

OUTFLANK_INLINE Mask256 operator~(const Mask256& a) {
    return {{~a.word[0], ~a.word[1], ~a.word[2], ~a.word[3]}};
}

OUTFLANK_INLINE bool is_empty(const Mask256& set) {
    return (set.word[0] | set.word[1] | set.word[2] | set.word[3]) == 0;
}

OUTFLANK_INLINE int count(const Mask256& set) {
    return std::popcount(set.word[0]) + std::popcount(set.word[1]) + std::popcount(set.word[2]) +
           std::popcount(set.word[3]);
}

OUTFLANK_INLINE int first(const Mask256& set) {
    int index = 0;
    while (set.word[index] == 0) {
        ++index;
    }
    return index * 64 + std::countr_zero(set.word[index]);
}

OUTFLANK_INLINE Mask256 without_first(Mask256 set) {
    int index = 0;
    while (set.word[index] == 0) {
        ++index;
    }
    set.word[index] &= set.word[index] - 1;
    return set;
}

// Shifts every square `steps` places towards higher numbers and drops those that leave the grid.
template <int steps>
OUTFLANK_INLINE Mask256 up(const Mask256& set) {
    constexpr int whole = steps / 64;
    constexpr int part = steps % 64;
    Mask256 moved;
    for (int i = whole; i < 4; ++i) {
        moved.word[i] = set.word[i - whole] << part;
        if constexpr (part != 0) {
            if (i > whole) moved.word[i] |= set.word[i - whole - 1] >> (64 - part);
        }
    }
    return moved;
}

// Shifts every square `steps` places towards lower numbers and drops those that leave the grid.
template <int steps>
OUTFLANK_INLINE Mask256 down(const Mask256& set) {
    constexpr int whole = steps / 64;
    constexpr int part = steps % 64;
    Mask256 moved;
    for (int i = 0; i + whole < 4; ++i) {
        moved.word[i] = set.word[i + whole] >> part;
        if constexpr (part != 0) {
            if (i + whole < 3) moved.word[i] |= set.word[i + whole + 1] << (64 - part);
        }
    }
    return moved;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

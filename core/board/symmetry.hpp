// Boards that are their own mirror image. Moves that mirror each other have the same score, so near
// the start of a game the search needs only one of each.
#pragma once

#include <cstdint>

#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr std::uint64_t rows_reversed(std::uint64_t set) {
    set = (set >> 8 & 0x00FF00FF00FF00FF) | (set & 0x00FF00FF00FF00FF) << 8;
    set = (set >> 16 & 0x0000FFFF0000FFFF) | (set & 0x0000FFFF0000FFFF) << 16;
    return set >> 32 | set << 32;
}

constexpr std::uint64_t columns_reversed(std::uint64_t set) {
    set = (set >> 1 & 0x5555555555555555) | (set & 0x5555555555555555) << 1;
    set = (set >> 2 & 0x3333333333333333) | (set & 0x3333333333333333) << 2;
    return (set >> 4 & 0x0F0F0F0F0F0F0F0F) | (set & 0x0F0F0F0F0F0F0F0F) << 4;
}

// Swaps rows and columns.
constexpr std::uint64_t transposed(std::uint64_t set) {
    std::uint64_t swap = (set ^ set >> 7) & 0x00AA00AA00AA00AA;
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & 0x0000CCCC0000CCCC;
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & 0x00000000F0F0F0F0;
    return set ^ swap ^ swap << 28;
}

// Applies one of the eight symmetries of a grid, by number; 0 changes nothing.
constexpr std::uint64_t mirrored(std::uint64_t set, int symmetry) {
    if (symmetry & 1) set = rows_reversed(set);
    if (symmetry & 2) set = columns_reversed(set);
    if (symmetry & 4) set = transposed(set);
    return set;
}

// Positions with more discs are not tested for symmetry.
constexpr int max_symmetric_discs = 10;

// Keeps only the first of moves that mirror each other.
inline std::uint64_t without_symmetric(const Board64& board, std::uint64_t moves) {
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        if (mirrored(board.mover, symmetry) != board.mover ||
            mirrored(board.opponent, symmetry) != board.opponent) {
            continue;
        }
        for (std::uint64_t rest = moves; rest != 0; rest = without_first(rest)) {
            const std::uint64_t move = rest & (0 - rest);
            const std::uint64_t image = mirrored(move, symmetry);
            if (image > move && (moves & image) != 0) {
                moves &= ~image;
                rest &= ~image;
            }
        }
    }
    return moves;
}

// On large boards the search leaves such positions after a move or two.
inline Mask256 without_symmetric(const Board256&, const Mask256& moves) {
    return moves;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

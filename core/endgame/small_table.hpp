// A table that one thread keeps in the processor's cache, for the positions of a solve that are too
// frequent for the shared one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The bounds of a position in discs, and its best move. It holds the whole board, so there are no
// false hits.
struct SmallTableEntry {
    std::uint64_t mover = 0;
    std::uint64_t opponent = 0;
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    std::uint8_t move = 0;

    OUTFLANK_INLINE bool holds(const Board64& board) const {
        return mover == board.mover && opponent == board.opponent;
    }
};

// Each slot of the table holds one entry, that of the last position stored there.
template <int bits>
class SmallTable {
  public:
    OUTFLANK_INLINE SmallTableEntry& entry_of(const Board64& board) {
        return entries_[place_of(board)];
    }

  private:
    // The highest bits of a product depend on all bits of its factors.
    static OUTFLANK_INLINE std::size_t place_of(const Board64& board) {
        const std::uint64_t mix =
            board.mover * 0x9E3779B97F4A7C15 + board.opponent * 0xD6E8FEB86659FD93;
        return static_cast<std::size_t>(mix >> (64 - bits));
    }

    SmallTableEntry entries_[std::size_t{1} << bits];
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

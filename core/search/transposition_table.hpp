// The transposition table: bounds of positions that were searched before, shared by all threads
// without a lock.
//
// An entry is three words: the two words of its key, each mixed with the third, and the bounds. A
// reader who meets another thread's half-written entry finds a key that fits no position. On 64-bit
// boards the key is the whole board, so there are no false hits; on large ones it is a hash of 128
// bits.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank {

// The memory of a table, owned by the engine: whole buckets, a power of two of them.
struct TableMemory {
    std::atomic<std::uint64_t>* words = nullptr;
    std::size_t bucket_mask = 0;
    std::uint8_t age = 0;  // of the request; older entries are replaced first
};

constexpr std::size_t bucket_words = 16;  // two cache lines
constexpr std::size_t bucket_entries = 5;
constexpr std::size_t bucket_bytes = bucket_words * sizeof(std::uint64_t);

inline namespace OUTFLANK_INSTRUCTIONS {

struct Key {
    std::uint64_t one;
    std::uint64_t two;
};

OUTFLANK_INLINE std::uint64_t mixed(std::uint64_t word) {
    word *= 0x9E3779B97F4A7C15;
    word ^= word >> 32;
    return word * 0xD6E8FEB86659FD93;
}

OUTFLANK_INLINE Key key_of(const Board64& board) {
    return {board.mover, board.opponent};
}

OUTFLANK_INLINE Key key_of(const Board256& board) {
    Key key{0x243F6A8885A308D3, 0x13198A2E03707344};
    for (int i = 0; i < 4; ++i) {
        key.one = mixed(key.one ^ board.mover.word[i]) ^ (key.one >> 29);
        key.two = mixed(key.two + board.mover.word[i]) ^ (key.two >> 31);
        key.one = mixed(key.one ^ board.opponent.word[i]) ^ (key.one >> 27);
        key.two = mixed(key.two + board.opponent.word[i]) ^ (key.two >> 33);
    }
    return key;
}

OUTFLANK_INLINE std::uint64_t place_of(const Key& key) {
    const std::uint64_t mix = mixed(key.one) + mixed(key.two ^ 0xA5A5A5A5A5A5A5A5) * 3;
    return mix ^ mix >> 32;
}

// What is entry of a position: the result lies between the bounds when it is searched so deep with
// so much confidence. Moves are squares of the grid.
struct TableEntry {
    std::int16_t lower;
    std::int16_t upper;
    std::uint8_t depth;
    std::uint8_t selectivity;  // index of the selectivity, 7 at most
    std::uint8_t move;
    std::uint8_t second;
};

// Stands for no move. On large grids every number is a square: there it is one in the middle,
// which is taken in all but made-up positions, and in those only the order of moves suffers.
template <class Board>
inline constexpr std::uint8_t no_move = 64;
template <>
inline constexpr std::uint8_t no_move<Board256> = 119;

class TranspositionTable {
  public:
    explicit TranspositionTable(const TableMemory& memory) : memory_(memory) {}

    OUTFLANK_INLINE void prefetch(const Key& key) const {
        const auto* bucket = bucket_of(key);
#if defined(__GNUC__)
        __builtin_prefetch(bucket);
        __builtin_prefetch(bucket + bucket_words / 2);
#else
        (void)bucket;
#endif
    }

    OUTFLANK_INLINE bool probe(const Key& key, TableEntry& entry) const {
        const std::atomic<std::uint64_t>* slot = bucket_of(key);
        for (std::size_t i = 0; i < bucket_entries; ++i, slot += 3) {
            const std::uint64_t data = slot[2].load(std::memory_order_relaxed);
            if ((slot[0].load(std::memory_order_relaxed) ^ data) == key.one &&
                (slot[1].load(std::memory_order_relaxed) ^ data) == key.two && data != 0) {
                entry = unpacked(data);
                return true;
            }
        }
        return false;
    }

    // Keeps what was found, in place of the same position or of the entry that is value least.
    void store(const Key& key, const TableEntry& entry) const {
        std::atomic<std::uint64_t>* slot = bucket_of(key);
        std::atomic<std::uint64_t>* chosen = slot;
        int least = 1 << 30;
        for (std::size_t i = 0; i < bucket_entries; ++i, slot += 3) {
            const std::uint64_t data = slot[2].load(std::memory_order_relaxed);
            if ((slot[0].load(std::memory_order_relaxed) ^ data) == key.one &&
                (slot[1].load(std::memory_order_relaxed) ^ data) == key.two) {
                // A shallow probe of a position must not wipe out what a deep search found.
                const TableEntry old = unpacked(data);
                const bool is_better =
                    old.depth > entry.depth && old.selectivity >= entry.selectivity;
                if (is_better && is_current(data)) return;
                chosen = slot;
                break;
            }
            const int value = replacement_value(data);
            if (value < least) {
                least = value;
                chosen = slot;
            }
        }
        const std::uint64_t data = packed(entry);
        chosen[0].store(key.one ^ data, std::memory_order_relaxed);
        chosen[1].store(key.two ^ data, std::memory_order_relaxed);
        chosen[2].store(data, std::memory_order_relaxed);
    }

  private:
    OUTFLANK_INLINE std::atomic<std::uint64_t>* bucket_of(const Key& key) const {
        return memory_.words + (place_of(key) & memory_.bucket_mask) * bucket_words;
    }

    OUTFLANK_INLINE std::uint64_t packed(const TableEntry& entry) const {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.lower)) |
               static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.upper)) << 16 |
               static_cast<std::uint64_t>(entry.depth) << 32 |
               static_cast<std::uint64_t>(entry.selectivity) << 40 |
               static_cast<std::uint64_t>(memory_.age & 31) << 43 |
               static_cast<std::uint64_t>(entry.move) << 48 |
               static_cast<std::uint64_t>(entry.second) << 56;
    }

    static OUTFLANK_INLINE TableEntry unpacked(std::uint64_t data) {
        return {static_cast<std::int16_t>(data),       static_cast<std::int16_t>(data >> 16),
                static_cast<std::uint8_t>(data >> 32), static_cast<std::uint8_t>(data >> 40 & 7),
                static_cast<std::uint8_t>(data >> 48), static_cast<std::uint8_t>(data >> 56)};
    }

    // Empty entries first, then those of earlier questions, then the shallow ones.
    OUTFLANK_INLINE int replacement_value(std::uint64_t data) const {
        if (data == 0) return -1;
        const int depth = static_cast<int>(data >> 32 & 0xFF);
        return depth + (is_current(data) ? 256 : 0);
    }

    OUTFLANK_INLINE bool is_current(std::uint64_t data) const {
        return (data >> 43 & 31) == (memory_.age & 31);
    }

    TableMemory memory_;
};

}  // namespace OUTFLANK_INSTRUCTIONS
}  // namespace outflank

// The transposition table: bounds of positions that were searched before, shared by all threads
// without a lock.
//
// An entry is three words: the two words of its key, each XORed with the third, and the bounds. A
// thread that reads an entry another thread has half written finds a key that matches no position.
// On 64-bit boards the key is the whole board, so there are no false hits. On large boards it is a
// hash of 128 bits.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank {

// The memory of a table, owned by the engine: a power of two of whole buckets. A position belongs
// to one cache line of a bucket, so that a lookup reads only one line.
struct TableMemory {
    std::atomic<std::uint64_t>* words = nullptr;
    std::size_t bucket_mask = 0;
    std::uint8_t age = 0;  // of the search, up to max_table_age; older entries are replaced first
};

constexpr std::uint8_t max_table_age = 31;
constexpr std::size_t bucket_words = 16;  // two cache lines
constexpr std::size_t entry_words = 3;
constexpr std::size_t line_words = 8;
constexpr std::size_t line_entries = line_words / entry_words;
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

// What is known about a position: at this depth and selectivity its score lies between the bounds.
// Moves are squares of the grid: the best one and the previous best one.
struct TableEntry {
    std::int16_t lower;
    std::int16_t upper;
    std::uint8_t depth;
    std::uint8_t selectivity;  // index of its level, 7 at most
    std::uint8_t move;
    std::uint8_t second;
};

// Stands for no move. On large grids every number is a square, so this is one in the middle. It is
// empty only in artificial positions, where only the move order suffers.
template <class Board>
inline constexpr std::uint8_t no_move = 64;
template <>
inline constexpr std::uint8_t no_move<Board256> = 119;

// The entry of a position that is not in the table.
template <class Board>
inline constexpr TableEntry no_entry = {0, 0, 0, 0, no_move<Board>, no_move<Board>};

// Reads and writes entries in the memory of the engine.
class TranspositionTable {
  public:
    explicit TranspositionTable(const TableMemory& memory) : memory_(memory) {}

    OUTFLANK_INLINE bool probe(const Key& key, TableEntry& entry) const {
        const std::atomic<std::uint64_t>* slot = line_of(key);
        for (std::size_t i = 0; i < line_entries; ++i, slot += entry_words) {
            const std::uint64_t data = slot[2].load(std::memory_order_relaxed);
            if ((slot[0].load(std::memory_order_relaxed) ^ data) == key.one &&
                (slot[1].load(std::memory_order_relaxed) ^ data) == key.two && data != 0) {
                entry = unpacked(data);
                return true;
            }
        }
        return false;
    }

    // Call this as soon as a position that will be probed is known.
    OUTFLANK_INLINE void prefetch_line(const Key& key) const { prefetch(line_of(key)); }

    // Replaces the entry of the same position, else the least useful one.
    void store(const Key& key, const TableEntry& entry) const {
        std::atomic<std::uint64_t>* slot = line_of(key);
        std::atomic<std::uint64_t>* chosen = slot;
        int least = most_useful;
        for (std::size_t i = 0; i < line_entries; ++i, slot += entry_words) {
            const std::uint64_t data = slot[2].load(std::memory_order_relaxed);
            if ((slot[0].load(std::memory_order_relaxed) ^ data) == key.one &&
                (slot[1].load(std::memory_order_relaxed) ^ data) == key.two) {
                // A shallow probe of a position must not overwrite the result of a deep search.
                const TableEntry old = unpacked(data);
                const bool is_better =
                    old.depth > entry.depth && old.selectivity >= entry.selectivity;
                if (is_better && is_current(data)) return;
                chosen = slot;
                break;
            }
            const int useful = usefulness(data);
            if (useful < least) {
                least = useful;
                chosen = slot;
            }
        }
        const std::uint64_t data = packed(entry);
        chosen[0].store(key.one ^ data, std::memory_order_relaxed);
        chosen[1].store(key.two ^ data, std::memory_order_relaxed);
        chosen[2].store(data, std::memory_order_relaxed);
    }

  private:
    // The positions of the fields in an entry's data. `lower` has the lowest bits.
    static constexpr int upper_shift = 16;
    static constexpr int depth_shift = 32;
    static constexpr int selectivity_shift = 40;
    static constexpr int age_shift = 43;
    static constexpr int move_shift = 48;
    static constexpr int second_shift = 56;
    static constexpr unsigned selectivity_mask = 7;

    static constexpr int current_bonus = 256;  // more than any depth
    static constexpr int most_useful = 1 << 30;

    OUTFLANK_INLINE std::atomic<std::uint64_t>* line_of(const Key& key) const {
        constexpr std::size_t lines = bucket_words / line_words;
        const std::size_t line = place_of(key) & (memory_.bucket_mask * lines + lines - 1);
        return memory_.words + line * line_words;
    }

    OUTFLANK_INLINE std::uint64_t packed(const TableEntry& entry) const {
        return std::uint64_t{static_cast<std::uint16_t>(entry.lower)} |
               std::uint64_t{static_cast<std::uint16_t>(entry.upper)} << upper_shift |
               std::uint64_t{entry.depth} << depth_shift |
               std::uint64_t{entry.selectivity} << selectivity_shift |
               std::uint64_t{memory_.age} << age_shift | std::uint64_t{entry.move} << move_shift |
               std::uint64_t{entry.second} << second_shift;
    }

    static OUTFLANK_INLINE TableEntry unpacked(std::uint64_t data) {
        return {static_cast<std::int16_t>(data),
                static_cast<std::int16_t>(data >> upper_shift),
                static_cast<std::uint8_t>(data >> depth_shift),
                static_cast<std::uint8_t>(data >> selectivity_shift & selectivity_mask),
                static_cast<std::uint8_t>(data >> move_shift),
                static_cast<std::uint8_t>(data >> second_shift)};
    }

    // Empty entries are the least useful, then those of earlier searches, then shallow ones.
    OUTFLANK_INLINE int usefulness(std::uint64_t data) const {
        if (data == 0) return -1;
        const int depth = static_cast<std::uint8_t>(data >> depth_shift);
        return depth + (is_current(data) ? current_bonus : 0);
    }

    OUTFLANK_INLINE bool is_current(std::uint64_t data) const {
        return (data >> age_shift & max_table_age) == memory_.age;
    }

    TableMemory memory_;
};

}  // namespace OUTFLANK_INSTRUCTIONS
}  // namespace outflank

// What a search with chance remembers of positions, in the memory of the shared table.
//
// Scores are not whole numbers here, so an entry is four words instead of three: a hash that
// recognises the position, the score, the discs and the rest. The hash covers all that a score
// depends on, so the memory need not be cleared: what another game or the search without chance
// left there is not recognised.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/bits.hpp"
#include "search/transposition_table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

enum class ChanceBound : std::uint8_t { none, lower, upper, exact };

struct ChanceEntry {
    double score = 0;
    double discs = 0;
    std::uint8_t depth = 0;
    ChanceBound bound = ChanceBound::none;
    std::uint8_t move = 0;  // square of the grid

    // Whether the window asks no more than is known.
    bool is_cutoff(int wanted_depth, double alpha, double beta) const {
        // A deeper entry would be better still, but then results would depend on what the table
        // happens to hold.
        if (depth != wanted_depth) return false;
        return bound == ChanceBound::exact || (bound == ChanceBound::lower && score >= beta) ||
               (bound == ChanceBound::upper && score <= alpha);
    }
};

OUTFLANK_INLINE std::uint64_t well_mixed(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
    return word ^ (word >> 31);
}

struct ChanceKey {
    std::uint64_t place;
    std::uint64_t mark;
};

// `seed` stands for everything besides the board: the turn, the answer, the odds, the rules.
template <class Board>
OUTFLANK_INLINE ChanceKey chance_key(const Board& board, std::uint64_t seed) {
    const Key key = key_of(board);
    const std::uint64_t mark = well_mixed(well_mixed(key.one + seed) + key.two);
    return {place_of(key) + seed, mark};
}

// For one thread: words are atomic only because others use the same memory at other times.
class ChanceTable {
  public:
    ChanceTable() = default;
    explicit ChanceTable(const TableMemory& memory) : memory_(memory) {}

    bool probe(const ChanceKey& key, ChanceEntry& found) const {
        if (memory_.words == nullptr) return false;
        const std::atomic<std::uint64_t>* entry = bucket_of(key);
        for (int index = 0; index < entries; ++index, entry += entry_words) {
            if (read(entry) != key.mark) continue;
            const std::uint64_t rest = read(entry + 3);
            found.score = std::bit_cast<double>(read(entry + 1));
            found.discs = std::bit_cast<double>(read(entry + 2));
            found.depth = static_cast<std::uint8_t>(rest);
            found.bound = static_cast<ChanceBound>(rest >> 8 & 3);
            found.move = static_cast<std::uint8_t>(rest >> 16);
            return true;
        }
        return false;
    }

    // Replaces the entry of the same position, else the one that is least useful.
    void store(const ChanceKey& key, const ChanceEntry& found) const {
        if (memory_.words == nullptr) return;
        std::atomic<std::uint64_t>* entry = bucket_of(key);
        std::atomic<std::uint64_t>* chosen = entry;
        int least = most_useful;
        for (int index = 0; index < entries; ++index, entry += entry_words) {
            if (read(entry) == key.mark) {
                chosen = entry;
                break;
            }
            const std::uint64_t rest = read(entry + 3);
            const bool is_current = static_cast<std::uint8_t>(rest >> 24) == memory_.age;
            const int useful = static_cast<int>(rest & 0xFF) + (is_current ? current_bonus : 0);
            if (useful < least) {
                least = useful;
                chosen = entry;
            }
        }
        write(chosen, key.mark);
        write(chosen + 1, std::bit_cast<std::uint64_t>(found.score));
        write(chosen + 2, std::bit_cast<std::uint64_t>(found.discs));
        write(chosen + 3, static_cast<std::uint64_t>(found.depth) |
                              static_cast<std::uint64_t>(found.bound) << 8 |
                              static_cast<std::uint64_t>(found.move) << 16 |
                              static_cast<std::uint64_t>(memory_.age) << 24);
    }

  private:
    static constexpr int entry_words = 4;
    static constexpr int current_bonus = 256;  // more than any depth
    static constexpr int most_useful = 1 << 30;
    static constexpr int entries = static_cast<int>(bucket_words) / entry_words;

    static OUTFLANK_INLINE std::uint64_t read(const std::atomic<std::uint64_t>* word) {
        return word->load(std::memory_order_relaxed);
    }
    static OUTFLANK_INLINE void write(std::atomic<std::uint64_t>* word, std::uint64_t value) {
        word->store(value, std::memory_order_relaxed);
    }
    OUTFLANK_INLINE std::atomic<std::uint64_t>* bucket_of(const ChanceKey& key) const {
        return memory_.words + (key.place & memory_.bucket_mask) * bucket_words;
    }

    TableMemory memory_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The transposition table of the search with chance, in the memory of the shared table.
//
// Scores are not integers here, so an entry has four words instead of three: a hash that identifies
// the position, the score, the discs and the rest. The hash covers everything that a score depends
// on, so entries of other games or of the search without chance never match and the memory need not
// be cleared. All threads share it without a lock: the hash is stored XORed with the other words,
// so an entry that another thread has half written matches no position.
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

    // Returns whether the entry decides a search with this window.
    bool is_cutoff(int wanted_depth, double alpha, double beta) const {
        // A deeper entry would be even better, but then results would depend on the contents of the
        // table.
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

// Reads and writes entries in the memory of the engine.
class ChanceTable {
  public:
    ChanceTable() = default;
    explicit ChanceTable(const TableMemory& memory) : memory_(memory) {}

    bool probe(const ChanceKey& key, ChanceEntry& found) const {
        if (memory_.words == nullptr) return false;
        const std::atomic<std::uint64_t>* entry = bucket_of(key);
        for (int index = 0; index < entries; ++index, entry += entry_words) {
            const Words words = words_at(entry);
            if (words.mark() != key.mark) continue;
            found.score = std::bit_cast<double>(words.score);
            found.discs = std::bit_cast<double>(words.discs);
            found.depth = static_cast<std::uint8_t>(words.rest);
            found.bound = static_cast<ChanceBound>(words.rest >> 8 & 3);
            found.move = static_cast<std::uint8_t>(words.rest >> 16);
            return true;
        }
        return false;
    }

    // Replaces the entry of the same position, else the least useful one.
    void store(const ChanceKey& key, const ChanceEntry& found) const {
        if (memory_.words == nullptr) return;
        std::atomic<std::uint64_t>* entry = bucket_of(key);
        std::atomic<std::uint64_t>* chosen = entry;
        int least = most_useful;
        for (int index = 0; index < entries; ++index, entry += entry_words) {
            const Words words = words_at(entry);
            if (words.mark() == key.mark) {
                chosen = entry;
                break;
            }
            const bool is_current = static_cast<std::uint8_t>(words.rest >> 24) == memory_.age;
            const int useful =
                static_cast<int>(words.rest & 0xFF) + (is_current ? current_bonus : 0);
            if (useful < least) {
                least = useful;
                chosen = entry;
            }
        }
        Words words{
            0, std::bit_cast<std::uint64_t>(found.score), std::bit_cast<std::uint64_t>(found.discs),
            static_cast<std::uint64_t>(found.depth) | static_cast<std::uint64_t>(found.bound) << 8 |
                static_cast<std::uint64_t>(found.move) << 16 |
                static_cast<std::uint64_t>(memory_.age) << 24};
        words.first = key.mark ^ words.mark();
        write(chosen, words.first);
        write(chosen + 1, words.score);
        write(chosen + 2, words.discs);
        write(chosen + 3, words.rest);
    }

  private:
    static constexpr int entry_words = 4;
    static constexpr int current_bonus = 256;  // more than any depth
    static constexpr int most_useful = 1 << 30;
    static constexpr int entries = static_cast<int>(bucket_words) / entry_words;

    // The words of an entry as they are stored. Score and discs are often the same number, so they
    // are rotated before they are mixed; otherwise they would cancel each other out.
    struct Words {
        std::uint64_t first;
        std::uint64_t score;
        std::uint64_t discs;
        std::uint64_t rest;

        OUTFLANK_INLINE std::uint64_t mark() const {
            return first ^ score ^ std::rotl(discs, 21) ^ std::rotl(rest, 42);
        }
    };

    static OUTFLANK_INLINE Words words_at(const std::atomic<std::uint64_t>* entry) {
        return {read(entry), read(entry + 1), read(entry + 2), read(entry + 3)};
    }
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

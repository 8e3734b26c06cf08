// Exact results of classic Othello on 64-bit boards with up to some fifteen empty squares, without
// any evaluation: the quickest way through the small subtrees that make up most of a solve.
//
// Layers by empty squares: four and fewer are unrolled (last_plies.hpp); five and six are ordered
// by the parity of regions alone; from seven on moves are ordered by what they leave the opponent,
// up to ten with a small table that stays in the processor's cache, above with the shared one.
#pragma once

#include <cstdint>

#include "board64.hpp"
#include "evaluation.hpp"
#include "last_plies.hpp"
#include "probcut.hpp"
#include "stability.hpp"
#include "table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr int most_by_parity = 6;
constexpr int most_in_small_table = 10;
constexpr int most_in_endgame = 13;

// A stability test costs more than it saves unless the bound is high; from here on it is tried.
constexpr int stability_threshold(int empties) {
    return empties < 5 ? 99 : 2 * empties - 6;
}

struct SmallEntry {
    std::uint64_t mover;
    std::uint64_t opponent;
    std::int8_t lower;
    std::int8_t upper;
    std::uint8_t move;
};

template <int cells>
class Endgame : public LastPlies<cells> {
  public:
    Endgame(Desk& desk, const Table& table) : LastPlies<cells>(desk), shared_(table) {}

  protected:
    using LastPlies<cells>::none;
    using LastPlies<cells>::playable;
    using LastPlies<cells>::count_node;
    using LastPlies<cells>::is_aborted;

    // Does the mover get more than alpha discs? Counts the position as entered.
    int solve(const Board64& board, int alpha, int empties) {
        const std::uint64_t free = board.empties(playable);
        unsigned parity = 0;
        for (std::uint64_t rest = free; rest != 0; rest = without_first(rest)) {
            parity ^= quadrants.bit[first(rest)];
        }
        if (empties > most_by_parity) {
            return solve_sorted(board, alpha, empties, parity, board.legal_moves(playable));
        }
        if (empties > 4) return solve_by_parity(board, alpha, free, empties, parity);
        return solve_last(board, alpha, free, empties, parity);
    }

  private:
    // Four squares and fewer, those of odd regions first.
    OUTFLANK_INLINE int solve_last(const Board64& board, int alpha, std::uint64_t free, int empties,
                                   unsigned parity) {
        int squares[4];
        int number = 0;
        const std::uint64_t odd = quadrants.squares[parity];
        for (std::uint64_t rest = free & odd; rest != 0; rest = without_first(rest)) {
            squares[number++] = first(rest);
        }
        for (std::uint64_t rest = free & ~odd; rest != 0; rest = without_first(rest)) {
            squares[number++] = first(rest);
        }
        switch (empties) {
            case 4:
                return this->solve_4(board, alpha, squares[0], squares[1], squares[2], squares[3]);
            case 3:
                return this->solve_3(board, alpha, squares[0], squares[1], squares[2]);
            case 2:
                return this->solve_2(board, alpha, squares[0], squares[1]);
            case 1:
                return this->solve_1(board.mover, squares[0]);
            default:
                count_node();
                return this->final_score(board.mover, board.opponent);
        }
    }

    int solve_by_parity(const Board64& board, int alpha, std::uint64_t free, int empties,
                        unsigned parity) {
        count_node();
        if (is_beyond_reach(board, alpha, free, empties)) return bound_;
        int best = none;
        best_by_parity(board, alpha, free, empties, parity, best);
        if (best != none) return best;
        best_by_parity(board.passed(), -alpha - 1, free, empties, parity, best);
        if (best == none) return this->final_score(board.mover, board.opponent);
        count_node();
        return -best;
    }

    OUTFLANK_INLINE void best_by_parity(const Board64& board, int alpha, std::uint64_t free,
                                        int empties, unsigned parity, int& best) {
        const std::uint64_t odd = quadrants.squares[parity];
        for (std::uint64_t group : {free & odd, free & ~odd}) {
            for (; group != 0; group = without_first(group)) {
                const int square = first(group);
                this->try_square(board, square, best, [&](const Board64& next) {
                    const std::uint64_t rest = free ^ Board64::bit(square);
                    const unsigned other = parity ^ quadrants.bit[square];
                    return empties == 5
                               ? solve_last(next, -alpha - 1, rest, 4, other)
                               : solve_by_parity(next, -alpha - 1, rest, empties - 1, other);
                });
                if (best > alpha) return;
            }
        }
    }

    // Tells whether the opponent's stable discs alone keep the mover from more than alpha.
    OUTFLANK_INLINE bool is_beyond_reach(const Board64& board, int alpha, std::uint64_t free,
                                         int empties) {
        if (alpha < stability_threshold(empties)) return false;
        bound_ = cells - 2 * count(stable_discs(board.opponent, free, playable));
        return bound_ <= alpha;
    }

    static constexpr std::uint64_t corners = cells == 64   ? 0x8100000000000081
                                             : cells == 36 ? 0x0042000000004200
                                                           : 0x0000240000240000;

    struct Sorted {
        std::uint64_t flipped;
        std::uint64_t replies;
        int square;
        int rank;
    };

    // Few replies first, fewest in the corners; then few squares where replies could yet arise;
    // then the last word in a region.
    OUTFLANK_INLINE int rank_of(const Board64& next, std::uint64_t replies, int square,
                                unsigned parity) const {
        const std::uint64_t prospects = beside(next.opponent) & next.empties(playable);
        int rank = -20 * count(replies) - 16 * count(replies & corners) - 4 * count(prospects);
        if (parity & quadrants.bit[square]) rank += 8;
        if (Board64::bit(square) & corners) rank += 8;
        return rank;
    }

    // The squares beside any of a set.
    static OUTFLANK_INLINE std::uint64_t beside(std::uint64_t set) {
        const std::uint64_t sides =
            (set << 1 & 0xFEFEFEFEFEFEFEFE) | (set >> 1 & 0x7F7F7F7F7F7F7F7F);
        const std::uint64_t three = set | sides;
        return sides | three << 8 | three >> 8;
    }

    // Seven squares and more. `moves` are the mover's legal ones, which the caller knows already.
    int solve_sorted(const Board64& board, int alpha, int empties, unsigned parity,
                     std::uint64_t moves) {
        count_node();
        if (empties > 8 && is_aborted()) return alpha;
        const std::uint64_t free = board.empties(playable);
        if (moves == 0) {
            const std::uint64_t replies = board.passed().legal_moves(playable);
            if (replies == 0) return this->final_score(board.mover, board.opponent);
            return -solve_sorted(board.passed(), -alpha - 1, empties, parity, replies);
        }
        if (is_beyond_reach(board, alpha, free, empties)) return bound_;

        const Key key = key_of(board);
        const bool is_small = empties <= most_in_small_table;
        SmallEntry& small = small_[place_of(key) & (small_entries - 1)];
        int lower = -cells;
        int upper = cells;
        int known_move = -1;
        if (is_small) {
            if (small.mover == board.mover && small.opponent == board.opponent) {
                lower = small.lower;
                upper = small.upper;
                known_move = small.move;
            }
        } else if (Known known; shared_.find(key, known)) {
            known_move = known.move;
            if (known.depth == empties && known.surety == full_surety) {
                lower = known.lower / disc_units;
                upper = known.upper / disc_units;
            }
        }
        if (lower > alpha) return lower;
        if (upper <= alpha) return upper;

        Sorted list[most_in_endgame + 1];
        int number = 0;
        for (std::uint64_t rest = moves; rest != 0; rest = without_first(rest)) {
            Sorted& move = list[number++];
            move.square = first(rest);
            move.flipped = board.flips(move.square);
            const Board64 next = board.played(move.square, move.flipped);
            move.replies = next.legal_moves(playable);
            move.rank = move.square == known_move
                            ? 1 << 20
                            : rank_of(next, move.replies, move.square, parity);
        }
        int best = none;
        int best_square = list[0].square;
        for (int i = 0; i < number; ++i) {
            int chosen = i;
            for (int j = i + 1; j < number; ++j) {
                if (list[j].rank > list[chosen].rank) chosen = j;
            }
            const Sorted move = list[chosen];
            list[chosen] = list[i];
            const Board64 next = board.played(move.square, move.flipped);
            const unsigned other = parity ^ quadrants.bit[move.square];
            const int score =
                empties > most_by_parity + 1
                    ? -solve_sorted(next, -alpha - 1, empties - 1, other, move.replies)
                    : -solve_by_parity(next, -alpha - 1, free ^ Board64::bit(move.square),
                                       empties - 1, other);
            if (empties > 9 && is_aborted()) return alpha;
            if (score > best) {
                best = score;
                best_square = move.square;
                if (best > alpha) break;
            }
        }
        if (best > alpha) {
            if (best > lower) lower = best;
        } else if (best < upper) {
            upper = best;
        }
        if (is_small) {
            small = {board.mover, board.opponent, static_cast<std::int8_t>(lower),
                     static_cast<std::int8_t>(upper), static_cast<std::uint8_t>(best_square)};
        } else {
            shared_.keep(key, {static_cast<std::int16_t>(lower * disc_units),
                               static_cast<std::int16_t>(upper * disc_units),
                               static_cast<std::uint8_t>(empties), full_surety,
                               static_cast<std::uint8_t>(best_square), no_move<Board64>});
        }
        return best;
    }

    static constexpr std::size_t small_entries = 4096;

    Table shared_;
    int bound_ = 0;
    SmallEntry small_[small_entries] = {};
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

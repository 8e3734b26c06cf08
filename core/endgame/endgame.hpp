// Exact results of classic Othello on 64-bit boards with up to some fifteen empty squares, without
// any evaluation: the quickest way through the small subtrees that make up most of a solve.
//
// Layers by empty squares: four and fewer are unrolled (last_plies.hpp); five and six are ordered
// by the parity of regions alone; from seven on moves are ordered by what they leave the opponent,
// up to ten with a small table that stays in the processor's cache, above with the shared one.
#pragma once

#include <cstdint>

#include "board/board64.hpp"
#include "endgame/last_empties.hpp"
#include "endgame/stability.hpp"
#include "evaluation/evaluation.hpp"
#include "search/probcut.hpp"
#include "search/transposition_table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr int max_parity_empties = 6;
constexpr int max_small_table_empties = 10;
constexpr int max_endgame_empties = 13;

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
class Endgame : public LastEmpties<cells> {
  public:
    Endgame(SearchContext& context, const TranspositionTable& table)
        : LastEmpties<cells>(context), shared_(table) {}

  protected:
    using LastEmpties<cells>::no_score;
    using LastEmpties<cells>::playable;
    using LastEmpties<cells>::count_node;
    using LastEmpties<cells>::is_aborted;

    // Does the mover get more than alpha discs? Counts the position as entered.
    int solve(const Board64& board, int alpha, int empties) {
        const std::uint64_t free = board.empties(playable);
        unsigned parity = 0;
        for (std::uint64_t rest = free; rest != 0; rest = without_first(rest)) {
            parity ^= quadrants.bit[first(rest)];
        }
        if (empties > max_parity_empties) {
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
        if (stability_cutoff(board, alpha, free, empties)) return bound_;
        int best = no_score;
        best_by_parity(board, alpha, free, empties, parity, best);
        if (best != no_score) return best;
        best_by_parity(board.passed(), -alpha - 1, free, empties, parity, best);
        if (best == no_score) return this->final_score(board.mover, board.opponent);
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
    OUTFLANK_INLINE bool stability_cutoff(const Board64& board, int alpha, std::uint64_t free,
                                          int empties) {
        if (alpha < stability_threshold(empties)) return false;
        bound_ = cells - 2 * count(stable_discs(board.opponent, free, playable));
        return bound_ <= alpha;
    }

    static constexpr std::uint64_t corners = cells == 64   ? 0x8100000000000081
                                             : cells == 36 ? 0x0042000000004200
                                                           : 0x0000240000240000;

    struct ScoredMove {
        std::uint64_t flipped;
        std::uint64_t replies;
        int square;
        int score;
    };

    // Few replies first, fewest in the corners; then few squares where replies could yet arise;
    // then the last word in a region.
    OUTFLANK_INLINE int ordering_score(const Board64& next, std::uint64_t replies, int square,
                                       unsigned parity) const {
        const std::uint64_t prospects = beside(next.opponent) & next.empties(playable);
        int score = -20 * count(replies) - 16 * count(replies & corners) - 4 * count(prospects);
        if (parity & quadrants.bit[square]) score += 8;
        if (Board64::bit(square) & corners) score += 8;
        return score;
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
        if (stability_cutoff(board, alpha, free, empties)) return bound_;

        const Key key = key_of(board);
        const bool is_small = empties <= max_small_table_empties;
        SmallEntry& small = small_[place_of(key) & (small_entries - 1)];
        int lower = -cells;
        int upper = cells;
        int table_move = -1;
        if (is_small) {
            if (small.mover == board.mover && small.opponent == board.opponent) {
                lower = small.lower;
                upper = small.upper;
                table_move = small.move;
            }
        } else if (TableEntry entry; shared_.probe(key, entry)) {
            table_move = entry.move;
            if (entry.depth == empties && entry.selectivity == no_selectivity) {
                lower = entry.lower / units_per_disc;
                upper = entry.upper / units_per_disc;
            }
        }
        if (lower > alpha) return lower;
        if (upper <= alpha) return upper;

        ScoredMove list[max_endgame_empties + 1];
        int number = 0;
        for (std::uint64_t rest = moves; rest != 0; rest = without_first(rest)) {
            ScoredMove& move = list[number++];
            move.square = first(rest);
            move.flipped = board.flips(move.square);
            const Board64 next = board.played(move.square, move.flipped);
            move.replies = next.legal_moves(playable);
            move.score = move.square == table_move
                             ? 1 << 20
                             : ordering_score(next, move.replies, move.square, parity);
        }
        int best = no_score;
        int best_square = list[0].square;
        for (int i = 0; i < number; ++i) {
            int chosen = i;
            for (int j = i + 1; j < number; ++j) {
                if (list[j].score > list[chosen].score) chosen = j;
            }
            const ScoredMove move = list[chosen];
            list[chosen] = list[i];
            const Board64 next = board.played(move.square, move.flipped);
            const unsigned other = parity ^ quadrants.bit[move.square];
            const int score =
                empties > max_parity_empties + 1
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
            shared_.store(key, {static_cast<std::int16_t>(lower * units_per_disc),
                                static_cast<std::int16_t>(upper * units_per_disc),
                                static_cast<std::uint8_t>(empties), no_selectivity,
                                static_cast<std::uint8_t>(best_square), no_move<Board64>});
        }
        return best;
    }

    static constexpr std::size_t small_entries = 4096;

    TranspositionTable shared_;
    int bound_ = 0;
    SmallEntry small_[small_entries] = {};
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

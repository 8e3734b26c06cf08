// Solves classic Othello on 64-bit boards with few empty squares, without an evaluation. This is
// the fastest way through the small subtrees that make up most of a solve.
//
// Layers by empty squares: four and fewer are unrolled (last_empties.hpp); five and six are ordered
// by the parity of regions alone; from seven on moves are ordered by the replies they leave. From
// five to ten empty squares small tables that fit in the processor's cache are used, above that the
// shared one.
//
// As in last_empties.hpp every function searches a null window: it returns a score in discs that is
// either above alpha or not.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/board64.hpp"
#include "endgame/last_empties.hpp"
#include "endgame/small_table.hpp"
#include "evaluation/evaluation.hpp"
#include "search/probcut.hpp"
#include "search/search_context.hpp"
#include "search/transposition_table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

constexpr int max_unrolled_empties = 4;
constexpr int max_parity_empties = 6;
constexpr int max_small_table_empties = 10;
constexpr int max_endgame_empties = 13;
// From here on it pays to look up the positions after all moves.
constexpr int min_child_probe_empties = 8;
// Smaller subtrees end too soon to be worth polling whether the search was aborted.
constexpr int min_poll_empties = 9;

// Solves positions of boards with `cells` squares for one thread and counts its nodes.
template <int cells>
class Endgame {
  public:
    Endgame(SearchContext& context, const TranspositionTable& table)
        : last_(context), table_(table) {}

    OUTFLANK_INLINE NodeCounter& counter() { return last_.counter(); }

    // Returns whether the mover gets more than alpha discs, as a score above alpha or not. Counts
    // the position as a node.
    int solve(const Board64& board, int alpha, int empties) {
        const std::uint64_t free = board.empties(playable);
        unsigned parity = 0;
        for (std::uint64_t rest = free; rest != 0; rest = without_first(rest)) {
            parity ^= quadrants.bit[first(rest)];
        }
        if (empties > max_parity_empties) {
            return solve_ordered(board, alpha, empties, parity, board.legal_moves(playable));
        }
        if (empties > max_unrolled_empties) {
            return empties == max_parity_empties
                       ? solve_by_parity<max_parity_empties>(board, alpha, free, parity)
                       : solve_by_parity<max_parity_empties - 1>(board, alpha, free, parity);
        }
        return solve_last(board, alpha, free, empties, parity);
    }

    // Returns whether the opponent's stable discs alone keep the mover at alpha or below. If so,
    // `bound` is the most that the mover can still get.
    OUTFLANK_INLINE bool stability_cutoff(const Board64& board, int alpha, std::uint64_t free,
                                          int empties, int& bound) const {
        if (!last_.may_be_cut(board, alpha, empties)) return false;
        bound = last_.stability_bound(board, full_lines(free));
        return bound <= alpha;
    }

  private:
    static constexpr int no_score = LastEmpties<cells>::no_score;
    static constexpr std::uint64_t playable = LastEmpties<cells>::playable;
    static constexpr std::uint64_t corners = cells == 64   ? 0x8100000000000081
                                             : cells == 36 ? 0x0042000000004200
                                                           : 0x0000240000240000;

    struct ScoredMove {
        std::uint64_t flipped;
        std::uint64_t replies;
        int square;
        int score;
    };

    // Few enough entries that a lookup costs less than the moves it saves.
    static constexpr int parity_table_bits = 11;
    static constexpr int small_table_bits = 12;

    // The weights of move ordering: first few replies, above all few in the corners; then few
    // squares where replies could still arise; then the last move in a region, and corners.
    static constexpr int table_move_score = 1 << 20;
    static constexpr int reply_weight = 20;
    static constexpr int corner_reply_weight = 16;
    static constexpr int prospect_weight = 4;
    static constexpr int odd_region_bonus = 8;
    static constexpr int corner_bonus = 8;

    OUTFLANK_INLINE int ordering_score(const Board64& next, std::uint64_t replies, int square,
                                       unsigned parity) const {
        const std::uint64_t prospects = beside(next.opponent) & next.empties(playable);
        int score = -reply_weight * count(replies) -
                    corner_reply_weight * count(replies & corners) -
                    prospect_weight * count(prospects);
        if (parity & quadrants.bit[square]) score += odd_region_bonus;
        if (Board64::bit(square) & corners) score += corner_bonus;
        return score;
    }

    // Returns the squares next to any square of a set.
    static OUTFLANK_INLINE std::uint64_t beside(std::uint64_t set) {
        const std::uint64_t sides =
            (set << 1 & 0xFEFEFEFEFEFEFEFE) | (set >> 1 & 0x7F7F7F7F7F7F7F7F);
        const std::uint64_t three = set | sides;
        return sides | three << 8 | three >> 8;
    }

    // Returns whether a table knows that the mover gets no more than alpha. If so, `bound` is the
    // most that the mover gets.
    OUTFLANK_INLINE bool is_bad_for_mover(const Board64& board, int alpha, int empties,
                                          int& bound) {
        if (empties <= max_small_table_empties) {
            const SmallTableEntry& entry = small_table_.entry_of(board);
            if (!entry.holds(board)) return false;
            bound = entry.upper;
        } else {
            TableEntry entry;
            if (!table_.probe(key_of(board), entry) || entry.depth != empties ||
                entry.selectivity != no_selectivity) {
                return false;
            }
            bound = entry.upper / units_per_disc;
        }
        return bound <= alpha;
    }

    // Four or fewer squares, those of odd regions first.
    OUTFLANK_INLINE int solve_last(const Board64& board, int alpha, std::uint64_t free, int empties,
                                   unsigned parity) {
        int squares[max_unrolled_empties];
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
                return last_.solve_4(board, alpha, squares[0], squares[1], squares[2], squares[3]);
            case 3:
                return last_.solve_3(board, alpha, squares[0], squares[1], squares[2]);
            case 2:
                return last_.solve_2(board, alpha, squares[0], squares[1]);
            case 1:
                return last_.solve_1(board.mover, alpha, squares[0]);
            default:
                last_.count_node();
                return last_.final_score(board.mover, board.opponent);
        }
    }

    // Four squares, of which two, all or none lie in odd regions. No branch tells these cases
    // apart.
    OUTFLANK_INLINE int solve_four(const Board64& board, int alpha, std::uint64_t free,
                                   unsigned parity) {
        const std::uint64_t odd = free & quadrants.squares[parity];
        const std::uint64_t three = without_first(free);
        const std::uint64_t lowest_two = free ^ without_first(three);
        const std::uint64_t early = odd == 0 || odd == free ? lowest_two : odd;
        const std::uint64_t late = free ^ early;
        return last_.solve_4(board, alpha, first(early), last(early), first(late), last(late));
    }

    // Five or six squares.
    template <int empties>
    int solve_by_parity(const Board64& board, int alpha, std::uint64_t free, unsigned parity) {
        // Step 1. Stability cutoff.
        last_.count_node();
        int bound;
        if (stability_cutoff(board, alpha, free, empties, bound)) return bound;

        // Step 2. Table cutoff.
        SmallTableEntry& entry = parity_table_.entry_of(board);
        if (entry.holds(board)) {
            if (entry.lower > alpha) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        }

        // Step 3. The mover's moves. The opponent's moves after a pass are not worth an entry.
        int best = no_score;
        best_by_parity<empties>(board, alpha, free, parity, best);
        if (best != no_score) {
            const bool is_above = best > alpha;
            entry = {board.mover, board.opponent,
                     static_cast<std::int8_t>(is_above ? best : -cells),
                     static_cast<std::int8_t>(is_above ? cells : best), no_move<Board64>};
            return best;
        }
        best_by_parity<empties>(board.passed(), -alpha - 1, free, parity, best);
        if (best == no_score) return last_.final_score(board.mover, board.opponent);
        last_.count_node();
        return -best;
    }

    template <int empties>
    OUTFLANK_INLINE void best_by_parity(const Board64& board, int alpha, std::uint64_t free,
                                        unsigned parity, int& best) {
        const std::uint64_t odd = quadrants.squares[parity];
        // With six squares it is cheaper to find the legal ones first than to try the others.
        const std::uint64_t tried =
            empties == max_parity_empties ? board.legal_moves(playable) : free;
        for (std::uint64_t group : {tried & odd, tried & ~odd}) {
            for (; group != 0; group = without_first(group)) {
                const int square = first(group);
                last_.try_square(board, square, best, [&](const Board64& next) {
                    const std::uint64_t rest = free ^ Board64::bit(square);
                    const unsigned other = parity ^ quadrants.bit[square];
                    if constexpr (empties == max_unrolled_empties + 1) {
                        return solve_four(next, -alpha - 1, rest, other);
                    } else {
                        return solve_by_parity<empties - 1>(next, -alpha - 1, rest, other);
                    }
                });
                if (best > alpha) return;
            }
        }
    }

    // Seven or more squares. `moves` are the mover's legal moves, which the caller already knows.
    int solve_ordered(const Board64& board, int alpha, int empties, unsigned parity,
                      std::uint64_t moves) {
        // Step 1. Stop if the search was aborted.
        last_.count_node();
        if (empties >= min_poll_empties && counter().is_aborted()) return alpha;

        // Step 2. A pass, or the end of the game.
        const std::uint64_t free = board.empties(playable);
        if (moves == 0) {
            const std::uint64_t replies = board.passed().legal_moves(playable);
            if (replies == 0) return last_.final_score(board.mover, board.opponent);
            return -solve_ordered(board.passed(), -alpha - 1, empties, parity, replies);
        }

        // Step 3. Stability cutoff.
        int bound;
        if (stability_cutoff(board, alpha, free, empties, bound)) return bound;

        // Step 4. Lookup in the small table or the shared one: a cutoff, or bounds and a move.
        const Key key = key_of(board);
        const bool is_small = empties <= max_small_table_empties;
        const bool probes_children = empties >= min_child_probe_empties;
        const bool are_children_shared = empties - 1 > max_small_table_empties;
        SmallTableEntry& small = small_table_.entry_of(board);
        int lower = -cells;
        int upper = cells;
        int table_move = -1;
        if (is_small) {
            if (small.holds(board)) {
                lower = small.lower;
                upper = small.upper;
                table_move = small.move;
            }
        } else if (TableEntry entry; table_.probe(key, entry)) {
            table_move = entry.move;
            if (entry.depth == empties && entry.selectivity == no_selectivity) {
                lower = entry.lower / units_per_disc;
                upper = entry.upper / units_per_disc;
            }
        }
        if (lower > alpha) return lower;
        if (upper <= alpha) return upper;

        // Step 5. List the moves.
        ScoredMove list[max_endgame_empties + 1];
        int number = 0;
        for (std::uint64_t rest = moves; rest != 0; rest = without_first(rest)) {
            ScoredMove& move = list[number++];
            move.square = first(rest);
            move.flipped = board.flips(move.square);
            if (are_children_shared) {
                table_.prefetch_line(key_of(board.played(move.square, move.flipped)));
            }
        }

        // Step 6. Enhanced transposition cutoff: a move leads to a position that is known to be bad
        // enough for the opponent.
        if (probes_children) {
            for (int i = 0; i < number; ++i) {
                const Board64 next = board.played(list[i].square, list[i].flipped);
                if (is_bad_for_mover(next, -alpha - 1, empties - 1, bound)) return -bound;
            }
        }

        // Step 7. Score them.
        for (int i = 0; i < number; ++i) {
            ScoredMove& move = list[i];
            const Board64 next = board.played(move.square, move.flipped);
            move.replies = next.legal_moves(playable);
            move.score = move.square == table_move
                             ? table_move_score
                             : ordering_score(next, move.replies, move.square, parity);
        }

        // Step 8. Search them, the best first.
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
                    ? -solve_ordered(next, -alpha - 1, empties - 1, other, move.replies)
                    : -solve_by_parity<max_parity_empties>(next, -alpha - 1,
                                                           free ^ Board64::bit(move.square), other);
            if (empties > min_poll_empties && counter().is_aborted()) return alpha;
            if (score > best) {
                best = score;
                best_square = move.square;
                if (best > alpha) break;
            }
        }

        // Step 9. Store the bounds.
        if (best > alpha) {
            if (best > lower) lower = best;
        } else if (best < upper) {
            upper = best;
        }
        if (is_small) {
            small = {board.mover, board.opponent, static_cast<std::int8_t>(lower),
                     static_cast<std::int8_t>(upper), static_cast<std::uint8_t>(best_square)};
        } else {
            table_.store(key, {static_cast<std::int16_t>(lower * units_per_disc),
                               static_cast<std::int16_t>(upper * units_per_disc),
                               static_cast<std::uint8_t>(empties), no_selectivity,
                               static_cast<std::uint8_t>(best_square), no_move<Board64>});
        }
        return best;
    }

    LastEmpties<cells> last_;
    TranspositionTable table_;
    SmallTable<parity_table_bits> parity_table_;
    SmallTable<small_table_bits> small_table_;
};

// Boards without their own solver: this one only counts nodes.
template <>
class Endgame<0> {
  public:
    Endgame(SearchContext& context, const TranspositionTable&) : counter_(context) {}

    OUTFLANK_INLINE NodeCounter& counter() { return counter_; }

  private:
    NodeCounter counter_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

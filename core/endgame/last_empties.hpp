// The last four empty squares of classic Othello on 64-bit boards, unrolled: no move lists, no
// table, and for the last square only a count of the discs that would flip.
//
// Every function tests one bound: does the mover get more than `alpha`? It returns a score that is
// either above alpha or not, in discs with the empty squares given to the winner.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"
#include "endgame/stability.hpp"
#include "search/search_context.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// How many discs a move flips in a line with no other empty square, by the position of the move in
// the line and the mover's discs there. All other squares hold the opponent's discs.
struct LastFlips {
    std::uint8_t count[8][256];
    std::uint64_t diagonal[64];
    std::uint64_t antidiagonal[64];
};

constexpr LastFlips make_last_flips() {
    LastFlips table{};
    for (int place = 0; place < 8; ++place) {
        for (int discs = 0; discs < 256; ++discs) {
            int flipped = 0;
            for (int end = place + 1; end < 8; ++end) {
                if (discs >> end & 1) {
                    flipped += end - place - 1;
                    break;
                }
            }
            for (int end = place - 1; end >= 0; --end) {
                if (discs >> end & 1) {
                    flipped += place - end - 1;
                    break;
                }
            }
            table.count[place][discs] = static_cast<std::uint8_t>(flipped);
        }
    }
    for (int square = 0; square < 64; ++square) {
        table.diagonal[square] = rays64.higher[square][2] | rays64.lower[square][2];
        table.antidiagonal[square] = rays64.higher[square][3] | rays64.lower[square][3];
    }
    return table;
}

inline constexpr LastFlips last_flips = make_last_flips();

#ifdef OUTFLANK_NEON

// Gathers a line's squares in the lowest byte by shifts, for processors where a multiplication is
// slower.

OUTFLANK_INLINE std::uint64_t gathered_column(std::uint64_t column) {
    column |= column >> 7;
    column |= column >> 14;
    column |= column >> 28;
    return column & 0xFF;
}

OUTFLANK_INLINE std::uint64_t gathered_diagonal(std::uint64_t diagonal) {
    diagonal |= diagonal >> 32;
    diagonal |= diagonal >> 16;
    diagonal |= diagonal >> 8;
    return diagonal & 0xFF;
}

#else

// Gathers a line's squares in the top byte of a product.

OUTFLANK_INLINE std::uint64_t gathered_column(std::uint64_t column) {
    return column * 0x0102040810204080 >> 56;
}

OUTFLANK_INLINE std::uint64_t gathered_diagonal(std::uint64_t diagonal) {
    return diagonal * 0x0101010101010101 >> 56;
}

#endif

// Returns the number of discs that a disc of the mover on the last empty square flips.
OUTFLANK_INLINE int count_last_flips(std::uint64_t mover, int square) {
    const int x = square & 7;
    const int y = square >> 3;
    const std::uint64_t row = mover >> (square & 56) & 0xFF;
    const std::uint64_t column = gathered_column(mover >> x & 0x0101010101010101);
    const std::uint64_t diagonal = gathered_diagonal(mover & last_flips.diagonal[square]);
    const std::uint64_t antidiagonal = gathered_diagonal(mover & last_flips.antidiagonal[square]);
    return last_flips.count[x][row] + last_flips.count[y][column] + last_flips.count[x][diagonal] +
           last_flips.count[x][antidiagonal];
}

struct Quadrants {
    std::uint8_t bit[64];
    std::uint64_t squares[16];  // of a set of quadrants
};

constexpr Quadrants make_quadrants() {
    Quadrants quadrants{};
    for (int square = 0; square < 64; ++square) {
        const int number = (square >> 5) * 2 + (square >> 2 & 1);
        quadrants.bit[square] = static_cast<std::uint8_t>(1 << number);
        for (int set = 0; set < 16; ++set) {
            if (set >> number & 1) quadrants.squares[set] |= std::uint64_t{1} << square;
        }
    }
    return quadrants;
}

inline constexpr Quadrants quadrants = make_quadrants();

// A stability test costs more than it saves unless alpha is at least this high.
constexpr int stability_threshold(int empties) {
    constexpr int few = 4;
    return empties <= few ? 0 : 2 * empties - 6;
}

// Solves boards of `cells` squares, which lie in the middle of the grid.
template <int cells>
class LastEmpties {
  public:
    static constexpr int no_score = -128;  // below every score
    static constexpr std::uint64_t playable = cells == 64   ? ~std::uint64_t{0}
                                              : cells == 36 ? 0x007E7E7E7E7E7E00
                                                            : 0x00003C3C3C3C0000;

    explicit LastEmpties(SearchContext& context) : counter_(context) {}

    // Every node of a solve is counted here, so the counter is held by value.
    OUTFLANK_INLINE NodeCounter& counter() { return counter_; }
    OUTFLANK_INLINE void count_node() { counter_.count_node(); }

    static OUTFLANK_INLINE int final_score(std::uint64_t mover, std::uint64_t opponent) {
        const int own = count(mover);
        const int other = count(opponent);
        if (own > other) return cells - 2 * other;
        if (own < other) return 2 * own - cells;
        return 0;
    }

    // Returns whether a stability test is worthwhile. If the opponent has too few discs, it would
    // fail even if all of them were stable.
    OUTFLANK_INLINE bool may_be_cut(const Board64& board, int alpha, int empties) const {
        return alpha >= stability_threshold(empties) && cells - 2 * count(board.opponent) <= alpha;
    }

    // Returns the most that the mover can still get.
    OUTFLANK_INLINE int stability_bound(const Board64& board, const FullLines& full) const {
        return cells - 2 * count(stable_discs(board.opponent, full, playable));
    }

    // One empty square.
    OUTFLANK_INLINE int solve_1(std::uint64_t mover, int alpha, int square) {
        count_node();
        const int before = 2 * count(mover) - cells;  // the last square counted as the opponent's
        const int flipped = count_last_flips(mover, square);
        if (flipped != 0) return before + 2 + 2 * flipped;
        const int kept = before >= 0 ? before + 2 : before;  // if the opponent cannot move either
        if (kept <= alpha) return kept;
        const std::uint64_t opponent = ~mover & playable & ~(std::uint64_t{1} << square);
        const int lost = count_last_flips(opponent, square);
        if (lost != 0) return before - 2 * lost;
        return kept;
    }

    // Plays a square if that flips something; `next` solves the resulting position.
    template <class Next>
    OUTFLANK_INLINE bool try_square(const Board64& board, int square, int& best, Next next) {
        if ((Board64::around(square) & board.opponent) == 0) return false;
        const std::uint64_t flipped = board.flips(square);
        if (flipped == 0) return false;
        const int score = -next(board.played(square, flipped));
        if (score > best) best = score;
        return true;
    }

    int solve_2(const Board64& board, int alpha, int a, int b) {
        count_node();
        int best = no_score;
        const int below = -alpha - 1;
        try_square(board, a, best,
                   [&](const Board64& next) { return solve_1(next.mover, below, b); });
        if (best > alpha) return best;
        try_square(board, b, best,
                   [&](const Board64& next) { return solve_1(next.mover, below, a); });
        if (best != no_score) return best;

        const Board64 passed = board.passed();
        try_square(passed, a, best,
                   [&](const Board64& next) { return solve_1(next.mover, alpha, b); });
        if (best != no_score) count_node();
        if (best > below) return -best;
        const bool had = best != no_score;
        try_square(passed, b, best,
                   [&](const Board64& next) { return solve_1(next.mover, alpha, a); });
        if (best == no_score) return final_score(board.mover, board.opponent);
        if (!had) count_node();
        return -best;
    }

    int solve_3(const Board64& board, int alpha, int a, int b, int c) {
        count_node();
        if (may_be_cut(board, alpha, 3)) {
            const int bound = stability_bound(board, full_lines_but(a, b, c));
            if (bound <= alpha) return bound;
        }
        // A square alone in its quadrant goes first: the player who takes it also moves last there.
        if (quadrants.bit[a] == quadrants.bit[b]) {
            const int first = c;
            c = a;
            a = first;
        } else if (quadrants.bit[a] == quadrants.bit[c]) {
            const int first = b;
            b = a;
            a = first;
        }
        int best = no_score;
        best_of_3(board, alpha, a, b, c, best);
        if (best != no_score) return best;
        best_of_3(board.passed(), -alpha - 1, a, b, c, best);
        if (best == no_score) return final_score(board.mover, board.opponent);
        count_node();
        return -best;
    }

    // Four squares, those of odd quadrants first.
    int solve_4(const Board64& board, int alpha, int a, int b, int c, int d) {
        count_node();
        if (may_be_cut(board, alpha, 4)) {
            const int bound = stability_bound(board, full_lines_but(a, b, c, d));
            if (bound <= alpha) return bound;
        }
        int best = no_score;
        best_of_4(board, alpha, a, b, c, d, best);
        if (best != no_score) return best;
        best_of_4(board.passed(), -alpha - 1, a, b, c, d, best);
        if (best == no_score) return final_score(board.mover, board.opponent);
        count_node();
        return -best;
    }

  private:
    OUTFLANK_INLINE void best_of_3(const Board64& board, int alpha, int a, int b, int c,
                                   int& best) {
        const int below = -alpha - 1;
        try_square(board, a, best, [&](const Board64& next) { return solve_2(next, below, b, c); });
        if (best > alpha) return;
        try_square(board, b, best, [&](const Board64& next) { return solve_2(next, below, a, c); });
        if (best > alpha) return;
        try_square(board, c, best, [&](const Board64& next) { return solve_2(next, below, a, b); });
    }

    OUTFLANK_INLINE void best_of_4(const Board64& board, int alpha, int a, int b, int c, int d,
                                   int& best) {
        const int below = -alpha - 1;
        try_square(board, a, best,
                   [&](const Board64& next) { return solve_3(next, below, b, c, d); });
        if (best > alpha) return;
        try_square(board, b, best,
                   [&](const Board64& next) { return solve_3(next, below, a, c, d); });
        if (best > alpha) return;
        try_square(board, c, best,
                   [&](const Board64& next) { return solve_3(next, below, a, b, d); });
        if (best > alpha) return;
        try_square(board, d, best,
                   [&](const Board64& next) { return solve_3(next, below, a, b, c); });
    }

    NodeCounter counter_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

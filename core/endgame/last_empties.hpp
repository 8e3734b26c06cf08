// The last four empty squares of classic Othello on 64-bit boards, unrolled: no move lists, no
// table, and for the last square only a count of the discs that would flip.
//
// Every function tests one bound: does the mover get more than `alpha`? It returns a score that is
// either above alpha or not, in discs with the empty squares given to the winner.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"
#include "endgame/last_board.hpp"
#include "endgame/last_flips.hpp"
#include "endgame/stability.hpp"
#include "search/search_context.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

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
        const LastMove<playable> last(mover, square);
        const int flipped = last.mover_flips();
        if (flipped != 0) return before + 2 + 2 * flipped;
        const int kept = before >= 0 ? before + 2 : before;  // if the opponent cannot move either
        if (kept <= alpha) return kept;
        const int lost = last.opponent_flips();
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

    OUTFLANK_INLINE int solve_2(const Board64& board, int alpha, int a, int b) {
        const LastBoard last = LastBoard::of(board);
        return solve_2(last.own, last.theirs, alpha, a, b);
    }

    OUTFLANK_INLINE int solve_3(const Board64& board, int alpha, int a, int b, int c) {
        const LastBoard last = LastBoard::of(board);
        return solve_3(last.own, last.theirs, alpha, a, b, c);
    }

    // Four squares, those of odd quadrants first.
    OUTFLANK_INLINE int solve_4(const Board64& board, int alpha, int a, int b, int c, int d) {
        const LastBoard last = LastBoard::of(board);
        return solve_4(last.own, last.theirs, alpha, a, b, c, d);
    }

  private:
    using Side = LastBoard::Side;

    // The sides of a board are passed one by one, so that they stay in registers.

    int solve_2(Side own, Side theirs, int alpha, int a, int b) {
        count_node();
        const LastBoard board{own, theirs};
        int best = no_score;
        const int below = -alpha - 1;
        try_last_but_one(board, a, b, below, best);
        if (best > alpha) return best;
        try_last_but_one(board, b, a, below, best);
        if (best != no_score) return best;

        const LastBoard passed = board.passed();
        try_last_but_one(passed, a, b, alpha, best);
        if (best != no_score) count_node();
        if (best > below) return -best;
        const bool had = best != no_score;
        try_last_but_one(passed, b, a, alpha, best);
        if (best == no_score) return final_score(board);
        if (!had) count_node();
        return -best;
    }

    int solve_3(Side own, Side theirs, int alpha, int a, int b, int c) {
        count_node();
        const LastBoard board{own, theirs};
        if (int bound; is_cut(board, alpha, bound, a, b, c)) return bound;
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
        if (best == no_score) return final_score(board);
        count_node();
        return -best;
    }

    int solve_4(Side own, Side theirs, int alpha, int a, int b, int c, int d) {
        count_node();
        const LastBoard board{own, theirs};
        if (int bound; is_cut(board, alpha, bound, a, b, c, d)) return bound;
        int best = no_score;
        best_of_4(board, alpha, a, b, c, d, best);
        if (best != no_score) return best;
        best_of_4(board.passed(), -alpha - 1, a, b, c, d, best);
        if (best == no_score) return final_score(board);
        count_node();
        return -best;
    }

    static OUTFLANK_INLINE int final_score(const LastBoard& board) {
        const Board64 plain = board.plain();
        return final_score(plain.mover, plain.opponent);
    }

    // Returns whether the opponent's stable discs keep the mover at alpha or below.
    template <class... Square>
    OUTFLANK_INLINE bool is_cut(const LastBoard& board, int alpha, int& bound,
                                Square... empty) const {
        if (alpha < stability_threshold(sizeof...(empty))) return false;
        const Board64 plain = board.plain();
        if (!may_be_cut(plain, alpha, sizeof...(empty))) return false;
        bound = stability_bound(plain, full_lines_but(empty...));
        return bound <= alpha;
    }

    // Plays a square if that flips something; `next` solves the resulting position.
    template <class Next>
    OUTFLANK_INLINE void try_last(const LastBoard& board, int square, int& best, Next next) {
        const LastBoard::Flips flips = board.flips(square);
        if (flips.is_empty()) return;
        const LastBoard after = board.played(square, flips);
        const int score = -next(after.own, after.theirs);
        if (score > best) best = score;
    }

    // The same with two empty squares.
    OUTFLANK_INLINE void try_last_but_one(const LastBoard& board, int square, int other, int alpha,
                                          int& best) {
        const LastBoard::Flips flips = board.flips(square);
        if (flips.is_empty()) return;
        const int score = -solve_1(board.next_mover(flips), alpha, other);
        if (score > best) best = score;
    }

    OUTFLANK_INLINE void best_of_3(const LastBoard& board, int alpha, int a, int b, int c,
                                   int& best) {
        const int below = -alpha - 1;
        const auto two = [&](int one, int other) {
            return [this, below, one, other](Side own, Side theirs) {
                return solve_2(own, theirs, below, one, other);
            };
        };
        try_last(board, a, best, two(b, c));
        if (best > alpha) return;
        try_last(board, b, best, two(a, c));
        if (best > alpha) return;
        try_last(board, c, best, two(a, b));
    }

    OUTFLANK_INLINE void best_of_4(const LastBoard& board, int alpha, int a, int b, int c, int d,
                                   int& best) {
        const int below = -alpha - 1;
        const auto three = [&](int one, int other, int third) {
            return [this, below, one, other, third](Side own, Side theirs) {
                return solve_3(own, theirs, below, one, other, third);
            };
        };
        try_last(board, a, best, three(b, c, d));
        if (best > alpha) return;
        try_last(board, b, best, three(a, c, d));
        if (best > alpha) return;
        try_last(board, c, best, three(a, b, d));
        if (best > alpha) return;
        try_last(board, d, best, three(a, b, c));
    }

    NodeCounter counter_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

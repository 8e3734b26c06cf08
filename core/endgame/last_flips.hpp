// How many discs flip when a disc is placed on the last empty square. The discs of a line with one
// empty square are read as a number, and tables hold the counts for every number.
#pragma once

#include <bit>
#include <cstdint>

#include "board/bits.hpp"
#include "board/board64.hpp"

#ifdef OUTFLANK_AVX512
#include <immintrin.h>
#endif

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Returns how many discs flip in a line of `length` squares when one is placed at `place`. `own`
// are the discs of the side that places it; all other squares hold discs of the other side.
constexpr int line_flips(int length, int place, unsigned own) {
    int flipped = 0;
    for (int end = place + 1; end < length; ++end) {
        if (own >> end & 1) {
            flipped += end - place - 1;
            break;
        }
    }
    for (int end = place - 1; end >= 0; --end) {
        if (own >> end & 1) {
            flipped += place - end - 1;
            break;
        }
    }
    return flipped;
}

#ifdef OUTFLANK_AVX512

// One instruction gathers a line's discs without gaps, so a table for lines of every length has the
// counts of both sides: a number of the mover's discs also says where the opponent's are.
struct LastFlips {
    struct Square {
        std::uint64_t line[4];    // without the square itself
        std::uint16_t counts[4];  // where the counts of each line begin
        std::uint64_t unused[3];  // a square has a cache line of its own
    };

    alignas(64) Square square[64];
    // The mover's count in the low byte, the opponent's in the high one, by the length of the line
    // without the square, the place of the square in it, and the mover's discs.
    std::uint16_t counts[1793];
};

constexpr LastFlips make_last_flips(std::uint64_t playable) {
    LastFlips table{};
    int first_of[8][8] = {};
    int number = 0;
    for (int others = 0; others < 8; ++others) {
        for (int place = 0; place <= others; ++place) {
            first_of[others][place] = number;
            const unsigned all = (1U << others) - 1;
            for (unsigned discs = 0; discs <= all; ++discs) {
                const auto with_gap = [place](unsigned set) {
                    const unsigned below = set & ((1U << place) - 1);
                    return below | (set ^ below) << 1;
                };
                const int own = line_flips(others + 1, place, with_gap(discs));
                const int theirs = line_flips(others + 1, place, with_gap(discs ^ all));
                table.counts[number++] = static_cast<std::uint16_t>(own | theirs << 8);
            }
        }
    }
    for (int square = 0; square < 64; ++square) {
        for (int axis = 0; axis < 4; ++axis) {
            const std::uint64_t lower = rays64.lower[square][axis] & playable;
            const std::uint64_t higher = rays64.higher[square][axis] & playable;
            const int length = std::popcount(lower | higher);
            table.square[square].line[axis] = lower | higher;
            table.square[square].counts[axis] =
                static_cast<std::uint16_t>(first_of[length][std::popcount(lower)]);
        }
    }
    return table;
}

// The counts for one position.
template <std::uint64_t playable>
class LastMove {
  public:
    OUTFLANK_INLINE LastMove(std::uint64_t mover, int square) {
        const LastFlips::Square& lines = table.square[square];
        for (int axis = 0; axis < 4; ++axis) {
            counts_ += table.counts[lines.counts[axis] + _pext_u64(mover, lines.line[axis])];
        }
    }

    OUTFLANK_INLINE int mover_flips() const { return counts_ & 0xFF; }
    OUTFLANK_INLINE int opponent_flips() const { return counts_ >> 8; }

  private:
    static constexpr LastFlips table = make_last_flips(playable);
    int counts_ = 0;
};

#else

struct LastFlips {
    std::uint8_t count[8][256];  // by the place of the move and the discs of the side that moves
    std::uint64_t diagonal[64];
    std::uint64_t antidiagonal[64];
};

constexpr LastFlips make_last_flips() {
    LastFlips table{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned discs = 0; discs < 256; ++discs) {
            table.count[place][discs] = static_cast<std::uint8_t>(line_flips(8, place, discs));
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

OUTFLANK_INLINE constexpr std::uint64_t gathered_column(std::uint64_t column) {
    column |= column >> 7;
    column |= column >> 14;
    column |= column >> 28;
    return column & 0xFF;
}

OUTFLANK_INLINE constexpr std::uint64_t gathered_diagonal(std::uint64_t diagonal) {
    diagonal |= diagonal >> 32;
    diagonal |= diagonal >> 16;
    diagonal |= diagonal >> 8;
    return diagonal & 0xFF;
}

#else

// Gathers a line's squares in the top byte of a product.

OUTFLANK_INLINE constexpr std::uint64_t gathered_column(std::uint64_t column) {
    return column * 0x0102040810204080 >> 56;
}

OUTFLANK_INLINE constexpr std::uint64_t gathered_diagonal(std::uint64_t diagonal) {
    return diagonal * 0x0101010101010101 >> 56;
}

#endif

// A side's discs in the lines through a square, each as a number.
struct LastLines {
    unsigned row;
    unsigned column;
    unsigned diagonal;
    unsigned antidiagonal;
};

OUTFLANK_INLINE constexpr LastLines last_lines(std::uint64_t side, int square) {
    return {
        static_cast<unsigned>(side >> (square & 56) & 0xFF),
        static_cast<unsigned>(gathered_column(side >> (square & 7) & 0x0101010101010101)),
        static_cast<unsigned>(gathered_diagonal(side & last_flips.diagonal[square])),
        static_cast<unsigned>(gathered_diagonal(side & last_flips.antidiagonal[square])),
    };
}

// The playable squares in the lines through each square, without the square itself.
struct WholeLines {
    LastLines through[64];
};

constexpr WholeLines make_whole_lines(std::uint64_t playable) {
    WholeLines lines{};
    for (int square = 0; square < 64; ++square) {
        lines.through[square] = last_lines(playable & ~(std::uint64_t{1} << square), square);
    }
    return lines;
}

// The counts for one position. What is not the mover's in a line is the opponent's.
template <std::uint64_t playable>
class LastMove {
  public:
    OUTFLANK_INLINE LastMove(std::uint64_t mover, int square)
        : square_(square), lines_(last_lines(mover, square)) {}

    OUTFLANK_INLINE int mover_flips() const { return flips(lines_); }

    OUTFLANK_INLINE int opponent_flips() const {
        const LastLines& all = whole.through[square_];
        return flips({all.row ^ lines_.row, all.column ^ lines_.column,
                      all.diagonal ^ lines_.diagonal, all.antidiagonal ^ lines_.antidiagonal});
    }

  private:
    OUTFLANK_INLINE int flips(const LastLines& lines) const {
        const auto& by_column = last_flips.count[square_ & 7];
        return by_column[lines.row] + last_flips.count[square_ >> 3][lines.column] +
               by_column[lines.diagonal] + by_column[lines.antidiagonal];
    }

    static constexpr WholeLines whole = make_whole_lines(playable);
    int square_;
    LastLines lines_;
};

#endif

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

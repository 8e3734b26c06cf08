// Features of a board of any size, as numbers. The evaluation by features multiplies them by
// weights.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Returns a set together with the squares to its left and right, without crossing the edge of the
// grid.
OUTFLANK_INLINE std::uint64_t widened(std::uint64_t set) {
    return set | (set << 1 & 0xFEFEFEFEFEFEFEFE) | (set >> 1 & 0x7F7F7F7F7F7F7F7F);
}

OUTFLANK_INLINE Mask256 widened(const Mask256& set) {
    Mask256 wide;
    for (int i = 0; i < 4; ++i) {
        wide.word[i] = set.word[i] | (set.word[i] << 1 & 0xFFFEFFFEFFFEFFFE) |
                       (set.word[i] >> 1 & 0x7FFF7FFF7FFF7FFF);
    }
    return wide;
}

// Returns a set together with the squares above and below it.
OUTFLANK_INLINE std::uint64_t heightened(std::uint64_t set) {
    return set | set << 8 | set >> 8;
}

OUTFLANK_INLINE Mask256 heightened(const Mask256& set) {
    return set | up<16>(set) | down<16>(set);
}

// Returns a set together with all its neighbours.
template <class Mask>
OUTFLANK_INLINE Mask with_neighbours(const Mask& set) {
    return heightened(widened(set));
}

constexpr int feature_count = 16;

// The mover's count of each feature minus the opponent's. All but the last two change sign when the
// sides are swapped.
struct Features {
    int value[feature_count];
};

// The weight of each feature in units of 1/256 disc, at knots from an empty to a full board.
// Weights between knots are interpolated.
constexpr int feature_knots = 9;

struct FeatureKnots {
    std::int16_t at[feature_knots][feature_count];
};

// Computes the features, using precomputed sets of special squares.
template <class Board>
class FeatureReader {
  public:
    using Mask = typename Board::Mask;

    explicit FeatureReader(const typename Board::Layout& layout) : playable_(layout.playable) {
        const int last = layout.size - 1;
        for (int square = 0; square < layout.size * layout.size; ++square) {
            const int column = square % layout.size;
            const int row = square / layout.size;
            const int across = column < last - column ? column : last - column;
            const int down = row < last - row ? row : last - row;
            const Mask bit = Board::bit(layout.embed(square));
            if (across + down == 0) corners_ = corners_ | bit;
            if (across == 0 || down == 0) border_ = border_ | bit;
            if (across == 1 && down == 1) x_squares_ = x_squares_ | bit;
            if (across + down == 1) c_squares_ = c_squares_ | bit;
            if ((across == 1 && down > 1) || (down == 1 && across > 1)) {
                second_ring_ = second_ring_ | bit;
            }
            if ((across == 0 && down == 2) || (down == 0 && across == 2)) {
                a_squares_ = a_squares_ | bit;
            }
        }
    }

    OUTFLANK_INLINE Features read(const Board& board) const {
        const Mask own = board.mover;
        const Mask theirs = board.opponent;
        const Mask empty = board.empties(playable_);
        const Mask own_moves = board.legal_moves(playable_);
        const Mask their_moves = board.passed().legal_moves(playable_);
        const int own_mobility = count(own_moves);
        const int their_mobility = count(their_moves);
        const Mask empty_corners = empty & corners_;
        const Mask beside_empty_corners = with_neighbours(empty_corners);
        const Mask risky_x = x_squares_ & beside_empty_corners;
        const Mask risky_c = c_squares_ & beside_empty_corners;
        const Mask safe = ~beside_empty_corners;
        const Mask beside_empty = with_neighbours(empty);

        const auto more = [&](const Mask& where) {
            return count(own & where) - count(theirs & where);
        };
        Features features;
        int* value = features.value;
        value[0] = own_mobility - their_mobility;
        value[1] = 64 * (own_mobility - their_mobility) / (own_mobility + their_mobility + 2);
        value[2] = count(with_neighbours(theirs) & empty) - count(with_neighbours(own) & empty);
        value[3] = -more(beside_empty);
        value[4] = more(corners_);
        value[5] = more(risky_x);
        value[6] = more(risky_c);
        value[7] = count(anchored(own)) - count(anchored(theirs));
        value[8] = more(border_ & safe);
        value[9] = count(own) - count(theirs);
        value[10] = more(second_ring_);
        value[11] = more(a_squares_);
        value[12] = count(own_moves & empty_corners) - count(their_moves & empty_corners);
        value[13] = (their_mobility == 0 ? 1 : 0) - (own_mobility == 0 ? 1 : 0);
        value[14] = 1;
        value[15] = count(empty) % 2;
        return features;
    }

  private:
    // Returns the discs connected to an own corner along the edge, which can never be flipped.
    OUTFLANK_INLINE Mask anchored(const Mask& discs) const {
        Mask held = discs & corners_;
        if (is_empty(held)) return held;
        const Mask along = discs & border_;
        for (Mask before = held;; before = held) {
            held = (widened(held) | heightened(held)) & along;
            if (is_empty(held ^ before)) return held;
        }
    }

    Mask playable_;
    Mask corners_{};
    Mask border_{};
    Mask x_squares_{};
    Mask c_squares_{};
    Mask a_squares_{};
    Mask second_ring_{};
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

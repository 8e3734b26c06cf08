// The moves of a position in a search with chance, to be put in order and gone through.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "search/search_types.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The moves stand in no order until the next best is asked for. What a move does depends on the
// answer, so unlike in the search without chance nothing but its square is kept.
template <class Board>
struct ChanceMoves {
    using Mask = typename Board::Mask;

    // A board has never more moves than this, by far; squares beyond it would be left out.
    static constexpr int most = sizeof(Mask) == 8 ? 64 : max_candidates;

    int count = 0;
    std::uint8_t square[most];
    float promise[most];

    void list(Mask moves) {
        count = 0;
        for (; !is_empty(moves) && count < most; moves = without_first(moves)) {
            square[count] = static_cast<std::uint8_t>(first(moves));
            promise[count++] = 0;
        }
    }

    // Takes over the moves of another list, but not what they promise.
    void copy_squares(const ChanceMoves& other) {
        count = other.count;
        for (int index = 0; index < count; ++index) {
            square[index] = other.square[index];
        }
    }

    // Brings the most promising of the moves from one place on to that place.
    void bring_best(int place) {
        int best = place;
        for (int at = place + 1; at < count; ++at) {
            if (promise[at] > promise[best]) best = at;
        }
        const std::uint8_t best_square = square[best];
        const float best_promise = promise[best];
        square[best] = square[place];
        promise[best] = promise[place];
        square[place] = best_square;
        promise[place] = best_promise;
    }

    // Makes one move the most promising, if it is among them.
    void prefer(int preferred) {
        for (int at = 0; at < count; ++at) {
            if (square[at] == preferred) promise[at] = 1e9F;
        }
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

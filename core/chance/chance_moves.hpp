// The moves of a position in a search with chance, with scores for their ordering.
#pragma once

#include <cstdint>

#include "board/bits.hpp"
#include "search/search_types.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The moves are unordered until the next best is asked for. The effect of a move depends on the
// answer, so unlike the search without chance this list keeps only the squares.
template <class Board>
struct ChanceMoves {
    using Mask = typename Board::Mask;

    // Far more than any board can have; further squares would be left out.
    static constexpr int max_moves = sizeof(Mask) == 8 ? 64 : max_candidates;
    static constexpr float table_move_score = 1e9F;

    int count = 0;
    std::uint8_t square[max_moves];
    float score[max_moves];

    void list(Mask moves) {
        count = 0;
        for (; !is_empty(moves) && count < max_moves; moves = without_first(moves)) {
            square[count] = static_cast<std::uint8_t>(first(moves));
            score[count++] = 0;
        }
    }

    // Copies the moves of another list, but not their scores.
    void copy_squares(const ChanceMoves& other) {
        count = other.count;
        for (int index = 0; index < count; ++index) {
            square[index] = other.square[index];
        }
    }

    // Swaps the highest-scored move from an index onwards to that index.
    void bring_best(int index) {
        int best = index;
        for (int at = index + 1; at < count; ++at) {
            if (score[at] > score[best]) best = at;
        }
        const std::uint8_t best_square = square[best];
        const float best_score = score[best];
        square[best] = square[index];
        score[best] = score[index];
        square[index] = best_square;
        score[index] = best_score;
    }

    // Gives the table's move the highest score, if it is in the list.
    void prefer(int table_move) {
        for (int at = 0; at < count; ++at) {
            if (square[at] == table_move) score[at] = table_move_score;
        }
    }
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The learned evaluation of boards other than classic 8x8: a score for each number of each pattern,
// at some stages of a game, and one for the mobilities of both sides. The file says for which game
// it is and which shapes it looks at.
#pragma once

#include <cstdint>
#include <span>

#include "evaluation/patterns.hpp"
#include "read_result.hpp"

namespace outflank {

// Patterns of a board larger than 8x8, filled up to whole vectors of 16; smaller boards have room
// for as many as 8x8 has.
constexpr int large_pattern_lanes = 112;

constexpr int pattern_mobilities = 32;  // more legal moves than 31 count as 31
constexpr int pattern_shares = 33;      // of the discs that are the mover's: from none to all
constexpr int pattern_frontiers = 64;   // more frontier discs than 63 count as 63
constexpr int largest_board = 256;      // squares

// Scores are for the side to move, in units of 1/32 disc. All places of a shape share its weights.
struct PatternWeights {
    int size;
    bool fewest_wins;
    bool has_oracle;

    int lanes;                                 // patterns
    std::int32_t centre[large_pattern_lanes];  // where the weight of a pattern's number 0 is
    int stage_size;                            // weights of all shapes at one stage
    std::uint8_t stage[largest_board + 1];     // by the number of empty squares, as the constants
    std::int16_t constant[largest_board + 1];
    const std::int16_t* weights;   // stage by stage
    const std::int16_t* mobility;  // stage by stage: the mover's legal moves, then the opponent's

    // Stage by stage the mover's share of the discs, and the frontier discs (those beside an empty
    // square) of each side; null where the game is evaluated without.
    const std::int16_t* share;
    const std::int16_t* frontier;

    // What one own disc on a square of the grid adds to each number: on 8 x 8 squares, or on
    // 16 x 16 for boards larger than that; the other is null.
    const std::int16_t (*steps)[pattern_lanes];
    const std::int16_t (*large_steps)[large_pattern_lanes];
};

// Reads words of 16 bits, little end first, after the magic and a checksum of 8 bytes: size, what
// the game is (1: the fewest discs win, 2: an oracle answers; 4: shares and frontiers count),
// number of shapes, number of stages; of each shape its length and squares, row by row; the
// constants by the number of empty squares; the scores of the mobilities, of the shares, of the
// frontiers; stage by stage the weights, of patterns that are each other's images only the first.
ReadResult<PatternWeights> pattern_weights_in(std::span<const std::uint8_t> bytes);

}  // namespace outflank

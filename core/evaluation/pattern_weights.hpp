// A learned evaluation by patterns, of any game: a score for each number of each pattern at each
// stage of a game, and what else the file says that it counts. The file also says for which game it
// is and which shapes it looks at.
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
    bool has_network_patterns;                 // the same as patterns.hpp lists, in its order
    int stage_size;                            // weights of all shapes at one stage
    std::uint8_t stage[largest_board + 1];     // by the number of empty squares, as the constants
    std::int16_t constant[largest_board + 1];
    const std::int16_t* weights;  // stage by stage

    // Stage by stage scores of the mover's legal moves and the opponent's; null where legal moves
    // do not count.
    const std::int16_t* mobility;

    // Stage by stage scores of the mover's share of the discs, and of the frontier discs (those
    // beside an empty square) of each side; null where discs do not count.
    const std::int16_t* share;
    const std::int16_t* frontier;

    // What one own disc on a square of the grid adds to each number: on 8 x 8 squares, or on
    // 16 x 16 for boards larger than that; the other is null.
    const std::int16_t (*steps)[pattern_lanes];
    const std::int16_t (*large_steps)[large_pattern_lanes];
};

// Reads a file that has been unpacked. After the magic and a checksum of 8 bytes come words of 16
// bits, little end first: the size; flags; the number of shapes and of stages; of each shape its
// length and squares, row by row; the constants by the number of empty squares; the scores of legal
// moves, of shares and of frontiers, as far as they count; then the weights, of patterns that are
// each other's images only the first.
//
// The flags: 1, the fewest discs win; 2, an oracle answers; 4, shares and frontiers count; 8, legal
// moves do not count; 16, the weights are written as changes. Without 16 they are words, stage by
// stage. With it they stand weight by weight, each from the last stage back to the first: how much
// it differs from the stage before it in the file (the last stage from nothing), in zigzag order
// (0, -1, 1, -2 ...), seven bits a byte, the lowest first, with 128 added to all bytes but the
// last. Such files pack better.
ReadResult<PatternWeights> pattern_weights_in(std::span<const std::uint8_t> bytes);

}  // namespace outflank

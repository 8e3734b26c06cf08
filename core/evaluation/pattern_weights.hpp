// A learned evaluation by patterns, for any game: a score for each number of each pattern at each
// stage of a game, and whatever else the file says counts. The file also says for which game it is
// and which shapes it uses.
#pragma once

#include <cstdint>
#include <span>

#include "evaluation/patterns.hpp"
#include "read_result.hpp"

namespace outflank {

// The number of patterns on a board larger than 8x8, padded to whole vectors of 16. Smaller boards
// have room for as many as 8x8 has.
constexpr int large_pattern_lanes = 112;

constexpr int pattern_mobilities = 32;  // more legal moves than 31 count as 31
constexpr int pattern_shares = 33;     // shares of the discs that are the mover's: from none to all
constexpr int pattern_frontiers = 64;  // more frontier discs than 63 count as 63
constexpr int largest_board = 256;     // squares

// Scores are for the side to move, in units of 1/32 disc. All placements of a shape share its
// weights.
struct PatternWeights {
    int size;
    bool fewest_wins;
    bool has_oracle;

    int lanes;                                 // patterns
    std::int32_t centre[large_pattern_lanes];  // index of the weight for a pattern's number 0
    bool has_network_patterns;              // the patterns are those of patterns.hpp, in its order
    int stage_size;                         // weights of all shapes at one stage
    std::uint8_t stage[largest_board + 1];  // by the number of empty squares, like the constants
    std::int16_t constant[largest_board + 1];
    const std::int16_t* weights;  // stage by stage

    // At each stage, the scores of the mover's and the opponent's numbers of legal moves; null if
    // legal moves do not count.
    const std::int16_t* mobility;

    // At each stage, the scores of the mover's share of the discs and of the frontier discs (those
    // next to an empty square) of each side; null if discs do not count.
    const std::int16_t* share;
    const std::int16_t* frontier;

    // What one own disc on a square of the grid adds to each number: `steps` for 8 x 8 grids,
    // `large_steps` for 16 x 16. The other is null.
    const std::int16_t (*steps)[pattern_lanes];
    const std::int16_t (*large_steps)[large_pattern_lanes];
};

// Reads an unpacked file. After the magic and a checksum of 8 bytes come little-endian words of 16
// bits: the size; flags; the number of shapes and of stages; the length and squares of each shape,
// row by row; the constants by the number of empty squares; the scores of legal moves, of shares
// and of frontiers, if they count; then the weights, only the first of each set of patterns that
// are images of each other.
//
// The flags: 1, the fewest discs win; 2, an oracle answers; 4, shares and frontiers count; 8, legal
// moves do not count; 16, the weights are written as changes. Without flag 16 the weights are
// words, stage by stage. With it they are written weight by weight, each from the last stage back
// to the first: the difference from the stage written before it (for the last stage, from zero), in
// zigzag order (0, -1, 1, -2 ...), seven bits per byte, lowest first, with 128 added to all bytes
// but the last. Such files compress better.
ReadResult<PatternWeights> pattern_weights_in(std::span<const std::uint8_t> bytes);

}  // namespace outflank

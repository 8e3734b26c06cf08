// The shapes of squares that the learned evaluation of 8x8 uses.
//
// A shape is read as a number in balanced ternary with one digit per square: +1 for a disc of the
// side to move, -1 for one of the other side and 0 for none. Swapping the sides thus changes the
// sign, and placing or flipping a disc always adds the same amounts.
#pragma once

#include <cstdint>

namespace outflank {

constexpr int longest_pattern = 10;

// The number of pattern numbers per board: the patterns, padded to whole vectors of 16.
constexpr int pattern_lanes = 48;

struct PatternShape {
    int length;
    int squares[longest_pattern];  // squares of an 8x8 board, row by row
};

// Every shape is placed on the board in all distinct ways that the eight symmetries allow.
inline constexpr PatternShape pattern_shapes[] = {
    {10, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},       // an edge with both X-squares
    {10, {0, 2, 3, 4, 5, 7, 10, 11, 12, 13}},    // the middle of two rows, with two corners
    {10, {0, 8, 9, 10, 11, 12, 13, 14, 15, 7}},  // the second row, with two corners
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},    // a corner's triangle
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},        // a corner's block
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},       // the other rows
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}},  // the diagonals, some with extra squares at their ends
    {9, {0, 1, 10, 19, 28, 37, 46, 55, 63}},
    {10, {1, 2, 11, 20, 29, 38, 47, 55, 9, 54}},
    {5, {3, 12, 21, 30, 39}},
};

constexpr int shape_count = sizeof(pattern_shapes) / sizeof(pattern_shapes[0]);

// Returns the image of a square under one of the eight symmetries.
consteval int pattern_square(int square, int symmetry) {
    int column = square % 8;
    int row = square / 8;
    if (symmetry & 1) column = 7 - column;
    if (symmetry & 2) row = 7 - row;
    return symmetry & 4 ? column * 8 + row : row * 8 + column;
}

// The patterns: each is a shape in one place. All placements of a shape share its weights.
struct Patterns {
    int count = 0;
    int shape[pattern_lanes] = {};
    int squares[pattern_lanes][longest_pattern] = {};

    // For each shape, the index of the weight of number 0. Numbers may be negative. The weights of
    // one shape are adjacent.
    int centre[shape_count] = {};
    int weights = 0;

    // What one own disc on a square adds to each number.
    alignas(32) std::int16_t step[64][pattern_lanes] = {};
};

consteval Patterns make_patterns() {
    Patterns patterns;
    for (int shape = 0; shape < shape_count; ++shape) {
        const PatternShape& form = pattern_shapes[shape];
        int size = 1;
        for (int i = 0; i < form.length; ++i) {
            size *= 3;
        }
        patterns.centre[shape] = patterns.weights + size / 2;
        patterns.weights += size;

        std::uint64_t seen[8] = {};
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            std::uint64_t covered = 0;
            for (int i = 0; i < form.length; ++i) {
                covered |= std::uint64_t{1} << pattern_square(form.squares[i], symmetry);
            }
            bool is_new = true;
            for (int earlier = 0; earlier < symmetry; ++earlier) {
                if (seen[earlier] == covered) is_new = false;
            }
            seen[symmetry] = covered;
            if (!is_new) continue;
            const int lane = patterns.count++;
            patterns.shape[lane] = shape;
            int power = 1;
            for (int i = 0; i < form.length; ++i) {
                const int square = pattern_square(form.squares[i], symmetry);
                patterns.squares[lane][i] = square;
                patterns.step[square][lane] = static_cast<std::int16_t>(power);
                power *= 3;
            }
        }
    }
    return patterns;
}

inline constexpr Patterns patterns = make_patterns();

}  // namespace outflank

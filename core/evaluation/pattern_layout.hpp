// How shapes of squares are placed on a board, and which of their numbers share one weight.
// Patterns that are images of each other share it, so files store it once.
#pragma once

#include <vector>

namespace outflank {

using Shape = std::vector<int>;  // squares, row by row; the first is the lowest digit of a number

// Returns the distinct sets of squares that the eight symmetries make of a shape, the shape itself
// first.
std::vector<Shape> placed_shapes(const Shape& shape, int size);

// Returns, for each number of each shape in order, the index of the weight that it uses: its own or
// an earlier one.
std::vector<int> kept_places(const std::vector<Shape>& shapes, int size);

// Returns the shapes of the network's patterns.
std::vector<Shape> network_shapes();

}  // namespace outflank

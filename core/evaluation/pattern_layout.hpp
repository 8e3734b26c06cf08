// How shapes of squares lie on a board, and which of their numbers share one weight: patterns that
// are each other's images do, so files keep their weight once.
#pragma once

#include <vector>

namespace outflank {

using Shape = std::vector<int>;  // squares, row by row; the first is the lowest digit of a number

// The squares of a shape in all the ways that the eight symmetries lay it on the board, each set of
// squares once; the first is the shape itself.
std::vector<Shape> placed_shapes(const Shape& shape, int size);

// For each number of each shape, from the smallest on and shape by shape, the place of the weight
// that it shares: its own place or an earlier one.
std::vector<int> kept_places(const std::vector<Shape>& shapes, int size);

// The shapes of the network's patterns.
std::vector<Shape> network_shapes();

}  // namespace outflank

#include "evaluation/pattern_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "evaluation/patterns.hpp"

namespace outflank {

namespace {

constexpr int symmetries = 8;

// Returns the image of a shape under one of the eight symmetries.
Shape image_of(const Shape& shape, int size, int symmetry) {
    Shape image;
    for (const int square : shape) {
        int column = square % size;
        int row = square / size;
        if (symmetry & 1) column = size - 1 - column;
        if (symmetry & 2) row = size - 1 - row;
        image.push_back(symmetry & 4 ? column * size + row : row * size + column);
    }
    return image;
}

// Returns, for each number of a shape in order, the number that it becomes when square i of the
// shape is read as square i of the image.
std::vector<int> image_numbers(const Shape& shape, const Shape& image) {
    std::vector<int> numbers = {0};
    for (const int square : image) {
        int power = 1;
        for (int i = 0; shape[static_cast<std::size_t>(i)] != square; ++i) {
            power *= 3;
        }
        // Add one digit: all numbers so far, with each value of the digit.
        std::vector<int> longer;
        longer.reserve(numbers.size() * 3);
        for (int digit = -1; digit <= 1; ++digit) {
            for (const int number : numbers) {
                longer.push_back(number + digit * power);
            }
        }
        numbers = std::move(longer);
    }
    return numbers;
}

}  // namespace

std::vector<Shape> placed_shapes(const Shape& shape, int size) {
    std::vector<Shape> placed;
    std::set<std::set<int>> seen;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        Shape image = image_of(shape, size, symmetry);
        if (seen.insert(std::set<int>(image.begin(), image.end())).second) {
            placed.push_back(std::move(image));
        }
    }
    return placed;
}

std::vector<int> kept_places(const std::vector<Shape>& shapes, int size) {
    std::vector<int> places;
    for (const Shape& shape : shapes) {
        const std::set<int> squares(shape.begin(), shape.end());
        std::vector<int> numbers = image_numbers(shape, shape);
        for (int symmetry = 1; symmetry < symmetries; ++symmetry) {
            const Shape image = image_of(shape, size, symmetry);
            if (std::set<int>(image.begin(), image.end()) != squares) continue;
            const std::vector<int> images = image_numbers(shape, image);
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                numbers[i] = std::min(numbers[i], images[i]);
            }
        }
        const int centre = static_cast<int>(places.size() + numbers.size() / 2);
        for (const int number : numbers) {
            places.push_back(centre + number);
        }
    }
    return places;
}

std::vector<Shape> network_shapes() {
    std::vector<Shape> shapes;
    for (const PatternShape& shape : pattern_shapes) {
        shapes.emplace_back(shape.squares, shape.squares + shape.length);
    }
    return shapes;
}

}  // namespace outflank

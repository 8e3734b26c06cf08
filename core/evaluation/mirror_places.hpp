// Patterns that are each other's mirror images share their weights, so files keep them once.
#pragma once

#include <utility>
#include <vector>

#include "evaluation/patterns.hpp"

namespace outflank {

// The numbers of the mirror images of all patterns of a shape, from the smallest number on.
inline std::vector<int> mirror_numbers(int shape) {
    int powers[longest_pattern] = {1};
    for (int i = 1; i < longest_pattern; ++i) {
        powers[i] = powers[i - 1] * 3;
    }
    std::vector<int> images = {0};
    for (int i = 0; i < pattern_shapes[shape].length; ++i) {
        // One digit more: the numbers so far with each value of it.
        std::vector<int> longer;
        longer.reserve(images.size() * 3);
        for (int digit = -1; digit <= 1; ++digit) {
            for (const int image : images) {
                longer.push_back(image + digit * powers[patterns.mirror[shape][i]]);
            }
        }
        images = std::move(longer);
    }
    return images;
}

// For every weight of a stage the place of the one it is kept in: its own or its mirror image's.
inline std::vector<int> kept_places() {
    std::vector<int> places;
    places.reserve(patterns.weights);
    for (int shape = 0; shape < shape_count; ++shape) {
        for (const int image : mirror_numbers(shape)) {
            const int place = static_cast<int>(places.size());
            const int other = patterns.centre[shape] + image;
            places.push_back(other < place ? other : place);
        }
    }
    return places;
}

}  // namespace outflank

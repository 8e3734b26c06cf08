// Linear equations, as least squares lead to them.
#pragma once

#include <vector>

namespace outflank {

// Solves equations of a positive definite matrix, row by row in `left`, by Gauss elimination: for
// such a matrix no rows need to be exchanged.
inline std::vector<double> solve_linear(std::vector<double> left, std::vector<double> right) {
    const int unknowns = static_cast<int>(right.size());
    for (int pivot = 0; pivot < unknowns; ++pivot) {
        for (int row = pivot + 1; row < unknowns; ++row) {
            const double factor = left[row * unknowns + pivot] / left[pivot * unknowns + pivot];
            if (factor == 0) continue;
            for (int column = pivot; column < unknowns; ++column) {
                left[row * unknowns + column] -= factor * left[pivot * unknowns + column];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for (int row = unknowns - 1; row >= 0; --row) {
        for (int column = row + 1; column < unknowns; ++column) {
            right[row] -= left[row * unknowns + column] * right[column];
        }
        right[row] /= left[row * unknowns + row];
    }
    return right;
}

}  // namespace outflank

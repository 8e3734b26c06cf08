// The sums of the normal equations, which relate the features of positions to results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace outflank {

// The products of all pairs of unknowns, and of each unknown with the result, summed over
// positions.
struct NormalEquations {
    explicit NormalEquations(std::size_t unknowns)
        : products(unknowns * unknowns), results(unknowns) {}

    // Adds a position: the unknowns that it involves and the coefficient of each.
    void add(const std::size_t* places, const double* row, std::size_t length, double result) {
        const std::size_t unknowns = results.size();
        for (std::size_t i = 0; i < length; ++i) {
            double* sums = products.data() + places[i] * unknowns;
            for (std::size_t j = 0; j < length; ++j) {
                sums[places[j]] += row[i] * row[j];
            }
            results[places[i]] += row[i] * result;
        }
        squared_results += result * result;
        ++positions;
    }

    std::vector<double> products;  // row by row
    std::vector<double> results;
    double squared_results = 0;
    std::uint64_t positions = 0;
};

}  // namespace outflank

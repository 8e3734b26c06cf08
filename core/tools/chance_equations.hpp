// The least squares that fit_chance solves: what the features of positions had to do with results.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "chance/chance_weights.hpp"
#include "tools/linear_equations.hpp"

namespace outflank {

// The weights themselves, and how much they change where every answer is `maybe`.
constexpr int tables = 2;
constexpr int table_unknowns = chance_knots * chance_features;
constexpr int unknowns = tables * table_unknowns;

// A position of a game whose result is not known yet.
struct Lesson {
    double features[chance_features];
    double filled;
    double maybe;
    bool black_to_move;
};

// Sums of the normal equations: features at the knots before and after a position, and results.
struct Equations {
    std::vector<double> products = std::vector<double>(unknowns * unknowns);
    std::vector<double> results = std::vector<double>(unknowns);
    double squared_results = 0;
    double positions = 0;

    void add(const Lesson& lesson, double result) {
        const double at = lesson.filled * (chance_knots - 1);
        const int knot = at < chance_knots - 2 ? static_cast<int>(at) : chance_knots - 2;
        const double share[2] = {1 - (at - knot), at - knot};
        int place[2 * tables * chance_features];
        double row[2 * tables * chance_features];
        int length = 0;
        for (int table = 0; table < tables; ++table) {
            for (int side = 0; side < 2; ++side) {
                for (int feature = 0; feature < chance_features; ++feature, ++length) {
                    place[length] =
                        table * table_unknowns + (knot + side) * chance_features + feature;
                    row[length] = share[side] * lesson.features[feature];
                    if (table == 1) row[length] *= lesson.maybe;
                }
            }
        }
        for (int i = 0; i < length; ++i) {
            for (int j = 0; j < length; ++j) {
                products[place[i] * unknowns + place[j]] += row[i] * row[j];
            }
            results[place[i]] += row[i] * result;
        }
        squared_results += result * result;
        positions += 1;
    }

    void add(const Equations& others) {
        for (std::size_t i = 0; i < products.size(); ++i) {
            products[i] += others.products[i];
        }
        for (std::size_t i = 0; i < results.size(); ++i) {
            results[i] += others.results[i];
        }
        squared_results += others.squared_results;
        positions += others.positions;
    }

    // The sums with a pull towards neighbouring knots and towards zero where games say little. Few
    // games tell what `maybe` changes, so that is held back more.
    std::vector<double> held_back() const {
        std::vector<double> left = products;
        for (int at = 0; at < unknowns; ++at) {
            const bool is_change = at >= table_unknowns;
            left[at * unknowns + at] += 1e-6 + positions * (is_change ? 1.001e-4 : 1e-7);
            const int next = at + chance_features;
            if (next % table_unknowns < chance_features) continue;  // the last knot of its table
            const double pull = positions * (is_change ? 2e-4 : 1e-5);
            left[at * unknowns + at] += pull;
            left[next * unknowns + next] += pull;
            left[at * unknowns + next] -= pull;
            left[next * unknowns + at] -= pull;
        }
        return left;
    }

    std::vector<double> solve() const { return solve_linear(held_back(), results); }

    // How far the results lie from what these weights expect, in discs.
    double error(const std::vector<double>& weights) const {
        double sum = squared_results;
        for (int i = 0; i < unknowns; ++i) {
            sum -= 2 * weights[i] * results[i];
            for (int j = 0; j < unknowns; ++j) {
                sum += weights[i] * weights[j] * products[i * unknowns + j];
            }
        }
        return std::sqrt(std::max(sum, 0.0) / std::max(positions, 1.0));
    }
};

}  // namespace outflank

// Games that the core plays against itself for outflank.training. The results are sums of normal
// equations, as little-endian numbers row by row.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/arguments.hpp"
#include "learning/chance_equations.hpp"
#include "learning/feature_equations.hpp"

namespace outflank {
namespace {

constexpr int deepest = 20;

// products, results, squared results, positions
using SumsTuple = std::tuple<nb::bytes, nb::bytes, double, std::uint64_t>;
using ChanceTuple = std::tuple<nb::bytes, nb::bytes, double, std::uint64_t, nb::bytes>;

template <class Number>
nb::bytes bytes_of(const std::vector<Number>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(Number));
}

void check_games(int size, int games) {
    require(is_size(size), "a board has an even size from 4 to 16");
    require(games >= 0, "the number of games must not be negative");
}

SumsTuple play_feature_games(int size, bool fewest_wins, const nb::bytes& weights, int depth,
                             std::uint64_t first_seed, int games) {
    check_games(size, games);
    require(depth >= 0 && depth <= deepest, "the depth must be from 0 to 20 plies");
    const auto numbers = short_numbers_in(weights);
    require(numbers.size() == feature_weights_per_board(),
            "the weights must be as many as feature_weights.hpp has for one board");
    NormalEquations sums(0);
    {
        const nb::gil_scoped_release unlocked;
        sums = feature_equations({size, fewest_wins, numbers, depth, first_seed, games});
    }
    return {bytes_of(sums.products), bytes_of(sums.results), sums.squared_results, sums.positions};
}

ChanceTuple play_chance_games(int size, bool fewest_wins, const nb::bytes& weights,
                              std::uint64_t first_seed, int games) {
    check_games(size, games);
    const auto numbers = short_numbers_in(weights);
    require(numbers.size() == chance_weights_per_board(),
            "the weights must be as many as chance_weights.hpp has for one board");
    ChanceResults found{NormalEquations(0), {}};
    {
        const nb::gil_scoped_release unlocked;
        found = chance_equations({size, fewest_wins, numbers, first_seed, games});
    }
    const NormalEquations& sums = found.equations;
    return {bytes_of(sums.products), bytes_of(sums.results), sums.squared_results, sums.positions,
            bytes_of(found.forecasts)};
}

}  // namespace

void bind_learning(nb::module_& module) {
    static_assert(sizeof(Forecast) == 8, "Python reads forecasts as records of 8 bytes");
    module.def("feature_equations", &play_feature_games, nb::arg("size"), nb::arg("fewest_wins"),
               nb::arg("weights"), nb::arg("depth"), nb::arg("first_seed"), nb::arg("games"),
               "Play games with these feature weights; return the sums of products, of products "
               "with the result and of squared results, and the number of positions.");
    module.def("chance_equations", &play_chance_games, nb::arg("size"), nb::arg("fewest_wins"),
               nb::arg("weights"), nb::arg("first_seed"), nb::arg("games"),
               "Play games with an oracle and these feature weights; return the sums of "
               "feature_equations and the forecasts (discs, empty squares, outcome).");
}

}  // namespace outflank

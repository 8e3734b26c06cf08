#include <cstddef>

#include "search/probcut.hpp"

namespace outflank {

ProbCut probcut_of(std::span<const double, probcut_numbers> numbers) {
    ProbCut probcut;
    std::size_t at = 0;
    const auto take = [&](auto&... places) { ((places = numbers[at++]), ...); };
    const auto take_line = [&](ShareLine& line) { take(line.constant, line.linear); };
    const auto take_errors = [&](ProbeErrors& errors) {
        for (double& coefficient : errors.coefficient) {
            take(coefficient);
        }
    };
    take_line(probcut.own.mean);
    take_errors(probcut.own.above);
    take_errors(probcut.own.below);
    take_line(probcut.own.solve_mean);
    take_line(probcut.own.solve_above);
    take_line(probcut.own.solve_below);
    for (StaticError& error : probcut.own.plies.after) {
        take(error.mean, error.constant, error.linear);
    }
    take_errors(probcut.features);
    take_errors(probcut.pattern_weights);
    return probcut;
}

}  // namespace outflank

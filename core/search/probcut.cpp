#include "search/probcut.hpp"

#include <cmath>
#include <iterator>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace outflank {

namespace {

constexpr double largest = 100;  // discs, far beyond anything measured
constexpr std::size_t terms = std::size(ProbeErrors{}.coefficient);
constexpr std::size_t numbers = 3 * terms;

}  // namespace

std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text) {
    const auto refuse = [] {
        throw std::invalid_argument(
            "the ProbCut file must hold eighteen numbers between -100 and 100");
    };
    std::istringstream lines(std::string(text.begin(), text.end()));
    auto probcut = std::make_shared<ProbCut>();
    std::string line;
    std::size_t number = 0;
    while (std::getline(lines, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        words.imbue(std::locale::classic());
        for (double value; words >> value; ++number) {
            if (number >= numbers || !(std::abs(value) < largest)) refuse();
            ProbeErrors& errors = number < terms       ? probcut->own
                                  : number < 2 * terms ? probcut->features
                                                       : probcut->pattern_weights;
            errors.coefficient[number % terms] = value;
        }
        if (!words.eof()) refuse();
    }
    if (number != numbers) refuse();
    return probcut;
}

}  // namespace outflank

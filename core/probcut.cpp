#include "probcut.hpp"

#include <cmath>
#include <iterator>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace outflank {

namespace {

constexpr double largest = 100;  // discs; nothing measured comes near

}

std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text) {
    const auto refuse = [] {
        throw std::invalid_argument("the ProbCut file must hold six numbers between -100 and 100");
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
            if (number >= std::size(probcut->coefficient) || !(std::abs(value) < largest)) refuse();
            probcut->coefficient[number] = value;
        }
        if (!words.eof()) refuse();
    }
    if (number != std::size(probcut->coefficient)) refuse();
    return probcut;
}

}  // namespace outflank

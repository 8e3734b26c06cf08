#include "search/probcut.hpp"

#include <cmath>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace outflank {

namespace {

constexpr double largest = 100;  // discs, far beyond anything measured

}  // namespace

std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text) {
    const auto refuse = [] {
        throw std::invalid_argument("the ProbCut file must hold " +
                                    std::to_string(probcut_numbers) +
                                    " numbers between -100 and 100");
    };
    std::istringstream lines(std::string(text.begin(), text.end()));
    double numbers[probcut_numbers];
    std::string line;
    int number = 0;
    while (std::getline(lines, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        words.imbue(std::locale::classic());
        for (double value; words >> value;) {
            if (number >= probcut_numbers || !(std::abs(value) < largest)) refuse();
            numbers[number++] = value;
        }
        if (!words.eof()) refuse();
    }
    if (number != probcut_numbers) refuse();
    return std::make_shared<const ProbCut>(probcut_of(numbers));
}

}  // namespace outflank

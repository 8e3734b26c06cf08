#include "probcut.hpp"

#include <sstream>
#include <stdexcept>
#include <string>

namespace outflank {

std::shared_ptr<const ProbCut> read_probcut(std::span<const std::uint8_t> text) {
    std::istringstream lines(std::string(text.begin(), text.end()));
    auto probcut = std::make_shared<ProbCut>();
    std::string line;
    std::size_t number = 0;
    while (std::getline(lines, line)) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        words.imbue(std::locale::classic());
        for (double value; words >> value; ++number) {
            if (number < std::size(probcut->coefficient)) probcut->coefficient[number] = value;
        }
    }
    if (number != std::size(probcut->coefficient)) {
        throw std::invalid_argument("the ProbCut file must hold six numbers");
    }
    return probcut;
}

}  // namespace outflank

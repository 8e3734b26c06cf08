// Reading the learned weights of boards other than classic 8x8.
#include "evaluation/pattern_weights.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "board/board_layout.hpp"

namespace outflank {

namespace {

constexpr std::size_t magic_size = 8;
constexpr char magic[magic_size + 1] = "OFLPAT1\n";
constexpr std::size_t header_size = magic_size + 8;
constexpr int fewest_wins_flag = 1;
constexpr int oracle_flag = 2;
constexpr int discs_flag = 4;
constexpr int most_stages = 64;
constexpr int symmetries = 8;

constexpr char damaged[] = "the pattern weights are damaged or of another version";

// FNV-1a over words of eight bytes: enough to notice a damaged file.
std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 14695981039346656037U;
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8 && at + i < bytes.size(); ++i) {
            word |= std::uint64_t{bytes[at + i]} << 8 * i;
        }
        sum = (sum ^ word) * 1099511628211U;
    }
    return sum ^ sum >> 32;
}

// Behind the last word, and from then on, it reads zeros and knows that the file is damaged.
class WordReader {
  public:
    explicit WordReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::int16_t next() {
        if (is_damaged_ || bytes_.size() - at_ < 2) {
            is_damaged_ = true;
            return 0;
        }
        const int word = bytes_[at_] | bytes_[at_ + 1] << 8;
        at_ += 2;
        return static_cast<std::int16_t>(word);
    }

    int next_between(int least, int most) {
        const int value = next();
        if (value >= least && value <= most) return value;
        is_damaged_ = true;
        return least;
    }

    void read(std::vector<std::int16_t>& values, int count) {
        for (; count > 0; --count) {
            values.push_back(next());
        }
    }

    void refuse() { is_damaged_ = true; }
    bool is_damaged() const { return is_damaged_; }
    std::size_t words_left() const { return (bytes_.size() - at_) / 2; }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool is_damaged_ = false;
};

using Shape = std::vector<int>;

// Where one of the eight symmetries takes the squares of a shape.
Shape image_of(const Shape& shape, int size, int symmetry) {
    Shape image;
    for (const int square : shape) {
        int column = square % size;
        int row = square / size;
        if (symmetry & 1) column = size - 1 - column;
        if (symmetry & 2) row = size - 1 - row;
        image.push_back(symmetry & 4 ? column * size + row : row * size + column);
    }
    return image;
}

// The numbers of a shape in order, each as it becomes where square i is read as square image[i].
std::vector<int> image_numbers(const Shape& shape, const Shape& image) {
    std::vector<int> numbers = {0};
    for (const int square : image) {
        int power = 1;
        for (int i = 0; shape[static_cast<std::size_t>(i)] != square; ++i) {
            power *= 3;
        }
        // One digit more: the numbers so far with each value of it.
        std::vector<int> longer;
        for (int digit = -1; digit <= 1; ++digit) {
            for (const int number : numbers) {
                longer.push_back(number + digit * power);
            }
        }
        numbers = std::move(longer);
    }
    return numbers;
}

struct alignas(32) StepRow {
    std::int16_t step[pattern_lanes] = {};
};

struct alignas(32) LargeStepRow {
    std::int16_t step[large_pattern_lanes] = {};
};

// The weights together with the memory that they point to.
struct OwnedPatternWeights : PatternWeights {
    std::vector<std::int16_t> all_weights;
    std::vector<std::int16_t> all_mobility;
    std::vector<std::int16_t> all_shares;
    std::vector<std::int16_t> all_frontiers;
    std::vector<StepRow> step_rows;
    std::vector<LargeStepRow> large_step_rows;
};

// Lays the shapes on the board in all their ways; returns for every weight of a stage the place of
// the one it is kept in, or nothing where there are more ways than the board has room for.
std::vector<int> lay_out(OwnedPatternWeights& weights, const std::vector<Shape>& shapes) {
    const bool is_large = weights.size > 8;
    const Layout64 small_layout(is_large ? 8 : weights.size);
    const Layout256 large_layout(is_large ? weights.size : 16);
    if (is_large) {
        weights.large_step_rows.resize(largest_board);
    } else {
        weights.step_rows.resize(64);
    }
    const int room = is_large ? large_pattern_lanes : pattern_lanes;
    std::vector<int> kept;
    weights.lanes = 0;
    for (const Shape& shape : shapes) {
        const int first = static_cast<int>(kept.size());
        std::vector<int> numbers = image_numbers(shape, shape);
        std::set<std::set<int>> seen;
        for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
            const Shape image = image_of(shape, weights.size, symmetry);
            const std::set<int> covered(image.begin(), image.end());
            if (covered == std::set<int>(shape.begin(), shape.end())) {
                const std::vector<int> images = image_numbers(shape, image);
                for (std::size_t i = 0; i < numbers.size(); ++i) {
                    numbers[i] = std::min(numbers[i], images[i]);
                }
            }
            if (!seen.insert(covered).second) continue;
            if (weights.lanes >= room) return {};
            weights.centre[weights.lanes] = first + static_cast<int>(numbers.size()) / 2;
            int power = 1;
            for (const int square : image) {
                const auto step = static_cast<std::int16_t>(power);
                const auto lane = static_cast<std::size_t>(weights.lanes);
                if (is_large) {
                    const auto at = static_cast<std::size_t>(large_layout.embed(square));
                    weights.large_step_rows[at].step[lane] = step;
                } else {
                    const auto at = static_cast<std::size_t>(small_layout.embed(square));
                    weights.step_rows[at].step[lane] = step;
                }
                power *= 3;
            }
            ++weights.lanes;
        }
        for (const int number : numbers) {
            kept.push_back(first + static_cast<int>(numbers.size()) / 2 + number);
        }
    }
    return kept;
}

std::vector<Shape> read_shapes(WordReader& words, int count, int squares) {
    std::vector<Shape> shapes;
    for (int index = 0; index < count; ++index) {
        Shape shape(static_cast<std::size_t>(words.next_between(1, longest_pattern)));
        for (int& square : shape) {
            square = words.next_between(0, squares - 1);
        }
        if (std::set<int>(shape.begin(), shape.end()).size() != shape.size()) words.refuse();
        shapes.push_back(shape);
    }
    return shapes;
}

}  // namespace

ReadResult<PatternWeights> pattern_weights_in(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size || !std::equal(magic, magic + magic_size, bytes.begin())) {
        return refused<PatternWeights>(
            "these bytes are no pattern weights of Outflank's evaluation");
    }
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        expected |= std::uint64_t{bytes[magic_size + i]} << 8 * i;
    }
    if (checksum(bytes.subspan(header_size)) != expected) return refused<PatternWeights>(damaged);

    WordReader words(bytes.subspan(header_size));
    const auto weights = std::make_shared<OwnedPatternWeights>();
    weights->size = words.next_between(smallest_size, largest_size);
    if (!is_size(weights->size)) words.refuse();
    const int flags = words.next_between(0, fewest_wins_flag | oracle_flag | discs_flag);
    weights->fewest_wins = (flags & fewest_wins_flag) != 0;
    weights->has_oracle = (flags & oracle_flag) != 0;
    const int shape_count = words.next_between(1, large_pattern_lanes);
    const int stages = words.next_between(1, most_stages);
    const int squares = weights->size * weights->size;
    const std::vector<Shape> shapes = read_shapes(words, shape_count, squares);
    if (words.is_damaged()) return refused<PatternWeights>(damaged);
    const std::vector<int> kept = lay_out(*weights, shapes);
    weights->stage_size = static_cast<int>(kept.size());
    for (int empties = 0; empties <= squares; ++empties) {
        const int stage = (squares - empties) * stages / squares;
        weights->stage[empties] = static_cast<std::uint8_t>(std::min(stage, stages - 1));
        weights->constant[empties] = words.next();
    }
    words.read(weights->all_mobility, stages * pattern_mobilities * pattern_mobilities);
    if ((flags & discs_flag) != 0) {
        words.read(weights->all_shares, stages * pattern_shares);
        words.read(weights->all_frontiers, stages * 2 * pattern_frontiers);
        weights->share = weights->all_shares.data();
        weights->frontier = weights->all_frontiers.data();
    }
    std::size_t in_file = 0;
    for (std::size_t place = 0; place < kept.size(); ++place) {
        if (kept[place] == static_cast<int>(place)) ++in_file;
    }
    // Before there is room made for them: the file says itself how many there are to be.
    if (kept.empty() || words.is_damaged() || bytes.size() % 2 != 0 ||
        words.words_left() != in_file * static_cast<std::size_t>(stages)) {
        return refused<PatternWeights>(damaged);
    }
    weights->all_weights.reserve(kept.size() * static_cast<std::size_t>(stages));
    for (int stage = 0; stage < stages; ++stage) {
        const std::size_t first = weights->all_weights.size();
        for (std::size_t place = 0; place < kept.size(); ++place) {
            const auto from = static_cast<std::size_t>(kept[place]);
            weights->all_weights.push_back(from == place ? words.next()
                                                         : weights->all_weights[first + from]);
        }
    }
    weights->weights = weights->all_weights.data();
    weights->mobility = weights->all_mobility.data();
    if (weights->size > 8) {
        weights->large_steps = &weights->large_step_rows.data()->step;
    } else {
        weights->steps = &weights->step_rows.data()->step;
    }
    return {weights};
}

}  // namespace outflank

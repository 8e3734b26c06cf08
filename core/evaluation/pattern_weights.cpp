#include "evaluation/pattern_weights.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "board/board_layout.hpp"
#include "evaluation/file_checksum.hpp"
#include "evaluation/pattern_layout.hpp"

namespace outflank {

namespace {

constexpr std::size_t magic_size = 8;
constexpr char magic[magic_size + 1] = "OFLPAT1\n";
constexpr std::size_t header_size = magic_size + 8;
constexpr int fewest_wins_flag = 1;
constexpr int oracle_flag = 2;
constexpr int discs_flag = 4;
constexpr int no_mobility_flag = 8;
constexpr int changes_flag = 16;
constexpr int all_flags = 31;
constexpr int most_stages = 64;

constexpr char damaged[] = "the pattern weights are damaged or have another version";

// Reads numbers. Once it has passed the last byte it returns zeros and marks the file as damaged.
class FileReader {
  public:
    explicit FileReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    int next_word() {
        const int low = next_byte();
        return static_cast<std::int16_t>(low | next_byte() << 8);
    }

    int next_between(int least, int most) {
        const int value = next_word();
        if (value >= least && value <= most) return value;
        is_damaged_ = true;
        return least;
    }

    int next_change() {
        std::uint32_t bits = 0;
        for (int shift = 0; shift <= 14; shift += 7) {
            const std::uint8_t byte = next_byte();
            bits |= (byte & 0x7FU) << shift;
            if (byte < 0x80) {
                const int half = static_cast<int>(bits >> 1);
                return (bits & 1) == 0 ? half : -1 - half;
            }
        }
        is_damaged_ = true;
        return 0;
    }

    void read_words(std::vector<std::int16_t>& values, int count) {
        for (; count > 0; --count) {
            values.push_back(static_cast<std::int16_t>(next_word()));
        }
    }

    void refuse() { is_damaged_ = true; }
    bool is_damaged() const { return is_damaged_; }
    std::size_t bytes_left() const { return bytes_.size() - at_; }

  private:
    std::uint8_t next_byte() {
        if (is_damaged_ || at_ == bytes_.size()) {
            is_damaged_ = true;
            return 0;
        }
        return bytes_[at_++];
    }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool is_damaged_ = false;
};

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

// Places the shapes on the board in all their orientations. Returns false if there are more
// patterns than the board has room for.
bool lay_out(OwnedPatternWeights& weights, const std::vector<Shape>& shapes) {
    const bool is_large = weights.size > 8;
    const Layout64 small_layout(is_large ? 8 : weights.size);
    const Layout256 large_layout(is_large ? weights.size : 16);
    if (is_large) {
        weights.large_step_rows.resize(largest_board);
    } else {
        weights.step_rows.resize(64);
    }
    const int room = is_large ? large_pattern_lanes : pattern_lanes;
    int first = 0;
    weights.lanes = 0;
    for (const Shape& shape : shapes) {
        int numbers = 1;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            numbers *= 3;
        }
        for (const Shape& placed : placed_shapes(shape, weights.size)) {
            if (weights.lanes >= room) return false;
            weights.centre[weights.lanes] = first + numbers / 2;
            int power = 1;
            for (const int square : placed) {
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
        first += numbers;
    }
    weights.stage_size = first;
    return true;
}

std::vector<Shape> read_shapes(FileReader& file, int count, int squares) {
    std::vector<Shape> shapes;
    for (int index = 0; index < count; ++index) {
        Shape shape(static_cast<std::size_t>(file.next_between(1, longest_pattern)));
        for (int& square : shape) {
            square = file.next_between(0, squares - 1);
        }
        if (std::set<int>(shape.begin(), shape.end()).size() != shape.size()) file.refuse();
        shapes.push_back(shape);
    }
    return shapes;
}

// Reads the weights that the file stores and copies them to the numbers that share them. Returns
// false if the file has fewer or more.
bool read_weights(OwnedPatternWeights& weights, FileReader& file, const std::vector<Shape>& shapes,
                  int stages, bool has_changes) {
    const std::vector<int> shared = kept_places(shapes, weights.size);
    const auto size = static_cast<std::size_t>(weights.stage_size);
    std::vector<std::size_t> kept;
    for (std::size_t place = 0; place < size; ++place) {
        if (shared[place] == static_cast<int>(place)) kept.push_back(place);
    }
    // Checked before memory is allocated: the header determines how many weights there must be.
    const std::size_t in_file = kept.size() * static_cast<std::size_t>(stages);
    if (has_changes ? file.bytes_left() < in_file : file.bytes_left() != 2 * in_file) return false;
    std::vector<std::int16_t>& all = weights.all_weights;
    all.resize(size * static_cast<std::size_t>(stages));
    if (has_changes) {
        for (const std::size_t place : kept) {
            int weight = 0;
            for (std::size_t at = all.size() + place; at >= size;) {
                at -= size;
                weight += file.next_change();
                all[at] = static_cast<std::int16_t>(weight);
            }
        }
    } else {
        for (std::size_t first = 0; first < all.size(); first += size) {
            for (const std::size_t place : kept) {
                all[first + place] = static_cast<std::int16_t>(file.next_word());
            }
        }
    }
    for (std::size_t first = 0; first < all.size(); first += size) {
        for (std::size_t place = 0; place < size; ++place) {
            all[first + place] = all[first + static_cast<std::size_t>(shared[place])];
        }
    }
    return file.bytes_left() == 0 && !file.is_damaged();
}

}  // namespace

ReadResult<PatternWeights> pattern_weights_in(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size || !std::equal(magic, magic + magic_size, bytes.begin())) {
        return refused<PatternWeights>("these are not pattern weights of Outflank's evaluation");
    }
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        expected |= std::uint64_t{bytes[magic_size + i]} << 8 * i;
    }
    if (file_checksum(bytes.subspan(header_size)) != expected) {
        return refused<PatternWeights>(damaged);
    }

    FileReader file(bytes.subspan(header_size));
    const auto weights = std::make_shared<OwnedPatternWeights>();
    weights->size = file.next_between(smallest_size, largest_size);
    if (!is_size(weights->size)) file.refuse();
    const int flags = file.next_between(0, all_flags);
    weights->fewest_wins = (flags & fewest_wins_flag) != 0;
    weights->has_oracle = (flags & oracle_flag) != 0;
    const int shape_count = file.next_between(1, large_pattern_lanes);
    const int stages = file.next_between(1, most_stages);
    const int squares = weights->size * weights->size;
    const std::vector<Shape> shapes = read_shapes(file, shape_count, squares);
    if (file.is_damaged() || !lay_out(*weights, shapes)) return refused<PatternWeights>(damaged);
    weights->has_network_patterns = weights->size == 8 && shapes == network_shapes();
    for (int empties = 0; empties <= squares; ++empties) {
        const int stage = (squares - empties) * stages / squares;
        weights->stage[empties] = static_cast<std::uint8_t>(std::min(stage, stages - 1));
        weights->constant[empties] = static_cast<std::int16_t>(file.next_word());
    }
    if ((flags & no_mobility_flag) == 0) {
        file.read_words(weights->all_mobility, stages * pattern_mobilities * pattern_mobilities);
        weights->mobility = weights->all_mobility.data();
    }
    if ((flags & discs_flag) != 0) {
        file.read_words(weights->all_shares, stages * pattern_shares);
        file.read_words(weights->all_frontiers, stages * 2 * pattern_frontiers);
        weights->share = weights->all_shares.data();
        weights->frontier = weights->all_frontiers.data();
    }
    if (!read_weights(*weights, file, shapes, stages, (flags & changes_flag) != 0)) {
        return refused<PatternWeights>(damaged);
    }
    weights->weights = weights->all_weights.data();
    if (weights->size > 8) {
        weights->large_steps = &weights->large_step_rows.data()->step;
    } else {
        weights->steps = &weights->step_rows.data()->step;
    }
    return {weights};
}

}  // namespace outflank

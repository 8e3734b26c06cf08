// How weights are packed into a file: the one format that writer and reader share.
//
// A weight changes little from one stage to the next and rare patterns not at all, so only the
// changes are written, bit by bit, through an adaptive range coder: a bit that was predicted costs
// next to nothing. Patterns that are each other's mirror images are written once.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "evaluation/mirror_places.hpp"
#include "evaluation/patterns.hpp"
#include "evaluation/weights.hpp"

namespace outflank {

constexpr int weights_magic_size = 8;
inline constexpr char weights_magic[weights_magic_size + 1] = "OFLANK1\n";

// The file: the magic, a checksum of the patterns and their weights (4 bytes, little end first),
// the coded bits.
constexpr int weights_header_size = weights_magic_size + 4;

// FNV-1a, a value at a time: enough to notice a damaged file or one made for other patterns.
class Checksum {
  public:
    void add(int value) { sum_ = (sum_ ^ static_cast<std::uint32_t>(value)) * 16777619; }
    std::uint32_t sum() const { return sum_ ^ sum_ >> 16; }

  private:
    std::uint32_t sum_ = 2166136261;
};

inline std::uint32_t checksum(const Weights& weights) {
    Checksum checksum;
    for (const PatternShape& shape : pattern_shapes) {
        for (int i = 0; i < shape.length; ++i) {
            checksum.add(shape.squares[i]);
        }
    }
    for (const auto& stage : weights.pattern) {
        for (const std::int16_t weight : stage) {
            checksum.add(weight);
        }
    }
    for (const std::int16_t constant : weights.constant) {
        checksum.add(constant);
    }
    return checksum.sum();
}

// How likely a bit is one, in 1/4096; learns from every bit.
struct BitOdds {
    std::uint16_t one = 2048;

    void learn(bool bit) {
        if (bit) {
            one += (4096 - one) >> 5;
        } else {
            one -= one >> 5;
        }
    }
};

// Passes all weights through a coder: the writer's writes each bit, the reader's fills it in. A
// coder has `bool bit(BitOdds&, bool)`, which returns the bit that is in the file.
template <class Coder>
class WeightsCodec {
  public:
    explicit WeightsCodec(Coder& coder) : coder_(coder) {}

    void code(Weights& weights) {
        const std::vector<int> places = kept_places();
        std::vector<std::int16_t> changes(patterns.weights);
        for (int stage = 0; stage < stage_count; ++stage) {
            std::int16_t* now = weights.pattern[stage];
            const std::int16_t* before = stage == 0 ? no_weights_ : weights.pattern[stage - 1];
            int first = 0;
            for (int shape = 0; shape < shape_count; ++shape) {
                const int beyond = 2 * patterns.centre[shape] - first + 1;
                for (; first < beyond; first += block) {
                    const int end = first + block < beyond ? first + block : beyond;
                    code_block(shape, places.data(), first, end, before, now, changes.data());
                }
                first = beyond;
            }
            for (int place = 0; place < patterns.weights; ++place) {
                now[place] = now[places[place]];
            }
        }
        Model model;
        for (std::int16_t& constant : weights.constant) {
            constant = static_cast<std::int16_t>(number(model, constant));
        }
    }

  private:
    static constexpr int longest = 16;  // bits of a number

    struct Model {
        BitOdds sign;
        BitOdds longer[longest + 1];
        BitOdds second[longest + 1];
    };

    // Weights whose first bit says whether any of them changes: most rare patterns lie together.
    static constexpr int block = 27;

    void code_block(int shape, const int* places, int first, int end, const std::int16_t* before,
                    std::int16_t* now, std::int16_t* changes) {
        bool has_changed = false;
        bool changes_now = false;
        for (int place = first; place < end; ++place) {
            if (places[place] != place) continue;
            has_changed |= changes[place] != 0;
            changes_now |= now[place] != before[place];
        }
        changes_now = coder_.bit(any_[shape][has_changed ? 1 : 0], changes_now);
        int neighbour = 0;
        for (int place = first; place < end; ++place) {
            if (places[place] != place) continue;
            int change = 0;
            if (changes_now) {
                Model& model = models_[shape][level(changes[place])][level(neighbour)];
                change = number(model, now[place] - before[place]);
            }
            neighbour = change;
            changes[place] = static_cast<std::int16_t>(change);
            now[place] = static_cast<std::int16_t>(before[place] + change);
        }
    }

    static int level(int change) {
        const int size = change < 0 ? -change : change;
        return size > 3 ? 3 : size > 1 ? 2 : size;
    }

    // The length in bits one by one, the bits below the highest, the sign.
    int number(Model& model, int value) {
        const unsigned size = static_cast<unsigned>(value < 0 ? -value : value);
        int length = 0;
        while (length < longest && coder_.bit(model.longer[length], size >> length != 0)) {
            ++length;
        }
        if (length == 0) return 0;
        unsigned read = 1;
        for (int i = length - 2; i >= 0; --i) {
            BitOdds even;
            BitOdds& odds = i == length - 2 ? model.second[length] : even;
            read = read << 1 | (coder_.bit(odds, size >> i & 1) ? 1U : 0U);
        }
        const bool negative = coder_.bit(model.sign, value < 0);
        return negative ? -static_cast<int>(read) : static_cast<int>(read);
    }

    Coder& coder_;
    BitOdds any_[shape_count][2];
    Model models_[shape_count][4][4];
    std::int16_t no_weights_[patterns.weights] = {};
};

}  // namespace outflank

// How weights are packed into a file; training/weights/weights_file.py packs them.
//
// A weight changes little from one stage to the next and rare patterns not at all, so only the
// changes are written, bit by bit, through an adaptive range coder: a bit that was predicted costs
// next to nothing. Patterns that are each other's mirror images are written once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board/bits.hpp"
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

// Reads all weights from a source of bits, which has `bool bit(BitOdds&)` for the next one.
template <class Bits>
class WeightsReader {
  public:
    explicit WeightsReader(Bits& bits) : bits_(bits) {
        const std::vector<int> places = kept_places();
        int place = 0;
        for (int shape = 0; shape < shape_count; ++shape) {
            const int beyond = 2 * patterns.centre[shape] - place + 1;
            while (place < beyond) {
                const int end = place + block_size < beyond ? place + block_size : beyond;
                Block block{shape, static_cast<int>(kept_.size()), 0, false};
                for (; place < end; ++place) {
                    if (places[place] == place) {
                        kept_.push_back(place);
                    } else {
                        mirrored_.push_back({place, places[place]});
                    }
                }
                block.end = static_cast<int>(kept_.size());
                blocks_.push_back(block);
            }
        }
        changes_.resize(kept_.size());
    }

    void read(Weights& weights) {
        for (int stage = 0; stage < stage_count; ++stage) {
            std::int16_t* now = weights.pattern[stage];
            const std::int16_t* before = stage == 0 ? no_weights_ : weights.pattern[stage - 1];
            std::copy_n(before, patterns.weights, now);
            for (Block& block : blocks_) {
                read_block(block, now);
            }
            for (const Mirrored& mirrored : mirrored_) {
                now[mirrored.place] = now[mirrored.kept];
            }
        }
        Model model;
        for (std::int16_t& constant : weights.constant) {
            constant = static_cast<std::int16_t>(number(model));
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
    struct Block {
        int shape;
        int first;  // of the weights that are kept
        int end;
        bool has_changed;  // at the stage before
    };
    static constexpr int block_size = 27;

    struct Mirrored {
        int place;
        int kept;
    };

    // A function of its own, because browsers make only such code quick that is called again.
    OUTFLANK_NOINLINE void read_block(Block& block, std::int16_t* weights) {
        const bool changes_now = bits_.bit(any_[block.shape][block.has_changed ? 1 : 0]);
        int neighbour = 0;
        bool has_changed = false;
        for (int i = block.first; i < block.end && (changes_now || block.has_changed); ++i) {
            int change = 0;
            if (changes_now) {
                std::int16_t& weight = weights[kept_[i]];
                change = number(models_[block.shape][level(changes_[i])][level(neighbour)]);
                weight = static_cast<std::int16_t>(weight + change);
            }
            neighbour = change;
            changes_[i] = static_cast<std::int16_t>(change);
            has_changed |= change != 0;
        }
        block.has_changed = has_changed;
    }

    static int level(int change) {
        const int size = change < 0 ? -change : change;
        return size > 3 ? 3 : size > 1 ? 2 : size;
    }

    // The length in bits one by one, the bits below the highest, the sign.
    int number(Model& model) {
        int length = 0;
        while (length < longest && bits_.bit(model.longer[length])) {
            ++length;
        }
        if (length == 0) return 0;
        int size = 1;
        for (int i = length - 2; i >= 0; --i) {
            BitOdds even;
            BitOdds& odds = i == length - 2 ? model.second[length] : even;
            size = size << 1 | (bits_.bit(odds) ? 1 : 0);
        }
        return bits_.bit(model.sign) ? -size : size;
    }

    Bits& bits_;
    std::vector<Block> blocks_;
    std::vector<int> kept_;
    std::vector<Mirrored> mirrored_;
    std::vector<std::int16_t> changes_;  // of those that are kept, at the stage before
    BitOdds any_[shape_count][2];
    Model models_[shape_count][4][4];
    std::int16_t no_weights_[patterns.weights] = {};
};

}  // namespace outflank

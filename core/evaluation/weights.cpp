// Reading the learned weights.
#include "evaluation/weights.hpp"

#include <algorithm>
#include <memory>

#include "evaluation/weights_format.hpp"

namespace outflank {

namespace {

// The reading half of the range coder. Behind the last byte it reads zeros; the checksum tells.
class BitReader {
  public:
    explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
        for (int i = 0; i < 5; ++i) {
            code_ = code_ << 8 | next();
        }
    }

    bool bit(BitOdds& odds) {
        const std::uint32_t split = (range_ >> 12) * odds.one;
        const bool one = code_ < split;
        if (one) {
            range_ = split;
        } else {
            code_ -= split;
            range_ -= split;
        }
        odds.learn(one);
        while (range_ < 1U << 24) {
            range_ <<= 8;
            code_ = code_ << 8 | next();
        }
        return one;
    }

  private:
    std::uint32_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint32_t code_ = 0;
    std::uint32_t range_ = 0xFFFFFFFF;
};

}  // namespace

ReadResult<Weights> weights_in(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < weights_header_size ||
        !std::equal(weights_magic, weights_magic + weights_magic_size, bytes.begin())) {
        return refused<Weights>("these bytes are no weights of Outflank's evaluation");
    }
    std::uint32_t expected = 0;
    for (int byte = 0; byte < 4; ++byte) {
        expected |= std::uint32_t{bytes[weights_magic_size + byte]} << 8 * byte;
    }
    const auto weights = std::make_shared<Weights>();
    BitReader bits(bytes.subspan(weights_header_size));
    std::make_unique<WeightsReader<BitReader>>(bits)->read(*weights);
    if (checksum(*weights) != expected) {
        return refused<Weights>("the weights of the evaluation are damaged or of another version");
    }
    return {weights};
}

}  // namespace outflank

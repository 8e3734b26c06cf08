// Decodes one chunk of LZMA2: literals and matches, coded bit by bit with an adaptive range coder.
// The names are those of the format's specification.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace outflank {

class RangeDecoder {
  public:
    // The probability that a bit is zero, in units of 1/2048.
    using Odds = std::uint16_t;
    static constexpr Odds even = 1024;

    void begin(std::span<const std::uint8_t> bytes) {
        bytes_ = bytes;
        at_ = 1;  // the first byte is always zero
        range_ = 0xFFFFFFFF;
        code_ = 0;
        for (int i = 0; i < 4; ++i) {
            code_ = code_ << 8 | next();
        }
    }

    unsigned bit(Odds& odds) {
        normalise();
        const std::uint32_t bound = (range_ >> 11) * odds;
        if (code_ < bound) {
            range_ = bound;
            odds = static_cast<Odds>(odds + ((2048 - odds) >> 5));
            return 0;
        }
        range_ -= bound;
        code_ -= bound;
        odds = static_cast<Odds>(odds - (odds >> 5));
        return 1;
    }

    // Reads `bits` bits, the highest first, each with odds that depend on the bits before it.
    unsigned tree(Odds* odds, int bits) {
        unsigned symbol = 1;
        for (int i = 0; i < bits; ++i) {
            symbol = symbol << 1 | bit(odds[symbol]);
        }
        return symbol - (1U << bits);
    }

    // The same with the lowest bit first.
    unsigned reverse_tree(Odds* odds, int bits) {
        unsigned symbol = 1;
        unsigned value = 0;
        for (int i = 0; i < bits; ++i) {
            const unsigned one = bit(odds[symbol]);
            symbol = symbol << 1 | one;
            value |= one << i;
        }
        return value;
    }

    unsigned even_bits(int bits) {
        unsigned value = 0;
        for (int i = 0; i < bits; ++i) {
            normalise();
            range_ >>= 1;
            const bool one = code_ >= range_;
            if (one) code_ -= range_;
            value = value << 1 | (one ? 1U : 0U);
        }
        return value;
    }

  private:
    void normalise() {
        if (range_ >= 1U << 24) return;
        range_ <<= 8;
        code_ = code_ << 8 | next();
    }

    // Reads zeros after the last byte. The result then has the wrong checksum.
    std::uint32_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    std::uint32_t range_ = 0;
    std::uint32_t code_ = 0;
};

// Decodes chunks and keeps its state from one to the next.
class LzmaDecoder {
  public:
    // Reads lc, lp and pb from their byte. Returns false if they are invalid.
    bool set_properties(std::uint8_t byte) {
        if (byte >= 9 * 5 * 5) return false;
        literal_context_bits_ = byte % 9;
        literal_position_bits_ = byte / 9 % 5;
        position_bits_ = byte / 45;
        return literal_context_bits_ + literal_position_bits_ <= most_literal_bits;
    }

    void reset_state() {
        odds_ = {};
        state_ = 0;
        for (std::uint32_t& distance : distances_) {
            distance = 0;
        }
    }

    // Appends `size` bytes. Returns false if a match starts before the first byte. `first` is the
    // start of the dictionary.
    bool unpack(std::span<const std::uint8_t> bytes, std::size_t size, std::size_t first,
                std::vector<std::uint8_t>& to) {
        range_.begin(bytes);
        const std::size_t end = to.size() + size;
        while (to.size() < end) {
            const unsigned place = static_cast<unsigned>(to.size() - first) & mask(position_bits_);
            if (range_.bit(odds_.is_match[state_][place]) == 0) {
                literal(first, to);
                continue;
            }
            std::size_t length;
            if (range_.bit(odds_.is_repeat[state_]) == 0) {
                length = new_match(place);
            } else if (!is_repeat_of_any(to.size() - first)) {
                return false;
            } else if (is_short_repeat(place)) {
                state_ = state_ < 7 ? 9 : 11;
                length = 1;
            } else {
                length = match_length(odds_.repeat_length, place);
                state_ = state_ < 7 ? 8 : 11;
            }
            if (distances_[0] >= to.size() - first || length > end - to.size()) return false;
            for (; length > 0; --length) {
                to.push_back(to[to.size() - distances_[0] - 1]);
            }
        }
        return true;
    }

  private:
    using Odds = RangeDecoder::Odds;
    static constexpr int states = 12;
    static constexpr int most_positions = 16;
    static constexpr int most_literal_bits = 4;
    static constexpr int literal_odds = 0x300;
    static constexpr int align_bits = 4;
    static constexpr int first_slot_with_align = 14;

    template <std::size_t count>
    struct EvenOdds {
        Odds at[count];

        EvenOdds() {
            for (Odds& odds : at) {
                odds = RangeDecoder::even;
            }
        }
        Odds& operator[](std::size_t index) { return at[index]; }
    };

    struct LengthOdds {
        EvenOdds<2> choice;
        EvenOdds<8> low[most_positions];
        EvenOdds<8> middle[most_positions];
        EvenOdds<256> high;
    };

    struct AllOdds {
        EvenOdds<most_positions> is_match[states];
        EvenOdds<states> is_repeat;
        EvenOdds<states> is_repeat_0;  // these three tell which of the four distances is used again
        EvenOdds<states> is_repeat_1;
        EvenOdds<states> is_repeat_2;
        EvenOdds<most_positions> is_long_repeat_0[states];
        EvenOdds<64> slot[4];
        EvenOdds<128> distance;
        EvenOdds<1 << align_bits> align;
        LengthOdds length;
        LengthOdds repeat_length;
        EvenOdds<literal_odds> literal[1 << most_literal_bits];
    };

    static unsigned mask(int bits) { return (1U << bits) - 1; }

    void literal(std::size_t first, std::vector<std::uint8_t>& to) {
        const std::size_t place = to.size() - first;
        const unsigned before = place > 0 ? to.back() : 0;
        const unsigned context = (static_cast<unsigned>(place) & mask(literal_position_bits_))
                                     << literal_context_bits_ |
                                 before >> (8 - literal_context_bits_);
        EvenOdds<literal_odds>& odds = odds_.literal[context];
        unsigned symbol = 1;
        if (state_ >= 7 && distances_[0] < place) {
            // After a match, the byte that would have continued it is known to be wrong.
            unsigned likely = to[to.size() - distances_[0] - 1];
            while (symbol < 0x100) {
                const unsigned guess = likely >> 7 & 1;
                likely <<= 1;
                const unsigned one = range_.bit(odds[((1 + guess) << 8) + symbol]);
                symbol = symbol << 1 | one;
                if (guess != one) break;
            }
        }
        while (symbol < 0x100) {
            symbol = symbol << 1 | range_.bit(odds[symbol]);
        }
        to.push_back(static_cast<std::uint8_t>(symbol));
        state_ = state_ < 4 ? 0 : state_ < 10 ? state_ - 3 : state_ - 6;
    }

    std::size_t match_length(LengthOdds& odds, unsigned place) {
        if (range_.bit(odds.choice[0]) == 0) return 2 + range_.tree(odds.low[place].at, 3);
        if (range_.bit(odds.choice[1]) == 0) return 10 + range_.tree(odds.middle[place].at, 3);
        return 18 + range_.tree(odds.high.at, 8);
    }

    std::size_t new_match(unsigned place) {
        distances_[3] = distances_[2];
        distances_[2] = distances_[1];
        distances_[1] = distances_[0];
        const std::size_t length = match_length(odds_.length, place);
        state_ = state_ < 7 ? 7 : 10;
        const std::size_t kind = length - 2 < 3 ? length - 2 : 3;
        const unsigned slot = range_.tree(odds_.slot[kind].at, 6);
        distances_[0] = slot < 4 ? slot : long_distance(slot);
        return length;
    }

    std::uint32_t long_distance(unsigned slot) {
        const int bits = static_cast<int>(slot >> 1) - 1;
        const std::uint32_t base = (2 | (slot & 1)) << bits;
        if (slot < first_slot_with_align) {
            return base + range_.reverse_tree(odds_.distance.at + base - slot, bits);
        }
        const std::uint32_t upper = range_.even_bits(bits - align_bits) << align_bits;
        return base + upper + range_.reverse_tree(odds_.align.at, align_bits);
    }

    // Moves the distance that is used again to the front. Returns false if there is nothing before
    // it.
    bool is_repeat_of_any(std::size_t available) {
        if (available == 0) return false;
        is_first_distance_ = range_.bit(odds_.is_repeat_0[state_]) == 0;
        if (is_first_distance_) return true;
        std::uint32_t again = distances_[1];
        if (range_.bit(odds_.is_repeat_1[state_]) != 0) {
            again = distances_[2];
            if (range_.bit(odds_.is_repeat_2[state_]) != 0) {
                again = distances_[3];
                distances_[3] = distances_[2];
            }
            distances_[2] = distances_[1];
        }
        distances_[1] = distances_[0];
        distances_[0] = again;
        return true;
    }

    bool is_short_repeat(unsigned place) {
        return is_first_distance_ && range_.bit(odds_.is_long_repeat_0[state_][place]) == 0;
    }

    RangeDecoder range_;
    AllOdds odds_;
    int state_ = 0;
    bool is_first_distance_ = false;
    std::uint32_t distances_[4] = {};
    int literal_context_bits_ = 0;
    int literal_position_bits_ = 0;
    int position_bits_ = 0;
};

}  // namespace outflank

#include "browser/xz_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>

#include "browser/lzma_chunk.hpp"

namespace outflank {

namespace {

constexpr std::uint8_t magic[] = {0xFD, '7', 'z', 'X', 'Z', 0};
constexpr std::size_t stream_header_size = 12;
constexpr std::uint8_t lzma2_filter = 0x21;
constexpr std::size_t check_sizes[16] = {0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};

// Reads zeros after the last byte, which end every list of this format.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::uint8_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
    std::size_t at() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }
    void go_to(std::size_t place) { at_ = std::min(place, bytes_.size()); }

    std::span<const std::uint8_t> take(std::size_t size) {
        const auto taken = bytes_.subspan(at_, size);
        at_ += size;
        return taken;
    }

    void skip_number() {
        while ((next() & 0x80) != 0) {
        }
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

// Reads chunks up to the end of a block.
bool unpack_chunks(ByteReader& reader, LzmaDecoder& decoder, std::vector<std::uint8_t>& unpacked) {
    std::size_t first = unpacked.size();
    while (const std::uint8_t control = reader.next()) {
        if (control == 1 || control == 2) {
            if (control == 1) first = unpacked.size();
            std::size_t size = std::size_t{reader.next()} << 8;
            size += reader.next() + std::size_t{1};
            if (size > reader.left()) return false;
            const auto plain = reader.take(size);
            unpacked.insert(unpacked.end(), plain.begin(), plain.end());
            continue;
        }
        if (control < 0x80) return false;
        std::size_t size = std::size_t{control & 0x1FU} << 16 | std::size_t{reader.next()} << 8;
        size += reader.next() + std::size_t{1};
        std::size_t packed = std::size_t{reader.next()} << 8;
        packed += reader.next() + std::size_t{1};
        if (control >= 0xE0) first = unpacked.size();
        if (control >= 0xC0 && !decoder.set_properties(reader.next())) return false;
        if (control >= 0xA0) decoder.reset_state();
        if (packed > reader.left()) return false;
        if (!decoder.unpack(reader.take(packed), size, first, unpacked)) return false;
    }
    return true;
}

bool is_xz(std::span<const std::uint8_t> bytes) {
    return bytes.size() > stream_header_size &&
           std::equal(std::begin(magic), std::end(magic), bytes.begin());
}

}  // namespace

bool unpack_xz(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& unpacked) {
    if (!is_xz(bytes)) return false;
    const std::size_t check_size = check_sizes[bytes[7] & 15];
    ByteReader reader(bytes);
    reader.go_to(stream_header_size);
    const auto decoder = std::make_unique<LzmaDecoder>();
    // A block starts with the size of its header. A zero there marks the index after the last
    // block.
    for (;;) {
        const std::size_t begin = reader.at();
        const std::size_t header_words = reader.next();
        if (header_words == 0) return true;
        const std::uint8_t flags = reader.next();
        if ((flags & 0x3F) != 0) return false;
        if ((flags & 0x40) != 0) reader.skip_number();
        if ((flags & 0x80) != 0) reader.skip_number();
        if (reader.next() != lzma2_filter || reader.next() != 1) return false;
        reader.go_to(begin + (header_words + 1) * 4);
        if (!unpack_chunks(reader, *decoder, unpacked)) return false;
        reader.go_to((reader.at() + 3) / 4 * 4 + check_size);
    }
}

}  // namespace outflank

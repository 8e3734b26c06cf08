// Reading and writing the file of a network.
#include "evaluation/network_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <stdexcept>
#include <type_traits>

#include "evaluation/file_checksum.hpp"
#include "evaluation/pattern_layout.hpp"
#include "huge_pages.hpp"

namespace outflank {

namespace {

constexpr std::size_t magic_size = 8;
constexpr char magic[magic_size + 1] = "OFLNET1\n";
constexpr std::size_t header_size = magic_size + 8;

// A coder that reads numbers from the file.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <class Number>
    void number(Number& value) {
        std::make_unsigned_t<Number> read = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            read = static_cast<std::make_unsigned_t<Number>>(
                read | static_cast<std::make_unsigned_t<Number>>(bytes_[at_++]) << 8 * i);
        }
        value = static_cast<Number>(read);
    }

    void row(std::int8_t (&values)[network_sums]) {
        std::memcpy(values, bytes_.data() + at_, network_sums);
        at_ += network_sums;
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

// A coder that writes numbers to the file.
class Writer {
  public:
    template <class Number>
    void number(const Number& value) {
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i & 0xFF));
        }
    }

    void row(const std::int8_t (&values)[network_sums]) {
        for (const std::int8_t value : values) {
            number(value);
        }
    }

    std::vector<std::uint8_t> bytes;
};

template <class Coder, class Value>
void code_all(Coder& coder, Value& value) {
    if constexpr (std::is_array_v<Value>) {
        for (auto& part : value) {
            code_all(coder, part);
        }
    } else {
        coder.number(value);
    }
}

// Passes all parts of a network through a coder, in the order of the file.
template <class Coder, class Part>
void code(Coder& coder, Part& network, const std::vector<int>& places) {
    for (auto& rows : network.rows) {
        for (int place = 0; place < patterns.weights; ++place) {
            if (places[static_cast<std::size_t>(place)] == place) coder.row(rows[place]);
        }
    }
    code_all(coder, network.mobility);
    code_all(coder, network.bias);
    code_all(coder, network.layer);
    code_all(coder, network.layer_bias);
    code_all(coder, network.output);
    code_all(coder, network.direct);
    code_all(coder, network.constant);
}

std::size_t file_size(const std::vector<int>& places) {
    std::size_t kept = 0;
    for (int place = 0; place < patterns.weights; ++place) {
        kept += places[static_cast<std::size_t>(place)] == place ? 1 : 0;
    }
    return header_size + network_phases * kept * network_sums + sizeof(Network::mobility) +
           sizeof(Network::bias) + sizeof(Network::layer) + sizeof(Network::layer_bias) +
           sizeof(Network::output) + sizeof(Network::direct) + sizeof(Network::constant);
}

std::vector<int> kept_rows() {
    return kept_places(network_shapes(), 8);
}

std::shared_ptr<Network> new_network() {
    return {new (new_in_huge_pages(sizeof(Network))) Network,
            [](Network* network) { delete_in_huge_pages(network, sizeof(Network)); }};
}

}  // namespace

std::shared_ptr<const Network> read_network(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < header_size || !std::equal(magic, magic + magic_size, bytes.begin())) {
        throw std::invalid_argument("this is not a network of Outflank's evaluation");
    }
    const std::vector<int> places = kept_rows();
    std::uint64_t expected = 0;
    Reader(bytes.subspan(magic_size)).number(expected);
    const auto content = bytes.subspan(header_size);
    if (bytes.size() != file_size(places) || file_checksum(content) != expected) {
        throw std::invalid_argument("the evaluation network is damaged or has another version");
    }
    const std::shared_ptr<Network> network = new_network();
    Reader reader(content);
    code(reader, *network, places);
    for (auto& rows : network->rows) {
        for (int place = 0; place < patterns.weights; ++place) {
            const int kept = places[static_cast<std::size_t>(place)];
            if (kept != place) std::memcpy(rows[place], rows[kept], network_sums);
        }
    }
    return network;
}

std::vector<std::uint8_t> written_network(const Network& network) {
    Writer writer;
    code(writer, network, kept_rows());
    Writer file;
    file.bytes.assign(magic, magic + magic_size);
    file.number(file_checksum(writer.bytes));
    file.bytes.insert(file.bytes.end(), writer.bytes.begin(), writer.bytes.end());
    return file.bytes;
}

}  // namespace outflank

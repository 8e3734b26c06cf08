// Records of which game reaches which position, 16 bytes each: the key of the position, the number
// of the game and the move (32 bits each). Millions of them are sorted here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <vector>

#include "bindings/arguments.hpp"

namespace outflank {
namespace {

struct Visit {
    std::uint64_t key;
    std::uint32_t game;
    std::uint32_t move;
};
static_assert(sizeof(Visit) == 16, "Python reads visits as records of 16 bytes");

bool is_before(const Visit& one, const Visit& other) {
    return one.key != other.key ? one.key < other.key : one.game < other.game;
}

template <class Number>
std::vector<Number> all_in(const nb::bytes& bytes) {
    require(bytes.size() % sizeof(Number) == 0, "the bytes must hold whole records");
    std::vector<Number> records(bytes.size() / sizeof(Number));
    if (!records.empty()) std::memcpy(records.data(), bytes.data(), bytes.size());
    return records;
}

template <class Number>
nb::bytes bytes_of(const std::vector<Number>& records) {
    return nb::bytes(records.data(), records.size() * sizeof(Number));
}

// Groups the records by the highest bits of their keys. Returns the records and the size of each
// group.
std::tuple<nb::bytes, nb::bytes> divide_visits(const nb::bytes& records, int bits) {
    require(bits >= 1 && bits <= 16, "the number of bits must be from 1 to 16");
    const auto visits = all_in<Visit>(records);
    std::vector<std::uint32_t> counts(std::size_t{1} << bits);
    std::vector<Visit> divided(visits.size());
    {
        const nb::gil_scoped_release unlocked;
        for (const Visit& visit : visits) {
            ++counts[visit.key >> (64 - bits)];
        }
        std::vector<std::size_t> places(counts.size());
        for (std::size_t part = 1; part < counts.size(); ++part) {
            places[part] = places[part - 1] + counts[part - 1];
        }
        for (const Visit& visit : visits) {
            divided[places[visit.key >> (64 - bits)]++] = visit;
        }
    }
    return {bytes_of(divided), bytes_of(counts)};
}

// Renumbers the games and sorts the records by position and game. Returns the records of positions
// that several games reach, and those of positions that only one reaches.
std::tuple<nb::bytes, nb::bytes> sort_visits(const nb::bytes& records, const nb::bytes& numbers) {
    auto visits = all_in<Visit>(records);
    const auto new_numbers = all_in<std::uint32_t>(numbers);
    std::vector<Visit> shared, single;
    {
        const nb::gil_scoped_release unlocked;
        for (Visit& visit : visits) {
            require(visit.game < new_numbers.size(), "every game must have a new number");
            visit.game = new_numbers[visit.game];
        }
        std::sort(visits.begin(), visits.end(), is_before);
        for (std::size_t at = 0; at < visits.size(); ++at) {
            const std::uint64_t key = visits[at].key;
            const bool alone = (at == 0 || visits[at - 1].key != key) &&
                               (at + 1 == visits.size() || visits[at + 1].key != key);
            (alone ? single : shared).push_back(visits[at]);
        }
    }
    return {bytes_of(shared), bytes_of(single)};
}

}  // namespace

void bind_visits(nb::module_& module) {
    module.def("divide_visits", &divide_visits, nb::arg("records"), nb::arg("bits"),
               "Group records by the highest bits of the key; return the records and group sizes.");
    module.def("sort_visits", &sort_visits, nb::arg("records"), nb::arg("numbers"),
               "Renumber games and sort; return the records of shared and of single positions.");
}

}  // namespace outflank

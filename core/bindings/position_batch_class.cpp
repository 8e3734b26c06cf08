// The Python class PositionBatch: positions of one game that threads of the core evaluate or search
// while Python waits, a moment at a time, without the interpreter's lock.
#include "batch/position_batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/search_arguments.hpp"

namespace outflank {
namespace {

class BoundPositionBatch {
  public:
    BoundPositionBatch(int size, const nb::bytes& boards, const nb::bytes& turns,
                       const std::optional<nb::bytes>& answers, int threads, bool fewest_wins,
                       const std::optional<std::pair<std::uint64_t, std::uint64_t>>& odds,
                       std::size_t hash_bytes, const std::optional<std::string>& kernel,
                       const std::optional<nb::bytes>& probcut, const BoundNetwork* network,
                       const BoundPatternWeights* patterns) {
        auto positions = positions_in(size, boards, turns);
        auto heard = answers ? answers_in(*answers) : std::vector<Answer>{};
        require(!answers || odds, "only a game with an oracle can have answers");
        require(!answers || heard.size() == positions.size(),
                "there must be one answer for each position");
        const Bytes probcut_text = probcut ? copy_of(*probcut) : Bytes{};
        settings_.engine.threads = threads;
        settings_.engine.hash_bytes = hash_bytes;
        settings_.engine.kernel = &kernel_named(kernel);
        if (network != nullptr) settings_.engine.network = network->network;
        settings_.engine.probcut = probcut_text;
        if (patterns != nullptr) settings_.patterns = patterns->weights;
        settings_.rules = {size, fewest_wins, odds_of(odds, 0)};
        batch_ = std::make_unique<PositionBatch>(settings_, std::move(positions), std::move(heard));
    }

    BoundPositionBatch(const BoundPositionBatch&) = delete;
    BoundPositionBatch& operator=(const BoundPositionBatch&) = delete;

    ~BoundPositionBatch() {
        // Joining the threads may take a moment.
        const nb::gil_scoped_release unlocked;
        batch_.reset();
    }

    PositionBatch& batch() { return *batch_; }

  private:
    PositionBatchSettings settings_;
    std::unique_ptr<PositionBatch> batch_;
};

// turn, variations, depth, nodes, seconds
using ResultTuple = std::tuple<int, std::vector<VariationTuple>, int, std::uint64_t, double>;

void search(BoundPositionBatch& bound, int goal, int candidates, int depth, std::uint64_t nodes,
            double seconds, int confidence) {
    require(goal >= 0 && goal <= static_cast<int>(Goal::outcome),
            "the goal must be a number from 0 to 2");
    require(candidates >= 1 && candidates <= max_candidates,
            "the number of candidates must be from 1 to 128");
    const SearchOfAll wanted{static_cast<Goal>(goal), candidates,
                             limits_of(depth, nodes, seconds, 0, confidence)};
    const nb::gil_scoped_release unlocked;
    bound.batch().search(wanted);
}

void evaluate(BoundPositionBatch& bound) {
    const nb::gil_scoped_release unlocked;
    bound.batch().evaluate();
}

bool wait(BoundPositionBatch& bound, double seconds) {
    const nb::gil_scoped_release unlocked;
    return bound.batch().wait(seconds);
}

std::vector<ResultTuple> results(BoundPositionBatch& bound) {
    std::vector<ResultTuple> tuples;
    for (const PositionResult& result : bound.batch().results()) {
        std::vector<VariationTuple> found;
        for (const Variation& variation : result.variations) {
            found.push_back(tuple_of(variation));
        }
        tuples.emplace_back(static_cast<int>(result.turn), std::move(found), result.depth,
                            result.nodes, result.seconds);
    }
    return tuples;
}

// Returns discs as 32-bit floating-point numbers, and the kinds of the scores as bytes.
std::pair<nb::bytes, nb::bytes> values(BoundPositionBatch& bound) {
    std::vector<float> discs;
    std::vector<std::uint8_t> kinds;
    for (const StaticValue& value : bound.batch().values()) {
        discs.push_back(value.discs);
        kinds.push_back(static_cast<std::uint8_t>(value.kind));
    }
    return {nb::bytes(discs.data(), discs.size() * sizeof(float)),
            nb::bytes(kinds.data(), kinds.size())};
}

}  // namespace

void bind_position_batch(nb::module_& module) {
    nb::class_<BoundPositionBatch>(
        module, "PositionBatch",
        "Evaluates or searches positions of one game in threads of its own.")
        .def(nb::init<int, const nb::bytes&, const nb::bytes&, const std::optional<nb::bytes>&, int,
                      bool, const std::optional<std::pair<std::uint64_t, std::uint64_t>>&,
                      std::size_t, const std::optional<std::string>&,
                      const std::optional<nb::bytes>&, const BoundNetwork*,
                      const BoundPatternWeights*>(),
             nb::arg("size"), nb::arg("boards"), nb::arg("turns"), nb::arg("answers") = nb::none(),
             nb::kw_only(), nb::arg("threads"), nb::arg("fewest_wins") = false,
             nb::arg("odds") = nb::none(), nb::arg("hash_bytes") = std::size_t{64} << 20,
             nb::arg("kernel") = nb::none(), nb::arg("probcut") = nb::none(),
             nb::arg("network").none() = nb::none(), nb::arg("patterns").none() = nb::none())
        .def("search", &search, nb::kw_only(), nb::arg("goal"), nb::arg("candidates") = 1,
             nb::arg("depth") = 0, nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
             nb::arg("confidence") = 0,
             "Start to search every position; a limit of zero means no limit.")
        .def("evaluate", &evaluate, "Start to evaluate every position without a search.")
        .def("wait", &wait, nb::arg("seconds"),
             "Wait up to this long for the end of the work; return whether it has ended.")
        .def(
            "stop", [](BoundPositionBatch& bound) { bound.batch().stop(); },
            "Ask the threads to end soon.")
        .def_prop_ro(
            "done", [](BoundPositionBatch& bound) { return bound.batch().done(); },
            "The number of positions that are done.")
        .def("results", &results, "Return what was found about each position.")
        .def("values", &values, "Return the discs and the kinds of the scores.");
}

}  // namespace outflank

// The Python class Engine: numbers in, tuples out. The engine searches in its own threads. Python
// only starts it, waits for short intervals and reads the reports.
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
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/search_arguments.hpp"
#include "engine.hpp"
#include "search/search_types.hpp"

namespace outflank {
namespace {

std::vector<std::int16_t> weights_in(const std::optional<nb::bytes>& bytes) {
    return bytes ? short_numbers_in(*bytes) : std::vector<std::int16_t>{};
}

class BoundEngine {
  public:
    BoundEngine(int threads, std::size_t hash_bytes, const std::optional<std::string>& kernel,
                const std::optional<nb::bytes>& probcut, const BoundNetwork* network,
                const std::optional<nb::bytes>& feature_weights,
                const std::optional<nb::bytes>& chance_weights) {
        const auto weights_of_features = weights_in(feature_weights);
        const auto weights_of_chance = weights_in(chance_weights);
        const Bytes probcut_text = probcut ? copy_of(*probcut) : Bytes{};
        Settings settings;
        settings.threads = threads;
        settings.hash_bytes = hash_bytes;
        settings.kernel = &kernel_named(kernel);
        if (network != nullptr) settings.network = network->network;
        settings.probcut = probcut_text;
        settings.feature_weights = weights_of_features;
        settings.chance_weights = weights_of_chance;
        // Allocating the table takes a while, so let other Python threads run.
        const nb::gil_scoped_release unlocked;
        engine_ = std::make_unique<Engine>(settings);
    }

    BoundEngine(const BoundEngine&) = delete;
    BoundEngine& operator=(const BoundEngine&) = delete;

    ~BoundEngine() {
        // Joining the engine's threads may take a moment.
        const nb::gil_scoped_release unlocked;
        engine_.reset();
    }

    Engine& engine() { return *engine_; }

  private:
    std::unique_ptr<Engine> engine_;
};

void start(BoundEngine& bound, int size, const nb::bytes& board, bool black_to_move,
           bool fewest_wins, const std::optional<std::pair<std::uint64_t, std::uint64_t>>& odds,
           int first_answer, int goal, int candidates, int depth, std::uint64_t nodes,
           double seconds, double soft_seconds, int confidence, int least_confidence) {
    SearchRequest request;
    request.position = position_in(size, board, black_to_move);
    require(!(best_kernel().legal_moves(request.position) == Squares{}),
            "the side to move has no legal move");
    request.fewest_wins = fewest_wins;
    request.odds = odds_of(odds, first_answer);
    require(goal >= 0 && goal <= static_cast<int>(Goal::outcome),
            "the goal must be a number from 0 to 2");
    request.goal = static_cast<Goal>(goal);
    require(candidates >= 1 && candidates <= max_candidates,
            "the number of candidates must be from 1 to 128");
    request.candidates = candidates;
    request.limits = limits_of(depth, nodes, seconds, soft_seconds, confidence);
    require(least_confidence >= 0 && least_confidence <= 100,
            "the least confidence must be from 0 to 100 percent");
    request.confidence = least_confidence;
    const nb::gil_scoped_release unlocked;
    bound.engine().start(request);
}

bool wait(BoundEngine& bound, double seconds) {
    const nb::gil_scoped_release unlocked;
    return bound.engine().wait(seconds);
}

// candidates, depth, nodes, seconds, whether the report is final
using ReportTuple = std::tuple<std::vector<VariationTuple>, int, std::uint64_t, double, bool>;

std::vector<ReportTuple> reports(BoundEngine& bound) {
    std::vector<ReportTuple> tuples;
    for (const SearchReport& report : bound.engine().reports()) {
        std::vector<VariationTuple> found;
        for (int i = 0; i < report.count; ++i) {
            found.push_back(tuple_of(report.variations[i]));
        }
        tuples.emplace_back(std::move(found), report.depth, report.nodes, report.seconds,
                            report.final);
    }
    return tuples;
}

void limit(BoundEngine& bound, int depth, std::uint64_t nodes, double seconds, double soft_seconds,
           int confidence) {
    bound.engine().limit(limits_of(depth, nodes, seconds, soft_seconds, confidence));
}

}  // namespace

void bind_engine(nb::module_& module) {
    const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
    nb::class_<BoundNetwork>(module, "Network", "The network of classic 8x8, unpacked.")
        .def(nb::init<const nb::bytes&>(), nb::arg("data"));
    nb::class_<BoundPatternWeights>(module, "PatternWeights",
                                    "The pattern weights of a game, read from an unpacked file.")
        .def(nb::init<const nb::bytes&>(), nb::arg("data"))
        .def_prop_ro("size", [](const BoundPatternWeights& bound) { return bound.weights->size; })
        .def_prop_ro("fewest_wins",
                     [](const BoundPatternWeights& bound) { return bound.weights->fewest_wins; })
        .def_prop_ro("has_oracle",
                     [](const BoundPatternWeights& bound) { return bound.weights->has_oracle; });
    nb::class_<BoundEngine>(module, "Engine",
                            "Searches one position at a time in threads of its own.")
        .def(nb::init<int, std::size_t, const std::optional<std::string>&,
                      const std::optional<nb::bytes>&, const BoundNetwork*,
                      const std::optional<nb::bytes>&, const std::optional<nb::bytes>&>(),
             nb::arg("threads"), nb::arg("hash_bytes"), nb::arg("kernel") = nb::none(),
             nb::arg("probcut") = nb::none(), nb::arg("network").none() = nb::none(),
             nb::arg("feature_weights") = nb::none(), nb::arg("chance_weights") = nb::none())
        .def("start", &start, nb::arg("size"), nb::arg("board"), nb::arg("black_to_move"),
             nb::kw_only(), nb::arg("fewest_wins") = false, nb::arg("odds") = nb::none(),
             nb::arg("first_answer") = 0, nb::arg("goal") = 0, nb::arg("candidates") = 1,
             nb::arg("depth") = 0, nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
             nb::arg("soft_seconds") = 0.0, nb::arg("confidence") = 0,
             nb::arg("least_confidence") = 0, "Start a search; a limit of zero means no limit.")
        .def(
            "learn",
            [](BoundEngine& bound, const BoundPatternWeights& learned) {
                bound.engine().learn(learned.weights);
            },
            nb::arg("weights"),
            "Use these weights for their game; for classic 8x8 only if there is no network.")
        .def("wait", &wait, nb::arg("seconds"),
             "Wait up to this long for the search to end; return whether it has.")
        .def("reports", &reports, "Return the reports since the previous call.")
        .def(
            "stop", [](BoundEngine& bound) { bound.engine().stop(); }, unlocked,
            "Ask the search to end as soon as possible.")
        .def("limit", &limit, nb::arg("depth") = 0, nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
             nb::arg("soft_seconds") = 0.0, nb::arg("confidence") = 0, unlocked,
             "Replace the limits, counting from now.")
        .def(
            "forget", [](BoundEngine& bound) { bound.engine().forget(); }, unlocked,
            "Clear the transposition table.")
        .def_prop_ro(
            "nodes", [](BoundEngine& bound) { return bound.engine().nodes(); },
            "The number of nodes that the current or last search has entered.")
        .def_prop_ro("hash_bytes", [](BoundEngine& bound) { return bound.engine().hash_bytes(); })
        .def_prop_ro("threads", [](BoundEngine& bound) { return bound.engine().threads(); });
}

}  // namespace outflank

// The Python class GameBatch. Its arrays are NumPy views of the batch's own memory, and the actions
// are read in place.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/game_batch.hpp"
#include "bindings/arguments.hpp"

namespace outflank {
namespace {

template <class Number>
using Given = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number, int dimensions>
using View = nb::ndarray<nb::numpy, Number, nb::ndim<dimensions>, nb::c_contig>;

using OddsPair = std::pair<std::uint64_t, std::uint64_t>;

template <class Number>
const Number* one_per_game(const GameBatch& batch, const Given<Number>& array) {
    require(array.shape(0) == static_cast<std::size_t>(batch.settings().count),
            "an array must have one entry for each game");
    return array.data();
}

void make(GameBatch* batch, int count, int size, const std::optional<OddsPair>& odds,
          bool fewest_wins, bool illegal_loses, int autoreset, int opponent, int agent_color,
          std::uint64_t seed, const std::optional<std::string>& kernel) {
    require(autoreset >= 0 && autoreset <= 2, "autoreset must be a number from 0 to 2");
    require(opponent >= 0 && opponent <= 2, "the opponent must be a number from 0 to 2");
    require(agent_color >= 0 && agent_color <= 2,
            "the agent's colour must be a number from 0 to 2");
    BatchSettings settings;
    settings.count = count;
    settings.size = size;
    if (odds) settings.odds = {true, odds->first, odds->second, Answer::none};
    settings.fewest_wins = fewest_wins;
    settings.illegal_loses = illegal_loses;
    settings.autoreset = static_cast<Autoreset>(autoreset);
    settings.opponent = static_cast<Opponent>(opponent);
    settings.agent_color = static_cast<AgentColor>(agent_color);
    new (batch) GameBatch(settings, seed, kernel_named(kernel));
}

void reset(GameBatch& batch, const std::optional<Given<std::uint64_t>>& seeds,
           const std::optional<Given<bool>>& chosen) {
    const std::uint64_t* numbers = seeds ? one_per_game(batch, *seeds) : nullptr;
    const bool* which = chosen ? one_per_game(batch, *chosen) : nullptr;
    const nb::gil_scoped_release unlocked;
    batch.reset(numbers, which);
}

// Returns the first game whose action is illegal, in which case nothing was played.
std::optional<int> step(GameBatch& batch, const Given<std::int64_t>& actions) {
    const std::int64_t* numbers = one_per_game(batch, actions);
    const nb::gil_scoped_release unlocked;
    return batch.step(numbers);
}

// Checks the numbers of games.
const std::int64_t* games_in(const GameBatch& batch, const Given<std::int64_t>& games) {
    for (std::size_t place = 0; place < games.shape(0); ++place) {
        const std::int64_t game = games.data()[place];
        require(game >= 0 && game < batch.settings().count, "there is no game of that number");
    }
    return games.data();
}

// Returns the boards of some games in the format that module.cpp describes.
nb::bytes boards(const GameBatch& batch, const Given<std::int64_t>& games) {
    const std::int64_t* numbers = games_in(batch, games);
    const std::size_t width = batch.settings().size <= 8 ? 8 : 32;
    std::string bytes;
    bytes.reserve(2 * width * games.shape(0));
    for (std::size_t place = 0; place < games.shape(0); ++place) {
        const PositionData position = batch.position(static_cast<int>(numbers[place]));
        bytes.append(reinterpret_cast<const char*>(position.black.word), width);
        bytes.append(reinterpret_cast<const char*>(position.white.word), width);
    }
    return nb::bytes(bytes.data(), bytes.size());
}

// Puts some games into states, in the format that module.cpp describes; `over` has a byte of 0 or 1
// for each.
void place(GameBatch& batch, const Given<std::int64_t>& games, const nb::bytes& boards,
           const nb::bytes& turns, const nb::bytes& answers, const nb::bytes& over) {
    const std::int64_t* numbers = games_in(batch, games);
    const auto positions = positions_in(batch.settings().size, boards, turns);
    const auto heard = answers_in(answers);
    require(positions.size() == games.shape(0) && heard.size() == positions.size() &&
                over.size() == positions.size(),
            "there must be one board, turn, answer and end for each game");
    for (const Answer answer : heard) {
        require(answer == Answer::none || batch.settings().odds.asked, "there is no oracle");
    }
    const std::vector<std::uint8_t> ends(over.c_str(), over.c_str() + over.size());
    GivenStates given;
    given.count = static_cast<int>(positions.size());
    given.games = numbers;
    given.positions = positions.data();
    given.answers = heard.data();
    given.over = ends.data();
    const nb::gil_scoped_release unlocked;
    batch.place(given);
}

// Returns a view of one number per game.
template <class Number>
View<Number, 1> numbers(nb::handle owner, Number* data) {
    const auto count = static_cast<std::size_t>(nb::cast<GameBatch&>(owner).settings().count);
    return View<Number, 1>(data, {count}, owner);
}

const GameArrays& arrays_of(nb::handle owner) {
    return nb::cast<GameBatch&>(owner).arrays();
}

View<std::int8_t, 4> planes_of(nb::handle owner, std::int8_t* data) {
    const BatchSettings& settings = nb::cast<GameBatch&>(owner).settings();
    const auto size = static_cast<std::size_t>(settings.size);
    return View<std::int8_t, 4>(data,
                                {static_cast<std::size_t>(settings.count),
                                 static_cast<std::size_t>(settings.planes()), size, size},
                                owner);
}

View<bool, 2> masks_of(nb::handle owner) {
    const BatchSettings& settings = nb::cast<GameBatch&>(owner).settings();
    return View<bool, 2>(
        arrays_of(owner).masks,
        {static_cast<std::size_t>(settings.count), static_cast<std::size_t>(settings.actions())},
        owner);
}

void bind_arrays(nb::class_<GameBatch>& bound) {
    bound
        .def_prop_ro("masks", &masks_of,
                     "Which actions are legal in each game; the last action is a pass.")
        .def_prop_ro(
            "observations", [](nb::handle self) { return planes_of(self, arrays_of(self).planes); },
            "The planes of each game, as the side to move sees them.")
        .def_prop_ro(
            "final_observations",
            [](nb::handle self) -> std::optional<View<std::int8_t, 4>> {
                std::int8_t* planes = arrays_of(self).final_planes;
                if (planes == nullptr) return std::nullopt;
                return planes_of(self, planes);
            },
            "The last planes of games that ended and started again within one step.")
        .def_prop_ro(
            "rewards", [](nb::handle self) { return numbers(self, arrays_of(self).rewards); },
            "The rewards of the last step for the side that acted.")
        .def_prop_ro(
            "terminated", [](nb::handle self) { return numbers(self, arrays_of(self).terminated); },
            "Whether the last step ended each game.")
        .def_prop_ro(
            "margins", [](nb::handle self) { return numbers(self, arrays_of(self).margins); },
            "Black's discs minus white's in the last game that ended.")
        .def_prop_ro(
            "black_to_move",
            [](nb::handle self) { return numbers(self, arrays_of(self).black_to_move); },
            "Whether black is to move in each game.")
        .def_prop_ro(
            "agent_is_black",
            [](nb::handle self) { return numbers(self, arrays_of(self).agent_is_black); },
            "Whether the learner plays black; meaningful only with an opponent.")
        .def_prop_ro(
            "answers",
            [](nb::handle self) {
                return numbers(self, reinterpret_cast<std::uint8_t*>(arrays_of(self).answers));
            },
            "The oracle's answers: 0 none, 1 yes, 2 no, 3 maybe.")
        .def_prop_ro(
            "chance", [](nb::handle self) { return numbers(self, arrays_of(self).chance); },
            "The state of each game's random numbers.")
        .def_prop_ro(
            "over", [](nb::handle self) { return numbers(self, arrays_of(self).over); },
            "Whether each game is over and has not started again.");
}

}  // namespace

void bind_game_batch(nb::module_& module) {
    nb::class_<GameBatch> bound(module, "GameBatch", "Plays many games of one kind step by step.");
    bound
        .def("__init__", &make, nb::arg("count"), nb::arg("size"), nb::kw_only(),
             nb::arg("odds") = nb::none(), nb::arg("fewest_wins") = false,
             nb::arg("illegal_loses") = false, nb::arg("autoreset") = 0, nb::arg("opponent") = 0,
             nb::arg("agent_color") = 0, nb::arg("seed") = 0, nb::arg("kernel") = nb::none())
        .def("reset", &reset, nb::arg("seeds") = nb::none(), nb::arg("chosen") = nb::none(),
             "Start the chosen games again, or all of them.")
        .def("boards", &boards, nb::arg("games"),
             "Return the boards of some games: black's squares, then white's.")
        .def("place", &place, nb::arg("games"), nb::arg("boards"), nb::arg("turns"),
             nb::arg("answers"), nb::arg("over"),
             "Put some games into states; an opponent whose turn it is moves first.")
        .def("step", &step, nb::arg("actions"),
             "Play one action in each game; if one is illegal, play none and return its game.")
        .def(
            "sample",
            [](nb::handle self) {
                auto& batch = nb::cast<GameBatch&>(self);
                {
                    const nb::gil_scoped_release unlocked;
                    batch.sample();
                }
                return numbers(self, batch.actions());
            },
            "Draw a legal action for each game.")
        .def_prop_rw("choice", &GameBatch::choice, &GameBatch::set_choice, nb::arg("state"),
                     "The state of the random numbers of sample().");
    bind_arrays(bound);
}

}  // namespace outflank

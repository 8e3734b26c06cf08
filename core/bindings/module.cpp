// The Python module. Only the files in this folder use Python. Calls do much work each and release
// the interpreter's lock; outflank.native turns their bytes into values of the rules. The single
// steps in rules_functions.cpp are the exception.
//
// A board is passed as bytes: black's squares, then white's, each as one little-endian word of 64
// bits (sizes up to 8) or four such words (larger sizes). A turn is one byte, 1 if black is to
// move. An answer is one byte: 0 for none, then yes, no, maybe. A move is a 16-bit number, 0xFFFF
// for a pass.
#include "bindings/arguments.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "board/canonical.hpp"
#include "board/hash.hpp"

namespace outflank {
namespace {

static_assert(std::endian::native == std::endian::little,
              "boards are passed as little-endian words");

constexpr std::uint16_t no_move = 0xFFFE;

using Buffer = std::vector<char>;

nb::bytes bytes_of(const Buffer& buffer) {
    return nb::bytes(buffer.data(), buffer.size());
}

// Reads numbers of one type from bytes into a copy, so that the interpreter's lock can be released.
template <class Number>
std::vector<Number> numbers_in(const nb::bytes& bytes) {
    require(bytes.size() % sizeof(Number) == 0, "the bytes must hold a whole number of entries");
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

template <class Number>
void append(Buffer& buffer, const Number* numbers, std::size_t count) {
    const char* data = reinterpret_cast<const char*>(numbers);
    buffer.insert(buffer.end(), data, data + count * sizeof(Number));
}

std::size_t words_of(int size) {
    return size <= 8 ? 1 : 4;
}

void append(Buffer& buffer, const Squares& squares, int size) {
    append(buffer, squares.word, words_of(size));
}

void append(Buffer& buffer, const PositionData& position) {
    append(buffer, position.black, position.size);
    append(buffer, position.white, position.size);
}

Squares whole_board(int size) {
    Squares all;
    for (int square = 0; square < size * size; ++square) {
        all.word[square / 64] |= std::uint64_t{1} << (square % 64);
    }
    return all;
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const Kernel* kernel : kernels()) {
        names.emplace_back(kernel->name);
    }
    return names;
}

std::uint64_t perft(int size, const nb::bytes& board, bool black_to_move, int depth,
                    bool pass_is_ply, const std::optional<std::string>& kernel) {
    const PositionData start = position_in(size, board, black_to_move);
    const Kernel& chosen = kernel_named(kernel);
    const nb::gil_scoped_release unlocked;
    return chosen.perft(start, depth, pass_is_ply ? PassRule::is_ply : PassRule::is_free);
}

using PlayoutBytes = std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

// Plays one random game per seed. A 53-bit random number below the first of the `odds` means yes,
// below the second no, else maybe. Without odds no answers are drawn.
PlayoutBytes playouts(int size, const nb::bytes& board, bool black_to_move, const nb::bytes& seeds,
                      const std::optional<std::tuple<std::uint64_t, std::uint64_t>>& odds,
                      int first_answer, bool record) {
    const PositionData start = position_in(size, board, black_to_move);
    require(first_answer >= 0 && first_answer <= 3, "the answer must be a number from 0 to 3");
    Odds chances;
    if (odds) {
        chances = {true, std::get<0>(*odds), std::get<1>(*odds), static_cast<Answer>(first_answer)};
    }
    const auto numbers = numbers_in<std::uint64_t>(seeds);
    Buffer boards, turns, plies, moves, answers;
    {
        const nb::gil_scoped_release unlocked;
        std::vector<std::uint16_t> move_room(record ? longest_game(size) : 0);
        std::vector<Answer> answer_room(move_room.size());
        Record room;
        if (record) room = {move_room.data(), answer_room.data()};
        for (const std::uint64_t seed : numbers) {
            const Playout playout = best_kernel().playout(start, chances, seed, room);
            const auto length = static_cast<std::uint16_t>(playout.plies);
            append(boards, playout.end);
            turns.push_back(playout.end.black_to_move ? 1 : 0);
            append(plies, &length, 1);
            if (!record) continue;
            append(moves, move_room.data(), length);
            append(answers, answer_room.data(), length);
        }
    }
    return {bytes_of(boards), bytes_of(turns), bytes_of(plies), bytes_of(moves), bytes_of(answers)};
}

using ReplayBytes =
    std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

// Replays games whose moves follow each other in one array; `lengths` has the number of moves of
// each game in 32 bits. Returns the final boards and turns, the number of given moves and of plies
// that were played, the faults and, with `trace`, the board and turn after every ply.
ReplayBytes replay(int size, const nb::bytes& boards, const nb::bytes& turns,
                   const nb::bytes& lengths, const nb::bytes& moves,
                   const std::optional<nb::bytes>& answers, bool insert_passes, bool trace) {
    const auto starts = positions_in(size, boards, turns);
    const auto counts = numbers_in<std::uint32_t>(lengths);
    const auto all_moves = numbers_in<std::uint16_t>(moves);
    const auto all_answers = answers ? answers_in(*answers) : std::vector<Answer>{};
    std::size_t needed = 0;
    for (const std::uint32_t count : counts) {
        needed += count;
    }
    require(counts.size() == starts.size(), "there must be one length for each board");
    require(needed == all_moves.size(), "the lengths must add up to the number of moves");
    require(!answers || all_answers.size() == all_moves.size(),
            "there must be one answer for each move");

    Buffer last_boards, last_turns, played, plies, faults, trace_boards, trace_turns;
    {
        const nb::gil_scoped_release unlocked;
        std::vector<PositionData> room(trace ? longest_game(size) : 0);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            GameRecord game{starts[i], {all_moves.data() + begin, counts[i]}};
            game.answers = answers ? all_answers.data() + begin : nullptr;
            game.insert_passes = insert_passes;
            begin += counts[i];
            const Replay result = best_kernel().replay(game, trace ? room.data() : nullptr);
            const auto moves_played = static_cast<std::uint16_t>(result.moves_played);
            const auto plies_played = static_cast<std::uint16_t>(result.plies);
            append(last_boards, result.end);
            last_turns.push_back(result.end.black_to_move ? 1 : 0);
            append(played, &moves_played, 1);
            append(plies, &plies_played, 1);
            append(faults, &result.fault, 1);
            for (int ply = 0; trace && ply < result.plies; ++ply) {
                append(trace_boards, room[static_cast<std::size_t>(ply)]);
                trace_turns.push_back(room[static_cast<std::size_t>(ply)].black_to_move ? 1 : 0);
            }
        }
    }
    return {bytes_of(last_boards), bytes_of(last_turns),   bytes_of(played),     bytes_of(plies),
            bytes_of(faults),      bytes_of(trace_boards), bytes_of(trace_turns)};
}

using LineKeyBytes = std::tuple<nb::bytes, nb::bytes, nb::bytes, nb::bytes, nb::bytes>;

// Returns the move played at each ply: a pass if the board does not change, else the next given
// move that is not a pass.
std::vector<std::uint16_t> moves_with_passes(const GameRecord& game,
                                             const std::vector<PositionData>& trace, int plies) {
    std::vector<std::uint16_t> moves;
    const PositionData* before = &game.start;
    std::size_t given = 0;
    for (int ply = 0; ply < plies; ++ply) {
        const PositionData& after = trace[static_cast<std::size_t>(ply)];
        const bool passed = before->black == after.black && before->white == after.white;
        while (!passed && game.moves[given] == pass_move)
            ++given;
        moves.push_back(passed ? pass_move : game.moves[given++]);
        before = &after;
    }
    return moves;
}

// Replays games from one start, inserting passes, and describes the positions they reach. Returns
// for each game the final board, the number of given moves that were played and the number of
// plies; and for each position, including the last, the hash of its canonical form and the move
// played there, mapped onto the canonical board. The last position has 0xFFFE for its move.
LineKeyBytes line_keys(int size, const nb::bytes& board, bool black_to_move,
                       const nb::bytes& lengths, const nb::bytes& moves) {
    const PositionData start = position_in(size, board, black_to_move);
    const auto counts = numbers_in<std::uint32_t>(lengths);
    const auto all_moves = numbers_in<std::uint16_t>(moves);
    std::size_t needed = 0;
    for (const std::uint32_t count : counts) {
        needed += count;
    }
    require(needed == all_moves.size(), "the lengths must add up to the number of moves");

    Buffer last_boards, played, plies, keys, made;
    {
        const nb::gil_scoped_release unlocked;
        std::vector<PositionData> trace(static_cast<std::size_t>(longest_game(size)));
        std::size_t begin = 0;
        for (const std::uint32_t count : counts) {
            const GameRecord game{start, {all_moves.data() + begin, count}, nullptr, true};
            begin += count;
            const Replay result = best_kernel().replay(game, trace.data());
            const auto moves_played = static_cast<std::uint16_t>(result.moves_played);
            const auto plies_played = static_cast<std::uint16_t>(result.plies);
            append(last_boards, result.end);
            append(played, &moves_played, 1);
            append(plies, &plies_played, 1);
            auto line = moves_with_passes(game, trace, result.plies);
            line.push_back(no_move);
            for (std::size_t ply = 0; ply < line.size(); ++ply) {
                const auto form = canonical_form(ply == 0 ? start : trace[ply - 1]);
                const std::uint64_t key = hash_of_position(form.position, Answer::none);
                const std::uint16_t move = canonical_move(line[ply], form.symmetries, size);
                append(keys, &key, 1);
                append(made, &move, 1);
            }
        }
    }
    return {bytes_of(last_boards), bytes_of(played), bytes_of(plies), bytes_of(keys),
            bytes_of(made)};
}

nb::bytes legal_moves(int size, const nb::bytes& boards, const nb::bytes& turns) {
    const auto positions = positions_in(size, boards, turns);
    Buffer masks;
    {
        const nb::gil_scoped_release unlocked;
        for (const PositionData& position : positions) {
            append(masks, best_kernel().legal_moves(position), size);
        }
    }
    return bytes_of(masks);
}

nb::bytes flips(int size, const nb::bytes& boards, const nb::bytes& turns,
                const nb::bytes& squares) {
    const auto positions = positions_in(size, boards, turns);
    const auto numbers = numbers_in<std::uint16_t>(squares);
    require(numbers.size() == positions.size(), "there must be one square for each board");
    require(std::all_of(numbers.begin(), numbers.end(),
                        [size](std::uint16_t square) { return square < size * size; }),
            "a square lies outside the board");
    Buffer masks;
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            append(masks, best_kernel().flips(positions[i], numbers[i]), size);
        }
    }
    return bytes_of(masks);
}

// Hashes positions, or boards alone if no answers are given; eight bytes each.
nb::bytes hashes(int size, const nb::bytes& boards, const nb::bytes& turns,
                 const std::optional<nb::bytes>& answers) {
    const auto positions = positions_in(size, boards, turns);
    const auto heard = answers ? answers_in(*answers) : std::vector<Answer>{};
    require(!answers || heard.size() == positions.size(),
            "there must be one answer for each position");
    Buffer buffer;
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::uint64_t hash =
                answers ? hash_of_position(positions[i], heard[i]) : hash_of_board(positions[i]);
            append(buffer, &hash, 1);
        }
    }
    return bytes_of(buffer);
}

}  // namespace

void require(bool holds, const char* problem) {
    if (!holds) throw std::invalid_argument(problem);
}

std::vector<PositionData> positions_in(int size, const nb::bytes& boards, const nb::bytes& turns) {
    require(is_size(size), "a board has an even size from 4 to 16");
    const std::size_t width = words_of(size);
    const auto words = numbers_in<std::uint64_t>(boards);
    const auto colors = numbers_in<std::uint8_t>(turns);
    require(words.size() == colors.size() * 2 * width, "there must be one turn for each board");
    const Squares all = whole_board(size);
    std::vector<PositionData> positions(colors.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        PositionData& position = positions[i];
        position.size = size;
        position.black_to_move = colors[i] != 0;
        for (std::size_t word = 0; word < width; ++word) {
            const std::uint64_t black = words[i * 2 * width + word];
            const std::uint64_t white = words[i * 2 * width + width + word];
            require((black & white) == 0, "a square holds one disc");
            require(((black | white) & ~all.word[word]) == 0, "a disc lies outside the board");
            position.black.word[word] = black;
            position.white.word[word] = white;
        }
    }
    return positions;
}

std::vector<Answer> answers_in(const nb::bytes& bytes) {
    std::vector<Answer> answers;
    for (const std::uint8_t code : numbers_in<std::uint8_t>(bytes)) {
        require(is_answer(code), "the answer must be a number from 0 to 3");
        answers.push_back(static_cast<Answer>(code));
    }
    return answers;
}

PositionData position_in(int size, const nb::bytes& board, bool black_to_move) {
    const char turn = black_to_move ? 1 : 0;
    const auto positions = positions_in(size, board, nb::bytes(&turn, 1));
    return positions.front();
}

std::vector<std::int16_t> short_numbers_in(const nb::bytes& bytes) {
    return numbers_in<std::int16_t>(bytes);
}

const Kernel& kernel_named(const std::optional<std::string>& name) {
    if (!name) return best_kernel();
    for (const Kernel* kernel : kernels()) {
        if (*name == kernel->name) return *kernel;
    }
    throw std::invalid_argument("no kernel of that name runs on this processor");
}

}  // namespace outflank

NB_MODULE(_core, module) {
    using namespace outflank;
    if (kernels().empty()) {
        throw nb::import_error(
            "this core was built for another processor; build it again on this one");
    }
    // NumPy and PyTorch hold what they read through DLPack until the interpreter exits; this is not
    // a leak.
    nb::set_leak_warnings(false);
    module.doc() = "The native core of Outflank. Use it through outflank.native.";
    module.def("kernels", &kernel_names,
               "Return the names of the kernels that this processor can run, the fastest last.");
    module.def("perft", &perft, nb::arg("size"), nb::arg("board"), nb::arg("black_to_move"),
               nb::arg("depth"), nb::arg("pass_is_ply"), nb::arg("kernel") = nb::none(),
               "Count the leaves of the game tree at a depth.");
    module.def("playouts", &playouts, nb::arg("size"), nb::arg("board"), nb::arg("black_to_move"),
               nb::arg("seeds"), nb::arg("odds") = nb::none(), nb::arg("first_answer") = 0,
               nb::arg("record") = false,
               "Play random games; return final boards, turns, plies, moves and answers.");
    module.def("replay", &replay, nb::arg("size"), nb::arg("boards"), nb::arg("turns"),
               nb::arg("lengths"), nb::arg("moves"), nb::arg("answers") = nb::none(),
               nb::arg("insert_passes") = false, nb::arg("trace") = false,
               "Replay games; return final boards, turns, moves and plies played, faults, traces.");
    module.def("line_keys", &line_keys, nb::arg("size"), nb::arg("board"), nb::arg("black_to_move"),
               nb::arg("lengths"), nb::arg("moves"),
               "Replay games; return final boards, moves and plies played, canonical keys, moves.");
    module.def("legal_moves", &legal_moves, nb::arg("size"), nb::arg("boards"), nb::arg("turns"),
               "Return the legal squares of many boards.");
    module.def("flips", &flips, nb::arg("size"), nb::arg("boards"), nb::arg("turns"),
               nb::arg("squares"),
               "Return the discs that one placement flips on each of many boards.");
    module.def("hashes", &hashes, nb::arg("size"), nb::arg("boards"), nb::arg("turns"),
               nb::arg("answers") = nb::none(),
               "Return the hashes of many boards, or of positions if answers are given.");
    bind_engine(module);
    bind_game_batch(module);
    bind_learning(module);
    bind_position_batch(module);
    bind_rules(module);
    bind_visits(module);
}

// Single steps of the rules, used only by outflank.rules.accelerator, which calls them for every
// move. Boards are passed as the integers that the Python rules use, moves as 16-bit numbers. These
// calls are too short to gain from releasing the interpreter's lock, so they keep it.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bindings/arguments.hpp"
#include "board/canonical.hpp"

namespace outflank {
namespace {

// Marks a pass in a line of moves that was inserted, not given.
constexpr std::uint16_t inserted_pass = 0xFFFD;

nb::object owned(PyObject* result) {
    if (result == nullptr) nb::raise_python_error();
    return nb::steal(result);
}

Squares squares_in(nb::handle number, int size) {
    Squares squares;
    if (size <= 8) {
        squares.word[0] = PyLong_AsUnsignedLongLong(number.ptr());
    } else {
        const nb::object bits = nb::int_(64);
        nb::object rest = nb::borrow(number);
        for (int word = 0; word < 4; ++word) {
            squares.word[word] = PyLong_AsUnsignedLongLongMask(rest.ptr());
            if (word < 3) rest = owned(PyNumber_Rshift(rest.ptr(), bits.ptr()));
        }
    }
    if (PyErr_Occurred() != nullptr) nb::raise_python_error();
    return squares;
}

nb::object number_of(const Squares& squares) {
    if (squares.word[1] == 0 && squares.word[2] == 0 && squares.word[3] == 0) {
        return owned(PyLong_FromUnsignedLongLong(squares.word[0]));
    }
    nb::object number = owned(PyLong_FromUnsignedLongLong(squares.word[3]));
    const nb::object bits = nb::int_(64);
    for (int word = 2; word >= 0; --word) {
        number = owned(PyNumber_Lshift(number.ptr(), bits.ptr()));
        const nb::object low = owned(PyLong_FromUnsignedLongLong(squares.word[word]));
        number = owned(PyNumber_Or(number.ptr(), low.ptr()));
    }
    return number;
}

PositionData position_of(int size, nb::handle black, nb::handle white, bool black_to_move) {
    require(is_size(size), "a board has an even size from 4 to 16");
    PositionData position;
    position.size = size;
    position.black = squares_in(black, size);
    position.white = squares_in(white, size);
    position.black_to_move = black_to_move;
    return position;
}

nb::object outflanking(int size, nb::handle own, nb::handle opponent) {
    return number_of(best_kernel().legal_moves(position_of(size, own, opponent, true)));
}

Squares flips_on(const PositionData& position, int square) {
    require(square >= 0 && square < position.size * position.size,
            "the square lies outside the board");
    return best_kernel().flips(position, square);
}

nb::object outflanked(int size, nb::handle own, nb::handle opponent, int square) {
    return number_of(flips_on(position_of(size, own, opponent, true), square));
}

// Returns black's and white's squares after a placement, or None if it outflanks nothing.
nb::object played(int size, nb::handle black, nb::handle white, bool black_to_move, int square) {
    PositionData position = position_of(size, black, white, black_to_move);
    const Squares flips = flips_on(position, square);
    Squares& own = black_to_move ? position.black : position.white;
    Squares& opponent = black_to_move ? position.white : position.black;
    std::uint64_t any = 0;
    for (int word = 0; word < 4; ++word) {
        any |= flips.word[word];
        own.word[word] |= flips.word[word];
        opponent.word[word] &= ~flips.word[word];
    }
    if (any == 0) return nb::none();
    own.word[square / 64] |= std::uint64_t{1} << square % 64;
    return nb::make_tuple(number_of(position.black), number_of(position.white));
}

nb::object canonical(int size, nb::handle black, nb::handle white) {
    const PositionData smallest = canonical_board(position_of(size, black, white, true));
    return nb::make_tuple(number_of(smallest.black), number_of(smallest.white));
}

bool same_discs(const PositionData& one, const PositionData& other) {
    return one.black == other.black && one.white == other.white;
}

// Returns the given moves together with the passes that were inserted.
std::vector<std::uint16_t> line_of(const GameRecord& game, int plies) {
    std::vector<PositionData> trace(static_cast<std::size_t>(longest_game(game.start.size)));
    best_kernel().replay(game, trace.data());
    std::vector<std::uint16_t> line;
    std::size_t given = 0;
    for (int ply = 0; ply < plies; ++ply) {
        const PositionData& before =
            ply == 0 ? game.start : trace[static_cast<std::size_t>(ply) - 1];
        const bool passed = same_discs(before, trace[static_cast<std::size_t>(ply)]);
        if (passed && game.moves[given] != pass_move) {
            line.push_back(inserted_pass);
        } else {
            line.push_back(game.moves[given++]);
        }
    }
    return line;
}

// Replays moves and inserts the passes that are missing. Returns black's and white's final squares,
// whether black is to move, and all plies; or None if a move is illegal.
nb::object replay_line(int size, nb::handle black, nb::handle white, bool black_to_move,
                       const nb::bytes& moves) {
    require(moves.size() % sizeof(std::uint16_t) == 0,
            "the bytes must hold a whole number of moves");
    std::vector<std::uint16_t> given(moves.size() / sizeof(std::uint16_t));
    if (!given.empty()) std::memcpy(given.data(), moves.data(), moves.size());
    GameRecord game{position_of(size, black, white, black_to_move), given};
    game.insert_passes = true;
    const Replay result = best_kernel().replay(game, nullptr);
    if (result.fault != Fault::none) return nb::none();
    nb::object line = moves;
    if (result.plies != result.moves_played) {
        const auto all = line_of(game, result.plies);
        line = nb::bytes(all.data(), all.size() * sizeof(std::uint16_t));
    }
    return nb::make_tuple(number_of(result.end.black), number_of(result.end.white),
                          result.end.black_to_move, line);
}

bool is_between(char character) {
    return character == ' ' || character == ',' || (character >= '\t' && character <= '\r');
}

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

// Returns the numbers of moves such as "f5d6 C3", or None if the text contains anything else.
nb::object moves_in(const nb::str& text, int size) {
    require(is_size(size), "a board has an even size from 4 to 16");
    Py_ssize_t length = 0;
    const char* at = PyUnicode_AsUTF8AndSize(text.ptr(), &length);
    if (at == nullptr) {  // half a surrogate pair, which is no square either
        PyErr_Clear();
        return nb::none();
    }
    const char* end = at + length;
    std::vector<std::uint16_t> moves;
    moves.reserve(static_cast<std::size_t>(length / 2));
    while (at < end) {
        if (is_between(*at)) {
            ++at;
            continue;
        }
        const int column = (*at | 0x20) - 'a';
        ++at;
        int row = 0;
        const char* digits = at;
        while (at < end && is_digit(*at) && at - digits < 3) {
            row = 10 * row + (*at++ - '0');
        }
        // A row has no leading zero.
        if (column < 0 || column >= size || row < 1 || row > size || *digits == '0') {
            return nb::none();
        }
        moves.push_back(static_cast<std::uint16_t>((row - 1) * size + column));
    }
    return nb::bytes(moves.data(), moves.size() * sizeof(std::uint16_t));
}

}  // namespace

void bind_rules(nb::module_& module) {
    module.def("outflanking", &outflanking, nb::arg("size"), nb::arg("own"), nb::arg("opponent"),
               nb::sig("def outflanking(size: int, own: int, opponent: int) -> int"),
               "Return the squares where a disc would outflank at least one of the opponent's.");
    module.def("outflanked", &outflanked, nb::arg("size"), nb::arg("own"), nb::arg("opponent"),
               nb::arg("square"),
               nb::sig("def outflanked(size: int, own: int, opponent: int, square: int) -> int"),
               "Return the discs that a disc on an empty square outflanks.");
    module.def("played", &played, nb::arg("size"), nb::arg("black"), nb::arg("white"),
               nb::arg("black_to_move"), nb::arg("square"),
               nb::sig("def played(size: int, black: int, white: int, black_to_move: bool, "
                       "square: int) -> tuple[int, int] | None"),
               "Place a disc; return both sides' squares, or None if it outflanks nothing.");
    module.def("canonical", &canonical, nb::arg("size"), nb::arg("black"), nb::arg("white"),
               nb::sig("def canonical(size: int, black: int, white: int) -> tuple[int, int]"),
               "Return the smallest of the eight symmetric boards.");
    module.def(
        "replay_line", &replay_line, nb::arg("size"), nb::arg("black"), nb::arg("white"),
        nb::arg("black_to_move"), nb::arg("moves"),
        nb::sig("def replay_line(size: int, black: int, white: int, black_to_move: bool, "
                "moves: bytes) -> tuple[int, int, bool, bytes] | None"),
        "Replay one game; return final squares, turn and plies, or None for an illegal move.");
    module.def(
        "moves_in", &moves_in, nb::arg("text"), nb::arg("size"),
        nb::sig("def moves_in(text: str, size: int) -> bytes | None"),
        "Read squares written one after another; return None if the text has anything else.");
}

}  // namespace outflank

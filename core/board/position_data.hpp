// Boards, moves and games as the core takes and gives them: plain values, free of boards' inner
// representation, of instruction sets and of Python.
#pragma once

#include <cstdint>
#include <span>

namespace outflank {

constexpr int smallest_size = 4;
constexpr int largest_size = 16;
constexpr int max_squares = largest_size * largest_size;

constexpr bool is_size(int size) {
    return size >= smallest_size && size <= largest_size && size % 2 == 0;
}

// One bit per square of a board of any size: bit = row * size + column, bit 0 = a1. This is how
// boards look outside the core; unused high bits are zero.
struct Squares {
    std::uint64_t word[4] = {};

    friend bool operator==(const Squares&, const Squares&) = default;
};

// A board with the side that is to move: where every call begins and every game ends.
struct PositionData {
    int size = 8;
    Squares black;
    Squares white;
    bool black_to_move = true;
};

inline PositionData start_position(int size) {
    PositionData start;
    start.size = size;
    const auto place = [size](Squares& discs, int column, int row) {
        const int square = row * size + column;
        discs.word[square / 64] |= std::uint64_t{1} << square % 64;
    };
    const int half = size / 2;
    place(start.black, half, half - 1);
    place(start.black, half - 1, half);
    place(start.white, half - 1, half - 1);
    place(start.white, half, half);
    return start;
}

// What the oracle said before a turn; `none` in variants without an oracle.
enum class Answer : std::uint8_t { none, yes, no, maybe };

constexpr bool is_answer(std::uint8_t code) {
    return code <= static_cast<std::uint8_t>(Answer::maybe);
}

// Whether a forced pass uses up one ply of a perft's depth or none.
enum class PassRule : std::uint8_t { is_ply, is_free };

// A move is a square's number (row * size + column) or a pass.
constexpr std::uint16_t pass_move = 0xFFFF;

// Between two passes somebody places a disc, so no game is longer than this.
constexpr int longest_game(int size) {
    return 2 * size * size;
}

// How likely each answer is, in units of 2^-53: below `yes` is yes, below `no` is no, else maybe.
// Whole numbers, so that every processor draws the same answers.
struct Odds {
    bool asked = false;
    std::uint64_t yes = 0;
    std::uint64_t no = 0;
    Answer first = Answer::none;  // already heard by the side to move
};

// Where the moves (and, with odds, the answers) of one game are written: room for longest_game
// entries each, or null.
struct Record {
    std::uint16_t* moves = nullptr;
    Answer* answers = nullptr;
};

// How a random game ended.
struct Playout {
    PositionData end;
    int plies = 0;
};

// Why a replay stopped before its last move.
enum class Fault : std::uint8_t {
    none,
    off_board,   // no such square
    no_capture,  // the square is occupied or outflanks nothing
    can_move,    // a pass although a move exists
    game_over,   // a move after the end
};

// One game to be replayed. Without answers every turn is classic. With `insert_passes`, passes
// that the moves leave out are played where they are forced.
struct GameRecord {
    PositionData start;
    std::span<const std::uint16_t> moves;
    const Answer* answers = nullptr;
    bool insert_passes = false;
};

// Where a replay came to stand: after its last move, or before the move that was wrong.
struct Replay {
    PositionData end;
    int moves_played = 0;  // how many of the given moves
    int plies = 0;         // the same, with the passes that were inserted
    Fault fault = Fault::none;
};

}  // namespace outflank

// Boards, moves and games at the interface of the core: plain values, independent of the internal
// representation of boards, of instruction sets and of Python.
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

// One bit per square of a board of any size: bit = row * size + column, bit 0 = a1. Boards have
// this form outside the core. Unused high bits are zero.
struct Squares {
    std::uint64_t word[4] = {};

    friend bool operator==(const Squares&, const Squares&) = default;
};

// A board and the side to move: the input of every call and the end of every game.
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

// The oracle's answer before a turn; `none` in variants without an oracle.
enum class Answer : std::uint8_t { none, yes, no, maybe };

constexpr bool is_answer(std::uint8_t code) {
    return code <= static_cast<std::uint8_t>(Answer::maybe);
}

// Whether a forced pass counts as one ply of a perft's depth.
enum class PassRule : std::uint8_t { is_ply, is_free };

// A move is a square's number (row * size + column) or a pass.
constexpr std::uint16_t pass_move = 0xFFFF;

// Between two passes at least one disc is placed, so no game is longer than this.
constexpr int longest_game(int size) {
    return 2 * size * size;
}

// The probability of each answer in units of 2^-53: a random number below `yes` is yes, below `no`
// is no, else maybe. Whole numbers, so that every processor draws the same answers.
struct Odds {
    bool asked = false;
    std::uint64_t yes = 0;
    std::uint64_t no = 0;
    Answer first = Answer::none;  // the answer that the side to move has already heard
};

// Buffers for the moves (and, with odds, the answers) of one game, with room for longest_game
// entries each; or null.
struct Record {
    std::uint16_t* moves = nullptr;
    Answer* answers = nullptr;
};

// The end of a random game.
struct Playout {
    PositionData end;
    int plies = 0;
};

// Why a replay stopped before its last move.
enum class Fault : std::uint8_t {
    none,
    off_board,   // the square does not exist
    no_capture,  // the square is occupied or the move outflanks nothing
    can_move,    // a pass although the side can move
    game_over,   // a move after the end of the game
};

// One game to replay. Without answers every turn is classic. With `insert_passes`, forced passes
// that the moves leave out are inserted.
struct GameRecord {
    PositionData start;
    std::span<const std::uint16_t> moves;
    const Answer* answers = nullptr;
    bool insert_passes = false;
};

// The state at the end of a replay: after its last move, or before the illegal one.
struct Replay {
    PositionData end;
    int moves_played = 0;  // of the given moves
    int plies = 0;         // including the passes that were inserted
    Fault fault = Fault::none;
};

}  // namespace outflank

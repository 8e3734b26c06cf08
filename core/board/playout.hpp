// Random games played to the end, classic or with an oracle, and their random numbers: the same on
// every processor and in the Python rules.
#pragma once

#include <cstdint>

#include "board/placement.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// SplitMix64: a counter and a mixing function. It is small, fast and good enough to choose moves.
// Each game has its own seed, so a batch gives the same games however it is divided.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    OUTFLANK_INLINE std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    // Returns a number from 0 to bound - 1 (bound < 2^32), by multiplication instead of division.
    OUTFLANK_INLINE int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

    // Returns a number from 0 to 2^53 - 1, the unit of odds.
    OUTFLANK_INLINE std::uint64_t next53() { return next() >> 11; }

    // The state from which another generator can continue.
    OUTFLANK_INLINE std::uint64_t state() const { return state_; }

  private:
    std::uint64_t state_;
};

OUTFLANK_INLINE Answer drawn_answer(const Odds& odds, Random& random) {
    const std::uint64_t number = random.next53();
    if (number < odds.yes) return Answer::yes;
    return number < odds.no ? Answer::no : Answer::maybe;
}

// Chooses one of the moves, all with equal probability, counting them row by row.
template <class Mask>
OUTFLANK_INLINE int drawn_square(Mask moves, Random& random) {
    for (int skipped = random.below(count(moves)); skipped > 0; --skipped) {
        moves = without_first(moves);
    }
    return first(moves);
}

// Plays one random game. Each turn draws its answer, then moves or passes. If neither side can
// move, no answer is drawn.
template <class Board>
Playout play_out(const PositionData& start, const Odds& odds, std::uint64_t seed,
                 const Record& record) {
    const typename Board::Layout layout(start.size);
    Random random(seed);
    bool black_to_move = start.black_to_move;
    Board board = board_of<Board>(start, layout);
    Answer heard = odds.first;
    int plies = 0;
    for (auto moves = board.legal_moves(layout.playable);; ++plies) {
        const bool must_pass = is_empty(moves);
        if (must_pass && is_empty(board.passed().legal_moves(layout.playable))) break;
        if (odds.asked && heard == Answer::none) heard = drawn_answer(odds, random);
        std::uint16_t move = pass_move;
        if (must_pass) {
            board = board.passed();
        } else {
            const int square = drawn_square(moves, random);
            move = static_cast<std::uint16_t>(layout.extract(square));
            board = placed(board, square, heard, black_to_move);
        }
        if (record.moves != nullptr) record.moves[plies] = move;
        if (record.answers != nullptr) record.answers[plies] = heard;
        heard = Answer::none;
        black_to_move = !black_to_move;
        moves = board.legal_moves(layout.playable);
    }
    return {position_of(board, layout, black_to_move), plies};
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

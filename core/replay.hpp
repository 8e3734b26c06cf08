// Playing recorded games again, checking every move.
#pragma once

#include "effect.hpp"
#include "kernel.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The state of one game while it is being replayed.
template <class Board>
struct Replayer {
    typename Board::Frame frame;
    Board board;
    bool black_to_move;
    Situation* trace;
    int plies = 0;

    Replayer(const Situation& start, Situation* trace_room)
        : frame(start.size), black_to_move(start.black_to_move), trace(trace_room) {
        const auto black = frame.enter(start.black);
        const auto white = frame.enter(start.white);
        board = black_to_move ? Board{black, white} : Board{white, black};
    }

    Situation situation() const {
        Situation now;
        now.size = frame.size;
        now.black_to_move = black_to_move;
        now.black = frame.leave(black_to_move ? board.mover : board.opponent);
        now.white = frame.leave(black_to_move ? board.opponent : board.mover);
        return now;
    }

    void advance(const Board& next) {
        board = next;
        black_to_move = !black_to_move;
        if (trace != nullptr) trace[plies] = situation();
        ++plies;
    }

    Fault play(std::uint16_t move, Answer answer, bool insert_passes) {
        const auto moves = board.legal_moves(frame.playable);
        if (!is_empty(moves)) {
            if (move == pass_move) return Fault::can_move;
            if (move >= frame.size * frame.size) return Fault::off_board;
            const int square = frame.enter(move);
            if (is_empty(moves & Board::bit(square))) return Fault::no_capture;
            advance(placed(board, square, answer, black_to_move));
            return Fault::none;
        }
        if (is_empty(board.passed().legal_moves(frame.playable))) return Fault::game_over;
        if (move == pass_move) {
            advance(board.passed());
            return Fault::none;
        }
        if (move >= frame.size * frame.size) return Fault::off_board;
        if (!insert_passes) return Fault::no_capture;
        const int square = frame.enter(move);
        if (is_empty(board.passed().legal_moves(frame.playable) & Board::bit(square))) {
            return Fault::no_capture;
        }
        advance(board.passed());
        return play(move, answer, false);
    }
};

// Replays one game up to its end or its first wrong move.
template <class Board>
Replay replay_game(const GameRecord& game, Situation* trace) {
    Replayer<Board> replayer(game.start, trace);
    Replay result;
    for (const std::uint16_t move : game.moves) {
        const Answer answer =
            game.answers == nullptr ? Answer::none : game.answers[result.moves_played];
        result.fault = replayer.play(move, answer, game.insert_passes);
        if (result.fault != Fault::none) break;
        ++result.moves_played;
    }
    result.plies = replayer.plies;
    result.end = replayer.situation();
    return result;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

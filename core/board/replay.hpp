// Replays recorded games and checks every move.
#pragma once

#include "board/placement.hpp"
#include "board/position_data.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The state of one game during its replay.
template <class Board>
struct Replayer {
    typename Board::Layout layout;
    Board board;
    bool black_to_move;
    PositionData* trace;
    int plies = 0;

    Replayer(const PositionData& start, PositionData* trace_room)
        : layout(start.size),
          board(board_of<Board>(start, layout)),
          black_to_move(start.black_to_move),
          trace(trace_room) {}

    PositionData position() const { return position_of(board, layout, black_to_move); }

    void advance(const Board& next) {
        board = next;
        black_to_move = !black_to_move;
        if (trace != nullptr) trace[plies] = position();
        ++plies;
    }

    Fault play(std::uint16_t move, Answer answer, bool insert_passes) {
        const auto moves = board.legal_moves(layout.playable);
        if (!is_empty(moves)) {
            if (move == pass_move) return Fault::can_move;
            if (move >= layout.size * layout.size) return Fault::off_board;
            const int square = layout.embed(move);
            if (is_empty(moves & Board::bit(square))) return Fault::no_capture;
            advance(placed(board, square, answer, black_to_move));
            return Fault::none;
        }
        if (is_empty(board.passed().legal_moves(layout.playable))) return Fault::game_over;
        if (move == pass_move) {
            advance(board.passed());
            return Fault::none;
        }
        if (move >= layout.size * layout.size) return Fault::off_board;
        if (!insert_passes) return Fault::no_capture;
        const int square = layout.embed(move);
        if (is_empty(board.passed().legal_moves(layout.playable) & Board::bit(square))) {
            return Fault::no_capture;
        }
        advance(board.passed());
        return play(move, answer, false);
    }
};

// Replays one game up to its end or its first illegal move.
template <class Board>
Replay replay_game(const GameRecord& game, PositionData* trace) {
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
    result.end = replayer.position();
    return result;
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

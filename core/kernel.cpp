// One kernel: compiled once for every instruction set, see CMakeLists.txt.
#include "kernel.hpp"

#include "perft.hpp"
#include "playout.hpp"
#include "replay.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

namespace {

template <class Board>
Board board_of(const Situation& situation, const typename Board::Frame& frame) {
    const auto black = frame.enter(situation.black);
    const auto white = frame.enter(situation.white);
    return situation.black_to_move ? Board{black, white} : Board{white, black};
}

template <class Board>
std::uint64_t perft_on(const Situation& start, int depth, PassRule rule) {
    if (depth <= 0) return 1;
    const typename Board::Frame frame(start.size);
    const Board board = board_of<Board>(start, frame);
    if (rule == PassRule::is_ply) {
        return count_leaves<PassRule::is_ply>(board, frame.playable, depth);
    }
    return count_leaves<PassRule::is_free>(board, frame.playable, depth);
}

template <class Board>
Squares legal_moves_on(const Situation& situation) {
    const typename Board::Frame frame(situation.size);
    return frame.leave(board_of<Board>(situation, frame).legal_moves(frame.playable));
}

template <class Board>
Squares flips_on(const Situation& situation, int square) {
    const typename Board::Frame frame(situation.size);
    const Board board = board_of<Board>(situation, frame);
    const int entered = frame.enter(square);
    if (is_empty(board.empties(frame.playable) & Board::bit(entered))) return {};
    return frame.leave(board.flips(entered));
}

// Frames of 8 x 8 hold the sizes up to 8; all others need the large frame.

std::uint64_t perft(const Situation& start, int depth, PassRule rule) {
    return start.size <= 8 ? perft_on<Board64>(start, depth, rule)
                           : perft_on<Board256>(start, depth, rule);
}

Playout playout(const Situation& start, const Odds& odds, std::uint64_t seed,
                const Record& record) {
    return start.size <= 8 ? play_out<Board64>(start, odds, seed, record)
                           : play_out<Board256>(start, odds, seed, record);
}

Replay replay(const GameRecord& game, Situation* trace) {
    return game.start.size <= 8 ? replay_game<Board64>(game, trace)
                                : replay_game<Board256>(game, trace);
}

Squares legal_moves(const Situation& situation) {
    return situation.size <= 8 ? legal_moves_on<Board64>(situation)
                               : legal_moves_on<Board256>(situation);
}

Squares flips(const Situation& situation, int square) {
    return situation.size <= 8 ? flips_on<Board64>(situation, square)
                               : flips_on<Board256>(situation, square);
}

}  // namespace

#define OUTFLANK_TEXT_OF(name) #name
#define OUTFLANK_TEXT(name) OUTFLANK_TEXT_OF(name)

extern const Kernel kernel;
const Kernel kernel{
    OUTFLANK_TEXT(OUTFLANK_INSTRUCTIONS), perft, playout, replay, legal_moves, flips};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

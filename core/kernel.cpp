// One kernel: compiled once for every instruction set, see CMakeLists.txt.
#include "kernel.hpp"

#include "chance.hpp"
#include "perft.hpp"
#include "playout.hpp"
#include "replay.hpp"
#include "root.hpp"

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

template <class Board, int cells>
void think_on(const Question& question, Desk& desk) {
    // On the heap: a root holds tables that would crowd a thread's stack.
    std::make_unique<Root<Board, cells>>(question, desk)->think();
}

// The search with an oracle sees the desk through this: it thinks in one thread.
struct ChanceBridge {
    Desk& desk;
    ChanceDesk chance;

    explicit ChanceBridge(Desk& all) : desk(all) {
        chance.table = all.table;
        chance.stop = &all.stop;
        chance.context = this;
        chance.out_of_time = [](void* context) {
            auto& bridge = *static_cast<ChanceBridge*>(context);
            bridge.desk.nodes.store(bridge.chance.nodes, std::memory_order_relaxed);
            return bridge.desk.look(0);
        };
        chance.may_go_on = [](void* context) {
            const Desk& desk = static_cast<ChanceBridge*>(context)->desk;
            const std::int64_t soft = desk.soft_deadline.load(std::memory_order_relaxed);
            return soft == 0 || Desk::now() < soft;
        };
        chance.report = [](void* context, const Findings& findings) {
            Desk& desk = static_cast<ChanceBridge*>(context)->desk;
            desk.running_depth.store(findings.depth + 1, std::memory_order_relaxed);
            const auto timed = std::make_unique<Findings>(findings);
            timed->seconds = desk.seconds();
            desk.report(desk.context, *timed);
        };
    }
};

template <class Board>
void think_with_oracle(const Question& question, Desk& desk) {
    ChanceBridge bridge(desk);
    think_with_chance<Board>(question, bridge.chance);
}

void think(const Question& question, Desk& desk) {
    const int size = question.situation.size;
    if (question.odds.asked) {
        return size > 8 ? think_with_oracle<Board256>(question, desk)
                        : think_with_oracle<Board64>(question, desk);
    }
    if (size > 8) return think_on<Board256, 0>(question, desk);
    if (size == 8 && !question.fewest_wins) return think_on<Board64, 64>(question, desk);
    if (size == 6 && !question.fewest_wins) return think_on<Board64, 36>(question, desk);
    think_on<Board64, 0>(question, desk);
}

}  // namespace

#define OUTFLANK_TEXT_OF(name) #name
#define OUTFLANK_TEXT(name) OUTFLANK_TEXT_OF(name)

extern const Kernel kernel;
const Kernel kernel{
    OUTFLANK_TEXT(OUTFLANK_INSTRUCTIONS), perft, playout, replay, legal_moves, flips, think};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

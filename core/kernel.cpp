// One kernel, compiled once for every instruction set; see CMakeLists.txt.
#include "kernel.hpp"

#include "board/moves_by_size.hpp"
#include "board/perft.hpp"
#include "board/playout.hpp"
#include "board/replay.hpp"
#include "search/by_game/search_by_game.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

namespace {

template <class Board>
std::uint64_t perft_on(const PositionData& start, int depth, PassRule rule) {
    if (depth <= 0) return 1;
    const typename Board::Layout layout(start.size);
    const Board board = board_of<Board>(start, layout);
    if (rule == PassRule::is_ply) {
        return count_leaves<PassRule::is_ply>(board, layout.playable, depth);
    }
    return count_leaves<PassRule::is_free>(board, layout.playable, depth);
}

// Sizes up to 8 use the 8 x 8 grid, larger ones the 16 x 16 grid.

std::uint64_t perft(const PositionData& start, int depth, PassRule rule) {
    return start.size <= 8 ? perft_on<Board64>(start, depth, rule)
                           : perft_on<Board256>(start, depth, rule);
}

Playout playout(const PositionData& start, const Odds& odds, std::uint64_t seed,
                const Record& record) {
    return start.size <= 8 ? play_out<Board64>(start, odds, seed, record)
                           : play_out<Board256>(start, odds, seed, record);
}

Replay replay(const GameRecord& game, PositionData* trace) {
    return game.start.size <= 8 ? replay_game<Board64>(game, trace)
                                : replay_game<Board256>(game, trace);
}

}  // namespace

#define OUTFLANK_TEXT_OF(name) #name
#define OUTFLANK_TEXT(name) OUTFLANK_TEXT_OF(name)

extern const BatchKernel batch_kernel;

extern const Kernel kernel;
const Kernel kernel{OUTFLANK_TEXT(OUTFLANK_INSTRUCTIONS),
                    perft,
                    playout,
                    replay,
                    legal_moves_of,
                    flips_of,
                    search_game,
                    evaluate_all,
                    &batch_kernel};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// One kernel: compiled once for every instruction set, see CMakeLists.txt.
#include "kernel.hpp"

#include "board/perft.hpp"
#include "board/playout.hpp"
#include "board/replay.hpp"
#include "chance/chance_root.hpp"
#include "search/root_search.hpp"

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

template <class Board>
Squares legal_moves_on(const PositionData& position) {
    const typename Board::Layout layout(position.size);
    return layout.extract(board_of<Board>(position, layout).legal_moves(layout.playable));
}

template <class Board>
Squares flips_on(const PositionData& position, int square) {
    const typename Board::Layout layout(position.size);
    const Board board = board_of<Board>(position, layout);
    const int embedded = layout.embed(square);
    if (is_empty(board.empties(layout.playable) & Board::bit(embedded))) return {};
    return layout.extract(board.flips(embedded));
}

// Grids of 8 x 8 hold the sizes up to 8; all others need the large grid.

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

Squares legal_moves(const PositionData& position) {
    return position.size <= 8 ? legal_moves_on<Board64>(position)
                              : legal_moves_on<Board256>(position);
}

Squares flips(const PositionData& position, int square) {
    return position.size <= 8 ? flips_on<Board64>(position, square)
                              : flips_on<Board256>(position, square);
}

// On the heap: root searches hold tables that would crowd a thread's stack.
template <class Root>
void search_with(const SearchRequest& request, SearchContext& context) {
    std::make_unique<Root>(request, context)->run();
}

void search(const SearchRequest& request, SearchContext& context) {
    const int size = request.position.size;
    if (request.odds.asked) {
        return size > 8 ? search_with<ChanceRootSearch<Board256>>(request, context)
                        : search_with<ChanceRootSearch<Board64>>(request, context);
    }
    if (size > 8) return search_with<RootSearch<Board256, 0>>(request, context);
    if (size == 8 && !request.fewest_wins) {
        return search_with<RootSearch<Board64, 64>>(request, context);
    }
    if (size == 6 && !request.fewest_wins) {
        return search_with<RootSearch<Board64, 36>>(request, context);
    }
    search_with<RootSearch<Board64, 0>>(request, context);
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
                    legal_moves,
                    flips,
                    search,
                    &batch_kernel};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

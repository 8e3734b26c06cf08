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
Board board_of(const PositionData& position, const typename Board::Layout& layout) {
    const auto black = layout.embed(position.black);
    const auto white = layout.embed(position.white);
    return position.black_to_move ? Board{black, white} : Board{white, black};
}

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

template <class Board, int cells>
void think_on(const SearchRequest& request, SearchContext& context) {
    // On the heap: a root holds tables that would crowd a thread's stack.
    std::make_unique<RootSearch<Board, cells>>(request, context)->think();
}

// The search with an oracle sees the context through this: it thinks in one thread.
struct ChanceBridge {
    SearchContext& context;
    ChanceContext chance;

    explicit ChanceBridge(SearchContext& all) : context(all) {
        chance.table = all.table;
        chance.stop = &all.stop;
        chance.receiver = this;
        chance.out_of_time = [](void* receiver) {
            auto& bridge = *static_cast<ChanceBridge*>(receiver);
            bridge.context.nodes.store(bridge.chance.nodes, std::memory_order_relaxed);
            return bridge.context.add_nodes(0);
        };
        chance.may_go_on = [](void* receiver) {
            const SearchContext& context = static_cast<ChanceBridge*>(receiver)->context;
            const std::int64_t soft = context.soft_deadline.load(std::memory_order_relaxed);
            return soft == 0 || SearchContext::now() < soft;
        };
        chance.report = [](void* receiver, const SearchReport& report) {
            SearchContext& context = static_cast<ChanceBridge*>(receiver)->context;
            context.current_depth.store(report.depth + 1, std::memory_order_relaxed);
            const auto timed = std::make_unique<SearchReport>(report);
            timed->seconds = context.seconds();
            context.report(context.receiver, *timed);
        };
    }
};

template <class Board>
void think_with_oracle(const SearchRequest& request, SearchContext& context) {
    ChanceBridge bridge(context);
    think_with_chance<Board>(request, bridge.chance);
}

void think(const SearchRequest& request, SearchContext& context) {
    const int size = request.position.size;
    if (request.odds.asked) {
        return size > 8 ? think_with_oracle<Board256>(request, context)
                        : think_with_oracle<Board64>(request, context);
    }
    if (size > 8) return think_on<Board256, 0>(request, context);
    if (size == 8 && !request.fewest_wins) return think_on<Board64, 64>(request, context);
    if (size == 6 && !request.fewest_wins) return think_on<Board64, 36>(request, context);
    think_on<Board64, 0>(request, context);
}

}  // namespace

#define OUTFLANK_TEXT_OF(name) #name
#define OUTFLANK_TEXT(name) OUTFLANK_TEXT_OF(name)

extern const Kernel kernel;
const Kernel kernel{
    OUTFLANK_TEXT(OUTFLANK_INSTRUCTIONS), perft, playout, replay, legal_moves, flips, think};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// Random positions and complete searches of games with an oracle.
#pragma once

#include <atomic>
#include <memory>

#include "board/playout.hpp"
#include "chance/chance_root.hpp"
#include "tests/plain_rules.hpp"

namespace {

Odds odds_of(double yes, double no) {
    Odds odds;
    odds.asked = true;
    odds.yes = static_cast<std::uint64_t>(yes * 9007199254740992.0);
    odds.no = odds.yes + static_cast<std::uint64_t>(no * 9007199254740992.0);
    return odds;
}

// A board of the search together with the side to move.
template <class Board>
struct BoardTurn {
    Board board;
    bool black_to_move;
};

template <class Board>
BoardTurn<Board> board_turn_of(const PositionData& position) {
    return {board_of<Board>(position, typename Board::Layout(position.size)),
            position.black_to_move};
}

template <class Board>
PositionData position_of(const BoardTurn<Board>& turn, int size) {
    return position_of(turn.board, typename Board::Layout(size), turn.black_to_move);
}

// Plays at random until this many squares are empty and the side to move has a move.
template <class Board>
PositionData random_position(int size, const Odds& odds, int empties, Random& random) {
    const typename Board::Layout layout(size);
    for (;;) {
        BoardTurn<Board> turn = board_turn_of<Board>(start_position(size));
        for (int passes = 0; passes < 2;) {
            const auto moves = turn.board.legal_moves(layout.playable);
            if (is_empty(moves)) {
                ++passes;
                turn = {turn.board.passed(), !turn.black_to_move};
                continue;
            }
            passes = 0;
            if (count(turn.board.empties(layout.playable)) <= empties) {
                return position_of(turn, size);
            }
            const int square = drawn_square(moves, random);
            const Answer answer = drawn_answer(odds, random);
            turn = {placed(turn.board, square, answer, turn.black_to_move), !turn.black_to_move};
        }
    }
}

// Memory for a table of this many buckets (a power of two, or none).
class Memory {
  public:
    explicit Memory(std::size_t buckets) : words_(buckets * bucket_words), buckets_(buckets) {}

    TableMemory table(std::uint8_t age = 0) {
        if (buckets_ == 0) return {};
        return {words_.data(), buckets_ - 1, age};
    }

  private:
    std::vector<std::atomic<std::uint64_t>> words_;
    std::size_t buckets_;
};

// The reports of a search.
struct Reported {
    int reports = 0;
    bool is_final = false;
    SearchReport last;
};

// Searches until the request's limits, with the threads of a pool if there is one.
template <class Board>
Reported search(const SearchRequest& request, const TableMemory& table, bool stopped = false,
                ThreadPool* pool = nullptr, int threads = 1) {
    Reported reported;
    SearchContext context;
    context.pool = pool;
    context.threads = threads;
    context.start(request.limits);
    context.stop = stopped;
    context.table = table;
    context.receiver = &reported;
    context.report = [](void* receiver, const SearchReport& report) {
        Reported& all = *static_cast<Reported*>(receiver);
        expect(!all.is_final, "nothing is reported after the final report");
        ++all.reports;
        all.is_final = report.final;
        all.last = report;
    };
    std::make_unique<ChanceRootSearch<Board>>(request, context)->run();
    expect(reported.is_final, "the last report is final");
    expect(context.nodes == reported.last.nodes, "a report contains the number of nodes");
    return reported;
}

}  // namespace

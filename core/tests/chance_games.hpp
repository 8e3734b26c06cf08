// Random positions and whole searches of games with an oracle.
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

// A position of the search with whose turn it is.
template <class Board>
struct Place {
    Board board;
    bool black_to_move;
};

template <class Board>
Place<Board> place_of(const PositionData& position) {
    return {board_of<Board>(position, typename Board::Layout(position.size)),
            position.black_to_move};
}

template <class Board>
PositionData position_of(const Place<Board>& place, int size) {
    return position_of(place.board, typename Board::Layout(size), place.black_to_move);
}

// Plays at random until so many squares are empty and the side to move can move.
template <class Board>
PositionData random_position(int size, const Odds& odds, int empties, Random& random) {
    const typename Board::Layout layout(size);
    for (;;) {
        Place<Board> place = place_of<Board>(start_position(size));
        for (int passes = 0; passes < 2;) {
            const auto moves = place.board.legal_moves(layout.playable);
            if (is_empty(moves)) {
                ++passes;
                place = {place.board.passed(), !place.black_to_move};
                continue;
            }
            passes = 0;
            if (count(place.board.empties(layout.playable)) <= empties) {
                return position_of(place, size);
            }
            const int square = drawn_square(moves, random);
            const Answer answer = drawn_answer(odds, random);
            place = {placed(place.board, square, answer, place.black_to_move),
                     !place.black_to_move};
        }
    }
}

// Memory for a table of so many buckets (a power of two), or none.
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

// What a search reported.
struct Reported {
    int reports = 0;
    bool is_final = false;
    SearchReport last;
};

// Searches to the end of the request's limits, with the threads of a pool where there is one.
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
    expect(context.nodes == reported.last.nodes, "a report tells the nodes");
    return reported;
}

}  // namespace

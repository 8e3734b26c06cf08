// Plays deep searches of games with an oracle against shallow ones and prints the score: a figure
// to be read, not a test to be passed.
#include <cstdio>

#include "tests/chance_games.hpp"

namespace {

template <class Board>
std::uint16_t chosen(const PositionData& position, const Odds& odds, Answer answer, int depth,
                     const TableMemory& table) {
    SearchRequest request;
    request.position = position;
    request.odds = odds;
    request.odds.first = answer;
    request.limits.depth = depth;
    return search<Board>(request, table).last.variations[0].move;
}

template <class Board>
void play_match(int size, int deep, int shallow, int pairs) {
    Memory memory(1 << 14);
    const typename Board::Layout layout(size);
    const Odds odds = odds_of(0.45, 0.45);
    double points = 0;
    double discs = 0;
    for (int game = 0; game < 2 * pairs; ++game) {
        Random random(static_cast<std::uint64_t>(game / 2 + 1));
        const bool deep_is_black = game % 2 == 0;
        auto place = place_of<Board>(random_position<Board>(size, odds, size * size - 10, random));
        for (int passes = 0; passes < 2;) {
            const Answer answer = drawn_answer(odds, random);
            if (is_empty(place.board.legal_moves(layout.playable))) {
                ++passes;
                place = {place.board.passed(), !place.black_to_move};
                continue;
            }
            passes = 0;
            const int depth = place.black_to_move == deep_is_black ? deep : shallow;
            const int square = layout.embed(
                chosen<Board>(position_of(place, size), odds, answer, depth, memory.table()));
            place = {placed(place.board, square, answer, place.black_to_move),
                     !place.black_to_move};
        }
        const bool deep_to_move = place.black_to_move == deep_is_black;
        const int margin = count(place.board.mover) - count(place.board.opponent);
        const int ahead = deep_to_move ? margin : -margin;
        points += ahead > 0 ? 1 : ahead == 0 ? 0.5 : 0;
        discs += ahead;
    }
    std::printf("%dx%d: depth %d against %d: %.1f of %d points, %+.1f discs a game\n", size, size,
                deep, shallow, points, 2 * pairs, discs / (2 * pairs));
}

}  // namespace

int main() {
    play_match<Board64>(6, 5, 2, 100);
    play_match<Board64>(8, 5, 2, 100);
    play_match<Board64>(8, 5, 1, 50);
    play_match<Board256>(10, 4, 2, 20);
}

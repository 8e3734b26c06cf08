// Tests of the search with an oracle, run by ctest and under the sanitizers.
//
// Every result is compared with a search that tries every move and every answer without cuts.
#include <algorithm>
#include <cmath>

#include "tests/chance_games.hpp"

namespace {

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

// What is maximised: discs, or the chance to win and discs only between equal chances.
enum class Aim { discs, win };

struct Result {
    double win = 0;  // +1 won, -1 lost
    double discs = 0;

    Result operator-() const { return {-win, -discs}; }
};

bool is_better(const Result& one, const Result& other, Aim aim) {
    if (aim == Aim::discs || near(one.win, other.win, 1e-9)) return one.discs > other.discs;
    return one.win > other.win;
}

// The search without cuts: each answer, each move.
template <class Board>
class Plain {
  public:
    explicit Plain(const SearchRequest& request)
        : request_(request),
          layout_(request.position.size),
          chances_(likely_answers(request.odds)),
          evaluation_(request.position.size, request.fewest_wins, chances_),
          squares_(request.position.size * request.position.size) {}

    Result expected(const BoardTurn<Board>& turn, int depth, Aim aim) const {
        const auto moves = turn.board.legal_moves(layout_.playable);
        if (is_empty(moves)) {
            const Board passed = turn.board.passed();
            if (is_empty(passed.legal_moves(layout_.playable))) return result_of(turn.board);
            return -expected({passed, !turn.black_to_move}, depth, aim);
        }
        if (depth == 0) {
            return {0, evaluation_.value(turn.board, moves, turn.black_to_move)};
        }
        Result sum;
        for (int index = 0; index < chances_.count; ++index) {
            const Result one = best(turn, chances_.answer[index], depth, aim);
            sum.win += chances_.chance[index] * one.win;
            sum.discs += chances_.chance[index] * one.discs;
        }
        return sum;
    }

    Result after(const BoardTurn<Board>& turn, int square, Answer answer, int depth,
                 Aim aim) const {
        const Board next = placed(turn.board, square, answer, turn.black_to_move);
        return -expected({next, !turn.black_to_move}, depth - 1, aim);
    }

    Result best(const BoardTurn<Board>& turn, Answer answer, int depth, Aim aim) const {
        Result highest{-2, -1000};
        auto moves = turn.board.legal_moves(layout_.playable);
        for (; !is_empty(moves); moves = without_first(moves)) {
            const Result one = after(turn, first(moves), answer, depth, aim);
            if (is_better(one, highest, aim)) highest = one;
        }
        return highest;
    }

  private:
    Result result_of(const Board& board) const {
        const int own = count(board.mover);
        const int theirs = count(board.opponent);
        if (own == theirs) return {};
        const int margin = own > theirs ? squares_ - 2 * theirs : 2 * own - squares_;
        const int discs = request_.fewest_wins ? -margin : margin;
        return {discs > 0 ? 1.0 : -1.0, static_cast<double>(discs)};
    }

    const SearchRequest& request_;
    typename Board::Layout layout_;
    AnswerChances chances_;
    ChanceEvaluation<Board> evaluation_;
    int squares_;
};

const Odds all_odds[] = {odds_of(0.45, 0.45),       odds_of(0.5, 0.5), odds_of(0.2, 0.5),
                         odds_of(0.49995, 0.49995), odds_of(1, 0),     odds_of(0, 0),
                         odds_of(0.8, 0.2)};

std::string named(const SearchRequest& request, const std::string& law) {
    return "size " + std::to_string(request.position.size) + ", yes " +
           std::to_string(static_cast<double>(request.odds.yes) / 9007199254740992.0) +
           (request.fewest_wins ? ", fewest win: " : ": ") + law;
}

template <class Board>
void the_end_is_reckoned_exactly(int size, int empties, int rounds) {
    Random random(static_cast<std::uint64_t>(size * 100 + empties));
    Memory large(1 << 12);
    Memory tiny(1);
    for (int round = 0; round < rounds; ++round) {
        SearchRequest request;
        request.odds = all_odds[random.below(7)];
        request.fewest_wins = random.below(3) == 0;
        request.position = random_position<Board>(size, odds_of(0.4, 0.4), empties, random);
        request.odds.first = static_cast<Answer>(random.below(4));
        request.candidates = 1 + random.below(4) * 5;
        const Plain<Board> plain(request);
        const auto turn = board_turn_of<Board>(request.position);
        const typename Board::Layout layout(size);
        const SearchReport found =
            search<Board>(request, large.table(static_cast<std::uint8_t>(round))).last;
        const SearchReport again = search<Board>(request, tiny.table()).last;
        const bool awaited = request.odds.first == Answer::none;
        const Answer answer = request.odds.first;
        const Result best = awaited ? plain.expected(turn, empties, Aim::win)
                                    : plain.best(turn, answer, empties, Aim::win);
        expect(found.variations[0].depth == empties && found.depth == empties,
               named(request, "the search reaches the end of the game"));
        expect(near(found.variations[0].win_chance, (best.win + 1) / 2, 1e-4),
               named(request, "the chance to win is exact"));
        expect(found.count == (awaited ? 1
                                       : std::min(request.candidates,
                                                  count(turn.board.legal_moves(layout.playable)))),
               named(request, "the requested number of moves is scored"));
        for (int index = 0; index < found.count; ++index) {
            const Variation& variation = found.variations[index];
            expect(variation.kind == ScoreKind::expected && variation.confidence == 100,
                   named(request, "values are expected values"));
            expect(near(variation.discs, again.variations[index].discs, 1e-5) &&
                       near(variation.win_chance, again.variations[index].win_chance, 1e-6),
                   named(request, "the size of the table changes nothing"));
            if (awaited) {
                expect(variation.move == pass_move && variation.length == 0,
                       named(request, "no move is named while an answer is awaited"));
                continue;
            }
            const Result one =
                plain.after(turn, layout.embed(variation.move), answer, empties, Aim::win);
            expect(near(variation.discs, one.discs, 1e-3) &&
                       near(variation.win_chance, (one.win + 1) / 2, 1e-4),
                   named(request, "each move has its exact value"));
            expect(index == 0 ||
                       found.variations[index - 1].win_chance >= variation.win_chance - 1e-6F,
                   named(request, "the best move comes first"));
        }
        if (failures > 20) return;
    }
}

template <class Board>
void nothing_is_lost_by_cuts(int size, int empties, int depth, int rounds) {
    Random random(static_cast<std::uint64_t>(size * 1000 + empties));
    Memory large(1 << 14);
    Memory tiny(2);
    Memory none(0);
    for (int round = 0; round < rounds; ++round) {
        SearchRequest request;
        request.odds = all_odds[random.below(7)];
        request.fewest_wins = random.below(3) == 0;
        request.position = random_position<Board>(size, odds_of(0.4, 0.4), empties, random);
        request.odds.first = static_cast<Answer>(random.below(4));
        request.limits.depth = depth;
        const Plain<Board> plain(request);
        const auto turn = board_turn_of<Board>(request.position);
        const Result best = request.odds.first == Answer::none
                                ? plain.expected(turn, depth, Aim::discs)
                                : plain.best(turn, request.odds.first, depth, Aim::discs);
        for (Memory* memory : {&large, &tiny, &none}) {
            const SearchReport found =
                search<Board>(request, memory->table(static_cast<std::uint8_t>(round))).last;
            expect(found.depth == depth && near(found.variations[0].discs, best.discs, 1e-4),
                   named(request, "a search with cuts has the same result as one without"));
        }
        if (failures > 20) return;
    }
}

template <class Board>
void there_is_always_a_legal_move(int size) {
    Random random(static_cast<std::uint64_t>(size));
    Memory memory(1 << 8);
    const typename Board::Layout layout(size);
    for (int round = 0; round < 60; ++round) {
        SearchRequest request;
        request.odds = all_odds[random.below(7)];
        request.fewest_wins = random.below(3) == 0;
        const int empties = 1 + random.below(size * size - 4);
        request.position = random_position<Board>(size, odds_of(0.4, 0.4), empties, random);
        request.odds.first = static_cast<Answer>(1 + random.below(3));
        request.candidates = 1 + random.below(4);
        request.limits.nodes = static_cast<std::uint64_t>(1 + random.below(500));
        const bool stopped = round % 4 == 0;
        const SearchReport found = search<Board>(request, memory.table(), stopped).last;
        const auto moves =
            board_turn_of<Board>(request.position).board.legal_moves(layout.playable);
        expect(found.count >= 1, named(request, "a move is found even when there is no time"));
        for (int index = 0; index < found.count; ++index) {
            const Variation& variation = found.variations[index];
            expect(variation.move < size * size &&
                       !is_empty(moves & Board::bit(layout.embed(variation.move))),
                   named(request, "a move is legal"));
            expect(variation.win_chance >= 0 && variation.win_chance <= 1 &&
                       std::abs(variation.discs) <= static_cast<float>(size * size),
                   named(request, "a result is within its range"));
        }
        expect(found.nodes <= request.limits.nodes,
               named(request, "the node limit is not exceeded"));
    }
}

// Apart from rounding, values do not depend on which thread searched what first.
template <class Board>
void threads_change_no_value(int size, int empties, int depth, int rounds) {
    constexpr int threads = 3;
    ThreadPool pool(threads);
    Random random(static_cast<std::uint64_t>(size * 10000 + empties));
    Memory memory(1 << 14);
    Memory others(1 << 14);
    for (int round = 0; round < rounds; ++round) {
        SearchRequest request;
        request.odds = all_odds[random.below(7)];
        request.fewest_wins = random.below(3) == 0;
        request.position = random_position<Board>(size, odds_of(0.4, 0.4), empties, random);
        request.odds.first = static_cast<Answer>(random.below(4));
        request.candidates = 1 + random.below(2) * 3;
        request.limits.depth = depth;
        const auto age = static_cast<std::uint8_t>(round);
        const SearchReport alone = search<Board>(request, memory.table(age)).last;
        const SearchReport together =
            search<Board>(request, others.table(age), false, &pool, threads).last;
        expect(together.depth == alone.depth && together.count == alone.count,
               named(request, "several threads search as deep as one"));
        for (int index = 0; index < alone.count; ++index) {
            const Variation& one = alone.variations[index];
            const Variation& other = together.variations[index];
            expect(
                near(one.discs, other.discs, 1e-4) && near(one.win_chance, other.win_chance, 1e-5),
                named(request, "several threads find the same values as one"));
        }
        if (failures > 20) return;
    }
}

// Bounds of one position that meet are its exact score, and the reported discs must belong to that
// score. A search without a table finds 0.43597 here.
void discs_belong_to_the_score() {
    constexpr int empties = 10;
    Random random(5);
    SearchRequest request;
    request.odds = odds_of(0.45, 0.45);
    for (int draw = 0; draw < 10; ++draw) {
        request.position = random_position<Board64>(4, odds_of(0.4, 0.4), empties, random);
    }
    Memory memory(1 << 16);
    SearchContext context;
    context.table = memory.table();
    context.start(request.limits);
    SharedChanceSearch<Board64> shared(request, context);
    ChanceSearch<Board64> thread(shared, nullptr, 0);
    shared.begin_iteration(true);
    const Board64 root = board_of<Board64>(request.position, shared.layout);
    const ChanceValue found =
        thread.expected(root, shared.evaluation.begin(root), request.position.black_to_move,
                        empties, -shared.infinity(), shared.infinity());
    expect(near(found.discs, 0.435970438, 1e-6), "the expected discs belong to the score");
}

void several_threads_keep_within_their_limits() {
    constexpr int threads = 3;
    constexpr std::uint64_t most_beyond = threads * chance_poll_interval;
    ThreadPool pool(threads);
    Random random(7);
    Memory memory(1 << 10);
    const Board64::Layout layout(8);
    for (int round = 0; round < 100; ++round) {
        SearchRequest request;
        request.odds = odds_of(0.45, 0.45);
        request.odds.first = Answer::yes;
        request.position = random_position<Board64>(8, request.odds, 10 + random.below(40), random);
        request.limits.nodes = static_cast<std::uint64_t>(1 + random.below(50000));
        const SearchReport found =
            search<Board64>(request, memory.table(), false, &pool, threads).last;
        const auto moves =
            board_turn_of<Board64>(request.position).board.legal_moves(layout.playable);
        expect(found.count == 1 &&
                   !is_empty(moves & Board64::bit(layout.embed(found.variations[0].move))),
               "stopped threads have found a legal move");
        expect(found.nodes <= request.limits.nodes + most_beyond,
               "threads stop close to the node limit");
    }
}

// The rules never ask for a search of a finished game or a forced pass, but it must not fail.
void a_position_without_moves_has_its_value() {
    SearchRequest request;
    request.odds = odds_of(0.45, 0.45);
    request.odds.first = Answer::yes;
    request.position.size = 8;
    request.position.black.word[0] = 0xFF;
    const SearchReport found = search<Board64>(request, {}).last;
    expect(found.count == 1 && found.variations[0].move == pass_move, "no move is invented");
    expect(near(found.variations[0].discs, 64, 1e-6), "the winner gets the empty squares");
}

}  // namespace

int main() {
    the_end_is_reckoned_exactly<Board64>(4, 1, 60);
    the_end_is_reckoned_exactly<Board64>(4, 4, 60);
    the_end_is_reckoned_exactly<Board64>(4, 6, 20);
    the_end_is_reckoned_exactly<Board64>(6, 5, 60);
    the_end_is_reckoned_exactly<Board64>(8, 4, 60);
    the_end_is_reckoned_exactly<Board256>(10, 4, 20);
    std::printf("searches to the end: done\n");
    nothing_is_lost_by_cuts<Board64>(4, 10, 4, 60);
    nothing_is_lost_by_cuts<Board64>(6, 20, 3, 60);
    nothing_is_lost_by_cuts<Board64>(8, 40, 3, 40);
    nothing_is_lost_by_cuts<Board64>(8, 20, 4, 4);
    nothing_is_lost_by_cuts<Board256>(10, 60, 2, 30);
    nothing_is_lost_by_cuts<Board256>(16, 240, 3, 10);
    std::printf("cuts: done\n");
    for (int size = smallest_size; size <= 8; size += 2) {
        there_is_always_a_legal_move<Board64>(size);
    }
    for (int size = 10; size <= largest_size; size += 2) {
        there_is_always_a_legal_move<Board256>(size);
    }
    a_position_without_moves_has_its_value();
    threads_change_no_value<Board64>(4, 9, 9, 20);
    threads_change_no_value<Board64>(6, 8, 8, 10);
    threads_change_no_value<Board64>(8, 30, 5, 10);
    threads_change_no_value<Board256>(10, 60, 4, 10);
    discs_belong_to_the_score();
    several_threads_keep_within_their_limits();
    std::printf("threads: done\n");
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

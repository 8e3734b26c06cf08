// Tests of the search with an oracle: run by ctest, and under the sanitizers.
//
// Everything is compared with a search that looks at every move and every answer and leaves nothing
// out. With the argument `match` it plays deep against shallow searches instead and tells the
// score.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "chance.hpp"
#include "plain_rules.hpp"
#include "playout.hpp"
#include "random.hpp"

namespace {

bool near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance;
}

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
Place<Board> place_of(const Situation& situation) {
    const typename Board::Frame frame(situation.size);
    const auto black = frame.enter(situation.black);
    const auto white = frame.enter(situation.white);
    if (situation.black_to_move) return {{black, white}, true};
    return {{white, black}, false};
}

template <class Board>
Situation situation_of(const Place<Board>& place, int size) {
    const typename Board::Frame frame(size);
    Situation situation;
    situation.size = size;
    situation.black_to_move = place.black_to_move;
    situation.black = frame.leave(place.black_to_move ? place.board.mover : place.board.opponent);
    situation.white = frame.leave(place.black_to_move ? place.board.opponent : place.board.mover);
    return situation;
}

// Plays at random until so many squares are empty and the side to move can move.
template <class Board>
Situation random_situation(int size, const Odds& odds, int empties, Random& random) {
    const typename Board::Frame frame(size);
    for (;;) {
        Place<Board> place = place_of<Board>(start_of(size));
        for (int passes = 0; passes < 2;) {
            const auto moves = place.board.legal_moves(frame.playable);
            if (is_empty(moves)) {
                ++passes;
                place = {place.board.passed(), !place.black_to_move};
                continue;
            }
            passes = 0;
            if (count(place.board.empties(frame.playable)) <= empties) {
                return situation_of(place, size);
            }
            const int square = drawn_square(moves, random);
            const Answer answer = drawn_answer(odds, random);
            place = {placed(place.board, square, answer, place.black_to_move),
                     !place.black_to_move};
        }
    }
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

// The search without any cut: each answer, each move.
template <class Board>
class Plain {
  public:
    explicit Plain(const Question& question)
        : question_(question),
          frame_(question.situation.size),
          chances_(likely_answers(question.odds)),
          evaluation_(question.situation.size, question.fewest_wins, chances_),
          squares_(question.situation.size * question.situation.size) {}

    Result expected(const Place<Board>& place, int depth, Aim aim) const {
        const auto moves = place.board.legal_moves(frame_.playable);
        if (is_empty(moves)) {
            const Board passed = place.board.passed();
            if (is_empty(passed.legal_moves(frame_.playable))) return result_of(place.board);
            return -expected({passed, !place.black_to_move}, depth, aim);
        }
        if (depth == 0) {
            return {0, evaluation_.value(place.board, moves, place.black_to_move)};
        }
        Result sum;
        for (int index = 0; index < chances_.count; ++index) {
            const Result one = best(place, chances_.answer[index], depth, aim);
            sum.win += chances_.chance[index] * one.win;
            sum.discs += chances_.chance[index] * one.discs;
        }
        return sum;
    }

    Result after(const Place<Board>& place, int square, Answer answer, int depth, Aim aim) const {
        const Board next = placed(place.board, square, answer, place.black_to_move);
        return -expected({next, !place.black_to_move}, depth - 1, aim);
    }

    Result best(const Place<Board>& place, Answer answer, int depth, Aim aim) const {
        Result highest{-2, -1000};
        auto moves = place.board.legal_moves(frame_.playable);
        for (; !is_empty(moves); moves = without_first(moves)) {
            const Result one = after(place, first(moves), answer, depth, aim);
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
        const int discs = question_.fewest_wins ? -margin : margin;
        return {discs > 0 ? 1.0 : -1.0, static_cast<double>(discs)};
    }

    const Question& question_;
    typename Board::Frame frame_;
    AnswerChances chances_;
    ChanceEvaluation<Board> evaluation_;
    int squares_;
};

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

struct Heard {
    int reports = 0;
    bool is_final = false;
    Findings last;
};

// Thinks to the end of the question's limits.
template <class Board>
Heard ask(const Question& question, const TableMemory& table, bool stopped = false) {
    Heard heard;
    const std::atomic<bool> stop{stopped};
    ChanceDesk desk;
    desk.table = table;
    desk.stop = &stop;
    desk.context = &heard;
    desk.report = [](void* context, const Findings& findings) {
        Heard& all = *static_cast<Heard*>(context);
        expect(!all.is_final, "nothing is reported after the final findings");
        ++all.reports;
        all.is_final = findings.final;
        all.last = findings;
    };
    think_with_chance<Board>(question, desk);
    expect(heard.is_final, "the last findings are final");
    expect(desk.nodes == heard.last.nodes, "findings tell the nodes");
    return heard;
}

const Odds all_odds[] = {odds_of(0.45, 0.45),       odds_of(0.5, 0.5), odds_of(0.2, 0.5),
                         odds_of(0.49995, 0.49995), odds_of(1, 0),     odds_of(0, 0),
                         odds_of(0.8, 0.2)};

std::string named(const Question& question, const std::string& law) {
    return "size " + std::to_string(question.situation.size) + ", yes " +
           std::to_string(static_cast<double>(question.odds.yes) / 9007199254740992.0) +
           (question.fewest_wins ? ", fewest win: " : ": ") + law;
}

template <class Board>
void the_end_is_reckoned_exactly(int size, int empties, int rounds) {
    Random random(static_cast<std::uint64_t>(size * 100 + empties));
    Memory large(1 << 12);
    Memory tiny(1);
    for (int round = 0; round < rounds; ++round) {
        Question question;
        question.odds = all_odds[random.below(7)];
        question.fewest_wins = random.below(3) == 0;
        question.situation = random_situation<Board>(size, odds_of(0.4, 0.4), empties, random);
        question.odds.first = static_cast<Answer>(random.below(4));
        question.candidates = 1 + random.below(4) * 5;
        const Plain<Board> plain(question);
        const auto place = place_of<Board>(question.situation);
        const typename Board::Frame frame(size);
        const Findings found =
            ask<Board>(question, large.table(static_cast<std::uint8_t>(round))).last;
        const Findings again = ask<Board>(question, tiny.table()).last;
        const bool awaited = question.odds.first == Answer::none;
        const Answer answer = question.odds.first;
        const Result best = awaited ? plain.expected(place, empties, Aim::win)
                                    : plain.best(place, answer, empties, Aim::win);
        expect(found.found[0].depth == empties && found.depth == empties,
               named(question, "the end is reached"));
        expect(near(found.found[0].win_chance, (best.win + 1) / 2, 1e-4),
               named(question, "the chance to win is exact"));
        expect(found.count == (awaited ? 1
                                       : std::min(question.candidates,
                                                  count(place.board.legal_moves(frame.playable)))),
               named(question, "as many moves are scored as were asked for"));
        for (int index = 0; index < found.count; ++index) {
            const Finding& finding = found.found[index];
            expect(finding.kind == ScoreKind::expected && finding.confidence == 100,
                   named(question, "findings are expectations"));
            expect(near(finding.discs, again.found[index].discs, 1e-5) &&
                       near(finding.win_chance, again.found[index].win_chance, 1e-6),
                   named(question, "the size of the table changes nothing"));
            if (awaited) {
                expect(finding.move == pass_move && finding.length == 0,
                       named(question, "no move is named while an answer is awaited"));
                continue;
            }
            const Result one =
                plain.after(place, frame.enter(finding.move), answer, empties, Aim::win);
            expect(near(finding.discs, one.discs, 1e-3) &&
                       near(finding.win_chance, (one.win + 1) / 2, 1e-4),
                   named(question, "each move has its exact value"));
            expect(index == 0 || found.found[index - 1].win_chance >= finding.win_chance - 1e-6F,
                   named(question, "the best move comes first"));
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
        Question question;
        question.odds = all_odds[random.below(7)];
        question.fewest_wins = random.below(3) == 0;
        question.situation = random_situation<Board>(size, odds_of(0.4, 0.4), empties, random);
        question.odds.first = static_cast<Answer>(random.below(4));
        question.limits.depth = depth;
        const Plain<Board> plain(question);
        const auto place = place_of<Board>(question.situation);
        const Result best = question.odds.first == Answer::none
                                ? plain.expected(place, depth, Aim::discs)
                                : plain.best(place, question.odds.first, depth, Aim::discs);
        for (Memory* memory : {&large, &tiny, &none}) {
            const Findings found =
                ask<Board>(question, memory->table(static_cast<std::uint8_t>(round))).last;
            expect(found.depth == depth && near(found.found[0].discs, best.discs, 1e-4),
                   named(question, "a search with cuts finds what a search without finds"));
        }
        if (failures > 20) return;
    }
}

template <class Board>
void there_is_always_a_legal_move(int size) {
    Random random(static_cast<std::uint64_t>(size));
    Memory memory(1 << 8);
    const typename Board::Frame frame(size);
    for (int round = 0; round < 60; ++round) {
        Question question;
        question.odds = all_odds[random.below(7)];
        question.fewest_wins = random.below(3) == 0;
        const int empties = 1 + random.below(size * size - 4);
        question.situation = random_situation<Board>(size, odds_of(0.4, 0.4), empties, random);
        question.odds.first = static_cast<Answer>(1 + random.below(3));
        question.candidates = 1 + random.below(4);
        question.limits.nodes = static_cast<std::uint64_t>(1 + random.below(500));
        const bool stopped = round % 4 == 0;
        const Findings found = ask<Board>(question, memory.table(), stopped).last;
        const auto moves = place_of<Board>(question.situation).board.legal_moves(frame.playable);
        expect(found.count >= 1, named(question, "a move is found even when there is no time"));
        for (int index = 0; index < found.count; ++index) {
            const Finding& finding = found.found[index];
            expect(finding.move < size * size &&
                       !is_empty(moves & Board::bit(frame.enter(finding.move))),
                   named(question, "a move is legal"));
            expect(finding.win_chance >= 0 && finding.win_chance <= 1 &&
                       std::abs(finding.discs) <= static_cast<float>(size * size),
                   named(question, "a result is possible"));
        }
        expect(found.nodes <= question.limits.nodes, named(question, "no node above the limit"));
    }
}

// The rules of a finished game or a forced pass ask nothing of the search, but must not break it.
void a_position_without_moves_has_its_value() {
    Question question;
    question.odds = odds_of(0.45, 0.45);
    question.odds.first = Answer::yes;
    question.situation.size = 8;
    question.situation.black.word[0] = 0xFF;
    const Findings found = ask<Board64>(question, {}).last;
    expect(found.count == 1 && found.found[0].move == pass_move, "no move is made up");
    expect(near(found.found[0].discs, 64, 1e-6), "the winner gets the empty squares");
}

// -- matches, to be read and not to be passed -----------------------------------------------------

template <class Board>
std::uint16_t chosen(const Situation& situation, const Odds& odds, Answer answer, int depth,
                     const TableMemory& table) {
    Question question;
    question.situation = situation;
    question.odds = odds;
    question.odds.first = answer;
    question.limits.depth = depth;
    return ask<Board>(question, table).last.found[0].move;
}

template <class Board>
void play_match(int size, int deep, int shallow, int pairs) {
    Memory memory(1 << 14);
    const typename Board::Frame frame(size);
    const Odds odds = odds_of(0.45, 0.45);
    double points = 0;
    double discs = 0;
    for (int game = 0; game < 2 * pairs; ++game) {
        Random random(static_cast<std::uint64_t>(game / 2 + 1));
        const bool deep_is_black = game % 2 == 0;
        auto place = place_of<Board>(random_situation<Board>(size, odds, size * size - 10, random));
        for (int passes = 0; passes < 2;) {
            const Answer answer = drawn_answer(odds, random);
            if (is_empty(place.board.legal_moves(frame.playable))) {
                ++passes;
                place = {place.board.passed(), !place.black_to_move};
                continue;
            }
            passes = 0;
            const int depth = place.black_to_move == deep_is_black ? deep : shallow;
            const int square = frame.enter(
                chosen<Board>(situation_of(place, size), odds, answer, depth, memory.table()));
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

int main(int count, char** arguments) {
    if (count > 1 && std::strcmp(arguments[1], "match") == 0) {
        play_match<Board64>(6, 5, 2, 100);
        play_match<Board64>(8, 5, 2, 100);
        play_match<Board64>(8, 5, 1, 50);
        play_match<Board256>(10, 4, 2, 20);
        return EXIT_SUCCESS;
    }
    the_end_is_reckoned_exactly<Board64>(4, 1, 60);
    the_end_is_reckoned_exactly<Board64>(4, 4, 60);
    the_end_is_reckoned_exactly<Board64>(4, 6, 20);
    the_end_is_reckoned_exactly<Board64>(6, 5, 60);
    the_end_is_reckoned_exactly<Board64>(8, 4, 60);
    the_end_is_reckoned_exactly<Board256>(10, 4, 20);
    std::printf("the end: done\n");
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
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

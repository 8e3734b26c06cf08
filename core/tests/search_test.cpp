// Tests of the engine without Python: run by ctest, and under the sanitizers.
//
// Exact results are compared with a plain search that shares nothing with the engine's.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "engine.hpp"
#include "plain_rules.hpp"
#include "random.hpp"

namespace {

int discs_in(const Squares& squares) {
    int number = 0;
    for (const std::uint64_t word : squares.word) {
        number += std::popcount(word);
    }
    return number;
}

int empties_in(const Situation& situation) {
    return situation.size * situation.size - discs_in(situation.black) - discs_in(situation.white);
}

// The result for the side to move, by looking at every move with nothing but alpha and beta.
int plain_result(const Cells& cells, int alpha, int beta) {
    const Squares moves = cells.legal_moves();
    if (moves == Squares{}) {
        Cells passed = cells;
        passed.now.black_to_move = !passed.now.black_to_move;
        if (passed.legal_moves() != Squares{}) return -plain_result(passed, -beta, -alpha);
        const int own = discs_in(cells.own());
        const int other = discs_in(cells.theirs());
        const int squares = cells.now.size * cells.now.size;
        return own > other ? squares - 2 * other : own < other ? 2 * own - squares : 0;
    }
    int best = -1000;
    for (int square = 0; square < cells.now.size * cells.now.size; ++square) {
        if (!has(moves, square)) continue;
        Cells next = cells;
        next.play(square, Answer::none);
        best = std::max(best, -plain_result(next, -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

// A position late in a random game in which the side to move can move.
bool late_position(const Kernel& kernel, int size, std::uint64_t seed, int empties,
                   Situation& found) {
    const auto room = static_cast<std::size_t>(longest_game(size));
    std::vector<std::uint16_t> moves(room);
    std::vector<Situation> trace(room);
    const Playout game = kernel.playout(start_of(size), {}, seed, {moves.data(), nullptr});
    const GameRecord record{start_of(size), {moves.data(), static_cast<std::size_t>(game.plies)}};
    kernel.replay(record, trace.data());
    for (int ply = 0; ply < game.plies; ++ply) {
        const Situation& now = trace[static_cast<std::size_t>(ply)];
        if (empties_in(now) <= empties && kernel.legal_moves(now) != Squares{}) {
            found = now;
            return true;
        }
    }
    return false;
}

Findings answer(Engine& engine, const Question& question) {
    engine.start(question);
    engine.wait(1e6);
    return engine.reports().back();
}

Engine engine_with(const Kernel& kernel, int threads) {
    Settings settings;
    settings.threads = threads;
    settings.hash_bytes = std::size_t{1} << 20;
    settings.kernel = &kernel;
    return Engine(settings);
}

void exact_results_equal_a_plain_search(const Kernel& kernel, int size, int threads) {
    Engine engine = engine_with(kernel, threads);
    const int most = size == 8 ? 9 : 7;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const int empties = 1 + static_cast<int>(seed) % most;
        Question question;
        if (!late_position(kernel, size, seed, empties, question.situation)) continue;
        const int expected = plain_result(Cells(question.situation), -1000, 1000);
        question.goal = Goal::exact;
        const Findings found = answer(engine, question);
        const std::string place = std::string(kernel.name) + ", size " + std::to_string(size);
        expect(found.found[0].kind == ScoreKind::exact && found.found[0].discs == expected,
               place + ": an exact result equals a plain search");
        question.goal = Goal::outcome;
        const float outcome = answer(engine, question).found[0].discs;
        expect(outcome == (expected > 0) - (expected < 0), place + ": who wins is known too");
        question.goal = Goal::exact;
        question.candidates = 64;
        const Findings all = answer(engine, question);
        expect(all.count == std::min(64, discs_in(kernel.legal_moves(question.situation))),
               place + ": every move can be a candidate");
        for (int i = 0; i < all.count; ++i) {
            Cells next(question.situation);
            next.play(all.found[i].move, Answer::none);
            expect(all.found[i].discs == -plain_result(next, -1000, 1000),
                   place + ": every candidate has its exact result");
        }
    }
}

void the_line_leads_to_the_result(const Kernel& kernel) {
    Engine engine = engine_with(kernel, 1);
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
        Question question;
        if (!late_position(kernel, 8, seed, 15, question.situation)) continue;
        question.goal = Goal::exact;
        const Findings found = answer(engine, question);
        const std::span<const std::uint16_t> line(found.found[0].line,
                                                  static_cast<std::size_t>(found.found[0].length));
        const Replay replay = kernel.replay({question.situation, line}, nullptr);
        const Squares& own = question.situation.black_to_move ? replay.end.black : replay.end.white;
        const Squares& other =
            question.situation.black_to_move ? replay.end.white : replay.end.black;
        const int difference = discs_in(own) - discs_in(other);
        const int empties = empties_in(replay.end);
        const int result = difference > 0   ? difference + empties
                           : difference < 0 ? difference - empties
                                            : 0;
        expect(replay.fault == Fault::none && result == static_cast<int>(found.found[0].discs),
               "an exact line ends in the result");
    }
}

void fewest_discs_can_be_the_goal(const Kernel& kernel, int size) {
    Engine engine = engine_with(kernel, 1);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Question question;
        if (!late_position(kernel, size, seed, 6, question.situation)) continue;
        question.goal = Goal::exact;
        question.fewest_wins = true;
        question.candidates = 64;
        const Findings found = answer(engine, question);
        // What is best in one game is what the other side of the plain search avoids.
        struct Fewest {
            static int result(const Cells& cells) {
                const Squares moves = cells.legal_moves();
                if (moves == Squares{}) {
                    Cells passed = cells;
                    passed.now.black_to_move = !passed.now.black_to_move;
                    if (passed.legal_moves() != Squares{}) return -result(passed);
                    return -plain_result(cells, -1000, 1000);
                }
                int best = -1000;
                for (int square = 0; square < cells.now.size * cells.now.size; ++square) {
                    if (!has(moves, square)) continue;
                    Cells next = cells;
                    next.play(square, Answer::none);
                    best = std::max(best, -result(next));
                }
                return best;
            }
        };
        expect(found.found[0].discs == Fewest::result(Cells(question.situation)),
               "fewest discs: an exact result equals a plain search");
    }
}

void one_thread_repeats_itself(const Kernel& kernel) {
    std::uint64_t first = 0;
    for (int round = 0; round < 2; ++round) {
        Engine engine = engine_with(kernel, 1);
        Question question;
        question.situation = start_of(8);
        question.limits.depth = 9;
        const std::uint64_t nodes = answer(engine, question).nodes;
        if (round == 0) first = nodes;
        expect(nodes == first, "one thread repeats itself to the node");
    }
}

void limits_and_stops_are_kept(const Kernel& kernel) {
    Engine engine = engine_with(kernel, 2);
    Question question;
    question.situation = start_of(8);
    question.limits.nodes = 50000;
    const Findings by_nodes = answer(engine, question);
    expect(by_nodes.nodes >= 50000 && by_nodes.nodes < 100000, "a limit of nodes is kept");
    question.limits = {};
    engine.start(question);
    bool refused = false;
    try {
        engine.start(question);
    } catch (const std::logic_error&) {
        refused = true;
    }
    expect(refused, "one question is asked at a time");
    engine.stop();
    engine.wait(1e6);
    const Findings stopped = engine.reports().back();
    expect(stopped.final && stopped.count == 1 &&
               has(kernel.legal_moves(question.situation), stopped.found[0].move),
           "a stopped search has a move");
    engine.start(question);
    Limits limits;
    limits.seconds = 0.01;
    engine.limit(limits);
    expect(engine.wait(1e6), "limits may change while it thinks");
    engine.start(question);  // and an engine may go in the middle of its thinking
}

void large_boards_are_played(const Kernel& kernel) {
    for (int size = 4; size <= largest_size; size += 2) {
        Engine engine = engine_with(kernel, 2);
        Question question;
        question.situation = start_of(size);
        question.limits.depth = 6;
        question.candidates = 3;
        const Findings found = answer(engine, question);
        expect(found.count == 3 && found.depth >= 6, "every size is searched");
        for (int i = 0; i < found.count; ++i) {
            expect(has(kernel.legal_moves(question.situation), found.found[i].move),
                   "candidates are legal on every size");
        }
    }
}

}  // namespace

int main() {
    for (const Kernel* kernel : kernels()) {
        for (const int size : {4, 6, 8, 10, 14}) {
            exact_results_equal_a_plain_search(*kernel, size, 1);
        }
        exact_results_equal_a_plain_search(*kernel, 8, 3);
        the_line_leads_to_the_result(*kernel);
        fewest_discs_can_be_the_goal(*kernel, 6);
        fewest_discs_can_be_the_goal(*kernel, 8);
        one_thread_repeats_itself(*kernel);
        limits_and_stops_are_kept(*kernel);
        large_boards_are_played(*kernel);
        std::printf("kernel %s: done\n", kernel->name);
    }
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

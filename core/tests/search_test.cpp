// Tests of the engine without Python, run by ctest and under the sanitizers.
//
// Exact results are compared with a plain search that shares no code with the engine's.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "board/playout.hpp"
#include "engine.hpp"
#include "search/aspiration_window.hpp"
#include "search/table_storage.hpp"
#include "search/transposition_table.hpp"
#include "tests/plain_rules.hpp"

namespace {

int discs_in(const Squares& squares) {
    int number = 0;
    for (const std::uint64_t word : squares.word) {
        number += std::popcount(word);
    }
    return number;
}

int empties_in(const PositionData& position) {
    return position.size * position.size - discs_in(position.black) - discs_in(position.white);
}

// Returns the result for the side to move, found by trying every move with plain alpha-beta.
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

// Finds a late position of a random game in which the side to move has a move.
bool late_position(const Kernel& kernel, int size, std::uint64_t seed, int empties,
                   PositionData& found) {
    const auto room = static_cast<std::size_t>(longest_game(size));
    std::vector<std::uint16_t> moves(room);
    std::vector<PositionData> trace(room);
    const Playout game = kernel.playout(start_position(size), {}, seed, {moves.data(), nullptr});
    const GameRecord record{start_position(size),
                            {moves.data(), static_cast<std::size_t>(game.plies)}};
    kernel.replay(record, trace.data());
    for (int ply = 0; ply < game.plies; ++ply) {
        const PositionData& now = trace[static_cast<std::size_t>(ply)];
        if (empties_in(now) <= empties && kernel.legal_moves(now) != Squares{}) {
            found = now;
            return true;
        }
    }
    return false;
}

SearchReport answer(Engine& engine, const SearchRequest& request) {
    engine.start(request);
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
        SearchRequest request;
        if (!late_position(kernel, size, seed, empties, request.position)) continue;
        const int expected = plain_result(Cells(request.position), -1000, 1000);
        request.goal = Goal::exact;
        const SearchReport found = answer(engine, request);
        const std::string place = std::string(kernel.name) + ", size " + std::to_string(size);
        expect(
            found.variations[0].kind == ScoreKind::exact && found.variations[0].discs == expected,
            place + ": an exact result equals that of a plain search");
        request.goal = Goal::outcome;
        const float outcome = answer(engine, request).variations[0].discs;
        expect(outcome == (expected > 0) - (expected < 0),
               place + ": a solve for the outcome finds the winner");
        request.goal = Goal::exact;
        request.candidates = 64;
        const SearchReport all = answer(engine, request);
        expect(all.count == std::min(64, discs_in(kernel.legal_moves(request.position))),
               place + ": every move can be a candidate");
        for (int i = 0; i < all.count; ++i) {
            Cells next(request.position);
            next.play(all.variations[i].move, Answer::none);
            expect(all.variations[i].discs == -plain_result(next, -1000, 1000),
                   place + ": every candidate has its exact result");
        }
        if (all.count < 2) continue;
        const std::uint16_t best = all.variations[0].move;
        request.left_out.word[best / 64] |= std::uint64_t{1} << best % 64;
        request.candidates = 1;
        const Variation second = answer(engine, request).variations[0];
        expect(second.move != best && second.discs == all.variations[1].discs,
               place + ": without the best move the second best is found");
    }
}

void the_line_leads_to_the_result(const Kernel& kernel) {
    Engine engine = engine_with(kernel, 1);
    for (std::uint64_t seed = 100; seed < 110; ++seed) {
        SearchRequest request;
        if (!late_position(kernel, 8, seed, 15, request.position)) continue;
        request.goal = Goal::exact;
        const SearchReport found = answer(engine, request);
        const std::span<const std::uint16_t> line(
            found.variations[0].line, static_cast<std::size_t>(found.variations[0].length));
        const Replay replay = kernel.replay({request.position, line}, nullptr);
        const Squares& own = request.position.black_to_move ? replay.end.black : replay.end.white;
        const Squares& other = request.position.black_to_move ? replay.end.white : replay.end.black;
        const int difference = discs_in(own) - discs_in(other);
        const int empties = empties_in(replay.end);
        const int result = difference > 0   ? difference + empties
                           : difference < 0 ? difference - empties
                                            : 0;
        expect(replay.fault == Fault::none && result == static_cast<int>(found.variations[0].discs),
               "an exact line ends with its result");
    }
}

void fewest_discs_can_be_the_goal(const Kernel& kernel, int size) {
    Engine engine = engine_with(kernel, 1);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        SearchRequest request;
        if (!late_position(kernel, size, seed, 6, request.position)) continue;
        request.goal = Goal::exact;
        request.fewest_wins = true;
        request.candidates = 64;
        const SearchReport found = answer(engine, request);
        // The best move of one game is the one that the other side of the plain search avoids.
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
        expect(found.variations[0].discs == Fewest::result(Cells(request.position)),
               "fewest discs: an exact result equals that of a plain search");
    }
}

void one_thread_repeats_itself(const Kernel& kernel) {
    std::uint64_t first = 0;
    for (int round = 0; round < 2; ++round) {
        Engine engine = engine_with(kernel, 1);
        SearchRequest request;
        request.position = start_position(8);
        request.limits.depth = 9;
        const std::uint64_t nodes = answer(engine, request).nodes;
        if (round == 0) first = nodes;
        expect(nodes == first, "one thread always searches the same number of nodes");
    }
}

void limits_and_stops_are_kept(const Kernel& kernel) {
    Engine engine = engine_with(kernel, 2);
    SearchRequest request;
    request.position = start_position(8);
    request.limits.nodes = 50000;
    const SearchReport by_nodes = answer(engine, request);
    expect(by_nodes.nodes >= 50000 && by_nodes.nodes < 100000, "a node limit is kept");
    request.limits = {};
    engine.start(request);
    bool refused = false;
    try {
        engine.start(request);
    } catch (const std::logic_error&) {
        refused = true;
    }
    expect(refused, "a second request is refused while one is running");
    engine.stop();
    engine.wait(1e6);
    const SearchReport stopped = engine.reports().back();
    expect(stopped.final && stopped.count == 1 &&
               has(kernel.legal_moves(request.position), stopped.variations[0].move),
           "a stopped search has found a move");
    engine.start(request);
    Limits limits;
    limits.seconds = 0.01;
    engine.limit(limits);
    expect(engine.wait(1e6), "limits may change during a search");
    request.odds = {true, std::uint64_t{1} << 52, std::uint64_t{1} << 53, Answer::yes};
    request.position = start_position(16);
    engine.wait(1e6);
    engine.start(request);
    limits = {};
    limits.depth = 2;
    engine.limit(limits);
    expect(engine.wait(60), "a depth limit may be set during a search with chance");
    engine.start(request);  // an engine may be destroyed in the middle of a search
}

// The table can hold results of deeper searches, which make a window fail low and high in turn.
void a_window_that_fails_on_both_sides_opens() {
    constexpr int highest = 64 * 32;
    AspirationWindow window(highest, 0, 48);
    int searches = 1;
    while (window.widen(searches % 2 == 0 ? window.alpha() : window.beta()) && searches < 100) {
        ++searches;
    }
    expect(searches < 12, "a window that fails on both sides is not searched forever");
    expect(window.alpha() == -highest && window.beta() == highest,
           "such a window is fully open in the end");
    AspirationWindow kept(highest, 0, 48);
    expect(!kept.widen(20) && kept.alpha() == -48, "a score inside the window ends the widening");
    expect(kept.widen(-60) && kept.beta() == -47 && kept.alpha() < -60,
           "a score below the window widens it");
    expect(!kept.widen(-50), "a score inside the wider window is final");
}

void a_table_begins_empty_at_a_cache_line() {
    for (const std::size_t words : {std::size_t{1} << 10, std::size_t{1} << 18}) {
        TableStorage storage(words);
        const auto is_clear = [&storage] {
            return std::all_of(storage.data(), storage.data() + storage.size(),
                               [](const auto& word) { return word.load() == 0; });
        };
        expect(storage.size() == words && is_clear(), "a table starts empty");
        expect(reinterpret_cast<std::uintptr_t>(storage.data()) % bucket_bytes == 0,
               "a table starts at a bucket boundary");
        storage.data()[words - 1].store(1);
        expect(!is_clear(), "a table keeps what is written to it");
        storage.clear();
        expect(is_clear(), "a table can be cleared");
    }
}

void large_boards_are_played(const Kernel& kernel) {
    for (int size = 4; size <= largest_size; size += 2) {
        Engine engine = engine_with(kernel, 2);
        SearchRequest request;
        request.position = start_position(size);
        request.limits.depth = 6;
        request.candidates = 3;
        const SearchReport found = answer(engine, request);
        expect(found.count == 3 && found.depth >= 6, "every size can be searched");
        for (int i = 0; i < found.count; ++i) {
            expect(has(kernel.legal_moves(request.position), found.variations[i].move),
                   "candidates are legal on every size");
        }
    }
}

}  // namespace

int main() {
    a_window_that_fails_on_both_sides_opens();
    a_table_begins_empty_at_a_cache_line();
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

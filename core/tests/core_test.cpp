// Tests of the core without Python, run by ctest and under the sanitizers.
//
// Every kernel that this processor can run is compared with a naive walk along rays, so the kernels
// are also proven equal to each other.
#include "board/canonical.hpp"
#include "board/hash.hpp"
#include "board/playout.hpp"
#include "tests/plain_rules.hpp"

namespace {

PositionData random_position(int size, Random& random) {
    PositionData position;
    position.size = size;
    const int emptiness = 1 + random.below(8);
    for (int square = 0; square < size * size; ++square) {
        if (random.below(10) < emptiness) continue;
        set(random.below(2) == 0 ? position.black : position.white, square, true);
    }
    position.black_to_move = random.below(2) == 0;
    return position;
}

std::string named(const Kernel& kernel, int size, const std::string& law) {
    return std::string(kernel.name) + ", size " + std::to_string(size) + ": " + law;
}

void the_start_has_four_moves(const Kernel& kernel, int size) {
    const int centre = size / 2;
    Squares expected;
    set(expected, (centre - 2) * size + centre - 1, true);
    set(expected, (centre - 1) * size + centre - 2, true);
    set(expected, centre * size + centre + 1, true);
    set(expected, (centre + 1) * size + centre, true);
    expect(kernel.legal_moves(start_position(size)) == expected,
           named(kernel, size, "the starting position has four moves"));
}

void moves_and_flips_equal_a_ray_walk(const Kernel& kernel, int size) {
    Random random(static_cast<std::uint64_t>(size));
    for (int round = 0; round < 2000; ++round) {
        const PositionData position = random_position(size, random);
        const Cells cells(position);
        expect(kernel.legal_moves(position) == cells.legal_moves(),
               named(kernel, size, "legal moves equal those of the plain rules"));
        for (int square = 0; square < size * size; ++square) {
            if (!cells.is_free(square)) continue;
            expect(kernel.flips(position, square) == cells.flips(square),
                   named(kernel, size, "flips equal those of the plain rules"));
        }
        if (failures > 20) return;
    }
}

// Plays random games and follows them move by move with the plain rules and with the replay.
void random_games_keep_the_rules(const Kernel& kernel, int size, const Odds& odds) {
    const auto room = static_cast<std::size_t>(longest_game(size));
    std::vector<std::uint16_t> moves(room);
    std::vector<Answer> answers(room);
    std::vector<PositionData> trace(room);
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Playout playout =
            kernel.playout(start_position(size), odds, seed, {moves.data(), answers.data()});
        GameRecord game{start_position(size),
                        {moves.data(), static_cast<std::size_t>(playout.plies)}};
        game.answers = answers.data();
        const Replay replay = kernel.replay(game, trace.data());
        expect(replay.fault == Fault::none && replay.plies == playout.plies &&
                   same(replay.end, playout.end),
               named(kernel, size, "a replay ends where its game did"));
        Cells cells(start_position(size));
        for (int ply = 0; ply < playout.plies; ++ply) {
            const auto at = static_cast<std::size_t>(ply);
            const Squares legal = cells.legal_moves();
            expect((answers[at] != Answer::none) == odds.asked,
                   named(kernel, size, "each turn has an answer if there are odds"));
            if (moves[at] == pass_move) {
                expect(legal == Squares{}, named(kernel, size, "a pass is forced"));
                cells.now.black_to_move = !cells.now.black_to_move;
            } else {
                expect(has(legal, moves[at]), named(kernel, size, "a move is legal"));
                cells.play(moves[at], answers[at]);
            }
            expect(same(trace[at], cells.now),
                   named(kernel, size, "a move has the effect of the plain rules"));
        }
        const Squares own = cells.legal_moves();
        cells.now.black_to_move = !cells.now.black_to_move;
        expect(own == Squares{} && cells.legal_moves() == Squares{},
               named(kernel, size, "a game ends when neither side can move"));
        if (failures > 20) return;
    }
}

void a_wrong_game_stops_at_its_fault(const Kernel& kernel) {
    const auto fault_of = [&kernel](std::vector<std::uint16_t> moves) {
        return kernel.replay({start_position(8), moves}, nullptr);
    };
    const Replay twice = fault_of({37, 37});  // f5 twice
    expect(twice.fault == Fault::no_capture && twice.moves_played == 1,
           named(kernel, 8, "an occupied square is a fault"));
    expect(fault_of({0}).fault == Fault::no_capture, named(kernel, 8, "a move must outflank"));
    expect(fault_of({64}).fault == Fault::off_board,
           named(kernel, 8, "a square beyond h8 is a fault"));
    expect(fault_of({pass_move}).fault == Fault::can_move,
           named(kernel, 8, "a pass is a fault if there is a move"));
    // The shortest wipe-out: f5 d6 c5 f4 e7 f6 g5 e6 e3.
    const Replay over = fault_of({37, 43, 34, 29, 52, 45, 38, 44, 20, 0});
    expect(over.fault == Fault::game_over && over.moves_played == 9,
           named(kernel, 8, "nothing is played after the end"));
}

void forced_passes_can_be_left_out(const Kernel& kernel, int size) {
    const auto room = static_cast<std::size_t>(longest_game(size));
    std::vector<std::uint16_t> moves(room);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Playout playout =
            kernel.playout(start_position(size), {}, seed, {moves.data(), nullptr});
        std::vector<std::uint16_t> placed;
        for (int ply = 0; ply < playout.plies; ++ply) {
            const std::uint16_t move = moves[static_cast<std::size_t>(ply)];
            if (move != pass_move) placed.push_back(move);
        }
        const Replay replay = kernel.replay({start_position(size), placed, nullptr, true}, nullptr);
        expect(replay.fault == Fault::none && replay.plies == playout.plies &&
                   same(replay.end, playout.end),
               named(kernel, size, "forced passes are inserted"));
    }
}

// Totals from our own computation. Those of 8 x 8 equal the published ones.
struct Total {
    int size;
    int depth;
    std::uint64_t pass_is_ply;
    std::uint64_t pass_is_free;
};

constexpr Total totals[] = {
    {4, 0, 1, 1},          {4, 5, 424, 436},        {4, 8, 9116, 9768},
    {4, 9, 20044, 22184},  {4, 10, 36540, 41636},   {4, 11, 50704, 60060},
    {4, 12, 57436, 60060}, {4, 13, 59564, 60060},   {4, 14, 59980, 60060},
    {4, 15, 60060, 60060}, {6, 8, 308716, 308716},  {6, 9, 2114912, 2115128},
    {8, 1, 4, 4},          {8, 6, 8200, 8200},      {8, 9, 3005288, 3005320},
    {10, 6, 8200, 8200},   {10, 8, 392268, 392268},
};

void perft_gives_the_known_totals(const Kernel& kernel) {
    for (const Total& total : totals) {
        const PositionData start = start_position(total.size);
        const std::string depth = "perft " + std::to_string(total.depth);
        expect(kernel.perft(start, total.depth, PassRule::is_ply) == total.pass_is_ply,
               named(kernel, total.size, depth + " if a pass is a ply"));
        expect(kernel.perft(start, total.depth, PassRule::is_free) == total.pass_is_free,
               named(kernel, total.size, depth + " if a pass is free"));
    }
}

void symmetric_boards_have_one_canonical_board(int size) {
    Random random(static_cast<std::uint64_t>(size));
    for (int round = 0; round < 200; ++round) {
        const PositionData position = random_position(size, random);
        const PositionData canonical = canonical_board(position);
        BoardRows image(position);
        for (int step = 0; step < 8; ++step) {
            image.transpose();
            if (step % 2 == 0) image.mirror_rows();
            PositionData turned = position;
            image.write_to(turned);
            const PositionData again = canonical_board(turned);
            expect(again.black == canonical.black && again.white == canonical.white,
                   "symmetric boards have one canonical board");
            expect(!(image < BoardRows(canonical)), "no image is smaller than the canonical one");
        }
    }
}

void hashes_tell_positions_apart() {
    const PositionData black = start_position(8);
    PositionData white = black;
    white.black_to_move = false;
    expect(hash_of_board(black) == hash_of_board(white), "a board's hash ignores the turn");
    expect(hash_of_position(black, Answer::none) != hash_of_position(white, Answer::none),
           "a position's hash depends on the turn");
    expect(hash_of_position(black, Answer::yes) != hash_of_position(black, Answer::no),
           "a position's hash depends on the answer");
    expect(hash_of_board(start_position(6)) != hash_of_board(black), "a hash depends on the size");
}

}  // namespace

int main() {
    Odds thirds;
    thirds.asked = true;
    thirds.yes = (std::uint64_t{1} << 53) / 3;
    thirds.no = 2 * thirds.yes;
    hashes_tell_positions_apart();
    for (int size = smallest_size; size <= largest_size; size += 2) {
        symmetric_boards_have_one_canonical_board(size);
    }
    for (const Kernel* kernel : kernels()) {
        for (int size = smallest_size; size <= largest_size; size += 2) {
            the_start_has_four_moves(*kernel, size);
            moves_and_flips_equal_a_ray_walk(*kernel, size);
            random_games_keep_the_rules(*kernel, size, {});
            random_games_keep_the_rules(*kernel, size, thirds);
            forced_passes_can_be_left_out(*kernel, size);
        }
        a_wrong_game_stops_at_its_fault(*kernel);
        perft_gives_the_known_totals(*kernel);
        std::printf("kernel %s: done\n", kernel->name);
    }
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

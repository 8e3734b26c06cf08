// Learns the weights of the features in games with an oracle, for every size and either way to
// win, by playing against itself, and writes core/chance/chance_weights.hpp.
//
//     fit_chance core/chance/chance_weights.hpp THREADS [GAMES]
//
// The games are played with the weights the program was built with: build it anew with what it
// wrote and run it again until the weights play no better. The same numbers come out however many
// threads there are. GAMES are played on each board up to 8x8, fewer on larger ones.
//
// It also tells how far results scatter around what the search expects: the factor of the root in
// chance_to_win (chance_value.hpp).
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "board/playout.hpp"
#include "chance/chance_root.hpp"
#include "tools/chance_equations.hpp"

namespace {

using namespace outflank;

constexpr int usual_games = 40000;
constexpr int batches = 64;      // each is played by one thread, and they are added up in order
constexpr int solved_below = 5;  // empty squares left
constexpr std::size_t table_buckets = 512;
constexpr double certain = 9007199254740992.0;  // 2^53

// What the search expected for black, and how often black won: 1, 0, or 1/2 for a draw.
struct Forecast {
    double discs;
    int empties;
    double won;
};

// Mostly the odds people play with, now and then any others; a quarter favour a colour.
Odds drawn_odds(Random& random) {
    const int kind = random.below(20);
    const double maybe = kind < 8    ? 0
                         : kind < 16 ? 0.1
                         : kind < 18 ? 1 / 3.0
                                     : random.below(1000) / 1000.0;
    double luck = 0;
    if (random.below(4) == 0) {
        luck = (random.below(2001) - 1000) / 1000.0;
        if (random.below(4) != 0) luck *= 0.3;
    }
    Odds odds;
    odds.asked = true;
    odds.yes = static_cast<std::uint64_t>((1 - maybe) * (1 + luck) / 2 * certain);
    odds.no = static_cast<std::uint64_t>((1 - maybe) * certain);
    return odds;
}

// Some games on one board, with all that is learned from them.
template <class Board>
class Batch {
  public:
    Equations equations;
    std::vector<Forecast> forecasts;

    Batch(int size, bool fewest_wins)
        : layout_(size),
          squares_(size * size),
          fewest_wins_(fewest_wins),
          memory_(table_buckets * bucket_words) {}

    void play(std::uint64_t seed) {
        Random random(seed);
        const Odds odds = drawn_odds(random);
        const AnswerChances chances = likely_answers(odds);
        const ChanceEvaluation<Board> evaluation(layout_.size, fewest_wins_, chances);
        const double luck = chances.of(Answer::yes) - chances.of(Answer::no);
        const int opening = random.below(squares_ / 3);
        const int slips = random.below(3) == 0 ? 0 : 8;  // random moves in a hundred
        const std::size_t first_forecast = forecasts.size();
        std::vector<Lesson> lessons;
        Board board = board_of<Board>(start_position(layout_.size), layout_);
        bool black = true;
        for (int ply = 0, passes = 0; passes < 2;) {
            const auto moves = board.legal_moves(layout_.playable);
            if (is_empty(moves)) {
                ++passes;
                board = board.passed();
                black = !black;
                continue;
            }
            passes = 0;
            const int empties = count(board.empties(layout_.playable));
            if (ply >= opening) {
                Lesson lesson;
                evaluation.features(board, moves, lesson.features);
                lesson.features[chance_luck] = (black ? luck : -luck) * empties;
                lesson.filled = static_cast<double>(squares_ - empties) / squares_;
                lesson.maybe = chances.of(Answer::maybe);
                lesson.black_to_move = black;
                lessons.push_back(lesson);
            }
            Odds heard = odds;
            heard.first = drawn_answer(odds, random);
            int square;
            if (ply < opening || random.below(100) < slips) {
                square = drawn_square(moves, random);
            } else {
                const Variation found = best_move(board, black, heard, empties);
                square = layout_.embed(found.move);
                forecasts.push_back({black ? found.discs : -found.discs, empties, 0});
            }
            board = placed(board, square, heard.first, black);
            black = !black;
            ++ply;
        }
        const int result = black ? result_of(board) : -result_of(board);
        for (const Lesson& lesson : lessons) {
            equations.add(lesson, lesson.black_to_move ? result : -result);
        }
        for (std::size_t i = first_forecast; i < forecasts.size(); ++i) {
            forecasts[i].won = result > 0 ? 1 : result < 0 ? 0 : 0.5;
        }
    }

  private:
    int result_of(const Board& board) const {
        const int own = count(board.mover);
        const int theirs = count(board.opponent);
        if (own == theirs) return 0;
        const int margin = own > theirs ? squares_ - 2 * theirs : 2 * own - squares_;
        return fewest_wins_ ? -margin : margin;
    }

    Variation best_move(const Board& board, bool black, const Odds& heard, int empties) {
        SearchRequest request;
        request.position = position_of(board, layout_, black);
        request.odds = heard;
        request.fewest_wins = fewest_wins_;
        const int depth = layout_.size <= 8 ? 3 : 2;
        request.limits.depth = empties < solved_below ? empties : depth;
        Variation found;
        SearchContext context;
        context.table = {memory_.data(), table_buckets - 1, static_cast<std::uint8_t>(empties)};
        context.receiver = &found;
        context.report = [](void* receiver, const SearchReport& report) {
            *static_cast<Variation*>(receiver) = report.variations[0];
        };
        ChanceRootSearch<Board>(request, context).run();
        return found;
    }

    typename Board::Layout layout_;
    int squares_;
    bool fewest_wins_;
    std::vector<std::atomic<std::uint64_t>> memory_;
};

// The factor of the root of the empty squares under which the results were likeliest.
double likeliest_spread(const std::vector<Forecast>& forecasts) {
    constexpr std::size_t enough = 60000;
    const std::size_t step = forecasts.size() / enough + 1;
    double likeliest = 0;
    double highest = -1e300;
    for (double factor = 0.5; factor < 6; factor *= 1.04) {
        double likelihood = 0;
        for (std::size_t i = 0; i < forecasts.size(); i += step) {
            const Forecast& one = forecasts[i];
            const double spread = 0.5 + factor * std::sqrt(static_cast<double>(one.empties));
            const double chance = 1 / (1 + std::exp(-one.discs / spread));
            const double sure = std::clamp(chance, 1e-6, 1 - 1e-6);
            likelihood += one.won * std::log(sure) + (1 - one.won) * std::log(1 - sure);
        }
        if (likelihood > highest) {
            highest = likelihood;
            likeliest = factor;
        }
    }
    return likeliest;
}

// A game costs more than twice as much on twice the squares: every large board takes its share.
int games_on(int size, int games) {
    const double boards = size * size / 64.0;
    return boards <= 1 ? games : static_cast<int>(games / (boards * boards));
}

template <class Board>
std::vector<double> learn(int size, bool fewest_wins, int games, int threads) {
    std::vector<Batch<Board>> played;
    for (int number = 0; number < batches; ++number) {
        played.emplace_back(size, fewest_wins);
    }
    std::atomic<int> next{0};
    std::vector<std::thread> workers;
    for (int number = 0; number < threads; ++number) {
        workers.emplace_back([&] {
            for (int batch = next++; batch < batches; batch = next++) {
                for (int game = batch; game < games; game += batches) {
                    played[batch].play(static_cast<std::uint64_t>(size) << 40 |
                                       static_cast<std::uint64_t>(fewest_wins) << 32 |
                                       static_cast<std::uint64_t>(game));
                }
            }
        });
    }
    for (std::thread& thread : workers) {
        thread.join();
    }
    Equations equations;
    std::vector<Forecast> forecasts;
    for (const Batch<Board>& batch : played) {
        equations.add(batch.equations);
        forecasts.insert(forecasts.end(), batch.forecasts.begin(), batch.forecasts.end());
    }
    const std::vector<double> weights = equations.solve();
    std::fprintf(stderr,
                 "%dx%d%s: %d games, %.0f positions, off by %.2f discs (%.2f with no weights), "
                 "spread %.2f\n",
                 size, size, fewest_wins ? ", fewest win" : "", games, equations.positions,
                 equations.error(weights), equations.error(std::vector<double>(unknowns)),
                 likeliest_spread(forecasts));
    return weights;
}

void write_table(std::FILE* file, const double* weights) {
    std::fputs("            {\n", file);
    for (int knot = 0; knot < chance_knots; ++knot) {
        std::fputs("                {", file);
        for (int feature = 0; feature < chance_features; ++feature) {
            const double hundredths = std::round(weights[knot * chance_features + feature] * 100);
            std::fprintf(file, "%s%d", feature == 0 ? "" : ", ",
                         static_cast<int>(std::clamp(hundredths, -32000.0, 32000.0)));
        }
        std::fputs("},\n", file);
    }
    std::fputs("            },\n", file);
}

void write(std::FILE* file, const std::vector<double> (&learned)[2][7]) {
    std::fputs(
        "// The weights of the evaluation for games with an oracle. Made by "
        "core/tools/fit_chance.cpp.\n"
        "//\n"
        "// Fitted by least squares to the results of games of the search against itself, with "
        "many odds:\n"
        "// for either way to win, every size, and six degrees of filling from an empty to a full "
        "board. The\n"
        "// second table says how much a weight changes where every answer is `maybe`.\n"
        "#pragma once\n\n"
        "#include <cstdint>\n\n"
        "#include \"board/bits.hpp\"\n\n"
        "namespace outflank::inline OUTFLANK_INSTRUCTIONS {\n\n",
        file);
    std::fprintf(file,
                 "constexpr int chance_features = %d;\n"
                 "constexpr int chance_luck = chance_features - 1;  // the odds that favour a "
                 "colour, per empty square\n"
                 "constexpr int chance_knots = %d;\n\n",
                 chance_features, chance_knots);
    std::fputs(
        "// In hundredths of a disc: [fewest wins][size / 2 - 2][change by maybe][knot]"
        "[feature].\n"
        "// clang-format off\n"
        "inline constexpr std::int16_t "
        "chance_weights[2][7][2][chance_knots][chance_features] = {\n",
        file);
    for (int fewest_wins = 0; fewest_wins < 2; ++fewest_wins) {
        std::fputs("    {\n", file);
        for (int index = 0; index < 7; ++index) {
            const int size = 2 * index + 4;
            std::fprintf(file, "        {  // %d x %d%s\n", size, size,
                         fewest_wins == 1 ? ", fewest win" : "");
            for (int table = 0; table < tables; ++table) {
                write_table(file, &learned[fewest_wins][index][table * table_unknowns]);
            }
            std::fputs("        },\n", file);
        }
        std::fputs("    },\n", file);
    }
    std::fputs("};\n// clang-format on\n\n}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS\n",
               file);
}

}  // namespace

int main(int arguments_count, char** arguments) {
    const int threads = arguments_count > 2 ? std::atoi(arguments[2]) : 0;
    const int games = arguments_count > 3 ? std::atoi(arguments[3]) : usual_games;
    if (arguments_count > 4 || threads < 1 || games < 1) {
        std::fprintf(stderr, "usage: fit_chance core/chance/chance_weights.hpp THREADS [GAMES]\n");
        return 2;
    }
    std::vector<double> learned[2][7];
    for (int fewest_wins = 0; fewest_wins < 2; ++fewest_wins) {
        for (int size = smallest_size; size <= largest_size; size += 2) {
            const int number = games_on(size, games);
            learned[fewest_wins][size / 2 - 2] =
                size <= 8 ? learn<Board64>(size, fewest_wins == 1, number, threads)
                          : learn<Board256>(size, fewest_wins == 1, number, threads);
        }
    }
    std::FILE* file = std::fopen(arguments[1], "w");
    if (file == nullptr) {
        std::fprintf(stderr, "cannot write %s\n", arguments[1]);
        return 1;
    }
    write(file, learned);
    std::fclose(file);
    return 0;
}

// Learns the weights of the evaluation's features, for every size, classic and Anti, by playing
// against itself, and writes core/evaluation/feature_weights.hpp.
//
//     fit_features core/evaluation/feature_weights.hpp
//
// The first games are random. Their results give the first weights, those play the next games,
// and so on; the same numbers come out every time.
#include <cmath>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "board/playout.hpp"
#include "evaluation/evaluation.hpp"
#include "tools/linear_equations.hpp"

namespace {

using namespace outflank;

constexpr int rounds = 5;
constexpr int solved_below = 6;  // empty squares left
constexpr int unknowns = feature_knots * feature_count;

template <class Board>
class Player {
  public:
    using Mask = typename Board::Mask;

    Player(const typename Board::Layout& layout, bool fewest_wins, const FeatureKnots& knots)
        : playable_(layout.playable),
          squares_(layout.size * layout.size),
          sign_(fewest_wins ? -1 : 1),
          evaluation_(layout, knots) {}

    int result(const Board& board) const {
        const int own = count(board.mover);
        const int theirs = count(board.opponent);
        if (own == theirs) return 0;
        return sign_ * (own > theirs ? squares_ - 2 * theirs : 2 * own - squares_);
    }

    int search(const Board& board, int depth, int alpha, int beta) const {
        Mask moves = board.legal_moves(playable_);
        if (is_empty(moves)) {
            const Board next = board.passed();
            if (is_empty(next.legal_moves(playable_))) return result(board) * units_per_disc;
            return -search(next, depth, -beta, -alpha);
        }
        if (depth <= 0) return evaluation_.value(board);
        int best = -1000000;
        for (; !is_empty(moves); moves = without_first(moves)) {
            const int square = first(moves);
            const int value = -search(board.played(square, board.flips(square)), depth - 1, -beta,
                                      -(alpha > best ? alpha : best));
            if (value > best) best = value;
            if (best >= beta) break;
        }
        return best;
    }

    // The best move; among equals chance decides, so that no two games are alike.
    int choose(const Board& board, Mask moves, int depth, Random& random) const {
        const int empties = count(board.empties(playable_));
        if (empties <= solved_below) depth = empties;
        int best = -1000000;
        int chosen = -1;
        for (; !is_empty(moves); moves = without_first(moves)) {
            const int square = first(moves);
            const int noise = random.below(units_per_disc);
            const int value = noise - search(board.played(square, board.flips(square)), depth - 1,
                                             -1000000, -(best - noise));
            if (value > best) {
                best = value;
                chosen = square;
            }
        }
        return chosen;
    }

  private:
    Mask playable_;
    int squares_;
    int sign_;
    FeatureEvaluation<Board> evaluation_;
};

// Sums of the normal equations: features at the knots before and after a position, and results.
struct Equations {
    std::vector<double> products = std::vector<double>(unknowns * unknowns);
    std::vector<double> results = std::vector<double>(unknowns);

    void add(const Features& features, int squares, int discs, double result) {
        const double filled = static_cast<double>(discs) * (feature_knots - 1) / squares;
        int knot = static_cast<int>(filled);
        if (knot > feature_knots - 2) knot = feature_knots - 2;
        const double share = filled - knot;
        double row[2 * feature_count];
        for (int i = 0; i < feature_count; ++i) {
            row[i] = (1 - share) * features.value[i];
            row[feature_count + i] = share * features.value[i];
        }
        const int base = knot * feature_count;
        for (int i = 0; i < 2 * feature_count; ++i) {
            for (int j = 0; j < 2 * feature_count; ++j) {
                products[(base + i) * unknowns + base + j] += row[i] * row[j];
            }
            results[base + i] += row[i] * result;
        }
    }

    // With a little pull towards the neighbouring knots where games say little.
    FeatureKnots solve() {
        std::vector<double> left = products;
        for (int i = 0; i < feature_count; ++i) {
            double total = 1;
            for (int knot = 0; knot < feature_knots; ++knot) {
                const int at = knot * feature_count + i;
                total += products[at * unknowns + at];
            }
            const double pull = 0.01 * total / feature_knots;
            for (int knot = 0; knot < feature_knots; ++knot) {
                const int at = knot * feature_count + i;
                left[at * unknowns + at] += pull / 100;
                if (knot + 1 == feature_knots) continue;
                const int next = at + feature_count;
                left[at * unknowns + at] += pull;
                left[next * unknowns + next] += pull;
                left[at * unknowns + next] -= pull;
                left[next * unknowns + at] -= pull;
            }
        }
        const std::vector<double> solution = solve_linear(left, results);
        FeatureKnots knots;
        for (int row = 0; row < unknowns; ++row) {
            const double units = std::round(solution[row] * 256);
            knots.at[row / feature_count][row % feature_count] =
                static_cast<std::int16_t>(units > 32000    ? 32000
                                          : units < -32000 ? -32000
                                                           : units);
        }
        return knots;
    }
};

template <class Board>
void play_game(Equations& equations, const typename Board::Layout& layout,
               const Player<Board>& player, int depth, std::uint64_t seed) {
    const FeatureReader<Board> reader(layout);
    const int squares = layout.size * layout.size;
    Random random(seed);
    Board board = board_of<Board>(start_position(layout.size), layout);
    std::vector<Board> boards;
    std::vector<bool> sides;
    bool side = true;
    const int opening = 4 + random.below(squares / 3);
    bool passed = false;
    for (int ply = 0;; ++ply) {
        const auto moves = board.legal_moves(layout.playable);
        if (is_empty(moves)) {
            if (passed) break;
            passed = true;
            board = board.passed();
            side = !side;
            continue;
        }
        passed = false;
        if (ply >= opening) {
            boards.push_back(board);
            sides.push_back(side);
        }
        int square;
        if (depth == 0 || ply < opening || random.below(30) == 0) {
            square = drawn_square(moves, random);
            // What came before such a move has little to do with the result.
            if (depth > 0) {
                boards.clear();
                sides.clear();
            }
        } else {
            square = player.choose(board, moves, depth, random);
        }
        board = board.played(square, board.flips(square));
        side = !side;
    }
    const int result = player.result(board);
    for (std::size_t i = 0; i < boards.size(); ++i) {
        equations.add(reader.read(boards[i]), squares, count(boards[i].mover | boards[i].opponent),
                      sides[i] == side ? result : -result);
    }
}

template <class Board>
FeatureKnots learn(int size, bool fewest_wins) {
    const typename Board::Layout layout(size);
    FeatureKnots knots{};
    for (int round = 0; round < rounds; ++round) {
        const auto player = std::make_unique<Player<Board>>(layout, fewest_wins, knots);
        const int depth = round == 0 ? 0 : round == 1 ? 1 : 2;
        const int games = (round == 0 ? 2000000 : 800000) / (size * size);
        Equations equations;
        for (int game = 0; game < games; ++game) {
            play_game<Board>(equations, layout, *player, depth,
                             static_cast<std::uint64_t>(round) << 40 | game);
        }
        knots = equations.solve();
    }
    std::fprintf(stderr, "%dx%d%s\n", size, size, fewest_wins ? " Anti" : "");
    return knots;
}

}  // namespace

int main(int arguments_count, char** arguments) {
    if (arguments_count != 2) {
        std::fprintf(stderr, "usage: fit_features core/evaluation/feature_weights.hpp\n");
        return 2;
    }
    FeatureKnots learned[2][7];
    std::vector<std::thread> threads;
    for (int fewest_wins = 0; fewest_wins < 2; ++fewest_wins) {
        threads.emplace_back([&learned, fewest_wins] {
            for (int size = 4; size <= 16; size += 2) {
                learned[fewest_wins][size / 2 - 2] = size <= 8
                                                         ? learn<Board64>(size, fewest_wins == 1)
                                                         : learn<Board256>(size, fewest_wins == 1);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::FILE* file = std::fopen(arguments[1], "w");
    if (file == nullptr) {
        std::fprintf(stderr, "cannot write %s\n", arguments[1]);
        return 1;
    }
    std::fputs(
        "// The weights of the evaluation's features. Made by core/tools/fit_features.cpp.\n"
        "#pragma once\n\n"
        "#include \"evaluation/features.hpp\"\n\n"
        "namespace outflank::inline OUTFLANK_INSTRUCTIONS {\n\n"
        "// clang-format off\n"
        "// Most discs win or fewest win, then sizes 4 to 16.\n"
        "inline constexpr FeatureKnots feature_weights[2][7] = {\n",
        file);
    for (const auto& sizes : learned) {
        std::fputs("    {\n", file);
        for (const FeatureKnots& knots : sizes) {
            std::fputs("        {{\n", file);
            for (const auto& row : knots.at) {
                std::fputs("            {", file);
                for (int i = 0; i < feature_count; ++i) {
                    std::fprintf(file, "%s%d", i == 0 ? "" : ", ", row[i]);
                }
                std::fputs("},\n", file);
            }
            std::fputs("        }},\n", file);
        }
        std::fputs("    },\n", file);
    }
    std::fputs("};\n// clang-format on\n\n}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS\n",
               file);
    std::fclose(file);
    return 0;
}

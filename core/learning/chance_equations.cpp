#include "learning/chance_equations.hpp"

#include <atomic>

#include "board/playout.hpp"
#include "chance/chance_evaluation.hpp"
#include "kernel.hpp"
#include "search/search_context.hpp"

namespace outflank {
namespace {

constexpr int solved_below = 5;  // empty squares left
constexpr std::size_t table_buckets = 512;
constexpr double certain = 9007199254740992.0;  // 2^53

// The weights themselves, and how much they change if every answer is `maybe`.
constexpr int tables = 2;
constexpr int table_unknowns = chance_knots * chance_features;
constexpr int unknowns = tables * table_unknowns;

// A position of a game whose result is not known yet.
struct Sample {
    double features[chance_features];
    double filled;
    double maybe;
    bool black_to_move;
};

// Adds a position to the equations: its features at the knots before and after it, first as they
// are, then multiplied by the probability of `maybe`.
void add(NormalEquations& equations, const Sample& sample, int result) {
    const double at = sample.filled * (chance_knots - 1);
    const int knot = at < chance_knots - 2 ? static_cast<int>(at) : chance_knots - 2;
    const double share[2] = {1 - (at - knot), at - knot};
    std::size_t places[2 * tables * chance_features];
    double row[2 * tables * chance_features];
    std::size_t length = 0;
    for (int table = 0; table < tables; ++table) {
        for (int side = 0; side < 2; ++side) {
            for (int feature = 0; feature < chance_features; ++feature, ++length) {
                places[length] = static_cast<std::size_t>(
                    table * table_unknowns + (knot + side) * chance_features + feature);
                row[length] = share[side] * sample.features[feature];
                if (table == 1) row[length] *= sample.maybe;
            }
        }
    }
    equations.add(places, row, length, result);
}

// Draws odds: mostly those people play with, sometimes others. A quarter of them favour a colour.
Odds drawn_odds(Random& random) {
    const int kind = random.below(20);
    const double maybe = kind < 8    ? 0
                         : kind < 16 ? 0.1
                         : kind < 18 ? 1 / 3.0
                                     : random.below(1000) / 1000.0;
    double color_bias = 0;
    if (random.below(4) == 0) {
        color_bias = (random.below(2001) - 1000) / 1000.0;
        if (random.below(4) != 0) color_bias *= 0.3;
    }
    Odds odds;
    odds.asked = true;
    odds.yes = static_cast<std::uint64_t>((1 - maybe) * (1 + color_bias) / 2 * certain);
    odds.no = static_cast<std::uint64_t>((1 - maybe) * certain);
    return odds;
}

template <class Board>
class Games {
  public:
    explicit Games(const ChanceGames& games)
        : layout_(games.size),
          squares_(games.size * games.size),
          fewest_wins_(games.fewest_wins),
          weights_(games.weights.data()),
          memory_(table_buckets * bucket_words) {}

    // Clears the table first, so that a game never depends on earlier ones.
    void play(std::uint64_t seed, ChanceResults& found) {
        for (std::atomic<std::uint64_t>& word : memory_) {
            word.store(0, std::memory_order_relaxed);
        }
        Random random(seed);
        const Odds odds = drawn_odds(random);
        const AnswerChances chances = likely_answers(odds);
        const ChanceEvaluation<Board> evaluation(layout_.size, fewest_wins_, chances);
        const double color_bias = chances.of(Answer::yes) - chances.of(Answer::no);
        const int opening = random.below(squares_ / 3);
        const int random_moves = random.below(3) == 0 ? 0 : 8;  // percent
        const std::size_t first_forecast = found.forecasts.size();
        std::vector<Sample> samples;
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
                Sample sample;
                evaluation.features(board, moves, sample.features);
                sample.features[chance_color_bias] = (black ? color_bias : -color_bias) * empties;
                sample.filled = static_cast<double>(squares_ - empties) / squares_;
                sample.maybe = chances.of(Answer::maybe);
                sample.black_to_move = black;
                samples.push_back(sample);
            }
            Odds heard = odds;
            heard.first = drawn_answer(odds, random);
            int square;
            if (ply < opening || random.below(100) < random_moves) {
                square = drawn_square(moves, random);
            } else {
                const Variation best = best_move(board, black, heard, empties);
                square = layout_.embed(best.move);
                found.forecasts.push_back({black ? best.discs : -best.discs,
                                           static_cast<std::int16_t>(empties), std::int16_t{0}});
            }
            board = placed(board, square, heard.first, black);
            black = !black;
            ++ply;
        }
        const int result = black ? result_of(board) : -result_of(board);
        for (const Sample& sample : samples) {
            add(found.equations, sample, sample.black_to_move ? result : -result);
        }
        for (std::size_t i = first_forecast; i < found.forecasts.size(); ++i) {
            found.forecasts[i].outcome = static_cast<std::int16_t>(result > 0   ? 1
                                                                   : result < 0 ? -1
                                                                                : 0);
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
        context.chance_weights = weights_;
        context.table = {memory_.data(), table_buckets - 1, static_cast<std::uint8_t>(empties)};
        context.receiver = &found;
        context.report = [](void* receiver, const SearchReport& report) {
            *static_cast<Variation*>(receiver) = report.variations[0];
        };
        best_kernel().search(request, context);
        return found;
    }

    typename Board::Layout layout_;
    int squares_;
    bool fewest_wins_;
    const std::int16_t* weights_;
    std::vector<std::atomic<std::uint64_t>> memory_;
};

template <class Board>
void play_all(const ChanceGames& games, ChanceResults& found) {
    Games<Board> player(games);
    for (int game = 0; game < games.games; ++game) {
        player.play(games.first_seed + static_cast<std::uint64_t>(game), found);
    }
}

}  // namespace

std::size_t chance_weights_per_board() {
    return unknowns;
}

ChanceResults chance_equations(const ChanceGames& games) {
    ChanceResults found{NormalEquations(unknowns), {}};
    if (games.size <= 8) {
        play_all<Board64>(games, found);
    } else {
        play_all<Board256>(games, found);
    }
    return found;
}

}  // namespace outflank

#include "learning/feature_equations.hpp"

#include <cstring>
#include <memory>
#include <vector>

#include "board/playout.hpp"
#include "evaluation/evaluation.hpp"

namespace outflank {
namespace {

constexpr int solved_below = 6;           // empty squares left
constexpr int random_move_interval = 30;  // one move in this many is random
constexpr int unknowns = feature_knots * feature_count;
constexpr int no_value = 1000000;  // beyond every value

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

    // Returns the best move. Random noise decides between nearly equal moves, so that games differ.
    int choose(const Board& board, Mask moves, int depth, Random& random) const {
        const int empties = count(board.empties(playable_));
        if (empties <= solved_below) depth = empties;
        int best = -no_value;
        int chosen = -1;
        for (; !is_empty(moves); moves = without_first(moves)) {
            const int square = first(moves);
            const int noise = random.below(units_per_disc);
            const int value = noise - search(board.played(square, board.flips(square)), depth - 1,
                                             -no_value, -(best - noise));
            if (value > best) {
                best = value;
                chosen = square;
            }
        }
        return chosen;
    }

  private:
    int search(const Board& board, int depth, int alpha, int beta) const {
        Mask moves = board.legal_moves(playable_);
        if (is_empty(moves)) {
            const Board next = board.passed();
            if (is_empty(next.legal_moves(playable_))) return result(board) * units_per_disc;
            return -search(next, depth, -beta, -alpha);
        }
        if (depth <= 0) return evaluation_.value(board);
        int best = -no_value;
        for (; !is_empty(moves); moves = without_first(moves)) {
            const int square = first(moves);
            const int value = -search(board.played(square, board.flips(square)), depth - 1, -beta,
                                      -(alpha > best ? alpha : best));
            if (value > best) best = value;
            if (best >= beta) break;
        }
        return best;
    }

    Mask playable_;
    int squares_;
    int sign_;
    FeatureEvaluation<Board> evaluation_;
};

// Adds a position to the equations: its features at the knots before and after it.
void add(NormalEquations& equations, const Features& features, double filled, int result) {
    const double at = filled * (feature_knots - 1);
    const int knot = min_of(static_cast<int>(at), feature_knots - 2);
    const double share = at - knot;
    std::size_t places[2 * feature_count];
    double row[2 * feature_count];
    for (int i = 0; i < 2 * feature_count; ++i) {
        places[i] = static_cast<std::size_t>(knot * feature_count + i);
        row[i] = i < feature_count ? (1 - share) * features.value[i]
                                   : share * features.value[i - feature_count];
    }
    equations.add(places, row, 2 * feature_count, result);
}

template <class Board>
class Games {
  public:
    explicit Games(const FeatureGames& games)
        : layout_(games.size),
          squares_(games.size * games.size),
          depth_(games.depth),
          reader_(layout_),
          player_(layout_, games.fewest_wins, knots_in(games.weights)) {}

    void play(std::uint64_t seed, NormalEquations& equations) const {
        Random random(seed);
        Board board = board_of<Board>(start_position(layout_.size), layout_);
        std::vector<Board> boards;
        std::vector<bool> sides;
        bool side = true;
        const int opening = 4 + random.below(squares_ / 3);
        bool passed = false;
        for (int ply = 0;; ++ply) {
            const auto moves = board.legal_moves(layout_.playable);
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
            if (depth_ == 0 || ply < opening || random.below(random_move_interval) == 0) {
                square = drawn_square(moves, random);
                // Positions before a random move have little to do with the result.
                if (depth_ > 0) {
                    boards.clear();
                    sides.clear();
                }
            } else {
                square = player_.choose(board, moves, depth_, random);
            }
            board = board.played(square, board.flips(square));
            side = !side;
        }
        const int result = player_.result(board);
        for (std::size_t i = 0; i < boards.size(); ++i) {
            const int discs = count(boards[i].mover | boards[i].opponent);
            add(equations, reader_.read(boards[i]), static_cast<double>(discs) / squares_,
                sides[i] == side ? result : -result);
        }
    }

  private:
    static FeatureKnots knots_in(std::span<const std::int16_t> weights) {
        FeatureKnots knots;
        std::memcpy(&knots, weights.data(), sizeof knots);
        return knots;
    }

    typename Board::Layout layout_;
    int squares_;
    int depth_;
    FeatureReader<Board> reader_;
    Player<Board> player_;
};

template <class Board>
void play_all(const FeatureGames& games, NormalEquations& equations) {
    const auto player = std::make_unique<Games<Board>>(games);
    for (int game = 0; game < games.games; ++game) {
        player->play(games.first_seed + static_cast<std::uint64_t>(game), equations);
    }
}

}  // namespace

std::size_t feature_weights_per_board() {
    return unknowns;
}

NormalEquations feature_equations(const FeatureGames& games) {
    NormalEquations equations(unknowns);
    if (games.size <= 8) {
        play_all<Board64>(games, equations);
    } else {
        play_all<Board256>(games, equations);
    }
    return equations;
}

}  // namespace outflank

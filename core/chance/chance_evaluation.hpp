// The static evaluation of games with an oracle: a few features of a board of any size, with
// weights that depend on how full the board is.
//
// The weights are fitted by least squares to the results of games that this search played against
// itself, so they suit games in which half of the discs are placed in the wrong colour. If the
// engine has pattern weights that were learned from such games (pattern_weights.hpp), it uses those
// instead.
#pragma once

#include <cstdint>

#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/position_data.hpp"
#include "chance/chance_weights.hpp"
#include "evaluation/evaluation.hpp"
#include "evaluation/features.hpp"
#include "evaluation/pattern_weights.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
constexpr int max_squares_of = static_cast<int>(sizeof(typename Board::Mask)) * 8;

// The probabilities of the answers that a search considers, in a fixed order.
struct AnswerChances {
    int count = 0;
    Answer answer[3] = {};
    double chance[3] = {};

    double of(Answer wanted) const {
        for (int index = 0; index < count; ++index) {
            if (answer[index] == wanted) return chance[index];
        }
        return 0;
    }
};

// A search ignores answers less likely than this until they are heard. The web oracle's `maybe` (1
// in 10,000) would make every turn half as expensive again and hardly change the result.
constexpr double rare_answer = 0.005;

// Pattern weights are learned from games in which both colours have about the same odds and `maybe`
// is rare.
constexpr double max_learned_color_bias = 0.1;

inline AnswerChances likely_answers(const Odds& odds) {
    AnswerChances likely;
    if (!odds.asked) {
        likely.count = 1;
        likely.chance[0] = 1;
        return likely;
    }
    constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
    constexpr std::uint64_t certain = std::uint64_t{1} << 53;
    const std::uint64_t yes = odds.yes < certain ? odds.yes : certain;
    const std::uint64_t up_to_no = odds.no < yes ? yes : odds.no < certain ? odds.no : certain;
    const double chances[3] = {static_cast<double>(yes) * unit,
                               static_cast<double>(up_to_no - yes) * unit,
                               static_cast<double>(certain - up_to_no) * unit};
    const Answer answers[3] = {Answer::yes, Answer::no, Answer::maybe};
    double whole = 0;
    for (int index = 0; index < 3; ++index) {
        if (chances[index] < rare_answer) continue;
        likely.answer[likely.count] = answers[index];
        likely.chance[likely.count++] = chances[index];
        whole += chances[index];
    }
    for (int index = 0; index < likely.count; ++index) {
        likely.chance[index] /= whole;
    }
    return likely;
}

// The weights of a board, and how much they change if every answer is `maybe`.
using ChanceTables = std::int16_t[2][chance_knots][chance_features];

// Returns the given weights, or those compiled in if there are none.
inline const ChanceTables& chance_tables_of(int size, bool fewest_wins, const std::int16_t* given) {
    if (given != nullptr) return *reinterpret_cast<const ChanceTables*>(given);
    return chance_weights[fewest_wins ? 1 : 0][size / 2 - 2];
}

// Returns the weight of a feature on a board that is filled to a share from 0 to 1.
inline double chance_weight(const ChanceTables& weights, int feature, double filled, double maybe) {
    const double at = filled * (chance_knots - 1);
    const int knot = at < chance_knots - 2 ? static_cast<int>(at) : chance_knots - 2;
    const double part = at - knot;
    double weight = 0;
    for (int table = 0; table < 2; ++table) {
        const double low = weights[table][knot][feature];
        const double high = weights[table][knot + 1][feature];
        weight += (low + (high - low) * part) * (table == 0 ? 1 : maybe) / 100;
    }
    return weight;
}

// Evaluates the boards of one game. Values are in discs for the side to move.
template <class Board>
class ChanceEvaluation {
  public:
    using Mask = typename Board::Mask;

    ChanceEvaluation(int size, bool fewest_wins, const AnswerChances& chances,
                     const PatternWeights* pattern_weights = nullptr,
                     const std::int16_t* feature_weights = nullptr)
        : playable_(typename Board::Layout(size).playable), squares_(size * size) {
        mark_regions(typename Board::Layout(size));
        const double maybe = chances.of(Answer::maybe);
        // An answer that names the other colour costs the mover a disc.
        const double color_bias = chances.of(Answer::yes) - chances.of(Answer::no);
        if (maybe == 0 && color_bias <= max_learned_color_bias &&
            color_bias >= -max_learned_color_bias) {
            pattern_weights_ = pattern_weights;
        }
        const ChanceTables& tables = chance_tables_of(size, fewest_wins, feature_weights);
        for (int empties = 0; empties <= squares_; ++empties) {
            const double filled = static_cast<double>(squares_ - empties) / squares_;
            double* weights = weights_[empties];
            for (int feature = 0; feature < chance_features; ++feature) {
                weights[feature] = chance_weight(tables, feature, filled, maybe);
            }
            color_bias_value_[empties] = weights[chance_color_bias] * color_bias * empties;
        }
    }

    // Computes the features that do not depend on the odds. All but the first two are the mover's
    // count minus the opponent's.
    void features(const Board& board, const Mask& moves, double* features) const {
        const Mask empty = board.empties(playable_);
        const int mine = count(moves);
        const int theirs = count(board.passed().legal_moves(playable_));
        const int reach = count(with_neighbours(board.opponent) & empty);
        const int their_reach = count(with_neighbours(board.mover) & empty);
        const Mask risky = with_neighbours(corners_ & empty);
        features[0] = 1;
        features[1] = (count(empty) & 1) != 0 ? 1 : -1;
        features[2] = difference(board, playable_);
        features[3] = mine - theirs;
        features[4] = static_cast<double>(mine - theirs) / (mine + theirs + 2);
        features[5] = reach - their_reach;
        features[6] = difference(board, corners_);
        features[7] = difference(board, edges_);
        features[8] = difference(board, x_squares_ & risky);
        features[9] = difference(board, c_squares_ & risky);
        features[10] = anchored(board.mover) - anchored(board.opponent);
        features[11] = difference(board, with_neighbours(empty));
        features[12] = (mine == 0 ? -1 : 0) + (theirs == 0 ? 1 : 0);
        features[13] = static_cast<double>(reach - their_reach) / (reach + their_reach + 2);
        // A side with few discs left may lose them all.
        const double majority = features[2] / (squares_ - count(empty));
        features[14] = majority * majority * majority * squares_ / 4;
    }

    // The pattern numbers, updated from move to move. The evaluation by features leaves them empty.
    using State = PatternNumbers;

    State begin(const Board& board) const {
        if constexpr (is_small) {
            if (pattern_weights_ != nullptr) {
                return pattern_numbers(board, pattern_weights_->steps);
            }
        }
        return {};
    }

    // Returns the state after a disc of either colour on a square has led from one board to the
    // next.
    OUTFLANK_INLINE State placed(const State& state, const Board& before, const Board& next,
                                 int square) const {
        if constexpr (is_small) {
            if (pattern_weights_ != nullptr) {
                const Mask own = next.opponent;
                if (!is_empty(own & Board::bit(square))) {
                    return after_placing(state, square, before.opponent & own,
                                         pattern_weights_->steps);
                }
                return after_foreign_disc(state, square, pattern_weights_->steps);
            }
        }
        return state;
    }

    OUTFLANK_INLINE State passed(const State& state) const {
        return pattern_weights_ != nullptr ? after_passing(state) : state;
    }

    double value(const Board& board, const Mask& moves, bool black_to_move) const {
        return value(board, begin(board), moves, black_to_move);
    }

    double value(const Board& board, const State& state, const Mask& moves,
                 bool black_to_move) const {
        if constexpr (is_small) {
            if (pattern_weights_ != nullptr) {
                return learned_value(board, state, moves, black_to_move);
            }
        }
        double found[chance_features];
        features(board, moves, found);
        const int empties = count(board.empties(playable_));
        const double* weights = weights_[empties];
        double value = black_to_move ? color_bias_value_[empties] : -color_bias_value_[empties];
        for (int feature = 0; feature < chance_color_bias; ++feature) {
            value += weights[feature] * found[feature];
        }
        return within_board(value);
    }

    const Mask& corners() const { return corners_; }
    const Mask& risky_squares() const { return risky_; }
    const Mask& edges() const { return edges_; }

  private:
    // Larger boards have no pattern weights for games with an oracle.
    static constexpr bool is_small = sizeof(Mask) == sizeof(std::uint64_t);

    // Limits a value to the number of squares, the largest possible win.
    double within_board(double value) const {
        const double most = squares_;
        return value > most ? most : value < -most ? -most : value;
    }

    double learned_value(const Board& board, const State& state, const Mask& moves,
                         bool black_to_move) const {
        const int units =
            weighed_patterns(*pattern_weights_, state.number, board, playable_, moves);
        const double bias = color_bias_value_[count(board.empties(playable_))];
        const double discs = static_cast<double>(units) / units_per_disc;
        return within_board(discs + (black_to_move ? bias : -bias));
    }

    static OUTFLANK_INLINE double difference(const Board& board, const Mask& region) {
        return count(board.mover & region) - count(board.opponent & region);
    }

    // Counts the discs on the edge that are connected to a corner of their colour along the edge.
    // No outflanking can flip them.
    int anchored(const Mask& discs) const {
        const Mask rim = discs & (edges_ | corners_);
        Mask held = discs & corners_;
        if (is_empty(held)) return 0;
        for (int before = 0, now = count(held); now != before;) {
            before = now;
            held = with_neighbours(held) & rim;
            now = count(held);
        }
        return count(held);
    }

    void mark_regions(const typename Board::Layout& layout) {
        const int last = layout.size - 1;
        for (int square = 0; square < squares_; ++square) {
            const int column = square % layout.size;
            const int row = square / layout.size;
            const int across = min_of(column, last - column);
            const int down = min_of(row, last - row);
            const Mask bit = Board::bit(layout.embed(square));
            if (across + down == 0) {
                corners_ = corners_ | bit;
            } else if (across == 0 || down == 0) {
                edges_ = edges_ | bit;
                if (across + down == 1) c_squares_ = c_squares_ | bit;
            } else if (across == 1 && down == 1) {
                x_squares_ = x_squares_ | bit;
            }
        }
        risky_ = x_squares_ | c_squares_;
    }

    Mask playable_;
    Mask corners_{};
    Mask edges_{};  // without corners
    Mask x_squares_{};
    Mask c_squares_{};
    Mask risky_{};
    int squares_;
    double weights_[max_squares_of<Board> + 1][chance_features];
    // What odds that favour black are worth to black, by the number of empty squares.
    double color_bias_value_[max_squares_of<Board> + 1];
    const PatternWeights* pattern_weights_ = nullptr;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

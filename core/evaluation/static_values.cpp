// Compiled once per instruction set, like kernel.cpp.
#include "evaluation/static_values.hpp"

#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/board_layout.hpp"
#include "chance/chance_evaluation.hpp"
#include "evaluation/evaluation.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

namespace {

// Returns the discs by which the mover leads at the end of a game; positive is good.
template <class Board>
float final_discs(const Board& board, int squares, bool fewest_wins) {
    const int own = count(board.mover);
    const int other = count(board.opponent);
    const int discs = own > other ? squares - 2 * other : own < other ? 2 * own - squares : 0;
    return static_cast<float>(fewest_wins ? -discs : discs);
}

template <class Board>
class ClassicValues {
  public:
    ClassicValues(const GameRules& rules, const EvaluationSources& sources)
        : layout_(rules.size), evaluation_(layout_, rules.fewest_wins, sources) {}

    StaticValue value(const Board& board, const typename Board::Mask&, bool) const {
        const auto state = evaluation_.begin(board);
        return {static_cast<float>(evaluation_.value(board, state)) / units_per_disc,
                ScoreKind::heuristic};
    }

  private:
    typename Board::Layout layout_;
    Evaluation<Board> evaluation_;
};

template <class Board>
class ChanceValues {
  public:
    ChanceValues(const GameRules& rules, const EvaluationSources& sources)
        : evaluation_(rules.size, rules.fewest_wins, likely_answers(rules.odds), sources.patterns) {
    }

    StaticValue value(const Board& board, const typename Board::Mask& moves, bool black) const {
        return {static_cast<float>(evaluation_.value(board, moves, black)), ScoreKind::expected};
    }

  private:
    ChanceEvaluation<Board> evaluation_;
};

StaticValue for_other_side(const StaticValue& value) {
    return {0.0F - value.discs, value.kind};  // never minus zero
}

template <class Board, class Values>
void evaluate_with(const GameRules& rules, const EvaluationSources& sources,
                   const PositionData* positions, std::size_t positions_count, StaticValue* found) {
    const typename Board::Layout layout(rules.size);
    const Values values(rules, sources);
    for (std::size_t i = 0; i < positions_count; ++i) {
        const Board board = board_of<Board>(positions[i], layout);
        const bool black = positions[i].black_to_move;
        const auto moves = board.legal_moves(layout.playable);
        if (!is_empty(moves)) {
            found[i] = values.value(board, moves, black);
            continue;
        }
        const Board passed = board.passed();
        const auto replies = passed.legal_moves(layout.playable);
        if (is_empty(replies)) {
            const int squares = rules.size * rules.size;
            found[i] = {final_discs(board, squares, rules.fewest_wins), ScoreKind::exact};
        } else {
            found[i] = for_other_side(values.value(passed, replies, !black));
        }
    }
}

template <class Board>
void evaluate_on(const GameRules& rules, const EvaluationSources& sources,
                 const PositionData* positions, std::size_t count, StaticValue* values) {
    if (rules.odds.asked) {
        evaluate_with<Board, ChanceValues<Board>>(rules, sources, positions, count, values);
    } else {
        evaluate_with<Board, ClassicValues<Board>>(rules, sources, positions, count, values);
    }
}

}  // namespace

void evaluate_all(const GameRules& rules, const EvaluationSources& sources,
                  const PositionData* positions, std::size_t count, StaticValue* values) {
    if (rules.size <= 8) {
        evaluate_on<Board64>(rules, sources, positions, count, values);
    } else {
        evaluate_on<Board256>(rules, sources, positions, count, values);
    }
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

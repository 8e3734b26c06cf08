// The static evaluation of many positions of one game: what they are worth without a search.
#pragma once

#include <cstddef>

#include "board/bits.hpp"
#include "board/position_data.hpp"
#include "evaluation/evaluation_sources.hpp"
#include "search/search_types.hpp"

namespace outflank {

// The rules that decide what a position is worth.
struct GameRules {
    int size = 8;
    bool fewest_wins = false;
    Odds odds;  // without the answer that was heard: the value is that before any answer
};

// What a position is worth to the side to move. The score is exact if the game is over, else
// `heuristic`, or `expected` in games with an oracle.
struct StaticValue {
    float discs = 0;
    ScoreKind kind = ScoreKind::heuristic;
};

// Writes one value for each of `count` positions, which all have the size of the rules.
using EvaluateAll = void(const GameRules& rules, const EvaluationSources& sources,
                         const PositionData* positions, std::size_t count, StaticValue* values);

}  // namespace outflank

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

EvaluateAll evaluate_all;

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// Requests to a search and its reports: the values that pass between an engine and a kernel.
#pragma once

#include <cstdint>

#include "board/position_data.hpp"

namespace outflank {

// The first limit that is reached ends the search. Zero means no limit.
struct Limits {
    int depth = 0;            // plies
    std::uint64_t nodes = 0;  // the node that reaches the limit is still completed
    double seconds = 0;       // never exceeded
    double soft_seconds = 0;  // no iteration starts after this
    int confidence = 0;       // percent; no search needs a higher one
};

// The purpose of a search: a good move within the limits, the exact result, or only the winner.
enum class Goal : std::uint8_t { play, exact, outcome };

struct SearchRequest {
    PositionData position;     // the side to move must have a move
    bool fewest_wins = false;  // Anti
    Odds odds;                 // `first` is the answer that was heard, or none while it is awaited
    Goal goal = Goal::play;
    Squares left_out;    // moves to skip; at least one move must remain
    int candidates = 1;  // how many moves get a score of their own
    int confidence = 0;  // percent; skip searches that are more selective
    Limits limits;
};

// The kind of a score. A proven score is +1, 0 or -1: it tells only who wins.
enum class ScoreKind : std::uint8_t { heuristic, expected, proven, exact };

constexpr int max_line_length = 64;
constexpr int max_candidates = 128;

// One move with its score for the side to move and the line expected to follow.
struct Variation {
    std::uint16_t move = pass_move;  // pass if no move can be named because an answer is awaited
    ScoreKind kind = ScoreKind::heuristic;
    std::uint8_t depth = 0;         // plies searched
    std::uint8_t confidence = 100;  // percent, below 100 if the search was selective
    float discs = 0;                // empty squares go to the winner
    float win_chance = -1;          // from 0 to 1 in games with an oracle; a draw is half a win
    int length = 0;
    std::uint16_t line[max_line_length] = {};  // starts with `move`
};

// Everything known at one moment, the best move first.
struct SearchReport {
    int count = 0;
    Variation variations[max_candidates];
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool final = false;
};

}  // namespace outflank

// What is asked of a search and what it reports: the values that pass between an engine and the
// kernel that searches for it.
#pragma once

#include <cstdint>

#include "board/position_data.hpp"

namespace outflank {

// The first limit that is reached ends the search; zero is no limit.
struct Limits {
    int depth = 0;            // plies
    std::uint64_t nodes = 0;  // the position at which it is reached is still finished
    double seconds = 0;       // never exceeded
    double soft_seconds = 0;  // after this no new iteration begins
    int confidence = 0;       // percent; more selective searches are enough
};

// What the search is for: a good move within the limits, the exact result, or only who wins.
enum class Goal : std::uint8_t { play, exact, outcome };

struct SearchRequest {
    PositionData position;     // in which the side to move can move
    bool fewest_wins = false;  // Anti
    Odds odds;                 // `first` is the answer that was heard, none while it is awaited
    Goal goal = Goal::play;
    Squares left_out;    // moves that are not searched; one at least must be left
    int candidates = 1;  // how many moves are given a score of their own
    int confidence = 0;  // percent; searches that are more selective are left out
    Limits limits;
};

// Where a score comes from. A proven one is +1, 0 or -1: who wins.
enum class ScoreKind : std::uint8_t { heuristic, expected, proven, exact };

constexpr int max_line_length = 64;
constexpr int max_candidates = 128;

// One move with its score for the side to move and the line that is expected to follow.
struct Variation {
    std::uint16_t move = pass_move;  // pass where no move can be named: an answer is awaited
    ScoreKind kind = ScoreKind::heuristic;
    std::uint8_t depth = 0;         // plies searched
    std::uint8_t confidence = 100;  // percent, below 100 where the search was selective
    float discs = 0;                // empty squares go to the winner
    float win_chance = -1;          // from 0 to 1 where chance is in play; a draw is half a win
    int length = 0;
    std::uint16_t line[max_line_length] = {};  // `move` first
};

// All that is known at one moment, the best move first.
struct SearchReport {
    int count = 0;
    Variation variations[max_candidates];
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool final = false;
};

}  // namespace outflank

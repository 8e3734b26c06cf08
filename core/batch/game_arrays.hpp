// The arrays behind a batch of games, independent of instruction sets and of Python. Learners read
// and write the same memory that the core works on.
#pragma once

#include <cstdint>

#include "board/position_data.hpp"

namespace outflank {

// When a finished game starts again: at the next step, whose action is ignored; within the step
// that ended it; or only on request. The names are Gymnasium's.
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };

// Who answers the learner's moves: nobody, as it moves for both sides, or one of the core's own
// players.
enum class Opponent : std::uint8_t { none, random, greedy };

enum class AgentColor : std::uint8_t { by_lot, black, white };

// The number of planes in an observation. The first two show the mover's discs and the opponent's.
// With an oracle, one more tells whether the mover is black, and three encode the answer.
constexpr int planes_without_oracle = 2;
constexpr int planes_with_oracle = 6;

struct BatchSettings {
    int count = 1;
    int size = 8;
    Odds odds;
    bool fewest_wins = false;
    bool illegal_loses = false;  // an illegal move loses the game instead of being refused
    Autoreset autoreset = Autoreset::next_step;
    Opponent opponent = Opponent::none;
    AgentColor agent_color = AgentColor::by_lot;

    int squares() const { return size * size; }
    int actions() const { return squares() + 1; }  // the last one is a pass
    int planes() const { return odds.asked ? planes_with_oracle : planes_without_oracle; }
    int words() const { return size <= 8 ? 1 : 4; }  // words in a set of squares
};

// The states into which some games of a batch are put; all arrays have one entry for each of them.
struct GivenStates {
    int count = 0;
    const std::int64_t* games = nullptr;
    const PositionData* positions = nullptr;
    const Answer* answers = nullptr;     // none where the oracle has yet to answer
    const std::uint8_t* over = nullptr;  // 1 if the game has ended, also if a side could still move
};

// The arrays of all games: one entry or row per game.
struct GameArrays {
    BatchSettings settings;

    // The games themselves, with sets of squares in grid layout.
    std::uint64_t* mover;
    std::uint64_t* opponent;
    std::uint64_t* legal;
    std::uint64_t* chance;  // state of the random numbers for answers and for the opponent
    std::uint64_t* choice;  // state of the random numbers for sample(), shared by all games
    bool* black_to_move;
    bool* agent_is_black;
    bool* over;
    Answer* answers;

    // What a learner sees. In a finished game a pass is the only legal action.
    bool* masks;
    std::int8_t* planes;
    std::int8_t* final_planes;  // written for games that end and start again within one step
    float* rewards;             // 1, 0 or -1 for the side that acted, when the game ends
    bool* terminated;
    std::int16_t* margins;  // black's discs minus white's in the last game that ended

    // Maps the number of a square to its bit in the grid, and back.
    const std::uint8_t* embedded;
    const std::uint8_t* extracted;
};

}  // namespace outflank

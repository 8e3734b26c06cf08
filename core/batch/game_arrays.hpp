// Many games side by side as arrays: what a batch of games is made of, free of instruction sets and
// of Python. Learners read and fill the same memory that the core works on.
#pragma once

#include <cstdint>

#include "board/position_data.hpp"

namespace outflank {

// When a game that has ended begins anew: at the next step, whose action is ignored; within the
// step that ended it; or when somebody asks for it. The words are Gymnasium's.
enum class Autoreset : std::uint8_t { next_step, same_step, disabled };

// Who answers the learner's moves: nobody (it moves for both sides), or a player of the core's own.
enum class Opponent : std::uint8_t { none, random, greedy };

enum class AgentColor : std::uint8_t { by_lot, black, white };

// What an observation shows, a plane of 0 and 1 each: own discs and the opponent's; with an oracle
// also whether the own discs are black, and the answer.
constexpr int planes_without_oracle = 2;
constexpr int planes_with_oracle = 6;

struct BatchSettings {
    int count = 1;
    int size = 8;
    Odds odds;
    bool fewest_wins = false;
    bool illegal_loses = false;  // whoever plays an illegal move loses; else it is refused
    Autoreset autoreset = Autoreset::next_step;
    Opponent opponent = Opponent::none;
    AgentColor agent_color = AgentColor::by_lot;

    int squares() const { return size * size; }
    int actions() const { return squares() + 1; }  // the last one is a pass
    int planes() const { return odds.asked ? planes_with_oracle : planes_without_oracle; }
    int words() const { return size <= 8 ? 1 : 4; }  // of a set of squares in its grid
};

// The arrays of all games, one entry or row a game.
struct GameArrays {
    BatchSettings settings;

    // The games themselves; sets of squares lie in their grids.
    std::uint64_t* mover;
    std::uint64_t* opponent;
    std::uint64_t* legal;
    std::uint64_t* chance;  // the state of the numbers that answers and the opponent are drawn with
    std::uint64_t* choice;  // the state of those that sample() draws with, one for all games
    bool* black_to_move;
    bool* agent_is_black;
    bool* over;
    Answer* answers;

    // What a learner sees. A game that is over shows a pass as its only action.
    bool* masks;
    std::int8_t* planes;
    std::int8_t* final_planes;  // written for games that end within a step that begins anew
    float* rewards;             // 1, 0 or -1 to whoever acted, when the game ends
    bool* terminated;
    std::int16_t* margins;  // black's discs less white's, of the game that ended last

    // From the number of a square to its bit in the grid, and back.
    const std::uint8_t* embedded;
    const std::uint8_t* extracted;
};

}  // namespace outflank

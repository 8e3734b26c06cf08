// A batch of positions of one game that threads evaluate or search, one position a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine.hpp"
#include "evaluation/static_values.hpp"
#include "search/search_types.hpp"

namespace outflank {

// What all positions of a batch have in common. `engine` says what evaluates and how many threads
// there are; its hash_bytes are the most that the table of one thread may take.
struct PositionBatchSettings {
    Settings engine;
    std::shared_ptr<const PatternWeights> patterns;  // of this game, or null
    GameRules rules;
};

// What to search for in every position.
struct SearchOfAll {
    Goal goal = Goal::exact;
    int candidates = 1;
    Limits limits;  // of each position
};

// How the turn of a position that was searched began.
enum class TurnKind : std::uint8_t {
    move,  // the side to move can move
    pass,  // it must pass: the position after the pass was searched
    over,  // the game is over: nothing was searched
};

// The final report of a position's search. A finished game has one variation without a move.
struct PositionResult {
    TurnKind turn = TurnKind::move;
    std::vector<Variation> variations;
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
};

// Works through positions in threads of its own. Each position is searched by one thread with an
// empty table, so the results do not depend on the number of threads or on the order. All calls
// except the destructor may come from any thread.
class PositionBatch {
  public:
    // `answers` are those heard in the positions, or empty. Throws std::invalid_argument with one
    // sentence if the settings are impossible.
    PositionBatch(const PositionBatchSettings& settings, std::vector<PositionData> positions,
                  std::vector<Answer> answers);
    ~PositionBatch();
    PositionBatch(const PositionBatch&) = delete;
    PositionBatch& operator=(const PositionBatch&) = delete;

    // Starts the threads, which search every position, or evaluate them without a search. A batch
    // works once: throws std::logic_error when it has been started already.
    void search(const SearchOfAll& wanted);
    void evaluate();

    // Waits up to this long for the end of the work, and returns whether it has ended. Throws what
    // went wrong in a thread.
    bool wait(double seconds);

    // Asks the threads to end soon. What they have not finished has no result.
    void stop();

    // Returns how many positions are done.
    std::size_t done() const;

    // After the work has ended: a result or a value for each position.
    const std::vector<PositionResult>& results() const;
    const std::vector<StaticValue>& values() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace outflank

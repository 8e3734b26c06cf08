// The functions of the native core for one instruction set: plain values in, plain values out.
#pragma once

#include <cstdint>
#include <span>

#include "board/position_data.hpp"
#include "evaluation/static_values.hpp"

namespace outflank {

struct BatchKernel;
struct SearchRequest;
struct SearchContext;

// The core compiled for one instruction set. All kernels give the same results.
struct Kernel {
    const char* name;
    std::uint64_t (*perft)(const PositionData& start, int depth, PassRule rule);
    Playout (*playout)(const PositionData& start, const Odds& odds, std::uint64_t seed,
                       const Record& record);
    // Writes the position after each ply to `trace`, which is null or has room for longest_game.
    Replay (*replay)(const GameRecord& game, PositionData* trace);
    Squares (*legal_moves)(const PositionData& position);
    // Returns the discs that a disc of the side to move outflanks; none if the square is occupied.
    Squares (*flips)(const PositionData& position, int square);
    // Searches until the request is complete or the context's stop flag is set.
    void (*search)(const SearchRequest& request, SearchContext& context);
    // Evaluates many positions of one game without a search.
    EvaluateAll* evaluate;
    // Plays many games step by step.
    const BatchKernel* batch;
};

// Returns the kernels that this processor can run, slowest first. The list is empty if the core was
// built only for other processors.
std::span<const Kernel* const> kernels();

// Returns the fastest of them.
const Kernel& best_kernel();

}  // namespace outflank

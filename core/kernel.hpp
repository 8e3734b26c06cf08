// What the native core offers for one instruction set: plain values in, plain values out.
#pragma once

#include <cstdint>
#include <span>

#include "board/position_data.hpp"

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
    // Writes the position after each ply to `trace` unless it is null (room for longest_game).
    Replay (*replay)(const GameRecord& game, PositionData* trace);
    Squares (*legal_moves)(const PositionData& position);
    // The discs outflanked by a disc of the side to move on a square; none where it is occupied.
    Squares (*flips)(const PositionData& position, int square);
    // Searches until the request is answered or the context says stop.
    void (*search)(const SearchRequest& request, SearchContext& context);
    // Plays many games step by step.
    const BatchKernel* batch;
};

// The kernels this processor can run, slowest first. None where only those of another processor
// were built.
std::span<const Kernel* const> kernels();

// The fastest of them.
const Kernel& best_kernel();

}  // namespace outflank

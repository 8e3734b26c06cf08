// The searches of a kernel. Each is compiled separately, so that several processors can share the
// work.
#pragma once

#include <memory>

#include "board/bits.hpp"

namespace outflank {

struct SearchContext;
struct SearchRequest;

}  // namespace outflank

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Games without chance on 8x8 and 6x6 in which the most discs win. Each has code for exactly its
// size.
void search_8x8(const SearchRequest& request, SearchContext& context);
void search_6x6(const SearchRequest& request, SearchContext& context);
// Other games without chance on sizes up to 8, and on larger ones.
void search_small_board(const SearchRequest& request, SearchContext& context);
void search_large_board(const SearchRequest& request, SearchContext& context);
// Games with an oracle, on any size.
void search_chance(const SearchRequest& request, SearchContext& context);

// Runs a search whose root object is on the heap, since its tables are too large for a thread's
// stack.
template <class Root>
void search_with(const SearchRequest& request, SearchContext& context) {
    std::make_unique<Root>(request, context)->run();
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

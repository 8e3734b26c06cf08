// The searches of a kernel. Each is compiled by itself, so that several processors share the work.
#pragma once

#include <memory>

#include "board/bits.hpp"

namespace outflank {

struct SearchContext;
struct SearchRequest;

}  // namespace outflank

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Games without chance on 8x8 and 6x6 in which most discs win: they have code for their very size.
void search_8x8(const SearchRequest& request, SearchContext& context);
void search_6x6(const SearchRequest& request, SearchContext& context);
// The same on any size up to 8, and on the larger ones.
void search_small_board(const SearchRequest& request, SearchContext& context);
void search_large_board(const SearchRequest& request, SearchContext& context);
// Games in which chance answers, on any size.
void search_chance(const SearchRequest& request, SearchContext& context);

// On the heap: root searches hold tables that would crowd a thread's stack.
template <class Root>
void search_with(const SearchRequest& request, SearchContext& context) {
    std::make_unique<Root>(request, context)->run();
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

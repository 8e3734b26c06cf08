// Chooses the search for a request by size and variant.
#pragma once

#include "search/by_game/searches.hpp"
#include "search/search_types.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

inline void search_game(const SearchRequest& request, SearchContext& context) {
    const int size = request.position.size;
    if (request.odds.asked) return search_chance(request, context);
    if (size > 8) return search_large_board(request, context);
    if (size == 8 && !request.fewest_wins) return search_8x8(request, context);
    if (size == 6 && !request.fewest_wins) return search_6x6(request, context);
    search_small_board(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

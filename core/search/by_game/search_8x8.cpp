// The search of classic 8x8, compiled into every kernel.
#include "search/by_game/searches.hpp"
#include "search/root_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

void search_8x8(const SearchRequest& request, SearchContext& context) {
    search_with<RootSearch<Board64, 64>>(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

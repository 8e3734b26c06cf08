// The search of boards larger than 8x8, compiled into every kernel.
#include "search/by_game/searches.hpp"
#include "search/root_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

void search_large_board(const SearchRequest& request, SearchContext& context) {
    search_with<RootSearch<Board256, 0>>(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

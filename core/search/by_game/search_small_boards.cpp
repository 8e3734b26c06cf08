// The searches of other boards up to 8x8, compiled into every kernel.
#include "search/by_game/searches.hpp"
#include "search/root_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

void search_6x6(const SearchRequest& request, SearchContext& context) {
    search_with<RootSearch<Board64, 36>>(request, context);
}

void search_small_board(const SearchRequest& request, SearchContext& context) {
    search_with<RootSearch<Board64, 0>>(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

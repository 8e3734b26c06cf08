// The searches of games with an oracle, compiled into every kernel.
#include "chance/chance_root.hpp"
#include "search/by_game/searches.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

void search_chance(const SearchRequest& request, SearchContext& context) {
    if (request.position.size > 8) return search_with<ChanceRootSearch<Board256>>(request, context);
    search_with<ChanceRootSearch<Board64>>(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

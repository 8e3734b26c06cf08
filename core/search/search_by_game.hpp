// Which search answers a request: chosen by size and variant.
#pragma once

#include <memory>

#include "chance/chance_root.hpp"
#include "search/root_search.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// On the heap: root searches hold tables that would crowd a thread's stack.
template <class Root>
void search_with(const SearchRequest& request, SearchContext& context) {
    std::make_unique<Root>(request, context)->run();
}

inline void search_game(const SearchRequest& request, SearchContext& context) {
    const int size = request.position.size;
    if (request.odds.asked) {
        return size > 8 ? search_with<ChanceRootSearch<Board256>>(request, context)
                        : search_with<ChanceRootSearch<Board64>>(request, context);
    }
    if (size > 8) return search_with<RootSearch<Board256, 0>>(request, context);
    if (size == 8 && !request.fewest_wins) {
        return search_with<RootSearch<Board64, 64>>(request, context);
    }
    if (size == 6 && !request.fewest_wins) {
        return search_with<RootSearch<Board64, 36>>(request, context);
    }
    search_with<RootSearch<Board64, 0>>(request, context);
}

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// Memory for large tables that are read here and there.
#pragma once

#include <cstddef>

namespace outflank {

// So many bytes that begin at a cache line and lie in huge pages where the system has some: nearly
// every look into a large table would otherwise miss the processor's list of pages. Throws
// std::bad_alloc where there is no memory.
void* new_in_huge_pages(std::size_t bytes);

void delete_in_huge_pages(void* memory, std::size_t bytes);

}  // namespace outflank

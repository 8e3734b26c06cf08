// Memory for large tables with random access.
#pragma once

#include <cstddef>

namespace outflank {

// Allocates memory that starts at a cache line and uses huge pages if the system has them. Without
// huge pages nearly every access to a large table would miss the TLB. Throws std::bad_alloc if
// there is not enough memory.
void* new_in_huge_pages(std::size_t bytes);

void delete_in_huge_pages(void* memory, std::size_t bytes);

}  // namespace outflank

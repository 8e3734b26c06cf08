#include "huge_pages.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace outflank {

namespace {

// Smaller tables would waste most of a huge page.
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t usual_alignment = 128;

std::align_val_t alignment_of(std::size_t bytes) {
    return std::align_val_t{bytes >= huge_page ? huge_page : usual_alignment};
}

}  // namespace

void* new_in_huge_pages(std::size_t bytes) {
    void* memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__)
    // A system without huge pages refuses this, which does no harm.
    if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void delete_in_huge_pages(void* memory, std::size_t bytes) {
    ::operator delete(memory, alignment_of(bytes));
}

}  // namespace outflank

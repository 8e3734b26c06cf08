#include "search/table_storage.hpp"

#include <memory>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace outflank {

namespace {

using Word = std::atomic<std::uint64_t>;

// Smaller tables would waste most of a huge page.
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t usual_alignment = 128;

std::align_val_t alignment_of(std::size_t bytes) {
    return std::align_val_t{bytes >= huge_page ? huge_page : usual_alignment};
}

}  // namespace

TableStorage::TableStorage(std::size_t size) : size_(size) {
    const std::size_t bytes = size * sizeof(Word);
    void* memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__)
    // A system without huge pages refuses, and that is all.
    if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    words_ = static_cast<Word*>(memory);
    std::uninitialized_value_construct_n(words_, size);
}

TableStorage::~TableStorage() {
    if (words_ != nullptr) ::operator delete(words_, alignment_of(size_ * sizeof(Word)));
}

TableStorage::TableStorage(TableStorage&& other) noexcept {
    *this = std::move(other);
}

TableStorage& TableStorage::operator=(TableStorage&& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
    return *this;
}

void TableStorage::clear() {
    for (std::size_t i = 0; i < size_; ++i) {
        words_[i].store(0, std::memory_order_relaxed);
    }
}

}  // namespace outflank

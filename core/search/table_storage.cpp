#include "search/table_storage.hpp"

#include <memory>
#include <utility>

#include "huge_pages.hpp"

namespace outflank {

using Word = std::atomic<std::uint64_t>;

TableStorage::TableStorage(std::size_t size)
    : words_(static_cast<Word*>(new_in_huge_pages(size * sizeof(Word)))), size_(size) {
    std::uninitialized_value_construct_n(words_, size);
}

TableStorage::~TableStorage() {
    if (words_ != nullptr) delete_in_huge_pages(words_, size_ * sizeof(Word));
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

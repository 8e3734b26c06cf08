// The memory that an engine owns for its table.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace outflank {

// So many words, zero at first, that begin at the start of a bucket.
class TableStorage {
  public:
    TableStorage() = default;
    // Throws std::bad_alloc where there is no memory.
    explicit TableStorage(std::size_t size);
    ~TableStorage();
    TableStorage(TableStorage&& other) noexcept;
    TableStorage& operator=(TableStorage&& other) noexcept;

    std::atomic<std::uint64_t>* data() const { return words_; }
    std::size_t size() const { return size_; }
    void clear();

  private:
    std::atomic<std::uint64_t>* words_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace outflank

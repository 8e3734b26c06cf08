// The memory that an engine owns for its table.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace outflank {

// An array of words, initially zero, that starts at a bucket boundary.
class TableStorage {
  public:
    TableStorage() = default;
    // Throws std::bad_alloc if there is not enough memory.
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

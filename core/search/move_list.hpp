// The moves of a position, to be put in order and gone through.
#pragma once

#include <cstddef>
#include <memory>

#include "board/bits.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
struct Move {
    typename Board::Mask flipped;
    int square;
    int score;
};

// Where one thread keeps the moves of all positions between the root and where it is: on the heap,
// for the large boards' would not fit a small stack.
template <class Board>
class MoveStack {
  public:
    // From each ply to the next one square fewer is empty, and at each ply the same position may be
    // searched by two probes before it is searched in earnest.
    explicit MoveStack(int squares)
        : moves_(std::make_unique_for_overwrite<Move<Board>[]>(
              static_cast<std::size_t>(3 * squares * (squares + 1) / 2))) {}

    Move<Board>* top() { return moves_.get() + used_; }
    void push(int count) { used_ += count; }
    void pop(int count) { used_ -= count; }

  private:
    std::unique_ptr<Move<Board>[]> moves_;
    std::ptrdiff_t used_ = 0;
};

template <class Board>
class MoveList {
  public:
    explicit MoveList(MoveStack<Board>& stack) : list(stack.top()), stack_(stack) {}
    ~MoveList() { stack_.pop(count); }
    MoveList(const MoveList&) = delete;
    MoveList& operator=(const MoveList&) = delete;

    // The list on top of the stack grows; only the one made last may do so.
    OUTFLANK_INLINE Move<Board>& add() {
        stack_.push(1);
        return list[count++];
    }

    // Brings the best of the moves from one place on to that place.
    OUTFLANK_INLINE void bring_best(int place) {
        int chosen = place;
        for (int i = place + 1; i < count; ++i) {
            if (list[i].score > list[chosen].score) chosen = i;
        }
        if (chosen != place) {
            const Move<Board> best = list[chosen];
            list[chosen] = list[place];
            list[place] = best;
        }
    }

    int count = 0;
    Move<Board>* const list;

  private:
    MoveStack<Board>& stack_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The moves of a position with scores for their ordering, and the memory that holds them.
#pragma once

#include <cstddef>
#include <memory>

#include "board/bits.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
struct Move {
    typename Board::Mask flipped;
    int square;
    int score;  // for ordering: the highest is searched first
    int value;  // the evaluation of the position after the move, if known
};

// Marks an evaluation that is not known.
constexpr int unknown_value = 1 << 20;

// The stack on which one thread keeps the moves of all positions from the root to the current one.
// It is on the heap, because the moves of large boards would not fit a small thread stack.
template <class Board>
class MoveStack {
  public:
    explicit MoveStack(int squares)
        : moves_(std::make_unique_for_overwrite<Move<Board>[]>(
              static_cast<std::size_t>(lists_per_ply * squares * (squares + 1) / 2))) {}

    Move<Board>* top() { return moves_.get() + used_; }
    void push(int number) { used_ += number; }
    void pop(int number) { used_ -= number; }

  private:
    // Each ply has one empty square less than the one before. At each ply, two ProbCut probes may
    // search the position before it is searched itself.
    static constexpr int lists_per_ply = 3;

    std::unique_ptr<Move<Board>[]> moves_;
    std::ptrdiff_t used_ = 0;
};

// The moves of one position, on top of the stack while the list exists.
template <class Board>
class MoveList {
  public:
    explicit MoveList(MoveStack<Board>& stack) : moves_(stack.top()), stack_(stack) {}
    ~MoveList() { stack_.pop(size_); }
    MoveList(const MoveList&) = delete;
    MoveList& operator=(const MoveList&) = delete;

    OUTFLANK_INLINE int size() const { return size_; }
    OUTFLANK_INLINE Move<Board>& operator[](int index) { return moves_[index]; }
    OUTFLANK_INLINE const Move<Board>& operator[](int index) const { return moves_[index]; }

    // Adds a move. Only the newest list may grow.
    OUTFLANK_INLINE Move<Board>& add() {
        stack_.push(1);
        return moves_[size_++];
    }

    void add_all(const Board& board, typename Board::Mask squares) {
        for (; !is_empty(squares); squares = without_first(squares)) {
            Move<Board>& move = add();
            move.square = first(squares);
            move.flipped = board.flips(move.square);
            move.score = 0;
            move.value = unknown_value;
        }
    }

    // Moves a square to the front and returns whether it was in the list.
    OUTFLANK_INLINE bool bring_square(int square) {
        for (int i = 0; i < size_; ++i) {
            if (moves_[i].square != square) continue;
            const Move<Board> found = moves_[i];
            moves_[i] = moves_[0];
            moves_[0] = found;
            return true;
        }
        return false;
    }

    // Swaps the highest-scored move from an index onwards to that index. This is cheaper than
    // sorting, as most lists are cut off after a move or two.
    OUTFLANK_INLINE void bring_best(int index) {
        int chosen = index;
        for (int i = index + 1; i < size_; ++i) {
            if (moves_[i].score > moves_[chosen].score) chosen = i;
        }
        if (chosen != index) {
            const Move<Board> best = moves_[chosen];
            moves_[chosen] = moves_[index];
            moves_[index] = best;
        }
    }

  private:
    int size_ = 0;
    Move<Board>* const moves_;
    MoveStack<Board>& stack_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

// The moves of a position, to be put in order and gone through.
#pragma once

#include <cstddef>
#include <memory>

#include "board256.hpp"
#include "board64.hpp"
#include "instructions.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board>
struct Choice {
    typename Board::Mask flipped;
    int square;
    int rank;
};

// Where one thread keeps the moves of all positions between the root and where it is: on the heap,
// for the large boards' would not fit a small stack.
template <class Board>
class ChoiceShelf {
  public:
    // From each ply to the next one square fewer is empty, and at each ply the same position may be
    // searched by two probes before it is searched in earnest.
    explicit ChoiceShelf(int squares)
        : places_(std::make_unique_for_overwrite<Choice<Board>[]>(
              static_cast<std::size_t>(3 * squares * (squares + 1) / 2))) {}

    Choice<Board>* top() { return places_.get() + used_; }
    void take(int number) { used_ += number; }
    void give_back(int number) { used_ -= number; }

  private:
    std::unique_ptr<Choice<Board>[]> places_;
    std::ptrdiff_t used_ = 0;
};

template <class Board>
class Choices {
  public:
    explicit Choices(ChoiceShelf<Board>& shelf) : list(shelf.top()), shelf_(shelf) {}
    ~Choices() { shelf_.give_back(number); }
    Choices(const Choices&) = delete;
    Choices& operator=(const Choices&) = delete;

    // The list on top of the shelf grows; only the one made last may do so.
    OUTFLANK_INLINE Choice<Board>& add() {
        shelf_.take(1);
        return list[number++];
    }

    // Brings the best of the moves from one place on to that place.
    OUTFLANK_INLINE void bring_best(int place) {
        int chosen = place;
        for (int i = place + 1; i < number; ++i) {
            if (list[i].rank > list[chosen].rank) chosen = i;
        }
        if (chosen != place) {
            const Choice<Board> best = list[chosen];
            list[chosen] = list[place];
            list[place] = best;
        }
    }

    int number = 0;
    Choice<Board>* const list;

  private:
    ChoiceShelf<Board>& shelf_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

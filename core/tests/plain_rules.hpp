// The rules written as slowly and clearly as possible, to compare the core with.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernel.hpp"

namespace {

using namespace outflank;

int failures = 0;

void expect(bool holds, const std::string& law) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", law.c_str());
}

bool has(const Squares& squares, int square) {
    return squares.word[square / 64] >> (square % 64) & 1;
}

void set(Squares& squares, int square, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << (square % 64);
    squares.word[square / 64] = (squares.word[square / 64] & ~bit) | (value ? bit : 0);
}

// A board with the rules written as slowly and clearly as possible.
struct Cells {
    explicit Cells(const PositionData& position) : now(position) {}

    PositionData now;

    bool on_board(int column, int row) const {
        return column >= 0 && column < now.size && row >= 0 && row < now.size;
    }
    const Squares& own() const { return now.black_to_move ? now.black : now.white; }
    const Squares& theirs() const { return now.black_to_move ? now.white : now.black; }

    Squares flips(int square) const {
        Squares flipped;
        for (int down = -1; down <= 1; ++down) {
            for (int across = -1; across <= 1; ++across) {
                if (down == 0 && across == 0) continue;
                std::vector<int> run;
                int column = square % now.size + across;
                int row = square / now.size + down;
                while (on_board(column, row) && has(theirs(), row * now.size + column)) {
                    run.push_back(row * now.size + column);
                    column += across;
                    row += down;
                }
                if (on_board(column, row) && has(own(), row * now.size + column)) {
                    for (const int one : run) {
                        set(flipped, one, true);
                    }
                }
            }
        }
        return flipped;
    }

    bool is_free(int square) const { return !has(now.black, square) && !has(now.white, square); }

    Squares legal_moves() const {
        Squares moves;
        for (int square = 0; square < now.size * now.size; ++square) {
            set(moves, square, is_free(square) && flips(square) != Squares{});
        }
        return moves;
    }

    void turn_to(int square, bool black) {
        set(now.black, square, black);
        set(now.white, square, !black);
    }

    void play(int square, Answer answer) {
        const bool black = now.black_to_move;
        now.black_to_move = !black;
        if (answer == (black ? Answer::no : Answer::yes)) {
            turn_to(square, !black);
            return;
        }
        now.black_to_move = black;
        const Squares flipped = flips(square);
        now.black_to_move = !black;
        for (int other = 0; other < now.size * now.size; ++other) {
            const int across = std::abs(other % now.size - square % now.size);
            const int down = std::abs(other / now.size - square / now.size);
            const bool forced =
                answer == Answer::maybe && across <= 1 && down <= 1 && !is_free(other);
            if (has(flipped, other) || forced || other == square) turn_to(other, black);
        }
    }
};

[[maybe_unused]] bool same(const PositionData& a, const PositionData& b) {
    return a.size == b.size && a.black == b.black && a.white == b.white &&
           a.black_to_move == b.black_to_move;
}

}  // namespace

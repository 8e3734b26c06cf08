// What must hold for every evaluation, checked in random games on boards of any size.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "board/playout.hpp"
#include "evaluation/evaluation.hpp"
#include "tests/plain_rules.hpp"

namespace {

// A hash of all values seen, equal for every instruction set.
std::uint64_t signature = 0;

// Returns the image of a board under one of the eight symmetries.
template <class Board>
Board turned(const Board& board, const typename Board::Layout& layout, int symmetry) {
    Board image{};
    const int size = layout.size;
    for (int square = 0; square < size * size; ++square) {
        int column = square % size;
        int row = square / size;
        if (symmetry & 1) column = size - 1 - column;
        if (symmetry & 2) row = size - 1 - row;
        const int to = symmetry & 4 ? column * size + row : row * size + column;
        const auto from_bit = Board::bit(layout.embed(square));
        const auto to_bit = Board::bit(layout.embed(to));
        if (!is_empty(board.mover & from_bit)) image.mover = image.mover | to_bit;
        if (!is_empty(board.opponent & from_bit)) image.opponent = image.opponent | to_bit;
    }
    return image;
}

template <class Visit, class Board>
void walk_random_game(const Evaluation<Board>& evaluation, const typename Board::Layout& layout,
                      const Board& start, std::uint64_t seed, Visit visit) {
    Random random(seed);
    Board board = start;
    auto state = evaluation.begin(board);
    for (bool passed = false;;) {
        visit(board, state);
        const auto moves = board.legal_moves(layout.playable);
        if (is_empty(moves)) {
            if (passed) return;
            passed = true;
            board = board.passed();
            state = evaluation.passed(state);
            continue;
        }
        passed = false;
        const int square = drawn_square(moves, random);
        const auto flipped = board.flips(square);
        state = evaluation.placed(state, square, flipped);
        board = board.played(square, flipped);
    }
}

template <class Board>
void check_laws(int size, bool fewest_wins, const EvaluationSources& sources,
                const std::string& name) {
    const typename Board::Layout layout(size);
    const auto evaluation = std::make_unique<Evaluation<Board>>(layout, fewest_wins, sources);
    const int most = (size * size - 1) * units_per_disc;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        walk_random_game(
            *evaluation, layout, board_of<Board>(start_position(size), layout), seed,
            [&](const Board& board, const typename Evaluation<Board>::State& state) {
                const int value = evaluation->value(board, state);
                signature = (signature ^ static_cast<std::uint64_t>(value)) * 0x100000001B3;
                expect(value == evaluation->value(board, evaluation->begin(board)),
                       name + ": updating the state equals computing it from the board");
                expect(value >= -most && value <= most, name + ": no value is too large");
                for (int symmetry = 1; symmetry < 8; ++symmetry) {
                    const Board image = turned(board, layout, symmetry);
                    expect(value == evaluation->value(image, evaluation->begin(image)),
                           name + ": turning the board changes nothing");
                }
            });
    }
}

template <class Read>
void expect_refused(Read read, const std::vector<std::uint8_t>& bytes, const std::string& which) {
    try {
        read(bytes);
        expect(false, which + " is refused");
    } catch (const std::invalid_argument& error) {
        const std::string sentence = error.what();
        expect(!sentence.empty() && sentence.find('\n') == std::string::npos,
               which + " is refused in one sentence");
    }
}

}  // namespace

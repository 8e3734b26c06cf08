// What all threads of one search share.
#pragma once

#include <cstdint>

#include "desk.hpp"
#include "evaluation.hpp"
#include "probcut.hpp"
#include "table.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

template <class Board, int cells>
class Worker;

constexpr int most_threads = 64;

template <class Board, int cells>
struct Tree {
    using Mask = typename Board::Mask;

    Tree(const Question& question, Desk& all)
        : desk(all),
          frame(question.situation.size),
          evaluation(frame, question.fewest_wins, all.weights),
          table(all.table),
          squares(frame.size * frame.size),
          sign(question.fewest_wins ? -1 : 1) {
        const int last = frame.size - 1;
        for (const int corner : {0, last, last * frame.size, last * frame.size + last}) {
            const int square = frame.enter(corner);
            corners = corners | Board::bit(square);
            beside_corners = beside_corners | (Board::around(square) & frame.playable);
        }
        set_surety(full_surety);
    }

    // Lets searches cut on shallow ones, as sure as an index says.
    void set_surety(int index) {
        surety = index;
        if (index == full_surety) return;
        const ProbCut fallback;
        const ProbCut& model = desk.probcut != nullptr ? *desk.probcut : fallback;
        const ProbeErrors& errors = evaluation.is_learned() ? model.learned : model.features;
        for (int empties = 0; empties <= squares; ++empties) {
            for (int depth = 0; depth <= deepest_probcut; ++depth) {
                const double sigma = errors.deviation(squares, empties, depth, probe_depth(depth));
                const double margin = surety_deviations[index] * sigma * disc_units;
                margins[empties][depth] = static_cast<std::int16_t>(margin + 0.5);
            }
        }
    }

    int final_value(const Board& board) const {
        const int own = count(board.mover);
        const int other = count(board.opponent);
        const int discs = own > other ? squares - 2 * other : own < other ? 2 * own - squares : 0;
        return sign * discs * disc_units;
    }

    int most() const { return squares * disc_units; }

    Desk& desk;
    typename Board::Frame frame;
    Evaluation<Board> evaluation;
    Table table;
    int squares;
    int sign;
    int surety = full_surety;
    Mask corners{};
    Mask beside_corners{};
    Worker<Board, cells>* workers[most_threads] = {};
    std::int16_t margins[most_squares + 1][deepest_probcut + 1] = {};
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

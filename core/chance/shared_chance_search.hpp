// The data that all threads of one search with chance share.
#pragma once

#include <cstdint>

#include "chance/chance_evaluation.hpp"
#include "chance/chance_moves.hpp"
#include "chance/chance_table.hpp"
#include "chance/chance_value.hpp"
#include "search/search_context.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// The game, the evaluation, the table and the meaning of scores in the current iteration.
template <class Board>
struct SharedChanceSearch {
    using Mask = typename Board::Mask;

    SharedChanceSearch(const SearchRequest& search_request, SearchContext& search_context)
        : request(search_request),
          context(search_context),
          layout(request.position.size),
          chances(likely_answers(request.odds)),
          evaluation(request.position.size, request.fewest_wins, chances,
                     context.evaluation.patterns, context.chance_weights),
          table(context.table),
          squares(request.position.size * request.position.size) {}

    // Starts an iteration. Scores of a search to the end count wins, so the table keeps them apart
    // from the others.
    void begin_iteration(bool is_last) {
        to_the_end = is_last;
        max_score = squares + (to_the_end ? discs_per_win : 0);
        const std::uint64_t rules = static_cast<std::uint64_t>(request.position.size) << 4 |
                                    (request.odds.asked ? 8U : 0U) |
                                    (request.fewest_wins ? 4U : 0U) | (to_the_end ? 2U : 0U) | 1U;
        seed = well_mixed(well_mixed(well_mixed(rules) + request.odds.yes) + request.odds.no);
    }

    double infinity() const { return max_score + 1; }

    ChanceValue final_value(const Board& board) const {
        const int own = count(board.mover);
        const int theirs = count(board.opponent);
        if (own == theirs) return {};
        const bool more = own > theirs;
        const bool wins = more != request.fewest_wins;
        const double margin = more ? squares - 2 * theirs : squares - 2 * own;
        const double discs = wins ? margin : -margin;
        if (!to_the_end) return {discs, discs};
        return {wins ? discs + discs_per_win : discs - discs_per_win, discs};
    }

    // Scores moves by their squares alone.
    void score_squares(ChanceMoves<Board>& moves) const {
        for (int index = 0; index < moves.count; ++index) {
            const Mask bit = Board::bit(moves.square[index]);
            float score = 0;
            if (!is_empty(bit & evaluation.corners())) {
                score = 2;
            } else if (!is_empty(bit & evaluation.risky_squares())) {
                score = -1;
            } else if (!is_empty(bit & evaluation.edges())) {
                score = 1;
            }
            moves.score[index] = request.fewest_wins ? -score : score;
        }
    }

    void store(const ChanceKey& key, int depth, const ChanceValue& value, double alpha, double beta,
               int move) const {
        ChanceBound bound = ChanceBound::exact;
        if (value.score >= beta) bound = ChanceBound::lower;
        if (value.score <= alpha) bound = ChanceBound::upper;
        table.store(key, {value.score, value.discs, static_cast<std::uint8_t>(depth), bound,
                          static_cast<std::uint8_t>(move)});
    }

    ChanceKey key_for(const Board& board, bool black, Answer answer) const {
        const std::uint64_t turn = static_cast<std::uint64_t>(answer) << 1 | (black ? 1U : 0U);
        return chance_key(board, seed + turn * 0x9E3779B97F4A7C15);
    }

    const SearchRequest& request;
    SearchContext& context;
    typename Board::Layout layout;
    AnswerChances chances;
    ChanceEvaluation<Board> evaluation;
    ChanceTable table;
    int squares;
    bool to_the_end = false;
    double max_score = 0;
    std::uint64_t seed = 0;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

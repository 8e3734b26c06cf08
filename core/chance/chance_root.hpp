// The search for games in which every turn begins with an answer of the oracle: it finds the best
// move for each answer and averages over the answers.
//
// Two kinds of positions alternate. If the answer is awaited, the score is the average over the
// answers. If it has been heard, the mover takes the best move. Every disc fills a square, so depth
// is counted in discs and a pass costs none. Within one iteration a position therefore always has
// the same remaining depth, and its table entry never depends on the path to it.
#pragma once

#include <cstdint>
#include <memory>

#include "board/placement.hpp"
#include "chance/chance_search.hpp"
#include "chance/chance_value.hpp"
#include "search/search_context.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// Only forced moves lead this deep. The limit bounds the stack.
constexpr int max_chance_depth = 60;
// Iterations this close to the end cost as much as a search to the end and are worth less.
constexpr int skipped_before_end = 2;

// The root of a search with chance, with all threads of its context: iterative deepening, move
// ordering and reports. It reports after every iteration and ends with a final report, which always
// holds a legal move, or the value of the position if its answer is awaited.
template <class Board>
class ChanceRootSearch {
  public:
    ChanceRootSearch(const SearchRequest& request, SearchContext& context)
        : request_(request),
          context_(context),
          shared_(request, context),
          black_to_move_(request.position.black_to_move) {
        root_ = board_of<Board>(request.position, shared_.layout);
        empties_ = count(root_.empties(shared_.layout.playable));
        for (int number = 0; number < context.threads; ++number) {
            owned_threads_[number] = std::make_unique<Thread>(shared_, threads_, number);
            threads_[number] = owned_threads_[number].get();
        }
    }

    // Deepens until it reaches a limit or the end of the game.
    void run() {
        prepare();
        const int limit = request_.limits.depth > 0 ? request_.limits.depth : empties_;
        const int last = min_of(min_of(limit, empties_), max_chance_depth);
        for (int depth = 0; depth < last;) {
            depth = next_depth(depth, last);
            if (!context_.begin_iteration(depth)) break;
            shared_.begin_iteration(depth >= empties_);
            if (awaits_answer()) {
                search_position(depth);
            } else {
                search_moves(depth);
            }
            if (main_thread().is_stopped()) break;
            if (depth < last) send_report(false);
        }
        send_report(true);
    }

  private:
    using Mask = typename Board::Mask;
    using Moves = ChanceMoves<Board>;
    using Thread = ChanceSearch<Board>;

    struct RootMove {
        std::uint8_t square;
        ChanceValue value;
    };

    Thread& main_thread() { return *threads_[0]; }

    bool awaits_answer() const {
        return root_count_ == 0 || (request_.odds.asked && request_.odds.first == Answer::none);
    }

    int next_depth(int depth, int last) const {
        if (last == empties_ && depth + 1 >= last - skipped_before_end) return last;
        return depth + 1;
    }

    // Prepares a report with a legal move before anything is searched.
    void prepare() {
        const Mask moves = root_.legal_moves(shared_.layout.playable);
        Moves list;
        list.list(moves & ~shared_.layout.embed(request_.left_out));
        shared_.score_squares(list);
        root_count_ = list.count;
        const double discs = shared_.evaluation.value(root_, moves, black_to_move_);
        for (int index = 0; index < root_count_; ++index) {
            list.bring_best(index);
            moves_[index] = {list.square[index], {discs, discs}};
        }
        const int listed = awaits_answer() ? 1 : candidates();
        for (int index = 0; index < listed; ++index) {
            Variation& variation = report_.variations[index];
            variation = {};
            variation.kind = ScoreKind::expected;
            if (!awaits_answer()) set_move(variation, moves_[index].square);
            set_value(variation, {discs, discs});
        }
        report_.count = listed;
    }

    int candidates() const {
        const int wanted = request_.candidates < 1 ? 1 : request_.candidates;
        return wanted < root_count_ ? wanted : root_count_;
    }

    void search_position(int depth) {
        const ChanceValue value =
            main_thread().expected(root_, shared_.evaluation.begin(root_), black_to_move_, depth,
                                   -shared_.infinity(), shared_.infinity());
        if (main_thread().is_stopped()) return;
        report_.depth = depth;
        report_.variations[0].depth = static_cast<std::uint8_t>(depth);
        set_value(report_.variations[0], value);
    }

    // Finds the scores of as many moves as requested, and only proves that the others are no
    // better.
    void search_moves(int depth) {
        const int wanted = candidates();
        int scored = 0;
        RootMove ranked[Moves::max_moves];
        for (int index = 0; index < root_count_; ++index) {
            const bool enough = scored >= wanted;
            const double alpha = enough ? ranked[wanted - 1].value.score : -shared_.infinity();
            const Board next = placed(root_, moves_[index].square, heard(), black_to_move_);
            const auto after = shared_.evaluation.begin(next);
            const auto search_child = [&](double beta) {
                return -main_thread().expected(next, after, !black_to_move_, depth - 1, -beta,
                                               -alpha);
            };
            ChanceValue value = search_child(enough ? alpha + null_window : shared_.infinity());
            if (enough && !main_thread().is_stopped() && value.score >= alpha + null_window) {
                value = search_child(shared_.infinity());
            }
            if (main_thread().is_stopped()) break;
            if (enough && value.score <= alpha) continue;
            int at = scored < wanted ? scored++ : wanted - 1;
            for (; at > 0 && ranked[at - 1].value.score < value.score; --at) {
                ranked[at] = ranked[at - 1];
            }
            ranked[at] = {moves_[index].square, value};
        }
        // The best move so far is searched first, so an interrupted iteration can only improve on
        // it. A list of several moves would mix depths.
        if (scored == 0 || (main_thread().is_stopped() && (wanted > 1 && report_.depth > 0)))
            return;
        reorder(ranked, scored);
        report_.depth = depth;
        report_.count = scored;
        for (int index = 0; index < scored; ++index) {
            Variation& variation = report_.variations[index];
            variation.depth = static_cast<std::uint8_t>(depth);
            set_move(variation, ranked[index].square);
            set_value(variation, ranked[index].value);
        }
    }

    // Moves the scored moves to the front and keeps the others in order behind them.
    void reorder(const RootMove* ranked, int scored) {
        int to = root_count_;
        for (int from = root_count_; from-- > 0;) {
            bool is_ranked = false;
            for (int index = 0; index < scored; ++index) {
                is_ranked = is_ranked || ranked[index].square == moves_[from].square;
            }
            if (!is_ranked) moves_[--to] = moves_[from];
        }
        for (int index = 0; index < scored; ++index) {
            moves_[index] = ranked[index];
        }
    }

    Answer heard() const { return request_.odds.asked ? request_.odds.first : Answer::none; }

    // The line is the move alone, since its continuation depends on unknown answers.
    void set_move(Variation& variation, int square) const {
        variation.move = static_cast<std::uint16_t>(shared_.layout.extract(square));
        variation.length = 1;
        variation.line[0] = variation.move;
    }

    void set_value(Variation& variation, const ChanceValue& value) const {
        variation.discs = static_cast<float>(value.discs);
        const bool is_exact = shared_.to_the_end && report_.depth >= empties_;
        const double chance = is_exact
                                  ? ((value.score - value.discs) / discs_per_win + 1) / 2
                                  : chance_to_win(value.discs, empties_, request_.position.size);
        variation.win_chance = static_cast<float>(chance < 0 ? 0 : chance > 1 ? 1 : chance);
    }

    void send_report(bool is_final) {
        main_thread().counter().publish();
        context_.send(report_, is_final);
    }

    const SearchRequest& request_;
    SearchContext& context_;
    SharedChanceSearch<Board> shared_;
    Board root_;
    int empties_ = 0;
    bool black_to_move_;
    int root_count_ = 0;
    RootMove moves_[Moves::max_moves];
    SearchReport report_;
    Thread* threads_[max_threads] = {};
    std::unique_ptr<Thread> owned_threads_[max_threads];
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

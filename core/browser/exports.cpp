// The functions that a browser calls: numbers in, numbers out. Boards, lists of squares and files
// are exchanged in memory whose addresses are asked for once. Errors are returned as the address of
// a sentence, or 0 for none.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "board/moves_by_size.hpp"
#include "board/placement.hpp"
#include "browser/synchronous_engine.hpp"
#include "browser/xz_reader.hpp"

#define OUTFLANK_IMPORT(name) __attribute__((import_module("outflank"), import_name(name)))
#define OUTFLANK_EXPORT(name) extern "C" __attribute__((export_name(name)))

// The host reads `count` numbers of the report at `report_place`.
extern "C" OUTFLANK_IMPORT("report") void host_report(int count);
// The host may do something else for a moment, and may call `stop` meanwhile.
extern "C" OUTFLANK_IMPORT("pause") void host_pause();

namespace outflank {

namespace {

enum Cell : std::uint8_t { empty_cell, black_cell, white_cell };

// One byte per square, row by row from a1.
std::uint8_t cells[max_squares];
std::uint8_t marks[max_squares];  // a set of squares

// The content of the last file of pattern weights.
std::vector<std::uint8_t> unpacked;

constexpr int numbers_of_report = 5;
constexpr int numbers_of_variation = 7;
double
    report_numbers[numbers_of_report + max_candidates * (numbers_of_variation + max_line_length)];

void add(Squares& squares, int square) {
    squares.word[square / 64] |= std::uint64_t{1} << square % 64;
}

bool has(const Squares& squares, int square) {
    return squares.word[square / 64] >> square % 64 & 1;
}

PositionData position_in_cells(int size, bool black_to_move) {
    PositionData position;
    position.size = size;
    position.black_to_move = black_to_move;
    for (int square = 0; square < size * size; ++square) {
        if (cells[square] == black_cell) add(position.black, square);
        if (cells[square] == white_cell) add(position.white, square);
    }
    return position;
}

// Writes the report in the order in which engine/core.js reads it.
void send_report(const SearchReport& report) {
    double* to = report_numbers;
    *to++ = report.final ? 1 : 0;
    *to++ = report.depth;
    *to++ = static_cast<double>(report.nodes);
    *to++ = report.seconds;
    *to++ = report.count;
    for (int i = 0; i < report.count; ++i) {
        const Variation& found = report.variations[i];
        *to++ = found.move;
        *to++ = static_cast<double>(found.kind);
        *to++ = found.depth;
        *to++ = found.confidence;
        *to++ = found.discs;
        *to++ = found.win_chance;
        *to++ = found.length;
        for (int ply = 0; ply < found.length; ++ply) {
            *to++ = found.line[ply];
        }
    }
    host_report(static_cast<int>(to - report_numbers));
}

void pause() {
    host_pause();
}

SynchronousEngine& engine() {
    static SynchronousEngine* made = new SynchronousEngine({send_report, pause});
    return *made;
}

template <class Board>
void place_on(const PositionData& position, int square, Answer answer) {
    const typename Board::Layout layout(position.size);
    const Board board = board_of<Board>(position, layout);
    const Board next = placed(board, layout.embed(square), answer, position.black_to_move);
    const PositionData after = position_of<Board>(next, layout, !position.black_to_move);
    for (int at = 0; at < position.size * position.size; ++at) {
        cells[at] = has(after.black, at)   ? black_cell
                    : has(after.white, at) ? white_cell
                                           : empty_cell;
    }
}

constexpr double certain = 9007199254740992.0;  // 2^53, the unit of odds

Odds odds_of(double yes, double no, double maybe, int answer) {
    Odds odds;
    odds.asked = yes >= 0;
    if (!odds.asked) return odds;
    // Halves are rounded to even, as in Python.
    const double below_no = maybe > 0 ? std::nearbyint((yes + no) * certain) : certain;
    const double below_yes = std::nearbyint(yes * certain);
    odds.no = static_cast<std::uint64_t>(below_no);
    odds.yes = static_cast<std::uint64_t>(below_yes < below_no ? below_yes : below_no);
    odds.first = static_cast<Answer>(answer);
    return odds;
}

}  // namespace

OUTFLANK_EXPORT("cells_place") std::uint8_t* cells_place() {
    return cells;
}

OUTFLANK_EXPORT("marks_place") std::uint8_t* marks_place() {
    return marks;
}

OUTFLANK_EXPORT("report_place") double* report_place() {
    return report_numbers;
}

// Allocates room for a file; 0 if there is not enough memory.
OUTFLANK_EXPORT("make_room") void* make_room(std::size_t bytes) {
    return std::malloc(bytes);
}

OUTFLANK_EXPORT("free_room") void free_room(void* room) {
    std::free(room);
}

// Marks the legal squares and returns their number.
OUTFLANK_EXPORT("legal_moves") int legal_moves(int size, int black_to_move) {
    const Squares legal = legal_moves_of(position_in_cells(size, black_to_move != 0));
    int count = 0;
    for (int square = 0; square < size * size; ++square) {
        marks[square] = has(legal, square) ? 1 : 0;
        count += marks[square];
    }
    return count;
}

// Places a disc with the oracle's answer (0: no oracle) and updates the cells. Returns 0 if the
// square is not a legal move.
OUTFLANK_EXPORT("place") int place(int size, int black_to_move, int square, int answer) {
    const PositionData position = position_in_cells(size, black_to_move != 0);
    if (flips_of(position, square) == Squares{}) return 0;
    if (size <= 8) {
        place_on<Board64>(position, square, static_cast<Answer>(answer));
    } else {
        place_on<Board256>(position, square, static_cast<Answer>(answer));
    }
    return 1;
}

OUTFLANK_EXPORT("make_table") Problem make_table(std::size_t bytes) {
    return engine().make_table(bytes);
}

// Unpacks a file of pattern weights and keeps the content until `free_unpacked`.
OUTFLANK_EXPORT("unpack") Problem unpack(const std::uint8_t* file, std::size_t bytes) {
    unpacked.clear();
    return unpack_xz({file, bytes}, unpacked) ? nullptr : "the file of pattern weights is damaged";
}

OUTFLANK_EXPORT("unpacked_place") const std::uint8_t* unpacked_place() {
    return unpacked.data();
}

OUTFLANK_EXPORT("unpacked_size") std::size_t unpacked_size() {
    return unpacked.size();
}

OUTFLANK_EXPORT("free_unpacked") void free_unpacked() {
    unpacked = {};
}

// Uses the pattern weights of an unpacked file for the evaluation.
OUTFLANK_EXPORT("learn") Problem learn(const std::uint8_t* file, std::size_t bytes) {
    return engine().learn({file, bytes});
}

// Takes the numbers of the file probcut.txt in their order, or refuses another number of them.
OUTFLANK_EXPORT("set_probcut") Problem set_probcut(const double* numbers, int count) {
    if (count != probcut_numbers) return "the ProbCut file has another number of numbers";
    engine().set_probcut(probcut_of(std::span<const double, probcut_numbers>(
        numbers, static_cast<std::size_t>(probcut_numbers))));
    return nullptr;
}

// Searches the position in the cells, except the marked moves. `yes` below 0 means no oracle.
OUTFLANK_EXPORT("search")
Problem search(int size, int black_to_move, int fewest_wins, double yes, double no, double maybe,
               int answer, int goal, int candidates, int depth, double nodes, double seconds,
               int confidence, int continues) {
    SearchRequest request;
    request.position = position_in_cells(size, black_to_move != 0);
    for (int square = 0; square < size * size; ++square) {
        if (marks[square] != 0) add(request.left_out, square);
    }
    request.fewest_wins = fewest_wins != 0;
    request.odds = odds_of(yes, no, maybe, answer);
    request.goal = static_cast<Goal>(goal);
    request.candidates = candidates;
    request.limits.depth = depth;
    request.limits.nodes = static_cast<std::uint64_t>(nodes);
    request.limits.seconds = seconds;
    request.limits.confidence = confidence;
    return engine().search(request, continues != 0);
}

OUTFLANK_EXPORT("stop") void stop() {
    engine().stop();
}

OUTFLANK_EXPORT("was_stopped") int was_stopped() {
    return engine().was_stopped() ? 1 : 0;
}

// Returns the number of positions that the search has entered so far.
OUTFLANK_EXPORT("nodes") double nodes() {
    return static_cast<double>(engine().nodes());
}

OUTFLANK_EXPORT("forget") void forget() {
    engine().forget();
}

}  // namespace outflank

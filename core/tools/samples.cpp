// Games become samples.
//
// A game's result says little about a position long before it, as people err. Better scores are
// used where they are known: from `exact_below` empty squares on every position is solved here; the
// exact scores at 24 empty squares count for all positions before them; in between the score moves
// evenly from the one to the other.
#include "tools/samples.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <unordered_map>

#include "board/symmetry.hpp"

namespace outflank {

namespace {

constexpr int exact_below = 12;
constexpr int known_at = 24;
constexpr std::uint64_t everywhere = ~std::uint64_t{0};

int final_score(const Board64& board) {
    const int own = count(board.mover);
    const int theirs = count(board.opponent);
    if (own == theirs) return 0;
    return own > theirs ? 64 - 2 * theirs : 2 * own - 64;
}

struct BoardHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& board) const {
        return board.first * 0x9E3779B97F4A7C15 ^ board.second * 0xC2B2AE3D27D4EB4F;
    }
};

using Scores = std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, int, BoardHash>;

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::string> lines;
    std::string line;
    std::getline(file, line);  // the names of the columns
    while (std::getline(file, line)) {
        lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> columns_of(const std::string& line) {
    std::vector<std::string> columns;
    std::istringstream stream(line);
    std::string column;
    while (std::getline(stream, column, '\t')) {
        columns.push_back(column);
    }
    return columns;
}

Board64 board_of(const std::string& cells, char mover) {
    if (cells.size() != 64) throw std::runtime_error("a board has not 64 squares: " + cells);
    Board64 board{0, 0};
    for (int square = 0; square < 64; ++square) {
        if (cells[square] == '-') continue;
        (cells[square] == mover ? board.mover : board.opponent) |= Board64::bit(square);
    }
    return board;
}

Scores exact_scores(const std::string& path) {
    Scores scores;
    for (const std::string& line : lines_of(path)) {
        const std::vector<std::string> columns = columns_of(line);
        const Board64 board = board_of(columns.at(0), columns.at(1).at(0));
        scores[{board.mover, board.opponent}] = std::stoi(columns.at(2));
    }
    return scores;
}

struct Turn {
    Board64 board;
    bool black;
    float discs;
};

// The positions of a game in which a disc was placed, or none where the record is faulty or ends
// before its game does.
std::vector<Turn> turns_of(const std::string& moves, int& black_result) {
    std::vector<Turn> turns;
    Board64 board{Board64::bit(28) | Board64::bit(35), Board64::bit(27) | Board64::bit(36)};
    bool black = true;
    for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
        const int square = (moves[i] | 32) - 'a' + 8 * (moves[i + 1] - '1');
        if (square < 0 || square > 63) return {};
        if (board.legal_moves(everywhere) == 0) {
            board = board.passed();
            black = !black;
        }
        if ((board.legal_moves(everywhere) & Board64::bit(square)) == 0) return {};
        turns.push_back({board, black, 0});
        board = board.played(square, board.flips(square));
        black = !black;
    }
    if (board.legal_moves(everywhere) != 0 || board.passed().legal_moves(everywhere) != 0)
        return {};
    black_result = black ? final_score(board) : -final_score(board);
    return turns;
}

int solved_by_order(const Board64& board, int alpha, int beta, int empties);

// Gives each turn of a game its score, from the last one backwards.
void score(std::vector<Turn>& turns, int black_result, const Scores& scores) {
    int known = black_result;
    int solved_at = 0;
    for (std::size_t i = turns.size(); i-- > 0;) {
        Turn& turn = turns[i];
        const int empties = count(turn.board.empties(everywhere));
        if (empties <= exact_below) {
            // The move that was played has the score of the next position: is another one better?
            const int played = turn.black ? known : -known;
            int exact = played;
            if (solved_by_order(turn.board, played, played + 1, empties) > played) {
                exact = solved_by_order(turn.board, played + 1, 64, empties);
            }
            known = turn.black ? exact : -exact;
            solved_at = empties;
        }
        turn.discs = static_cast<float>(turn.black ? known : -known);
    }
    float before = 0;
    bool is_known = false;
    for (Turn& turn : turns) {
        if (count(turn.board.empties(everywhere)) != known_at) continue;
        const auto found = scores.find({turn.board.mover, turn.board.opponent});
        if (found == scores.end()) return;
        before = static_cast<float>(turn.black ? found->second : -found->second);
        is_known = true;
    }
    if (!is_known) return;
    for (Turn& turn : turns) {
        const int empties = count(turn.board.empties(everywhere));
        if (empties <= solved_at) break;
        const float share = std::min(1.0F, static_cast<float>(empties - solved_at) /
                                               static_cast<float>(known_at - solved_at));
        const float discs = turn.black ? before : -before;
        turn.discs = share * discs + (1 - share) * turn.discs;
    }
}

void add_games(SampleSets& sets, const std::string& path, const Scores& scores) {
    const std::vector<std::string> lines = lines_of(path);
    std::vector<std::vector<Turn>> games(lines.size());
    const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
            for (std::size_t i = worker; i < lines.size(); i += workers) {
                const std::string& line = lines[i];
                int result = 0;
                games[i] = turns_of(line.substr(line.rfind('\t') + 1), result);
                score(games[i], result, scores);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::size_t complete = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
        Samples& samples = i % 20 == 7 ? sets.judging : sets.learning;
        complete += !games[i].empty();
        for (const Turn& turn : games[i]) {
            samples[count(turn.board.empties(everywhere))].push_back(
                {turn.board.mover, turn.board.opponent, turn.discs, 1});
        }
    }
    std::printf("%s: %zu complete games\n", path.c_str(), complete);
}

void add_book(SampleSets& sets, const std::string& path) {
    const std::vector<std::string> lines = lines_of(path);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> columns = columns_of(lines[i]);
        const Board64 board = board_of(columns.at(0), 'X');
        Samples& samples = i % 20 == 7 ? sets.judging : sets.learning;
        samples[count(board.empties(everywhere))].push_back(
            {board.mover, board.opponent, std::stof(columns.at(2)), 4});
    }
    std::printf("%s: %zu positions\n", path.c_str(), lines.size());
}

// Turns every position the same way round and joins equal ones: an opening that was played a
// thousand times is known better than another, but it is not a thousand times as important.
void join_equals(std::vector<Sample>& samples) {
    for (Sample& sample : samples) {
        Sample best = sample;
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            const std::uint64_t mover = mirrored(sample.mover, symmetry);
            if (mover > best.mover) continue;
            const std::uint64_t opponent = mirrored(sample.opponent, symmetry);
            if (mover < best.mover || opponent < best.opponent) {
                best.mover = mover;
                best.opponent = opponent;
            }
        }
        sample = best;
    }
    std::stable_sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return a.mover != b.mover ? a.mover < b.mover : a.opponent < b.opponent;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples.size();) {
        double weight = 0;
        double discs = 0;
        std::size_t j = i;
        for (; j < samples.size() && samples[j].mover == samples[i].mover &&
               samples[j].opponent == samples[i].opponent;
             ++j) {
            weight += samples[j].weight;
            discs += static_cast<double>(samples[j].weight) * samples[j].discs;
        }
        Sample joined = samples[i];
        joined.discs = static_cast<float>(discs / weight);
        joined.weight = static_cast<float>(std::min(weight, 8.0));
        samples[kept++] = joined;
        i = j;
    }
    samples.resize(kept);
}

int solved_after_pass(const Board64& board, int alpha, int beta, int empties) {
    const Board64 passed = board.passed();
    if (passed.legal_moves(everywhere) == 0) return final_score(board);
    return -solved_by_order(passed, -beta, -alpha, empties);
}

// Below this it does not pay to look which move leaves the fewest replies.
constexpr int ordered_from = 6;

// The exact score for the side to move by plain alpha-beta: quick enough up to a dozen empties.
int solved_by_order(const Board64& board, int alpha, int beta, int empties) {
    if (empties == 0) return final_score(board);
    std::uint64_t moves = board.legal_moves(everywhere);
    if (moves == 0) return solved_after_pass(board, alpha, beta, empties);
    int best = -65;
    if (empties < ordered_from) {
        constexpr std::uint64_t corners = 0x8100000000000081;
        for (std::uint64_t part : {moves & corners, moves & ~corners}) {
            for (; part != 0; part = without_first(part)) {
                const int square = first(part);
                const Board64 next = board.played(square, board.flips(square));
                const int value =
                    -solved_by_order(next, -beta, -std::max(alpha, best), empties - 1);
                best = std::max(best, value);
                if (best >= beta) return best;
            }
        }
        return best;
    }
    struct Child {
        Board64 board;
        int replies;
    };
    Child children[64];
    int found = 0;
    for (; moves != 0; moves = without_first(moves)) {
        const int square = first(moves);
        const Board64 next = board.played(square, board.flips(square));
        const std::uint64_t replies = next.legal_moves(everywhere);
        const Child child{next, 2 * count(replies) + 2 * count(replies & 0x8100000000000081)};
        int at = found++;
        for (; at > 0 && children[at - 1].replies > child.replies; --at) {
            children[at] = children[at - 1];
        }
        children[at] = child;
    }
    for (int i = 0; i < found; ++i) {
        const int value =
            -solved_by_order(children[i].board, -beta, -std::max(alpha, best), empties - 1);
        best = std::max(best, value);
        if (best >= beta) break;
    }
    return best;
}

}  // namespace

SampleSets read_samples(const std::string& folder) {
    SampleSets sets;
    const Scores scores = exact_scores(folder + "/wthor_24empties_exact.tsv");
    add_games(sets, folder + "/wthor_1977_2025.tsv", scores);
    add_games(sets, folder + "/egaroucid_early_selfplay_MIT.tsv", scores);
    add_games(sets, folder + "/tempura_selfplay_70k.tsv", scores);
    add_book(sets, folder + "/sensei_book_93005.tsv");
    for (Samples* samples : {&sets.learning, &sets.judging}) {
        for (std::vector<Sample>& some : *samples) {
            join_equals(some);
        }
    }
    return sets;
}

}  // namespace outflank

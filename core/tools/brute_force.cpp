// Labels endgames by brute force, to test the solver. It reads positions (64 letters X O - and the
// side to move, one per line) and prints each with the exact score of every move, as OBF.
//
// It is slow and simple on purpose and shares no code with the core: boards are arrays with a
// border, discs are flipped by walking, and every move is searched to the end of the game with a
// full window. Move ordering is its only optimisation, because without it fourteen empty squares
// would take days.
//
// Build: c++ -O2 -std=c++20 core/tools/brute_force.cpp -o brute_force
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int width = 10;
constexpr char border = '#';
constexpr std::array steps = {-11, -10, -9, -1, 1, 9, 10, 11};

using Cells = std::array<char, width * width>;

char other(char color) {
    return color == 'X' ? 'O' : 'X';
}

int turned_towards(const Cells& cells, int square, int step, char color) {
    int count = 0;
    int at = square + step;
    while (cells[at] == other(color)) {
        at += step;
        ++count;
    }
    return cells[at] == color ? count : 0;
}

bool is_legal(const Cells& cells, int square, char color) {
    return cells[square] == '-' && std::any_of(steps.begin(), steps.end(), [&](int step) {
               return turned_towards(cells, square, step, color) > 0;
           });
}

Cells after(Cells cells, int square, char color) {
    for (const int step : steps) {
        for (int left = turned_towards(cells, square, step, color), at = square; left > 0; --left) {
            at += step;
            cells[at] = color;
        }
    }
    cells[square] = color;
    return cells;
}

std::vector<int> legal_moves(const Cells& cells, char color) {
    std::vector<int> moves;
    for (int square = 0; square < width * width; ++square) {
        if (is_legal(cells, square, color)) moves.push_back(square);
    }
    return moves;
}

int final_score(const Cells& cells, char color) {
    int own = 0, others = 0, empty = 0;
    for (const char cell : cells) {
        own += cell == color;
        others += cell == other(color);
        empty += cell == '-';
    }
    const int difference = own - others;
    return difference > 0 ? difference + empty : difference < 0 ? difference - empty : 0;
}

int best_score(const Cells& cells, char color, int alpha, int beta) {
    const std::vector<int> moves = legal_moves(cells, color);
    if (moves.empty()) {
        if (legal_moves(cells, other(color)).empty()) return final_score(cells, color);
        return -best_score(cells, other(color), -beta, -alpha);
    }
    // The move that leaves the opponent the fewest replies comes first.
    std::vector<std::pair<std::size_t, Cells>> children;
    for (const int square : moves) {
        const Cells child = after(cells, square, color);
        children.emplace_back(legal_moves(child, other(color)).size(), child);
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const auto& one, const auto& two) { return one.first < two.first; });
    int best = -65;
    for (const auto& [replies, child] : children) {
        best = std::max(best, -best_score(child, other(color), -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

std::string name_of(int square) {
    return {static_cast<char>('A' + square % width - 1), static_cast<char>('0' + square / width)};
}

}  // namespace

int main() {
    std::string letters, turn;
    while (std::cin >> letters >> turn) {
        if (letters.size() != 64 || (turn != "X" && turn != "O")) {
            std::cerr << "each line must have 64 letters and the side to move\n";
            return EXIT_FAILURE;
        }
        Cells cells;
        cells.fill(border);
        for (int i = 0; i < 64; ++i) {
            cells[(i / 8 + 1) * width + i % 8 + 1] = letters[i];
        }
        std::vector<std::pair<int, int>> scored;
        for (const int square : legal_moves(cells, turn[0])) {
            const Cells child = after(cells, square, turn[0]);
            scored.emplace_back(-best_score(child, other(turn[0]), -64, 64), square);
        }
        std::stable_sort(scored.begin(), scored.end(),
                         [](const auto& one, const auto& two) { return one.first > two.first; });
        std::cout << letters << ' ' << turn << ';';
        for (const auto& [score, square] : scored) {
            std::cout << ' ' << name_of(square) << ':' << (score < 0 ? "" : "+") << score << ';';
        }
        std::cout << std::endl;
    }
}

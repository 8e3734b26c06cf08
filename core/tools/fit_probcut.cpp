// Measures how far shallow searches lie from deep ones and fits the model of probcut.hpp to it.
//
//   fit_probcut WEIGHTS THREADS < games > src/outflank/engine/data/8x8.probcut
//
// `make weights` does it. Reads one game a line (f5d6c3...), takes a position from each, and
// searches it without any cuts to every depth up to a dozen, and to the end where that is near.
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine.hpp"
#include "probcut.hpp"
#include "random.hpp"

namespace {

using namespace outflank;

constexpr int terms = 6;
constexpr int deepest = 11;
constexpr int most_to_solve = 20;
constexpr double mean_to_deviation = 1.2533;  // of a normal distribution

struct Pair {
    int empties;
    int depth;
    int probe;
    double error;  // discs, signed
};

int empties_of(const Situation& situation) {
    return 64 - std::popcount(situation.black.word[0] | situation.white.word[0]);
}

// The position after so many moves of a game, or false where a move is wrong.
bool position_after(const std::string& game, int plies, Situation& situation) {
    situation = Situation{};
    situation.black.word[0] = 0x0000000810000000;
    situation.white.word[0] = 0x0000001008000000;
    std::vector<std::uint16_t> moves;
    for (int ply = 0; ply < plies; ++ply) {
        const std::size_t at = 2 * static_cast<std::size_t>(ply);
        if (at + 1 >= game.size()) return false;
        moves.push_back(static_cast<std::uint16_t>((game[at + 1] - '1') * 8 + game[at] - 'a'));
    }
    GameRecord record{situation, moves};
    record.insert_passes = true;
    const Replay replay = best_kernel().replay(record, nullptr);
    situation = replay.end;
    return replay.fault == Fault::none && !(best_kernel().legal_moves(situation) == Squares{});
}

void measure(Engine& engine, const Situation& situation, std::vector<Pair>& pairs) {
    const int empties = empties_of(situation);
    Question question;
    question.situation = situation;
    question.confidence = 100;
    double value[64] = {};
    bool is_known[64] = {};
    question.limits.depth = std::min(deepest, empties - 1);
    engine.forget();
    engine.start(question);
    engine.wait(1e6);
    for (const Findings& found : engine.reports()) {
        value[found.depth] = found.found[0].discs;
        is_known[found.depth] = true;
    }
    if (empties <= most_to_solve) {
        question.goal = Goal::exact;
        question.confidence = 0;
        question.limits.depth = 0;
        engine.start(question);
        engine.wait(1e6);
        value[empties] = engine.reports().back().found[0].discs;
        is_known[empties] = true;
    }
    for (int depth = least_probcut_depth; depth <= empties && depth < 64; ++depth) {
        const int probe = probe_depth(depth);
        if (is_known[depth] && is_known[probe]) {
            pairs.push_back({empties, depth, probe, value[depth] - value[probe]});
        }
    }
}

void terms_of(const Pair& pair, double* x) {
    const double share = 1.0 - pair.empties / 64.0;
    const double values[terms] = {1.0,   double(pair.depth), double(pair.probe),
                                  share, share * pair.depth, share * share};
    std::copy(values, values + terms, x);
}

// Least squares over the absolute errors, by Gauss elimination of the normal equations.
std::vector<double> fitted(const std::vector<Pair>& pairs) {
    double matrix[terms][terms + 1] = {};
    for (const Pair& pair : pairs) {
        double x[terms];
        terms_of(pair, x);
        const double y = std::min(std::fabs(pair.error), 20.0) * mean_to_deviation;
        for (int i = 0; i < terms; ++i) {
            for (int j = 0; j < terms; ++j) {
                matrix[i][j] += x[i] * x[j];
            }
            matrix[i][terms] += x[i] * y;
        }
    }
    for (int i = 0; i < terms; ++i) {
        matrix[i][i] += 1e-6 * static_cast<double>(pairs.size());
    }
    for (int pivot = 0; pivot < terms; ++pivot) {
        for (int row = 0; row < terms; ++row) {
            if (row == pivot) continue;
            const double factor = matrix[row][pivot] / matrix[pivot][pivot];
            for (int column = pivot; column <= terms; ++column) {
                matrix[row][column] -= factor * matrix[pivot][column];
            }
        }
    }
    std::vector<double> result;
    for (int i = 0; i < terms; ++i) {
        result.push_back(matrix[i][terms] / matrix[i][i]);
    }
    return result;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) {
        std::fprintf(stderr, "usage: fit_probcut WEIGHTS THREADS < games > file\n");
        return 2;
    }
    std::ifstream file(words[1], std::ios::binary);
    const std::vector<std::uint8_t> weights((std::istreambuf_iterator<char>(file)), {});
    std::vector<std::string> games;
    for (std::string line; std::getline(std::cin, line);) {
        games.push_back(line);
    }
    std::vector<Pair> pairs;
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < std::atoi(words[2]); ++i) {
        threads.emplace_back([&] {
            Settings settings;
            settings.hash_bytes = std::size_t{32} << 20;
            settings.weights = weights;
            Engine engine(settings);
            std::vector<Pair> own;
            for (std::size_t at; (at = next++) < games.size();) {
                const int ply = 6 + static_cast<int>(at * 7919 % 44);
                Situation situation;
                if (position_after(games[at], ply, situation)) measure(engine, situation, own);
            }
            const std::lock_guard lock(mutex);
            pairs.insert(pairs.end(), own.begin(), own.end());
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::printf("# Errors of shallow searches on 8x8, fitted over %zu pairs: see probcut.hpp.\n",
                pairs.size());
    for (const double coefficient : fitted(pairs)) {
        std::printf("%.6f\n", coefficient);
    }
    for (const Pair& pair : pairs) {
        if (std::getenv("SHOW_PAIRS") != nullptr) {
            std::fprintf(stderr, "%d %d %d %.3f\n", pair.empties, pair.depth, pair.probe,
                         pair.error);
        }
    }
}

// Measures how far shallow searches lie from deep ones and fits the model of probcut.hpp to it.
//
//   fit_probcut NETWORK THREADS PATTERNS... < games > src/outflank/engine/data/probcut.txt
//
// `make weights` does it. Reads one 8x8 game a line (f5d6c3...), takes a position from each, and
// searches it to every depth, and to the end where that is near; only cuts that are as good as
// certain are made. Boards that are evaluated by features, and games with pattern weights (unpacked
// files), have games of their own.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "board/playout.hpp"
#include "engine.hpp"
#include "evaluation/network_file.hpp"
#include "search/probcut.hpp"
#include "throwing_readers.hpp"

namespace {

using namespace outflank;

constexpr int terms = 6;
constexpr int confidence = 98;
constexpr double mean_to_deviation = 1.2533;  // of a normal distribution
// Errors beyond this, on 64 squares, are about games that are lost and won anyway.
constexpr double largest_error = 20;

// How far positions are searched: deep enough to tell the model's course, within a second or two.
struct Reach {
    int depth;
    int solved;  // empty squares
};
constexpr Reach learned_reach{16, 20};
constexpr Reach feature_reach{8, 14};

constexpr Reach pattern_reach{9, 14};

// A game without an oracle.
struct Kind {
    int size;
    bool fewest_wins;
};
constexpr Kind feature_kinds[] = {{6, false}, {8, true}, {10, false}, {12, false}};
constexpr int own_games = 800;

struct Pair {
    double share;
    int depth;
    int probe;
    double error;  // discs, as if the board had 64 squares
};

int empties_of(const PositionData& position) {
    int discs = 0;
    for (int i = 0; i < 4; ++i) {
        discs += std::popcount(position.black.word[i] | position.white.word[i]);
    }
    return position.size * position.size - discs;
}

// The position after some moves, or false where one is wrong or nobody can move any more.
bool position_after(const std::vector<std::uint16_t>& moves, PositionData& position) {
    GameRecord record{position, moves};
    record.insert_passes = true;
    const Replay replay = best_kernel().replay(record, nullptr);
    position = replay.end;
    return replay.fault == Fault::none && !(best_kernel().legal_moves(position) == Squares{});
}

bool position_of_game(const std::string& game, int plies, PositionData& position) {
    std::vector<std::uint16_t> moves;
    for (int ply = 0; ply < plies; ++ply) {
        const std::size_t at = 2 * static_cast<std::size_t>(ply);
        if (at + 1 >= game.size()) return false;
        moves.push_back(static_cast<std::uint16_t>((game[at + 1] - '1') * 8 + game[at] - 'a'));
    }
    position = start_position(8);
    return position_after(moves, position);
}

// Searches until a depth has been reached, or to the end of the request.
std::vector<SearchReport> searched(Engine& engine, const SearchRequest& request, int depth = 0) {
    engine.start(request);
    std::vector<SearchReport> all;
    for (bool has_ended = false; !has_ended;) {
        has_ended = engine.wait(depth == 0 ? 1e6 : 0.001);
        for (const SearchReport& found : engine.reports()) {
            all.push_back(found);
            // What would follow is the same depth again, with ever fewer cuts.
            if (depth != 0 && found.depth == depth) engine.stop();
        }
    }
    return all;
}

// Plays a game of two plies' foresight in which every sixth move is by lot, up to some ply.
bool position_of_own_game(Engine& engine, const Kind& kind, int plies, Random& random,
                          PositionData& position) {
    position = start_position(kind.size);
    for (int ply = 0; ply < plies; ++ply) {
        SearchRequest request;
        request.position = position;
        request.fewest_wins = kind.fewest_wins;
        request.limits.depth = 2;
        request.candidates = max_candidates;
        const SearchReport found = searched(engine, request).back();
        const bool by_lot = ply < 6 || random.below(6) == 0;
        const int chosen = by_lot ? random.below(found.count) : 0;
        if (!position_after({found.variations[chosen].move}, position)) return false;
    }
    return true;
}

void measure(Engine& engine, const PositionData& position, bool fewest_wins, const Reach& reach,
             std::vector<Pair>& pairs) {
    const int empties = empties_of(position);
    const int squares = position.size * position.size;
    std::vector<double> value(squares + 1);
    std::vector<bool> is_known(squares + 1);
    SearchRequest request;
    request.position = position;
    request.fewest_wins = fewest_wins;
    request.confidence = confidence;
    request.limits.depth = std::min(reach.depth, empties - 1);
    engine.forget();
    for (const SearchReport& found : searched(engine, request, request.limits.depth)) {
        if (is_known[found.depth]) continue;
        value[found.depth] = found.variations[0].discs;
        is_known[found.depth] = true;
    }
    if (empties <= reach.solved) {
        request.goal = Goal::exact;
        request.confidence = 0;
        request.limits.depth = 0;
        value[empties] = searched(engine, request).back().variations[0].discs;
        is_known[empties] = true;
    }
    for (int depth = min_learned_probcut_depth; depth <= empties; ++depth) {
        const int probe = probe_depth(depth);
        if (!is_known[depth] || !is_known[probe]) continue;
        const double error = (value[depth] - value[probe]) * 64 / squares;
        pairs.push_back({1.0 - static_cast<double>(empties) / squares, depth, probe, error});
    }
}

void terms_of(const Pair& pair, double* x) {
    const double per_probe = 1.0 / (pair.probe + 2);
    const double values[terms] = {1.0,
                                  pair.share,
                                  pair.share * pair.share,
                                  per_probe,
                                  pair.depth * per_probe,
                                  pair.share * per_probe};
    std::copy(values, values + terms, x);
}

// Least squares over the absolute errors, by Gauss elimination of the normal equations.
std::vector<double> fitted(const std::vector<Pair>& pairs) {
    double matrix[terms][terms + 1] = {};
    for (const Pair& pair : pairs) {
        double x[terms];
        terms_of(pair, x);
        const double y = std::min(std::fabs(pair.error), largest_error) * mean_to_deviation;
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

std::vector<std::uint8_t> bytes_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// What the engines have learned.
struct Knowledge {
    std::shared_ptr<const Network> network;
    std::vector<std::shared_ptr<const PatternWeights>> pattern_weights;
};

using Work = std::function<void(Engine&, std::size_t, std::vector<Pair>&)>;

// Does numbered pieces of work in several threads, each with an engine, and gathers their pairs in
// the order of the numbers.
std::vector<Pair> gathered(int threads, const Knowledge& knowledge, std::size_t pieces,
                           const Work& work) {
    std::vector<std::vector<Pair>> parts(pieces);
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            Settings settings;
            settings.hash_bytes = std::size_t{32} << 20;
            settings.network = knowledge.network;
            Engine engine(settings);
            for (const auto& weights : knowledge.pattern_weights) {
                engine.learn(weights);
            }
            for (std::size_t at; (at = next++) < pieces;) {
                work(engine, at, parts[at]);
            }
        });
    }
    for (std::thread& thread : workers) {
        thread.join();
    }
    std::vector<Pair> pairs;
    for (const std::vector<Pair>& part : parts) {
        pairs.insert(pairs.end(), part.begin(), part.end());
    }
    return pairs;
}

// Takes a position of each of many own games, of several kinds in turn.
std::vector<Pair> of_own_games(int threads, const Knowledge& knowledge, const Reach& reach,
                               std::span<const Kind> kinds) {
    return gathered(threads, knowledge, own_games,
                    [&](Engine& engine, std::size_t at, std::vector<Pair>& pairs) {
                        const Kind& kind = kinds[at % kinds.size()];
                        Random random(at);
                        const int plies = 4 + random.below(kind.size * kind.size - 14);
                        PositionData position;
                        engine.forget();
                        if (!position_of_own_game(engine, kind, plies, random, position)) return;
                        measure(engine, position, kind.fewest_wins, reach, pairs);
                    });
}

void print(const char* what, const std::vector<Pair>& pairs) {
    std::printf("# %s, fitted over %zu pairs.\n", what, pairs.size());
    for (const double coefficient : fitted(pairs)) {
        std::printf("%.6f\n", coefficient);
    }
    if (std::getenv("SHOW_PAIRS") == nullptr) return;
    for (const Pair& pair : pairs) {
        std::fprintf(stderr, "%.4f %d %d %.3f\n", pair.share, pair.depth, pair.probe, pair.error);
    }
}

}  // namespace

int main(int count, char** words) {
    if (count < 4) {
        std::fprintf(stderr, "usage: fit_probcut NETWORK THREADS PATTERNS... < games > file\n");
        return 2;
    }
    const Knowledge of_8x8{read_network(bytes_of(words[1])), {}};
    const int threads = std::atoi(words[2]);
    std::vector<std::string> games;
    for (std::string line; std::getline(std::cin, line);) {
        games.push_back(line);
    }
    std::printf("# Errors of shallow searches: see core/search/probcut.hpp.\n");
    print("8x8 with the learned evaluation",
          gathered(threads, of_8x8, games.size(),
                   [&](Engine& engine, std::size_t at, std::vector<Pair>& pairs) {
                       const int ply = 4 + static_cast<int>(at * 7919 % 46);
                       PositionData position;
                       if (!position_of_game(games[at], ply, position)) return;
                       measure(engine, position, false, learned_reach, pairs);
                   }));
    std::fflush(stdout);
    print("Boards that are evaluated by features",
          of_own_games(threads, {}, feature_reach, feature_kinds));
    std::fflush(stdout);
    Knowledge of_others;
    std::vector<Kind> kinds;
    for (int i = 3; i < count; ++i) {
        const auto weights = read_pattern_weights(bytes_of(words[i]));
        of_others.pattern_weights.push_back(weights);
        if (!weights->has_oracle) kinds.push_back({weights->size, weights->fewest_wins});
    }
    print("Other games with a learned evaluation",
          of_own_games(threads, of_others, pattern_reach, kinds));
}

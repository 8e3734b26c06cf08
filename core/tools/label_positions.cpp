// Gives positions of 8x8 their values by searching them: the labels from which evaluations learn.
//
//   label_positions NETWORK PROBCUT THREADS DEPTH SOLVED SECONDS POSITIONS VALUES
//
// POSITIONS holds two 64-bit words a position, the mover's discs and the other side's; the mover
// must be able to move. Positions with at most SOLVED empty squares are solved, others searched
// DEPTH plies. VALUES gets a float a position, in discs for the mover: not a number where the time
// was over before its turn came.
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "engine.hpp"
#include "evaluation/network_file.hpp"

namespace {

using namespace outflank;

std::vector<std::uint8_t> bytes_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Task {
    int depth;
    int solved;
};

float value_of(Engine& engine, std::uint64_t mover, std::uint64_t opponent, const Task& task) {
    SearchRequest request;
    request.position.size = 8;
    request.position.black.word[0] = mover;
    request.position.white.word[0] = opponent;
    if (64 - std::popcount(mover | opponent) <= task.solved) {
        request.goal = Goal::exact;
    } else {
        request.limits.depth = task.depth;
    }
    engine.start(request);
    engine.wait(1e6);
    return engine.reports().back().variations[0].discs;
}

}  // namespace

int main(int count, char** words) {
    if (count != 9) {
        std::fprintf(stderr,
                     "usage: label_positions NETWORK PROBCUT THREADS DEPTH SOLVED SECONDS "
                     "POSITIONS VALUES\n");
        return 2;
    }
    const std::vector<std::uint8_t> probcut = bytes_of(words[2]);
    const auto network = read_network(bytes_of(words[1]));
    const Task task{std::atoi(words[4]), std::atoi(words[5])};
    const double seconds = std::atof(words[6]);
    const std::vector<std::uint8_t> raw = bytes_of(words[7]);
    const std::size_t positions = raw.size() / 16;
    const auto* boards = reinterpret_cast<const std::uint64_t*>(raw.data());
    std::vector<float> values(positions, std::nanf(""));
    std::atomic<std::size_t> next{0};
    const auto began = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    std::vector<std::thread> workers;
    for (int i = 0; i < std::atoi(words[3]); ++i) {
        workers.emplace_back([&] {
            Settings settings;
            settings.hash_bytes = std::size_t{16} << 20;
            settings.network = network;
            settings.probcut = probcut;
            Engine engine(settings);
            for (std::size_t at; elapsed() < seconds && (at = next++) < positions;) {
                values[at] = value_of(engine, boards[2 * at], boards[2 * at + 1], task);
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    std::ofstream file(words[8], std::ios::binary);
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
    std::size_t done = 0;
    for (const float value : values) {
        done += std::isnan(value) ? 0 : 1;
    }
    std::printf("%zu of %zu positions in %.1f s\n", done, positions, elapsed());
    return file ? 0 : 1;
}

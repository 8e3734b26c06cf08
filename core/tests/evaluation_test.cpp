// Tests of the evaluation for the instruction set that this program is compiled for, run by ctest.
//
// Given the file of a network as argument, it also checks its values and prints a signature, which
// is the same for every instruction set.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "board/playout.hpp"
#include "evaluation/evaluation.hpp"
#include "evaluation/network_file.hpp"
#include "evaluation/pattern_layout.hpp"
#include "tests/evaluation_laws.hpp"

namespace {

// A meaningless network that respects the symmetry of the patterns. Its sums exceed both ends of
// the clipping range.
std::unique_ptr<Network> random_network() {
    auto network = std::make_unique<Network>();
    Random random(2);
    const auto fill = [&](auto& numbers, int most) {
        for (auto& number : numbers) {
            number = static_cast<std::remove_reference_t<decltype(number)>>(
                random.below(2 * most + 1) - most);
        }
    };
    const std::vector<int> kept = kept_places(network_shapes(), 8);
    for (auto& rows : network->rows) {
        for (auto& row : rows) {
            fill(row, 20);
        }
        for (int place = 0; place < patterns.weights; ++place) {
            std::copy(std::begin(rows[kept[place]]), std::end(rows[kept[place]]), rows[place]);
        }
    }
    for (auto& phase : network->mobility) {
        for (auto& side : phase) {
            for (auto& row : side) {
                fill(row, 127);
            }
        }
    }
    for (auto& bias : network->bias) {
        fill(bias, 200);
    }
    for (int stage = 0; stage < stage_count; ++stage) {
        for (auto& group : network->layer[stage]) {
            for (auto& unit : group) {
                fill(unit, 127);
            }
        }
        fill(network->layer_bias[stage], 5000);
        fill(network->output[stage], 300);
        fill(network->direct[stage], 3000);
    }
    fill(network->constant, 100000);
    return network;
}

// Computes the value of a network as its description says, one number at a time.
int plain_network_value(const Network& network, const Board64& board) {
    const int empties = std::min(64 - count(board.mover | board.opponent), most_empties);
    const int phase = phase_of(empties);
    const int stage = stage_of(empties);
    const int moves[2] = {count(board.legal_moves(~std::uint64_t{0})),
                          count(board.passed().legal_moves(~std::uint64_t{0}))};
    long total = network.constant[empties];
    int inputs[network_sums];
    for (int i = 0; i < network_sums; ++i) {
        int sum = network.bias[empties][i];
        for (int lane = 0; lane < patterns.count; ++lane) {
            const int shape = patterns.shape[lane];
            int number = 0;
            for (int k = pattern_shapes[shape].length - 1; k >= 0; --k) {
                const int square = patterns.squares[lane][k];
                number = 3 * number + static_cast<int>(board.mover >> square & 1) -
                         static_cast<int>(board.opponent >> square & 1);
            }
            sum += network.rows[phase][patterns.centre[shape] + number][i];
        }
        for (int side = 0; side < 2; ++side) {
            sum += network.mobility[phase][side][std::min(moves[side], most_mobility)][i];
        }
        total += static_cast<long>(sum) * network.direct[stage][i];
        const int clipped = std::clamp(sum, 0, 127);
        inputs[i] = clipped * clipped / 128;
    }
    for (int unit = 0; unit < network_units; ++unit) {
        int sum = network.layer_bias[stage][unit];
        for (int i = 0; i < network_sums; ++i) {
            sum += inputs[i] * network.layer[stage][i / 4][unit][i % 4];
        }
        total += static_cast<long>(std::clamp(sum, 0, 126 * 64)) * network.output[stage][unit];
    }
    return clamped(static_cast<int>(total >> 12), 64);
}

// Returns all implementations of a network's value on this processor.
std::vector<NetworkValue> value_implementations() {
    std::vector<NetworkValue> ways = {network_value};
#ifdef OUTFLANK_HAS_DOT_PRODUCTS
    if (network_value_by_dot_products() != nullptr) {
        ways.push_back(network_value_by_dot_products());
    }
#endif
    return ways;
}

void check_network(const Network& network) {
    const Layout64 layout(8);
    const Evaluation<Board64> evaluation(layout, false, {&network});
    const auto check = [&](const Board64& board, const PatternNumbers& numbers) {
        const int expected = plain_network_value(network, board);
        expect(evaluation.value(board, numbers) == expected,
               "the network's value agrees with its description");
        constexpr std::uint64_t all = ~std::uint64_t{0};
        const NetworkContext context{std::min(count(board.empties(all)), most_empties),
                                     count(board.legal_moves(all)),
                                     count(board.passed().legal_moves(all))};
        for (const NetworkValue value : value_implementations()) {
            expect(clamped(value(network, numbers.number, context), 64) == expected,
                   "all implementations of the network's value agree");
        }
    };
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        walk_random_game(evaluation, layout, board_of<Board64>(start_position(8), layout), seed,
                         check);
    }
    for (const Board64 board : {Board64{1, 2}, Board64{1, 0}, Board64{0, 0}}) {
        check(board, evaluation.begin(board));  // a board that was set up by hand
    }
}

// The numbers for the other colour are the same with the opposite sign.
void check_sides() {
    const Layout64 layout(8);
    const Evaluation<Board64> evaluation(layout, false, {});
    walk_random_game(
        evaluation, layout, board_of<Board64>(start_position(8), layout), 7,
        [&](const Board64& board, const PatternNumbers&) {
            const PatternNumbers one = pattern_numbers(board, patterns.step);
            const PatternNumbers other = pattern_numbers(board.passed(), patterns.step);
            const PatternNumbers passed = after_passing(one);
            for (int lane = 0; lane < patterns.count; ++lane) {
                expect(one.number[lane] == -other.number[lane], "swapping sides changes the sign");
                expect(passed.number[lane] == other.number[lane], "a pass swaps sides");
            }
        });
}

void check_patterns() {
    for (int lane = 0; lane < patterns.count; ++lane) {
        std::uint64_t covered = 0;
        for (int i = 0; i < pattern_shapes[patterns.shape[lane]].length; ++i) {
            covered |= std::uint64_t{1} << patterns.squares[lane][i];
        }
        expect(count(covered) == pattern_shapes[patterns.shape[lane]].length,
               "no pattern contains a square twice");
    }
    const std::vector<int> kept = kept_places(network_shapes(), 8);
    for (const int place : kept) {
        expect(kept[place] == place, "the mirror image of a mirror image is the original");
    }
}

void check_network_file(const Network& network) {
    const std::vector<std::uint8_t> good = written_network(network);
    const auto again = read_network(good);
    expect(written_network(*again) == good, "writing a network that was read gives the same bytes");
    const Layout64 layout(8);
    const Board64 start = board_of<Board64>(start_position(8), layout);
    expect(plain_network_value(*again, start) == plain_network_value(network, start),
           "a network that was read has the same values");
    const auto refused = [&](const std::vector<std::uint8_t>& bytes, const std::string& which) {
        expect_refused(read_network, bytes, which + " of a network");
    };
    refused({}, "an empty file");
    refused(std::vector<std::uint8_t>(1000, 0), "a file of zeros");
    refused({good.begin(), good.begin() + 12}, "the first bytes");
    refused({good.begin(), good.end() - 1}, "all but the last byte");
    for (const std::size_t at :
         {std::size_t{9}, std::size_t{20}, good.size() / 3, good.size() - 1}) {
        std::vector<std::uint8_t> bad = good;
        bad[at] ^= 0x10;
        refused(bad, "a damaged file");
    }
}

std::vector<std::uint8_t> bytes_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    expect(file.good(), std::string("there must be a file ") + path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int arguments_count, char** arguments) {
    check_patterns();
    check_sides();
    const auto network = random_network();
    check_network(*network);
    check_laws<Board64>(8, false, {network.get()}, "a random network");
    check_network_file(*network);
    for (const bool fewest_wins : {false, true}) {
        for (int size = 4; size <= 16; size += 2) {
            const std::string name =
                std::to_string(size) + (fewest_wins ? " a side, Anti" : " a side");
            if (size <= 8) {
                check_laws<Board64>(size, fewest_wins, {}, name);
            } else {
                check_laws<Board256>(size, fewest_wins, {}, name);
            }
        }
    }
    if (arguments_count > 1) {
        const auto learned = read_network(bytes_of(arguments[1]));
        check_network(*learned);
        check_laws<Board64>(8, false, {learned.get()}, "the learned network");
    }
    std::printf("evaluation: signature %016llx, %d failures\n",
                static_cast<unsigned long long>(signature), failures);
    return failures == 0 ? 0 : 1;
}

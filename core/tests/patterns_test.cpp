// Tests of pattern weights for the instruction set that this program is compiled for, run by ctest.
// Unpacked files of pattern weights may be given as arguments.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "chance/chance_evaluation.hpp"
#include "tests/evaluation_laws.hpp"
#include "throwing_readers.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<int>;

constexpr int stages = 3;

// Returns the content of a file with its magic and checksum.
Bytes file_of(const Words& words, const Bytes& behind = {}) {
    Bytes content;
    for (const int word : words) {
        content.push_back(static_cast<std::uint8_t>(word & 0xFF));
        content.push_back(static_cast<std::uint8_t>(word >> 8 & 0xFF));
    }
    content.insert(content.end(), behind.begin(), behind.end());
    std::uint64_t sum = 14695981039346656037U;
    for (std::size_t at = 0; at < content.size(); at += 8) {
        std::uint64_t word = 0;
        for (std::size_t i = at; i < std::min(at + 8, content.size()); ++i) {
            word |= std::uint64_t{content[i]} << 8 * (i - at);
        }
        sum = (sum ^ word) * 1099511628211U;
    }
    sum ^= sum >> 32;
    Bytes file = {'O', 'F', 'L', 'P', 'A', 'T', '1', '\n'};
    for (int i = 0; i < 8; ++i) {
        file.push_back(static_cast<std::uint8_t>(sum >> 8 * i & 0xFF));
    }
    file.insert(file.end(), content.begin(), content.end());
    return file;
}

// Returns the weights of a file stage by stage, written as changes.
Bytes changes_of(const Words& weights) {
    Bytes bytes;
    const std::size_t kept = weights.size() / stages;
    for (std::size_t place = 0; place < kept; ++place) {
        int last = 0;
        for (std::size_t stage = stages; stage-- > 0;) {
            const int change = weights[stage * kept + place] - last;
            int code = change < 0 ? -2 * change - 1 : 2 * change;
            for (; code >= 128; code /= 128) {
                bytes.push_back(static_cast<std::uint8_t>(code % 128 + 128));
            }
            bytes.push_back(static_cast<std::uint8_t>(code));
            last += change;
        }
    }
    return bytes;
}

// Returns meaningless weights for two corner squares of the first row (eight placements, no
// symmetric images), the squares of a corner's block (images across the diagonal) and a diagonal
// (images both ways).
Bytes random_file(int size, int flags) {
    Words words = {size, flags, 3, stages, 2, 0, 1, 4, 0, 1, size, size + 1, 4};
    for (int i = 0; i < 4; ++i) {
        words.push_back(i * (size + 1));
    }
    Random random(static_cast<std::uint64_t>(size));
    const auto add = [&](int count, int most) {
        for (; count > 0; --count) {
            words.push_back(random.below(2 * most + 1) - most);
        }
    };
    add(size * size + 1, 1000);
    if ((flags & 8) == 0) add(stages * pattern_mobilities * pattern_mobilities, 200);
    if (flags & 4) add(stages * (pattern_shares + 2 * pattern_frontiers), 100);
    const auto tables = static_cast<std::ptrdiff_t>(words.size());
    // Of 81 numbers of the block 54 are stored. Only on 4x4 does the diagonal cross the board.
    add(stages * (9 + 54 + (size == 4 ? 45 : 81)), 300);
    // Some changes need three bytes.
    for (std::size_t at = static_cast<std::size_t>(tables); at < words.size(); at += 29) {
        words[at] *= 50;
    }
    if ((flags & 16) == 0) return file_of(words);
    return file_of({words.begin(), words.begin() + tables},
                   changes_of({words.begin() + tables, words.end()}));
}

// The value as the description says, square by square.
template <class Board>
int plain_value(const PatternWeights& weights, const Board& board,
                const typename Board::Layout& layout) {
    const int size = weights.size;
    const int squares = size * size;
    const int empties = count(board.empties(layout.playable));
    const int stage = std::min((squares - empties) * stages / squares, stages - 1);
    const int own = std::min(count(board.legal_moves(layout.playable)), 31);
    const int theirs = std::min(count(board.passed().legal_moves(layout.playable)), 31);
    int sum = weights.constant[empties];
    if (weights.mobility != nullptr) sum += weights.mobility[(stage * 32 + own) * 32 + theirs];
    if (weights.share != nullptr) {
        const int discs = squares - empties;
        const int share = static_cast<int>((32 * count(board.mover) + discs / 2) / discs);
        sum += weights.share[stage * pattern_shares + share];
        int frontier[2] = {};
        for (int square = 0; square < squares; ++square) {
            const int at = layout.embed(square);
            if (is_empty(Board::around(at) & board.empties(layout.playable))) continue;
            frontier[0] += is_empty(Board::bit(at) & board.mover) ? 0 : 1;
            frontier[1] += is_empty(Board::bit(at) & board.opponent) ? 0 : 1;
        }
        for (int side = 0; side < 2; ++side) {
            sum += weights.frontier[(stage * 2 + side) * pattern_frontiers +
                                    std::min(frontier[side], pattern_frontiers - 1)];
        }
    }
    const std::vector<Words> shapes = {
        {0, 1}, {0, 1, size, size + 1}, {0, size + 1, 2 * size + 2, 3 * size + 3}};
    int centre = 0;
    for (const Words& shape : shapes) {
        int numbers = 1;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            numbers *= 3;
        }
        std::vector<Words> seen;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const Board image = turned(board, layout, symmetry);
            Words covered;
            int number = 0;
            int power = 1;
            for (const int square : shape) {
                const auto bit = Board::bit(layout.embed(square));
                number += power * (is_empty(image.mover & bit) ? 0 : 1);
                number -= power * (is_empty(image.opponent & bit) ? 0 : 1);
                power *= 3;
                Board one{};
                one.mover = bit;
                // The symmetry that undoes this one tells where the square comes from.
                const int back =
                    symmetry & 4 ? 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 : symmetry;
                covered.push_back(first(turned(one, layout, back).mover));
            }
            std::sort(covered.begin(), covered.end());
            if (std::find(seen.begin(), seen.end(), covered) != seen.end()) continue;
            seen.push_back(covered);
            sum += weights.weights[stage * weights.stage_size + centre + numbers / 2 + number];
        }
        centre += numbers;
    }
    return clamped(sum, squares);
}

template <class Board>
void check_game(int size, int flags) {
    const bool fewest_wins = (flags & 1) != 0;
    const std::string name =
        std::to_string(size) + " a side with pattern weights, flags " + std::to_string(flags);
    const auto weights = read_pattern_weights(random_file(size, flags));
    expect((weights->mobility == nullptr) == ((flags & 8) != 0),
           name + ": the flag decides whether legal moves count");
    expect((weights->share == nullptr) == ((flags & 4) == 0),
           name + ": the flag decides whether discs count");
    const EvaluationSources sources{nullptr, weights.get()};
    check_laws<Board>(size, fewest_wins, sources, name);
    const typename Board::Layout layout(size);
    const auto evaluation = std::make_unique<Evaluation<Board>>(layout, fewest_wins, sources);
    walk_random_game(
        *evaluation, layout, board_of<Board>(start_position(size), layout), 5,
        [&](const Board& board, const auto& state) {
            expect(evaluation->value(board, state) == plain_value(*weights, board, layout),
                   name + ": the value agrees with the description");
        });
}

// Words and changes are two ways to write the same weights.
void check_changes() {
    for (const int size : {6, 12}) {
        const auto words = read_pattern_weights(random_file(size, 0));
        const auto changes = read_pattern_weights(random_file(size, 16));
        const int count = stages * words->stage_size;
        expect(std::equal(words->weights, words->weights + count, changes->weights),
               "both ways of writing weights give the same weights");
    }
}

// With an oracle, the value is the same in discs if the odds are those of training.
void check_oracle() {
    const auto weights = read_pattern_weights(random_file(8, 2 | 4));
    const Layout64 layout(8);
    const Board64 board = board_of<Board64>(start_position(8), layout);
    constexpr std::uint64_t half = std::uint64_t{1} << 52;
    const AnswerChances even = likely_answers({true, half, 2 * half, Answer::none});
    const auto moves = board.legal_moves(layout.playable);
    const ChanceEvaluation<Board64> learned(8, false, even, weights.get());
    const ChanceEvaluation<Board64> plain(8, false, even);
    expect(learned.value(board, moves, true) == plain_value(*weights, board, layout) / 32.0,
           "a game with an oracle is evaluated by its weights");
    for (const AnswerChances& odds : {likely_answers({true, half / 2, 2 * half, Answer::none}),
                                      likely_answers({true, half / 2, half, Answer::none})}) {
        const ChanceEvaluation<Board64> with(8, false, odds, weights.get());
        const ChanceEvaluation<Board64> without(8, false, odds);
        expect(with.value(board, moves, true) == without.value(board, moves, true),
               "games with odds other than those of training are evaluated by features");
    }
}

void check_broken_file(const Bytes& good) {
    const auto refused = [](const Bytes& bytes, const std::string& which) {
        expect_refused(read_pattern_weights, bytes, which);
    };
    refused({}, "an empty file");
    refused(Bytes(1000, 0), "a file of zeros");
    refused({good.begin(), good.begin() + 12}, "the beginning of a file");
    refused({good.begin(), good.end() - 1}, "all but the last byte");
    for (const std::size_t at :
         {std::size_t{9}, std::size_t{16}, std::size_t{30}, good.size() - 1}) {
        Bytes bad = good;
        bad[at] ^= 0x10;
        refused(bad, "a damaged file");
    }
}

void check_inconsistent_files() {
    const auto refused = [](const Bytes& bytes, const std::string& which) {
        expect_refused(read_pattern_weights, bytes, which);
    };
    refused(file_of({7, 0, 1, 1, 1, 0}), "a board with sides of 7 squares");
    refused(file_of({18, 0, 1, 1, 1, 0}), "a board with sides of 18 squares");
    refused(file_of({6, 32, 1, 1, 1, 0}), "an unknown game");
    refused(file_of({6, 0, 0, 1, 1, 0}), "a file without shapes");
    refused(file_of({6, 0, 1, 0, 1, 0}), "a file without stages");
    refused(file_of({6, 0, 1, 1, 1, 36}), "a square outside the board");
    refused(file_of({6, 0, 1, 1, 2, 3, 3}), "a shape with a square twice");
    refused(file_of({6, 0, 1, 1, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
            "a shape that is too long");
    Words many = {6, 0, 7, 1};
    for (int shape = 0; shape < 7; ++shape) {
        many.insert(many.end(), {2, 0, shape + 7});
    }
    refused(file_of(many), "more patterns than there is room for");
    // One square, whose number has three weights, and constants.
    Words single = {4, 8 | 16, 1, 1, 1, 0};
    single.insert(single.end(), 17, 0);
    expect(read_pattern_weights(file_of(single, {1, 2, 3})) != nullptr, "a small file is read");
    refused(file_of(single, {1, 2}), "a file with a weight too few");
    refused(file_of(single, {1, 2, 3, 4}), "a file with a weight too many");
    refused(file_of(single, {1, 2, 131}), "a change that does not end");
    refused(file_of(single, {1, 2, 131, 131, 131, 0}), "a change that is too long");
}

}  // namespace

int main(int count, char** words) {
    for (const int flags : {0, 1 | 4, 8 | 16, 4 | 16}) {
        for (int size = 4; size <= 16; size += 2) {
            if (size <= 8) {
                check_game<Board64>(size, flags);
            } else {
                check_game<Board256>(size, flags);
            }
        }
    }
    check_changes();
    check_oracle();
    for (const int flags : {0, 16}) {
        check_broken_file(random_file(6, flags));
    }
    check_inconsistent_files();
    for (int i = 1; i < count; ++i) {
        std::ifstream file(words[i], std::ios::binary);
        const Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        const auto weights = read_pattern_weights(bytes);
        const EvaluationSources sources{nullptr, weights.get()};
        if (weights->size > 8) {
            check_laws<Board256>(weights->size, weights->fewest_wins, sources, words[i]);
        } else {
            check_laws<Board64>(weights->size, weights->fewest_wins, sources, words[i]);
        }
    }
    std::printf("patterns: signature %016llx, %d failures\n",
                static_cast<unsigned long long>(signature), failures);
    return failures == 0 ? 0 : 1;
}

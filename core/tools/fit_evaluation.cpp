// Learns the weights of the 8x8 evaluation from games, and packs them into a file.
//
//     make weights        (OUTFLANK_DATA names the folder of the games)
//
// is, step by step: unpack $OUTFLANK_DATA/training/*.gz into a folder, build with
// -DOUTFLANK_PYTHON=OFF, then
//
//     fit_evaluation FOLDER src/outflank/engine/data/8x8.weights
//
// The same games give the same weights. Every stage is a least-squares problem of its own, solved
// by conjugate gradients: the weights of the stage after it are where it begins and what it is held
// to where a pattern is rare. Games that are not learned from tell how far the evaluation is off.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "evaluation/evaluation.hpp"
#include "evaluation/weights_format.hpp"
#include "throwing_readers.hpp"
#include "tools/samples.hpp"

namespace {

using namespace outflank;

// How much the weights of the stage after count, as if that many positions had said so.
constexpr float hold = 20;
constexpr int steps = 10;
// Positions one ply away from a stage are learned from too, for this share.
constexpr float neighbours = 0.3F;
// A change from stage to stage smaller than this, in 1/32 disc, is not kept.
constexpr double smallest_change = 2;

// Where every position finds its weights, in one long list.
struct Problem {
    std::vector<std::uint32_t> places;
    std::vector<float> discs;
    std::vector<float> weight;

    std::size_t size() const { return discs.size(); }
    const std::uint32_t* of(std::size_t i) const { return &places[i * patterns.count]; }

    void add(const Sample& sample, float share, const std::vector<std::uint32_t>& column) {
        const PatternNumbers numbers =
            pattern_numbers({sample.mover, sample.opponent}, patterns.step);
        for (int lane = 0; lane < patterns.count; ++lane) {
            places.push_back(column[patterns.centre[patterns.shape[lane]] + numbers.number[lane]]);
        }
        discs.push_back(sample.discs);
        weight.push_back(sample.weight * share);
    }
};

using Vector = std::vector<float>;

double dot(const Vector& a, const Vector& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += static_cast<double>(a[i]) * b[i];
    }
    return sum;
}

float guess(const Problem& problem, std::size_t i, const Vector& weights) {
    const std::uint32_t* places = problem.of(i);
    float sum = 0;
    for (int lane = 0; lane < patterns.count; ++lane) {
        sum += weights[places[lane]];
    }
    return sum;
}

// What the weights would be multiplied by on the left side of the normal equations.
void multiply(const Problem& problem, const Vector& direction, Vector& result) {
    for (std::size_t i = 0; i < direction.size(); ++i) {
        result[i] = hold * direction[i];
    }
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const float amount = problem.weight[i] * guess(problem, i, direction);
        const std::uint32_t* places = problem.of(i);
        for (int lane = 0; lane < patterns.count; ++lane) {
            result[places[lane]] += amount;
        }
    }
}

// Improves the weights by preconditioned conjugate gradients.
void fit(const Problem& problem, Vector& weights) {
    const std::size_t size = weights.size();
    Vector residual(size, 0.0F);
    Vector scale(size, hold);
    for (std::size_t i = 0; i < problem.size(); ++i) {
        const float amount = problem.weight[i] * (problem.discs[i] - guess(problem, i, weights));
        const std::uint32_t* places = problem.of(i);
        for (int lane = 0; lane < patterns.count; ++lane) {
            residual[places[lane]] += amount;
            scale[places[lane]] += problem.weight[i];
        }
    }
    const auto scaled = [&](const Vector& vector) {
        Vector result(size);
        for (std::size_t i = 0; i < size; ++i) {
            result[i] = vector[i] / scale[i];
        }
        return result;
    };
    Vector direction = scaled(residual);
    Vector product(size);
    double length = dot(residual, direction);
    for (int step = 0; step < steps && length > 0; ++step) {
        multiply(problem, direction, product);
        const float along = static_cast<float>(length / dot(direction, product));
        for (std::size_t i = 0; i < size; ++i) {
            weights[i] += along * direction[i];
            residual[i] -= along * product[i];
        }
        const Vector next = scaled(residual);
        const double next_length = dot(residual, next);
        const float turn = static_cast<float>(next_length / length);
        for (std::size_t i = 0; i < size; ++i) {
            direction[i] = next[i] + turn * direction[i];
        }
        length = next_length;
    }
}

// For every weight of a stage its number among those that are learned: mirror images share one.
std::vector<std::uint32_t> columns_of_weights() {
    const std::vector<int> kept = kept_places();
    std::vector<std::uint32_t> columns(kept.size());
    std::uint32_t found = 0;
    for (std::size_t place = 0; place < kept.size(); ++place) {
        const auto first_of_pair = static_cast<std::size_t>(kept[place]);
        columns[place] = first_of_pair == place ? found++ : columns[first_of_pair];
    }
    return columns;
}

// Rounds a stage's weights to whole units, and small changes to none.
void round_stage(Vector& learned, Weights& weights, int stage,
                 const std::vector<std::uint32_t>& columns) {
    for (int place = 0; place < patterns.weights; ++place) {
        const int before = stage == 0 ? 0 : weights.pattern[stage - 1][place];
        double units = static_cast<double>(learned[columns[place]]) * units_per_disc;
        if (std::abs(units - before) < smallest_change) units = before;
        units = std::clamp(std::round(units), -30000.0, 30000.0);
        weights.pattern[stage][place] = static_cast<std::int16_t>(units);
    }
    for (int place = 0; place < patterns.weights; ++place) {
        learned[columns[place]] =
            static_cast<float>(weights.pattern[stage][place]) / units_per_disc;
    }
}

// After rounding, what is left over on average at each number of empty squares.
void set_constants(const Samples& samples, Weights& weights) {
    const Layout64 layout(8);
    const Evaluation<Board64> evaluation(layout, false, &weights, nullptr);
    for (int empties = 1; empties <= 60; ++empties) {
        double off = 0;
        double all = 1;
        for (const Sample& sample : samples[empties]) {
            const Board64 board{sample.mover, sample.opponent};
            const int value = evaluation.value(board, evaluation.begin(board));
            off += sample.weight * (static_cast<double>(sample.discs) * units_per_disc - value);
            all += sample.weight;
        }
        weights.constant[empties] = static_cast<std::int16_t>(std::round(off / all));
    }
    weights.constant[0] = 0;
}

// The writing half of the range coder.
class BitWriter {
  public:
    static constexpr bool is_reader = false;

    bool bit(BitOdds& odds, bool one) {
        const std::uint32_t split = (range_ >> 12) * odds.one;
        if (one) {
            range_ = split;
        } else {
            low_ += split;
            range_ -= split;
        }
        odds.learn(one);
        while (range_ < 1U << 24) {
            range_ <<= 8;
            shift();
        }
        return one;
    }

    std::vector<std::uint8_t> finish() {
        for (int i = 0; i < 5; ++i) {
            shift();
        }
        return bytes_;
    }

  private:
    // Gives out the highest byte once no carry can change it any more.
    void shift() {
        if (low_ < 0xFF000000 || low_ > 0xFFFFFFFF) {
            const auto carry = static_cast<std::uint8_t>(low_ >> 32);
            bytes_.push_back(static_cast<std::uint8_t>(held_ + carry));
            for (; waiting_ > 0; --waiting_) {
                bytes_.push_back(static_cast<std::uint8_t>(0xFF + carry));
            }
            held_ = static_cast<std::uint8_t>(low_ >> 24);
        } else {
            ++waiting_;
        }
        low_ = (low_ & 0x00FFFFFF) << 8;
    }

    std::uint64_t low_ = 0;
    std::uint32_t range_ = 0xFFFFFFFF;
    std::uint8_t held_ = 0;
    std::size_t waiting_ = 0;
    std::vector<std::uint8_t> bytes_;
};

std::vector<std::uint8_t> packed(Weights& weights) {
    std::vector<std::uint8_t> bytes(weights_magic, weights_magic + weights_magic_size);
    const std::uint32_t sum = checksum(weights);
    for (int byte = 0; byte < 4; ++byte) {
        bytes.push_back(static_cast<std::uint8_t>(sum >> 8 * byte));
    }
    BitWriter writer;
    std::make_unique<WeightsCodec<BitWriter>>(writer)->code(weights);
    const std::vector<std::uint8_t> coded = writer.finish();
    bytes.insert(bytes.end(), coded.begin(), coded.end());
    return bytes;
}

// How far an evaluation is off, in discs on average, and its root mean square.
struct Error {
    double absolute = 0;
    double square = 0;
};

template <class Guess>
Error error_of(const Samples& samples, int stage, Guess guess_of) {
    Error error;
    double all = 0;
    for (int empties = 1; empties <= 60; ++empties) {
        if (stage_of(empties) != stage) continue;
        for (const Sample& sample : samples[empties]) {
            const double off = static_cast<double>(sample.discs) - guess_of(sample);
            error.absolute += std::abs(off);
            error.square += off * off;
            all += 1;
        }
    }
    return all == 0 ? Error{} : Error{error.absolute / all, std::sqrt(error.square / all)};
}

void report(const Samples& judging, const Weights& weights) {
    const Layout64 layout(8);
    const Evaluation<Board64> learned(layout, false, &weights, nullptr);
    const Evaluation<Board64> by_features(layout, false, nullptr, nullptr);
    const auto by = [](const Evaluation<Board64>& evaluation) {
        return [&evaluation](const Sample& sample) {
            const Board64 board{sample.mover, sample.opponent};
            return evaluation.value(board, evaluation.begin(board)) /
                   static_cast<double>(units_per_disc);
        };
    };
    std::printf(
        "empties  constant  features  learned  (mean error in discs)  "
        "learned (rms)\n");
    double sum = 0;
    for (int stage = 0; stage < stage_count; ++stage) {
        const Error none = error_of(judging, stage, [](const Sample&) { return 0.0; });
        const Error features = error_of(judging, stage, by(by_features));
        const Error error = error_of(judging, stage, by(learned));
        if (stage >= 4 && stage < 25) sum += error.absolute / 21;
        std::printf("%3d-%2d  %8.2f  %8.2f  %7.2f  %36.2f\n", 2 * stage + 1, 2 * stage + 2,
                    none.absolute, features.absolute, error.absolute, error.square);
    }
    std::printf("9-50 empties on average: %.3f\n", sum);
}

void learn(const SampleSets& sets, Weights& weights) {
    const std::vector<std::uint32_t> columns = columns_of_weights();
    Vector learned(*std::max_element(columns.begin(), columns.end()) + 1, 0.0F);
    for (int stage = 0; stage < stage_count; ++stage) {
        Problem problem;
        for (int empties = 1; empties <= 60; ++empties) {
            const int last = 2 * stage + 2;
            const int away = std::max({0, empties - last, last - 1 - empties});
            if (away > 1) continue;
            for (const Sample& sample : sets.learning[empties]) {
                problem.add(sample, away == 0 ? 1 : neighbours, columns);
            }
        }
        fit(problem, learned);
        round_stage(learned, weights, stage, columns);
        std::fprintf(stderr, "stage %d: %zu positions\n", stage, problem.size());
    }
    set_constants(sets.learning, weights);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: fit_evaluation FOLDER WEIGHTS\n");
        return 2;
    }
    try {
        const SampleSets sets = read_samples(arguments[1]);
        const auto weights = std::make_unique<Weights>();
        learn(sets, *weights);
        const std::vector<std::uint8_t> bytes = packed(*weights);
        read_weights(bytes);
        std::ofstream file(arguments[2], std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        if (!file) throw std::runtime_error(std::string("cannot write ") + arguments[2]);
        report(sets.judging, *weights);
        std::printf("%zu bytes\n", bytes.size());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

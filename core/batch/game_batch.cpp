#include "batch/game_batch.hpp"

#include <stdexcept>

#include "batch/batch_kernel.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"

namespace outflank {

namespace {

template <class Layout>
void fill_tables(int size, std::uint8_t* embedded, std::uint8_t* extracted) {
    const Layout layout(size);
    for (int square = 0; square < size * size; ++square) {
        const int bit = layout.embed(square);
        embedded[square] = static_cast<std::uint8_t>(bit);
        extracted[bit] = static_cast<std::uint8_t>(square);
    }
}

}  // namespace

GameBatch::GameBatch(const BatchSettings& settings, std::uint64_t seed, const Kernel& kernel)
    : kernel_(*kernel.batch), choice_(seed) {
    if (!is_size(settings.size)) {
        throw std::invalid_argument("a board has an even size from 4 to 16");
    }
    if (settings.count < 1) throw std::invalid_argument("a batch needs at least one game");
    const auto count = static_cast<std::size_t>(settings.count);
    const auto sets = count * static_cast<std::size_t>(settings.words());
    const auto actions = count * static_cast<std::size_t>(settings.actions());
    const auto planes = count * static_cast<std::size_t>(settings.planes() * settings.squares());
    const bool keeps_final = settings.autoreset == Autoreset::same_step;
    words_.resize(3 * sets + count);
    flags_ = std::make_unique<bool[]>(4 * count + actions);
    answers_.resize(count);
    planes_.resize(planes * (keeps_final ? 2 : 1));
    rewards_.resize(count);
    margins_.resize(count);
    actions_.resize(count);

    arrays_.settings = settings;
    arrays_.mover = words_.data();
    arrays_.opponent = words_.data() + sets;
    arrays_.legal = words_.data() + 2 * sets;
    arrays_.chance = words_.data() + 3 * sets;
    arrays_.choice = &choice_;
    arrays_.black_to_move = flags_.get();
    arrays_.agent_is_black = flags_.get() + count;
    arrays_.over = flags_.get() + 2 * count;
    arrays_.terminated = flags_.get() + 3 * count;
    arrays_.masks = flags_.get() + 4 * count;
    arrays_.answers = answers_.data();
    arrays_.planes = planes_.data();
    arrays_.final_planes = keeps_final ? planes_.data() + planes : nullptr;
    arrays_.rewards = rewards_.data();
    arrays_.margins = margins_.data();
    arrays_.embedded = embedded_;
    arrays_.extracted = extracted_;
    if (settings.size <= 8) {
        fill_tables<Layout64>(settings.size, embedded_, extracted_);
    } else {
        fill_tables<Layout256>(settings.size, embedded_, extracted_);
    }
    for (std::size_t game = 0; game < count; ++game) {
        arrays_.chance[game] = seed + game;
    }
    kernel_.restart(arrays_, nullptr);
}

void GameBatch::reset(const std::uint64_t* seeds, const bool* chosen) {
    const std::lock_guard lock(mutex_);
    for (int game = 0; seeds != nullptr && game < settings().count; ++game) {
        if (chosen == nullptr || chosen[game]) arrays_.chance[game] = seeds[game];
    }
    kernel_.restart(arrays_, chosen);
}

void GameBatch::place(const GivenStates& given) {
    const std::lock_guard lock(mutex_);
    kernel_.place(arrays_, given);
}

std::uint64_t GameBatch::choice() const {
    const std::lock_guard lock(mutex_);
    return choice_;
}

void GameBatch::set_choice(std::uint64_t state) {
    const std::lock_guard lock(mutex_);
    choice_ = state;
}

std::optional<int> GameBatch::step(const std::int64_t* actions) {
    const std::lock_guard lock(mutex_);
    if (!settings().illegal_loses) {
        const int game = kernel_.first_illegal(arrays_, actions);
        if (game >= 0) return game;
    } else if (settings().autoreset == Autoreset::disabled) {
        for (int game = 0; game < settings().count; ++game) {
            if (arrays_.over[game]) return game;
        }
    }
    kernel_.step(arrays_, actions);
    return std::nullopt;
}

void GameBatch::sample() {
    const std::lock_guard lock(mutex_);
    kernel_.sample(arrays_, actions_.data());
}

PositionData GameBatch::position(int game) const {
    const GameArrays& games = arrays_;
    const bool black = games.black_to_move[game];
    if (settings().size <= 8) {
        const Board64 board{games.mover[game], games.opponent[game]};
        return position_of(board, Layout64(settings().size), black);
    }
    const auto set = [game](const std::uint64_t* words) {
        const std::uint64_t* own = words + 4 * static_cast<std::size_t>(game);
        return Mask256{{own[0], own[1], own[2], own[3]}};
    };
    const Board256 board{set(games.mover), set(games.opponent)};
    return position_of(board, Layout256(settings().size), black);
}

}  // namespace outflank

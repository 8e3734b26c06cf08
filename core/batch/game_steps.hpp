// The steps that a kernel performs on the arrays of a batch.
#pragma once

#include <cstdint>
#include <cstring>

#include "batch/game_arrays.hpp"
#include "board/board256.hpp"
#include "board/board64.hpp"
#include "board/placement.hpp"
#include "board/playout.hpp"

namespace outflank::inline OUTFLANK_INSTRUCTIONS {

// For each set of eight squares, eight bytes of 0 or 1.
struct SpreadBits {
    alignas(64) std::int8_t bytes[256][8];
};

constexpr SpreadBits make_spread_bits() {
    SpreadBits spread{};
    for (int bits = 0; bits < 256; ++bits) {
        for (int bit = 0; bit < 8; ++bit) {
            spread.bytes[bits][bit] = static_cast<std::int8_t>(bits >> bit & 1);
        }
    }
    return spread;
}

inline constexpr SpreadBits spread_bits = make_spread_bits();

OUTFLANK_INLINE std::uint64_t word_at(const std::uint64_t& mask, int) {
    return mask;
}

OUTFLANK_INLINE std::uint64_t word_at(const Mask256& mask, int bit) {
    return mask.word[bit >> 6];
}

OUTFLANK_INLINE void load_mask(const std::uint64_t* words, int game, std::uint64_t& mask) {
    mask = words[game];
}

OUTFLANK_INLINE void load_mask(const std::uint64_t* words, int game, Mask256& mask) {
    for (int word = 0; word < 4; ++word) {
        mask.word[word] = words[4 * game + word];
    }
}

OUTFLANK_INLINE void store_mask(std::uint64_t* words, int game, const std::uint64_t& mask) {
    words[game] = mask;
}

OUTFLANK_INLINE void store_mask(std::uint64_t* words, int game, const Mask256& mask) {
    for (int word = 0; word < 4; ++word) {
        words[4 * game + word] = mask.word[word];
    }
}

// Returns the square that remains first after `skipped` squares of the set.
OUTFLANK_INLINE int square_after(Mask256 set, int skipped) {
    for (; skipped > 0; --skipped) {
        set = without_first(set);
    }
    return first(set);
}

// The same without a branch that depends on the set. The bytes of one word count the squares up to
// each row, and a table finds the square within its row.
struct SquaresInRow {
    std::uint8_t place[256][8];
};

constexpr SquaresInRow make_squares_in_row() {
    SquaresInRow squares{};
    for (int row = 0; row < 256; ++row) {
        int found = 0;
        for (int bit = 0; bit < 8; ++bit) {
            if ((row >> bit & 1) != 0) squares.place[row][found++] = static_cast<std::uint8_t>(bit);
        }
    }
    return squares;
}

inline constexpr SquaresInRow squares_in_row = make_squares_in_row();

OUTFLANK_INLINE int square_after(std::uint64_t set, int skipped) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t tops = 0x8080808080808080;
    std::uint64_t counts = set - (set >> 1 & 0x5555555555555555);
    counts = (counts & 0x3333333333333333) + (counts >> 2 & 0x3333333333333333);
    counts = ((counts + (counts >> 4)) & 0x0F0F0F0F0F0F0F0F) * ones;
    // Find the first row at which the count exceeds the number of skipped squares.
    const std::uint64_t enough =
        ((counts | tops) - ones * static_cast<std::uint64_t>(skipped + 1)) & tops;
    const int shift = std::countr_zero(enough) - 7;
    const int before = static_cast<int>((counts << 8) >> shift & 0xFF);
    return shift + squares_in_row.place[set >> shift & 0xFF][skipped - before];
}

// `known_size` is the size of the board if it deserves code of its own, else 0.
template <class Board, int known_size>
class GameSteps {
  public:
    using Mask = typename Board::Mask;

    // Copies the arrays' addresses, so that the compiler knows that writing bytes does not change
    // them.
    explicit GameSteps(const GameArrays& arrays)
        : games_(arrays),
          settings_(arrays.settings),
          layout_(arrays.settings.size),
          start_(board_of<Board>(start_position(arrays.settings.size), layout_)),
          start_moves_(start_.legal_moves(layout_.playable)) {}

    // Starts the chosen games again, or all of them if `chosen` is null.
    OUTFLANK_INLINE void restart(const bool* chosen) const {
        for (int game = 0; game < settings_.count; ++game) {
            if (chosen != nullptr && !chosen[game]) continue;
            finish_step(game, begin(game), 0.0F, false);
        }
    }

    // Puts games into given states; none of them has a reward, because no step led there.
    void place(const GivenStates& given) const {
        for (int place = 0; place < given.count; ++place) {
            const auto game = static_cast<int>(given.games[place]);
            const PositionData& position = given.positions[place];
            Random chance(games_.chance[game]);
            const Board board = board_of<Board>(position, layout_);
            Turn turn{board, Mask{}, position.black_to_move, false, given.answers[place]};
            const bool ended = given.over[place] != 0;
            look_for_moves(turn, !ended && turn.answer == Answer::none, chance);
            if (ended) end(turn);
            if (settings_.opponent != Opponent::none)
                reply(turn, games_.agent_is_black[game], chance);
            games_.chance[game] = chance.state();
            if (turn.over) games_.margins[game] = static_cast<std::int16_t>(margin_of(turn));
            finish_step(game, turn, 0.0F, false);
        }
    }

    OUTFLANK_INLINE void step(const std::int64_t* actions) const {
        for (int game = 0; game < settings_.count; ++game) {
            if (games_.over[game]) {
                finish_step(game, begin(game), 0.0F, false);
                continue;
            }
            Turn turn = load(game);
            const bool actor_is_black = turn.black_to_move;
            const bool refused = settings_.illegal_loses && !is_legal(turn, actions[game]);
            if (refused) {
                end(turn);
            } else {
                Random chance(games_.chance[game]);
                play(turn, actions[game], chance);
                if (settings_.opponent != Opponent::none) reply(turn, actor_is_black, chance);
                games_.chance[game] = chance.state();
            }
            if (!turn.over) {
                finish_step(game, turn, 0.0F, false);
                continue;
            }
            const int margin = margin_of(turn);
            games_.margins[game] = static_cast<std::int16_t>(margin);
            const float reward = refused ? -1.0F : reward_of(margin, actor_is_black);
            if (settings_.autoreset == Autoreset::same_step) {
                write_planes(games_.final_planes, game, turn);
                turn = begin(game);
            }
            finish_step(game, turn, reward, true);
        }
    }

    // Draws a legal action for each game, all with equal probability.
    OUTFLANK_INLINE void sample(std::int64_t* actions) const {
        Random random(*games_.choice);
        for (int game = 0; game < settings_.count; ++game) {
            Mask moves;
            load_mask(games_.legal, game, moves);
            const int moves_count = count(moves);
            const int skipped = random.below(moves_count);
            if (moves_count == 0) {
                actions[game] = settings_.squares();
            } else {
                actions[game] = number_of(square_after(moves, skipped));
            }
        }
        *games_.choice = random.state();
    }

    // Returns the first game whose action is illegal, or -1.
    OUTFLANK_INLINE int first_illegal(const std::int64_t* actions) const {
        for (int game = 0; game < settings_.count; ++game) {
            if (games_.over[game]) {
                if (settings_.autoreset == Autoreset::disabled) return game;
                continue;
            }
            Turn turn;
            load_mask(games_.legal, game, turn.legal);
            if (!is_legal(turn, actions[game])) return game;
        }
        return -1;
    }

  private:
    // The state of one game during a step.
    struct Turn {
        Board board;
        Mask legal;
        bool black_to_move;
        bool over;
        Answer answer;
    };

    OUTFLANK_INLINE int square_of(std::int64_t action) const {
        if constexpr (known_size == 8) {
            return static_cast<int>(action);
        } else {
            return games_.embedded[action];
        }
    }

    OUTFLANK_INLINE int number_of(int square) const {
        if constexpr (known_size == 8) {
            return square;
        } else {
            return games_.extracted[square];
        }
    }

    OUTFLANK_INLINE Turn load(int game) const {
        Turn turn;
        load_mask(games_.mover, game, turn.board.mover);
        load_mask(games_.opponent, game, turn.board.opponent);
        load_mask(games_.legal, game, turn.legal);
        turn.black_to_move = games_.black_to_move[game];
        turn.over = false;
        turn.answer = games_.answers[game];
        return turn;
    }

    OUTFLANK_INLINE bool is_legal(const Turn& turn, std::int64_t action) const {
        if (action < 0 || action > settings_.squares()) return false;
        if (action == settings_.squares()) return is_empty(turn.legal);
        return !is_empty(turn.legal & Board::bit(square_of(action)));
    }

    static OUTFLANK_INLINE void end(Turn& turn) {
        turn.over = true;
        turn.legal = Mask{};
        turn.answer = Answer::none;
    }

    // Plays one action, then draws the answer for the next side to move.
    OUTFLANK_INLINE void play(Turn& turn, std::int64_t action, Random& chance) const {
        if (action == settings_.squares()) {
            turn.board = turn.board.passed();
        } else if (settings_.odds.asked) {
            turn.board = placed(turn.board, square_of(action), turn.answer, turn.black_to_move);
        } else {
            const int square = square_of(action);
            turn.board = turn.board.played(square, turn.board.flips(square));
        }
        turn.black_to_move = !turn.black_to_move;
        look_for_moves(turn, true, chance);
    }

    // Finds the legal moves of a turn; if there is a move, draws the oracle's answer where wanted.
    OUTFLANK_INLINE void look_for_moves(Turn& turn, bool wants_answer, Random& chance) const {
        turn.legal = turn.board.legal_moves(layout_.playable);
        if (is_empty(turn.legal) && is_empty(turn.board.passed().legal_moves(layout_.playable))) {
            end(turn);
        } else if (settings_.odds.asked && wants_answer) {
            turn.answer = drawn_answer(settings_.odds, chance);
        }
    }

    // Plays the opponent's moves until it is the learner's turn again.
    void reply(Turn& turn, bool agent_is_black, Random& chance) const {
        while (!turn.over && turn.black_to_move != agent_is_black) {
            std::int64_t action = settings_.squares();
            if (!is_empty(turn.legal)) {
                const Mask good =
                    settings_.opponent == Opponent::greedy ? greediest(turn) : turn.legal;
                action = number_of(square_after(good, chance.below(count(good))));
            }
            play(turn, action, chance);
        }
    }

    // Returns the moves that leave the mover furthest ahead in discs, or furthest behind if the
    // fewest discs win.
    Mask greediest(const Turn& turn) const {
        Mask best{};
        int highest = 0;
        for (Mask rest = turn.legal; !is_empty(rest); rest = without_first(rest)) {
            const int square = first(rest);
            const Board next = placed(turn.board, square, turn.answer, turn.black_to_move);
            const int ahead = count(next.opponent) - count(next.mover);
            const int value = settings_.fewest_wins ? -ahead : ahead;
            if (is_empty(best) || value > highest) {
                best = Mask{};
                highest = value;
            }
            if (value == highest) best = best | Board::bit(square);
        }
        return best;
    }

    // Starts a new game and returns the learner's first turn.
    OUTFLANK_INLINE Turn begin(int game) const {
        Random chance(games_.chance[game]);
        Turn turn{start_, start_moves_, true, false, Answer::none};
        if (settings_.opponent != Opponent::none) {
            games_.agent_is_black[game] = settings_.agent_color == AgentColor::by_lot
                                              ? chance.next() >> 63 == 0
                                              : settings_.agent_color == AgentColor::black;
        }
        if (settings_.odds.asked) turn.answer = drawn_answer(settings_.odds, chance);
        if (settings_.opponent != Opponent::none) reply(turn, games_.agent_is_black[game], chance);
        games_.chance[game] = chance.state();
        return turn;
    }

    OUTFLANK_INLINE static int margin_of(const Turn& turn) {
        const int ahead = count(turn.board.mover) - count(turn.board.opponent);
        return turn.black_to_move ? ahead : -ahead;
    }

    OUTFLANK_INLINE float reward_of(int margin, bool actor_is_black) const {
        const bool wants_more_black = actor_is_black != settings_.fewest_wins;
        const int ahead = wants_more_black ? margin : -margin;
        return static_cast<float>((ahead > 0) - (ahead < 0));
    }

    OUTFLANK_INLINE void finish_step(int game, const Turn& turn, float reward, bool ended) const {
        store_mask(games_.mover, game, turn.board.mover);
        store_mask(games_.opponent, game, turn.board.opponent);
        store_mask(games_.legal, game, turn.legal);
        games_.black_to_move[game] = turn.black_to_move;
        games_.over[game] = turn.over;
        games_.answers[game] = turn.answer;
        games_.rewards[game] = reward;
        games_.terminated[game] = ended;
        bool* mask = games_.masks + static_cast<std::size_t>(game) * settings_.actions();
        spread(reinterpret_cast<std::int8_t*>(mask), turn.legal);
        mask[settings_.squares()] = is_empty(turn.legal);
        write_planes(games_.planes, game, turn);
    }

    OUTFLANK_INLINE void write_planes(std::int8_t* planes, int game, const Turn& turn) const {
        const int squares = settings_.squares();
        std::int8_t* out = planes + static_cast<std::size_t>(game) * settings_.planes() * squares;
        // Only a finished game can leave the opponent to move.
        const bool is_theirs = settings_.opponent != Opponent::none &&
                               turn.black_to_move != games_.agent_is_black[game];
        spread(out, is_theirs ? turn.board.opponent : turn.board.mover);
        spread(out + squares, is_theirs ? turn.board.mover : turn.board.opponent);
        if (!settings_.odds.asked) return;
        const auto fill = [&](int plane, bool value) {
            std::memset(out + plane * squares, value ? 1 : 0, static_cast<std::size_t>(squares));
        };
        fill(2, turn.black_to_move != is_theirs);
        fill(3, turn.answer == Answer::yes);
        fill(4, turn.answer == Answer::no);
        fill(5, turn.answer == Answer::maybe);
    }

    // Writes one byte per square, row by row.
    OUTFLANK_INLINE void spread(std::int8_t* out, const Mask& set) const {
        if constexpr (known_size == 8) {
            for (int row = 0; row < 8; ++row) {
                std::memcpy(out + 8 * row, spread_bits.bytes[set >> 8 * row & 0xFF], 8);
            }
        } else {
            constexpr int width = sizeof(Mask) == 8 ? 8 : 16;
            const int size = settings_.size;
            for (int row = 0; row < size; ++row, out += size) {
                const int bit = (row + layout_.margin) * width + layout_.margin;
                const std::uint64_t bits = word_at(set, bit) >> (bit & 63);
                std::int8_t bytes[width];
                std::memcpy(bytes, spread_bits.bytes[bits & 0xFF], 8);
                if constexpr (width == 16) {
                    std::memcpy(bytes + 8, spread_bits.bytes[bits >> 8 & 0xFF], 8);
                }
                // The next row overwrites what is written beyond the end of this one.
                std::memcpy(out, bytes, row + 1 < size ? width : size);
            }
        }
    }

    const GameArrays games_;
    const BatchSettings settings_;
    const typename Board::Layout layout_;
    const Board start_;
    const Mask start_moves_;
};

}  // namespace outflank::inline OUTFLANK_INSTRUCTIONS

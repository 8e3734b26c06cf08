// Batches of games: every step equals the plain rules, on every size and kernel.
#include "batch/game_batch.hpp"
#include "tests/plain_rules.hpp"

namespace {

constexpr int games = 8;

std::string named(const Kernel& kernel, const BatchSettings& settings, const std::string& law) {
    return std::string(kernel.name) + ", size " + std::to_string(settings.size) +
           (settings.odds.asked ? ", with an oracle: " : ": ") + law;
}

bool can_move(Cells cells, bool black) {
    cells.now.black_to_move = black;
    return cells.legal_moves() != Squares{};
}

bool is_over(const Cells& cells) {
    return !can_move(cells, true) && !can_move(cells, false);
}

int margin_of(const PositionData& position) {
    int margin = 0;
    for (int square = 0; square < position.size * position.size; ++square) {
        margin += has(position.black, square) - has(position.white, square);
    }
    return margin;
}

// Returns whether masks and planes of a game match its position.
bool shows(const GameBatch& batch, int game, const Cells& cells) {
    const BatchSettings& settings = batch.settings();
    const GameArrays& arrays = batch.arrays();
    const bool* mask = arrays.masks + game * settings.actions();
    const std::int8_t* planes = arrays.planes + game * settings.planes() * settings.squares();
    const Squares legal = cells.legal_moves();
    for (int square = 0; square < settings.squares(); ++square) {
        if (mask[square] != has(legal, square)) return false;
        if (planes[square] != has(cells.own(), square)) return false;
        if (planes[settings.squares() + square] != has(cells.theirs(), square)) return false;
        if (!settings.odds.asked) continue;
        const std::int8_t* more = planes + square;
        const Answer answer = arrays.answers[game];
        if (more[2 * settings.squares()] != cells.now.black_to_move) return false;
        if (more[3 * settings.squares()] != (answer == Answer::yes)) return false;
        if (more[4 * settings.squares()] != (answer == Answer::no)) return false;
        if (more[5 * settings.squares()] != (answer == Answer::maybe)) return false;
    }
    return mask[settings.squares()] == (legal == Squares{});
}

// Puts the games of another batch, in reverse order, into the states of these games, and returns
// whether they show the same.
bool can_be_placed(const GameBatch& batch, const std::vector<Cells>& cells, GameBatch& other) {
    const GameArrays& arrays = batch.arrays();
    std::vector<std::int64_t> numbers;
    std::vector<PositionData> positions;
    std::vector<std::uint8_t> over;
    for (int game = 0; game < games; ++game) {
        numbers.push_back(games - 1 - game);
        positions.push_back(batch.position(game));
        over.push_back(arrays.over[game] ? 1 : 0);
    }
    GivenStates given;
    given.count = games;
    given.games = numbers.data();
    given.positions = positions.data();
    given.answers = arrays.answers;
    given.over = over.data();
    other.place(given);
    for (int game = 0; game < games; ++game) {
        const auto at = static_cast<std::size_t>(game);
        const int placed = games - 1 - game;
        if (!same(other.position(placed), cells[at].now)) return false;
        if (!shows(other, placed, cells[at])) return false;
        if (other.arrays().answers[placed] != arrays.answers[game]) return false;
        if (other.arrays().over[placed] != arrays.over[game]) return false;
    }
    return true;
}

// Follows random moves of all games with the plain rules, through the ends of games and restarts.
void steps_equal_the_plain_rules(const Kernel& kernel, const BatchSettings& settings) {
    GameBatch batch(settings, 5, kernel);
    GameBatch other(settings, 6, kernel);
    std::vector<Cells> cells(games, Cells(start_position(settings.size)));
    std::vector<bool> over(games, false);
    int ended = 0;
    const int steps = 3 * longest_game(settings.size) / 2;
    for (int step = 0; step < steps && failures < 20; ++step) {
        batch.sample();
        std::vector<Answer> heard(batch.arrays().answers, batch.arrays().answers + games);
        expect(!batch.step(batch.actions()), named(kernel, settings, "sampled actions are legal"));
        for (int game = 0; game < games; ++game) {
            const auto at = static_cast<std::size_t>(game);
            const std::int64_t action = batch.actions()[game];
            float reward = 0;
            bool terminated = false;
            if (over[at]) {
                cells[at] = Cells(start_position(settings.size));
                over[at] = false;
            } else {
                const bool black = cells[at].now.black_to_move;
                if (action == settings.squares()) {
                    expect(cells[at].legal_moves() == Squares{},
                           named(kernel, settings, "a pass is forced"));
                    cells[at].now.black_to_move = !black;
                } else {
                    expect(has(cells[at].legal_moves(), static_cast<int>(action)),
                           named(kernel, settings, "an action is legal"));
                    cells[at].play(static_cast<int>(action), heard[at]);
                }
                terminated = over[at] = is_over(cells[at]);
                const int margin = margin_of(cells[at].now);
                const bool more = black != settings.fewest_wins;
                if (terminated) {
                    ++ended;
                    reward = static_cast<float>((margin > 0) - (margin < 0)) * (more ? 1 : -1);
                    expect(batch.arrays().margins[game] == margin,
                           named(kernel, settings, "a margin is black's discs minus white's"));
                }
            }
            expect(same(batch.position(game), cells[at].now),
                   named(kernel, settings, "a step has the effect of the plain rules"));
            expect(batch.arrays().terminated[game] == terminated,
                   named(kernel, settings, "a game ends when neither side can move"));
            expect(batch.arrays().rewards[game] == reward,
                   named(kernel, settings, "the winner is rewarded"));
            expect((batch.arrays().answers[game] != Answer::none) ==
                       (settings.odds.asked && !over[at]),
                   named(kernel, settings, "each turn has an answer"));
            expect(shows(batch, game, cells[at]),
                   named(kernel, settings, "masks and planes show the position"));
        }
        expect(can_be_placed(batch, cells, other),
               named(kernel, settings, "a game continues from any state"));
    }
    expect(ended > games / 2, named(kernel, settings, "enough games end"));
}

void an_illegal_action_changes_nothing(const Kernel& kernel) {
    BatchSettings settings;
    settings.count = 2;
    GameBatch batch(settings, 1, kernel);
    for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{64}, std::int64_t{65},
                                     std::int64_t{-1}, std::int64_t{1} << 40}) {
        const std::int64_t actions[] = {37, wrong};
        expect(batch.step(actions) == 1, "an illegal action is refused");
        expect(same(batch.position(0), start_position(8)), "no other action is played with it");
    }
    settings.illegal_loses = true;
    GameBatch strict(settings, 1, kernel);
    const std::int64_t actions[] = {37, 0};
    expect(!strict.step(actions), "an illegal action that loses is not refused");
    expect(strict.arrays().terminated[1] && strict.arrays().rewards[1] == -1 &&
               !strict.arrays().terminated[0],
           "an illegal action loses");
}

// With an opponent the learner is always to move, has its colour, and wins and loses games.
void opponents_reply(const Kernel& kernel, int size, Opponent opponent) {
    BatchSettings settings;
    settings.count = games;
    settings.size = size;
    settings.opponent = opponent;
    settings.autoreset = Autoreset::same_step;
    GameBatch batch(settings, 3, kernel);
    int won = 0;
    int lost = 0;
    int as_white = 0;
    for (int step = 0; step < 4 * size * size; ++step) {
        batch.sample();
        expect(!batch.step(batch.actions()), "sampled actions are legal against an opponent");
        for (int game = 0; game < games; ++game) {
            const GameArrays& arrays = batch.arrays();
            expect(arrays.black_to_move[game] == arrays.agent_is_black[game],
                   "the learner is always to move");
            as_white += !arrays.agent_is_black[game];
            won += arrays.rewards[game] > 0;
            lost += arrays.rewards[game] < 0;
        }
    }
    expect(won > 0 && lost > 0 && as_white > 0, "games with an opponent are won and lost");
}

}  // namespace

int main() {
    Odds thirds;
    thirds.asked = true;
    thirds.yes = (std::uint64_t{1} << 53) / 3;
    thirds.no = 2 * thirds.yes;
    for (const Kernel* kernel : kernels()) {
        for (int size = smallest_size; size <= largest_size; size += 2) {
            BatchSettings settings;
            settings.count = games;
            settings.size = size;
            steps_equal_the_plain_rules(*kernel, settings);
            settings.odds = thirds;
            steps_equal_the_plain_rules(*kernel, settings);
            opponents_reply(*kernel, size, Opponent::random);
            opponents_reply(*kernel, size, Opponent::greedy);
        }
        BatchSettings anti;
        anti.count = games;
        anti.fewest_wins = true;
        steps_equal_the_plain_rules(*kernel, anti);
        an_illegal_action_changes_nothing(*kernel);
        std::printf("kernel %s: done\n", kernel->name);
    }
    std::printf(failures == 0 ? "all tests passed\n" : "%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

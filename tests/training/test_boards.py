"""Pattern weights: patterns, files, own games, the fit to them, the steps of a run."""

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank.engine.learned import data_file
from outflank.errors import OutflankError
from outflank.native.limits import Limit
from outflank.native.search import Search, check_pattern_weights
from outflank.rules import BLACK, Board, Position
from outflank.training.boards.board_fit import fit_board
from outflank.training.boards.board_patterns import BoardPatterns
from outflank.training.boards.learned_games import LEARNED_GAMES, LearnedGame
from outflank.training.boards.least_squares import Rows, fitted
from outflank.training.boards.own_games import GamePlayer, PlayedPositions
from outflank.training.boards.pattern_file import (
    FRONTIERS,
    MOBILITIES,
    SHARES,
    GameWeights,
    unpacked_weights,
)
from outflank.training.boards.stage_pulls import SharedPull
from outflank.training.pipeline import run_step, steps_of
from outflank.training.run_folder import RunFolder
from outflank.training.settings import PRESETS

pytestmark = pytest.mark.native


def quiet(*_: object) -> None:
    """Show no progress."""


def random_weights(game: LearnedGame) -> GameWeights:
    """Weights of whole units that mean nothing."""
    drawn = np.random.default_rng(7)
    kept = BoardPatterns.of(game.shapes, game.size).column_count

    def table(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return drawn.integers(-60, 60, shape) / 32

    return GameWeights(
        table(game.squares + 1),
        table(game.stages, MOBILITIES, MOBILITIES),
        table(game.stages, SHARES),
        table(game.stages, 2, FRONTIERS),
        table(game.stages, kept),
    )


def searched(position: Position, depth: int, weights: bytes | None = None) -> float:
    """Return what a search of some plies finds, by features or by weights."""
    search = Search(threads=1, hash_bytes=1 << 20)
    if weights is not None:
        search.learn(weights)
    search.start(position, Limit(depth=depth))
    while not search.wait(1.0):
        pass
    *_, report = search.reports()
    assert report.score is not None
    return float(report.score.discs)


def plain_value(game: LearnedGame, weights: GameWeights, position: Position) -> float:
    """Return the value of a position as the tables say."""
    board, mover = position.board, position.turn
    digits = np.zeros((1, game.squares), np.int8)
    for square in board.discs(mover):
        digits[0, square.index(game.size)] = 1
    for square in board.discs(mover.opponent):
        digits[0, square.index(game.size)] = -1
    stage = min((game.squares - board.empties) * game.stages // game.squares, game.stages - 1)
    own, other = board.mobility(mover), board.mobility(mover.opponent)
    columns = BoardPatterns.of(game.shapes, game.size).columns_of(digits)
    value = weights.constants[board.empties] + weights.patterns[stage, columns[0]].sum()
    if game.counts_moves:
        value += weights.mobility[stage, own, other]
    if game.counts_discs:
        discs = board.count(mover) + board.count(mover.opponent)
        share = (32 * board.count(mover) + discs // 2) // discs
        value += weights.shares[stage, share]
        for side, color in enumerate((mover, mover.opponent)):
            value += weights.frontiers[stage, side, len(board.frontier(color))]
    return float(value)


@pytest.mark.parametrize("name", LEARNED_GAMES)
def test_the_core_reads_the_file_as_it_is_meant(name: str) -> None:
    game = replace(LEARNED_GAMES[name], stages=2)
    weights = random_weights(game)
    data = unpacked_weights(game, weights)
    check_pattern_weights(data, game.start)
    # One ply deep: the best of the moves by the values of what they lead to.
    position = game.start
    if position.awaits_answer:
        position = position.hear("yes")
    expected = max(
        -plain_value(game, weights, position.play(move)) for move in position.legal_moves
    )
    assert searched(position, 1, data) == pytest.approx(expected)


def test_patterns_stand_for_all_symmetric_boards() -> None:
    game = LEARNED_GAMES["6x6"]
    patterns = BoardPatterns.of(game.shapes, game.size)
    grid = np.random.default_rng(1).integers(-1, 2, (6, 6)).astype(np.int8)
    images = [np.rot90(side, turns) for side in (grid, grid.T) for turns in range(4)]
    rows = np.stack([image.reshape(-1) for image in images])
    columns = np.sort(patterns.columns_of(rows), axis=1)
    assert (columns == columns[0]).all()


def test_least_squares_find_the_weights_that_made_the_targets() -> None:
    drawn = np.random.default_rng(3)
    truth = drawn.normal(size=(2, 12))
    columns = drawn.integers(0, 12, (4000, 5))
    stage = drawn.integers(0, 2, 4000)
    target = truth[stage[:, None], columns].sum(axis=1).astype(np.float32)
    rows = Rows(columns, stage, target, np.ones(4000, np.float32))
    found, error = fitted(
        rows, rows, shape=(2, 12), pull=SharedPull(0.01, 0.01), steps=40, progress=quiet
    )
    assert error < 0.01
    assert np.abs(found - truth).max() < 0.05


def test_a_game_is_the_same_for_the_same_seed() -> None:
    player = GamePlayer(LEARNED_GAMES["6x6"], data_file("probcut.txt"), None, 0.7)
    games = [player.play(seed) for seed in ("a", "b", "a")]
    first, other, again = games
    assert np.array_equal(first.digits, again.digits)
    assert np.array_equal(first.target, again.target)
    assert not np.array_equal(first.digits, other.digits)
    # The last positions are solved, so what later ones show changes nothing.
    assert first.target[-1] == first.value[-1]


def test_a_value_before_the_answer_is_the_mean_over_the_answers() -> None:
    game = replace(LEARNED_GAMES["yesno"], depth=1)
    player = GamePlayer(game, data_file("probcut.txt"), None, 0.5)
    # A game may end before its opening does.
    played = next(found for seed in "123456789" if len(found := player.play(seed)))
    cells = "".join("-XO"[digit] for digit in played.digits[0])
    position = Position(Board.parse(cells), BLACK, variant=game.start.variant)
    means = [
        np.mean([searched(position.hear(answer), depth) for answer in ("yes", "no")])
        for depth in (1, 2)  # one of them, by lot
    ]
    assert float(played.value[0]) in [pytest.approx(mean, abs=1e-3) for mean in means]


def test_a_run_learns_from_own_games_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    settings = replace(
        PRESETS["smoke"], kind="6x6", first_games=22, more_games=2, fit_steps=3, seed=5,
        probe_positions=12, probe_depth=4, probe_solved=6,
    )  # fmt: skip
    run = RunFolder.begun(tmp_path / "run", settings)
    assert steps_of(run) == ["games", "fit", "more-games", "fit-again", "probcut", "report"]
    with pytest.raises(
        OutflankError, match="label is not a step of a run for 6x6; its steps are ga"
    ):
        run_step(run, "label", tmp_path, quiet)
    played = run_step(run, "games", tmp_path, quiet)
    portions = sorted(run.file("games").iterdir())
    assert len(portions) == 2
    kept = portions[0].stat().st_mtime_ns
    again = portions[1].read_bytes()
    portions[1].unlink()
    run.file("games.json").unlink()
    assert run_step(run, "games", tmp_path, quiet) == played
    assert portions[0].stat().st_mtime_ns == kept
    assert len(portions[1].read_bytes()) == len(again)
    first = run_step(run, "fit", tmp_path, quiet)
    assert first["held-out error"] < first["spread"]
    run_step(run, "more-games", tmp_path, quiet)
    last = run_step(run, "fit-again", tmp_path, quiet)
    assert last["positions"] > played["positions"]
    data = run.file("6x6.patterns").read_bytes()
    check_pattern_weights(lzma.decompress(data), LEARNED_GAMES["6x6"].start)
    # ProbCut is fitted with these weights, and with the engine's for the other games.
    probes = run_step(run, "probcut", tmp_path, quiet)
    assert probes["section"] == "Other games with a learned evaluation"
    Search(threads=1, hash_bytes=1 << 20, probcut=run.file("probcut.txt").read_bytes())
    run_step(run, "report", tmp_path, quiet)
    found = f"{last['held-out error']:.2f} discs from held-out values"
    assert found in run.file("report.html").read_text(encoding="utf-8")


def test_a_fit_without_positions_to_hold_out_still_learns() -> None:
    game = LEARNED_GAMES["6x6"]
    drawn = np.random.default_rng(2)
    boards = drawn.integers(-1, 2, (10, 36)).astype(np.int8)
    digits = np.repeat(boards, 20, axis=0)  # patterns that were seen once are not kept
    target = digits.sum(axis=1).astype(np.float32)
    mobility = np.zeros((200, 2), np.uint8)
    found = fit_board(
        game,
        PlayedPositions(digits, mobility, target, target),
        np.ones(200, np.float32),
        5,
        quiet,
    )
    # Nothing that was learned would be a file whose last part, the changes of weights, is zeros.
    assert any(lzma.decompress(found.file)[-100_000:])

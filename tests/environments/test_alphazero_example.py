"""The example of AlphaZero learns, searches, and continues where it stopped."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from outflank.environments import VectorGames
from outflank.rules import Board, Position
from support.paths import ROOT

# Four games of 32 moves or so fill a batch.
SMALL = ["--turns", "40", "--games", "4", "--simulations", "3", "--match", "4", "--every", "0"]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = ROOT / "examples/learning/alphazero_6x6.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_plays_and_continues(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "weights.npz"
    assert example.main([*SMALL, "--weights", str(weights)]) == 0
    said = capsys.readouterr().out
    assert "4 games" in said
    assert "loss of policy" in said
    for line in said.splitlines()[-2:]:
        assert sum(int(word) for word in line.split(": ")[1].split() if word.isdigit()) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["weights.npz"]
    learnt = example.Network.load(weights)
    assert example.main([*SMALL[2:], "--turns", "1", "--weights", str(weights)]) == 0
    assert "which has learnt from 4 games" in capsys.readouterr().out
    again = example.Network.load(weights)
    assert (again.steps, again.games) == (learnt.steps, learnt.games)
    for name in ("weights", "means", "squares"):
        assert all(map(np.array_equal, getattr(again, name), getattr(learnt, name)))


def test_it_is_saved_when_it_is_interrupted(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(example.SelfPlay, "play_turn", interrupt)
    assert example.main([*SMALL, "--weights", str(tmp_path / "weights.npz")]) == 130
    assert example.Network.load(tmp_path / "weights.npz").games == 0


def mover_wins(position: Position) -> bool:
    """Return whether the side to move wins with the best play."""
    if (outcome := position.outcome) is not None:
        return outcome.winner is position.turn
    return any(not wins_or_draws(position.play(move)) for move in position.legal_moves)


def wins_or_draws(position: Position) -> bool:
    """Return whether the side to move does not lose."""
    if (outcome := position.outcome) is not None:
        return outcome.winner is not position.turn.opponent
    return any(not mover_wins(position.play(move)) for move in position.legal_moves)


def test_its_search_finds_the_moves_that_win(example: ModuleType) -> None:
    games = VectorGames(40, size=6, seed=1)
    for _ in range(28):
        games.step(games.sample())
    search = example.Search(example.Network(), games.count, 60)
    chosen = search.visits(games).argmax(axis=1)
    decisive = 0
    for game, position in enumerate(games.positions()):
        if position.is_over:
            continue
        winning = [
            games.action(move)
            for move in position.legal_moves
            if not wins_or_draws(position.play(move))
        ]
        if 0 < len(winning) < len(position.legal_moves):
            decisive += 1
            assert chosen[game] in winning
    assert decisive > 3


def test_its_network_learns_what_it_is_shown(example: ModuleType) -> None:
    numbers = np.random.default_rng(1)
    games = VectorGames(16, size=6, seed=1)
    for _ in range(10):
        games.step(games.sample())
    policies = np.eye(37)[games.sample()]
    results = numbers.choice([-1.0, 1.0], size=16)
    network = example.Network()
    losses = [network.learn(games.observations, games.masks, policies, results) for _ in range(40)]
    assert losses[-1][0] < losses[0][0] / 4
    assert losses[-1][1] < losses[0][1] / 4


def test_positions_are_seen_from_all_sides_of_the_board(example: ModuleType) -> None:
    sides = example.symmetries()
    assert len({tuple(side) for side in sides.tolist()}) == 8
    games = VectorGames(8, size=6, seed=3)
    for _ in range(9):
        games.step(games.sample())
    for side in sides:
        turned = games.observations.reshape(8, 2, 36)[:, :, side[:36]].reshape(8, 2, 6, 6)
        masks = games.masks[:, side]
        for game, planes in enumerate(turned):
            assert np.array_equal(legal_mask(planes), masks[game])


def legal_mask(planes: np.ndarray) -> np.ndarray:
    """Return the legal actions in a position given by its planes, as black."""
    signs = np.where(planes[0], "X", np.where(planes[1], "O", "-")).ravel()
    games = VectorGames(1, size=6)
    games.set_positions([Position(Board.parse("".join(signs)))])
    mask: np.ndarray = games.masks[0]
    return mask

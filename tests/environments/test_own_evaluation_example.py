"""The example of a network that learns from random games and plays in a best-first search."""

import importlib.util
from types import ModuleType

import numpy as np
import pytest

from support.paths import ROOT


@pytest.fixture(scope="module")
def example() -> ModuleType:
    path = ROOT / "examples/learning/own_evaluation.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_small_network_learns_and_beats_the_random_player(
    example: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "NODES", example.Limit(nodes=60))
    example.main(400, 1)
    lines = capsys.readouterr().out.splitlines()
    guess, learned = (float(line.split()[-2]) for line in lines[1:3])
    assert learned < guess - 0.5
    assert lines[3] == "against random: +2 =0 -0"
    assert len(lines) == 6


def test_a_game_is_labelled_for_the_side_to_move(example: ModuleType) -> None:
    planes, discs = example.play_games(3, seed=5)
    assert planes.shape[1:] == (2, 6, 6)
    starts = np.flatnonzero(planes.sum(axis=(1, 2, 3)) == 4)
    assert len(starts) == 3
    full = planes.sum(axis=(1, 2, 3)) >= 35
    ahead = (planes[:, 0].sum(axis=(1, 2)) - planes[:, 1].sum(axis=(1, 2)))[full]
    # The last move changes little, so most leads before it are kept.
    assert np.mean(np.sign(ahead) == np.sign(discs[full])) > 0.5

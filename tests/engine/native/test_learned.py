"""The learned evaluation: its files, and what takes its place where one is damaged."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from outflank.engine import Limit
from outflank.engine.learned import LearnedEvaluation, data_file, learned_evaluation
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError
from outflank.native.search import Search, SearchLimits, check_network, check_weights
from outflank.rules import BLACK, Board, Classic, Position

pytestmark = pytest.mark.native

START = Classic().start()


def _folder(tmp_path: Path, **contents: bytes) -> Path:
    for name, data in contents.items():
        (tmp_path / f"8x8.{name}").write_bytes(data)
    return tmp_path


def _first_value(learned: LearnedEvaluation) -> float:
    """Return the value of the start position, one ply deep."""
    search = Search(threads=1, hash_bytes=1 << 20, **learned._asdict())
    search.start(START, SearchLimits(depth=1))
    while not search.wait(1.0):
        pass
    *_, report = search.reports()
    return report.variations[0].score.discs


def test_the_network_is_used() -> None:
    learned = learned_evaluation()
    assert learned.network is not None
    assert learned.weights is None
    check_network(learned.network)


def test_a_damaged_network_gives_way_to_plain_weights(tmp_path: Path) -> None:
    damaged = bytearray(data_file("8x8.network"))
    damaged[5_000_000] ^= 1
    folder = _folder(tmp_path, network=bytes(damaged), weights=data_file("8x8.weights"))
    with pytest.warns(RuntimeWarning, match=r"8x8\.network is not used.*plain weights.*damaged"):
        learned = learned_evaluation(folder)
    assert learned.network is None
    assert learned.weights is not None
    assert _first_value(learned) != _first_value(learned_evaluation())


def test_without_any_learned_file_the_features_take_over(tmp_path: Path) -> None:
    folder = _folder(tmp_path, network=b"something else", weights=b"GIF89a")
    with pytest.warns(RuntimeWarning) as warned:
        learned = learned_evaluation(folder)
    assert [str(each.message).split(":")[0] for each in warned] == [
        "8x8.network is not used, 8x8 is evaluated by plain weights",
        "8x8.weights is not used, 8x8 is evaluated by features",
    ]
    assert learned == LearnedEvaluation()
    assert isinstance(_first_value(learned), float)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"file probcut\.txt cannot be read; install outflank"):
        data_file("probcut.txt", tmp_path)


@pytest.mark.parametrize("check", [check_network, check_weights])
@pytest.mark.parametrize("data", [b"", b"OFLNET1\n", b"OFLANK1\n", b"\0" * 100_000])
def test_bytes_of_something_else_are_refused_in_one_sentence(
    check: Callable[[bytes], None], data: bytes
) -> None:
    with pytest.raises(EngineError) as refused:
        check(data)
    assert "\n" not in str(refused.value)


def test_what_was_learned_takes_at_most_16_megabytes() -> None:
    folder = files("outflank.engine").joinpath("data")
    sizes = {each.name: len(each.read_bytes()) for each in folder.iterdir() if each.is_file()}
    assert sum(sizes.values()) <= 16_000_000
    assert sizes["8x8.weights"] <= 2_000_000  # for small devices


@pytest.mark.parametrize("discs", [0, 1, 2])
def test_boards_emptier_than_the_start_are_evaluated(discs: int) -> None:
    cells = ["-"] * 64
    cells[27:29] = ["X", "O"]
    for square in range(discs):
        cells[square] = "X"
    position = Position(Classic(), Board.parse("".join(cells)), BLACK)
    with NativeEngine(hash_mb=1) as engine:
        for depth in (1, 2, 5):
            assert engine.analyse(position, Limit(depth=depth)).move is not None

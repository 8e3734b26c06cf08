"""The learned evaluation: its files, and what takes its place where one is damaged."""

from __future__ import annotations

import lzma
import re
from importlib.resources import files
from pathlib import Path

import pytest

from outflank.engine import Limit
from outflank.engine.learned import (
    LearnedEvaluation,
    data_file,
    learned_evaluation,
    pattern_file,
    pattern_weights,
    probcut_numbers,
)
from outflank.engine.native import NativeEngine
from outflank.errors import EngineError
from outflank.native.search import Search, check_network
from outflank.plain_warnings import EngineFileWarning
from outflank.rules import BLACK, Anti, Board, Classic, Position, YesNo

pytestmark = pytest.mark.native

START = Classic().start()


def _folder(tmp_path: Path, **contents: bytes) -> Path:
    for name, data in contents.items():
        (tmp_path / f"8x8.{name}").write_bytes(data)
    return tmp_path


def _first_value(learned: LearnedEvaluation) -> float:
    """Return the value of the start position, one ply deep."""
    search = Search(threads=1, hash_bytes=1 << 20, **learned._asdict())
    search.start(START, Limit(depth=1))
    while not search.wait(1.0):
        pass
    *_, report = search.reports()
    assert report.score is not None
    return report.score.discs


def test_the_network_is_used() -> None:
    learned = learned_evaluation()
    assert learned.network is not None
    assert learned.patterns is None
    check_network(learned.network)


def test_a_damaged_network_gives_way_to_pattern_weights(tmp_path: Path) -> None:
    damaged = bytearray(data_file("8x8.network"))
    damaged[5_000_000] ^= 1
    folder = _folder(tmp_path, network=bytes(damaged), patterns=data_file("8x8.patterns"))
    with pytest.warns(RuntimeWarning, match=r"8x8\.network is not used.*8x8\.patterns.*damaged"):
        learned = learned_evaluation(folder)
    assert learned.network is None
    assert learned.patterns == pattern_weights(START)
    assert _first_value(learned) != _first_value(learned_evaluation())


def test_without_any_learned_file_the_features_take_over(tmp_path: Path) -> None:
    folder = _folder(tmp_path, network=b"something else", patterns=b"GIF89a")
    with pytest.warns(EngineFileWarning) as warned:
        learned = learned_evaluation(folder)
    (message,) = (str(each.message) for each in warned)
    said, problems = message.split(": ")
    assert said == "neither 8x8.network nor 8x8.patterns is used, 8x8 is evaluated by features"
    assert "not a network" in problems
    assert problems.endswith("and the file is damaged")
    assert learned == LearnedEvaluation()
    assert isinstance(_first_value(learned), float)


# Games with a file of their own, beside classic 8x8.
LEARNED = [
    Classic().start(6),
    Classic().start(10),
    Classic().start(12),
    Anti().start(8),
    YesNo().start(8),
]


@pytest.mark.parametrize("position", LEARNED, ids=lambda each: str(pattern_file(each)))
def test_every_file_of_patterns_is_used(position: Position) -> None:
    weights = pattern_weights(position)
    assert weights is not None
    heard = position.hear("no") if position.awaits_answer else position
    values = []
    for learned in (weights, None):
        search = Search(threads=1, hash_bytes=1 << 20)
        if learned is not None:
            search.learn(learned)
        search.start(heard, Limit(depth=3))
        while not search.wait(1.0):
            pass
        *_, report = search.reports()
        assert report.score is not None
        values.append(report.score.discs)
    assert values[0] != values[1]
    with NativeEngine(hash_mb=1) as engine:
        found = engine.analyse(heard, Limit(depth=3)).score
    assert found is not None
    assert found.discs == values[0]


def test_games_without_a_file_weigh_features() -> None:
    others = [Classic().start(4), Classic().start(14), Classic().start(16), Anti().start(6)]
    assert [pattern_weights(each) for each in others] == [None] * len(others)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, r"file 10x10\.patterns cannot be read; install outflank again"),
        (b"GIF89a", "the file is damaged"),
        (data_file("10x10.patterns")[:-9], "the file is damaged"),
        (lzma.compress(b"OFLPAT1\n" + bytes(100)), "damaged or have another version"),
        (lzma.compress(b"something else"), "not pattern weights of Outflank's evaluation"),
        (data_file("6x6.patterns"), "these pattern weights are for another game"),
    ],
)
def test_a_file_of_patterns_that_cannot_be_used_gives_way_to_features(
    tmp_path: Path, data: bytes | None, reason: str
) -> None:
    if data is not None:
        (tmp_path / "10x10.patterns").write_bytes(data)
    with pytest.warns(RuntimeWarning) as warned:
        assert pattern_weights(Classic().start(10), tmp_path) is None
    (message,) = (str(each.message) for each in warned)
    assert message.startswith("10x10.patterns is not used, its game is evaluated by features: ")
    assert re.search(reason, message)
    assert "\n" not in message
    # Once is enough.
    assert pattern_weights(Classic().start(10), tmp_path) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "probcut.txt cannot be read; install outflank again"),
        (b"", "the ProbCut file is empty"),
        (b"1 2 3", "must hold 38 numbers between -100 and 100"),
        (b"1\n" * 37 + b"x", "must hold 38 numbers between -100 and 100"),
    ],
)
def test_a_file_of_probcut_that_cannot_be_used_gives_way_to_a_guess(
    tmp_path: Path, text: bytes | None, reason: str
) -> None:
    if text is not None:
        (tmp_path / "probcut.txt").write_bytes(text)
    with pytest.warns(EngineFileWarning) as warned:
        assert probcut_numbers(tmp_path) is None
    (message,) = (str(each.message) for each in warned)
    assert message.startswith("probcut.txt is not used, ProbCut uses a guess: ")
    assert reason in message
    assert probcut_numbers() == data_file("probcut.txt")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"file probcut\.txt cannot be read; install outflank"):
        data_file("probcut.txt", tmp_path)


@pytest.mark.parametrize("data", [b"", b"OFLNET1\n", b"OFLPAT1\n", b"\0" * 100_000])
def test_bytes_of_something_else_are_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(EngineError) as refused:
        check_network(data)
    assert "\n" not in str(refused.value)


def test_what_was_learned_takes_at_most_16_megabytes() -> None:
    folder = files("outflank.engine").joinpath("data")
    sizes = {each.name: len(each.read_bytes()) for each in folder.iterdir() if each.is_file()}
    assert sum(sizes.values()) <= 16_000_000
    assert sizes["8x8.patterns"] <= 2_000_000  # for small devices


@pytest.mark.parametrize("discs", [0, 1, 2])
def test_boards_emptier_than_the_start_are_evaluated(discs: int) -> None:
    cells = ["-"] * 64
    cells[27:29] = ["X", "O"]
    for square in range(discs):
        cells[square] = "X"
    position = Position(Board.parse("".join(cells)), BLACK)
    with NativeEngine(hash_mb=1) as engine:
        for depth in (1, 2, 5):
            assert engine.analyse(position, Limit(depth=depth)).move is not None

"""Counting the leaves of the game tree."""

import pytest

from outflank import native
from outflank.errors import OutflankError, UnknownName
from outflank.native import encoding
from outflank.rules import (
    WHITE,
    Anti,
    Board,
    Classic,
    Position,
    YesNo,
)

# size, depth: leaves where a pass is a ply, and where it is free (our own computation)
TOTALS = {
    4: [1, 4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980, 60060],
    6: [1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912],
    8: [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284],
    10: [1, 4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812],
}


TOTALS_WITH_FREE_PASSES = {
    4: [1, 4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060, 60060, 60060, 60060],
    6: [1, 4, 12, 56, 244, 1364, 7604, 47740, 308716, 2115128],
    8: [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005320, 24571420],
    10: [1, 4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812],
}


every_total = pytest.mark.parametrize(
    ("size", "passes", "totals"),
    [(size, "ply", totals) for size, totals in TOTALS.items()]
    + [(size, "free", totals) for size, totals in TOTALS_WITH_FREE_PASSES.items()],
)


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "_built", False)


# Counting


@pytest.mark.native
@every_total
def test_perft_counts_the_known_trees(size: int, passes: native.Passes, totals: list[int]) -> None:
    start = Classic().start(size)
    counted = [native.perft(start, depth, passes) for depth in range(len(totals))]
    assert counted == totals


@every_total
def test_perft_in_python_counts_the_same(
    size: int, passes: native.Passes, totals: list[int], in_python: None
) -> None:
    start = Anti().start(size)
    counted = [native.perft(start, depth, passes) for depth in range(7)]
    assert counted == totals[:7]


@pytest.mark.parametrize("passes", ["ply", "free"])
def test_perft_in_python_counts_passes_and_ends(
    passes: native.Passes, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Position(Board.parse("XOOO OXX- XXO- O-X-"), WHITE)
    in_core = [native.perft(start, depth, passes) for depth in range(8)]
    monkeypatch.setattr(encoding, "_built", False)
    assert [native.perft(start, depth, passes) for depth in range(8)] == in_core


@pytest.mark.parametrize("size", [6, 10])
def test_every_kernel_counts_the_same(size: int) -> None:
    start = Classic().start(size)
    counts = {name: native.perft(start, 5, kernel=name) for name in native.kernels()}
    assert set(counts.values()) == {TOTALS[size][5]}
    with pytest.raises(UnknownName, match="abacus"):
        native.perft(start, 5, kernel="abacus")


def test_perft_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    native.perft(Classic().start(4), 10, progress=lambda done, of: heard.append((done, of)))
    done, of = zip(*heard, strict=True)
    assert list(done) == list(range(1, len(heard) + 1))
    assert set(of) == {len(heard)}
    assert len(heard) > 10


def test_perft_can_be_interrupted() -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        native.perft(Classic().start(), 12, progress=interrupt)


def test_perft_refuses_what_it_cannot_count() -> None:
    with pytest.raises(OutflankError, match="without chance"):
        native.perft(YesNo().start(), 2)
    with pytest.raises(OutflankError, match="0 or more"):
        native.perft(Classic().start(), -1)
    with pytest.raises(UnknownName, match="plies"):
        native.perft(Classic().start(), 2, "plies")  # type: ignore[arg-type]

"""Long texts: work and memory grow with the length only, and the stack does not grow at all."""

import contextlib
import gc
import inspect
import os
import random
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable

import pytest

from outflank import Game, OutflankError
from outflank.notation import formats, read, write
from outflank.rules import Node
from support.notation_samples import SAMPLES, TIGER, WIPEOUT

PLIES = 25_000 if "OUTFLANK_SOAK" in os.environ else 200
STACK = 120  # frames that a reader may need
TREES = ("json", "sgf", "pgn")
every_text = pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((known.name, "records") for known in formats()),
        *((name, "tree") for name in TREES),
        *((name, "passes") for name in ("transcript", "ggf", "sgf", "pgn", "quest", "kaggle")),
    ],
)
# What follows the last move of a written game, and how another pass is written.
PASSES = {
    "transcript": ("", " pa"),
    "ggf": (";)", "W[PA]"),
    "sgf": (")", ";W[]"),
    "pgn": (" 1-0\n", " pass"),
    "quest": ("]}", ', {"m": "-"}'),
    "kaggle": ('], "move_number"', ', "pass"'),
}


def records(name: str, plies: int) -> str:
    return write([Game.of_moves(TIGER)] * (plies // 5), format=name)


def tree(name: str, plies: int) -> str:
    numbers, game = random.Random(plies), Game()
    nodes: list[Node] = [game.root]
    while len(nodes) <= plies:
        node = numbers.choice(nodes)
        moves = [move for move in node.position.legal_moves if node.reply(move) is None]
        if moves:
            nodes.append(game.add(node, numbers.choice(moves)))
    return write(game, format=name)


def passes(name: str, plies: int) -> str:
    """A game that ended, and passes after its end, which are ignored."""
    end, passing = PASSES[name]
    game = write(Game.of_moves(WIPEOUT), format=name)
    before, found, after = game.rpartition(end) if end else (game, "", "")
    assert found == end
    return before + passing * plies + found + after


TEXTS: dict[str, Callable[[str, int], str]] = {"records": records, "tree": tree, "passes": passes}


def calls_of(act: Callable[[], object]) -> int:
    """Count the calls of functions that reading makes."""
    count: Counter[str] = Counter()
    sys.setprofile(lambda _frame, event, _given: count.update((event,)))
    try:
        act()
    finally:
        sys.setprofile(None)
    return count["call"] + count["c_call"]


@every_text
def test_reading_takes_calls_in_proportion_to_the_text(name: str, kind: str) -> None:
    def calls(plies: int) -> int:
        text = TEXTS[kind](name, plies)
        reading = read(text, format=name)
        assert not reading.problems
        return calls_of(lambda: read(text, format=name))

    short, long = calls(PLIES), calls(4 * PLIES)
    assert long < 4.5 * short + 1000


@every_text
def test_reading_a_long_text_needs_no_deeper_stack(name: str, kind: str) -> None:
    text = TEXTS[kind](name, 4 * PLIES)
    read(text, format=name)  # loads what it needs
    limit, depth = sys.getrecursionlimit(), len(inspect.stack(0))
    sys.setrecursionlimit(depth + STACK)
    try:
        assert not read(text, format=name).problems
        for junk in ("1. " * 4 * PLIES, "(;" * 4 * PLIES, "[" * 4 * PLIES, "Ann\n" * 4 * PLIES):
            for named in (None, name):
                with contextlib.suppress(OutflankError):
                    read(junk, format=named)
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("name", [known.name for known in formats()])
def test_reading_keeps_nothing_of_the_texts_it_has_read(name: str) -> None:
    def read_all(first: int) -> None:
        for number in range(first, first + 15):
            padding = f"{number:05} " * 500
            for text in (SAMPLES[name] + padding, padding + SAMPLES[name]):
                with contextlib.suppress(OutflankError):
                    read(text, format=name)

    read_all(0)
    tracemalloc.start()
    try:
        read_all(100)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()

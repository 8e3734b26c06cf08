"""The engine in a browser enters the nodes that the native core enters, for the same questions."""

from __future__ import annotations

import functools
import lzma
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from outflank.engine.learned import data_file, pattern_weights
from outflank.native.limits import Limit
from outflank.native.search import Goal, Search
from outflank.rules import BLACK, SIZES, Answer, Anti, Classic, Odds, Position, Variant, YesNo
from support.engines.browser_core import COMMITTED_CORE, TABLE_BYTES, ask_browser_core
from support.paths import ROOT

pytestmark = [pytest.mark.native, pytest.mark.system("node")]

ANSWERS = (None, "yes", "no", "maybe")
UNEVEN = YesNo(answers=Odds({Answer.YES: 0.31, Answer.NO: 0.44, Answer.MAYBE: 0.25}))
EVEN = YesNo(answers=Odds({Answer.YES: 0.5, Answer.NO: 0.5}))


@dataclass(frozen=True)
class Question:
    """A position after random moves, and what is asked about it."""

    variant: Variant
    size: int
    empties: int
    depth: int = 0
    candidates: int = 1
    nodes: int = 0
    confidence: int = 0
    exact: bool = False
    answer: str | None = None

    @functools.cached_property
    def position(self) -> Position:
        """The position, the same for equal questions."""
        for seed in range(1000):
            chance = random.Random(seed)
            position = self.variant.start(self.size)
            while not position.is_over and position.board.empties > self.empties:
                if position.awaits_answer:
                    position = position.hear(chance.choice(["yes", "no"]))
                position = position.play(chance.choice(list(position.legal_moves)))
            if position.board.empties == self.empties and position.legal_moves.squares:
                return position if self.answer is None else position.hear(self.answer)
        raise AssertionError(f"no game comes to {self.empties} empty squares")

    def for_browser(self) -> dict[str, Any]:
        """The question as the page's scripts ask it."""
        position, odds = self.position, self.variant.answers
        question = {
            "size": self.size,
            "cells": ["-XO".index(sign) for sign in str(position.board)],
            "blackToMove": position.turn is BLACK,
            "fewestWins": self.variant.fewest_wins,
            "odds": {one.value: odds.get(one, 0.0) for one in Answer} if odds else None,
            "answer": ANSWERS.index(self.answer),
            "exact": self.exact,
            "candidates": self.candidates,
            "leftOut": [],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": 0,
            "confidence": self.confidence,
        }
        return {"kind": "search", "variant": self.variant.name, "question": question}


QUESTIONS = [
    *(Question(Classic(), size, size * size - 12, depth=6) for size in SIZES if size > 4),
    *(Question(Anti(), size, size * size - 12, depth=4) for size in SIZES if size > 4),
    Question(Classic(), 4, 8, exact=True),
    Question(Classic(), 6, 16, exact=True),
    Question(Classic(), 8, 18, exact=True),
    Question(Classic(), 8, 14, exact=True, candidates=5),
    Question(Classic(), 8, 44, depth=11, candidates=3),
    Question(Classic(), 8, 40, depth=12, confidence=73),
    Question(Classic(), 8, 30, nodes=50_000),
    Question(Classic(), 6, 22, depth=10, confidence=73),
    Question(Anti(), 8, 40, depth=10, confidence=73),
    Question(Classic(), 10, 80, depth=6, candidates=2),
    Question(Anti(), 8, 10, exact=True),
    Question(Anti(), 6, 10, exact=True, candidates=3),
    *(
        Question(variant, size, size * size - 10, depth=3, answer=answer)
        for variant, size in ((YesNo(), 8), (UNEVEN, 8), (EVEN, 6), (YesNo(), 10))
        for answer in (None, "yes", "no")
    ),
    Question(UNEVEN, 8, 50, depth=3, answer="maybe", candidates=4),
    Question(EVEN, 8, 7, answer="no"),
    Question(UNEVEN, 4, 7),
]


def native_answers() -> list[tuple[object, ...]]:
    """What the native core finds with the weights that browsers are sent."""
    search = Search(
        threads=1,
        hash_bytes=TABLE_BYTES,
        kernel="portable",
        probcut=data_file("probcut.txt"),
    )
    found: list[tuple[object, ...]] = []
    for question in QUESTIONS:
        position = question.position
        if (weights := pattern_weights(position)) is not None:
            search.learn(weights)
        search.forget()
        limits = Limit(
            depth=question.depth or None,
            nodes=question.nodes or None,
            confidence=question.confidence or None,
        )
        goal: Goal = "exact" if question.exact else "play"
        search.start(position, limits, goal=goal, candidates=question.candidates)
        search.wait(1e6)
        *_, report = search.reports()
        variations = [
            (
                str(one.move) if one.move else "none",
                one.score and float(one.score.discs),
                one.win_chance,
            )
            for one in report.variations
        ]
        lines = [[str(move) for move in one.line] for one in report.variations]
        found.append((report.nodes, report.depth, variations, lines))
    return found


def browser_answers(core: Path) -> list[tuple[object, ...]]:
    """The same from the engine for browsers."""

    def name(number: int, size: int) -> str:
        return "pass" if number == 65535 else f"{chr(97 + number % size)}{number // size + 1}"

    found: list[tuple[object, ...]] = []
    reports = ask_browser_core(core, [question.for_browser() for question in QUESTIONS])
    for question, report in zip(QUESTIONS, reports, strict=True):
        awaits_answer = question.position.awaits_answer
        variations = [
            (
                "none" if awaits_answer else name(one["move"], question.size),
                one["discs"],
                one["winChance"],
            )
            for one in report["variations"]
        ]
        lines = [
            [] if awaits_answer else [name(move, question.size) for move in one["line"]]
            for one in report["variations"]
        ]
        found.append((report["nodes"], report["depth"], variations, lines))
    return found


@pytest.fixture(scope="module")
def expected() -> list[tuple[object, ...]]:
    return native_answers()


def test_the_installed_engine_searches_as_the_native_core(
    expected: list[tuple[object, ...]],
) -> None:
    for question, one, other in zip(
        QUESTIONS, expected, browser_answers(COMMITTED_CORE), strict=True
    ):
        assert one == other, question


def is_built_from_the_sources() -> bool:
    """Tell whether neither the sources nor the installed engine have changed since its build."""
    digest = subprocess.run(
        ["sh", "tools/build_wasm.sh", "--digest"], cwd=ROOT, check=True, capture_output=True
    )
    return digest.stdout == (ROOT / "core/browser/built.sha256").read_bytes()


@pytest.mark.system("clang++-19", "wasm-ld-19")
def test_the_engine_built_from_the_sources_does_too(
    expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    # The build takes a minute, and would be the installed engine again.
    if is_built_from_the_sources() and "OUTFLANK_SOAK" not in os.environ:
        return
    core = tmp_path / "outflank.wasm"
    subprocess.run(["sh", "tools/build_wasm.sh", core], cwd=ROOT, check=True)
    for question, one, other in zip(QUESTIONS, expected, browser_answers(core), strict=True):
        assert one == other, question


def test_files_that_are_no_weights_are_refused_with_a_sentence() -> None:
    patterns = data_file("8x8-yesno.patterns")
    damaged = bytearray(patterns)
    damaged[len(damaged) // 2] ^= 0x10
    senseless = lzma.compress(b"OFLPAT1\n" + bytes(100))
    files = [b"", b"some text that is no file of weights", patterns[:5000], damaged, senseless]
    tasks = [{"kind": "learn", "bytes": list(file)} for file in files]
    *refused, accepted = ask_browser_core(
        COMMITTED_CORE, [*tasks, {"kind": "learn", "bytes": list(patterns)}]
    )
    assert accepted is None
    assert all(sentence.endswith(".") for sentence in refused)
    assert "damaged" in refused[2]

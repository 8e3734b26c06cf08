"""The core's engine: start a search, wait for it a moment at a time, and read its reports."""

from __future__ import annotations

import contextlib
import functools
import threading
from array import array
from collections.abc import Iterator
from math import ceil
from typing import Literal, TypeAlias

from outflank.errors import EngineError, MissingCore
from outflank.native.analysis import Analysis, Variation
from outflank.native.encoding import (
    ANSWERS,
    PASS_NUMBER,
    available,
    decoded_moves,
    encoded,
    thresholds,
)
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules.board import BLACK
from outflank.rules.position import Position
from outflank.rules.score import Score, ScoreKind, WinDrawLoss
from outflank.rules.square import Square
from outflank.texts import Text

__all__ = [
    "MOST_CANDIDATES",
    "Goal",
    "Search",
    "check_network",
    "check_pattern_weights",
    "check_probcut",
]

if available():
    from outflank import _core

Goal = Literal["play", "exact", "outcome"]

MOST_CANDIDATES = 128
# The largest and smallest values of a limit that the core can hold.
_MOST_SECONDS = 1e9
_SHORTEST = 1e-6
_MOST_NODES = 1 << 62
_MOST_DEPTH = 1 << 10
# move, kind, depth, confidence, discs, win chance, line
_CoreVariation: TypeAlias = tuple[int, int, int, int, float, float, list[int]]
_LEAST_HASH = 1 << 16  # bytes
UNPACKING = threading.Lock()  # it takes a moment, so engines wait for one another
GOALS = ("play", "exact", "outcome")  # in the core's order
KINDS = (ScoreKind.HEURISTIC, ScoreKind.EXPECTED, ScoreKind.PROVEN, ScoreKind.EXACT)  # too


class Search:
    """An engine of the core with its own table and threads, for one position at a time.

    Its threads never hold up Python, and a search goes on until it has ended or `stop` is called.
    Classic 8x8 is evaluated by `network`, games with `patterns` of their own by these, and the
    rest by features. Weights of features, for all boards and for all with an oracle, replace those
    that are compiled in.
    """

    def __init__(
        self,
        *,
        threads: int,
        hash_bytes: int,
        kernel: str | None = None,
        probcut: bytes | None = None,
        network: bytes | None = None,
        patterns: bytes | None = None,
        feature_weights: bytes | None = None,
        chance_weights: bytes | None = None,
    ) -> None:
        if not available():
            raise MissingCore(Text("errors.native.no_core_for_engine"))
        try:
            with UNPACKING:
                learned = None if network is None else network_in(network)
                weights = None if patterns is None else pattern_weights_in(patterns)
            self._engine = _core.Engine(
                threads,
                hash_bytes,
                kernel,
                probcut,
                learned,
                feature_weights=feature_weights,
                chance_weights=chance_weights,
            )
            if weights is not None:
                self._engine.learn(weights)
        except (ValueError, TypeError, RuntimeError) as problem:
            raise EngineError(Text("errors.native.engine_not_created", problem=problem)) from None
        except MemoryError:
            megabytes = hash_bytes >> 20
            raise EngineError(
                Text("errors.native.no_memory_for_table", megabytes=megabytes)
            ) from None
        self._position: Position | None = None

    def start(
        self,
        position: Position,
        limit: Limit = UNLIMITED,
        *,
        goal: Goal = "play",
        candidates: int = 1,
        least_confidence: int = 0,
        spent: float = 0.0,
    ) -> None:
        """Begin to search a position in which the side to move can move.

        Searches that would cut with less than `least_confidence` percent are left out. The limit's
        seconds began `spent` seconds ago.
        """
        variant = position.variant
        depth, nodes, seconds, soft_seconds, confidence = bounds_of(limit, spent)
        with as_engine_error():
            self._engine.start(
                position.size,
                encoded(position.board),
                position.turn is BLACK,
                fewest_wins=variant.fewest_wins,
                odds=thresholds(variant.answers) if variant.answers else None,
                first_answer=ANSWERS.index(position.answer) if variant.answers else 0,
                goal=GOALS.index(goal),
                candidates=min(candidates, MOST_CANDIDATES),
                depth=depth,
                nodes=nodes,
                seconds=seconds,
                soft_seconds=soft_seconds,
                confidence=confidence,
                least_confidence=least_confidence,
            )
        self._position = position

    def wait(self, seconds: float) -> bool:
        """Wait for the search to end, at most `seconds`; return whether it has ended."""
        return self._engine.wait(seconds)

    @property
    def nodes(self) -> int:
        """How many nodes the present or the last search has entered so far."""
        return self._engine.nodes

    def stop(self) -> None:
        """End the search soon."""
        self._engine.stop()

    def limit(self, limit: Limit, *, spent: float = 0.0) -> None:
        """Apply another limit, whose seconds began `spent` seconds ago."""
        self._engine.limit(*bounds_of(limit, spent))

    def forget(self) -> None:
        """Clear the table."""
        with as_engine_error():
            self._engine.forget()

    def learn(self, pattern_weights: bytes) -> None:
        """Evaluate the game of these weights by them from now on; classic 8x8 prefers a network."""
        with UNPACKING, as_engine_error():
            self._engine.learn(pattern_weights_in(pattern_weights))

    def finished(self) -> list[Analysis]:
        """Wait for the search to end and return the remaining analyses."""
        while not self.wait(1.0):
            pass
        return list(self.reports())

    def reports(self) -> Iterator[Analysis]:
        """Yield the analyses since the last call, the oldest first."""
        position = self._position
        if position is None:
            return
        with as_engine_error():
            reports = self._engine.reports()
        for found, depth, nodes, seconds, _ in reports:
            variations = tuple(variation_of(position, one) for one in found)
            yield Analysis(variations, depth, nodes, seconds)


def bounds_of(limit: Limit, spent: float = 0.0) -> tuple[int, int, float, float, int]:
    """Return the depth, nodes, seconds and confidence as the core takes them: zero is no limit."""

    def left(seconds: float | None) -> float:
        return 0.0 if seconds is None else min(max(seconds - spent, _SHORTEST), _MOST_SECONDS)

    return (
        ceil(min(limit.depth or 0, _MOST_DEPTH)),
        ceil(min(limit.nodes or 0, _MOST_NODES)),
        left(limit.seconds),
        left(limit.soft_seconds),
        limit.confidence or 0,
    )


def check_network(data: bytes) -> None:
    """Raise EngineError unless the bytes are a network of classic 8x8."""
    with UNPACKING, as_engine_error(of_file=True):
        network_in(data)


def check_pattern_weights(data: bytes, position: Position) -> None:
    """Raise EngineError unless the bytes are pattern weights for the game of a position."""
    with UNPACKING, as_engine_error(of_file=True):
        found = pattern_weights_in(data)
    variant = position.variant
    if (found.size, found.fewest_wins, found.has_oracle) != (
        position.size,
        variant.fewest_wins,
        bool(variant.answers),
    ):
        raise EngineError(Text("errors.native.weights_of_another_game"))


def check_probcut(text: bytes) -> None:
    """Raise EngineError unless the bytes are the numbers of ProbCut."""
    if not text.strip():
        # The core would take it for a missing file.
        raise EngineError(Text("errors.native.empty_probcut_file"))
    with as_engine_error(of_file=True):
        _core.Engine(1, _LEAST_HASH, None, text, None)


# What was learned never changes, so all engines made from the same bytes share it.
@functools.lru_cache(maxsize=1)
def network_in(data: bytes) -> _core.Network:
    """Return the network in unpacked bytes."""
    return _core.Network(data)


@functools.lru_cache(maxsize=8)
def pattern_weights_in(data: bytes) -> _core.PatternWeights:
    """Return the pattern weights in unpacked bytes."""
    return _core.PatternWeights(data)


@contextlib.contextmanager
def as_engine_error(*, of_file: bool = False) -> Iterator[None]:
    """Raise the core's errors as EngineError; those of a file are sentences about the file."""
    try:
        yield
    except MemoryError:
        raise EngineError(Text("errors.native.no_memory_for_search")) from None
    except (RuntimeError, ValueError) as problem:
        if of_file:
            raise EngineError(str(problem)) from None
        raise EngineError(Text("errors.native.core_refuses", problem=problem)) from None


def variation_of(position: Position, found: _CoreVariation) -> Variation:
    """Read one move, its score and its line as the core returns them."""
    number, kind_number, depth, confidence, discs, win_chance, numbers = found
    kind = KINDS[kind_number]
    score = result = None
    if kind is ScoreKind.PROVEN:
        result = WinDrawLoss.of(discs)
    else:
        score = Score(
            round(discs) if kind is ScoreKind.EXACT else discs + 0.0,  # never minus zero
            kind,
            depth,
            confidence if kind is ScoreKind.HEURISTIC else None,
        )
    line = tuple(decoded_moves(array("H", numbers).tobytes(), position.size))
    chance = None if win_chance < 0 else win_chance
    if number == PASS_NUMBER:
        return Variation(None, score, (), chance, result)
    return Variation(Square.at(number, size=position.size), score, line, chance, result)

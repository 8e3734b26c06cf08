"""Searches of one position to every depth, and positions of own games to search."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from typing import NamedTuple

from outflank.native.analysis import Analysis
from outflank.native.limits import UNLIMITED, Limit
from outflank.native.search import MOST_CANDIDATES, Search
from outflank.rules import PASS, Position
from outflank.rules.square import Move
from outflank.training.probcut.error_model import ProbePair, probe_depth

__all__ = ["ProbedEvaluation", "Prober", "Reach", "position_after"]

_HASH_BYTES = 32 << 20
_CONFIDENCE = 98  # percent: only cuts that are all but certain are made
_LEAST_DEPTH = 3  # shallower searches have no probe
_FORESIGHT = 2  # plies, with which own games are played
_OPENING = 6  # random moves at the start of a game
_MOVES_EVALUATED = 3  # of a position
_SLIPS = 6  # later one move in six is random


class ProbedEvaluation(NamedTuple):
    """The evaluation to probe: files as the core reads them, unpacked; without any, features."""

    network: bytes | None = None
    patterns: tuple[bytes, ...] = ()
    features: bytes | None = None  # weights in place of those that the core was built with

    def digest(self) -> str:
        """Return eight letters that identify this evaluation."""
        parts = [self.network, *self.patterns, *[self.features] * bool(self.features)]
        return hashlib.sha256(b"".join(part or b"-" for part in parts)).hexdigest()[:8]


class Reach(NamedTuple):
    """How many positions are searched, and how far."""

    positions: int
    depth: int
    solved: int  # with this many empty squares or fewer they are also solved


class Prober:
    """Searches positions to every depth and compares deep searches with their probes.

    The core's built-in model of errors is used, so that no fit depends on an earlier one.
    """

    def __init__(self, evaluation: ProbedEvaluation, reach: Reach) -> None:
        self._reach = reach
        self._search = Search(
            threads=1,
            hash_bytes=_HASH_BYTES,
            network=evaluation.network,
            feature_weights=evaluation.features,
        )
        for weights in evaluation.patterns:
            self._search.learn(weights)

    def pairs(self, position: Position) -> list[ProbePair]:
        """Return a pair for each depth reached whose probe was reached too."""
        empties, squares = position.board.empties, position.size**2
        values = self._values(position, min(self._reach.depth, empties - 1))
        if empties <= self._reach.solved:
            solved = self._reports(position, UNLIMITED, is_exact=True)[-1]
            values[empties] = _discs(solved)
        share = 1 - empties / squares
        return [
            ProbePair(share, depth, probe, (value - values[probe]) * 64 / squares)
            for depth, value in sorted(values.items())
            if depth >= _LEAST_DEPTH and (probe := probe_depth(depth)) in values
        ]

    def static_pairs(self, position: Position, chance: random.Random) -> list[ProbePair]:
        """Return pairs of one ply and of two with the evaluation, after some of the moves."""
        self._search.forget()
        found = self._reports(position, Limit(depth=1), candidates=MOST_CANDIDATES)[-1].variations
        pairs = []
        for move in chance.sample(found, min(_MOVES_EVALUATED, len(found))):
            assert move.move is not None
            after = position.play(move.move)
            if after.is_over or after.must_pass or move.score is None:
                continue
            share = 1 - after.board.empties / after.size**2
            for depth, value in self._values(after, 2).items():
                error = (value + move.score.discs) * 64 / after.size**2
                pairs.append(ProbePair(share, depth, 0, error))
        return pairs

    def own_position(self, start: Position, chance: random.Random) -> Position | None:
        """Play a game up to a random ply; return the position, or None if the game ended before."""
        self._search.forget()
        position: Position | None = start
        for ply in range(4 + chance.randrange(start.size**2 - 14)):
            assert position is not None
            limits = Limit(depth=_FORESIGHT)
            found = self._reports(position, limits, candidates=MOST_CANDIDATES)[-1].variations
            by_lot = ply < _OPENING or chance.randrange(_SLIPS) == 0
            move = found[chance.randrange(len(found)) if by_lot else 0].move
            assert move is not None
            if (position := position_after(position, [move])) is None:
                return None
        return position

    def _values(self, position: Position, depth: int) -> dict[int, float]:
        """Return the value at each depth up to `depth`; none if the game is all but over."""
        if depth < 1:
            return {}
        self._search.forget()
        limits = Limit(depth=depth, confidence=_CONFIDENCE)
        reports = self._reports(position, limits, least_confidence=_CONFIDENCE)
        return {found.depth: _discs(found) for found in reports}

    def _reports(
        self,
        position: Position,
        limits: Limit,
        *,
        is_exact: bool = False,
        candidates: int = 1,
        least_confidence: int = 0,
    ) -> list[Analysis]:
        self._search.start(
            position,
            limits,
            goal="exact" if is_exact else "play",
            candidates=candidates,
            least_confidence=least_confidence,
        )
        return self._search.finished()


def _discs(found: Analysis) -> float:
    assert found.score is not None
    return float(found.score.discs)


def position_after(position: Position, moves: Iterable[Move]) -> Position | None:
    """Play moves, with passes where they are forced; return None if the game is over."""
    for move in moves:
        if position.is_over or move not in position.legal_moves:
            return None
        position = position.play(move)
        if not position.is_over and position.must_pass:
            position = position.play(PASS)
    return None if position.is_over else position

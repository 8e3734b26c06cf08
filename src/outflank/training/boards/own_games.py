"""Games that the engine plays against itself, with the value its search found at each position.

A position's target is its value corrected by those of later positions; positions after a random
move do not count for those before it. With an oracle the value is the one before the answer, and
the effect of the answer that came is taken out of later values.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from outflank.native.limits import Limit
from outflank.native.search import Search
from outflank.rules import BLACK, PASS, Color, Position
from outflank.rules.square import Move
from outflank.training.boards.learned_games import LearnedGame

__all__ = ["GamePlayer", "PlayedPositions"]

_HASH_BYTES = 2 << 20
_RARE = 0.005  # answers that are rarer are not searched
_SLIPS = 0.08  # share of random moves after the opening


@dataclass(frozen=True)
class PlayedPositions:
    """Positions as the mover sees them: discs, legal moves of both sides, value and target."""

    digits: NDArray[np.int8]  # a row of squares: +1 for the mover's discs, -1 for the opponent's
    mobility: NDArray[np.uint8]  # the mover's legal moves, and the opponent's
    value: NDArray[np.float32]  # discs
    target: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def joined(cls, parts: list[PlayedPositions]) -> PlayedPositions:
        """Return several parts as one."""
        return cls(
            np.concatenate([part.digits for part in parts]),
            np.concatenate([part.mobility for part in parts]),
            np.concatenate([part.value for part in parts]),
            np.concatenate([part.target for part in parts]),
        )


@dataclass
class _Turn:
    """A position of a game, its value, and the value after the answer and the move there."""

    position: Position
    value: float
    played: float | None = None  # None where the move was random


class GamePlayer:
    """Plays games against itself with the core's search; the same game for the same seed."""

    def __init__(
        self, game: LearnedGame, probcut: bytes, weights: bytes | None, trust: float
    ) -> None:
        self._game, self._trust = game, trust
        self._search = Search(threads=1, hash_bytes=_HASH_BYTES, probcut=probcut)
        if weights is not None:
            self._search.learn(weights)

    def play(self, seed: str) -> PlayedPositions:
        """Play a game from a random opening and return its positions."""
        chance = random.Random(seed)
        self._search.forget()
        position = self._game.start
        by_lot = chance.randrange(2, 4 + self._game.squares // 4)
        depth = self._game.depth + chance.randrange(2)
        turns: list[_Turn] = []
        while not position.is_over:
            answer = chance.choices(*_odds(position))[0] if position.awaits_answer else None
            heard = position if answer is None else position.hear(answer)
            if position.must_pass:
                position = heard.play(PASS)
                continue
            move = chance.choice(tuple(heard.legal_moves))
            if by_lot > 0:
                by_lot -= 1
            else:
                turn, best = self._turn(position, heard, depth)
                turns.append(turn)
                if chance.random() < _SLIPS:
                    turn.played = None
                else:
                    move = best
            position = heard.play(move)
        return _positions(turns, _targets(turns, self._trust), self._game.squares)

    def _turn(self, position: Position, heard: Position, depth: int) -> tuple[_Turn, Move]:
        """Return the value of a position before its answer, and the best move after it."""
        best, played = self._searched(heard, depth)
        if position is heard:
            return _Turn(position, played, played), best
        total = mean = 0.0
        for answer, odds in zip(*_odds(position), strict=True):
            if odds >= _RARE:
                after = position.hear(answer)
                mean += odds * (played if after == heard else self._searched(after, depth)[1])
                total += odds
        return _Turn(position, mean / total, played), best

    def _searched(self, position: Position, depth: int) -> tuple[Move, float]:
        if position.board.empties <= self._game.solved:
            self._search.start(position, goal="exact")
        else:
            self._search.start(position, Limit(depth=depth))
        best = self._search.finished()[-1]
        assert best.move is not None
        assert best.score is not None
        return best.move, float(best.score.discs)


def _odds(position: Position) -> tuple[tuple[str, ...], tuple[float, ...]]:
    answers = position.variant.answers
    return tuple(map(str, answers)), tuple(answers.values())


def _targets(turns: list[_Turn], trust: float) -> list[float]:
    """Return each turn's value corrected by later ones, working back from the end."""
    targets: list[float] = []
    later: tuple[Color, float] | None = None
    for turn in reversed(turns):
        target = turn.value
        if later is not None and turn.played is not None:
            color, found = later
            shown = found if color is turn.position.turn else -found
            target += trust * (shown - turn.played)
        targets.append(target)
        later = turn.position.turn, target
    return targets[::-1]


def _positions(turns: list[_Turn], targets: list[float], squares: int) -> PlayedPositions:
    digits = np.empty((len(turns), squares), np.int8)
    mobility = np.empty((len(turns), 2), np.uint8)
    for at, turn in enumerate(turns):
        board, color = turn.position.board, turn.position.turn
        sides = (board.black, board.white) if color is BLACK else (board.white, board.black)
        own, other = (_bits(side, squares) for side in sides)
        digits[at] = own - other
        mobility[at] = board.mobility(color), board.mobility(color.opponent)
    values = np.array([turn.value for turn in turns], np.float32)
    return PlayedPositions(digits, mobility, values, np.array(targets, np.float32))


def _bits(discs: int, squares: int) -> NDArray[np.int8]:
    data = np.frombuffer(discs.to_bytes((squares + 7) // 8, "little"), np.uint8)
    return np.unpackbits(data, bitorder="little")[:squares].astype(np.int8)

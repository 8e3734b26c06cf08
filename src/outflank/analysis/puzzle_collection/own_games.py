"""Games of our own for puzzles: quick, varied, and with the errors that people make."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from outflank.engine import evaluate
from outflank.rules import Position

__all__ = ["ENDINGS", "played_positions"]

ENDINGS: Final = 4  # games that begin alike, to play fewer openings
_RANDOM_PLIES: Final = (4, 12)  # at the start of a game
_FORK_EMPTIES: Final = 26  # from here on the games of one opening differ
# An opening is used if neither side is far ahead, in discs as the engine estimates them.
_CLOSE: Final = 12.0
# In a position as one-sided as that, or with two good moves, one move seldom decides.
_NEAR: Final = 16.0


@dataclass(frozen=True, slots=True)
class _Player:
    """A player who looks one move ahead and errs as people do.

    `softness` is how many discs worse a move may be and still be played often, `greed` how many
    discs of judgement a disc that is flipped at once is worth.
    """

    softness: float
    greed: float

    def choose(self, position: Position, after: Sequence[_Judged], dice: Random) -> Position:
        """Draw one of the positions after the moves."""
        own = position.board.count(position.turn)
        values = [
            discs + self.greed * (each.board.count(position.turn) - own) for each, discs in after
        ]
        best = max(values)
        weights = [math.exp((value - best) / self.softness) for value in values]
        return dice.choices(after, weights)[0][0]


_Judged = tuple[Position, float]  # a position after a move, and what the move is worth
# From beginners to club players.
_PLAYERS: Final = (_Player(10.0, 1.5), _Player(6.0, 0.8), _Player(4.0, 0.3), _Player(2.5, 0.0))


def played_positions(seed: int, openings: Iterable[int], empties: range) -> list[list[Position]]:
    """Play ENDINGS games of each opening; return the positions of each game that may be puzzles.

    A game depends only on the seed and the number of its opening. Where one side is far ahead after
    the opening, no games are played.

    >>> games = played_positions(1, range(6), range(10, 12))
    >>> {position.board.empties for game in games for position in game} <= {10, 11}
    True
    """
    numbers = list(openings)
    begun = [_OwnGame(Position.start(), Random(f"{seed} {number}")) for number in numbers]
    _play_on(begun, until=_FORK_EMPTIES)
    games = [
        _OwnGame(each.position, Random(f"{seed} {number} {ending}"), empties)
        for number, each in zip(numbers, begun, strict=True)
        for ending in range(ENDINGS)
        if each.is_close
    ]
    _play_on(games, until=empties[0] - 1)
    return [game.late for game in games]


def _play_on(games: Sequence[_OwnGame], *, until: int) -> None:
    """Play games side by side until they have so many empty squares or are over."""
    while playing := [game for game in games if not game.is_finished(until)]:
        after = [list(map(game.position.play, game.position.legal_moves)) for game in playing]
        thinking = [game.thinks for game in playing]
        asked = [
            position
            for positions, thinks in zip(after, thinking, strict=True)
            if thinks
            for position in positions
        ]
        scores: Iterator[float] = (-score.discs for score in evaluate(asked, threads=1))
        for game, positions, thinks in zip(playing, after, thinking, strict=True):
            if thinks:
                game.play([(position, next(scores)) for position in positions])
            else:
                game.play_at_random(positions)


class _OwnGame:
    """A game of two players that err as people do."""

    def __init__(self, start: Position, dice: Random, empties: range = range(0)) -> None:
        self._dice, self._empties = dice, empties
        is_opening = not empties
        self._random_plies = dice.randint(*_RANDOM_PLIES) if is_opening else 0
        self._players = dice.choice(_PLAYERS), dice.choice(_PLAYERS)
        self._plies = 0
        self.position = start
        self.is_close = False
        self.late: list[Position] = []

    def is_finished(self, until: int) -> bool:
        """Whether the game is over or has at most so many empty squares."""
        return self.position.board.empties <= until or self.position.is_over

    @property
    def thinks(self) -> bool:
        """Whether a player chooses the next move."""
        return self._plies >= self._random_plies and len(self.position.legal_moves) > 1

    def play(self, after: Sequence[_Judged]) -> None:
        """Let the player to move choose by what the moves are worth."""
        best, second, *_ = sorted((discs for _, discs in after), reverse=True)
        self.is_close = abs(best) <= _CLOSE
        if self.position.board.empties in self._empties and best >= -_NEAR and second <= _NEAR:
            self.late.append(self.position)
        player = self._players[self._plies % 2]
        self._push(player.choose(self.position, after, self._dice))

    def play_at_random(self, after: Sequence[Position]) -> None:
        """Play any legal move."""
        self._push(self._dice.choice(after))

    def _push(self, after: Position) -> None:
        self.position = after
        self._plies += 1

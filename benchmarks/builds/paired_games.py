"""Pairs of games between two builds: one opening, played with both colours.

Many games are played side by side, so that each build gets the positions of all of them at once.
Every search begins with an empty table: with a limit of nodes a game is the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from builds.two_builds import Build, Found
from outflank.arena.engine_match import GameRecord
from outflank.rules import BLACK, PASS, WHITE, Game, Outcome, Reason

__all__ = ["play_pairs"]

_LATE = 0.02  # seconds by which a move may exceed its limit before it counts as late


@dataclass
class _LiveGame:
    """A game under way, with the cost of the moves of each build."""

    pair: int
    black: int
    game: Game
    opening: int
    asked: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    slowest: list[float] = field(default_factory=lambda: [0.0, 0.0])
    late: list[int] = field(default_factory=lambda: [0, 0])
    margin: int | None = None

    @property
    def to_move(self) -> int:
        """The build whose turn it is."""
        return self.black if self.game.position.turn is BLACK else 1 - self.black

    def push(self, found: Found, seconds: float | None) -> None:
        """Play the move that a build has found."""
        who = self.to_move
        self.asked[who] += 1
        self.seconds[who] += found.wall
        self.slowest[who] = max(self.slowest[who], found.wall)
        self.late[who] += seconds is not None and found.wall > seconds + _LATE
        self.game.push(found.move)

    def end(self, solved: float) -> None:
        """End the game with the solved score of the side to move."""
        margin = round(solved) if self.game.position.turn is BLACK else -round(solved)
        self.margin = margin
        winner = BLACK if margin > 0 else WHITE if margin < 0 else None
        self.game.end(winner, Reason.ADJUDICATION)

    def record(self) -> GameRecord:
        """Return the record of the finished game."""
        outcome = self.game.outcome
        assert outcome is not None
        margin = self.margin
        if margin is None:
            margin = outcome.margin(empties_to_winner=True)
        return GameRecord(
            pair=self.pair,
            black=self.black,
            start=str(self.game.start),
            opening=self.opening,
            moves=tuple(map(str, self.game.moves)),
            answers=(),
            discs=_discs(outcome, margin),
            winner=outcome.winner,
            reason=outcome.reason.value,
            margin=margin,
            asked=(self.asked[0], self.asked[1]),
            seconds=(round(self.seconds[0], 6), round(self.seconds[1], 6)),
            slowest=(round(self.slowest[0], 6), round(self.slowest[1], 6)),
            late=(self.late[0], self.late[1]),
        )


def _discs(outcome: Outcome, margin: int) -> tuple[int, int]:
    """Return the discs of both sides, of a full board if the game was solved."""
    if outcome.reason is not Reason.ADJUDICATION:
        return outcome.black, outcome.white
    return (64 + margin) // 2, (64 - margin) // 2


def play_pairs(
    builds: Sequence[Build],
    openings: Sequence[tuple[int, Game]],
    limit: dict[str, Any],
    *,
    adjudicate: int,
) -> Iterator[GameRecord]:
    """Play both games of some pairs, given with their numbers, side by side.

    With `adjudicate` empty squares left the second build solves a game, which ends it.
    """
    live = [
        _LiveGame(pair, black, opening.copy(), opening.ply_count)
        for pair, opening in openings
        for black in (0, 1)
    ]
    while live:
        for one in live:
            if not one.game.is_over and one.game.position.must_pass:
                one.game.push(PASS)
        late = [one for one in live if _is_solved(one.game, adjudicate)]
        for one, found in zip(late, _searched(builds[1], late), strict=True):
            one.end(found.discs)
        yield from (one.record() for one in live if one.game.is_over)
        live = [one for one in live if not one.game.is_over]
        asked = [[one for one in live if one.to_move == who] for who in (0, 1)]
        for who in (0, 1):
            for one, found in zip(
                asked[who], _searched(builds[who], asked[who], **limit), strict=True
            ):
                one.push(found, limit.get("seconds"))


def _is_solved(game: Game, adjudicate: int) -> bool:
    return not game.is_over and game.position.board.empties <= adjudicate


def _searched(build: Build, games: Sequence[_LiveGame], **limit: Any) -> list[Found]:
    return build.search([one.game.position for one in games], **limit) if games else []

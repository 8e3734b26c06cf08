"""The finished games of the server: lists of them, and the scores of a player."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from outflank.play.occupants import Occupant
from outflank.rules import BLACK, Color
from outflank.store.past_games import (
    PastGame,
    PastGamePage,
    PastGameSelection,
    PastGameStore,
    ResultCount,
    Seated,
)

__all__ = ["PastGames", "PlayerResults", "ResultLine", "is_fault"]

_COUNTED: Final = 1_000  # newest games of a player whose results are counted
_LINES: Final = 12  # of each table

_FAULTS: Final = (
    "time", "illegal move", "crash", "no-show", "disconnection", "withdrawal", "abandonment",
)  # fmt: skip

Subject = TypeVar("Subject", bound=Hashable)


@dataclass(slots=True)
class ResultLine(Generic[Subject]):
    """How the games of a player with one colour, opponent or opening ended.

    >>> ResultLine("black", won=1, drawn=1, lost=2).percent
    38
    """

    subject: Subject
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int:
        """The score in percent; a draw is half a point."""
        return round(100 * (self.won + self.drawn / 2) / self.games)


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """What a player scored in public games, in tables with the most frequent first."""

    by_color: list[ResultLine[str]]
    by_opponent: list[ResultLine[Seated]]
    by_opening: list[ResultLine[str]]
    counted: int  # newest games if there may be more of them; else 0


class PastGames:
    """Answers questions about finished games."""

    def __init__(self, store: PastGameStore) -> None:
        self._store = store

    def page(self, selection: PastGameSelection, *, viewer: int | None = None) -> PastGamePage:
        """Return the games that were selected among the newest, and where the list goes on.

        Private games are listed only for their own players.
        """
        is_own = viewer is not None and selection.player == viewer
        return self._store.page(replace(selection, with_private=is_own))

    def recorded_name(self, game: PastGame, color: Color) -> str:
        """Return the name of the player of a side.

        Only a friend at the same screen is named in the record alone; for others it is the seat.
        """
        seat = game.black_seat if color is BLACK else game.white_seat
        if Occupant.parse(seat).host is None:
            return seat
        start = self._store.start_of(game.id)
        return _name_in(start, seat) if start else seat

    def results_of(self, player: int) -> PlayerResults:
        """Return what a player scored, by colour, by opponent and by opening."""
        counts = self._store.results(player, most=_COUNTED, with_private=False)
        counted = sum(one.games for one in counts)
        with_opening = [one for one in counts if one.opening]
        return PlayerResults(
            by_color=_table(counts, lambda one: str(one.color)),
            by_opponent=_table(counts, lambda one: one.opponent),
            by_opening=_table(with_opening, lambda one: one.opening),
            counted=counted if counted >= _COUNTED else 0,
        )


def is_fault(reason: str | None) -> bool:
    """Tell whether a match that ended so was lost by a fault and not on the board.

    >>> is_fault("time"), is_fault("resignation")
    (True, False)
    """
    return reason in _FAULTS


def _table(
    counts: Iterable[ResultCount], subject: Callable[[ResultCount], Subject]
) -> list[ResultLine[Subject]]:
    """Add up results by a key, the most frequent first."""
    found: dict[Subject, ResultLine[Subject]] = {}
    for one in counts:
        line = found.setdefault(subject(one), ResultLine(subject(one)))
        setattr(line, one.result, getattr(line, one.result) + one.games)
    return sorted(found.values(), key=lambda line: -line.games)[:_LINES]


def _name_in(start: str, seat: str) -> str:
    """Return the name of the player in a seat, from the first event of a match."""
    players: Iterable[Mapping[str, str]] = json.loads(start)["setup"]["players"]
    return next((one["name"] for one in players if one["seat"] == seat), seat)

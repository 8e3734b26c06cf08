"""A game that somebody played, in the form that the index of games takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from outflank.errors import NotationError
from outflank.rules import BLACK, Classic, Game, Outcome, Position, Square
from outflank.texts import Text

__all__ = ["PlayedGame", "year_in"]

_YEAR: Final = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_USUAL: Final = Classic().start()
_TOURNAMENT_HEADERS: Final = ("tournament", "event", "place")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its players: squares one byte each, row by row from a1, passes left out.

    `margin` is black's discs minus white's, with the empty squares for the winner. `sign` is 1 if
    black won, -1 if white won, and 0 for a draw. Both are None if they are unknown.

    >>> game = Game()
    >>> game.push_all(["f5", "d6"])
    >>> game.headers = {"black": "Ann", "white": "Bo", "date": "2024-05-01"}
    >>> played = PlayedGame.of(game)
    >>> played.black, played.year, len(played.squares), played.sign
    ('Ann', 2024, 2, None)
    """

    squares: bytes
    black: str = ""
    white: str = ""
    tournament: str = ""
    year: int | None = None
    margin: int | None = None
    sign: int | None = None
    start: Position | None = None

    @classmethod
    def of(cls, game: Game) -> PlayedGame:
        """Take the main line of a game, its headers and its result."""
        start = game.start
        if start.variant != Classic():
            raise NotationError(
                Text(
                    "errors.archive.index_of_another_variant",
                    held=Classic().text,
                    wanted=start.variant.text,
                )
            )
        squares = (ply.move for ply in game.mainline() if isinstance(ply.move, Square))
        end = game.verdict or game.root.last().position.outcome
        tournament = next(
            (game.headers[name] for name in _TOURNAMENT_HEADERS if name in game.headers), ""
        )
        return cls(
            bytes(square.index(start.size) for square in squares),
            game.headers.get("black", ""),
            game.headers.get("white", ""),
            tournament,
            year_in(game.headers.get("date", "")),
            *result_of(end),
            start=None if start == _USUAL else start,
        )


def result_of(outcome: Outcome | None) -> tuple[int | None, int | None]:
    """Return a game's margin and its sign; a game that the board did not end has no margin."""
    if outcome is None:
        return None, None
    sign = 0 if outcome.winner is None else 1 if outcome.winner is BLACK else -1
    if not outcome.reason.is_natural:
        return None, sign
    return outcome.margin(empties_to_winner=True), sign


def year_in(text: str) -> int | None:
    """Return the year in a date of any form, or None.

    >>> year_in("2004.09.18_05:54:38.MDT"), year_in("yesterday")
    (2004, None)
    """
    found = _YEAR.search(text)
    return int(found[0]) if found else None

"""Where the person at this machine left their own book in a game."""

from __future__ import annotations

from collections.abc import Iterable

from outflank.analysis.sentences import SideName, plain_side
from outflank.errors import OutflankError
from outflank.learning import (
    LearningLog,
    Repertoire,
    describe_left_book,
    left_book,
    progress_of,
)
from outflank.play.match import Match
from outflank.play.record import record
from outflank.rules import Color, Game

__all__ = ["own_book", "where_left", "where_left_in"]


def own_book() -> Repertoire:
    """Return the repertoire of the person at this machine; empty if the log cannot be read."""
    try:
        return Repertoire.of(progress_of(LearningLog().entries).decisions)
    except OutflankError:  # what is learned says so where it is learned
        return Repertoire()


def where_left(match: Match, side: SideName = plain_side) -> list[str]:
    """Return a sentence for each person of a match who left their book.

    >>> from outflank.play.setup import Setup
    >>> where_left(Match.start(Setup()))
    []
    """
    people = [color for color in Color if match.setup.player(color).is_person]
    return where_left_in(record(match), people, side)


def where_left_in(
    game: Game,
    colors: Iterable[Color],
    side: SideName = plain_side,
    repertoire: Repertoire | None = None,
) -> list[str]:
    """Return a sentence for each of some sides of a game that left the book."""
    known = own_book() if repertoire is None else repertoire
    if not len(known):
        return []
    found = [left_book(known, game, color) for color in colors]
    return [describe_left_book(one, side) for one in found if one is not None]

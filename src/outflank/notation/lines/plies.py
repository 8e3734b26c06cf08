"""The plies of our own JSON that are one line of moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from outflank.notation.lines.given_moves import game_of_names
from outflank.rules import Game, Position
from outflank.rules.game_tree import given_plies

__all__ = ["LineOfPlies", "line_of_plies"]

_KEYS: Final = frozenset(("move", "automatic", "clock", "comment", "nags", "score", "seconds"))


@dataclass(frozen=True, slots=True)
class LineOfPlies:
    """The names of moves, without automatic passes, and the numbers of their plies.

    `noted` are the numbers of the plies that say more than a move.
    """

    names: Sequence[str]
    numbers: Sequence[int]
    total: int
    noted: Sequence[int] = ()

    def game(self, start: Position) -> Game | None:
        """Return the game; None if a move is illegal or a pass is missing or marked wrongly."""
        game = game_of_names(self.names, start)
        if game is None or game.ply_count != self.total:
            return None
        return game if list(given_plies(game)) == list(self.numbers) else None


def line_of_plies(entries: list[Any]) -> LineOfPlies | None:
    """Return the line of plies that follow each other; None if they are not so simple.

    >>> line_of_plies([{"move": "f5"}, {"move": "d6", "seconds": 1}]).noted
    [2]
    """
    total = len(entries)
    try:
        if sum(map(len, entries)) == total:
            return LineOfPlies([entry["move"] for entry in entries], range(1, total + 1), total)
        return _line_of_noted_plies(entries)
    except (KeyError, TypeError, AttributeError):
        return None


def _line_of_noted_plies(entries: Iterable[dict[str, Any]]) -> LineOfPlies | None:
    names, numbers, noted, total = list[str](), list[int](), list[int](), 0
    for total, entry in enumerate(entries, 1):
        if not _KEYS.issuperset(entry):
            return None
        automatic = entry.get("automatic", False)
        if not isinstance(automatic, bool) or (automatic and entry["move"] != "pass"):
            return None
        if not automatic:
            names.append(entry["move"])
            numbers.append(total)
        if len(entry) > 1 + ("automatic" in entry):
            noted.append(total)
    return LineOfPlies(names, numbers, total, noted)

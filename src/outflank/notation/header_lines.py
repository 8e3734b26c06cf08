"""The lines that people write above the moves of a game: its players, a date, a title."""

from __future__ import annotations

import re
from typing import Final

from outflank.rules import Game

__all__ = ["note_header"]

_NAMED: Final = re.compile(r"\W*(?P<name>[A-Za-z][A-Za-z ]{0,20}?)\s*[:=]\s*(?P<value>.*)")
_PLAYERS: Final = re.compile(
    r"(?P<black>.{1,60}?)\s+(?:vs?\.?|versus)\s+(?P<white>.{1,60})", re.IGNORECASE
)
_BEFORE_NAMES: Final = re.compile(
    r".*(?:\s[-\u2013\u2014]|[:;]|[0-9][.)])\s+"
)  # as in "Game 1 - Ann"
_RESULT: Final = re.compile(r"[\s,(:]+[0-9]{1,3}\s*[-\u2013:]\s*[0-9]{1,3}\)?$")
_NAMES: Final = ("black", "white", "event", "round", "place", "date", "time")


def note_header(game: Game, header: str) -> None:
    """Keep the lines above the moves: names and dates as headers, the rest as a comment."""
    rest = []
    for line in filter(None, map(str.strip, header.split("\n"))):
        named, players = _NAMED.fullmatch(line), _PLAYERS.fullmatch(line)
        value = named["value"].rstrip("]) ") if named else ""
        if named and value and named["name"].lower() in _NAMES:
            game.headers[named["name"].lower()] = value
        elif players:
            black, white = _names(players["black"], players["white"])
            game.headers |= {"black": black, "white": white}
            if (black, white) != players.groups():
                rest.append(line)
        else:
            rest.append(line)
    game.root.comment = "\n".join(rest)


def _names(black: str, white: str) -> tuple[str, str]:
    """Return two names without a number or title before them and a result after them."""
    return _BEFORE_NAMES.sub("", black), _RESULT.sub("", white) or white

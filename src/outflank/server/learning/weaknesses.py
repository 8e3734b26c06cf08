"""What goes wrong often: mistakes that a player made in several of the last reviewed games."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from outflank.analysis import ReviewedGame
from outflank.analysis.mistakes import CODES, UNNAMED
from outflank.rules import Color
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.store.review_store import PlayedReview, ReviewStore
from outflank.texts import say

__all__ = ["Weaknesses", "describe_weakness"]

_GAMES: Final = 10
_FEWEST_GAMES: Final = 3  # less than that is no habit
_MOST: Final = 3  # sentences
_REMEMBERED: Final = 2_000  # games
_NAMED: Final = frozenset(CODES) - {UNNAMED}

Codes = Mapping[Color, frozenset[str]]


class Weaknesses:
    """Counts in how many of a player's last reviewed games each mistake was made."""

    def __init__(self, store: ReviewStore) -> None:
        self._store = store
        self._known: OrderedDict[tuple[str, int], Codes] = OrderedDict()  # by match and review
        self._lock = threading.Lock()

    def of(self, player: int) -> list[str]:
        """Return sentences about the most frequent mistakes, the most frequent first."""
        played = self._store.latest_of(player, _GAMES)
        codes = self._codes(played)
        if len(codes) < _FEWEST_GAMES:
            return []
        counts = Counter(code for game in codes for code in game & _NAMED)
        often = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        habits = [one for one in often if one[1] >= _FEWEST_GAMES][:_MOST]
        return [describe_weakness(code, times, len(codes)) for code, times in habits]

    def _codes(self, played: list[PlayedReview]) -> list[frozenset[str]]:
        """Return the codes of the player's mistakes in each game whose review can be read."""
        with self._lock:
            known = {one: self._known.get((one.match, one.made)) for one in played}
        data = self._store.data_of({one.match for one, codes in known.items() if codes is None})
        for one in [one for one in played if one.match in data]:
            try:
                with reading_row("review", one.match):
                    known[one] = _mistakes(data[one.match])
            except DamagedRow:
                continue
        with self._lock:
            for one, codes in known.items():
                if codes is not None:
                    self._known[one.match, one.made] = codes
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return [codes[Color(one.color)] for one, codes in known.items() if codes is not None]


def _mistakes(data: Mapping[str, Any]) -> Codes:
    moves = ReviewedGame.from_dict(data).review.mistakes
    return {
        color: frozenset(
            finding.code for move in moves if move.color is color for finding in move.findings
        )
        for color in Color
    }


def describe_weakness(code: str, times: int, games: int) -> str:
    """Return a sentence that says how often a mistake was made.

    >>> describe_weakness("gave_corner", 4, 10)
    'You gave away a corner in 4 of your last 10 games.'
    """
    return say(f"learning.weaknesses.{code}", times=times, count=games)

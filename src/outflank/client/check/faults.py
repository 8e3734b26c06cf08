"""What a bot can do wrong, read from what it sent and what the server said to that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["BotFault", "Exchange", "faults_in"]

_IS_MOVE = re.compile(r"^/(?:api/v1/matches/[^/]+/moves|move/[^/]+/[^/]+/[^/]+)$")
_SECRET = re.compile(r"^(/(?:move|boards|move_needed|set_name)/)[^/]+")

_MANY = 10  # refusals for asking too often that a game at full speed may bring

_KINDS = {
    "ILLEGAL_MOVE": "illegal move",
    "NOT_YOUR_TURN": "wrong turn",
    "TURN_OVER": "changed its mind",
    "TIME_OVER": "late",
    "MATCH_OVER": "moved after the end",
    # The simple routes have sentences instead of codes.
    "space is occupied": "illegal move",
    "move must capture pieces": "illegal move",
    "played out of turn": "wrong turn",
    "player is not in an active game": "moved after the end",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request of the bot and the server's answer."""

    method: str
    path: str
    status: int
    answer: Any = None

    @property
    def is_move(self) -> bool:
        """Whether the bot played."""
        return self.method == "POST" and bool(_IS_MOVE.match(self.path.partition("?")[0]))


@dataclass(frozen=True, slots=True)
class BotFault:
    """One thing that went wrong: its kind and a sentence.

    >>> print(BotFault("late", "the move came after 5 s"))
    late: the move came after 5 s
    """

    kind: str
    problem: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.problem}"


def faults_in(exchanges: Iterable[Exchange]) -> Iterator[BotFault]:
    """Find what the bot should not have sent.

    >>> answer = {"code": "NOT_YOUR_TURN", "detail": "it is white's turn"}
    >>> print(*faults_in([Exchange("POST", "/api/v1/matches/m1/moves", 409, answer)]))
    wrong turn: POST /api/v1/matches/m1/moves was answered 409 (it is white's turn)
    """
    played: set[str] = set()  # by the simple routes, in which a path names the square
    hasty = 0
    for one in exchanges:
        if one.is_move and one.status < 400 and one.path.startswith("/move/"):
            played.add(one.path)
        hasty += one.status == 429
        if one.status < 400 or one.status == 429 or one.status >= 500:
            continue
        # Several may accept a challenge and only one of them can be first; and who has lost a
        # reply cannot know that the opponent has moved before the repeat arrives.
        if "/challenges/" in one.path or one.path in played:
            continue
        yield _fault(one)
    if hasty > _MANY:
        yield BotFault("asks too often", f"{hasty} requests were answered 429")


def _fault(one: Exchange) -> BotFault:
    said = one.answer if isinstance(one.answer, dict) else {}
    sentence = str(said.get("detail") or said.get("error") or "without a reason")
    kind = _KINDS.get(str(said.get("code") or said.get("error")), "malformed request")
    path = _SECRET.sub(r"\1KEY", one.path)
    return BotFault(kind, f"{one.method} {path} was answered {one.status} ({sentence})")

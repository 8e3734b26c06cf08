"""The faults of a bot, found in its requests and the server's responses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from outflank.texts import Text, catalogue, say

__all__ = ["BotFault", "Exchange", "faults_in"]

_IS_MOVE = re.compile(r"^/(?:api/v1/matches/[^/]+/moves|move/[^/]+/[^/]+/[^/]+)$")
_SECRET = re.compile(r"^(/(?:move|boards|move_needed|set_name)/)[^/]+")

_MANY = 10  # how many refusals for too many requests a game at full speed may have

_KINDS = {
    "ILLEGAL_MOVE": "illegal move",
    "NOT_YOUR_TURN": "wrong turn",
    "TURN_OVER": "changed its mind",
    "TIME_OVER": "late",
    "MATCH_OVER": "moved after the end",
    # The simple routes answer with sentences instead of codes.
    "space is occupied": "illegal move",
    "move must capture pieces": "illegal move",
    "played out of turn": "wrong turn",
    "player is not in an active game": "moved after the end",
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request of the bot and the server's response."""

    method: str
    path: str
    status: int
    answer: Any = None

    @property
    def is_move(self) -> bool:
        """Whether the request plays a move."""
        return self.method == "POST" and bool(_IS_MOVE.match(self.path.partition("?")[0]))


@dataclass(frozen=True, slots=True)
class BotFault:
    """One thing that the bot did wrong: its kind and a sentence.

    >>> print(BotFault("late", "the move came after 5 s"))
    late: the move came after 5 s
    """

    kind: str
    problem: Text | str

    def __str__(self) -> str:
        key = f"client.check.kinds.{self.kind.replace(' ', '_')}"
        kind = say(key) if key in catalogue("en") else self.kind
        return say("client.check.fault", kind=kind, problem=self.problem)


def faults_in(exchanges: Iterable[Exchange]) -> Iterator[BotFault]:
    """Yield the faults in a bot's requests.

    >>> answer = {"code": "NOT_YOUR_TURN", "detail": "it is white's turn"}
    >>> print(*faults_in([Exchange("POST", "/api/v1/matches/m1/moves", 409, answer)]))
    wrong turn: POST /api/v1/matches/m1/moves was answered 409 (it is white's turn)
    """
    played: set[str] = set()  # on the simple routes, where a path names the square
    limited = 0
    for exchange in exchanges:
        if exchange.is_move and exchange.status < 400 and exchange.path.startswith("/move/"):
            played.add(exchange.path)
        limited += exchange.status == 429
        if exchange.status < 400 or exchange.status == 429 or exchange.status >= 500:
            continue
        # Several bots may accept a challenge, but only one can be first. And a bot that has lost
        # a reply cannot know that the opponent moves before its repeated request arrives.
        if "/challenges/" in exchange.path or exchange.path in played:
            continue
        yield _fault(exchange)
    if limited > _MANY:
        yield BotFault("asks too often", Text("client.check.problems.limited", count=limited))


def _fault(exchange: Exchange) -> BotFault:
    answer = exchange.answer if isinstance(exchange.answer, dict) else {}
    kind = _KINDS.get(str(answer.get("code") or answer.get("error")), "malformed request")
    path = _SECRET.sub(r"\1KEY", exchange.path)
    request = f"{exchange.method} {path}"
    reason = answer.get("detail") or answer.get("error")
    if reason:
        problem = Text(
            "client.check.problems.refused", request=request, status=exchange.status, reason=reason
        )
    else:
        problem = Text(
            "client.check.problems.refused_without_reason", request=request, status=exchange.status
        )
    return BotFault(kind, problem)

"""Bots that look at their own watch: which games did they lose on time without being late?"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from support.server.server_bots import Answer, Bot, insist

__all__ = ["TimedBot", "time_losses", "unfair_losses"]


@dataclass(eq=False)
class TimedBot(Bot):
    """Thinks for some seconds about each move, and notes how long it took by its own watch.

    Its time runs from when it has read of its turn to when it first sends its move. What comes
    after that is the server's: an answer that does not come, and sending the move again.
    """

    think: float = 0.6  # seconds
    took: dict[tuple[str, int], float] = field(default_factory=dict)  # seconds, by match and turn

    def _move(self, match: str, turn: int, square: str) -> None:
        asked = time.monotonic()
        time.sleep(self.think)
        self.took[match, turn] = time.monotonic() - asked
        super()._move(match, turn, square)

    def _refused(self, match: str, turn: int, square: str, answer: Answer) -> None:
        if answer.status != 409 or b"TIME_OVER" not in answer.body:  # its games tell who was late
            super()._refused(match, turn, square, answer)


def time_losses(
    port: int, bots: Iterable[TimedBot], matches: Iterable[str]
) -> list[tuple[str, int, float]]:
    """Return the match, the turn and the loser's own time of every game that was lost on time.

    A bot that was never told of its turn has taken no time.
    """
    took = {turn: seconds for bot in bots for turn, seconds in bot.took.items()}
    found = []
    for match in matches:
        events = insist(port, "GET", f"/api/v1/matches/{match}/events").json["events"]
        if events[-1]["event"] == "MatchEnded" and events[-1]["outcome"]["reason"] == "time":
            turn = max(event["seq"] for event in events if event["event"] == "TurnStarted")
            found.append((match, turn, took.get((match, turn), 0.0)))
    return found


def unfair_losses(
    port: int, bots: Iterable[TimedBot], matches: Iterable[str], limit: float
) -> list[str]:
    """Name the games that were lost on time by a bot that needed less than its limit."""
    return [
        f"match {match}, turn {turn}: lost on time after {seconds:.3f} s by the bot's own watch"
        for match, turn, seconds in time_losses(port, bots, matches)
        if seconds <= limit
    ]

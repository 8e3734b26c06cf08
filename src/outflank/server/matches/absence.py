"""Ending a match whose other player has gone, where no clock ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from outflank.errors import ChallengeRefused, MatchOver
from outflank.play.events import Event, TurnStarted
from outflank.play.match import Match
from outflank.rules import BLACK, Color, Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.texts import Text, say

__all__ = ["ABSENCE", "AbsenceClaims"]

ABSENCE = 300_000  # milliseconds without a request after which a player counts as gone


class SeenPlayers(Protocol):
    """Tells when each player sent the last request."""

    def last_seen(self, player: int | None) -> int | None:
        """Return when a player sent the last request, None if that is not known."""


class AbsenceClaims:
    """Decides when a player may end a match because the opponent has gone.

    This applies to matches without a clock and outside tournaments. The opponent must have the
    move and must have sent no request for five minutes. Time during which the server was down,
    or did not yet know who was there, does not count.
    """

    def __init__(self, seen: SeenPlayers, now: Callable[[], int]) -> None:
        self._seen = seen
        self._now = now
        self._began = now()

    def claim_win(self, room: LiveRoom, color: Color) -> None:
        """End a match as won by a side whose opponent has gone; a second claim changes nothing."""

        def command(match: Match, at: int) -> list[Event]:
            self.require_absence(room, match, color)
            note = say(f"server.was_away.{color.opponent}", minutes=ABSENCE // 60_000)
            return match.adjudicate(color, Reason.ABANDONMENT, at=at, note=note)

        try:
            room.do(command)
        except MatchOver:
            with room.reading() as match:
                outcome = match.outcome
            if outcome is None or (outcome.reason, outcome.winner) != (Reason.ABANDONMENT, color):
                raise

    def require_absence(self, room: LiveRoom, match: Match, color: Color) -> None:
        """Refuse a claim unless the side's opponent has gone."""
        if match.outcome is not None:
            raise MatchOver(Text("errors.server.match_over", outcome=match.outcome))
        if room.entry.tournament is not None:
            raise ChallengeRefused(Text("errors.server.organiser_decides"))
        if not match.setup.clock.is_none:
            raise ChallengeRefused(Text("errors.server.claim_with_clock"))
        opponent = room.entry.white if color is BLACK else room.entry.black
        if opponent is None:
            raise ChallengeRefused(Text("errors.server.no_absent_opponent"))
        asked = match.asked
        if not isinstance(asked, TurnStarted) or asked.color is color:
            raise ChallengeRefused(Text("errors.server.opponent_not_to_move"))
        since = max(asked.at, self._began, self._seen.last_seen(opponent) or 0)
        if (left := since + ABSENCE - self._now()) > 0:
            raise ChallengeRefused(
                Text(
                    "errors.server.not_away_long_enough",
                    minutes=ABSENCE // 60_000,
                    count=-(-left // 1000),
                )
            )

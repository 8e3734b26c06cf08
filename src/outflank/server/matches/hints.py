"""Hints: what the moves of a person are worth, in casual games only."""

from __future__ import annotations

from outflank.errors import ChallengeRefused, MatchOver, NotYourTurn
from outflank.play.events import TurnStarted
from outflank.play.setup import Undo
from outflank.rules import Position
from outflank.server.closures import Closures, Offering
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.player_acts import sides_of
from outflank.texts import Text

__all__ = ["Hints"]


class Hints:
    """Decides who may have hints, and in which turn."""

    def __init__(self, registry: MatchRegistry, closures: Closures) -> None:
        self._registry = registry
        self._closures = closures

    def turn_for(self, match: str, player: int) -> tuple[TurnStarted, Position]:
        """Return the turn in which a player may have hints now, or say why there are none.

        Only against a computer or with a friend at the same screen, and never in a rated match or
        a tournament.
        """
        self._closures.require_open(Offering.HINTS, player)
        room = self._registry.room(match)
        colors = sides_of(room, player)
        if not _allows_hints(room):
            raise ChallengeRefused(Text("errors.server.no_hints_here"))
        with room.reading() as played:
            asked, position, outcome = played.asked, played.position, played.outcome
        if outcome is not None:
            raise MatchOver(Text("errors.server.match_over", outcome=outcome))
        if not isinstance(asked, TurnStarted) or asked.color not in colors:
            raise NotYourTurn(Text("errors.server.hints_for_mover"))
        return asked, position


def _allows_hints(room: LiveRoom) -> bool:
    entry = room.entry
    is_alone = None in (entry.black, entry.white)
    is_casual = not entry.rated and entry.tournament is None
    return is_casual and is_alone and room.setup.undo is not Undo.NEVER

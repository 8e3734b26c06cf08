"""What players do in their matches besides moving: give up, call off, claim, take back, agree."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from outflank.errors import ChallengeRefused, MatchOver, TakeBackRefused
from outflank.play.events import Event, Offer
from outflank.play.match import Match
from outflank.play.setup import Undo
from outflank.rules import PASS, Color, Reason
from outflank.server.accounts.accounts import NotAllowed
from outflank.server.matches.absence import AbsenceClaims
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.texts import Text, say

__all__ = ["PlayerActs", "sides_of", "sides_to_take_back"]

_UNASKED = (Undo.FREE, Undo.UNTIL_REPLY)  # then nobody has to agree


class PlayerActs:
    """Decides what the players of a match may do in it, and does it.

    Each act names a match and a player, and returns the match as it stands then. An act that
    ends a match may be sent again; it then changes nothing.
    """

    def __init__(self, registry: MatchRegistry, absence: AbsenceClaims) -> None:
        self._registry = registry
        self._absence = absence

    # Ending a match

    def resign(self, match: str, player: int) -> LiveRoom:
        """Give up a match; at a shared screen the side to move gives up."""
        room, colors = self._seated(match, player)
        with room.reading() as played:
            turn = played.position.turn
        color = turn if turn in colors else colors[0]
        with _ending(room, Reason.RESIGNATION, color.opponent):
            room.resign(color)
        return room

    def call_off(self, match: str, player: int) -> LiveRoom:
        """End a match so that it counts for nobody.

        That is possible until both sides have moved, and later where a win could be claimed; in a
        tournament never.
        """
        room, (color, *_) = self._seated(match, player)
        if room.entry.tournament is not None:
            raise ChallengeRefused(Text("errors.server.tournament_match_stays"))

        def command(played: Match, at: int) -> list[Event]:
            if len({ply.color for ply in played.game.plies}) > 1:
                self._require_absence(room, played, color)
            note = say(f"server.notes.called_off.{color}")
            return played.adjudicate(None, Reason.VOID, at=at, note=note)

        with _ending(room, Reason.VOID, None):
            room.do(command)
        return room

    def _require_absence(self, room: LiveRoom, played: Match, color: Color) -> None:
        try:
            self._absence.require_absence(room, played, color)
        except ChallengeRefused as error:
            raise ChallengeRefused(Text("errors.server.resign_instead", problem=error)) from None

    def claim_win(self, match: str, player: int) -> LiveRoom:
        """End a match as won by a player whose opponent has gone."""
        room, (color, *_) = self._seated(match, player)
        self._absence.claim_win(room, color)
        return room

    # Taking back

    def make_offer(self, match: str, player: int, offer: Offer) -> LiveRoom:
        """Ask the other side to let a move be taken back; where none has to agree, take it back."""
        room, colors = self._seated(match, player)
        if room.setup.undo in _UNASKED:
            room.do(lambda played, at: _take_back(played, colors, at))
        else:
            room.make_offer(colors[0], offer)
        return room

    def redo(self, match: str, player: int) -> LiveRoom:
        """Play again what was taken back last, where that needs no consent."""
        room, (color, *_) = self._seated(match, player)
        if room.setup.undo not in _UNASKED:
            raise TakeBackRefused(Text("errors.server.take_back_needs_consent"))
        room.redo(color)
        return room

    def accept(self, match: str, player: int) -> LiveRoom:
        """Agree to what the other side proposed."""
        room, (color, *_) = self._seated(match, player)
        room.accept(color)
        return room

    def decline(self, match: str, player: int) -> LiveRoom:
        """Decline what the other side proposed."""
        room, (color, *_) = self._seated(match, player)
        room.decline(color)
        return room

    def _seated(self, match: str, player: int) -> tuple[LiveRoom, tuple[Color, ...]]:
        room = self._registry.room(match)
        return room, sides_of(room, player)


def sides_of(room: LiveRoom, player: int) -> tuple[Color, ...]:
    """Return the sides a player moves for, their own first; refuse players who have none."""
    colors = room.colors_of(player)
    if not colors:
        raise NotAllowed(Text("errors.server.not_a_player"))
    return colors


def sides_to_take_back(match: Match) -> list[Color]:
    """Return the sides that may take back a move now, or ask to."""
    if match.outcome is not None:
        return []
    if match.setup.undo is Undo.CONSENT:
        moved = {ply.color for ply in match.game.plies if ply.move is not PASS}
        return [color for color in Color if color in moved and match.offer is None]
    return [color for color in Color if match.can_take_back(color)]


@contextlib.contextmanager
def _ending(room: LiveRoom, reason: Reason, winner: Color | None) -> Iterator[None]:
    """Let an act end a match; if the match has ended in just this way, it was sent twice."""
    try:
        yield
    except MatchOver:
        with room.reading() as match:
            outcome = match.outcome
        if outcome is None or (outcome.reason, outcome.winner) != (reason, winner):
            raise


def _take_back(match: Match, colors: tuple[Color, ...], at: int) -> list[Event]:
    """Take back the last move that one of these sides made."""
    if match.outcome is not None:
        raise MatchOver(Text("errors.server.match_over", outcome=match.outcome))
    placed = [ply.color for ply in match.game.plies if ply.move is not PASS]
    by = next((color for color in reversed(placed) if color in colors), colors[0])
    return match.take_back(by, at=at)

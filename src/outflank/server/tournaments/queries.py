"""Answers questions about tournaments."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from outflank.arena import BracketMeeting
from outflank.errors import JournalError
from outflank.server.accounts.accounts import Accounts
from outflank.server.matches.live_room import LiveRoom
from outflank.server.tournaments.exports import export_of
from outflank.server.tournaments.scheduler import Scheduler
from outflank.server.tournaments.state import ACTIVE, UNDER_WAY, TournamentState
from outflank.server.tournaments.views import TournamentViews, damaged_summary
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.texts import say

__all__ = ["EntrantConnection", "TournamentQueries", "absent_sentence"]

_MOST_NAMED = 10  # players in a sentence
_MOST_SUMMARIES = 200  # kept in memory, for lists


class EntrantConnection(NamedTuple):
    """Whether an entrant has sent a request within ten seconds, and when the last one came."""

    is_connected: bool
    last_seen: int | None


class TournamentQueries:
    """Shows the present state of tournaments, on every worker."""

    def __init__(self, scheduler: Scheduler, accounts: Accounts) -> None:
        self.scheduler = scheduler
        self._store = scheduler.store
        self._views = TournamentViews(accounts)
        self._summaries: dict[int, tuple[int, dict[str, Any]]] = {}  # with their versions

    def list(self, *, limit: int = 50, shown: Callable[[dict[str, Any]], Any] = dict) -> list[Any]:
        """Return summaries of the newest tournaments, archived ones included, each as `shown`.

        A damaged tournament, or one that cannot be shown, is listed with its problem.
        """
        versions = self._store.tournaments.newest(limit)
        return [self._listed(number, version, shown) for number, version in versions.items()]

    def _listed(self, number: int, version: int, shown: Callable[[dict[str, Any]], Any]) -> Any:
        try:
            with reading_row("tournament", number):
                return shown(self._summary_at(number, version))
        except DamagedRow as error:
            outline = self._store.past_tournaments.outline(number)
            return shown(damaged_summary(outline, str(error)))

    def of_player(self, player: int) -> Sequence[int]:
        """Return the active tournaments that a player has entered."""
        return self._store.tournaments.entered_by(player, ACTIVE)

    def summary(self, number: int) -> dict[str, Any]:
        """Return the summary of a tournament."""
        return self._views.summary(self.scheduler.state(number))

    def _summary_at(self, number: int, version: int) -> dict[str, Any]:
        """Return the summary of a tournament whose version is known."""
        known = self._summaries.get(number)
        if known is None or known[0] != version:
            state = self.scheduler.state(number)
            # The version is read first: a later change makes the summary newer, never older.
            known = self._summaries[number] = state.version, self._views.summary(state)
            for other in list(self._summaries)[:-_MOST_SUMMARIES]:
                self._summaries.pop(other, None)  # another thread may do it, too
        return dict(known[1])

    def players_of(self, number: int) -> set[int]:
        """Return the players who have entered a tournament."""
        people = self.scheduler.state(number).participants.copy().values()
        return {each.player for each in people if each.player is not None}

    def current(self) -> int | None:
        """Return the running tournament, or else the one that ended last."""
        running = [(kind != "tryout", one) for one, kind in self.scheduler.kinds_under_way()]
        if running:
            return max(running)[1]  # an organiser's tournament comes before the try-out
        newest = self.list(limit=10)
        return next((one["id"] for one in newest if one["status"] != "draft"), None)

    def under_way(self) -> Iterator[TournamentState]:
        """Yield the running and paused tournaments, except damaged ones."""
        for number in self._store.tournaments.with_status(UNDER_WAY):
            with contextlib.suppress(JournalError):
                yield self.scheduler.state(number)

    def view(self, number: int) -> dict[str, Any]:
        """Return a tournament with its definition, entrants and the names of running matches."""
        return self._views.view(self.scheduler.state(number))

    def connections(self, number: int) -> dict[int, EntrantConnection]:
        """Return whether each entrant is connected; computers, which always are, are left out."""
        presence = self.scheduler.presence
        return {
            each.number: EntrantConnection(
                presence.is_present(each.player), presence.last_seen(each.player)
            )
            for each in self.scheduler.state(number).participants.copy().values()
            if each.player is not None
        }

    def absent_warning(self, number: int) -> str | None:
        """Return a sentence that names the players of a tournament who are not connected."""
        state, absent = self.scheduler.state(number), self.connections(number)
        left = () if state.tournament is None else state.tournament.withdrawn
        names = [
            self._views.name_of(state.participants[entrant])
            for entrant, connection in absent.items()
            if not connection.is_connected and entrant not in left
        ]
        return absent_sentence(names) if names else None

    def standings(self, number: int) -> Sequence[dict[str, Any]]:
        """Return the standings from the top."""
        return self._views.standings(self.scheduler.state(number))

    def cross_table(self, number: int) -> Sequence[dict[str, Any]]:
        """Return the score of each entrant against each other one."""
        return self._views.cross_table(self.scheduler.state(number))

    def bracket(self, number: int) -> Sequence[Sequence[BracketMeeting]]:
        """Return the meetings of a knockout round by round; empty for other formats."""
        return self._views.bracket(self.scheduler.state(number))

    def pairings(
        self, number: int, first: int = 0, most: int | None = None
    ) -> Sequence[dict[str, Any]]:
        """Return the games with their matches and results, from `first` on and at most `most`."""
        return self._views.pairings(self.scheduler.state(number), first, most)

    def pairing_count(self, number: int) -> int:
        """Count the games that have been paired."""
        value = self.scheduler.state(number).tournament
        return 0 if value is None else len(value.pairings)

    def rooms(self, number: int) -> Sequence[LiveRoom]:
        """Return the running matches of a tournament."""
        return self.scheduler.state(number).in_play()

    def export(self, number: int) -> dict[str, Any]:
        """Return a document with which a tournament can be checked elsewhere."""
        return export_of(self.scheduler.state(number), self._views, self._store)


def absent_sentence(names: Sequence[str]) -> str:
    """Say who is not connected.

    >>> absent_sentence(["Ann", "Bob", "Cid"])
    'Ann, Bob and Cid are not connected'
    """
    if len(names) == 1:
        return say("tournaments.absent.name", name=names[0])
    if more := len(names[_MOST_NAMED:]):
        listed = ", ".join(names[:_MOST_NAMED])
        return say("tournaments.absent.names_and_more", names=listed, count=more)
    return say("tournaments.absent.names", names=", ".join(names[:-1]), last=names[-1])

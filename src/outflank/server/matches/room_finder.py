"""Where the matches of the server are found: in its memory, or with other workers."""

from __future__ import annotations

import contextlib
from typing import Protocol, TypeVar

from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.store import Store

__all__ = ["OwnRooms", "RoomFinder"]

Known = TypeVar("Known")


class RoomFinder(Protocol):
    """Finds matches, and lets other workers find those that begin here."""

    def load(self) -> None:
        """Load the running matches that must be in memory."""

    def add(self, room: LiveRoom) -> None:
        """Keep a new match in memory."""

    def tell_others(self, room: LiveRoom) -> None:
        """Tell the players of a match who are with other workers that there is something new."""

    def room(self, name: str) -> LiveRoom:
        """Return a match by its name, as it stands now."""

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a running match that is in memory; never reads the database."""

    def at_once(self, known: Known) -> Known | None:
        """Return what memory knows if no other worker can know more, without a query."""

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, the oldest first."""

    def known_rooms_of(self, player: int) -> list[LiveRoom]:
        """Return those of them that are in memory, in the same order."""

    def rooms_of_tournament(self, number: int) -> list[LiveRoom]:
        """Return the running matches of a tournament, the oldest first."""

    def public_rooms(self, most: int, *, since: int | None) -> list[LiveRoom]:
        """Return the oldest public matches that run, or those of them that are worth watching."""

    def count_public(self, *, since: int | None) -> int:
        """Return how many public matches run, or how many of them are worth watching."""

    def lobby_rooms(self, since: int, most: int) -> list[LiveRoom]:
        """Return public matches outside tournaments that changed since, the newest first."""

    def close(self) -> None:
        """Stop listening to other workers."""


class OwnRooms:
    """The matches of a server that is alone: every running match is in its memory."""

    def __init__(self, store: Store, held: HeldRooms) -> None:
        self._matches = store.matches
        self._held = held

    def load(self) -> None:
        """Load every running match, without computers and oracle yet."""
        for row in self._matches.running():
            with contextlib.suppress(DamagedRow):  # which was logged; the other matches go on
                room = self._held.load(row)
                if not room.is_over:
                    self._held.add(room)

    def add(self, room: LiveRoom) -> None:
        """Keep a new match in memory."""
        self._held.add(room)

    def tell_others(self, room: LiveRoom) -> None:
        """Do nothing: there is nobody to tell."""

    def room(self, name: str) -> LiveRoom:
        """Return a match by its name; a finished one may be read from the database."""
        return self._held.known_room(name) or self._held.add_recent(self._held.read(name))

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a running match."""
        return self._held.running_room(name)

    def at_once(self, known: Known) -> Known | None:
        """Return what memory knows: there are no other workers."""
        return known

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, the oldest first."""
        return self._held.rooms_of(player)

    def known_rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the same: all are in memory."""
        return self._held.rooms_of(player)

    def rooms_of_tournament(self, number: int) -> list[LiveRoom]:
        """Return the running matches of a tournament, the oldest first."""
        return [room for room in self._held.running() if room.entry.tournament == number]

    def public_rooms(self, most: int, *, since: int | None) -> list[LiveRoom]:
        """Return the oldest public matches that run, or those of them that are worth watching."""
        return self._public(since)[:most]

    def count_public(self, *, since: int | None) -> int:
        """Return how many public matches run, or how many of them are worth watching."""
        return len(self._public(since))

    def lobby_rooms(self, since: int, most: int) -> list[LiveRoom]:
        """Return public matches outside tournaments that changed since, the newest first."""
        rooms = [room for room in self._public(since) if room.entry.tournament is None]
        return rooms[: -most - 1 : -1]

    def _public(self, since: int | None) -> list[LiveRoom]:
        public = [room for room in self._held.running() if not room.entry.private]
        return public if since is None else [room for room in public if _is_watched(room, since)]

    def close(self) -> None:
        """Do nothing: there are no other workers."""


def _is_watched(room: LiveRoom, since: int) -> bool:
    if room.entry.tournament is None:
        return room.changed > since
    return not room.is_paused or bool(room.state.moves)

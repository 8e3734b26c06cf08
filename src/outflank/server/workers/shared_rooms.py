"""The matches of several workers: read when they are needed, and followed while they are."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from outflank.errors import OutflankError, UnknownMatch
from outflank.play.events import Event, MatchEnded
from outflank.server.matches.held_rooms import HeldRooms
from outflank.server.matches.live_room import LiveRoom
from outflank.server.wake import Message, Wake
from outflank.server.workers.followed_matches import FollowedMatches
from outflank.store.reading.row_reading import DamagedRow
from outflank.store.running_matches import RunningMatch
from outflank.store.store import Store
from outflank.texts import Text

__all__ = ["SharedRooms"]

_LOOK_SECONDS = 1.0
_UNUSED_SECONDS = 60.0  # after which a match that nobody here follows is forgotten

Known = TypeVar("Known")

_log = logging.getLogger(__name__)


class SharedRooms:
    """The matches of all workers; those that somebody here reads or plays are in memory.

    What another worker has stored in them comes as a message. A message may be lost, so every
    second this worker asks how long its matches are, and whether its players have new ones.
    """

    def __init__(self, store: Store, held: HeldRooms, wake: Wake) -> None:
        self._matches = store.matches
        self._stored = store.running_matches
        self._journal = store.journal
        self._held = held
        self._wake = wake
        self._lock = threading.Lock()  # for the next two
        # One room for each match in this process, as long as anybody holds it.
        self._copies: weakref.WeakValueDictionary[str, LiveRoom] = weakref.WeakValueDictionary()
        self._reading: dict[str, threading.Lock] = {}  # matches that are just being read
        self._behind = ThreadPoolExecutor(4, thread_name_prefix="catching up")
        self._followed = FollowedMatches(wake, self._names, self._tell_length)
        self._journal.stored.subscribe(self._publish)
        wake.messages.subscribe("match", self._hear_match)
        wake.messages.subscribe("player", self._hear_player)
        self._regular = wake.look_every(_LOOK_SECONDS, self._look, "matches")
        wake.gaps.subscribe(self._regular.run_soon)

    # Opening

    def load(self) -> None:
        """Do nothing: a match is read when it is needed."""

    def add(self, room: LiveRoom) -> None:
        """Keep a new match in memory, and follow it."""
        with self._lock:
            self._copies[room.name] = room
        self._hold(room)

    # Finding one

    def room(self, name: str) -> LiveRoom:
        """Return a match by its name, as it stands in the database."""
        known = self._copies.get(name)
        if known is None:
            return self._read(name)
        if known.is_over:
            if self._matches.get(name) is None:  # deleted by another worker
                self._held.forget(name)
                raise UnknownMatch(Text("errors.server.no_match", name=repr(name[:32])))
        else:
            self._hold(known)
            known.catch_up()
        return known

    def _read(self, name: str) -> LiveRoom:
        """Read a match; of several who want it at once one reads, and the others catch up."""
        with self._lock:
            reading = self._reading.setdefault(name, threading.Lock())
        try:
            with reading:
                known = self._copies.get(name)
                if known is None:
                    return self._read_now(name)
        finally:
            with self._lock:
                self._reading.pop(name, None)
        self._hold(known)
        known.catch_up()  # it may have been read before this was asked
        return known

    def _read_now(self, name: str) -> LiveRoom:
        room = self._held.read(name)
        with self._lock:
            known = self._copies.setdefault(name, room)
        self._hold(known)
        if known is not room:
            known.catch_up()
        return known

    def _hold(self, room: LiveRoom) -> None:
        """Keep a match in memory and follow it."""
        room.note_use()
        if room.is_over:
            self._held.add_recent(room)
        elif self._held.add(room):
            self._followed.begin(room.name)  # others answer what has happened since it was read

    def running_room(self, name: str) -> LiveRoom | None:
        """Return a running match if it is in memory, perhaps not as it stands just now."""
        room = self._held.running_room(name)
        if room is not None:
            room.note_use()
        return room

    def at_once(self, known: Known) -> Known | None:  # noqa: ARG002
        """Return nothing: another worker may always know more."""
        return None

    # Finding several

    def running(self) -> list[LiveRoom]:
        """Return every running match in memory, the oldest first."""
        return self._held.running()

    def rooms_of(self, player: int) -> list[LiveRoom]:
        """Return the running matches of a player, the oldest first."""
        found = self._stored.of_players([player])
        running = {row.id for row in found}
        for room in self._held.rooms_of(player):
            if room.name not in running:  # it has ended
                room.catch_up()
        return self._rooms(found)

    def known_rooms_of(self, player: int) -> list[LiveRoom]:
        """Return those of them that are in memory, in the order on which all workers agree."""
        return sorted(self._held.rooms_of(player), key=lambda room: (room.entry.created, room.name))

    def rooms_of_tournament(self, number: int) -> list[LiveRoom]:
        """Return the running matches of a tournament, the oldest first."""
        return self._rooms(self._stored.of_tournament(number))

    def public_rooms(self, most: int, *, since: int | None) -> list[LiveRoom]:
        """Return the oldest public matches that run, or those of them that are worth watching."""
        return self._rooms(self._stored.public(most, since=since))

    def count_public(self, *, since: int | None) -> int:
        """Return how many public matches run, or how many of them are worth watching."""
        return self._stored.count_public(since=since)

    def lobby_rooms(self, since: int, most: int) -> list[LiveRoom]:
        """Return public matches outside tournaments that changed since, the newest first."""
        return self._rooms(self._stored.in_lobby(since, most))

    def _rooms(self, found: Sequence[RunningMatch]) -> list[LiveRoom]:
        rooms = []
        for row in found:
            room = self._copies.get(row.id)
            if room is None:
                with contextlib.suppress(UnknownMatch, DamagedRow):  # the former: deleted meanwhile
                    room = self._read(row.id)
            elif room.seq < row.seq:
                room.catch_up()
            if room is not None and not room.is_over:
                self._hold(room)
                rooms.append(room)
        return rooms

    # Telling other workers, and hearing from them

    def _publish(
        self, match: str, events: Sequence[Event], texts: Sequence[str], digest: bytes
    ) -> None:
        if self._followed.is_followed(match):
            message = {"id": match, "seq": events[0].seq, "lines": texts, "digest": digest.hex()}
            self._wake.publish("match", message)
        room = self._copies.get(match)
        if room is not None and isinstance(events[-1], MatchEnded):
            self.tell_others(room)

    def tell_others(self, room: LiveRoom) -> None:
        """Tell the players of a match who are with other workers that there is something new."""
        for player in room.players:
            self._wake.publish("player", {"id": player, "match": room.name})

    def _names(self) -> list[str]:
        return [room.name for room in self.running()]

    def _tell_length(self, match: str) -> None:
        """Tell how many events a match has, if this worker has stored the last of them."""
        length, digest = self._journal.length_of(match)
        if length:
            message = {"id": match, "seq": length, "lines": [], "digest": digest.hex()}
            self._wake.publish("match", message)

    def _hear_match(self, message: Message) -> None:
        room = self._held.running_room(message["id"])
        if room is None:
            return
        texts, digest = message["lines"], bytes.fromhex(message["digest"])
        if not room.take_in(message["seq"], texts, digest):
            self._in_background(room.catch_up)

    def _hear_player(self, message: Message) -> None:
        player, match = message["id"], message.get("match")
        if player in self._held.player_changed:
            self._in_background(lambda: self._tell_player(player, match))

    def _tell_player(self, player: int, match: str | None) -> None:
        if match is not None:
            with contextlib.suppress(UnknownMatch, DamagedRow):
                self.room(match)
        self._held.player_changed.send(player)

    def _in_background(self, work: Callable[[], object]) -> None:
        def do() -> None:
            try:
                work()
            except OutflankError as error:
                _log.warning("Could not follow another worker, looking again soon: %s", error)
            except Exception:
                _log.exception("Unexpected error while following another worker")

        with contextlib.suppress(RuntimeError):  # the server is stopping
            self._behind.submit(do)

    # Looking without a message

    def _look(self, *, is_told: bool) -> None:  # noqa: ARG002 - it looks at everything anyway
        self.look()

    def look(self) -> None:
        """Catch up with what other workers have stored, and forget what nobody uses."""
        self._followed.keep_up()
        held, news = self.running(), self._held.player_changed
        if held:
            seqs = self._stored.seqs_of([room.name for room in held])
            for room in held:
                if room.seq < seqs.get(room.name, 0) and room.catch_up():
                    self._followed.begin(room.name)  # somebody may not know of it
        if players := news.keys():
            for row in self._stored.of_players(players):
                if self._held.running_room(row.id) is None:
                    self._rooms([row])
                    for player in filter(None, row.players):
                        news.send(player)
        self._forget_unused()

    def _forget_unused(self) -> None:
        old = time.monotonic() - _UNUSED_SECONDS
        for room in self.running():
            is_wanted = room.new_events.has_listeners or room.is_seated or room.used > old
            if not is_wanted and not any(one in self._held.player_changed for one in room.players):
                self._held.drop(room)

    def close(self) -> None:
        """Stop listening to other workers, who continue the running matches."""
        self._regular.close()
        self._behind.shutdown(wait=True, cancel_futures=True)

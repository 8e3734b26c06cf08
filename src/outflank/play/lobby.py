"""Rooms by name."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from outflank.errors import UnknownName
from outflank.play.room import Room

__all__ = ["Lobby"]


class Lobby:
    """The open rooms of a program, each under its name."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._lock = threading.Lock()

    def add(self, room: Room) -> Room:
        """Open a room to others."""
        with self._lock:
            self._rooms[room.name] = room
        return room

    def find(self, name: str) -> Room:
        """Return the room of that name."""
        try:
            return self._rooms[name]
        except KeyError:
            raise UnknownName("room", name, sorted(self._rooms)) from None

    def close(self, name: str) -> None:
        """Close a room; its match stays in the journal."""
        with self._lock:
            room = self._rooms.pop(name, None)
        if room is not None:
            room.close()

    def close_all(self) -> None:
        """Close every room."""
        for name in list(self._rooms):
            self.close(name)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

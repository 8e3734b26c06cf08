"""Making tournaments and entering those who will play in them."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import sqlalchemy as sa

from outflank.arena import Definition
from outflank.errors import TournamentError
from outflank.rules import find_variant
from outflank.server.accounts import Accounts, inserted
from outflank.server.auditing import audited
from outflank.server.computers import require_level
from outflank.server.names import parse_name
from outflank.server.scheduler import Scheduler
from outflank.server.tournaments import Course, Participant
from outflank.store.schema import entrants, tournaments

__all__ = ["NewEntrant", "Registration"]

_MOST_ENTRANTS = 512


class NewEntrant(NamedTuple):
    """Somebody who has just entered, with the key that is shown only now; computers have none."""

    number: int
    name: str
    key: str | None


class Registration:
    """Makes tournaments and enters players and computers, as long as they are drafts."""

    def __init__(self, scheduler: Scheduler, accounts: Accounts, now: Callable[[], int]) -> None:
        self._scheduler = scheduler
        self._accounts = accounts
        self._now = now

    def create(self, definition: Definition, actor: str) -> int:
        """Make a tournament and return its number; its players are entered by `add_players`."""
        kept = replace(definition, players=())
        row: dict[str, Any] = {
            "name": definition.name,
            "kind": "open",
            "status": "draft",
            "definition": json.dumps(kept.to_dict()),
            "seed": secrets.randbits(63),
            "created": self._now(),
        }

        def write(connection: sa.Connection) -> int:
            number = inserted(connection, tournaments, row)
            details = {"tournament": number, "name": definition.name}
            audited(row["created"], actor, "tournament create", details)(connection)
            return number

        with self._scheduler.lock:
            number = self._scheduler.database.write(write)
            self._scheduler.courses[number] = self._scheduler.read(number)
        return number

    def add_players(self, number: int, names: Iterable[str], actor: str = "") -> list[NewEntrant]:
        """Enter players, each with a key of their own."""
        wanted = [parse_name(name) for name in names]  # all or none
        with self._scheduler.lock:
            course = self._draft(number, len(wanted))
            made = [self._accounts.register(name, tournament=number) for name in wanted]
            people = [(player.id, player.kind, player.name) for player, _ in made]
            entered = self._enter(course, people, actor)
        return [
            NewEntrant(each.number, each.name, key)
            for each, (_, key) in zip(entered, made, strict=True)
        ]

    def add_computers(self, number: int, seats: Iterable[str], actor: str = "") -> list[NewEntrant]:
        """Enter computers of the server, such as `computer:5`."""
        levels = [_level(seat) for seat in seats]
        with self._scheduler.lock:
            course = self._draft(number, len(levels))
            definition = course.definition
            start = find_variant(definition.variant).start(definition.size)
            taken = [each.name for each in course.participants.values()]
            people: list[tuple[int | None, str, str]] = []
            for level in levels:
                require_level(level, start)
                taken.append(name := _free(f"Computer {level}", taken))
                people.append((None, f"computer:{level}", name))
            entered = self._enter(course, people, actor)
        return [NewEntrant(each.number, each.name, None) for each in entered]

    def _draft(self, number: int, more: int) -> Course:
        course = self._scheduler.course(number)
        if course.status != "draft":
            raise TournamentError("the tournament has begun, so nobody can enter any more")
        if not more:
            raise TournamentError("name at least one player")
        if len(course.participants) + more > _MOST_ENTRANTS:
            raise TournamentError(f"a tournament has {_MOST_ENTRANTS} players at most")
        return course

    def _enter(
        self, course: Course, people: Sequence[tuple[int | None, str, str]], actor: str
    ) -> list[Participant]:
        first = max(course.participants, default=0) + 1
        entered = [Participant(number, *each) for number, each in enumerate(people, first)]
        rows = [
            {
                "tournament": course.id,
                "number": each.number,
                "player": each.player,
                "seat": each.seat,
                "name": each.name,
            }
            for each in entered
        ]
        details = {"tournament": course.id, "names": [each.name for each in entered]}
        note = audited(self._now(), actor, "tournament enter", details)

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.insert(entrants), rows)
            note(connection)

        self._scheduler.write(write)
        course.participants.update({each.number: each for each in entered})
        return entered


def _level(seat: str) -> str:
    kind, _, level = seat.partition(":")
    if kind != "computer" or not level:
        raise TournamentError(f"a computer is entered as computer:LEVEL, not {seat[:32]!r}")
    return level


def _free(name: str, taken: Sequence[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free

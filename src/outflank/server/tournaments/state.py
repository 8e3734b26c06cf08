"""Tournaments in memory, and how they are read from and written to the database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import sqlalchemy as sa

from outflank.arena import Definition, Entrant, Pairing, Result, Tournament, WithdrawalEffect
from outflank.errors import UnknownMatch
from outflank.rules import Color, Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.store.schema import audit, entrants, pairings, tournaments

__all__ = [
    "ACTIVE",
    "Participant",
    "TournamentState",
    "audit_entry",
    "insert_entrants",
    "insert_pairings",
    "load_state",
    "result_word",
]

ACTIVE = ("draft", "running", "paused")

_EVENTS_BEFORE_FIRST_REQUEST = 3  # its start, its first turn, and that it is paused

_UNPLAYED = dict.fromkeys(("result", "reason", "black_score", "white_score", "ended"))


@dataclass(frozen=True, slots=True)
class Participant:
    """Who an entrant's number belongs to: a player, or a computer of the server."""

    number: int
    player: int | None
    seat: str  # bot, person or computer:LEVEL
    name: str  # under which they entered


@dataclass
class TournamentState:
    """A tournament as the server holds it: its value, status, participants and running matches."""

    id: int
    kind: str
    status: str
    definition: Definition
    seed: int  # the secret from which answers are drawn
    created: int
    started: int | None = None
    ended: int | None = None
    participants: dict[int, Participant] = field(default_factory=dict)
    tournament: Tournament | None = None  # none while it is a draft
    matches: dict[int, str] = field(default_factory=dict)  # by the numbers of the pairings
    ends: dict[int, int] = field(default_factory=dict)  # when each result came
    boards: dict[str, LiveRoom] = field(default_factory=dict)  # running matches by their names
    unstarted: set[str] = field(default_factory=set)  # boards at which a side has not moved yet

    @property
    def is_tryout(self) -> bool:
        """Whether its games wait, paused, until one of their players sends a request."""
        return self.kind == "tryout"

    @property
    def begun(self) -> Tournament:
        """The tournament, which must have begun."""
        assert self.tournament is not None
        return self.tournament

    def seat(self, room: LiveRoom) -> None:
        """Add the match of a running game."""
        self.boards[room.name] = room
        self.unstarted.add(room.name)

    def clear(self, room: LiveRoom) -> None:
        """Remove the match of a game that is over."""
        self.boards.pop(room.name, None)
        self.unstarted.discard(room.name)

    def in_play(self) -> list[LiveRoom]:
        """Return the matches that run, in the order of their pairings."""
        rooms = [room for room in self.boards.copy().values() if not room.is_over]
        return sorted(rooms, key=lambda room: room.entry.pairing or 0)

    def pairing_of(self, room: LiveRoom) -> Pairing:
        """Return the pairing for which a match is played."""
        assert room.entry.pairing is not None
        return self.begun.pairing(room.entry.pairing)

    def awaits_first_request(self, room: LiveRoom) -> bool:
        """Tell whether a game waits for the first request of one of its players."""
        return self.is_tryout and room.is_paused and room.seq == _EVENTS_BEFORE_FIRST_REQUEST

    def busy(self) -> set[int]:
        """Return the numbers of the entrants who are playing."""
        return {number for room in self.boards.values() for number in self.pairing_of(room).players}

    def entered(self) -> list[Entrant]:
        """Return the participants as the arena knows them."""
        return [Entrant(each.number, each.name) for each in self.participants.values()]


class TournamentChanges:
    """The difference between a stored tournament and its new value, as rows to write."""

    def __init__(
        self, state: TournamentState, after: Tournament, ends: Mapping[int, int], now: int
    ) -> None:
        before = state.begun
        self.after = after
        self.results = {
            number: result
            for number, result in after.results.items()
            if before.results.get(number) != result
        }
        self.opened = [number for number in before.results if number not in after.results]
        # A result that replaces another keeps its time.
        self.ends = {
            number: state.ends.get(number, ends.get(number, now)) for number in self.results
        }
        self.left = {
            number: fate
            for number, fate in after.withdrawn.items()
            if before.withdrawn.get(number) is not fate
        }
        self.returned = [number for number in before.withdrawn if number not in after.withdrawn]
        self.added = after.pairings[len(before.pairings) :]
        self._course = state
        self._now = now

    def __bool__(self) -> bool:
        return self.after is not self._course.tournament

    def write(self, connection: sa.Connection) -> None:
        """Write the rows."""
        state = self._course
        insert_pairings(connection, state.id, self.added)
        for number, result in self.results.items():
            row = _result_row(result) | {"ended": self.ends[number]}
            connection.execute(_pairing(state.id, number).values(row))
        for number in self.opened:
            connection.execute(_pairing(state.id, number).values(_UNPLAYED | {"match": None}))
        for number, fate in self.left.items():
            row = {"withdrawn": self._now, "fate": fate.value}
            connection.execute(_entrant(state.id, number).values(row))
        for number in self.returned:
            connection.execute(_entrant(state.id, number).values({"withdrawn": None, "fate": None}))

    def apply(self) -> None:
        """Apply the changes in memory once they are written."""
        state = self._course
        state.tournament = self.after
        state.ends.update(self.ends)
        for number in self.opened:
            state.ends.pop(number, None)
            state.matches.pop(number, None)


def insert_entrants(
    connection: sa.Connection, tournament: int, participants: Iterable[Participant]
) -> None:
    """Write participants who have entered."""
    rows = [asdict(each) | {"tournament": tournament} for each in participants]
    connection.execute(sa.insert(entrants), rows)


def insert_pairings(connection: sa.Connection, tournament: int, games: Iterable[Pairing]) -> None:
    """Write pairings without results."""
    if rows := [asdict(each) | {"tournament": tournament} for each in games]:
        connection.execute(sa.insert(pairings), rows)


def load_state(connection: sa.Connection, number: int) -> TournamentState:
    """Read a tournament; its boards are added by the scheduler."""
    query = sa.select(tournaments).where(tournaments.c.id == number)
    row = connection.execute(query).mappings().first()
    if row is None:
        raise UnknownMatch(f"there is no tournament {number}")
    names = ("id", "kind", "status", "seed", "created", "started", "ended")
    state = TournamentState(
        definition=Definition.from_dict(json.loads(row["definition"])),
        **{name: row[name] for name in names},
    )
    query = sa.select(entrants).where(entrants.c.tournament == number)
    people = connection.execute(query.order_by(entrants.c.number)).mappings().all()
    for each in people:
        state.participants[each["number"]] = Participant(
            each["number"], each["player"], each["seat"], each["name"]
        )
    query = sa.select(pairings).where(pairings.c.tournament == number)
    games = connection.execute(query.order_by(pairings.c.number)).mappings().all()
    if games:
        _restore(state, people, games)
    return state


def _restore(
    state: TournamentState, people: Iterable[Mapping[Any, Any]], games: Sequence[Mapping[Any, Any]]
) -> None:
    ended = [row for row in games if row["result"] is not None]
    ended.sort(key=lambda row: (row["ended"], row["number"]))
    definition = state.definition
    state.matches = {row["number"]: row["match"] for row in games if row["match"] is not None}
    state.ends = {row["number"]: row["ended"] for row in ended}
    state.tournament = Tournament(
        definition.name,
        tuple(state.entered()),
        format=definition.format,
        seed=definition.seed,
        withdraw_after=definition.withdraw_after,
        pairings=tuple(
            Pairing(row["number"], row["round"], row["black"], row["white"]) for row in games
        ),
        results={row["number"]: _result(row) for row in ended},
        withdrawn={
            row["number"]: WithdrawalEffect(row["fate"])
            for row in people
            if row["fate"] is not None
        },
    )


def result_word(result: Result) -> str:
    """Return the one word for a result: black, white, draw, or none when both have lost."""
    if result.winner is not None:
        return str(result.winner)
    return "draw" if result.is_draw else "none"


def _result_row(result: Result) -> dict[str, Any]:
    return {
        "result": result_word(result),
        "reason": result.reason.value,
        "black_score": result.black,
        "white_score": result.white,
    }


def _result(row: Mapping[Any, Any]) -> Result:
    winner = next((color for color in Color if str(color) == row["result"]), None)
    return Result(winner, row["black_score"], row["white_score"], Reason(row["reason"]))


def _pairing(tournament: int, number: int) -> sa.Update:
    return sa.update(pairings).where(
        pairings.c.tournament == tournament, pairings.c.number == number
    )


def _entrant(tournament: int, number: int) -> sa.Update:
    return sa.update(entrants).where(
        entrants.c.tournament == tournament, entrants.c.number == number
    )


def audit_entry(
    at: int, actor: str, act: str, details: Mapping[str, Any]
) -> Callable[[sa.Connection], None]:
    """Return a function that writes an audit entry within the caller's transaction."""
    row = {
        "at": at,
        "actor": actor[:64],
        "act": act,
        "details": json.dumps(details, ensure_ascii=False),
    }

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.insert(audit), row)

    return write

"""The SQL store of tournaments: their definitions, entrants, pairings and results."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypedDict

import sqlalchemy as sa

from outflank.arena import Definition, Entrant, Pairing, Result, Tournament, WithdrawalEffect
from outflank.errors import StoreUnavailable, TournamentError, UnknownMatch
from outflank.rules import Color, Reason
from outflank.store.database import Database, Transaction, insert_row
from outflank.store.draft_store import new_row
from outflank.store.reading.row_reading import json_object, reading_row
from outflank.store.schema import entrants, pairings, tournaments
from outflank.texts import Text

__all__ = [
    "Participant",
    "StatusChange",
    "StoredTournament",
    "TournamentChanges",
    "TournamentStore",
    "result_word",
]

_SEATED = ("number", "player", "seat", "name", "first_round")
_UNPLAYED = dict.fromkeys(("result", "reason", "black_score", "white_score", "ended"))
_WITH = tournaments.c.status.in_(sa.bindparam("statuses", expanding=True))
_NAMED = tournaments.c.id.in_(sa.bindparam("also", expanding=True))
_STATUSES = sa.select(tournaments.c.id, tournaments.c.status, tournaments.c.version)
_STATUSES = _STATUSES.where(sa.or_(_WITH, _NAMED)).order_by(tournaments.c.id)


@dataclass(frozen=True, slots=True)
class Participant:
    """The holder of an entrant's number: a player, or a computer of the server."""

    number: int
    player: int | None
    seat: str  # bot, person or computer:LEVEL
    name: str  # the name at entry
    first_round: int = 1  # greater than 1 for late entrants


@dataclass(kw_only=True)
class StoredTournament:
    """A tournament as it is stored."""

    id: int
    kind: str
    status: str
    definition: Definition
    seed: int  # the secret from which answers are drawn
    created: int
    started: int | None = None
    ended: int | None = None
    version: int = 0  # counts its changes; below 0 if memory and database may differ
    participants: dict[int, Participant] = field(default_factory=dict)
    tournament: Tournament | None = None  # None for a draft
    matches: dict[int, str] = field(default_factory=dict)  # by pairing number
    ends: dict[int, int] = field(default_factory=dict)  # when each result came in

    def entered(self) -> list[Entrant]:
        """Return the participants as entrants of the arena."""
        return [Entrant(n, one.name, one.first_round) for n, one in self.participants.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentChanges:
    """Changes to the rows of a tournament that has started."""

    at: int
    added: Sequence[Pairing] = ()
    results: Mapping[int, Result] = field(default_factory=dict)  # by pairing number
    ends: Mapping[int, int] = field(default_factory=dict)  # when each result came in
    opened: Sequence[int] = ()  # pairings whose result was taken back
    left: Mapping[int, WithdrawalEffect] = field(default_factory=dict)  # entrants who withdrew
    returned: Sequence[int] = ()  # entrants who came back


class StatusChange(TypedDict, total=False):
    """Changes to the row of a tournament that starts, pauses, resumes or ends."""

    status: str
    started: int | None
    ended: int | None


class TournamentStore:
    """The rows of tournaments, their entrants and their pairings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Queries

    def with_status(self, statuses: Collection[str]) -> list[int]:
        """Return the numbers of the tournaments that have one of these statuses."""
        query = sa.select(tournaments.c.id).order_by(tournaments.c.id)
        return self._numbers(query.where(tournaments.c.status.in_(statuses)))

    def kinds_of(self, statuses: Collection[str]) -> list[tuple[int, str]]:
        """Return the numbers and kinds of the tournaments that have one of these statuses."""
        query = sa.select(tournaments.c.id, tournaments.c.kind)
        with self._database.asking() as connection:
            rows = connection.execute(query.where(tournaments.c.status.in_(statuses))).all()
        return [(row.id, row.kind) for row in rows]

    def newest(self, limit: int) -> dict[int, int]:
        """Return the versions of the newest tournaments by their numbers, the newest first."""
        query = sa.select(tournaments.c.id, tournaments.c.version).limit(limit)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(tournaments.c.id.desc())).all()
        return {row.id: row.version for row in rows}

    def newest_of_kind(self, kind: str) -> int | None:
        """Return the number of the newest tournament of a kind that is not archived."""
        query = sa.select(tournaments.c.id).order_by(tournaments.c.id.desc())
        query = query.where(tournaments.c.kind == kind, tournaments.c.status != "archived")
        return next(iter(self._numbers(query.limit(1))), None)

    def _numbers(self, query: sa.Select[int]) -> list[int]:
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def exists(self, number: int) -> bool:
        """Return whether there is a tournament with this number."""
        return bool(self._numbers(sa.select(tournaments.c.id).where(tournaments.c.id == number)))

    def version_of(self, number: int) -> int:
        """Return the version of a tournament."""
        query = sa.select(tournaments.c.version).where(tournaments.c.id == number)
        with self._database.reading() as connection:
            version = connection.execute(query).scalar()
        if version is None:
            raise UnknownMatch(Text("errors.store.no_tournament", number=number))
        return int(version)

    def statuses(
        self, statuses: Collection[str], also: Collection[int] = ()
    ) -> dict[int, tuple[str, int]]:
        """Return statuses and versions of tournaments that have these statuses or are in `also`."""
        values = {"statuses": list(statuses), "also": list(also)}
        with self._database.asking() as connection:
            rows = connection.execute(_STATUSES, values).all()
        return {row.id: (row.status, row.version) for row in rows}

    def entered_by(self, player: int, statuses: Collection[str]) -> list[int]:
        """Return the tournaments with one of these statuses that a player has entered."""
        query = sa.select(tournaments.c.id).join(entrants).where(entrants.c.player == player)
        query = query.where(tournaments.c.status.in_(statuses))
        return self._numbers(query.order_by(tournaments.c.id))

    def seed_of(self, number: int) -> int:
        """Return the secret from which the answers of a tournament's games are drawn."""
        query = sa.select(tournaments.c.seed).where(tournaments.c.id == number)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def load(self, number: int) -> StoredTournament:
        """Return a tournament."""
        query = sa.select(tournaments).where(tournaments.c.id == number)
        enter = sa.select(entrants).where(entrants.c.tournament == number)
        paired = sa.select(pairings).where(pairings.c.tournament == number)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().first()
            if row is None:
                raise UnknownMatch(Text("errors.store.no_tournament", number=number))
            people = connection.execute(enter.order_by(entrants.c.number)).mappings().all()
            games = connection.execute(paired.order_by(pairings.c.number)).mappings().all()
        return _tournament(row, people, games)

    def reload(self, known: StoredTournament) -> StoredTournament:
        """Return the current state of a tournament, reading only the pairings that have changed."""
        # Before the database is read, the version first: later changes in memory are read again.
        version, before = known.version, known.tournament
        matches, ends = dict(known.matches), dict(known.ends)
        if before is None or version < 0:
            return self.load(known.id)
        query = sa.select(tournaments).where(tournaments.c.id == known.id)
        enter = sa.select(entrants).where(entrants.c.tournament == known.id)
        paired = sa.select(pairings).where(
            pairings.c.tournament == known.id, pairings.c.version > version
        )
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().one()
            people = connection.execute(enter.order_by(entrants.c.number)).mappings().all()
            games = connection.execute(paired.order_by(pairings.c.number)).mappings().all()
        stored = _tournament(row, people, ())
        stored.matches, stored.ends = matches, ends
        _restore_changes(stored, before, people, games)
        return stored

    # Commands, each in the caller's transaction

    def insert(self, transaction: Transaction, definition: Definition, seed: int, at: int) -> int:
        """Store a new draft and return its number."""
        row = new_row(definition, seed, at) | {"kind": "open", "status": "draft"}
        return insert_row(transaction.connection, tournaments, row)

    def insert_tryout(
        self, transaction: Transaction, definition: Definition, seed: int, at: int
    ) -> int:
        """Store a try-out tournament that starts at once and return its number."""
        row = new_row(definition, seed, at) | {"kind": "tryout", "status": "running"}
        return insert_row(transaction.connection, tournaments, row | {"started": at})

    def raise_version(self, transaction: Transaction, number: int, version: int) -> None:
        """Raise the version of a tournament by one; refuse if it is not the expected version."""
        row = sa.update(tournaments).where(tournaments.c.id == number)
        row = row.where(tournaments.c.version == version).values(version=version + 1)
        if transaction.connection.execute(row).rowcount != 1:
            raise StoreUnavailable(Text("errors.store.tournament_changed", number=number))

    def set_status(self, transaction: Transaction, number: int, change: StatusChange) -> None:
        """Store that a tournament starts, pauses, resumes or ends."""
        row = sa.update(tournaments).where(tournaments.c.id == number)
        transaction.connection.execute(row.values(**change))

    def insert_entrants(
        self, transaction: Transaction, number: int, participants: Iterable[Participant]
    ) -> None:
        """Store participants who have entered."""
        rows = [asdict(each) | {"tournament": number} for each in participants]
        transaction.connection.execute(sa.insert(entrants), rows)

    def delete_entrant(self, transaction: Transaction, number: int, entrant: int) -> None:
        """Delete an entrant, as if they had never entered."""
        row = entrants.c.tournament == number, entrants.c.number == entrant
        transaction.connection.execute(sa.delete(entrants).where(*row))

    def insert_pairings(
        self, transaction: Transaction, number: int, games: Iterable[Pairing], version: int = 0
    ) -> None:
        """Store pairings without results."""
        rows = [
            {
                "tournament": number,
                "number": each.number,
                "round": each.round,
                "black": each.black,
                "white": each.white,
                "version": version,
            }
            for each in games  # there may be a hundred thousand of them
        ]
        if rows:
            transaction.connection.execute(sa.insert(pairings), rows)

    def delete_pairings(self, transaction: Transaction, number: int) -> None:
        """Delete the pairings of a draft, which an interrupted start has left behind."""
        transaction.connection.execute(sa.delete(pairings).where(pairings.c.tournament == number))

    def write_changes(
        self, transaction: Transaction, number: int, changes: TournamentChanges, version: int = 0
    ) -> None:
        """Store new pairings, results and withdrawals."""
        self.insert_pairings(transaction, number, changes.added, version)
        connection = transaction.connection
        for game, result in changes.results.items():
            row = _result_row(result) | {"ended": changes.ends[game]}
            connection.execute(_pairing(number, game, version).values(row))
        for game in changes.opened:
            connection.execute(_pairing(number, game, version).values(_UNPLAYED | {"match": None}))
        for entrant, effect in changes.left.items():
            row = {"withdrawn": changes.at, "fate": effect.value}
            connection.execute(_entrant(number, entrant).values(row))
        for entrant in changes.returned:
            connection.execute(_entrant(number, entrant).values(withdrawn=None, fate=None))

    def assign_match(
        self, transaction: Transaction, number: int, game: int, match: str, version: int = 0
    ) -> None:
        """Store the match that is played for a pairing without one."""
        is_free = pairings.c.match.is_(None), pairings.c.result.is_(None)
        change = _pairing(number, game, version).where(*is_free).values(match=match)
        if transaction.connection.execute(change).rowcount != 1:
            raise TournamentError(Text("errors.store.game_already_started", game=game))

    def remove_match(
        self, transaction: Transaction, number: int, game: int, version: int = 0
    ) -> None:
        """Store that a pairing must be played again."""
        transaction.connection.execute(_pairing(number, game, version).values(match=None))


def result_word(result: Result) -> str:
    """Return a result as one word: black, white, draw, or none if both have lost."""
    if result.winner is not None:
        return str(result.winner)
    return "draw" if result.is_draw else "none"


def _tournament(
    row: Mapping[Any, Any], people: Sequence[Mapping[Any, Any]], games: Sequence[Mapping[Any, Any]]
) -> StoredTournament:
    names = ("id", "kind", "status", "seed", "created", "started", "ended", "version")
    with reading_row("tournament", row["id"]):
        stored = StoredTournament(
            definition=Definition.from_dict(json_object(row["definition"])),
            participants={
                each["number"]: Participant(*(each[one] for one in _SEATED)) for each in people
            },
            **{name: row[name] for name in names},
        )
        if games and stored.started is not None:  # otherwise its start was interrupted
            _restore(stored, people, games)
        return stored


def _restore(
    stored: StoredTournament,
    people: Iterable[Mapping[Any, Any]],
    games: Sequence[Mapping[Any, Any]],
) -> None:
    ended = [row for row in games if row["result"] is not None]
    definition = stored.definition
    stored.matches = {row["number"]: row["match"] for row in games if row["match"] is not None}
    stored.ends = {row["number"]: row["ended"] for row in ended}
    stored.tournament = Tournament(
        definition.name,
        tuple(stored.entered()),
        format=definition.format,
        seed=definition.seed,
        withdraw_after=definition.withdraw_after,
        tie_break=definition.tie_break,
        pairings=tuple(map(_paired, games)),
        results=_in_order({row["number"]: _result(row) for row in ended}, stored.ends),
        withdrawn=_withdrawn(people),
    )


def _restore_changes(
    stored: StoredTournament,
    before: Tournament,
    people: Iterable[Mapping[Any, Any]],
    games: Sequence[Mapping[Any, Any]],
) -> None:
    """Update the previous state with the pairings that have changed since."""
    results = dict(before.results)
    for row in games:
        number = row["number"]
        for kept, value in ((stored.matches, row["match"]), (stored.ends, row["ended"])):
            if value is None:
                kept.pop(number, None)
            else:
                kept[number] = value
        results.pop(number, None)
        if row["result"] is not None:
            results[number] = _result(row)
    added = [row for row in games if row["number"] > len(before.pairings)]
    stored.tournament = replace(
        before,
        entrants=tuple(stored.entered()),
        pairings=(*before.pairings, *map(_paired, added)),
        results=_in_order(results, stored.ends),
        withdrawn=_withdrawn(people),
    )


def _paired(row: Mapping[Any, Any]) -> Pairing:
    return Pairing(row["number"], row["round"], row["black"], row["white"])


def _in_order(results: Mapping[int, Result], ends: Mapping[int, int]) -> dict[int, Result]:
    """Return results in the order in which they came in."""
    return dict(sorted(results.items(), key=lambda each: (ends[each[0]], each[0])))


def _withdrawn(people: Iterable[Mapping[Any, Any]]) -> dict[int, WithdrawalEffect]:
    return {
        row["number"]: WithdrawalEffect(row["fate"]) for row in people if row["fate"] is not None
    }


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


def _pairing(tournament: int, number: int, version: int) -> sa.Update:
    row = pairings.c.tournament == tournament, pairings.c.number == number
    return sa.update(pairings).where(*row).values(version=version)


def _entrant(tournament: int, number: int) -> sa.Update:
    row = entrants.c.tournament == tournament, entrants.c.number == number
    return sa.update(entrants).where(*row)

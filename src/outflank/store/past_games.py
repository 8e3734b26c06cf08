"""Matches that are over in SQL: lists with filters, results of players, and openings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import sqlalchemy as sa

from outflank.errors import UnknownMatch
from outflank.store.database import Database
from outflank.store.schema import events, matches, reviews

__all__ = ["PastGame", "PastGameSelection", "PastGameStore", "ResultTally", "Seated"]

ColorWord: TypeAlias = Literal["black", "white"]
ResultWord: TypeAlias = Literal["won", "drawn", "lost"]

_COLORS: Final[tuple[ColorWord, ColorWord]] = ("black", "white")
_COLUMNS: Final = (
    "id", "status", "variant", "size", "black", "white", "black_seat", "white_seat", "tournament",
    "created", "ended", "winner", "reason", "black_score", "white_score", "opening",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat on a side: a player by number, or whoever has a seat such as computer:5."""

    player: int | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGameSelection:
    """Which matches that are over to list, the newest first; None is any.

    Without a `player` the winner is a colour; with one, `result` is the player's. Private matches
    are listed only for a player to whom they belong.
    """

    player: int | None = None
    opponent: Seated | None = None
    color: ColorWord | None = None  # the player's
    result: ResultWord | None = None
    winner: ColorWord | Literal["nobody"] | None = None
    variant: str | None = None
    size: int | None = None
    opening: str | None = None
    since: int | None = None
    until: int | None = None  # not included
    before: str | None = None  # only those older than this match
    limit: int = 30
    with_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """What a list says about a match that is over."""

    id: str
    status: Literal["finished", "void"]
    variant: str
    size: int
    black: int | None
    white: int | None
    black_seat: str
    white_seat: str
    tournament: int | None
    created: int
    ended: int | None
    winner: ColorWord | None
    reason: str | None
    black_score: int | None
    white_score: int | None
    opening: str | None
    has_review: bool


@dataclass(frozen=True, slots=True)
class ResultTally:
    """How many matches of a player with one colour, opponent and opening ended so."""

    color: ColorWord
    opponent: Seated
    opening: str
    result: ResultWord
    games: int


class PastGameStore:
    """Queries about matches that are over; each reads no more than a page or a set number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def listed(self, selection: PastGameSelection) -> list[PastGame]:
        """Return the matches that were selected, the newest first."""
        with self._database.reading() as connection:
            place = _place(connection, selection.before)
            if selection.player is None:
                query = _public(selection, place)
            else:
                colors = _COLORS if selection.color is None else (selection.color,)
                sides = [_of_player(selection, color, place) for color in colors]
                both = sa.union_all(*(side.subquery().select() for side in sides)).subquery()
                query = both.select().order_by(both.c.created.desc(), both.c.id.desc())
            rows = connection.execute(query.limit(selection.limit)).mappings().all()
            names = [row["id"] for row in rows]
            known = sa.select(reviews.c.match).where(reviews.c.match.in_(names))
            reviewed = set(connection.execute(known).scalars())
        return [PastGame(**row, has_review=row["id"] in reviewed) for row in rows]

    def results(self, player: int, *, most: int, with_private: bool) -> list[ResultTally]:
        """Return how the newest matches of a player ended, by colour, opponent and opening."""
        chosen = PastGameSelection(player=player, limit=most, with_private=with_private)
        newest = sa.union_all(
            *(_results(chosen, color).subquery().select() for color in _COLORS)
        ).subquery()
        newest = newest.select().order_by(newest.c.created.desc()).limit(most).subquery()
        groups = [newest.c[name] for name in ("color", "player", "seat", "opening", "result")]
        query = sa.select(*groups, sa.func.count().label("games")).group_by(*groups)
        with self._database.reading() as connection:
            return [
                ResultTally(
                    row.color, Seated(row.player, row.seat), row.opening or "", row.result,
                    row.games,
                )
                for row in connection.execute(query)
            ]  # fmt: skip

    def start_of(self, match: str) -> str | None:
        """Return the first event of a match, which tells how it was set up."""
        query = sa.select(events.c.data).where(events.c.match == match, events.c.seq == 0)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    # Openings

    def without_opening(self, limit: int) -> list[str]:
        """Return finished matches whose opening nobody has looked for, the newest first."""
        query = (
            sa.select(matches.c.id)
            .where(matches.c.opening.is_(None), matches.c.status == "finished")
            .order_by(matches.c.ended.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def name_openings(self, names: Mapping[str, str]) -> None:
        """Store the openings of matches; nothing is an opening without a name."""
        change = sa.update(matches).where(matches.c.id == sa.bindparam("match"))
        change = change.values(opening=sa.bindparam("name"))
        rows = [{"match": match, "name": name} for match, name in names.items()]
        self._database.write(lambda connection: connection.execute(change, rows))


def _place(connection: sa.Connection, before: str | None) -> tuple[int, str] | None:
    """Return after which match of the order by time a page begins."""
    if before is None:
        return None
    created = connection.execute(
        sa.select(matches.c.created).where(matches.c.id == before)
    ).scalar()
    if created is None:
        raise UnknownMatch(f"there is no match {before!r}")
    return created, before


def _chosen(selection: PastGameSelection, place: tuple[int, str] | None) -> list[Any]:
    """Return the conditions that do not depend on a side."""
    conditions: list[Any] = [matches.c.status != "running"]
    if not selection.with_private:
        conditions.append(matches.c.private.is_(False))
    conditions += [
        matches.c[name] == value
        for name in ("variant", "size", "opening")
        if (value := getattr(selection, name)) is not None
    ]
    if selection.since is not None:
        conditions.append(matches.c.created >= selection.since)
    if selection.until is not None:
        conditions.append(matches.c.created < selection.until)
    if selection.winner is not None:
        is_drawn = selection.winner == "nobody"
        winner = None if is_drawn else selection.winner
        conditions += [matches.c.winner.is_(None) if is_drawn else matches.c.winner == winner]
        conditions.append(matches.c.status == "finished")
    if place is not None:
        created, name = place
        conditions.append(
            sa.tuple_(matches.c.created, matches.c.id) < sa.tuple_(sa.literal(created), name)
        )
    return conditions


def _newest(
    columns: Sequence[Any], conditions: Sequence[Any], selection: PastGameSelection
) -> sa.Select[Any]:
    chosen = sa.select(*columns).where(*conditions)
    return chosen.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(selection.limit)


def _public(selection: PastGameSelection, place: tuple[int, str] | None) -> sa.Select[Any]:
    columns = [matches.c[name] for name in _COLUMNS]
    return _newest(columns, _chosen(selection, place), selection)


def _of_player(
    selection: PastGameSelection, color: ColorWord, place: tuple[int, str] | None
) -> sa.Select[Any]:
    """Return the matches in which the player had one colour, from the index of that colour."""
    other = _other(color)
    conditions = [matches.c[color] == selection.player, *_chosen(selection, place)]
    if selection.opponent is not None:
        conditions.append(matches.c[other].is_not_distinct_from(selection.opponent.player))
        if selection.opponent.seat is not None:
            conditions.append(matches.c[f"{other}_seat"] == selection.opponent.seat)
    if selection.result is not None:
        ended = {
            "won": matches.c.winner == color,
            "lost": matches.c.winner == other,
            "drawn": matches.c.winner.is_(None),
        }
        conditions += [matches.c.status == "finished", ended[selection.result]]
    return _newest([matches.c[name] for name in _COLUMNS], conditions, selection)


def _results(selection: PastGameSelection, color: ColorWord) -> sa.Select[Any]:
    """Return how the newest matches of the player with one colour ended."""
    other = _other(color)
    result = sa.case(
        (matches.c.winner == color, "won"), (matches.c.winner.is_(None), "drawn"), else_="lost"
    )
    # Who sits at the player's own screen has a name, but no account to count by.
    columns = [
        sa.literal(color).label("color"),
        matches.c[other].label("player"),
        sa.case((matches.c[other].is_(None), matches.c[f"{other}_seat"])).label("seat"),
        matches.c.opening,
        result.label("result"),
        matches.c.created,
    ]
    conditions = [matches.c[color] == selection.player, matches.c.status == "finished"]
    return _newest(columns, [*conditions, *_chosen(selection, None)], selection)


def _other(color: ColorWord) -> ColorWord:
    return "white" if color == "black" else "black"

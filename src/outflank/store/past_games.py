"""The SQL store of finished matches: filtered lists, results of players, and openings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import sqlalchemy as sa

from outflank.errors import UnknownMatch
from outflank.store.database import Database
from outflank.store.match_store import newest_first
from outflank.store.schema import events, matches, reviews
from outflank.texts import Text

__all__ = [
    "PastGame",
    "PastGamePage",
    "PastGameSelection",
    "PastGameStore",
    "ResultCount",
    "Seated",
]

ColorWord: TypeAlias = Literal["black", "white"]
ResultWord: TypeAlias = Literal["won", "drawn", "lost"]
Place: TypeAlias = tuple[int, str]  # in order of time: when a match started, and its name

_LOOKED_AT: Final = 20_000  # matches that one page searches for rare ones
_COLORS: Final[tuple[ColorWord, ColorWord]] = ("black", "white")
_COLUMNS: Final = (
    "id", "status", "variant", "size", "black", "white", "black_seat", "white_seat", "tournament",
    "created", "ended", "winner", "reason", "black_score", "white_score", "opening",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seated:
    """Who played one side: a player by number, or the holder of a seat such as computer:5."""

    player: int | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGameSelection:
    """A selection of finished matches to list, the newest first; None means any.

    Without a `player`, use `winner`, a colour; with one, `result` is the player's. Private matches
    are listed only for their own players.
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
    until: int | None = None  # exclusive
    before: str | None = None  # only matches older than this one
    limit: int = 30
    with_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """A finished match as it appears in a list."""

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
class ResultCount:
    """The number of a player's matches with one colour, opponent, opening and result."""

    color: ColorWord
    opponent: Seated
    opening: str
    result: ResultWord
    games: int


class PastGamePage(NamedTuple):
    """A page of a list, and the match after which the next page starts; None if there is none."""

    games: list[PastGame]
    older: str | None


class PastGameStore:
    """Queries about finished matches; each reads at most a page or a fixed number of rows."""

    def __init__(self, database: Database, most: int = _LOOKED_AT) -> None:
        self._database = database
        self._most = most

    def page(self, selection: PastGameSelection) -> PastGamePage:
        """Return one page of the selected matches.

        A page searches only a fixed number of matches for rare ones; the next page continues.
        """
        with self._database.reading() as connection:
            end = self._end(connection, selection) if _is_narrowed(selection) else None
        found = self.listed(replace(selection, limit=selection.limit + 1), end)
        if len(found) > selection.limit:
            return PastGamePage(found[:-1], found[-2].id)
        return PastGamePage(found, None if end is None else end[1])

    def _end(self, connection: sa.Connection, selection: PastGameSelection) -> Place | None:
        """Return the last match that a page searches, or None if it can search them all."""
        within = _within(selection, _place(connection, selection.before))
        newest = sa.select(matches.c.created, matches.c.id)
        newest = newest.order_by(matches.c.created.desc(), matches.c.id.desc())
        newest = newest.offset(self._most - 1).limit(1)
        sides = [[]] if selection.player is None else [
            [matches.c[color] == selection.player] for color in _COLORS
        ]  # fmt: skip
        ends = (connection.execute(newest.where(*side, *within)).first() for side in sides)
        return max(((end.created, end.id) for end in ends if end is not None), default=None)

    def listed(self, selection: PastGameSelection, end: Place | None = None) -> list[PastGame]:
        """Return the selected matches, the newest first, down to `end`."""
        with self._database.reading() as connection:
            place = _place(connection, selection.before)
            if selection.player is None:
                query = _public(selection, place, end)
            else:
                colors = _COLORS if selection.color is None else (selection.color,)
                sides = [_of_player(selection, color, place, end) for color in colors]
                both = sa.union_all(*(side.subquery().select() for side in sides)).subquery()
                query = newest_first(both.select(), both)
            rows = connection.execute(query.limit(selection.limit)).mappings().all()
            names = [row["id"] for row in rows]
            known = sa.select(reviews.c.match).where(reviews.c.match.in_(names))
            reviewed = set(connection.execute(known).scalars())
        return [PastGame(**row, has_review=row["id"] in reviewed) for row in rows]

    def results(self, player: int, *, most: int, with_private: bool) -> list[ResultCount]:
        """Return the results of a player's newest matches by colour, opponent and opening."""
        chosen = PastGameSelection(player=player, limit=most, with_private=with_private)
        newest = sa.union_all(
            *(_results(chosen, color).subquery().select() for color in _COLORS)
        ).subquery()
        newest = newest.select().order_by(newest.c.created.desc()).limit(most).subquery()
        groups = [newest.c[name] for name in ("color", "player", "seat", "opening", "result")]
        query = sa.select(*groups, sa.func.count().label("games")).group_by(*groups)
        with self._database.reading() as connection:
            return [
                ResultCount(
                    row.color, Seated(row.player, row.seat), row.opening or "", row.result,
                    row.games,
                )
                for row in connection.execute(query)
            ]  # fmt: skip

    def start_of(self, match: str) -> str | None:
        """Return the first event of a match, which has its settings."""
        query = sa.select(events.c.data).where(events.c.match == match, events.c.seq == 0)
        with self._database.reading() as connection:
            return connection.execute(query).scalar()

    # Openings

    def without_opening(self, limit: int) -> list[str]:
        """Return finished matches whose opening has not been determined, the newest first."""
        query = (
            sa.select(matches.c.id)
            .where(matches.c.opening.is_(None), matches.c.status == "finished")
            .order_by(matches.c.ended.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def name_openings(self, names: Mapping[str, str]) -> None:
        """Store the openings of matches; an empty name means an opening without a name."""
        change = sa.update(matches).where(matches.c.id == sa.bindparam("match"))
        change = change.values(opening=sa.bindparam("name"))
        rows = [{"match": match, "name": name} for match, name in names.items()]
        self._database.write(lambda connection: connection.execute(change, rows))


def _place(connection: sa.Connection, before: str | None) -> Place | None:
    """Return the place of a match, after which a page starts."""
    if before is None:
        return None
    created = connection.execute(
        sa.select(matches.c.created).where(matches.c.id == before)
    ).scalar()
    if created is None:
        raise UnknownMatch(Text("errors.store.no_match", before=repr(before)))
    return created, before


def _within(
    selection: PastGameSelection, place: Place | None, end: Place | None = None
) -> list[Any]:
    """Return the conditions that limit the matches to a range of time."""
    conditions: list[Any] = []
    moment = sa.tuple_(matches.c.created, matches.c.id)
    if selection.since is not None:
        conditions.append(matches.c.created >= selection.since)
    if selection.until is not None:
        conditions.append(matches.c.created < selection.until)
    if place is not None:
        conditions.append(moment < sa.tuple_(*map(sa.literal, place)))
    if end is not None:
        conditions.append(moment >= sa.tuple_(*map(sa.literal, end)))
    return conditions


def _is_narrowed(selection: PastGameSelection) -> bool:
    """Return whether the selection filters by anything but player and time."""
    names = ("opponent", "color", "result", "winner", "variant", "size", "opening")
    return any(getattr(selection, name) is not None for name in names)


def _chosen(selection: PastGameSelection) -> list[Any]:
    """Return the other conditions, except those that depend on a side."""
    conditions: list[Any] = [matches.c.status != "running"]
    if not selection.with_private:
        conditions.append(matches.c.private.is_(False))
    conditions += [
        matches.c[name] == value
        for name in ("variant", "size", "opening")
        if (value := getattr(selection, name)) is not None
    ]
    if selection.winner is not None:
        is_drawn = selection.winner == "nobody"
        winner = None if is_drawn else selection.winner
        conditions += [matches.c.winner.is_(None) if is_drawn else matches.c.winner == winner]
        conditions.append(matches.c.status == "finished")
    return conditions


def _newest(
    columns: Sequence[Any], conditions: Sequence[Any], selection: PastGameSelection
) -> sa.Select[Any]:
    return newest_first(sa.select(*columns).where(*conditions)).limit(selection.limit)


def _public(selection: PastGameSelection, place: Place | None, end: Place | None) -> sa.Select[Any]:
    columns = [matches.c[name] for name in _COLUMNS]
    return _newest(columns, _chosen(selection) + _within(selection, place, end), selection)


def _of_player(
    selection: PastGameSelection, color: ColorWord, place: Place | None, end: Place | None
) -> sa.Select[Any]:
    """Return the matches that the player played with one colour, from the index of that colour."""
    other = _other(color)
    conditions = [matches.c[color] == selection.player, *_chosen(selection)]
    conditions += _within(selection, place, end)
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
    """Return the results of the player's newest matches with one colour."""
    other = _other(color)
    result = sa.case(
        (matches.c.winner == color, "won"), (matches.c.winner.is_(None), "drawn"), else_="lost"
    )
    # A second player at the same screen has a name, but no account to count by.
    columns = [
        sa.literal(color).label("color"),
        matches.c[other].label("player"),
        sa.case((matches.c[other].is_(None), matches.c[f"{other}_seat"])).label("seat"),
        matches.c.opening,
        result.label("result"),
        matches.c.created,
    ]
    conditions = [matches.c[color] == selection.player, matches.c.status == "finished"]
    return _newest(columns, [*conditions, *_chosen(selection)], selection)


def _other(color: ColorWord) -> ColorWord:
    return "white" if color == "black" else "black"

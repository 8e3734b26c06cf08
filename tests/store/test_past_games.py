"""Lists of finished matches: filters, pages, results of players, openings, tournaments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.errors import UnknownMatch
from outflank.store.database import Database
from outflank.store.past_games import PastGameSelection, PastGameStore, Seated
from outflank.store.past_tournaments import PastTournamentStore
from outflank.store.review_store import ReviewStore, StoredReview
from outflank.store.schema import entrants, matches, pairings, players, tournaments
from support.server.competition_server import database_in, prepare_database

pytestmark = pytest.mark.databases("sqlite", "postgresql")

ADA, BOB, CLEO = 1, 2, 3
ROW = {
    "status": "finished",
    "variant": "classic",
    "size": 8,
    "black_seat": "bot",
    "white_seat": "bot",
    "seq": 9,
    "changed": 1,
    "rated": False,
    "private": False,
    "winner": "black",
    "reason": "full board",
    "black_score": 40,
    "white_score": 24,
}
GAMES: dict[str, dict[str, Any]] = {
    "a": {"black": ADA, "white": BOB, "created": 1_000, "opening": "Tiger"},
    "b": {"black": BOB, "white": ADA, "created": 2_000, "winner": "white", "opening": "Tiger"},
    "c": {"black": ADA, "white": CLEO, "created": 3_000, "winner": "white", "size": 6},
    "d": {"black": ADA, "created": 4_000, "winner": None, "white_seat": "computer:5"},
    "e": {"black": BOB, "white": CLEO, "created": 5_000, "variant": "anti"},
    "f": {"black": ADA, "created": 6_000, "private": True, "white_seat": "beside:1"},
    "g": {"black": ADA, "white": BOB, "created": 7_000, "status": "running", "winner": None},
    "h": {"black": ADA, "white": BOB, "created": 8_000, "status": "void", "winner": None},
}


@pytest.fixture
def database(tmp_path: Path, database_kind: str) -> Iterator[Database]:
    with database_in(tmp_path, database_kind), Database(prepare_database(tmp_path)) as opened:

        def fill(connection: sa.Connection) -> None:
            for number, name in ((ADA, "Ada"), (BOB, "Bob"), (CLEO, "Cleo")):
                row = {"id": number, "kind": "bot", "name": name, "folded": name, "created": 1}
                connection.execute(sa.insert(players), row)
            for name, given in GAMES.items():
                row = {**ROW, "id": name, "ended": given["created"] + 500, **given}
                connection.execute(sa.insert(matches), row)

        opened.write(fill)
        yield opened


@pytest.fixture
def games(database: Database) -> PastGameStore:
    return PastGameStore(database)


def names(games: PastGameStore, **chosen: Any) -> str:
    return "".join(one.id for one in games.listed(PastGameSelection(**chosen)))


def test_finished_public_matches_are_listed_newest_first(games: PastGameStore) -> None:
    assert names(games) == "hedcba"
    assert names(games, limit=2) == "he"
    assert names(games, limit=2, before="e") == "dc"
    with pytest.raises(UnknownMatch, match="there is no match 'z'"):
        names(games, before="z")


def test_each_page_looks_for_rare_games_among_a_fixed_number_of_matches(database: Database) -> None:
    games = PastGameStore(database, most=3)
    shown = []
    for chosen in (PastGameSelection(opening="Tiger"), PastGameSelection(player=ADA, size=6)):
        pages, before = [], None
        while True:
            page = games.page(replace(chosen, before=before))
            pages.append("".join(one.id for one in page.games))
            if (before := page.older) is None:
                break
        shown.append(pages)
    assert shown == [["", "", "ba"], ["", "c", ""]]


def test_a_page_says_after_which_match_the_list_continues(games: PastGameStore) -> None:
    first = games.page(PastGameSelection(limit=4))
    assert ("".join(one.id for one in first.games), first.older) == ("hedc", "c")
    last = games.page(PastGameSelection(limit=2, before="c"))
    assert ("".join(one.id for one in last.games), last.older) == ("ba", None)


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, "hdcba"),
        ({"with_private": True}, "hfdcba"),
        ({"limit": 2}, "hd"),
        ({"limit": 2, "before": "d"}, "cb"),
        ({"color": "white"}, "b"),
        ({"result": "won"}, "ba"),
        ({"result": "lost"}, "c"),
        ({"result": "drawn"}, "d"),
        ({"opponent": Seated(BOB)}, "hba"),
        ({"opponent": Seated(None, "computer:5")}, "d"),
        ({"size": 6}, "c"),
        ({"variant": "anti"}, ""),
        ({"opening": "Tiger"}, "ba"),
        ({"since": 2_000, "until": 4_000}, "cb"),
        ({"since": 2_000, "result": "won"}, "b"),
    ],
)
def test_the_games_of_a_player_can_be_filtered(
    games: PastGameStore, chosen: dict[str, Any], found: str
) -> None:
    assert names(games, player=ADA, **chosen) == found


def test_all_games_can_be_filtered_by_their_winner(games: PastGameStore) -> None:
    assert names(games, winner="white") == "cb"
    assert names(games, winner="nobody") == "d"
    assert names(games, winner="black", variant="anti") == "e"


def test_a_list_says_which_matches_were_reviewed(database: Database, games: PastGameStore) -> None:
    reviews = ReviewStore(database)
    assert reviews.keep(StoredReview("a", "browser", 1, {"moves": []}))
    assert reviews.keep(StoredReview("a", "server", 2, {"moves": [1]}))
    assert not reviews.keep(StoredReview("a", "browser", 3, {"moves": []}))
    assert not reviews.keep(StoredReview("g", "server", 3, {}))  # a running one
    assert not reviews.keep(StoredReview("z", "server", 3, {}))
    assert reviews.get("a") == StoredReview("a", "server", 2, {"moves": [1]})
    assert [one.id for one in games.listed(PastGameSelection()) if one.has_review] == ["a"]


def test_results_are_counted_by_colour_opponent_and_opening(games: PastGameStore) -> None:
    found = games.results(ADA, most=100, with_private=False)
    assert {(one.color, one.opponent, one.opening, one.result, one.games) for one in found} == {
        ("black", Seated(BOB), "Tiger", "won", 1),
        ("white", Seated(BOB), "Tiger", "won", 1),
        ("black", Seated(CLEO), "", "lost", 1),
        ("black", Seated(None, "computer:5"), "", "drawn", 1),
    }
    newest = games.results(ADA, most=2, with_private=True)
    assert {one.opponent.seat for one in newest} == {"beside:1", "computer:5"}


def test_openings_are_found_later_and_stored(games: PastGameStore) -> None:
    assert games.without_opening(2) == ["f", "e"]
    games.name_openings({"f": "", "e": "Rose"})
    assert games.without_opening(9) == ["d", "c"]
    assert names(games, opening="Rose") == "e"


@pytest.mark.databases("sqlite")  # because its query plan is read
@pytest.mark.parametrize(
    "chosen", [{}, {"player": ADA}, {"player": ADA, "opponent": Seated(BOB)}, {"before": "d"}]
)
def test_no_list_reads_all_matches(
    database: Database, games: PastGameStore, chosen: dict[str, Any]
) -> None:
    asked: list[tuple[str, Any]] = []

    @sa.event.listens_for(database.engine, "before_cursor_execute")
    def note(_a: Any, _b: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    games.listed(PastGameSelection(**chosen))
    sa.event.remove(database.engine, "before_cursor_execute", note)
    with database.reading() as connection:
        for statement, parameters in asked:
            if "SELECT" not in statement:
                continue
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            steps = [row.detail for row in plan]
            whole = [step for step in steps if step.startswith("SCAN matches")]
            assert all("USING INDEX ix_matches_created_id" in step for step in whole), steps


@pytest.mark.databases("sqlite")  # because its query plan is read
def test_unnamed_openings_are_found_by_their_own_index(
    database: Database, games: PastGameStore
) -> None:
    asked: list[tuple[str, Any]] = []

    @sa.event.listens_for(database.engine, "before_cursor_execute")
    def note(_a: Any, _b: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    assert games.without_opening(1) == ["f"]
    sa.event.remove(database.engine, "before_cursor_execute", note)
    (statement, parameters) = asked[-1]
    with database.reading() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
    assert "ix_matches_without_opening" in plan[0].detail


def test_tournaments_are_listed_without_being_loaded(database: Database) -> None:
    definition = json.dumps({"name": "Cup", "variant": "anti", "size": 6})
    usual = {"definition": definition, "seed": 1, "created": 1}

    def fill(connection: sa.Connection) -> None:
        for number, kind, status, started in [
            (1, "open", "finished", 5),
            (2, "tryout", "archived", 5),
            (3, "open", "draft", None),
            (4, "open", "running", 5),
        ]:
            row = {"id": number, "name": f"Cup {number}", "kind": kind, "status": status}
            connection.execute(sa.insert(tournaments), {**usual, **row, "started": started})
        for number, player in ((1, ADA), (2, BOB)):
            row = {"tournament": 1, "number": number, "player": player, "seat": "bot", "name": "x"}
            connection.execute(sa.insert(entrants), row)
        for number, result in ((1, "black"), (2, None)):
            row = {"tournament": 1, "number": number, "round": 1, "black": 1, "white": 2}
            connection.execute(sa.insert(pairings), {**row, "result": result})

    database.write(fill)
    store = PastTournamentStore(database)
    assert [one.id for one in store.listed(limit=9)] == [4, 1]
    assert [one.id for one in store.listed(limit=1, before=4)] == [1]
    assert [one.id for one in store.listed(limit=9, with_tryouts=True)] == [4, 2, 1]
    (cup,) = store.of_player(ADA, 9)
    assert (cup.players, cup.played, cup.total, cup.definition["size"]) == (2, 1, 2, 6)
    assert store.of_player(CLEO, 9) == []
    assert store.names_of([1, 3, 99]) == {1: "Cup 1", 3: "Cup 3"}

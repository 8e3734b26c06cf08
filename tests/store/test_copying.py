"""`outflank admin copy`: whole databases between SQLite and PostgreSQL, all or nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from outflank.analysis import own_puzzles
from outflank.cli.server.admin import command
from outflank.errors import InvalidValue, JournalError, StoreUnavailable
from outflank.learning import Attempt
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.database_check import check_database
from outflank.store.copying import copy_database
from outflank.store.database import Database
from outflank.store.schema import events, matches, metadata, players
from support.server.competition_server import HandClock, begin, first_move
from support.server.postgres import postgres_database
from support.server.tournament_server import begin_cup, by_hand, play_all
from support.signing.signed_exports import play_and_resign


def copy(source: object, target: object) -> Result:
    return CliRunner().invoke(command, ["copy", str(source), str(target)])


def rows_of(url: str) -> dict[str, int]:
    """Return the number of rows of each table of a database."""
    with Database(url) as database, database.reading() as connection:
        return {
            table.name: connection.execute(
                sa.select(sa.func.count()).select_from(table)
            ).scalar_one()
            for table in metadata.sorted_tables
        }


@pytest.fixture
def filled(tmp_path: Path, clock: HandClock) -> tuple[str, str]:
    """A SQLite database with finished, signed and running games, and the running match."""
    server = by_hand(tmp_path, clock)
    play_and_resign(server)
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    server.signer.sign()
    running = begin(server, "5+3")
    turn, square = first_move(running)
    running.play(square, turn=turn)
    learn(server, min(running.players))
    server.close()
    return f"{tmp_path}/server.db", running.name


def learn(server: CompetitionServer, player: int) -> None:
    """Let a player try a puzzle, which moves both ratings."""
    puzzle = own_puzzles()[0]
    tried = Attempt(id="attempt-1", at=1, subject=f"puzzle/{puzzle.id}", move="")
    assert server.learning.add(player, [tried]).added == 1


def open_on(url: str, key: str, clock: HandClock) -> CompetitionServer:
    return CompetitionServer(Configuration(url, tryout=False, signing_key=key), clock)


def test_a_database_goes_to_postgresql_and_back_and_a_running_game_goes_on(
    filled: tuple[str, str], tmp_path: Path, clock: HandClock
) -> None:
    source, name = filled
    key = f"{source}.signing-key"
    before = rows_of(source)
    with postgres_database() as url:
        said = copy(source, url)
        assert said.exit_code == 0, said.output
        assert f"{sum(before.values()):,} rows were copied, with 3 matches" in said.output
        assert f"copy {key} too" in said.output
        assert rows_of(url) == before
        assert before["learning_entries"] == before["puzzle_ratings"] == 1
        server = open_on(url, key, clock)
        room = server.registry.room(name)
        learned = server.learning.progress(min(room.players))
        assert len(learned.failed) == 1
        seq = room.seq
        turn, square = first_move(room)
        room.play(square, turn=turn)
        assert room.seq > seq
        new = begin(server)  # new rows are numbered after those that were copied
        assert min(new.players) > before["players"]
        server.close()
        back = tmp_path / "back.db"
        assert copy(url, back).exit_code == 0
        assert rows_of(str(back)) == rows_of(url)
    again = open_on(str(back), key, clock)
    try:
        # The clock was stopped when the server was, and goes on.
        assert again.registry.room(name).seq == room.seq + 2
        turn, square = first_move(again.registry.room(name))
        again.registry.room(name).play(square, turn=turn)
        assert check_database(again.database).problems == []
        assert again.learning.progress(min(room.players)) == learned
        assert again.signer.key is not None
        assert [one.key for one in again.store.signatures.known_keys()] == [again.signer.key.public]
    finally:
        again.close()


def test_a_target_that_is_not_empty_is_refused(filled: tuple[str, str], tmp_path: Path) -> None:
    source, _ = filled
    target = tmp_path / "other.db"
    assert copy(source, target).exit_code == 0
    again = copy(source, target)
    assert isinstance(again.exception, InvalidValue)
    assert "is not empty: the table" in str(again.exception)
    same = copy(source, source)
    assert isinstance(same.exception, InvalidValue)
    assert "the same database" in str(same.exception)
    with Database(str(foreign := tmp_path / "foreign.db")) as database:
        database.write(lambda connection: connection.execute(sa.text("CREATE TABLE cats (id INT)")))
    refused = copy(source, foreign)
    assert "tables of another program, such as cats" in str(refused.exception)


def test_a_missing_source_is_reported_in_a_sentence(tmp_path: Path) -> None:
    refused = copy(tmp_path / "none.db", tmp_path / "target.db")
    assert refused.exit_code == 2
    assert (
        f"there is no database {tmp_path / 'none.db'}; SOURCE must name an existing one"
        in refused.output
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("server")
def test_nothing_is_copied_while_a_server_uses_the_source(tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    refused = copy(tmp_path / "server.db", target)
    assert isinstance(refused.exception, StoreUnavailable)
    assert "another server is using" in str(refused.exception)
    assert not list(tmp_path.glob("target*"))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_interrupted_copy_leaves_the_target_empty(
    filled: tuple[str, str], tmp_path: Path, kind: str
) -> None:
    source, _ = filled
    total = sum(rows_of(source).values())

    def interrupt(done: int, _: int) -> None:
        if done >= total:  # everything is written but not compared yet
            raise KeyboardInterrupt

    def check(url: str) -> None:
        with Database(source) as old, Database(url) as new, pytest.raises(KeyboardInterrupt):
            copy_database(old, new, interrupt)
        assert set(rows_of(url).values()) == {0}
        assert copy(source, url).exit_code == 0  # it can still be used

    if kind == "sqlite":
        check(f"{tmp_path}/target.db")
    else:
        with postgres_database() as url:
            check(url)


def test_a_file_made_for_an_interrupted_copy_is_removed(
    filled: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, _ = filled

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("outflank.cli.progress.ProgressBar.__call__", stop)
    assert copy(source, tmp_path / "target.db").exit_code != 0
    assert not list(tmp_path.glob("target*"))


def test_a_source_with_a_broken_seal_is_not_copied(filled: tuple[str, str], tmp_path: Path) -> None:
    source, name = filled
    change = sa.update(events).where(events.c.match == name, events.c.seq == 0)
    with Database(source) as database:
        database.write(lambda connection: connection.execute(change.values(digest=b"x" * 32)))
    refused = copy(source, tmp_path / "target.db")
    assert isinstance(refused.exception, JournalError)
    assert f"the seal of match {name} does not match its events" in str(refused.exception)
    assert not (tmp_path / "target.db").exists()


def test_a_value_that_postgresql_cannot_hold_is_reported_and_leaves_it_empty(
    filled: tuple[str, str],
) -> None:
    source, _ = filled
    with Database(source) as database:
        database.write(
            lambda connection: connection.execute(
                sa.update(players).where(players.c.id == 1).values(name="x" * 300)
            )
        )
    with postgres_database() as url:
        refused = copy(source, url)
        assert isinstance(refused.exception, StoreUnavailable)
        assert "stays empty: value too long" in str(refused.exception)
        assert set(rows_of(url).values()) == {0}


def test_columns_of_every_kind_arrive_unchanged(filled: tuple[str, str], tmp_path: Path) -> None:
    source, name = filled
    with postgres_database() as url:
        assert copy(source, url).exit_code == 0
        both = []
        for address in (source, url):
            with Database(address) as database, database.reading() as connection:
                query = sa.select(matches).where(matches.c.id == name)
                row = connection.execute(query).mappings().one()
                both.append(json.dumps(dict(row)))
        assert both[0] == both[1]

"""`outflank admin`: backups under load, restores, exports, verification and keys."""

import json
import sqlite3
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from outflank.arena import Definition
from outflank.cli.server.admin import command
from outflank.errors import InvalidValue, JournalError, StoreUnavailable, UnknownName
from outflank.play.clock import ClockSetting
from outflank.play.replay import replay_match
from outflank.rules import BLACK
from outflank.server.competition_server import CompetitionServer
from outflank.store.schema import events
from support.server.app_client import AppClient, running_app
from support.server.competition_server import begin, first_move, open_server
from support.server.server_process import wait_until


def admin(folder: Path, *words: object) -> Result:
    arguments = [*map(str, words), "--database", f"sqlite:///{folder}/server.db"]
    return CliRunner().invoke(command, arguments)


def said(result: Result) -> str:
    assert result.exception is None, result.output
    return result.output


def played(server: CompetitionServer, moves: int = 6) -> str:
    room = begin(server, "5+3")
    for _ in range(moves):
        turn, square = first_move(room)
        room.play(square, turn=turn)
    room.resign(BLACK)
    return room.name


def test_a_backup_made_under_load_is_complete_and_can_be_restored(
    server: CompetitionServer, tmp_path: Path
) -> None:
    stop, names = threading.Event(), list[str]()

    def play() -> None:
        while not stop.is_set():
            names.append(played(server))

    players = [threading.Thread(target=play) for _ in range(2)]
    for player in players:
        player.start()
    wait_until(lambda: len(names) >= 4, "four games")
    copy = tmp_path / "copy.db"
    said(admin(tmp_path, "backup", copy))
    stop.set()
    for player in players:
        player.join(60)
    server.close()
    after = played(again := open_server(tmp_path))
    again.close()

    assert "The old database was kept" in said(admin(tmp_path, "restore", copy))
    assert ", 0 are wrong" in said(admin(tmp_path, "verify"))
    third = open_server(tmp_path)
    try:
        for name in names[:3]:
            room = third.registry.room(name)
            assert replay_match(room.events).outcome is not None
        with third.database.reading() as connection:
            kept = set(connection.execute(sa.select(events.c.match)).scalars())
        assert after not in kept
    finally:
        third.close()
    assert (tmp_path / "server.db.before-restore").exists()


def test_a_backup_does_not_overwrite_a_file_unasked(
    server: CompetitionServer, tmp_path: Path
) -> None:
    played(server)
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    result = admin(tmp_path, "backup", copy)
    assert result.exit_code == 2
    assert "already exists" in result.output
    assert copy.read_text() == "precious"
    said(admin(tmp_path, "backup", copy, "--force"))
    assert not list(tmp_path.glob("*.part"))


def test_nothing_is_restored_while_a_server_runs(server: CompetitionServer, tmp_path: Path) -> None:
    played(server)
    said(admin(tmp_path, "backup", tmp_path / "copy.db"))
    result = admin(tmp_path, "restore", tmp_path / "copy.db")
    assert isinstance(result.exception, StoreUnavailable)
    assert "another server is using" in str(result.exception)


def test_a_file_that_is_not_a_database_is_not_restored(
    server: CompetitionServer, tmp_path: Path
) -> None:
    played(server)
    server.close()
    before = (tmp_path / "server.db").read_bytes()
    (tmp_path / "text.db").write_text("hello")
    result = admin(tmp_path, "restore", tmp_path / "text.db")
    assert isinstance(result.exception, JournalError)
    assert (tmp_path / "server.db").read_bytes() == before


def test_exported_games_can_be_read_and_verified_elsewhere(
    server: CompetitionServer, tmp_path: Path
) -> None:
    played(server)
    exported = said(admin(tmp_path, "export", tmp_path / "games.jsonl"))
    assert exported.endswith("1 game was written.\n")
    said(admin(tmp_path, "export", tmp_path / "games.ggf", "--format", "GGF"))
    assert "PB[Black " in (tmp_path / "games.ggf").read_text()
    assert "1 game was checked, 0 are wrong" in said(
        admin(tmp_path, "verify", tmp_path / "games.jsonl")
    )
    record = json.loads((tmp_path / "games.jsonl").read_text())
    record["events"][2] = record["events"][2].replace('"spent":', '"spent": ')
    (tmp_path / "games.jsonl").write_text(json.dumps(record))
    result = admin(tmp_path, "verify", tmp_path / "games.jsonl")
    assert result.exit_code == 1
    assert "changed after it was sealed" in result.output


@pytest.mark.usefixtures("server")
def test_an_unknown_export_format_is_refused_with_a_list_of_the_known_ones(tmp_path: Path) -> None:
    refused = admin(tmp_path, "export", tmp_path / "games.x", "--format", "audti").exception
    assert isinstance(refused, UnknownName)
    assert "did you mean 'audit'? (known: json, audit, " in str(refused)
    assert not (tmp_path / "games.x").exists()


def test_a_result_changed_in_the_database_is_found(
    server: CompetitionServer, tmp_path: Path
) -> None:
    name = played(server)
    server.close()
    database = sqlite3.connect(tmp_path / "server.db")
    database.execute("UPDATE matches SET winner = 'black'")
    database.commit()
    database.close()
    result = admin(tmp_path, "verify")
    assert result.exit_code == 1
    assert f"{name}: the row and the events disagree about the result" in result.output


def test_a_key_made_beside_a_running_server_works_and_can_be_revoked(
    server: CompetitionServer, tmp_path: Path
) -> None:
    key = said(admin(tmp_path, "key", "new", "--role", "admin")).splitlines()[0]
    caller = server.accounts.caller(key)
    assert caller is not None
    assert caller.role == "admin"
    (listed,) = json.loads(said(admin(tmp_path, "key", "list", "--json")))
    assert listed["begins"] == key[:7]
    said(admin(tmp_path, "key", "revoke", caller.key))
    server.accounts.refresh()
    assert server.accounts.caller(key) is None
    assert admin(tmp_path, "key", "revoke", 99).exit_code == 2


def test_a_missing_database_is_reported_in_one_sentence(tmp_path: Path) -> None:
    result = admin(tmp_path, "verify")
    assert result.exit_code == 2
    assert f"there is no database {tmp_path / 'server.db'}; choose another" in result.output
    assert not (tmp_path / "server.db").exists()


def test_the_export_of_a_tournament_is_verified_too(
    server: CompetitionServer, tmp_path: Path
) -> None:
    definition = Definition(name="Cup", clock=ClockSetting.parse("5+3"), size=4)
    number = server.tournaments.registration.create(definition, "test")
    server.tournaments.registration.enter(
        number, computers=["computer:1", "computer:2"], actor="test"
    )
    server.tournaments.start(number, "test")
    wait_until(
        lambda: server.tournaments.summary(number)["status"] == "finished", "the cup to be over"
    )
    document = server.tournaments.export(number)
    (tmp_path / "cup.json").write_text(json.dumps(document))
    assert "everything is correct" in said(admin(tmp_path, "verify", tmp_path / "cup.json"))
    document["standings"].reverse()
    (tmp_path / "cup.json").write_text(json.dumps(document))
    assert admin(tmp_path, "verify", tmp_path / "cup.json").exit_code == 1


def test_the_audit_log_names_an_organiser_by_the_label_of_the_key(
    tmp_path: Path, server: CompetitionServer
) -> None:
    key = said(admin(tmp_path, "key", "new", "--label", " Ada,  desk 2 ")).splitlines()[0]
    plain = said(admin(tmp_path, "key", "new")).splitlines()[0]
    with running_app(server) as app:
        for number, one in enumerate((key, plain), 1):
            asking = {"headers": {"Authorization": f"Bearer {one}"}}
            made = AppClient(app).post("/api/v1/tournaments", json={"name": "Cup"}, **asking)
            assert made.status_code == 201
            shown = AppClient(app).get("/api/v1/me", **asking).json
            assert shown["label"] == ("Ada, desk 2" if number == 1 else "")
            renewed = AppClient(app).post("/api/v1/me/key", **asking).json["key"]
            caller = server.accounts.caller(renewed)
            assert caller is not None
            assert caller.label == shown["label"]
    said(admin(tmp_path, "export", tmp_path / "audit.json", "--format", "audit"))
    entries = json.loads((tmp_path / "audit.json").read_text())["entries"]
    assert [entry["actor"] for entry in entries] == ["key 1 (Ada, desk 2)", "key 2"]
    listed = json.loads(said(admin(tmp_path, "key", "list", "--json")))
    assert [row["label"] for row in listed] == ["Ada, desk 2", "", "Ada, desk 2", ""]
    for wrong in ("x" * 41, "Ada\x1b[2J"):
        refused = admin(tmp_path, "key", "new", "--label", wrong).exception
        assert isinstance(refused, InvalidValue)


def test_an_organiser_may_have_a_key_for_one_tournament_only(
    server: CompetitionServer, tmp_path: Path
) -> None:
    number = server.tournaments.registration.create(Definition("Cup"), "tests")
    made = admin(tmp_path, "key", "new", "--tournament", number)
    caller = server.accounts.caller(said(made).split()[0])
    assert caller is not None
    assert (caller.role.value, caller.tournament) == ("admin", number)
    refused = admin(tmp_path, "key", "new", "--tournament", 99)
    assert (refused.exit_code, "no tournament 99" in refused.output) == (2, True)


def test_a_database_may_be_given_as_a_file_name(server: CompetitionServer, tmp_path: Path) -> None:
    played(server)
    file = str(tmp_path / "server.db")
    assert "1 game was checked" in said(CliRunner().invoke(command, ["verify", "--database", file]))
    made = CliRunner().invoke(command, ["key", "new", "--database", file])
    assert "oth_" in said(made)


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        (
            "nonsense://ada:secret@host/x",
            "only SQLite files and PostgreSQL are supported, not nonse",
        ),
        ("mysql://ada:secret@host/x", "only SQLite files and PostgreSQL are supported, not mysql;"),
        ("postgresql://ada:secret@host:abc/x", "not a database URL; give a file or a URL such as"),
        ("postgresql://ada:se@cret@host/x", "write %40 for @"),
        (
            "postgresql://ada:secret@127.0.0.1/x?sl=1",
            'cannot be used: invalid connection option "sl"',
        ),
        ("/dev/null/folder/x.db", "there is no folder /dev/null/folder; create it, or"),
    ],
)
def test_an_impossible_database_is_refused_in_one_sentence_without_its_password(
    address: str, problem: str
) -> None:
    refused = CliRunner().invoke(command, ["verify", "--database", address])
    assert isinstance(refused.exception, InvalidValue)
    assert problem in str(refused.exception)
    assert "cret" not in str(refused.exception)


def test_a_damaged_tournament_export_is_reported_and_does_not_crash(tmp_path: Path) -> None:
    file = tmp_path / "cup.json"
    for broken in ({}, {"matches": [{"id": "a", "events": [5], "seal": ""}]}, {"matches": 7}):
        document = {"format": "outflank tournament", "version": 1, "seed": None} | broken
        file.write_text(json.dumps(document))
        checked = CliRunner().invoke(command, ["verify", str(file)])
        assert checked.exit_code == 1
        assert "damaged" in checked.output
        assert "1 problem found" in checked.output

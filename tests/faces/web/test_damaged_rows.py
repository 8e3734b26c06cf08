"""One unreadable row breaks no list, page, command or start of the server."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from outflank.cli.server.admin import command as admin
from outflank.errors import InvalidValue, UnknownName
from outflank.faces.web.api.subjects import openapi_document
from outflank.server.accounts.keys import Role, digest
from outflank.server.damaged_rows import damaged_rows
from outflank.store import schema
from outflank.store.backup import back_up
from outflank.store.database import Database
from outflank.store.reading import row_reading
from support.server.api_clients import ApiServer, api_server
from support.server.app_client import AppClient, lift_limits
from support.server.competition_server import database_url_in, name_database
from support.server.tournament_server import begin_cup, play_all

BROKEN_KEY = "a-key-with-a-role-that-nobody-knows"
NO_JSON = "{"
PAGES = ("/", "/watch", "/play", "/bots", "/rules", "/games", "/tournaments", "/admin", "/analysis")


@dataclass
class Broken:
    """A database in which one row of every kind is sound and one or more are damaged."""

    folder: Path
    cup: int
    names: dict[str, list[str]]  # of the damaged rows, by their kind

    @property
    def url(self) -> str:
        return database_url_in(self.folder)


def break_rows(connection: sa.Connection, cup: int) -> dict[str, list[str]]:
    """Store damaged rows of every kind beside the sound ones, and return their names."""

    def insert(table: sa.Table, row: dict[str, Any], **changes: Any) -> None:
        connection.execute(sa.insert(table), row | changes)

    def first(table: sa.Table, *conditions: Any) -> dict[str, Any]:
        return dict(connection.execute(sa.select(table).where(*conditions)).mappings().all()[0])

    is_cup = schema.tournaments.c.id == cup
    tournament = first(schema.tournaments, is_cup)
    negative = json.dumps(json.loads(tournament["definition"]) | {"boards": -1})
    for number, definition, status in (
        (101, NO_JSON, "draft"),
        (102, negative, "running"),
        (103, '["a list"]', "finished"),
    ):
        changes = {"id": number, "definition": definition, "status": status, "name": f"B{number}"}
        insert(schema.tournaments, tournament, **changes)
    # A tournament with a sound definition whose pairings name unknown entrants.
    insert(schema.tournaments, tournament, id=104, name="B104", status="running")
    pairing = first(schema.pairings, schema.pairings.c.tournament == cup)
    insert(schema.pairings, pairing, tournament=104, match=None, reason="boredom")

    match = first(schema.matches, schema.matches.c.tournament == cup)
    events = connection.execute(
        sa.select(schema.events).where(schema.events.c.match == match["id"])
    ).mappings()
    insert(schema.matches, match, id="noevents", signed=None)
    insert(schema.matches, match, id="running0", status="running", tournament=None, ended=None)
    for name in ("noseal", "strange"):
        insert(schema.matches, match, id=name, variant="chess", tournament=None, signed=None)
    for event in list(events):
        insert(schema.events, dict(event), match="noseal", digest=b"?" * 32)
        insert(schema.events, dict(event), match="running0", data=NO_JSON)

    player = match["black"]
    challenge = {"challenger": player, "status": "open", "created": 1, "expires": 2**52}
    insert(schema.challenges, challenge, id="badterms", terms=NO_JSON)
    insert(schema.challenges, challenge, id="badfield", terms='{"colour": "red"}')

    is_over = schema.matches.c.status == "finished", schema.matches.c.tournament == cup
    names = connection.execute(sa.select(schema.matches.c.id).where(*is_over)).scalars().all()
    sound = [name for name in names if name != "noevents"]
    review = {"source": "server", "made": 1}
    insert(schema.reviews, review, match=sound[0], data=NO_JSON)
    insert(schema.reviews, review, match=sound[1], data='{"moves": 7}')

    insert(
        schema.players,
        {"id": 900, "kind": "ghost", "name": "", "folded": "?", "created": "long ago"},
    )
    key = {"digest": digest(BROKEN_KEY), "hint": "a-key", "role": "emperor", "player": player}
    insert(schema.keys, key, id=900, loopback_only=False, created=1)

    entry = {"at": 1, "actor": "tests", "act": "tournament start"}
    insert(schema.audit, entry, id=9000, details=NO_JSON)
    insert(schema.audit, entry, id=9001, details="[1]")

    connection.execute(sa.delete(schema.signatures).where(schema.signatures.c.match == sound[2]))
    signature = {"match": sound[2], "key": "?", "signed": 1, "statement": NO_JSON, "value": b"?"}
    insert(schema.signatures, signature)
    learned = {"player": player, "kind": "attempt", "subject": "?", "at": 1, "received": 1}
    insert(schema.learning_entries, learned, id="damaged1", number=1, data=NO_JSON)
    insert(schema.learning_entries, learned, id="damaged2", number=2, data='{"kind": "guess"}')
    return {
        "tournament": ["101", "102", "103", "104"],
        "match": ["noevents", "noseal", "running0", "strange"],
        "challenge": ["badfield", "badterms"],
        "review": sorted(sound[:2]),
        "account": ["900"],
        "key": ["900"],
        "audit entry": ["9000", "9001"],
        "signature": [sound[2]],
        "learning entry": [f"{player}/damaged1", f"{player}/damaged2"],
    }


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    folder = tmp_path_factory.mktemp("broken")
    with api_server(folder) as opened:
        cup = begin_cup(opened.server)
        play_all(opened.server, cup)
        opened.server.signer.sign()
        opened.player().post("/challenges", {"listed": True})
    with Database(database_url_in(folder)) as database:
        names = database.write(lambda connection: break_rows(connection, cup))
    return Broken(folder, cup, names)


@pytest.fixture
def api(broken: Broken) -> Iterator[ApiServer]:
    """The server, started on the damaged database."""
    with api_server(broken.folder) as opened:
        lift_limits(opened.app)
        yield opened


def paths_of(broken: Broken) -> Iterator[str]:
    """Yield every readable path, with the names of sound and of damaged rows."""
    names = {
        "tournament": [str(broken.cup), *broken.names["tournament"]],
        "match": [*broken.names["match"], *broken.names["review"], *broken.names["signature"]],
        "challenge": broken.names["challenge"],
        "player": ["1", "900"],
        "turn": ["1"],
    }
    for path, methods in openapi_document()["paths"].items():
        if "get" in methods and not path.endswith("/events"):  # a stream
            place = path.partition("{")[2].partition("}")[0]
            for name in names.get(place, [""]):
                yield path.replace(f"{{{place}}}", name).replace("{turn}", "1")
    yield from PAGES
    yield from (f"/tournament/{name}" for name in names["tournament"])
    yield from (f"/game/{name}" for name in names["match"])
    yield from (f"/game/{name}/board.svg" for name in names["match"])
    yield from (f"/player/{name}" for name in names["player"])
    yield from (f"/challenge/{name}" for name in names["challenge"])
    for query in ("tournament=101", f"tournament={broken.cup}", "lobby=1", "match=noseal"):
        yield f"/api/v1/watch?{query}"


def test_no_readable_path_fails(api: ApiServer, broken: Broken) -> None:
    key = api.key(Role.ADMIN).key
    failed = []
    for path in paths_of(broken):
        for headers in ({"Accept": "text/html"}, {"Authorization": f"Bearer {key}"}):
            answer = AppClient(api.app).get(path, headers=headers, buffered=False)
            if answer.status_code >= 500:
                failed.append((answer.status_code, path))
            answer.close()
    assert failed == []


def test_lists_name_the_damaged_rows_and_keep_the_rest(api: ApiServer, broken: Broken) -> None:
    listed = {each["id"]: each for each in api.anybody.get("/tournaments").json["tournaments"]}
    assert listed[broken.cup].get("problem") is None
    for name in broken.names["tournament"]:
        assert listed[int(name)]["name"] == f"B{name}"
        assert "damaged" in listed[int(name)]["problem"]
    games = {each["id"]: each for each in api.anybody.get("/matches?limit=100").json["matches"]}
    assert sum("problem" not in each or not each["problem"] for each in games.values()) >= 6
    assert "damaged" in games["noevents"]["problem"]
    page = AppClient(api.app).get("/tournaments", headers={"Accept": "text/html"}).text
    assert "B103" in page
    assert "Cup" in page


def test_a_request_for_a_damaged_row_says_so(api: ApiServer, broken: Broken) -> None:
    for path in ("/tournaments/101", "/tournaments/104/standings", "/matches/noevents"):
        answer = api.anybody.get(path)
        assert answer.status_code == 404, (path, answer.text)
        assert "damaged" in answer.json["detail"]
    assert api.anybody.get("/matches?limit=1").status_code == 200
    review = api.anybody.get(f"/matches/{broken.names['review'][0]}/review").json
    assert review["status"] == "failed"
    assert "damaged" in review["problem"]


def test_an_unreadable_key_counts_as_unknown(api: ApiServer) -> None:
    asked = api.anybody.get("/me", headers={"Authorization": f"Bearer {BROKEN_KEY}"})
    assert asked.status_code == 401


def test_readable_seeks_are_listed(api: ApiServer) -> None:
    stream = api.anybody.get("/watch?lobby=1", buffered=False)
    lobby = next(line for line in stream.iter_encoded() if b"seeks" in line)
    stream.close()
    assert b'"seeks":[{' in lobby


def test_the_page_of_a_damaged_row_says_why(api: ApiServer) -> None:
    answer = AppClient(api.app).get("/game/noevents", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "Match noevents is damaged" in answer.text


def test_each_damaged_row_is_logged_once(api: ApiServer, caplog: pytest.LogCaptureFixture) -> None:
    row_reading._logged.clear()
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            api.anybody.get("/tournaments")
    found = [one.getMessage() for one in caplog.records]
    assert sum("Leaving out damaged tournament 101" in line for line in found) == 1


def test_a_running_tournament_continues_beside_damaged_ones(broken: Broken) -> None:
    with api_server(broken.folder) as opened:
        cup = begin_cup(opened.server, ("Eve", "Fay"))
        play_all(opened.server, cup)
        assert opened.server.tournaments.view(cup)["status"] == "finished"
        opened.server.signer.sign()
        opened.server.openings.find_all(0)


def test_every_command_names_the_damaged_rows(broken: Broken, tmp_path: Path) -> None:
    with Database(broken.url) as database:
        found = {(one.kind, one.name) for one in damaged_rows(database)}
    wanted = {(kind, name) for kind, names in broken.names.items() for name in names}
    assert wanted <= found
    assert len(found) == len(wanted)
    run = CliRunner().invoke
    for words in (
        ["verify"],
        ["export", str(tmp_path / "games.json")],
        ["export", str(tmp_path / "audit.json"), "--format", "audit"],
        ["key", "list"],
        ["damaged"],
    ):
        result = run(admin, [*words, "--database", broken.url])
        assert result.exit_code in (0, 1), (words, result.output)
        assert not isinstance(result.exception, Exception) or isinstance(
            result.exception, SystemExit
        ), words
    listed = run(admin, ["damaged", "--json", "--database", broken.url])
    assert {(one["kind"], one["name"]) for one in json.loads(listed.stdout)} == wanted


def test_only_damaged_rows_can_be_deleted(broken: Broken, tmp_path: Path) -> None:
    name_database(tmp_path, _copy_of(broken, tmp_path))
    url, run = database_url_in(tmp_path), CliRunner().invoke

    def delete(kind: str, name: str) -> Any:
        return run(admin, ["damaged", "--delete", kind, name, "--yes", "--database", url])

    sound = delete("tournament", str(broken.cup))
    assert isinstance(sound.exception, InvalidValue)
    assert "is not damaged" in str(sound.exception)
    assert "a part of the log's chain" in str(delete("audit entry", "9000").exception)
    assert "there is no key 77" in str(delete("key", "77").exception)
    assert isinstance(delete("planet", "9").exception, UnknownName)
    for kind, names in broken.names.items():
        for name in names if kind != "audit entry" else ():
            result = delete(kind, name)
            assert result.exit_code == 0, (kind, name, result.exception)
    with Database(url) as database:
        assert {one.kind for one in damaged_rows(database)} == {"audit entry"}
    with api_server(tmp_path) as opened:
        listed = opened.anybody.get("/tournaments").json["tournaments"]
        assert not any("problem" in each for each in listed)
        assert broken.cup in [each["id"] for each in listed]


def _copy_of(broken: Broken, folder: Path) -> str:
    copy = folder / "copy.db"
    with Database(broken.url) as database:
        back_up(database, copy)
    return f"sqlite:///{copy}"


def test_a_damaged_try_out_is_archived_and_another_begins(tmp_path: Path) -> None:
    with api_server(tmp_path, tryout=True) as opened:
        before = opened.server.tournaments.current()
    with Database(database_url_in(tmp_path)) as database:
        damage = sa.update(schema.tournaments).values(definition=NO_JSON)
        database.write(lambda connection: connection.execute(damage))
    with api_server(tmp_path, tryout=True) as opened:
        after = opened.server.tournaments.current()
        assert (before, after) == (1, 2)

"""`outflank admin verify` with a public key: what anybody can check without the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from outflank.cli.server.admin import command
from outflank.errors import InvalidValue
from outflank.server.competition_server import CompetitionServer
from outflank.store.signing.keys import SigningKey, load_or_make_key
from support.server.competition_server import open_server
from support.server.tournament_server import begin_cup, play_all
from support.signing.signed_exports import SignedExports, play_and_resign, signed_exports


def admin(*words: object) -> Result:
    return CliRunner().invoke(command, [*map(str, words)])


@pytest.fixture
def exports() -> SignedExports:
    return signed_exports()


def file_with(folder: Path, document: dict[str, Any]) -> Path:
    file = folder / "export.json"
    file.write_text(json.dumps(document) + "\n")
    return file


def test_signed_exports_are_correct_with_the_key_alone(
    exports: SignedExports, tmp_path: Path
) -> None:
    key = exports.key.text
    game = admin("verify", file_with(tmp_path, exports.game), "--public-key", key)
    assert (game.exit_code, game.output) == (0, "1 game was checked, 0 are wrong.\n")
    (tmp_path / "key.pem").write_text(exports.key.pem)
    file = file_with(tmp_path, exports.tournament)
    cup = admin("verify", file, "--public-key", tmp_path / "key.pem")
    assert cup.exit_code == 0
    assert "the standings and the signatures were checked: everything is correct" in cup.output
    log = admin("verify", file_with(tmp_path, exports.audit), "--public-key", key)
    assert log.exit_code == 0
    assert "audit entries were checked: they are as they were written" in log.output


def test_changes_are_reported_with_exit_code_1(exports: SignedExports, tmp_path: Path) -> None:
    key = exports.key.text
    renamed = file_with(tmp_path, exports.game | {"white": "Eve"})
    found = admin("verify", renamed, "--public-key", key)
    assert found.exit_code == 1
    assert ": the name of white differs from what was signed\n" in found.output
    cut = exports.audit | {"entries": exports.audit["entries"][:-1]}
    found = admin("verify", file_with(tmp_path, cut), "--public-key", key)
    assert found.exit_code == 1
    assert "its last entries are missing" in found.output
    seeded = file_with(tmp_path, exports.tournament | {"seed": 1})
    found = admin("verify", seeded, "--public-key", key)
    assert found.exit_code == 1
    assert "the tournament was changed after it was signed" in found.output


def test_a_record_signed_with_another_key_is_reported(
    exports: SignedExports, tmp_path: Path
) -> None:
    other = SigningKey.make().public
    file = file_with(tmp_path, exports.game)
    found = admin("verify", file, "--public-key", other.text)
    assert found.exit_code == 1
    assert f"signed with another key ({exports.key.id}), not with {other.id}" in found.output
    both = admin("verify", file, "--public-key", other.text, "--public-key", exports.key.text)
    assert both.exit_code == 0


def test_without_a_key_verify_says_what_it_did_not_check(
    exports: SignedExports, tmp_path: Path
) -> None:
    for document in (exports.game, exports.tournament, exports.audit):
        checked = admin("verify", file_with(tmp_path, document))
        assert checked.exit_code == 0
        assert "Not checked: who made these records" in checked.output


def test_an_export_of_an_earlier_version_verifies_with_a_remark(
    exports: SignedExports, tmp_path: Path
) -> None:
    old = {name: value for name, value in exports.game.items() if name != "signature"}
    file = file_with(tmp_path, old)
    checked = admin("verify", file)
    assert checked.exit_code == 0
    assert "carries no signature: seals, moves and results were checked, but not" in checked.output
    demanded = admin("verify", file, "--public-key", exports.key.text)
    assert demanded.exit_code == 1
    assert "there is no signature" in demanded.output


def test_text_that_is_not_a_public_key_is_refused(exports: SignedExports, tmp_path: Path) -> None:
    file = file_with(tmp_path, exports.game)
    for wrong in ("ed25519:AAAA", tmp_path / "none.pem"):
        assert isinstance(admin("verify", file, "--public-key", wrong).exception, InvalidValue)


@pytest.mark.server("by hand")
def test_the_key_is_shown_listed_and_renewed(server: CompetitionServer, tmp_path: Path) -> None:
    database = ("--database", tmp_path / "server.db")
    assert server.signer.key is not None
    old = server.signer.key.public
    assert admin("signing-key", "show", *database).output == old.text + "\n"
    assert admin("signing-key", "show", "--pem", *database).output == old.pem
    renewed = admin("signing-key", "renew", *database)
    assert renewed.exit_code == 0
    new = admin("signing-key", "show", *database).output.strip()
    assert new != old.text
    assert renewed.output.startswith(new)
    listed = json.loads(admin("signing-key", "list", "--json", *database).output)
    assert [row["public key"] for row in listed] == [new, old.text]
    assert [bool(row["until"]) for row in listed] == [False, True]


@pytest.mark.server("by hand")
def test_exports_of_the_command_line_are_signed_and_the_database_is_too(
    server: CompetitionServer, tmp_path: Path
) -> None:
    play_all(server, begin_cup(server, ("Ann", "Bob")))
    play_and_resign(server)
    database = ("--database", tmp_path / "server.db")
    key = ("--public-key", admin("signing-key", "show", *database).output.strip())
    unsigned = admin("verify", *database)
    assert unsigned.exit_code == 0
    assert "2 finished games are not signed yet" in unsigned.output
    assert admin("verify", *database, *key).exit_code == 1
    games, log = tmp_path / "games.jsonl", tmp_path / "audit.json"
    assert admin("export", games, *database).exit_code == 0
    assert "entries were written" in admin("export", log, "--format", "audit", *database).output
    for words in ((games, *key), (log, *key), (*database, *key), database):
        checked = admin("verify", *words)
        assert checked.exit_code == 0, checked.output
    assert "PRIVATE" not in games.read_text() + log.read_text()
    missing = admin("export", "-", "--signing-key", tmp_path / "none", *database)
    assert isinstance(missing.exception, InvalidValue)


def test_a_key_beside_the_database_that_is_not_the_servers_changes_nothing(tmp_path: Path) -> None:
    chosen, wrong = tmp_path / "signing-key", tmp_path / "server.db.signing-key"
    database = ("--database", tmp_path / "server.db")
    server = open_server(tmp_path, signing_key=str(chosen))
    try:
        play_and_resign(server)
        key = admin("signing-key", "show", *database).output
        refused = admin("signing-key", "renew", *database)
        assert isinstance(refused.exception, InvalidValue)
        assert not wrong.exists()
        load_or_make_key(wrong)  # as one of a server that once ran without the option
        refused = admin("signing-key", "renew", *database)
        assert "with --signing-key" in str(refused.exception)
        games = tmp_path / "games.jsonl"
        assert admin("export", games, *database).exit_code == 0
        assert isinstance(
            admin("export", "-", "--signing-key", wrong, *database).exception, InvalidValue
        )
        assert admin("signing-key", "show", *database).output == key
        assert admin("signing-key", "renew", "--signing-key", chosen, *database).exit_code == 0
        assert admin("signing-key", "show", *database).output != key
        assert admin("verify", *database).exit_code == 0
    finally:
        server.close()


def test_a_database_without_a_key_says_so(tmp_path: Path) -> None:
    from outflank.store.database import Database

    with Database(str(tmp_path / "new.db")) as database:
        database.migrate()
    shown = admin("signing-key", "show", "--database", tmp_path / "new.db")
    assert shown.exit_code == 2
    assert "has no signing key yet" in shown.output

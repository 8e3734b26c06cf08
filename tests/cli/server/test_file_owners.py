"""Who owns and who may read the files that `outflank admin` makes, as root or not.

If the tests do not run as root, the owner of the folder is the user who runs them.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from outflank.cli.server.admin import command
from outflank.server.competition_server import CompetitionServer, Configuration
from support.server.competition_server import open_server

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have other owners there")

OWNER = 0 if os.name == "nt" else os.geteuid() or 65534


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of the server's own user."""
    made = tmp_path / "server"
    made.mkdir(mode=0o700)
    os.chown(made, OWNER, -1)
    return made


def admin(*words: object) -> None:
    result = CliRunner().invoke(command, [*map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0, result.output


def modes_in(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the owner and the mode of each file."""
    found = {one.name: one.stat() for one in folder.iterdir()}
    return {name: (one.st_uid, stat.S_IMODE(one.st_mode)) for name, one in found.items()}


def private(*names: str) -> dict[str, tuple[int, int]]:
    return dict.fromkeys(names, (OWNER, 0o600))


def test_a_key_for_an_organiser_may_be_made_before_the_server_first_starts(folder: Path) -> None:
    admin("key", "new", "--database", folder / "server.db")
    assert modes_in(folder) == private("server.db", "server.db.lock")


def test_a_restored_database_and_a_renewed_key_belong_to_the_server(folder: Path) -> None:
    database, key = ("--database", folder / "server.db"), folder / "signing-key"
    open_server(folder, signing_key=str(key)).close()
    for file in folder.iterdir():  # as if the server had made them
        os.chown(file, OWNER, -1)
        file.chmod(0o600)
    admin("backup", folder / "backup.db", *database)
    (folder / "server.db.lock").unlink()
    admin("restore", folder / "backup.db", *database)
    admin("signing-key", "renew", "--signing-key", key, *database)
    admin("copy", folder / "server.db", folder / "copy.db")
    locks = private("server.db.lock", "copy.db.lock")
    databases = private("server.db", "server.db.before-restore", "backup.db", "copy.db")
    assert modes_in(folder) == databases | locks | private("signing-key")


def test_a_replaced_file_keeps_its_mode(folder: Path) -> None:
    database, key = ("--database", folder / "server.db"), folder / "signing-key"
    open_server(folder, signing_key=str(key)).close()
    admin("backup", folder / "backup.db", *database)
    for file in folder.iterdir():
        os.chown(file, OWNER, -1)
        file.chmod(0o640)
    before = modes_in(folder)
    admin("backup", "--force", folder / "backup.db", *database)
    admin("restore", folder / "backup.db", *database)
    admin("signing-key", "renew", "--signing-key", key, *database)
    assert modes_in(folder) == before | {"server.db.before-restore": (OWNER, 0o640)}


def test_a_server_makes_its_database_and_key_private(folder: Path) -> None:
    server = CompetitionServer(Configuration(str(folder / "server.db"), tryout=False))
    try:
        assert modes_in(folder) == private(
            "server.db", "server.db-wal", "server.db-shm", "server.db.lock", "server.db.signing-key"
        )
    finally:
        server.close()

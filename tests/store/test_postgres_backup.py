"""Backup and restore of a PostgreSQL database as docs/deploy.md says."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.database_check import check_database
from support.server.competition_server import HandClock, begin, first_move
from support.server.postgres import postgres_database
from support.signing.signed_exports import play_and_resign


def run(*words: str) -> None:
    subprocess.run(words, check=True, timeout=60, stdin=subprocess.DEVNULL)


@pytest.mark.system("pg_dump", "pg_restore")
def test_a_dump_taken_while_the_server_runs_is_restored_and_games_go_on(
    tmp_path: Path, clock: HandClock
) -> None:
    dump, key = str(tmp_path / "cup.dump"), str(tmp_path / "signing-key")

    def opened(url: str) -> CompetitionServer:
        return CompetitionServer(Configuration(url, tryout=False, signing_key=key), clock)

    with postgres_database() as first, postgres_database() as second:
        server = opened(first)
        finished = play_and_resign(server)
        running = begin(server, "5+3")
        turn, square = first_move(running)
        running.play(square, turn=turn)
        server.signer.sign()
        run("pg_dump", "--format", "custom", "--file", dump, "--dbname", first)
        server.close()
        run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
            "--dbname", second, dump)  # fmt: skip
        restored = opened(second)
        try:
            room = restored.registry.room(running.name)
            assert room.seq == running.seq + 2  # its clock was stopped, and goes on
            turn, square = first_move(room)
            room.play(square, turn=turn)
            assert "signature" in restored.record_of(finished)
            assert restored.signer.key is not None
            keys = [restored.signer.key.public]
            assert check_database(restored.database, keys).problems == []
        finally:
            restored.close()

"""The server signs its records: at the end of each match, later if need be, and under every key."""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.errors import InvalidValue, StoreUnavailable
from outflank.server.competition_server import CompetitionServer
from outflank.server.database_check import check_database
from outflank.server.record_signer import RecordSigner, renew_signing_key
from outflank.server.tournaments.exports import problems_of
from outflank.store.database import Database
from outflank.store.records import records, verify_record
from outflank.store.schema import audit, audit_chain, events, matches, signatures, signing_keys
from outflank.store.signing.keys import PublicKey, load_or_make_key
from outflank.store.signing.signature_store import SignatureStore
from support.paths import DATA
from support.server.competition_server import HandClock, begin, open_server
from support.server.postgres import postgres_database
from support.server.server_process import wait_until
from support.server.tournament_server import acts, begin_cup, by_hand, drop, play_all
from support.server.two_workers import shared_place
from support.signing.signed_exports import play_and_resign


def key_of(server: CompetitionServer) -> PublicKey:
    assert server.signer.key is not None
    return server.signer.key.public


def record_of(server: CompetitionServer, match: str) -> dict[str, Any]:
    (record,) = records(server.database, only=[match])
    return record


def change(server: CompetitionServer, statement: Any) -> None:
    server.database.write(lambda connection: connection.execute(statement))


@pytest.mark.server("hand clock")
@pytest.mark.databases("sqlite", "postgresql")
def test_a_match_is_signed_soon_after_its_end(server: CompetitionServer, clock: HandClock) -> None:
    name = play_and_resign(server)
    clock.pass_time(5000)
    wait_until(lambda: "signature" in record_of(server, name), "the signature")
    assert verify_record(record_of(server, name), [key_of(server)]) is None


@pytest.mark.server("by hand")
def test_a_running_match_is_not_signed(server: CompetitionServer) -> None:
    name = begin(server).name
    record = server.record_of(name)
    assert "signature" not in record
    assert verify_record(record, [key_of(server)]) is None


@pytest.mark.server("by hand")
@pytest.mark.databases("sqlite", "postgresql")
def test_a_tournament_is_signed_with_all_its_games(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob", "Cid"))
    running = json.loads(json.dumps(server.export_tournament(number)))
    assert problems_of(running, [key_of(server)]) == []
    play_all(server, number)
    document = json.loads(json.dumps(server.export_tournament(number)))
    assert problems_of(document, [key_of(server)]) == []
    assert all("signature" in game for game in document["matches"])
    assert all("link" in entry for entry in document["audit"])


@pytest.mark.server("by hand")
def test_a_restarted_server_signs_what_was_left_unsigned_with_the_same_key(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    name, key = play_and_resign(server), key_of(server)
    drop(server)
    again = by_hand(tmp_path, clock)
    try:
        again.signer.sign()
        assert verify_record(record_of(again, name), [key]) is None
    finally:
        again.close()


@pytest.mark.server("by hand")
def test_a_renewed_key_signs_from_then_on_and_the_old_one_remains_listed(
    server: CompetitionServer, clock: HandClock
) -> None:
    first, old = server.record_of(play_and_resign(server)), key_of(server)
    clock.pass_time(5000)
    new = renew_signing_key(server.database, now=clock)
    second = server.record_of(play_and_resign(server))
    assert verify_record(first, [old]) is None
    assert verify_record(second, [new]) is None
    assert verify_record(second, [old]) is not None
    assert verify_record(second, [old, new]) is None
    present, former = server.store.signatures.known_keys()
    assert (present.key, present.until) == (new, None)
    assert former.key == old
    assert former.until is not None
    assert check_database(server.database).problems == []


def on_another_host(server: CompetitionServer, key_file: Path, now: HandClock) -> RecordSigner:
    """Return a signer for the same database on another host, with a copy of the key."""
    return RecordSigner(server.database, server.store, now, key_file=str(key_file))


@pytest.mark.server("by hand")
def test_a_host_without_the_renewed_key_signs_nothing(
    server: CompetitionServer, tmp_path: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = tmp_path / "server.db.signing-key", tmp_path / "key of another host"
    shutil.copyfile(here, there)
    other, name = on_another_host(server, there, clock), play_and_resign(server)
    new = renew_signing_key(server.database, now=clock)
    with caplog.at_level(logging.WARNING):
        other.sign()
    assert f"{there} does not hold the key that signs now" in caplog.text
    assert (other.failures, "signature" in record_of(server, name)) == (1, False)
    assert "signature" not in other.signed_tournament({"tournament": 1})
    shutil.copyfile(here, there)
    other.sign()
    assert verify_record(record_of(server, name), [new]) is None
    assert server.store.signatures.present_keys() == [new]
    assert check_database(server.database).problems == []


@pytest.mark.server("by hand")
def test_a_key_is_renewed_only_in_the_file_of_the_signing_host(
    server: CompetitionServer, tmp_path: Path, clock: HandClock
) -> None:
    old, other = key_of(server), tmp_path / "other"
    load_or_make_key(other)
    before = other.read_bytes()
    for wrong in (other, tmp_path / "none"):
        with pytest.raises(InvalidValue, match=r"not hold the key .* with --signing-key"):
            renew_signing_key(server.database, str(wrong))
    assert other.read_bytes() == before
    assert not (tmp_path / "none").exists()
    assert server.store.signatures.present_keys() == [old]
    record = server.record_of(play_and_resign(server))
    assert verify_record(record, [old]) is None


@pytest.mark.server("by hand")
def test_a_signature_that_is_later_than_the_replacement_of_its_key_is_wrong(
    server: CompetitionServer, clock: HandClock
) -> None:
    begin_cup(server, ("Ann", "Bob"))
    record, old = server.record_of(play_and_resign(server)), key_of(server)
    moment = record["signature"]["signed"]
    change(server, sa.update(signing_keys).values(until=moment - 1000))
    assert check_database(server.database).problems == []  # the end was noticed a moment later
    change(server, sa.update(signing_keys).values(until=moment - 3_600_000))
    said = f"it was signed with the key {old.id} at a time when that key was not in use"
    wrong = [f"{record['match']['id']}: {said}", f"the audit log: {said}"]
    assert check_database(server.database).problems == wrong
    assert check_database(server.database, [old]).problems[0] == wrong[0]
    change(server, sa.update(signing_keys).values(until=None, since=moment + 864_000_000))
    assert check_database(server.database).problems == wrong
    assert clock() == moment


@pytest.mark.server("by hand")
def test_a_lost_key_is_replaced_and_the_log_says_so(
    server: CompetitionServer, tmp_path: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    old = key_of(server)
    server.close()
    (tmp_path / "server.db.signing-key").unlink()
    with caplog.at_level(logging.WARNING):
        again = by_hand(tmp_path, clock)
    try:
        new = key_of(again)
        assert f"The key {new.id} signs from now on, instead of {old.id}" in caplog.text
    finally:
        again.close()


@pytest.mark.server("by hand")
def test_the_log_warns_of_a_key_that_others_can_read(
    server: CompetitionServer, tmp_path: Path, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    server.close()
    (tmp_path / "server.db.signing-key").chmod(0o644)
    with caplog.at_level(logging.WARNING):
        by_hand(tmp_path, clock).close()
    assert "can be read by other users; chmod 600" in caplog.text


def test_a_chosen_key_file_must_be_usable(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        open_server(tmp_path, signing_key=str(tmp_path / "none" / "key"))
    chosen = tmp_path / "chosen.key"
    server = open_server(tmp_path / "a", signing_key=str(chosen))
    server.close()
    assert chosen.exists()
    assert not list((tmp_path / "a").glob("*.signing-key"))


@pytest.mark.server("by hand")
def test_the_name_a_player_had_during_the_game_is_signed(server: CompetitionServer) -> None:
    record = server.record_of(play_and_resign(server))
    server.accounts.rename(record["match"]["black"], "Somebody Else")
    kept = record_of(server, record["match"]["id"])
    assert kept["black"] == record["black"] != "Somebody Else"
    assert verify_record(kept, [key_of(server)]) is None


@pytest.mark.server("by hand")
def test_no_signature_names_a_deleted_player(server: CompetitionServer) -> None:
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    before = json.dumps(server.export_tournament(number))
    assert "Ann" in before
    server.forget(server.accounts.named("Ann").id)
    server.signer.sign()
    with server.database.reading() as connection:
        texts = list(connection.execute(sa.select(signatures.c.statement)).scalars())
    assert len(texts) == 1
    assert not any("Ann" in text for text in texts)
    after = json.loads(json.dumps(server.export_tournament(number)))
    assert problems_of(after, [key_of(server)]) == []


@pytest.mark.server("by hand")
def test_a_damaged_record_is_not_signed(
    server: CompetitionServer, caplog: pytest.LogCaptureFixture
) -> None:
    sound, spoiled = play_and_resign(server), play_and_resign(server)
    change(server, sa.update(matches).where(matches.c.id == spoiled).values(winner="black"))
    with caplog.at_level(logging.WARNING):
        server.signer.sign()
    assert "Did not sign a damaged record" in caplog.text
    assert "signature" in record_of(server, sound)
    assert "signature" not in record_of(server, spoiled)
    found = check_database(server.database, [key_of(server)])
    assert [problem.partition(":")[0] for problem in found.problems] == [spoiled]


# Several workers


def test_workers_that_sign_at_the_same_time_sign_each_record_once(tmp_path: Path) -> None:
    with shared_place(tmp_path) as place:
        workers = [place.worker(), place.worker()]
        first = workers[0]
        number = begin_cup(first, ("Ann", "Bob"))
        for act in (first.tournaments.pause, first.tournaments.resume) * 3:
            act(number, "tests")
        names = [play_and_resign(worker) for worker in workers * 6]
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(worker.signer.sign) for worker in workers]:
                done.result(60)
        first.signer.sign()
        assert key_of(first) == key_of(workers[1])
        found = check_database(first.database, [key_of(first)])
        assert (found.games, found.problems) == (len(names) + 1, [])
        assert all("signature" in record_of(first, name) for name in names)
        log = first.store.signatures.audit_document()
        assert len(log["entries"]) == len(acts(first))


def test_processes_that_start_at_the_same_time_agree_on_the_key(tmp_path: Path) -> None:
    with postgres_database() as url, contextlib.ExitStack() as stack:
        stores = [SignatureStore(stack.enter_context(Database(url))) for _ in range(8)]
        begin_together = threading.Barrier(len(stores))

        def start(store: SignatureStore) -> PublicKey:
            key = load_or_make_key(tmp_path / "signing-key")
            begin_together.wait(60)
            store.register(key.public, 1)
            return key.public

        with ThreadPoolExecutor(len(stores)) as pool:
            keys = set(pool.map(start, stores))
        assert len(keys) == 1
        assert [known.key for known in stores[0].known_keys()] == list(keys)


# Tampering by somebody who can write the database but has no key


@pytest.fixture
def signed(server: CompetitionServer) -> CompetitionServer:
    """A server with a finished cup, all of it signed."""
    number = begin_cup(server, ("Ann", "Bob"))
    play_all(server, number)
    server.signer.sign()
    assert check_database(server.database).problems == []
    return server


@pytest.mark.server("by hand")
@pytest.mark.databases("sqlite", "postgresql")
def test_a_changed_audit_entry_is_found(signed: CompetitionServer) -> None:
    change(signed, sa.update(audit).where(audit.c.id == 2).values(actor="Eve"))
    assert check_database(signed.database).problems == ["audit entry 2 was changed"]
    number = signed.tournaments.list()[0]["id"]
    document = json.loads(json.dumps(signed.export_tournament(number)))
    assert "audit entry 2 was changed" in problems_of(document)


@pytest.mark.server("by hand")
def test_a_removed_audit_entry_is_found(signed: CompetitionServer) -> None:
    change(signed, sa.delete(audit_chain).where(audit_chain.c.entry == 2))
    change(signed, sa.delete(audit).where(audit.c.id == 2))
    (problem,) = check_database(signed.database).problems
    assert problem == "audit entry 2 is missing"
    number = signed.tournaments.list()[0]["id"]
    document = json.loads(json.dumps(signed.export_tournament(number)))
    assert any(
        "audit entry 2 is missing" in each for each in problems_of(document, [key_of(signed)])
    )


@pytest.mark.server("by hand")
def test_a_truncated_audit_log_is_found_by_the_games_signed_after_it(
    signed: CompetitionServer,
) -> None:
    with signed.database.reading() as connection:
        last = connection.execute(sa.select(sa.func.max(audit_chain.c.number))).scalar_one()
    change(signed, sa.delete(audit_chain).where(audit_chain.c.number == last))
    problems = check_database(signed.database).problems
    assert problems
    assert "lost entries that it had when match" in problems[0]


@pytest.mark.server("by hand")
def test_a_changed_and_resealed_result_is_found(
    signed: CompetitionServer,
) -> None:
    from outflank.store.journal import seal

    with signed.database.reading() as connection:
        rows = connection.execute(sa.select(events).order_by(events.c.match, events.c.seq)).all()
    digest, name = b"", rows[0].match
    for row in [row for row in rows if row.match == name]:
        data = row.data.replace('"name":"#', '"name":"#9')
        digest = seal(digest, data)
        here = sa.update(events).where(events.c.match == name, events.c.seq == row.seq)
        change(signed, here.values(data=data, digest=digest))
    problems = check_database(signed.database).problems
    assert problems == [f"{name}: the seal differs from what was signed"]


# A database of an earlier version


def test_the_games_of_an_earlier_version_are_signed(tmp_path: Path, clock: HandClock) -> None:
    with sqlite3.connect(tmp_path / "server.db") as database:
        database.executescript((DATA / "version_0_1" / "server.sql").read_text(encoding="utf-8"))
    database.close()
    server = by_hand(tmp_path, clock)
    try:
        clock.pass_time(1000)
        server.signer.sign()
        over = [
            record for record in records(server.database) if record["match"]["status"] != "running"
        ]
        assert over
        for record in over:
            assert verify_record(record, [key_of(server)]) is None
            assert record["signature"]["signed"] == clock()  # not when it was played
        found = check_database(server.database, [key_of(server)])
        assert (found.games, found.problems) == (4, [])
    finally:
        server.close()

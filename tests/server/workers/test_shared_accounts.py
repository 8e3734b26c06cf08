"""Accounts and keys in several processes: read when needed, unique, never out of date."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from redis import Redis

from outflank.errors import UnknownPlayer
from outflank.server.accounts.accounts import Accounts
from outflank.server.accounts.names import folded
from outflank.server.wake import RedisWake, Wake
from outflank.store.account_store import AccountStore
from outflank.store.database import Database
from support.server.competition_server import HandClock, database_in, prepare_database
from support.server.deaf_relay import DeafRelay
from support.server.redis_server import RedisServer, redis_server
from support.server.server_process import wait_until
from support.storage.statements import Statements

_PATIENCE = 60.0  # seconds after which a call counts as blocked


class Processes:
    """The accounts of different processes, each with its own connections and memory."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.clock = HandClock()
        self._url = prepare_database(folder)
        self._stack = stack

    def open(self, wake: Wake | None = None) -> Accounts:
        """Open the accounts of another process."""
        database = self._stack.enter_context(Database(self._url))
        return Accounts(AccountStore(database), self.clock, wake)


@pytest.fixture(params=["sqlite", "postgresql"])
def processes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Processes]:
    with ExitStack() as stack:
        stack.enter_context(database_in(tmp_path, request.param))
        yield Processes(tmp_path, stack)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as running:
        yield running


def test_accounts_and_keys_are_read_when_needed_and_only_once(processes: Processes) -> None:
    here = processes.open()
    keys = {}
    for name in ("Ada", "Bob", "Cleo"):
        made, key = here.register(name)
        keys[made.id] = key
    with Statements() as asked:
        there = processes.open()
        assert asked.texts == []
        for player, key in keys.items():
            assert there.known_caller(key) is None
            caller = there.caller(key)
            assert caller is not None
            assert caller.player == player
        assert not there.are_known(keys)
        assert len(asked.of_requests) == 3
        assert there.names_of([*keys, *keys]) == ["Ada", "Bob", "Cleo"] * 2
        assert len(asked.of_requests) == 4
        assert there.are_known(keys)
        for player, key in keys.items():
            assert there.known_caller(key) == there.caller(key)
            assert there.name_of(player) == there.player(player).name
        assert len(asked.of_requests) == 4


def test_changes_by_another_process_are_seen_at_the_next_refresh(processes: Processes) -> None:
    here, there = processes.open(), processes.open()
    ada, first = here.register("Ada")
    bob, second = here.register("Bob")
    for player, key in ((ada.id, first), (bob.id, second)):
        assert there.caller(key) is not None
        assert there.name_of(player) in ("Ada", "Bob")
    processes.clock.pass_time(3_600_000)
    there.refresh()
    processes.clock.pass_time(1_000)
    known = here.caller(first)
    assert known is not None
    new = here.rotate(known)
    here.rename(ada.id, "Countess")
    here.delete(bob.id)
    there.refresh()
    assert there.caller(first) is None
    assert there.caller(second) is None
    assert there.caller(new) is not None
    assert there.names_of([ada.id, bob.id]) == ["Countess", f"Deleted {bob.id}"]
    assert there.player(bob.id).deleted is not None
    with pytest.raises(UnknownPlayer):
        there.named("Bob")


def test_a_change_does_not_wait_for_an_unresponsive_redis(
    processes: Processes, redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = Redis.from_url  # which waits for an answer without a time limit
    monkeypatch.setattr("outflank.server.wake._client", lambda url, *_: clients(url))
    with DeafRelay(("127.0.0.1", redis.port)) as relay, ThreadPoolExecutor(1) as pool:
        wake = RedisWake(f"redis://127.0.0.1:{relay.port}")
        wait_until(lambda: wake.is_listening, "Redis")
        here = processes.open(wake)
        ada, key = here.register("Ada")
        relay.hold_back()
        try:
            renamed = pool.submit(here.rename, ada.id, "Countess").result(_PATIENCE)
            known = pool.submit(here.caller, key).result(_PATIENCE)
            assert known is not None
            assert renamed.name == here.name_of(ada.id) == "Countess"
            new = pool.submit(here.rotate, known).result(_PATIENCE)
            pool.submit(here.delete, ada.id).result(_PATIENCE)
            assert here.caller(key) is here.caller(new) is None
        finally:
            relay.let_through()
            wake.close()


def test_a_former_name_can_be_taken_again_where_the_change_is_not_known_yet(
    processes: Processes,
) -> None:
    here, there = processes.open(), processes.open()
    ada, _ = here.register("Ada")
    assert there.name_of(ada.id) == "Ada"
    here.rename(ada.id, "Countess")
    assert there.rename(ada.id, "Ada").name == "Ada"
    here.refresh()
    assert here.name_of(ada.id) == processes.open().name_of(ada.id) == "Ada"


def test_two_processes_never_give_two_players_the_same_name(processes: Processes) -> None:
    both = [processes.open(), processes.open()]
    looks = ("Ada", "ADA", "ada", "A\N{COMBINING ACUTE ACCENT}da", "\N{CYRILLIC SMALL LETTER A}da")
    wishes = looks * 8

    def register(at: int) -> str:
        player, _ = both[at % 2].register(wishes[at])
        if at % 3 == 0:
            return both[1 - at % 2].rename(player.id, wishes[at - 1]).name
        return player.name

    with ThreadPoolExecutor(8) as pool:
        given = list(pool.map(register, range(len(wishes))))
    assert len(set(map(folded, given))) == len(wishes)
    for name in given:
        assert both[0].named(name) == both[1].named(name)

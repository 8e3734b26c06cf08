"""Players and keys: only digests are stored, names are unique, and a player can be deleted."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import ChallengeRefused, NameRefused, UnknownMatch, UnknownPlayer
from outflank.rules import BLACK
from outflank.server.accounts.accounts import Accounts, SharedKey
from outflank.server.accounts.keys import Role
from outflank.server.accounts.names import folded
from outflank.server.closures import CompetitionClosed
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.store.account_store import AccountKind
from outflank.store.schema import events, keys, matches, names, players
from support.server.competition_server import begin, open_server
from support.server.server_process import wait_until
from support.server.two_workers import Servers


def test_no_key_is_stored_in_plain_text(server: CompetitionServer, tmp_path: Path) -> None:
    _, key = server.accounts.register("Ada")
    admin = server.accounts.add_key(Role.ADMIN)
    server.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key[4:].encode() not in kept
    assert admin[4:].encode() not in kept
    assert b"Ada" in kept


@pytest.mark.server("by hand", tryout=True)
def test_a_publicly_known_key_can_be_neither_changed_nor_deleted(
    server: CompetitionServer,
) -> None:
    caller = server.accounts.caller("key0")
    assert caller is not None
    for change in (server.accounts.rotate, server.forget_caller):
        with pytest.raises(SharedKey, match="register a player of your own"):
            change(caller)
    assert server.accounts.caller("key0") == caller


@pytest.mark.server("by hand", competition=True)
def test_only_organisers_register_players_in_a_competition(server: CompetitionServer) -> None:
    with pytest.raises(CompetitionClosed):
        server.register_guest()
    with pytest.raises(CompetitionClosed):
        server.register("Ada", AccountKind.BOT)
    organiser = server.accounts.caller(server.accounts.add_key(Role.ADMIN))
    player, key = server.register("Ada", AccountKind.BOT, caller=organiser)
    caller = server.accounts.caller(key)
    assert caller is not None
    assert caller.player == player.id


def test_a_key_is_known_after_a_restart(server: CompetitionServer, tmp_path: Path) -> None:
    player, key = server.accounts.register("Ada")
    server.close()
    again = open_server(tmp_path)
    try:
        caller = again.accounts.caller(key)
        assert caller is not None
        assert (caller.player, caller.role) == (player.id, Role.PLAYER)
        assert again.accounts.named("ada").id == player.id
    finally:
        again.close()


@pytest.mark.databases("sqlite", "workers")
def test_a_change_of_a_key_or_a_name_is_soon_known_to_every_server(pair: Servers) -> None:
    here, there = (server.accounts for server in pair)
    ada, key = here.register("Ada")

    def knows() -> bool:  # a worker that has just begun to listen forgets everything once
        return there.caller(key) is not None and there.name_of(ada.id) == "Ada"

    wait_until(lambda: knows() and there.known_caller(key) is not None, "the key")
    caller = here.caller(key)
    assert caller is not None
    new = here.rotate(caller)
    assert here.caller(key) is None
    wait_until(lambda: there.caller(key) is None, "the end of the old key")
    found = there.caller(new)
    assert found is not None
    assert found.player == ada.id
    here.rename(ada.id, "Countess")
    wait_until(lambda: there.name_of(ada.id) == "Countess", "the new name")
    here.revoke(found.key)
    assert here.caller(new) is None
    wait_until(lambda: there.caller(new) is None, "the revoked key")
    assert there.caller("oth_nothing") is None
    # Nobody else gets her former name, which she may take again.
    assert there.register("Ada")[0].name == "Ada (2)"
    assert there.rename(ada.id, "Ada").name == "Ada"
    wait_until(lambda: here.name_of(ada.id) == "Ada", "the former name")
    with pair[0].database.reading() as connection:
        past = connection.execute(sa.select(names.c.name).order_by(names.c.at)).scalars().all()
    assert past == ["Ada", "Countess"]


def test_a_name_that_is_taken_gets_a_number(server: CompetitionServer) -> None:
    ada, _ = server.accounts.register("Ada")
    other, _ = server.accounts.register("ADA")
    assert other.name == "ADA (2)"
    assert server.accounts.rename(other.id, "Аda").name == "Аda (2)"  # noqa: RUF001 - Cyrillic
    assert server.accounts.rename(ada.id, "Ada") == ada


def test_a_player_keeps_a_name_that_was_reserved_later(server: CompetitionServer) -> None:
    player, key = server.accounts.register("Bob")
    reserved = {"name": "Computer 5", "folded": folded("Computer 5")}
    change = sa.update(players).where(players.c.id == player.id).values(reserved)
    server.database.write(lambda connection: connection.execute(change))
    accounts = Accounts(server.store.accounts, server.now)
    assert accounts.caller(key) is not None
    assert accounts.rename(player.id, "Computer 5").name == "Computer 5"
    assert accounts.named("Computer 5").id == player.id
    with pytest.raises(NameRefused):
        accounts.register("Computer 5")


def test_a_refused_name_changes_nothing(server: CompetitionServer) -> None:
    ada, _ = server.accounts.register("Ada")
    with pytest.raises(NameRefused):
        server.accounts.rename(ada.id, "\u202eadA")
    with pytest.raises(NameRefused):
        server.accounts.register("Unknown 0")
    assert server.accounts.player(ada.id).name == "Ada"
    assert server.accounts.register("Unknown 0", by_default=True)[0].name == "Unknown 0"


def test_the_last_use_of_a_key_is_stored_now_and_then(server: CompetitionServer) -> None:
    _, key = server.accounts.register("Ada")
    assert server.accounts.caller(key)
    server.accounts.write_last_used()
    with server.database.reading() as connection:
        assert connection.execute(sa.select(keys.c.last_used)).scalar_one() is not None


def test_a_player_can_be_deleted_with_their_games(server: CompetitionServer) -> None:
    running, over = begin(server), begin(server)
    over.resign(BLACK)
    player = running.entry.black
    assert player is not None
    name = server.accounts.name_of(player)
    server.forget(player)
    assert running.is_over
    with pytest.raises(UnknownMatch):
        server.registry.room(running.name)
    with pytest.raises(UnknownPlayer):
        server.accounts.named(name)
    assert server.accounts.player(player).deleted is not None
    with server.database.reading() as connection:
        kept = connection.execute(sa.select(players.c.name)).scalars().all()
        assert connection.execute(sa.select(matches.c.id)).scalars().all() == [over.name]
    assert name not in kept


def test_nobody_can_play_a_deleted_player(server: CompetitionServer) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    made = server.challenges.make(ada, bob, Proposal())
    server.forget(ada)
    with pytest.raises(ChallengeRefused, match="withdrawn"):
        server.challenges.accept(made.id, bob)
    with pytest.raises(ChallengeRefused, match="has been deleted"):
        server.challenges.make(bob, ada, Proposal())


def test_the_server_starts_in_spite_of_a_damaged_record(
    server: CompetitionServer, tmp_path: Path
) -> None:
    damaged, whole = begin(server), begin(server)
    change = sa.update(events).where(events.c.match == damaged.name).values(data="{}")
    server.database.write(lambda connection: connection.execute(change))
    server.close()
    again = open_server(tmp_path)
    try:
        assert [room.name for room in again.registry.running()] == [whole.name]
    finally:
        again.close()

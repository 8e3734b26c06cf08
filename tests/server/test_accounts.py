"""Players and keys: only digests are kept, names stay unique, and a player can be forgotten."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from outflank.errors import ChallengeRefused, NameRefused, UnknownMatch, UnknownPlayer
from outflank.rules import BLACK
from outflank.server.challenges import Proposal
from outflank.server.house import House
from outflank.server.keys import Role
from outflank.store.schema import events, keys, matches, names, players
from support.server_house import begin, open_house


def test_no_key_is_kept(house: House, tmp_path: Path) -> None:
    _, key = house.accounts.register("Ada")
    admin = house.accounts.add_key(Role.ADMIN)
    house.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key[4:].encode() not in kept
    assert admin[4:].encode() not in kept
    assert b"Ada" in kept


def test_a_key_is_known_after_a_restart(house: House, tmp_path: Path) -> None:
    player, key = house.accounts.register("Ada")
    house.close()
    again = open_house(tmp_path)
    try:
        caller = again.accounts.caller(key)
        assert caller is not None
        assert (caller.player, caller.role) == (player.id, Role.PLAYER)
        assert again.accounts.named("ada").id == player.id
    finally:
        again.close()


def test_unknown_and_revoked_keys_look_the_same(house: House) -> None:
    _, key = house.accounts.register("Ada")
    caller = house.accounts.caller(key)
    assert caller is not None
    house.accounts.revoke(caller.key)
    assert house.accounts.caller(key) is None
    assert house.accounts.caller("oth_nothing") is None


def test_a_rotated_key_takes_the_place_of_the_old_one(house: House) -> None:
    player, key = house.accounts.register("Ada")
    caller = house.accounts.caller(key)
    assert caller is not None
    new = house.accounts.rotate(caller)
    assert house.accounts.caller(key) is None
    found = house.accounts.caller(new)
    assert found is not None
    assert found.player == player.id


def test_a_name_that_another_has_gets_a_number(house: House) -> None:
    ada, _ = house.accounts.register("Ada")
    other, _ = house.accounts.register("ADA")
    assert other.name == "ADA (2)"
    assert house.accounts.rename(other.id, "Аda").name == "Аda (2)"  # noqa: RUF001 - Cyrillic
    assert house.accounts.rename(ada.id, "Ada") == ada


def test_a_past_name_belongs_to_whoever_had_it(house: House) -> None:
    ada, _ = house.accounts.register("Ada")
    house.accounts.rename(ada.id, "Countess")
    assert house.accounts.register("Ada")[0].name == "Ada (2)"
    assert house.accounts.rename(ada.id, "Ada").name == "Ada"
    with house.database.reading() as connection:
        past = connection.execute(sa.select(names.c.name).order_by(names.c.at)).scalars().all()
    assert past == ["Ada", "Countess"]


def test_a_refused_name_changes_nothing(house: House) -> None:
    ada, _ = house.accounts.register("Ada")
    with pytest.raises(NameRefused):
        house.accounts.rename(ada.id, "\u202eadA")
    with pytest.raises(NameRefused):
        house.accounts.register("Unknown 0")
    assert house.accounts.player(ada.id).name == "Ada"
    assert house.accounts.register("Unknown 0", by_default=True)[0].name == "Unknown 0"


def test_when_a_key_was_used_is_written_down_now_and_then(house: House) -> None:
    _, key = house.accounts.register("Ada")
    assert house.accounts.caller(key)
    house.accounts.write_last_used()
    with house.database.reading() as connection:
        assert connection.execute(sa.select(keys.c.last_used)).scalar_one() is not None


def test_a_player_can_be_forgotten_with_their_games(house: House) -> None:
    running, over = begin(house), begin(house)
    over.resign(BLACK)
    player = running.entry.black
    assert player is not None
    name = house.accounts.name_of(player)
    house.forget(player)
    assert running.is_over
    with pytest.raises(UnknownMatch):
        house.hall.room(running.name)
    with pytest.raises(UnknownPlayer):
        house.accounts.named(name)
    assert house.accounts.player(player).deleted is not None
    with house.database.reading() as connection:
        kept = connection.execute(sa.select(players.c.name)).scalars().all()
        assert connection.execute(sa.select(matches.c.id)).scalars().all() == [over.name]
    assert name not in kept


def test_nobody_can_play_somebody_who_was_forgotten(house: House) -> None:
    ada, bob = (house.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    made = house.challenges.make(ada, bob, Proposal())
    house.forget(ada)
    with pytest.raises(ChallengeRefused, match="withdrawn"):
        house.challenges.accept(made.id, bob)
    with pytest.raises(ChallengeRefused, match="gone"):
        house.challenges.make(bob, ada, Proposal())


def test_one_damaged_record_does_not_keep_the_server_from_starting(
    house: House, tmp_path: Path
) -> None:
    damaged, whole = begin(house), begin(house)
    change = sa.update(events).where(events.c.match == damaged.name).values(data="{}")
    house.database.write(lambda connection: connection.execute(change))
    house.close()
    again = open_house(tmp_path)
    try:
        assert [room.name for room in again.hall.running()] == [whole.name]
    finally:
        again.close()

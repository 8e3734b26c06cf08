"""Work that does not grow with the tables: each question reads few of many rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.rules import BLACK
from outflank.store.account_store import AccountKind, PlayerName, StoredKey
from outflank.store.database import Database
from outflank.store.journal import SqlJournal
from outflank.store.match_store import MatchSelection
from outflank.store.past_games import PastGameSelection
from outflank.store.schema import matches
from outflank.store.store import Store
from support.server.competition_server import prepare_database
from support.storage.growth import grow

MANY = 4_000
STEP = 50  # instructions of SQLite's virtual machine
ROW = {
    "id": "first",
    "status": "finished",
    "variant": "classic",
    "size": 8,
    "black_seat": "bot",
    "white_seat": "bot",
    "seq": 0,
    "created": 1_000,
    "changed": 1_000,
    "ended": 2_000,
    "rated": False,
    "private": False,
}


class Work:
    """Counts the instructions of SQLite on all connections of a database."""

    def __init__(self) -> None:
        self.steps = 0

    def count(self) -> int:
        """Add some instructions; SQLite calls this."""
        self.steps += 1
        return 0

    def connected(self, connection: Any, _: object) -> None:
        connection.set_progress_handler(self.count, STEP)

    def of(self, question: Callable[[], object]) -> int:
        """Return the number of instructions that a question takes."""
        question()  # the first call compiles it
        before = self.steps
        question()
        return (self.steps - before) * STEP


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def database(tmp_path: Path, work: Work) -> Iterator[Database]:
    with Database(prepare_database(tmp_path)) as opened:
        sa.event.listen(opened.engine, "connect", work.connected)
        opened.write(lambda connection: connection.execute(sa.insert(matches), ROW))
        match = Match.start(Setup(), at=1_000)
        match.resign(BLACK, at=2_000)
        SqlJournal(opened).append("first", 0, match.events, None)
        yield opened


def questions(store: Store, player: int) -> dict[str, Callable[[], object]]:
    """Return the frequent questions of a server about a player with few games."""
    accounts, numbers = store.accounts, iter(range(1_000_000, 2_000_000))

    def register() -> None:
        number = next(numbers)
        made = accounts.insert(AccountKind.BOT, f"New {number}", f"new {number}", number)
        key = StoredKey(
            digest=f"new {number}", hint="", role="player", player=made.id, tournament=None,
            loopback_only=False, created=number,
        )  # fmt: skip
        key_number = accounts.insert_key(key)
        accounts.rename(PlayerName(made.id, f"Newer {number}", f"newer {number}"), number)
        accounts.write_last_used({key_number: number})
        accounts.revoke_key(key_number, number)
        accounts.delete(PlayerName(made.id, f"Gone {number}", f"gone {number}"), number)

    return {
        "register": register,
        "key": lambda: accounts.find_key("grown 2"),
        "player": lambda: accounts.find(player),
        "players": lambda: accounts.find_all([player, player + 1]),
        "name": lambda: accounts.find_named("grown 2"),
        "taken names": lambda: accounts.taken_by_others(["grown 2", "other"], player),
        "first name": lambda: accounts.first_name_of(player),
        "keys": lambda: accounts.keys_of(player),
        "changes": lambda: accounts.changed_since(3_000_000),
        "match": lambda: store.matches.get("grown7"),
        "running matches": store.matches.running,
        "newest matches": lambda: store.matches.listed(MatchSelection(limit=5)),
        "record": lambda: store.matches.results_of(player),
        "last match": lambda: store.matches.last_finished_of(player),
        "has played": lambda: store.matches.has_played(player),
        "newest games": lambda: store.past_games.page(PastGameSelection(limit=5)),
        "opening": lambda: store.past_games.without_opening(5),
        "review": lambda: store.reviews.get("grown7"),
        "newest reviews": lambda: store.reviews.latest_of(player, 10),
        "log": lambda: store.learning.after(player, 0),
        "new entries": lambda: store.learning.after(player, 1),
        "known entries": lambda: store.learning.known(player, ["entry-0001", "entry-0002"]),
        "ratings": lambda: store.puzzle_ratings.of(["puzzle/aaaaaaaaaa"]),
    }


def test_frequent_questions_take_the_same_work_with_much_stored(
    database: Database, work: Work
) -> None:
    store = Store(database)
    grow(database, "first", accounts=100, matches=100)
    asked = questions(store, 5)
    before = {name: work.of(one) for name, one in asked.items()}
    grow(database, "first", accounts=MANY, matches=MANY, name="more")
    after = {name: work.of(one) for name, one in asked.items()}
    grown = {
        name: (before[name], taken) for name, taken in after.items() if taken > before[name] + 500
    }
    assert not grown


def test_bounded_questions_take_no_more_work_than_their_bound(
    database: Database, work: Work
) -> None:
    store = Store(database)
    grow(database, "first", accounts=4_000, matches=100)
    bots = work.of(lambda: store.accounts.recent_bots(50))
    grow(database, "first", accounts=MANY, matches=100, name="more")
    assert work.of(lambda: store.accounts.recent_bots(50)) < 1.5 * bots

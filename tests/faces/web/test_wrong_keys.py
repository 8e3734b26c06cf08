"""Wrong keys are treated alike on every route, and soon do not reach the database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from outflank.server.competition_server import CompetitionServer
from outflank.server.rate_limits import MemoryCounters, RateLimit
from outflank.store.account_store import AccountKind
from support.server.app_client import AppClient, AppResponse

HERE = "192.0.2.7"
SCHOOL = "192.0.2.8"

Ask = Callable[[AppClient, str], AppResponse]

# How a key is sent, the answer to a wrong one, and the answer after too many.
WAYS: dict[str, tuple[Ask, int, int]] = {
    "simple": (lambda client, key: client.get(f"/boards/{key}", address=HERE), 404, 429),
    "codekata": (lambda client, key: client.get(f"/codekata/boards/{key}", address=HERE), 200, 200),
    "header": (
        lambda client, key: client.get(
            "/api/v1/me", headers={"Authorization": f"Bearer {key}"}, address=HERE
        ),
        401,
        429,
    ),
    "cookie": (
        lambda client, key: client.get(
            "/api/v1/matches", headers={"Cookie": f"outflank_key={key}"}, address=HERE
        ),
        200,
        429,
    ),
    "page": (
        lambda client, key: client.get(
            "/rules", headers={"Cookie": f"outflank_key={key}"}, address=HERE
        ),
        200,
        429,
    ),
    "missing page": (
        lambda client, key: client.get(
            "/nothing",
            headers={"Cookie": f"outflank_key={key}", "Accept": "text/html"},
            address=HERE,
        ),
        404,
        429,
    ),
}


@pytest.fixture
def asked(
    server: CompetitionServer, client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The digests of keys looked up in the database, while the clock of the limits stands still."""
    client.app.limiter._counters = MemoryCounters(lambda: 1000.0)
    client.app.pacer.most = 0.0
    store, digests = server.accounts._store, list[str]()
    find = store.find_key

    def note(known: str) -> object:
        digests.append(known)
        return find(known)

    monkeypatch.setattr(store, "find_key", note)
    return digests


@pytest.mark.parametrize("way", WAYS)
def test_a_caller_who_guesses_keys_soon_does_not_reach_the_database(
    server: CompetitionServer, client: AppClient, asked: list[str], way: str
) -> None:
    ask, wrong, too_many = WAYS[way]
    _, known = server.register("Ada", AccountKind.PERSON)
    answers = [ask(client, f"guess-{number}") for number in range(120)]
    assert answers[0].status_code == wrong
    last = answers[-1]
    assert last.status_code == too_many
    assert last.json is not None
    assert "too many" in (last.json.get("error") or last.json["detail"])
    assert "try again in" in last.text
    if too_many == 429:
        assert int(last.headers["Retry-After"]) >= 1
    assert len(asked) == sum("too many" not in answer.text for answer in answers) <= 50
    answer = ask(client, known)
    assert (answer.status_code == 404) == (way == "missing page")
    assert "too many" not in answer.text


@pytest.mark.parametrize("way", WAYS)
def test_one_wrong_key_sent_again_and_again_counts_once_and_locks_nobody_out(
    server: CompetitionServer, client: AppClient, asked: list[str], way: str
) -> None:
    ask, wrong, _ = WAYS[way]
    _, known = server.register("Ada", AccountKind.PERSON)
    assert {ask(client, "mistyped").status_code for _ in range(30)} == {wrong}
    assert len(asked) == 1
    server.accounts._forget_all()  # as after a restart
    answer = ask(client, known)
    assert "key not found" not in answer.text
    assert answer.status_code == (404 if way == "missing page" else 200)
    assert len(asked) == 2


def test_guesses_from_everywhere_slow_keys_down_that_are_not_in_memory_and_refuse_none(
    server: CompetitionServer, client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[float] = []

    async def hold(seconds: float) -> None:
        held.append(seconds)

    monkeypatch.setattr(client.app.pacing, "hold", hold)
    _, known = server.register("Ada", AccountKind.BOT)
    limiter = client.app.limiter
    for number in range(700):
        limiter.check(
            RateLimit.FAILED_AUTHENTICATION, address=f"10.0.{number % 250}.{number // 250}"
        )
    server.accounts._forget_all()
    assert client.get(f"/boards/{known}", address=SCHOOL).json == []
    assert len(held) == 1
    assert client.get(f"/boards/{known}", address=SCHOOL).json == []
    assert len(held) == 1
    for number in range(4):
        assert client.get(f"/boards/guess-{number}", address=SCHOOL).status_code == 404
    assert len(held) == 5


@pytest.mark.server(tryout=True)
def test_wrong_keys_on_this_machine_are_not_counted_while_trying_out(client: AppClient) -> None:
    counters = client.app.limiter._counters = MemoryCounters(lambda: 1000.0)
    for number in range(10):
        assert client.get(f"/boards/guess-{number}").status_code == 404
    assert counters._times == {}


def test_a_formerly_wrong_key_works_as_soon_as_it_exists(
    server: CompetitionServer, client: AppClient
) -> None:
    assert client.get("/boards/of-our-choice", address=HERE).status_code == 404
    server.accounts.register("Ada", key="of-our-choice")
    assert client.get("/boards/of-our-choice", address=HERE).json == []

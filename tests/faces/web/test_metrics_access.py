"""Who can read the metrics: this machine, and callers with the token."""

import pytest

from outflank.errors import InvalidValue
from outflank.server.competition_server import Configuration
from support.server.app_client import AppClient

ELSEWHERE = "192.0.2.7"
TOKEN = "a-token-of-prometheus"
WITH_TOKEN = {"Authorization": f"Bearer {TOKEN}"}


def test_this_machine_can_read_the_metrics(client: AppClient) -> None:
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        answer = client.get("/metrics", address=address)
        assert (answer.status_code, answer.mimetype) == (200, "text/plain")


def test_other_machines_cannot_read_the_metrics(client: AppClient) -> None:
    answer = client.get("/metrics", address=ELSEWHERE)
    assert (answer.status_code, answer.mimetype) == (403, "application/json")
    assert "--metrics-token" in answer.json["error"]
    assert "request_seconds" not in answer.text
    # A token that nobody has set opens nothing, not even an empty one.
    for given in ("Bearer", "Bearer ", f"Bearer {TOKEN}"):
        headers = {"Authorization": given}
        assert client.get("/metrics", address=ELSEWHERE, headers=headers).status_code == 403


def test_a_request_through_a_proxy_on_this_machine_counts_as_from_elsewhere(
    client: AppClient,
) -> None:
    for name in ("X-Forwarded-For", "Forwarded", "Via"):
        assert client.get("/metrics", headers={name: "127.0.0.1"}).status_code == 403


@pytest.mark.server(metrics_token=TOKEN)
def test_the_token_opens_the_metrics_to_other_machines(client: AppClient) -> None:
    answer = client.get("/metrics", address=ELSEWHERE, headers=WITH_TOKEN)
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert client.get("/metrics").status_code == 200
    for given in (None, TOKEN, f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \u00e4"):
        headers = {} if given is None else {"Authorization": given}
        refused = client.get("/metrics", address=ELSEWHERE, headers=headers)
        assert (refused.status_code, refused.mimetype) == (401, "application/json")
        assert refused.headers["WWW-Authenticate"] == "Bearer"
        assert TOKEN not in refused.text


@pytest.mark.server(metrics_token=TOKEN, trusted_proxies=1)
def test_behind_a_trusted_proxy_the_address_of_the_client_counts(client: AppClient) -> None:
    through = {"X-Forwarded-For": ELSEWHERE}
    assert client.get("/metrics", headers=through).status_code == 401
    assert client.get("/metrics", headers={**through, **WITH_TOKEN}).status_code == 200
    assert client.get("/metrics").status_code == 200  # Prometheus on this machine, past the proxy
    # A caller who reaches the server past the proxy can write anything into that header.
    spoofed = client.get("/metrics", address=ELSEWHERE, headers={"X-Forwarded-For": "127.0.0.1"})
    assert spoofed.status_code == 401


@pytest.mark.server(metrics_token=TOKEN)
def test_guessing_the_token_is_limited(client: AppClient) -> None:
    statuses = {
        client.get(
            "/metrics", address=ELSEWHERE, headers={"Authorization": f"Bearer {guess}"}
        ).status_code
        for guess in range(100)
    }
    assert statuses == {401, 429}
    assert client.get("/metrics", address="192.0.2.8", headers=WITH_TOKEN).status_code == 200


def test_a_weak_token_is_refused_and_no_token_is_shown() -> None:
    for weak in ("short", "a b" * 10, "ä" * 20):
        with pytest.raises(InvalidValue, match="at least 16"):
            Configuration(metrics_token=weak)
    assert TOKEN not in repr(Configuration(metrics_token=TOKEN))

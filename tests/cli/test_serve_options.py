"""The options of `outflank serve`."""

import re
import socket
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from outflank.cli.server.serve import command
from outflank.errors import CannotServe, InvalidValue, StoreUnavailable
from outflank.faces.web.operation import serving
from outflank.faces.web.operation.flask_run import app_of_flask_run
from outflank.faces.web.operation.serving import ServingOptions
from outflank.faces.web.operation.startup_message import startup_message
from outflank.server.competition_server import Configuration
from outflank.store.access.locks import ServerLock
from outflank.store.database import Database
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    untranslated,
    write_second_language,
)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Configuration, ServingOptions]]:
    """The configurations and options that would have been served; nothing is served."""
    started: list[tuple[Configuration, ServingOptions]] = []

    def serve(configuration: Configuration, place: ServingOptions, ready: Any) -> None:
        ready()
        started.append((configuration, place))
        place.listener.close()

    monkeypatch.setattr(serving, "serve", serve)
    monkeypatch.setattr(serving, "_PATIENCE", 0.0)
    return started


def run(tmp_path: Path, *options: str) -> Result:
    database = ["--port", "0", "--database", str(tmp_path / "games.db")]
    return CliRunner().invoke(command, [*database, *options])


def test_the_banner_says_where_the_server_is_and_how_to_begin(
    tmp_path: Path, started: list[tuple[Configuration, ServingOptions]]
) -> None:
    said = run(tmp_path).output
    ((configuration, place),) = started
    assert said.startswith("Outflank is serving at http://127.0.0.1:")
    assert f"Database: {tmp_path / 'games.db'}" in said
    for key in ("key0", "key3", "observe0", "admin0"):
        assert key in said
    assert configuration.tryout
    assert configuration.streams == 20_000
    assert place.log == "none"


@pytest.mark.parametrize(
    "options", [["--host", "0.0.0.0"], ["--no-tryout"], ["--proxies", "1"], ["--host", "::"]]
)
def test_on_a_public_address_there_is_no_tryout_and_it_says_so(
    tmp_path: Path, started: list[tuple[Configuration, ServingOptions]], options: list[str]
) -> None:
    said = run(tmp_path, *options).output
    ((configuration, place),) = started
    assert not configuration.tryout
    assert "The try-out tournament is off" in said
    assert "key0" not in said
    assert place.log == ("none" if options == ["--no-tryout"] else "json")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--host", "0.0.0.0"], "because other machines can reach this address"),
        (["--proxies", "1"], "because others come through the proxy (--proxies)"),
        (["--no-tryout"], "as --no-tryout says"),
    ],
)
def test_it_says_why_there_is_no_tryout(
    tmp_path: Path, started: list[Any], options: list[str], reason: str
) -> None:
    assert f"\nThe try-out tournament is off, {reason}" in run(tmp_path, *options).output


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_address_that_is_printed_can_be_opened(
    tmp_path: Path, started: list[tuple[Configuration, ServingOptions]], host: str
) -> None:
    said = run(tmp_path, "--host", host).output
    assert said.startswith("Outflank is serving at http://localhost:")
    assert f"//{host}" not in said
    assert f"[{host}]" not in said
    assert "Connections are not encrypted" in said
    assert "Connections are not encrypted" not in run(tmp_path).output
    # Behind a proxy, encryption is the proxy's task.
    assert "not encrypted" not in run(tmp_path, "--host", host, "--proxies", "1").output


def test_a_requested_tryout_is_refused_on_a_public_address(
    tmp_path: Path, started: list[tuple[Configuration, ServingOptions]]
) -> None:
    said = run(tmp_path, "--host", "0.0.0.0", "--tryout").stderr
    ((configuration, _),) = started
    assert not configuration.tryout
    assert said.startswith("Warning: --tryout is ignored: everybody knows the keys")


def test_the_database_may_be_named_by_the_environment(
    tmp_path: Path,
    started: list[tuple[Configuration, ServingOptions]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OUTFLANK_DATABASE", str(tmp_path / "named.db"))
    said = CliRunner().invoke(command, ["--port", "0"]).output
    assert f"Database: {tmp_path / 'named.db'}\n" in said
    assert f"Database: {tmp_path / 'games.db'}\n" in run(tmp_path).output  # the option wins


def test_the_token_of_the_metrics_may_come_from_the_environment(
    tmp_path: Path,
    started: list[tuple[Configuration, ServingOptions]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OUTFLANK_METRICS_TOKEN", "a-token-of-prometheus")
    said = run(tmp_path).output
    ((configuration, _),) = started
    assert configuration.metrics_token == "a-token-of-prometheus"
    assert "a-token-of-prometheus" not in said
    refused = run(tmp_path, "--metrics-token", "short").exception
    assert isinstance(refused, InvalidValue)


def test_debugging_in_public_is_refused(
    tmp_path: Path, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    refused = run(tmp_path, "--host", "0.0.0.0").exception
    assert isinstance(refused, CannotServe)
    assert "FLASK_DEBUG" in str(refused)
    assert started == []
    assert run(tmp_path).exit_code == 0


def test_a_port_in_use_is_reported_in_one_sentence(tmp_path: Path, started: list[Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = run(tmp_path, "--port", port).exception
    assert isinstance(refused, CannotServe)
    assert str(refused) == f"port {port} is in use by another program; choose one with --port"
    assert started == []


def test_an_address_that_does_not_exist_is_reported_in_one_sentence(
    tmp_path: Path, started: list[Any]
) -> None:
    refused = run(tmp_path, "--host", "no such host").exception
    assert isinstance(refused, CannotServe)
    assert "no such host" in str(refused)


def test_a_database_in_use_is_reported_in_one_sentence(tmp_path: Path, started: list[Any]) -> None:
    with Database(f"sqlite:///{tmp_path}/games.db") as database:
        assert database.path is not None
        sole = ServerLock(database.path)
        try:
            refused = run(tmp_path).exception
        finally:
            sole.release()
    assert isinstance(refused, StoreUnavailable)
    assert "another server is using" in str(refused)


def test_flask_run_names_the_variable_instead_of_the_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATABASE", str(tmp_path / "nowhere" / "games.db"))
    with pytest.raises(click.UsageError) as refused:
        app_of_flask_run()
    assert refused.value.message == (
        f"there is no folder {tmp_path / 'nowhere'}; create it, or choose another with the "
        "variable OUTFLANK_DATABASE"
    )


def test_the_password_of_a_database_is_not_printed() -> None:
    for url in ("postgresql://me:secret@db/games", "postgres://me:secret@db/games?password=secret"):
        said = startup_message(Configuration(url), "127.0.0.1", 5000)
        assert "secret" not in said
        assert "\nDatabase: postgresql://me:***@db/games\n" in said


@pytest.mark.parametrize("host", ["127.0.0.1", "192.0.2.1"])
@pytest.mark.parametrize("competition", [False, True])
@pytest.mark.parametrize("tryout", [False, True])
def test_the_banner_is_in_the_users_language(
    host: str,
    competition: bool,
    tryout: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    configuration = Configuration("sqlite:///games.db", tryout=tryout, competition=competition)
    said = startup_message(configuration, host, 5000)
    assert count_cut_texts(said) == 0
    sentences = re.sub(r"http\S+|  curl .*|games.db", " ", said)
    assert untranslated(sentences) == []

"""`outflank oracle`: one question to the service, which runs on this machine here."""

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from outflank.cli.play.rules import oracle_command
from outflank.errors import OracleError
from support.oracle_server import IMAGE, OracleServer, oracle_server


@pytest.fixture
def server() -> Iterator[OracleServer]:
    with oracle_server() as running:
        yield running


def test_the_reply_is_shown(server: OracleServer) -> None:
    result = CliRunner().invoke(oracle_command, ["--url", server.url])
    assert result.exit_code == 0
    assert result.output == f"The oracle says yes.\nIts picture: {IMAGE.format('yes')}\n"


def test_a_reply_without_a_picture_says_so(server: OracleServer) -> None:
    server.mood = "foreign image"
    result = CliRunner().invoke(oracle_command, ["--url", server.url])
    assert result.output == "The oracle says yes.\nIt sent no picture.\n"


def test_the_reply_can_be_json(server: OracleServer) -> None:
    server.mood = "maybe"
    result = CliRunner().invoke(oracle_command, ["--json", "--url", server.url])
    assert json.loads(result.output) == {"answer": "maybe", "image": IMAGE.format("maybe")}


def test_a_failure_is_one_sentence_and_no_answer(server: OracleServer) -> None:
    server.mood = "500"
    result = CliRunner().invoke(oracle_command, ["--url", server.url])
    assert result.output == ""
    # The command line turns this error into one sentence on standard error.
    assert isinstance(result.exception, OracleError)
    assert str(result.exception) == "the service answered with status 500, not 200"


def test_another_address_must_be_on_this_machine() -> None:
    result = CliRunner().invoke(oracle_command, ["--url", "https://example.org/api"])
    assert isinstance(result.exception, OracleError)


def test_the_help_hides_the_address() -> None:
    assert "--url" not in CliRunner().invoke(oracle_command, ["--help"]).output

"""What the tests of the command line share."""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.cli import main
from support.command import Done, Run
from support.server.live_server import LiveServer, live_server


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Call the command line in this process, with standard input from a text."""
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("LC_ALL", raising=False)  # of C would ask for ASCII

    def call(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["outflank", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Done(ended.value.code, out, err)

    return call


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveServer]:
    """A whole server on a real socket."""
    with live_server(tmp_path) as serving:
        yield serving

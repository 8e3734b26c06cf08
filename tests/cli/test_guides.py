"""The commands in docs/server.md work as they are printed, one after the other."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from outflank.faces.web.wire.schemas.matches import StateLine
from outflank.faces.web.wire.schemas.player_events import PlayerMatchStarted
from support.command import Run
from support.paths import ROOT
from support.server.live_server import LiveServer

GUIDE = (ROOT / "docs" / "server.md").read_text("utf-8")


def commands(heading: str) -> list[list[str]]:
    """Return the words of the commands in the first block under a heading."""
    section = GUIDE.partition(f"## {heading}\n")[2]
    (block, *_) = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    return [shlex.split(line, comments=True) for line in block.splitlines()]


def test_the_guide_to_a_tournament_can_be_followed_word_for_word(
    run: Run, live: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (definition,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    Path("cup.toml").write_text(definition)
    printed = ""
    for words in commands("A tournament, from the first key to the table"):
        if words[0] == "export":  # use this server instead of the one in the guide
            assert words[1].split("=")[0] in ("OUTFLANK_ADMIN_KEY", "OUTFLANK_SERVER")
            monkeypatch.setenv("OUTFLANK_ADMIN_KEY", live.admin_key())
            monkeypatch.setenv("OUTFLANK_SERVER", live.url)
            continue
        if "signing-key" in words:  # likewise
            words[words.index("cup.db")] = live.app.server.configuration.database
        given = [printed if word == "ed25519:..." else word for word in words[1:]]
        done = run(*[word for word in given if word != "--watch"])  # nobody plays here
        printed = done.out.strip()
        assert done.code == 0, (words, done.err)
        assert "is taken" not in done.err
    entrants = json.loads(Path("cup.json").read_text())["entrants"]
    names = [each["name"] for each in entrants]
    assert names == ["Ada", "Bob", "Computer 5", "Cleo", "Dan"]
    files = [Path(name).read_text().splitlines() for name in ("keys.csv", "more.csv")]
    rows = [row for lines in files for row in csv.DictReader(lines)]
    assert [row["name"] for row in rows if row["key"]] == ["Ada", "Bob", "Cleo", "Dan"]


def test_the_server_guides_install_from_the_clone_that_holds_them() -> None:
    for name in ("server.md", "deploy.md", "bots.md"):
        guide = (ROOT / "docs" / name).read_text("utf-8")
        installed = re.findall(r"install (?:--upgrade )?'([^']+)'", guide)
        assert installed, name
        assert installed[0].startswith(".["), name
    deploy = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    assert "install 'outflank[" not in deploy


def test_the_guide_to_bots_shows_lines_as_the_server_writes_them() -> None:
    guide = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (lines,) = re.findall(r"```json\n(.*?)```", guide, re.DOTALL)
    started, state = lines.splitlines()
    for line, kind in ((started, PlayerMatchStarted), (state, StateLine)):
        read = msgspec.json.decode(line, type=kind)
        assert json.loads(msgspec.json.encode(read)) == json.loads(line)  # no field is left out


def test_the_guides_and_the_help_name_the_variable_of_the_server(run: Run) -> None:
    assert "OUTFLANK_SERVER" in GUIDE
    assert "OUTFLANK_SERVER" in run("tournament", "--help").out
    assert "OUTFLANK_SERVER" in run("tournament", "status", "--help").out

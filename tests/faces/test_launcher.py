"""Menu entries: written, found by the desktop's own check, and removed again."""

from __future__ import annotations

import configparser
import plistlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.faces import launcher
from outflank.faces.launcher import entries


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_linux_menus_get_an_entry_for_window_and_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    written = launcher.install()
    window, terminal, icon = written
    assert window == home / ".local/share/applications/outflank.desktop"
    assert icon.read_text().startswith("<svg")
    found = {}
    for path in (window, terminal):
        file = configparser.ConfigParser(interpolation=None)
        file.optionxform = str  # type: ignore[assignment, method-assign]
        file.read(path)
        found[path.stem] = dict(file["Desktop Entry"])
    assert found["outflank"]["Name"] == "Outflank (Othello)"
    assert found["outflank"]["Keywords"] == "Othello;Reversi;board game;"
    assert found["outflank"]["Terminal"] == "false"
    assert found["outflank-terminal"]["Terminal"] == "true"
    assert Path(found["outflank"]["Icon"]).exists()
    assert set(launcher.remove()) == set(written)
    assert launcher.remove() == []


def test_the_command_of_an_entry_starts_the_game(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    text = launcher.install()[1].read_text()
    command = next(line for line in text.splitlines() if line.startswith("Exec="))
    words = shlex.split(command.removeprefix("Exec="))
    done = subprocess.run(
        [*words, "--help"], capture_output=True, text=True, check=True, timeout=60
    )
    assert "Play Othello in the terminal." in done.stdout


def test_words_with_spaces_and_signs_are_quoted() -> None:
    assert entries._quoted("/usr/bin/python3") == "/usr/bin/python3"
    assert entries._quoted('/my $dir/"p"') == '"/my \\$dir/\\"p\\""'


def test_mac_gets_a_bundle_for_each_entry(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    window, terminal = launcher.install()
    script = window / "Contents/MacOS/outflank"
    assert script.stat().st_mode & 0o100
    assert script.read_text().endswith("-m outflank window\n")
    assert "osascript" in (terminal / "Contents/MacOS/outflank").read_text()
    plist = plistlib.loads((window / "Contents/Info.plist").read_bytes())
    assert plist["CFBundleName"] == "Outflank (Othello)"
    assert launcher.remove() == [window, terminal]


def test_windows_asks_its_shell_for_shortcuts(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(home / "Roaming"))
    calls: list[list[str]] = []

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(words)
        return subprocess.CompletedProcess(words, len(calls) - 1, "", "no shell")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(OutflankError, match="cannot be written: no shell"):
        launcher.install()
    assert calls[0][0] == "powershell"
    assert calls[0][-1] == "Play Othello in a window"
    assert launcher.remove() == []


def test_a_folder_that_cannot_be_written_is_one_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    (home / ".local").write_text("in the way")
    with pytest.raises(OutflankError, match="cannot be written"):
        launcher.install()

"""Desktop menu entries for the window and the terminal game, on each operating system."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from outflank.drawing import svg
from outflank.errors import OutflankError
from outflank.rules import Game
from outflank.texts import Text, say

__all__ = ["install", "remove"]


@dataclass(frozen=True, slots=True)
class LauncherEntry:
    """One entry in the desktop's menu.

    Its files have the same names in every language, so that `remove` finds them. macOS and Windows
    show the name of the file.
    """

    face: str
    file_name: str
    shown_file_name: str
    arguments: tuple[str, ...]
    in_terminal: bool = False

    @property
    def name(self) -> str:
        """The name in the menu."""
        return say(f"launcher.{self.face}.name")

    @property
    def comment(self) -> str:
        """What the entry starts."""
        return say(f"launcher.{self.face}.comment")


ENTRIES = (
    LauncherEntry("window", "outflank", "Outflank (Othello)", ("window",)),
    LauncherEntry(
        "terminal",
        "outflank-terminal",
        "Outflank (Othello in the terminal)",
        ("play",),
        in_terminal=True,
    ),
)


def install() -> list[Path]:
    """Create the menu entries and return the files that were written."""
    return _desktop().install()


def remove() -> list[Path]:
    """Remove the menu entries and return the files that were removed."""
    removed = []
    for path in _desktop().files():
        if path.is_dir():
            shutil.rmtree(path)
            removed.append(path)
        elif path.exists():
            path.unlink()
            removed.append(path)
    return removed


@dataclass(frozen=True, slots=True)
class Desktop:
    """How one operating system keeps its menu entries."""

    files: Callable[[], list[Path]]
    install: Callable[[], list[Path]]


def _desktop() -> Desktop:
    if sys.platform == "win32":
        return Desktop(_windows_files, _install_on_windows)
    if sys.platform == "darwin":
        return Desktop(_mac_files, _install_on_mac)
    return Desktop(_linux_files, _install_on_linux)


def _command(entry: LauncherEntry) -> list[str]:
    """Return the command that starts an entry with this Python interpreter."""
    return [sys.executable, "-m", "outflank", *entry.arguments]


def _icon() -> str:
    """Draw the icon: the starting position on a 4x4 board."""
    return svg(Game(size=4).position.board, coordinates=False, legal=False, size=256)


def _write(path: Path, text: str, *, executable: bool = False) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if executable:
            path.chmod(0o755)
    except OSError as error:
        raise OutflankError(
            Text("errors.launcher.not_written", path=path, reason=error.strerror)
        ) from None
    return path


# Linux and other systems with the desktop-entry convention


def _linux_share() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _linux_icon() -> Path:
    return _linux_share() / "icons" / "hicolor" / "scalable" / "apps" / "outflank.svg"


def _linux_files() -> list[Path]:
    folder = _linux_share() / "applications"
    return [*(folder / f"{entry.file_name}.desktop" for entry in ENTRIES), _linux_icon()]


def _install_on_linux() -> list[Path]:
    written = [
        _write(path, _desktop_entry(entry), executable=True)
        for entry, path in zip(ENTRIES, _linux_files(), strict=False)
    ]
    written.append(_write(_linux_icon(), _icon()))
    if refresh := shutil.which("update-desktop-database"):
        subprocess.run([refresh, str(_linux_share() / "applications")], check=False)  # noqa: S603
    return written


def _desktop_entry(entry: LauncherEntry) -> str:
    command = " ".join(_quoted(word) for word in _command(entry))
    return "\n".join(
        [
            "[Desktop Entry]",
            "Type=Application",
            f"Name={entry.name}",
            f"Comment={entry.comment}",
            f"Exec={command}",
            f"Icon={_linux_icon()}",
            f"Terminal={'true' if entry.in_terminal else 'false'}",
            "Categories=Game;BoardGame;",
            f"Keywords={say('launcher.keywords')}",
            "",
        ]
    )


def _quoted(word: str) -> str:
    """Quote a word as the desktop-entry convention requires."""
    if all(letter.isalnum() or letter in "-_./:" for letter in word):
        return word
    escaped = "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in word)
    return f'"{escaped}"'.replace("%", "%%")


# macOS: a small application bundle for each entry


def _mac_files() -> list[Path]:
    return [Path.home() / "Applications" / f"{entry.shown_file_name}.app" for entry in ENTRIES]


def _install_on_mac() -> list[Path]:
    bundles = _mac_files()
    for entry, bundle in zip(ENTRIES, bundles, strict=True):
        command = shlex.join(_command(entry))
        if entry.in_terminal:
            escaped = command.replace("\\", "\\\\").replace('"', '\\"')
            script = f'tell application "Terminal"\nactivate\ndo script "{escaped}"\nend tell'
            command = f"osascript -e {shlex.quote(script)}"
        contents = bundle / "Contents"
        _write(contents / "MacOS" / "outflank", f"#!/bin/sh\nexec {command}\n", executable=True)
        _write(contents / "Info.plist", _property_list(entry))
    return bundles


def _property_list(entry: LauncherEntry) -> str:
    import plistlib

    return plistlib.dumps(
        {
            "CFBundleName": entry.name,
            "CFBundleDisplayName": entry.name,
            "CFBundleIdentifier": f"org.outflank.{entry.file_name}",
            "CFBundleExecutable": "outflank",
            "CFBundlePackageType": "APPL",
            "CFBundleVersion": "1",
        }
    ).decode()


# Windows: shortcuts in the start menu


def _windows_files() -> list[Path]:
    roaming = os.environ.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    menu = Path(roaming) / "Microsoft" / "Windows" / "Start Menu" / "Programs"
    return [menu / f"{entry.shown_file_name}.lnk" for entry in ENTRIES]


def _install_on_windows() -> list[Path]:
    shortcuts = _windows_files()
    for entry, path in zip(ENTRIES, shortcuts, strict=True):
        program, *arguments = _command(entry)
        script = (
            "$link = (New-Object -ComObject WScript.Shell).CreateShortcut($args[0]);"
            "$link.TargetPath = $args[1]; $link.Arguments = $args[2];"
            "$link.Description = $args[3]; $link.Save()"
        )
        words = [str(path), program, subprocess.list2cmdline(arguments), entry.comment]
        path.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(  # noqa: S603
            ["powershell", "-NoProfile", "-Command", f"& {{ {script} }}", *words],  # noqa: S607
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise OutflankError(
                Text("errors.launcher.shortcut_not_written", path=path, reason=done.stderr.strip())
            )
    return shortcuts

"""Take pictures of the game in the terminal: full screen and line by line, in many sizes.

python tools/screenshots/terminal_pictures.py [FOLDER [NAME ...]]
    writes PNG files, by default to build/pictures
python tools/screenshots/terminal_pictures.py --docs
    renews the pictures of the documentation

The real program runs in tmux, keys are sent to it, and Chromium draws what its screen shows.
"""

import contextlib
import io
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parents[2]
MIDDLE = "f5d6c3d3c4b3d7f6e6g6f3c5f4f7e7c6g4g5"
_PATIENCE = 30.0  # seconds
_STILL = 0.4  # seconds without a change until the screen counts as still
# Block characters fill a line of 20 pixels; the spacing makes every character 10 pixels wide.
_FONT = "17.18px/20px 'DejaVu Sans Mono'; letter-spacing: -0.343px"
_THEME = TerminalTheme((12, 12, 12), (204, 204, 204), [
    (12, 12, 12), (197, 15, 31), (19, 161, 14), (193, 156, 0),
    (0, 55, 218), (136, 23, 152), (58, 150, 221), (204, 204, 204),
], [
    (118, 118, 118), (231, 72, 86), (22, 198, 12), (249, 241, 165),
    (59, 120, 255), (180, 0, 158), (97, 214, 214), (242, 242, 242),
])  # fmt: skip
_PAGE = (
    "<style>body {{ margin: 0; background: {background}; color: {foreground}; }}"
    f" pre {{{{ font: {_FONT}; margin: 0; }}}}"
    " span {{ display: inline-block; height: 20px; vertical-align: top; }}"
    "</style><pre>{code}</pre>"
)


@dataclass(frozen=True)
class Shot:
    """A command, the steps to take in it, and the size of its terminal.

    A step that starts with ? waits until its text is shown; any other is keys, as tmux names them,
    or text after a =.
    """

    command: str
    steps: tuple[str, ...]
    size: tuple[int, int] = (80, 24)
    environment: str = "COLORTERM=truecolor"


_PEOPLE = "play --black human:Ann --white human:Bob"
_YES_NO = f"{_PEOPLE} --variant yesno --oracle local --seed 7"
_PASTE = ("?legal moves", "Escape", "?Back to the game", "p", "?JSON:", f"={MIDDLE}", "Enter")
_TO_MIDDLE = (*_PASTE, "?14 legal")
_FIRST_MOVE = ("?legal moves", "n", "Enter", "?Moves (1)")
_TYPED_MOVE = ("?legal moves", "=h7", "Enter", "?Moves (1)")  # where n is a column
_RESIGNED = ("?legal moves", "x", "?Resign?", "y", "?Play again")
_LESSON = ("?Tutorial", "l", "?Lesson 1", "Enter", "?Lesson 2")
_LINE_LESSON = ("?go on", "Enter", "?move:", "=f5", "Enter", "?Well done")
_SMALL = (40, 15)
_ASCII = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0"

SHOTS = {
    "terminal-game": Shot(
        f"{_PEOPLE} --clock 10+5", (*_TO_MIDDLE, "v", "?would play", "=b6"), (112, 38)
    ),
    "terminal-yesno": Shot(_YES_NO, (*_FIRST_MOVE, "n", "Enter", "?Moves (2)"), (100, 32)),
    "game-80": Shot(_PEOPLE, (*_TO_MIDDLE, "=b6")),
    "game-80-hint": Shot(_PEOPLE, (*_TO_MIDDLE, "v", "?would play")),
    "game-40": Shot(_PEOPLE, _TO_MIDDLE, _SMALL),
    "game-60": Shot(_PEOPLE, _TO_MIDDLE, (60, 20)),
    "game-200": Shot(_PEOPLE, _TO_MIDDLE, (200, 60)),
    "game-256-colors": Shot(_PEOPLE, (*_TO_MIDDLE, "=b6"), environment="COLORTERM="),
    "game-16-colors": Shot(_PEOPLE, (*_TO_MIDDLE, "=b6"), environment="TERM=xterm COLORTERM="),
    "game-no-color": Shot(f"{_PEOPLE} --clock 10+5", _TO_MIDDLE, environment="NO_COLOR=1"),
    "game-ascii": Shot(_PEOPLE, _TO_MIDDLE, environment=_ASCII),
    "game-6": Shot(f"{_PEOPLE} --size 6", _FIRST_MOVE),
    "game-12": Shot(f"{_PEOPLE} --size 12", _FIRST_MOVE),
    "game-16": Shot(f"{_PEOPLE} --size 16", _TYPED_MOVE),
    "yesno-80": Shot(_YES_NO, _FIRST_MOVE),
    "menu-80": Shot(_PEOPLE, (*_TO_MIDDLE, "Escape", "?Back to the game")),
    "menu-40": Shot(_PEOPLE, (*_TO_MIDDLE, "Escape", "?Back to the game"), _SMALL),
    "help-80": Shot(_PEOPLE, ("?legal moves", "?", "?Moving")),
    "past-80": Shot(_PEOPLE, (*_TO_MIDDLE, ",", ",", "?EARLIER MOVE")),
    "computer-80": Shot(  # there is no opening book for 10x10
        "play --player1 computer:20 --player2 human --first 1 --size 10", ("?thinking",)
    ),
    "watch-80": Shot("play --player1 computer:1 --player2 computer:1", ("?(5)", "z", "?PAUSED")),
    "over-80": Shot(f"{_PEOPLE} --size 4", _RESIGNED),
    "over-40": Shot(f"{_PEOPLE} --size 4", _RESIGNED, _SMALL),
    "look-back": Shot(
        "play --player1 computer:1 --player2 computer:1 --seed 4 --size 4 --delay 0",
        ("?Play again", "b", "?orst"),
    ),
    "start-80": Shot("", ("?Human against human",)),
    "start-40": Shot("", ("?Human against human",), _SMALL),
    "start-120": Shot("", ("?Human against human",), (120, 40)),
    "tutorial-80": Shot("", _LESSON),
    "tutorial-80-wrong": Shot("", (*_LESSON, "=a1", "Enter", "?nothing")),
    "tutorial-80-right": Shot("", (*_LESSON, "=f5", "Enter", "?Well done")),
    "tutorial-40": Shot("", _LESSON, _SMALL),
    "tutorial-40-wrong": Shot("", (*_LESSON, "=a1", "Enter", "?nothing"), _SMALL),
    "tutorial-40-right": Shot("", (*_LESSON, "=f5", "Enter", "?Well done"), _SMALL),
    "puzzles-80": Shot("", ("?Puzzles", "p", "?Find the best move")),
    "saves-80": Shot(_PEOPLE, (*_TO_MIDDLE, "C-o", "?Saved games")),
    "line-game": Shot(
        f"{_PEOPLE} --plain", ("?to move", "=f5", "Enter", "?59", "=hint", "Enter", "?would play")
    ),
    "line-menu": Shot("play --plain", ("?Your choice",)),
    "line-tutorial": Shot("tutorial --plain", _LINE_LESSON),
    "line-tutorial-plain": Shot("tutorial --plain", _LINE_LESSON, environment="NO_COLOR=1"),
    "line-puzzles": Shot("puzzles --plain", ("?move:", "=help", "Enter", "?show")),
}
DOCS = ("terminal-game", "terminal-yesno")


class Terminal:
    """A terminal in tmux that runs one command with its own home folder."""

    def __init__(self, shot: Shot, home: str) -> None:
        self._socket = f"{home}/tmux"
        columns, rows = map(str, shot.size)
        program = f"{shlex.quote(sys.executable)} -m outflank {shot.command}"
        setting = f"TERM=tmux-256color {shot.environment} OUTFLANK_HOME={shlex.quote(home)}"
        self._tmux(
            "-f", os.devnull, "new-session", "-d", "-x", columns, "-y", rows,
            f"unset NO_COLOR; exec env {setting} {program}",
            ";", "set-option", "-g", "remain-on-exit", "on",
            ";", "set-option", "-g", "status", "off",
            ";", "resize-window", "-x", columns, "-y", rows,
        )  # fmt: skip

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-u", "-S", self._socket, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def screen(self, *options: str) -> str:
        """Return what the screen shows."""
        return self._tmux("capture-pane", "-p", *options)

    def follow(self, step: str) -> None:
        """Wait for a text, or press keys."""
        if step.startswith("?") and len(step) > 1:
            deadline = time.monotonic() + _PATIENCE
            while step[1:] not in self.screen():
                if time.monotonic() > deadline:
                    sys.exit(f"{step[1:]!r} never came:\n{self.screen()}")
                time.sleep(0.05)
        elif step.startswith("="):
            self._tmux("send-keys", "-l", step[1:])
        else:
            self._tmux("send-keys", step)

    def rest(self) -> None:
        """Wait until the screen is still, but not as long as a computer thinks."""
        for _ in range(8):
            before = self.screen()
            time.sleep(_STILL)
            if self.screen() == before:
                return

    def close(self) -> None:
        """End the program and tmux."""
        self._tmux("kill-server")


@contextlib.contextmanager
def terminal(shot: Shot) -> Iterator[Terminal]:
    """Run the command of a shot, and take its picture."""
    with tempfile.TemporaryDirectory() as home:
        shown = Terminal(shot, home)
        try:
            yield shown
        finally:
            shown.close()


def take(shot: Shot, path: Path, page: Page) -> None:
    """Take one picture."""
    with terminal(shot) as shown:
        for step in shot.steps:
            shown.follow(step)
        shown.rest()
        lines = shown.screen("-e", "-N").split("\n")[: shot.size[1]]
    console = Console(record=True, width=shot.size[0], file=io.StringIO())
    for line in lines:
        drawn = Text.from_ansi(line)
        drawn.pad_right(shot.size[0] - drawn.cell_len)
        console.print(drawn, no_wrap=True, overflow="ignore", crop=False, soft_wrap=True)
    page.set_content(console.export_html(theme=_THEME, code_format=_PAGE, inline_styles=True))
    columns, rows = shot.size
    page.screenshot(path=path, clip={"x": 0, "y": 0, "width": columns * 10, "height": rows * 20})


def main(arguments: list[str]) -> int:
    """Take the pictures."""
    chromium = shutil.which("chromium")
    if chromium is None or shutil.which("tmux") is None:
        sys.exit("Pictures of the terminal need tmux and Chromium.")
    is_for_docs = arguments == ["--docs"]
    if not is_for_docs and any(word.startswith("-") for word in arguments):
        sys.exit(__doc__)
    folder = ROOT / ("docs" if is_for_docs else "build") / "pictures"
    names = DOCS if is_for_docs else arguments[1:] or SHOTS
    if arguments and not is_for_docs:
        folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport={"width": 2400, "height": 1400})
        for name in names:
            take(SHOTS[name], folder / f"{name}.png", page)
        browser.close()
    print(f"The pictures are in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

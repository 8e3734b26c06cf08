"""Drives the real full-screen game: presses keys, clicks, and reads what the screen shows."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.segment import Segment
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot

from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities
from outflank.faces.terminal.full_screen.app import OutflankApp
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.screens.dialogs import QuestionScreen
from outflank.faces.terminal.full_screen.screens.game_screen import GameScreen
from outflank.rules import Square

STILL = Appearance(animation=False)
PEOPLE = GameOptions(player1="human:Ann", player2="human:Bob", first="1")
ABLE = TerminalCapabilities()
PATIENCE = 2000  # how often to look at the screen before a condition counts as failed


class Player:
    """A person at the terminal."""

    def __init__(self, app: OutflankApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def game(self) -> GameScreen:
        assert self.app.game is not None
        return self.app.game

    @property
    def followed(self) -> FollowedMatch:
        return self.game.followed

    @property
    def board(self) -> BoardWidget:
        return self.game.query_one(BoardWidget)

    @property
    def messages(self) -> str:
        return " ".join(notice.text for notice in self.followed.notices)

    @property
    def moves(self) -> list[str]:
        return [str(ply.move) for ply in self.followed.plies]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        for _ in range(3):  # from the app to the screen to the widget that has the focus
            await self.pilot.pause(0)

    async def focus(self, selector: str) -> None:
        """Move the focus to a widget."""
        widget = self.app.screen.query_one(selector)
        widget.focus()
        await self.until(lambda: widget.has_focus, f"{selector} to have the focus")

    async def choose(self, key: str) -> None:
        """Choose an entry of the menu."""
        await self.press("escape")
        await self.until(lambda: isinstance(self.app.screen, QuestionScreen), "the menu")
        await self.press(key)

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds; if it never does, fail and show the screen."""
        for _ in range(PATIENCE):
            if condition():
                return
            await self.pilot.pause(0.005)
        raise AssertionError(f"waited in vain{what and ' for '}{what}:\n{self.screen()}")

    async def until_shown(self, words: str) -> None:
        await self.until(lambda: words in self.screen(), repr(words))

    async def until_turn(self) -> None:
        """Wait until a person may move."""
        await self.until(lambda: self.app.game is not None, "a game")
        await self.until(lambda: self.game.is_open and self.followed.turn, "a turn")

    async def play(self, square: str | Square) -> None:
        """Type a square and play it."""
        before = len(self.followed.plies)
        await self.press(*str(square), "enter")
        await self.until(lambda: len(self.followed.plies) != before, f"{square} to be played")

    async def play_first(self) -> None:
        """Play the first legal move."""
        await self.play(next(iter(self.followed.live.legal_moves.squares)))

    async def play_to_the_end(self) -> None:
        """Let people play the first legal move each turn."""
        while self.followed.ended is None:
            await self.until(lambda: self.followed.turn or self.followed.ended, "a turn")
            if self.followed.ended is None:
                await self.play_first()

    def strips(self) -> list[list[Segment]]:
        """Return the segments of every line of the screen."""
        strips = self.app.screen._compositor.render_strips()
        return [[segment for segment in strip if not segment.control] for strip in strips]

    def screen(self) -> str:
        """Return the letters on the screen."""
        return "\n".join("".join(segment.text for segment in strip) for strip in self.strips())


async def _give_way(*_: object) -> None:
    """Let other tasks run; Textual itself would guess from the clock whether they are idle."""
    for _turn in range(3):
        await asyncio.sleep(0)


_parse_rules = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def _parse_once(stylesheet: Stylesheet, css: str, **options: Any) -> list[RuleSet]:
    """Parse styles, or reuse those of an earlier app: parsing takes half of each start."""
    key = css, *options.values(), *stylesheet._variables.items()
    if key not in _parsed:
        _parsed[key] = _parse_rules(stylesheet, css, **options)
    return _parsed[key]


Body = Callable[[Player], Awaitable[None]]


def at_the_terminal(
    body: Body,
    game: GameOptions | None = None,
    *,
    appearance: Appearance = STILL,
    size: tuple[int, int] = (80, 24),
    capabilities: TerminalCapabilities = ABLE,
    form: NewGameForm | None = None,
) -> OutflankApp:
    """Run the app with a game or from its first screen, and let a person use it."""

    async def main() -> OutflankApp:
        local_game = LocalGame(game) if game is not None else None
        app = OutflankApp(
            form or NewGameForm(game or GameOptions(), appearance), capabilities, local_game
        )
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            if game is not None:
                await player.until(lambda: app.game is not None and app.game.is_open)
            await body(player)
        return app

    with (
        patch("textual.app.wait_for_idle", _give_way),
        patch("textual.pilot.wait_for_idle", _give_way),
        patch.object(Stylesheet, "_parse_rules", _parse_once),
    ):
        return asyncio.run(main())


def script(folder: Path, *answers: str) -> GameOptions:
    """Return a Yes/No game between two people whose oracle gives these answers."""
    path = folder / "answers.txt"
    path.write_text("\n".join(answers), encoding="utf-8")
    return replace(PEOPLE, variant="yesno", oracle=str(path))

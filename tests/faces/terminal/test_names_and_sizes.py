"""Names that look like markup or control the terminal, and screens with little room."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.full_screen.panel import MessageLog
from support.local.terminal_pilot import PEOPLE, STILL, Player, at_the_terminal

NAMES = ("[/]x", "[Clan] Bob", "[red]Ann[/red]", "\x1b[31mEve", "山田太郎")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_it_is_and_never_controls_the_terminal(name: str) -> None:
    shown = re.sub("[\x1b\u202e]", "", name)

    async def body(ann: Player) -> None:
        await ann.until_shown(shown)
        await ann.press("2")
        if shown == name:
            await ann.until_shown(f"{shown} v Bob")
            await ann.until_shown(f"{shown} has Black")
            await ann.press("x")
            await ann.until_shown(f"{shown} (Black) will lose")
        else:
            await ann.until_shown("cannot be a name")
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", ann.screen())

    at_the_terminal(body, form=NewGameForm(replace(PEOPLE, player1=f"human:{name}"), STILL))


def test_every_line_of_a_wide_name_has_its_width() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.until(lambda: "plays" in ann.screen())
        log = ann.game.query_one(MessageLog)
        for line in ann.screen().splitlines():
            assert cell_len(line) <= 80
        assert log.region.right <= 80

    at_the_terminal(body, replace(PEOPLE, player1="human:山田太郎山田太郎山田太郎山田太郎"))


def test_a_small_first_screen_shows_the_values() -> None:
    async def body(ann: Player) -> None:
        await ann.until_shown("Classic")
        await ann.until_shown("8 x 8")
        await ann.press("1")
        await ann.until(lambda: ann.app.game is not None, "a game")

    at_the_terminal(body, size=(40, 15))


def test_a_board_that_does_not_fit_says_how_much_room_it_needs() -> None:
    async def body(ann: Player) -> None:
        await ann.until_shown("Too small: 47x12 needed")
        await ann.pilot.resize_terminal(47, 12)
        await ann.until(lambda: "Too small" not in ann.screen())

    at_the_terminal(body, PEOPLE, size=(40, 10))


# What the computer thinks


def test_what_the_computer_thinks_of_its_game_is_shown_only_on_request() -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.play_first()
        await ann.until(lambda: len(ann.moves) >= 2 and ann.followed.turn)
        assert ann.followed.evaluations
        assert "is ahead" not in ann.screen()
        await ann.until_shown("The evaluation graph appears")
        await ann.press("w")
        await ann.until_shown("Level 2: ")
        assert "is ahead by about" in ann.screen() or "is even" in ann.screen()
        await ann.press("w")
        await ann.until_shown("The evaluation graph appears")

    at_the_terminal(body, GameOptions(player2="computer:2", first="1", size=6, seed=1))


def test_a_thinking_computer_says_so_and_can_be_told_to_move() -> None:
    async def body(ann: Player) -> None:
        await ann.until_shown("thinking")
        await ann.until_shown("t Move now")
        assert ann.moves == []
        await ann.press("t")
        await ann.until(lambda: len(ann.moves) == 1, "the move")
        await ann.until(lambda: "Move now" not in ann.screen())

    at_the_terminal(body, GameOptions(player2="computer:1", first="2", delay=600.0))


def test_two_people_with_a_clock_can_pause_by_a_key() -> None:
    async def body(ann: Player) -> None:
        await ann.until_shown("z Pause")
        await ann.press("z")
        await ann.until_shown("PAUSED")
        await ann.press("z")
        await ann.until(lambda: "PAUSED" not in ann.screen())

    at_the_terminal(body, replace(PEOPLE, clock="5+3"), appearance=replace(STILL))


def test_nothing_covers_the_game_when_it_begins() -> None:
    async def body(ann: Player) -> None:
        await ann.until(lambda: "Drawn by lot" in ann.messages)
        assert ann.screen().count("Drawn by lot") == 1

    at_the_terminal(body, replace(PEOPLE, first="lot"), appearance=Appearance(animation=False))

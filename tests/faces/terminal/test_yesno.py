"""Yes/No Othello in the full-screen terminal."""

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.full_screen.cells import style
from outflank.faces.terminal.full_screen.panel import Banner
from outflank.faces.terminal.full_screen.screens.oracle_popup import OraclePopup
from outflank.rules import BLACK, WHITE, Square
from support.local.terminal_pilot import STILL, Player, at_the_terminal, script

POPUPS = replace(STILL, gif=True)


def test_the_banner_says_the_answer_and_the_disc_to_be_placed(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        banner = ann.game.query_one(Banner)
        assert (banner.answer, banner.disc) == ("yes", BLACK)
        await ann.until_shown(" YES   A YES disc.")
        await ann.play("f5")
        await ann.until(lambda: banner.answer == "yes" and ann.followed.turn)
        await ann.until(lambda: "nothing flips" in " ".join(ann.screen().split()))
        await ann.press("d", "6")
        await ann.until_shown("d6_ places a YES disc")

    at_the_terminal(body, script(tmp_path, "yes", "yes", "no"))


def test_a_mismatch_places_the_opponents_disc_and_flips_nothing(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.play("f5")
        assert ann.followed.live.board.disc_at(Square.parse("f5")) is WHITE
        assert ann.followed.live.board.count(WHITE) == 3
        assert ann.board.scene.flipped is not None
        assert not ann.board.scene.flipped

    at_the_terminal(body, script(tmp_path, "no", "yes"))


def test_maybe_flashes_the_board_and_the_flash_ends(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        assert ann.game.query_one(Banner).answer == "maybe"
        await ann.until_shown("next to it flip.")  # not cut off
        await ann.press("f", "5", "enter")
        await ann.until(lambda: ann.board.is_flashing, "the flash")
        await ann.until(lambda: ann.moves == ["f5"])
        assert ann.board.has_flash
        await ann.until(lambda: not ann.board.has_flash, "the flash to end")
        await ann.pilot.pause(0)
        flash = style("", ann.board.painter.palette.flash).bgcolor
        grounds = {one.style.bgcolor for strip in ann.strips() for one in strip if one.style}
        assert not ann.board.is_flashing
        assert flash not in grounds

    at_the_terminal(body, script(tmp_path, "maybe", "no"), appearance=Appearance(animation=True))


def test_discs_carry_their_labels(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.until(lambda: ann.screen().count("YES") >= 2)
        assert "▐NO" in ann.screen()

    at_the_terminal(body, script(tmp_path, "yes"))


def test_a_popup_leaves_the_disc_pending_until_a_key_closes_it(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.press("f", "5", "enter")
        await ann.until(lambda: isinstance(ann.app.screen, OraclePopup), "the popup")
        await ann.until(lambda: ann.followed.match.is_paused, "the clock to stop")
        assert ann.moves == []
        await ann.until_shown("The oracle says YES")  # at once, while the disc still spins
        await ann.press("k")
        await ann.until(lambda: ann.moves == ["f5"])
        assert not ann.followed.match.is_paused

    at_the_terminal(body, script(tmp_path, "yes", "no", "no"), appearance=POPUPS)


def test_the_computers_moves_show_the_popup_too(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until(lambda: isinstance(ann.app.screen, OraclePopup), "the popup")
        assert ann.moves == []
        await ann.pilot.click(offset=(2, 2))
        await ann.until(lambda: len(ann.moves) == 1 and ann.followed.turn)

    game = replace(script(tmp_path, *["yes", "no"] * 9), player1="computer:greedy")
    at_the_terminal(body, game, appearance=POPUPS)


def test_popups_close_by_themselves_if_only_computers_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.faces.terminal.full_screen.screens.oracle_popup._ALONE", 0.01)

    async def body(ann: Player) -> None:
        await ann.until(lambda: len(ann.moves) >= 2, "two moves")

    game = replace(
        script(tmp_path, *["yes", "no"] * 40),
        size=4,
        player1="computer:random",
        player2="computer:greedy",
    )
    at_the_terminal(body, game, appearance=POPUPS)


def test_leaving_an_unfinished_game_says_that_there_is_no_winner(tmp_path: Path) -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.play("f5")
        await ann.press("q")

    app = at_the_terminal(body, script(tmp_path, "yes", "no"))
    assert app.farewell.startswith("There is no winner yet: YES 4, NO 1.")

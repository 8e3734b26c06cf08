"""Yes/No Othello in the window: the banner, the popup with its waiting disc, the flash."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.faces.local.settings import Appearance
from outflank.faces.window import background_tasks
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.state import Dialog, Popup
from outflank.play.events import Paused, Resumed
from outflank.play.oracles import Reply, ScriptedOracle
from outflank.rules import BLACK, Answer, Square
from support.gif import GIF
from support.local.window_pilot import Pilot, opened, scripted

POPUPS = Appearance(gif=True)
URL = "https://yesno.wtf/assets/yes/2.gif"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "answers.txt"


def ready(pilot: Pilot) -> Pilot:
    pilot.rest()
    pilot.settle()
    return pilot


def popup(pilot: Pilot) -> Popup:
    assert isinstance(pilot.state.overlay, Popup)
    return pilot.state.overlay


def discs(pilot: Pilot) -> tuple[int, int]:
    return tuple(pilot.followed.board.count(color) for color in (BLACK, BLACK.opponent))  # type: ignore[return-value]


def test_an_answer_in_ones_own_colour_is_an_ordinary_move(script: Path) -> None:
    with opened(scripted(script, "yes no yes")) as pilot:
        ready(pilot).play("f5")
        assert discs(pilot) == (4, 1)
        pilot.play("f6")
        assert discs(pilot) == (3, 3)


def test_an_answer_in_the_other_colour_places_that_disc_and_flips_nothing(script: Path) -> None:
    with opened(scripted(script, "no yes yes")) as pilot:
        ready(pilot)
        placement = pilot.game.preview(Square.parse("f5"))
        assert placement is not None
        assert placement.color is BLACK.opponent
        assert not placement.turned
        pilot.play("f5")
        assert discs(pilot) == (2, 3)
        assert pilot.followed.skin.name == "yesno"
        assert "places a NO disc" in pilot.followed.notice.text


def test_maybe_flips_all_neighbours_and_flashes_the_board(script: Path) -> None:
    with opened(scripted(script, "yes no maybe yes yes")) as pilot:
        ready(pilot).play("f5", "f6")
        pilot.click(pilot.place_of("e6"))
        pilot.step()
        pilot.step()
        assert pilot.game.is_flashing(pilot.state.now)
        pilot.settle()
        assert not pilot.game.is_flashing(pilot.state.now)
        last = pilot.followed.last_move
        assert last is not None
        assert str(last.forced) == "f6"


def test_without_popups_a_click_places_the_disc_at_once(script: Path) -> None:
    with opened(scripted(script, "yes no")) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.step()
        assert pilot.state.overlay is None
        assert pilot.game.pending is None


def test_a_popup_holds_the_disc_back_and_stops_the_clock(script: Path) -> None:
    with opened(scripted(script, "yes no yes", clock="5+3"), POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert popup(pilot).answer is Answer.YES
        assert pilot.game.pending == Square.parse("f5")
        assert discs(pilot) == (2, 2)
        assert pilot.followed.match.is_paused
        assert pilot.followed.match.clock.running is None
        pilot.click((5, 5))
        pilot.rest()
        assert pilot.moves == "f5"
        assert discs(pilot) == (4, 1)
        assert not pilot.followed.match.is_paused


def test_any_key_closes_the_popup_too(script: Path) -> None:
    with opened(scripted(script, "yes no yes"), POPUPS) as pilot:
        ready(pilot)
        pilot.type("f5")
        pilot.key("enter")
        pilot.settle()
        assert popup(pilot).square == Square.parse("f5")
        pilot.key("q")
        pilot.rest()
        assert pilot.moves == "f5"


def test_closing_the_window_does_not_place_the_waiting_disc(script: Path) -> None:
    with opened(scripted(script, "yes no yes"), POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert pilot.window.close() == (
            "There is no winner yet: YES 2, NO 2.\n"
            "The game is saved; continue it with: outflank window --resume"
        )
        assert pilot.followed.room.snapshot().moves == ()


def test_a_square_where_nobody_may_play_opens_no_popup(script: Path) -> None:
    with opened(scripted(script, "yes no"), POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("a1"))
        pilot.settle()
        assert pilot.state.overlay is None
        assert pilot.followed.notice.kind == "problem"


def test_the_computers_moves_show_the_popup_too(script: Path) -> None:
    game = scripted(script, "yes no yes no yes no", player2="computer:random", seed=2)
    with opened(game, POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        pilot.key("enter")
        pilot.until(lambda: pilot.moves == "f5" and isinstance(pilot.state.overlay, Popup))
        assert popup(pilot).square is None
        assert popup(pilot).closes is None
        assert pilot.moves == "f5"
        pilot.click((5, 5))
        pilot.until(lambda: len(pilot.followed.match.game.moves) == 2)


def test_popups_close_by_themselves_if_only_computers_play(script: Path) -> None:
    game = scripted(
        script, "yes no " * 60, size=4, player1="computer:random", player2="computer:random",
        seed=1, delay=0.01,
    )  # fmt: skip
    with opened(game, POPUPS) as pilot:
        pilot.until(lambda: isinstance(pilot.state.overlay, Popup))
        opened_at = popup(pilot).opened
        assert popup(pilot).closes == pytest.approx(opened_at + 2.0)
        before = pilot.moves
        pilot.until(lambda: pilot.moves != before)
        assert pilot.state.now >= opened_at + 2.0
        pilot.until(lambda: pilot.followed.is_over)
        kinds = [type(event) for event in pilot.followed.room.events]
        assert kinds.count(Paused) == kinds.count(Resumed) > 1


def test_the_picture_of_the_service_is_shown_once_it_is_downloaded(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_tasks, "fetch_gif", {URL: GIF}.get)
    monkeypatch.setattr(ScriptedOracle, "ask", lambda _: Reply(Answer.YES, URL, local=False))
    with opened(scripted(script, "yes"), POPUPS) as pilot:
        ready(pilot)
        pilot.until(lambda: URL in pilot.state.pictures)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert popup(pilot).url == URL
        pilot.picture()


def test_a_picture_that_is_damaged_is_replaced_by_our_own(
    script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_tasks, "fetch_gif", {URL: GIF[:20]}.get)
    monkeypatch.setattr(ScriptedOracle, "ask", lambda _: Reply(Answer.MAYBE, URL, local=False))
    with opened(scripted(script, "yes"), POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
        assert popup(pilot).answer is Answer.MAYBE
        assert pilot.state.pictures == {}


def test_the_game_ends_with_a_sentence_when_the_script_ends(script: Path) -> None:
    with opened(scripted(script, "yes")) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.until(lambda: isinstance(pilot.state.overlay, Dialog))
        assert "no winner" in pilot.followed.summary()


def test_a_game_closed_during_a_popup_continues_when_it_is_resumed(script: Path) -> None:
    with opened(scripted(script, "yes no yes"), POPUPS) as pilot:
        ready(pilot)
        pilot.click(pilot.place_of("f5"))
        pilot.settle()
    with opened(at_once=False) as pilot:
        pilot.press(Action.RESUME)
        pilot.until(lambda: pilot.state.game is not None)
        ready(pilot).play("f5")
        assert pilot.moves == "f5"

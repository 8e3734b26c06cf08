"""A game in the full-screen terminal, played with keys and mouse."""

from dataclasses import replace
from functools import partial

import pytest
from textual.strip import Strip

from outflank.faces.local.face_link import CommandDone
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.shapes import CellSize, fitting
from outflank.rules import BLACK, Reason, Square
from support.local.terminal_pilot import PEOPLE, STILL, Player, at_the_terminal


def test_a_whole_game_between_people_is_played_by_keys() -> None:
    async def body(ann: Player) -> None:
        await ann.play_to_the_end()
        await ann.until_shown("Play again?")
        assert ann.followed.ended is not None
        assert ann.followed.ended.outcome.reason.is_natural
        assert "wins" in ann.screen() or "draw" in ann.screen()
        assert " for Ann, " in ann.screen()

    at_the_terminal(body, replace(PEOPLE, size=4))


def test_a_rematch_is_played_and_keeps_the_series_score() -> None:
    async def body(ann: Player) -> None:
        await ann.press("x")
        await ann.until_shown("Resign?")
        await ann.press("y")
        await ann.until_shown("Play again?")
        assert "Ann (Black) resigned" in ann.messages
        assert "0 : 1" in ann.screen()
        await ann.press("y")
        await ann.until(lambda: ann.game.is_open and not ann.followed.ended, "a new game")
        assert ann.moves == []
        await ann.until_shown("so far 0 : 1")

    at_the_terminal(body, replace(PEOPLE, size=6))


def test_a_square_is_typed_and_played_by_enter() -> None:
    async def body(ann: Player) -> None:
        await ann.press("f", "5")
        assert str(ann.board.cursor) == "f5"
        await ann.until_shown("f5_ flips 1 disc")
        await ann.press("enter")
        await ann.until(lambda: ann.moves == ["f5"])
        await ann.until_shown("plays f5 and flips 1 disc")

    at_the_terminal(body, PEOPLE)


def test_half_a_square_cannot_be_played() -> None:
    async def body(ann: Player) -> None:
        await ann.press("n", "c")
        assert str(ann.board.cursor) == "c5"
        await ann.until_shown("c_ now type the row")
        await ann.press("enter")
        await ann.until(lambda: "Type the row too, as in c1." in ann.messages)
        assert str(ann.board.cursor) == "f5", "the cursor is back"
        await ann.press("h", "z", "9")
        await ann.until_shown("hz9_ is not a square")
        await ann.press("enter")
        await ann.until(lambda: "There is no square hz9 on this board." in ann.messages)
        await ann.press("e", "9", "backspace", "6")
        await ann.until_shown("e6_ flips 1 disc")
        await ann.press("escape")
        await ann.until_shown("f5: flips 1 disc")
        assert ann.app.screen is ann.game, "Escape has only cleared the typed text"
        await ann.press("c", "left")
        await ann.until_shown("b5: not a legal move")
        assert ann.moves == []

    at_the_terminal(body, PEOPLE)


def test_typing_pass_explains_when_a_side_passes() -> None:
    async def body(ann: Player) -> None:
        await ann.press(*"pass", "enter")
        await ann.until(lambda: "You may pass only when you have no move" in ann.messages)
        assert "ass." not in ann.messages
        assert ann.moves == []
        await ann.play("f5")

    at_the_terminal(body, PEOPLE)


def test_a_command_can_follow_a_letter_that_chose_a_column() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("c", "u")
        await ann.until(lambda: ann.moves == [])
        assert not ann.game.shown.typed

    at_the_terminal(body, PEOPLE)


def test_a_paused_game_says_what_a_move_would_do() -> None:
    async def body(ann: Player) -> None:
        await ann.press("n")
        await ann.until_shown("f5: flips 1 disc")
        await ann.choose("z")
        await ann.until_shown("f5: would flip 1 disc")
        assert ann.board.scene.preview is None
        await ann.press("enter")
        await ann.until_shown("f5: flips 1 disc")

    at_the_terminal(body, replace(PEOPLE, clock="5+3"))


def key_line(ann: Player) -> str:
    return ann.screen().splitlines()[-1].strip()


def test_the_last_line_names_the_keys_that_have_an_effect_now() -> None:
    async def body(ann: Player) -> None:
        await ann.until_shown("q Quit")
        assert key_line(ann) == "v Hint  x Resign  Esc Menu  ? Help  q Quit"
        await ann.choose("z")
        await ann.until_shown("z Continue")
        await ann.press("z")
        await ann.until(lambda: ann.followed.turn)
        await ann.play("f5")
        await ann.until_shown("u Undo")
        assert key_line(ann) == "u Undo  v Hint  , Back  x Resign  Esc Menu  ? Help  q Quit"
        await ann.press("comma")
        await ann.until_shown("Esc Return")
        assert ". Forward" in key_line(ann)
        assert not {"Menu", "Undo", "Resign"} & set(key_line(ann).split())
        await ann.press("escape", "u")
        await ann.until_shown("r Redo")
        assert "Undo" not in key_line(ann)

    at_the_terminal(body, PEOPLE)


def test_a_key_without_an_effect_says_so() -> None:
    async def body(ann: Player) -> None:
        await ann.press("u")
        await ann.until(lambda: "take" in ann.messages, "a reason")

    at_the_terminal(body, PEOPLE)


def test_help_and_quit_stay_if_the_line_of_keys_is_too_long() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.until_shown("u Undo")
        assert key_line(ann).endswith("? Help  q Quit")
        assert len(key_line(ann)) <= 40

    at_the_terminal(body, PEOPLE, size=(40, 15))


def test_keys_typed_ahead_close_a_question_once() -> None:
    async def body(ann: Player) -> None:
        await ann.press("escape")
        await ann.until_shown("Back to the game")
        for key in "cccy":  # faster than screens change
            ann.app.simulate_key(key)
        await ann.until(lambda: "Position copied" in ann.messages)
        await ann.play("f5")

    at_the_terminal(body, PEOPLE)


def test_refusals_use_the_words_of_the_skin() -> None:
    async def body(ann: Player) -> None:
        await ann.press("a", "1", "enter")
        await ann.until(lambda: "A1 outflanks nothing; Red may play" in ann.messages)

    at_the_terminal(body, PEOPLE, appearance=replace(STILL, skin="red-yellow"))


def test_the_first_frame_of_a_move_waits_for_nothing_else() -> None:
    async def body(ann: Player) -> None:
        placement = ann.followed.live.place(Square.parse("f5"))
        ann.board.start_flips(placement)
        assert ann.board.awaits_first_frame
        ann.followed.notices.clear()
        ann.game.link.post(CommandDone("Later."))
        ann.game.on_game_screen_woken()
        assert ann.messages == "", "events are handled after the frame"
        await ann.until(lambda: ann.messages == "Later.")
        assert not ann.board.awaits_first_frame

    at_the_terminal(body, PEOPLE, appearance=Appearance(animation=True))


def test_a_row_of_two_digits_can_be_typed() -> None:
    async def body(ann: Player) -> None:
        await ann.press("l", "1", "2")
        assert str(ann.board.cursor) == "l12"
        await ann.press("backspace", "1")
        assert str(ann.board.cursor) == "l11"

    at_the_terminal(body, replace(PEOPLE, size=12))


def test_a_click_plays_the_square_under_the_mouse() -> None:
    async def body(ann: Player) -> None:
        region = ann.board.region_of(Square.parse("d3"))
        await ann.pilot.click(BoardWidget, offset=(region.x + 1, region.y + 1))
        await ann.until(lambda: ann.moves == ["d3"])

    at_the_terminal(body, PEOPLE)


def test_keys_move_the_cursor() -> None:
    async def body(ann: Player) -> None:
        ways = {
            "home": "a4", "end": "h4", "pageup": "h1", "pagedown": "h8", "ctrl+home": "a1",
            "ctrl+end": "h8", "left": "g8", "up": "g7", "right": "h7", "down": "h8",
        }  # fmt: skip
        for key, square in ways.items():
            await ann.press(key)
            assert str(ann.board.cursor) == square, key
        visited = []
        for key in ("n", "n", "n", "n", "N"):
            await ann.press(key)
            visited.append(str(ann.board.cursor))
        assert visited == ["d3", "c4", "f5", "e6", "f5"]

    at_the_terminal(body, PEOPLE)


def test_an_illegal_square_is_refused_with_the_reason() -> None:
    async def body(ann: Player) -> None:
        await ann.press("a", "1", "enter")
        await ann.until(lambda: "A1 outflanks nothing; Black may play" in ann.messages)
        assert ann.moves == []

    at_the_terminal(body, PEOPLE)


def test_a_pass_is_announced_clearly() -> None:
    async def body(ann: Player) -> None:
        await ann.until(lambda: ann.followed.ended is not None, "the end")
        await ann.press("n")
        passes = [number for number, move in enumerate(ann.moves) if move == "pass"]
        assert passes
        assert "has no move and passes" in ann.messages

    # On 4x4 with this seed the last moves contain a pass.
    at_the_terminal(
        body,
        GameOptions(
            player1="computer:random", player2="computer:random", size=4, first="1", seed=0
        ),
    )


def test_a_game_between_computers_can_be_paused_stepped_and_continued() -> None:
    async def body(ann: Player) -> None:
        await ann.press("z")
        await ann.until(lambda: ann.followed.match.is_paused)
        await ann.until_shown("PAUSED")
        before = len(ann.moves)
        await ann.press("s")
        await ann.until(lambda: ann.followed.match.is_paused and len(ann.moves) > before)
        assert len(ann.moves) == before + 1
        await ann.press("z")
        await ann.until(lambda: len(ann.moves) > before + 1)

    at_the_terminal(
        body,
        GameOptions(player1="computer:random", player2="computer:random", delay=0.2, first="1"),
    )


def test_people_can_pause_from_the_menu_and_continue_with_enter() -> None:
    async def body(ann: Player) -> None:
        await ann.choose("z")
        await ann.until(lambda: ann.followed.match.is_paused)
        await ann.press("f", "5", "enter")
        await ann.until(lambda: not ann.followed.match.is_paused)
        assert ann.moves == []
        await ann.play("f5")

    at_the_terminal(body, replace(PEOPLE, clock="5+3"))


def test_a_screen_that_is_too_small_still_works() -> None:
    async def body(ann: Player) -> None:
        await ann.pilot.resize_terminal(40, 10)
        await ann.play("f5")
        await ann.pilot.resize_terminal(80, 24)
        await ann.until_shown("Moves (1)")

    at_the_terminal(body, PEOPLE)


def test_the_clock_runs_with_tenths_and_ends_the_game() -> None:
    async def body(ann: Player) -> None:
        await ann.until(lambda: ann.followed.ended is not None, "the loss on time")
        assert ann.followed.ended is not None
        assert ann.followed.ended.outcome.reason is Reason.TIME
        assert ann.followed.ended.score == (0, 64)
        await ann.until(lambda: "0:00.0" in ann.screen())

    at_the_terminal(body, replace(PEOPLE, clock="0.002", time_score="forfeit"))


def test_flipping_discs_are_shown_until_the_animation_ends() -> None:
    async def body(ann: Player) -> None:
        placement = ann.followed.live.place(Square.parse("f5"))
        await ann.press("f", "5", "enter")
        await ann.until(lambda: ann.moves == ["f5"])
        await ann.until(lambda: not ann.board.is_flipping(placement), "the end of the animation")
        assert ann.board.scene.board.count(BLACK) == 4

    at_the_terminal(body, PEOPLE, appearance=Appearance(animation=True))


@pytest.mark.parametrize("size", [6, 8, 10, 12, 16])
def test_no_square_is_cut_off_on_any_screen(size: int) -> None:
    async def body(ann: Player) -> None:
        for columns, rows in ((80, 24), (120, 40), (80, 24)):
            await ann.pilot.resize_terminal(columns, rows)
            margin = len(str(size)) + 1
            cell = fitting(size, columns - 29 - margin, rows - 4)
            assert cell.columns >= 3
            await ann.until(partial(_is_drawn, ann, cell), "the size of squares")
            await ann.until(lambda: ann.board.region.size == ann.board.extent, "the layout")
            assert ann.board.region.right <= columns - 27
            assert ann.board.region.bottom <= rows - 2

    at_the_terminal(body, replace(PEOPLE, size=size))


def _is_drawn(ann: Player, cell: CellSize) -> bool:
    return ann.board.cell == cell


def test_without_colours_nothing_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("n")
        styles = [segment.style for line in ann.strips() for segment in line if segment.style]
        colors = {str(color.name) for one in styles for color in (one.color, one.bgcolor) if color}
        assert colors <= {"default"}
        assert any(style.reverse for style in styles), "the cursor is still visible"

    at_the_terminal(body, PEOPLE, capabilities=TerminalCapabilities(color=False))


def test_in_ascii_every_letter_is_ascii() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.until_shown("[X]")
        assert ann.screen().isascii()
        await ann.press("escape")
        await ann.until_shown("New game")
        assert ann.screen().isascii()

    at_the_terminal(
        body,
        PEOPLE,
        appearance=STILL,
        capabilities=TerminalCapabilities(color=False, unicode=False),
    )


def test_an_arrow_key_redraws_only_the_lines_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[int] = []
    drawing = BoardWidget.render_line

    def counted(board: BoardWidget, y: int) -> Strip:
        lines.append(y)
        return drawing(board, y)

    async def body(ann: Player) -> None:
        await ann.press("left")
        await ann.until_shown("c4:")
        monkeypatch.setattr(BoardWidget, "render_line", counted)
        await ann.press("left")
        await ann.until_shown("b4:")
        rows = ann.board.cell.rows
        assert set(lines) <= {0, *range(1 + 3 * rows, 1 + 4 * rows)}

    at_the_terminal(body, PEOPLE)

"""Undo, hints and earlier positions in the full-screen terminal."""

from dataclasses import replace

from outflank.faces.local.options import GameOptions
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.rules import BLACK, WHITE, Square
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal


def test_between_people_undo_takes_back_until_the_reply_only() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("u")
        await ann.until(lambda: ann.moves == [])
        await ann.press("r")
        await ann.until(lambda: ann.moves == ["f5"])
        await ann.play("d6")
        await ann.press("u")
        await ann.until(lambda: ann.moves == ["f5"])
        assert "Bob (White) takes back d6" in ann.messages

    at_the_terminal(body, PEOPLE)


def test_no_move_is_taken_back_if_the_rule_is_never() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("u")
        await ann.until(lambda: "No move may be taken back" in ann.messages)
        assert ann.moves == ["f5"]

    at_the_terminal(body, replace(PEOPLE, undo="never"))


def test_with_consent_the_other_player_is_asked() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("u")
        await ann.until_shown("Bob, do you agree?")
        await ann.press("n")
        await ann.until(lambda: "declined" in ann.messages)
        assert ann.moves == ["f5"]
        await ann.press("u")
        await ann.until_shown("Bob, do you agree?")
        await ann.press("y")
        await ann.until(lambda: ann.moves == [])

    at_the_terminal(body, replace(PEOPLE, undo="consent"))


def test_against_the_computer_undo_takes_back_its_reply_too() -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.play_first()
        await ann.until(lambda: len(ann.moves) >= 2 and ann.followed.turn)
        assert ann.followed.evaluations, "the graph has the computer's own score"
        await ann.press("u")
        await ann.until(lambda: ann.moves == [])

    at_the_terminal(body, GameOptions(player2="computer:2", first="1", size=6, seed=1))


def test_a_hint_writes_the_score_of_each_move_on_its_square() -> None:
    async def body(ann: Player) -> None:
        await ann.press("v")
        await ann.until(lambda: "would play" in ann.messages, "the hint")
        await ann.until(lambda: set(ann.board.scene.notes) == set(ann.followed.live.legal_moves))
        evaluation = ann.followed.evaluation
        assert evaluation is not None
        await ann.until_shown(evaluation.sentence(ann.followed.sentences))
        await ann.press("v")
        await ann.until(lambda: not ann.board.scene.notes)

    at_the_terminal(body, replace(PEOPLE, size=6))


def test_viewing_earlier_positions_does_not_change_the_game() -> None:
    async def body(ann: Player) -> None:
        for square in ("f5", "d6", "c3"):
            await ann.play(square)
        await ann.press("comma", "comma")
        await ann.until_shown("MOVE 1 of 3")
        assert ann.board.scene.board.count(BLACK) == 4
        assert ann.board.scene.last == Square.parse("f5")
        await ann.press("enter")
        await ann.until(lambda: "This is an earlier position." in ann.messages)
        assert ann.moves == ["f5", "d6", "c3"]
        await ann.press("escape")
        await ann.until(lambda: not ann.followed.is_past)
        assert ann.board.scene.last == Square.parse("c3")

    at_the_terminal(body, PEOPLE)


def test_arrows_and_mouse_choose_a_position_in_the_list_of_moves() -> None:
    async def body(ann: Player) -> None:
        for square in ("f5", "d6", "c3"):
            await ann.play(square)
        await ann.press("tab")
        assert ann.game.query_one(MoveList).has_focus
        await ann.press("left")
        await ann.until(lambda: ann.followed.move_number == 2)
        await ann.press("home")
        await ann.until(lambda: ann.followed.move_number == 0)
        assert ann.board.scene.board.count(WHITE) == 2
        await ann.pilot.click(MoveList, offset=(8, 2))
        await ann.until(lambda: ann.followed.move_number == 1)
        await ann.press("end")
        await ann.until(lambda: not ann.followed.is_past)

    at_the_terminal(body, PEOPLE)

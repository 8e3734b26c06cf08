"""The board for notebooks as a widget: what it shows, and how it handles messages."""

from typing import Any

import pytest
from traitlets import TraitError

from outflank import BLACK, Answer, Game, Ply, Position, UnknownName, find_variant
from outflank.drawing import find_theme
from outflank.errors import IllegalMove, NoMove, OracleError
from outflank.notebook import NotebookBoard
from support.notebook.notebook_page import say


def view(board: NotebookBoard) -> dict[str, Any]:
    """Return what the page shows."""
    shown: dict[str, Any] = board.get_state("_view")["_view"]
    return shown


def playable(board: NotebookBoard) -> str:
    return " ".join(square["name"] for square in view(board)["squares"])


def test_a_new_board_is_a_new_game() -> None:
    board = NotebookBoard()
    assert board.value == Game().position
    assert playable(board) == "d3 c4 f5 e6"
    assert view(board)["status"] == "Black 2, white 2; black to move"
    assert not view(board)["can_back"]


def test_it_shows_games_positions_and_texts() -> None:
    position = find_variant("anti").start(6)
    assert NotebookBoard(position).value == position
    game = Game.parse("f5d6")
    assert NotebookBoard(game).game is game
    assert NotebookBoard("f5d6c3").game.transcript == "f5d6c3"
    with pytest.raises(TypeError, match="shows a Game, a Position or the text of one, not 8"):
        NotebookBoard(8)  # type: ignore[arg-type]


def test_a_click_plays_and_calls_the_listener_once_the_move_is_shown() -> None:
    board = NotebookBoard()
    played: list[tuple[str, str]] = []
    board.on_play(lambda ply: played.append((str(ply.move), view(board)["place"])))
    say(board, {"do": "play", "what": "f5"})
    assert played == [("f5", "1 of 1: f5")]
    board.play("d6")
    assert len(played) == 1
    assert board.game.transcript == "f5d6"


def test_a_listener_can_answer_for_the_other_side() -> None:
    board = NotebookBoard()

    def answer(ply: Ply) -> None:
        assert ply.color is BLACK
        board.play(board.game.legal_moves[0])

    board.on_play(answer)
    say(board, {"do": "play", "what": "f5"})
    assert len(board.game.moves) == 2
    assert board.value.turn is BLACK


def test_value_can_be_observed_and_set() -> None:
    board = NotebookBoard("f5d6")
    seen: list[Position] = []
    board.observe(lambda change: seen.append(change["new"]), "value")
    say(board, {"do": "back", "what": ""})
    board.forward()
    board.to_start()
    start = find_variant("yesno").start(4)
    board.value = start
    turns = Game.parse("f5"), Game.parse("f5d6"), Game()
    assert seen == [*(game.position for game in turns), start]
    assert board.game.start == start
    assert view(board)["size"] == 4
    with pytest.raises(TraitError):
        board.value = "f5"  # type: ignore[assignment]
    assert board.value == start


def test_a_move_after_stepping_back_is_a_variation() -> None:
    board = NotebookBoard("f5d6c3")
    for _ in range(2):
        say(board, {"do": "back", "what": ""})
    say(board, {"do": "play", "what": "f6"})
    assert board.game.transcript == "f5f6"
    say(board, {"do": "first", "what": ""})
    say(board, {"do": "last", "what": ""})
    assert board.game.transcript == "f5d6c3"
    assert not view(board)["can_forward"]


def test_an_impossible_command_is_reported_under_the_board_and_changes_nothing() -> None:
    board = NotebookBoard()
    say(board, {"do": "play", "what": "a1"})
    assert view(board)["problem"] == "A1 outflanks nothing; black may play d3, c4, f5, e6"
    say(board, {"do": "play", "what": "f5"})
    assert view(board)["problem"] == ""
    for nonsense in ({"do": "explode"}, {"do": "play"}, ["play"], None, 3):
        say(board, nonsense)
    assert board.game.transcript == "f5"
    with pytest.raises(IllegalMove):
        board.play("a1")
    board.to_start()
    with pytest.raises(NoMove):
        board.back()


def test_a_board_for_viewing_can_be_stepped_through() -> None:
    board = NotebookBoard("f5d6", interactive=False)
    assert playable(board) == ""
    say(board, {"do": "play", "what": "c3"})
    assert "only for viewing" in view(board)["problem"]
    say(board, {"do": "back", "what": ""})
    assert board.game.transcript == "f5"
    board.interactive = True
    assert playable(board) == "f4 d6 f6"


def test_a_turn_of_yes_no_othello_hears_its_answer_first() -> None:
    board = NotebookBoard(Game(variant="yesno"))
    assert view(board)["answers"] == {"yes": "yes", "no": "no", "maybe": "maybe"}
    assert playable(board) == ""
    say(board, {"do": "hear", "what": "no"})
    shown = view(board)
    assert (shown["answer"], shown["answers"]) == ("no", {})
    assert shown["status"].endswith("the oracle says no")
    say(board, {"do": "play", "what": "d3"})
    assert board.game.peek() == Game.parse("d3").peek()
    say(board, {"do": "ask", "what": ""})
    assert board.value.answer in set(Answer)
    board.back()
    assert view(board)["answer"] == "no"


def test_asking_the_oracle_when_no_answer_is_awaited_is_refused() -> None:
    with pytest.raises(OracleError, match="no answer is awaited now"):
        NotebookBoard().ask()


def test_a_side_without_a_move_can_pass() -> None:
    board = NotebookBoard(Position.parse("XXXXXXXXXXXXXXO- O"))
    assert view(board)["can_pass"]
    assert playable(board) == ""
    say(board, {"do": "play", "what": "pass"})
    assert not view(board)["can_pass"]
    assert (playable(board), view(board)["place"]) == ("d4", "1 of 1: pass")
    say(board, {"do": "play", "what": "d4"})
    assert not view(board)["can_pass"]
    assert view(board)["status"] == "Black 16, white 0; black wins (full board)"


def test_the_buttons_lie_on_their_squares() -> None:
    board = NotebookBoard(Game(size=4), coordinates=False)
    # A margin of 8 units, then squares of 40, in a picture of 176.
    [first, *_] = view(board)["squares"]
    assert first["name"] == "b1"
    wanted = {"left": 100 * 48 / 176, "top": 100 * 8 / 176, "side": 100 * 40 / 176}
    assert {name: first[name] for name in wanted} == pytest.approx(wanted, abs=0.001)
    board.rotated = True
    [turned] = [square for square in view(board)["squares"] if square["name"] == "b1"]
    assert turned["top"] == pytest.approx(100 * 128 / 176, abs=0.001)


def test_looks_can_be_changed_and_wrong_ones_are_refused() -> None:
    board = NotebookBoard(theme="wood", width=200)
    assert find_theme("wood").paper in view(board)["svg"]
    board.theme = find_theme("dark")
    board.skin = "xo"
    board.hints = False
    picture = view(board)["svg"]
    assert find_theme("dark").paper in picture
    assert "outflank-legal" not in picture
    assert 'width="200"' in picture
    with pytest.raises(UnknownName, match="there is no theme 'mud'"):
        board.theme = "mud"
    with pytest.raises(TypeError, match="skin must be a Skin or the name of one"):
        board.skin = 3
    with pytest.raises(TraitError):
        board.width = 10
    assert view(board)["svg"] == picture


def test_a_game_changed_elsewhere_is_shown_after_refresh() -> None:
    game = Game()
    board = NotebookBoard(game)
    game.push("f5")
    board.refresh()
    assert view(board)["place"] == "1 of 1: f5"
    board.game = Game.parse("c4")
    assert view(board)["place"] == "1 of 1: c4"

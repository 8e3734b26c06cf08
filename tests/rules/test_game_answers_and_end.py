import random

import pytest

from outflank.errors import (
    GameOver,
    IllegalAnswer,
    IllegalMove,
    NoMove,
)
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Board,
    Classic,
    Game,
    Outcome,
    Position,
    Reason,
    YesNo,
)
from support.strategies import (
    at,
    random_game,
)

# Answers


def test_a_game_hears_answers_and_remembers_them() -> None:
    game = Game(variant="yesno")
    assert game.hear("YES") is Answer.YES
    assert game.position.answer is Answer.YES
    assert game.start.answer is Answer.YES
    game.push("d3")
    assert game.hear(Answer.MAYBE) is Answer.MAYBE
    ply = game.push(game.position.legal_moves[0])
    assert [played.answer for played in game.plies] == [Answer.YES, Answer.MAYBE]
    assert ply.placement == ply.parent.position.place(game.peek())  # type: ignore[arg-type]


def test_a_turn_that_is_taken_back_keeps_its_answer() -> None:
    game = Game(variant="yesno")
    game.hear("no")
    game.push("d3")
    game.pop()
    assert game.position.answer is Answer.NO
    assert game.hear("no") is Answer.NO
    problem = r"^turn 1 has heard no; its answer cannot change$"
    with pytest.raises(IllegalAnswer, match=problem) as refusal:
        game.hear("yes")
    assert (refusal.value.answer, refusal.value.position) == (Answer.YES, game.position)


def test_a_turn_keeps_its_first_answer_whichever_move_is_played() -> None:
    game = Game(variant="yesno")
    game.hear("yes")
    game.push("d3")
    game.hear("no")
    game.pop()
    game.push("c4")
    assert game.position.answer is Answer.NO
    with pytest.raises(IllegalAnswer, match="turn 2 has heard no"):
        game.hear("yes")
    other = game.add(game.root, "f5")
    assert other.position.answer is Answer.NO
    assert game.copy() == game
    with pytest.raises(IllegalAnswer, match="turn 2 has heard no"):
        game.copy().hear("maybe")


def test_an_answer_reaches_every_variation_of_its_turn() -> None:
    game = Game(variant="yesno")
    game.hear("yes")
    other = game.add(game.root, "f5")
    game.push("d3")
    game.hear("maybe")
    assert other.position.answer is Answer.MAYBE


def test_a_start_that_has_heard_its_answer_keeps_it() -> None:
    game = Game(YesNo().start().hear("no"))
    with pytest.raises(IllegalAnswer, match="turn 1 has heard no"):
        game.hear("yes")


def test_with_an_oracle_a_pass_must_be_pushed() -> None:
    board = Board.parse("XXXX XXXX XOO- ----")
    game = Game(Position(board, WHITE, variant=YesNo()))
    game.hear("yes")
    with pytest.raises(IllegalMove) as refusal:
        game.push("d3")
    assert str(refusal.value) == ("white has no move here and must pass before d3 can be played")
    assert refusal.value.move == at("d3")[0]
    game.push(PASS)
    assert game.position.awaits_answer


def test_a_refused_answer_changes_nothing() -> None:
    game = Game()
    with pytest.raises(IllegalAnswer) as refusal:
        game.hear("yes")
    assert refusal.value.position == game.position == Classic().start()


# The end


def test_a_game_that_the_board_ended_cannot_continue() -> None:
    game = random_game(Classic().start(4), random.Random(1))
    assert game.is_over
    outcome = game.outcome
    assert outcome == game.position.outcome
    with pytest.raises(IllegalMove, match="the game is over"):
        game.push(PASS)
    with pytest.raises(GameOver) as refusal:
        game.resign(BLACK)
    assert str(refusal.value) == f"the game is over: {outcome}"
    with pytest.raises(GameOver):
        game.end(None, Reason.AGREEMENT)


def test_a_resignation_ends_the_game_for_the_opponent() -> None:
    game = Game()
    game.push("f5")
    outcome = game.resign(BLACK)
    assert outcome == Outcome(WHITE, 4, 1, 59, Reason.RESIGNATION)
    assert game.outcome == outcome
    assert game.is_over
    assert Game().resign(WHITE).winner is BLACK


def test_after_a_verdict_moves_answers_and_resignations_are_refused() -> None:
    game = Game(variant="yesno")
    verdict = game.end(WHITE, Reason.TIME)
    assert verdict == Outcome(WHITE, 2, 2, 60, Reason.TIME)
    for command in (
        lambda: game.push("d3"),
        lambda: game.hear("yes"),
        lambda: game.resign(BLACK),
    ):
        with pytest.raises(GameOver, match=r"^the game is over: white wins 2-2 \(time\)$"):
            command()
    assert game.moves == []
    assert game.position.answer is None


def test_a_verdict_belongs_to_the_node_where_the_game_was_ended() -> None:
    game = Game()
    game.push_all(["f5", "d6"])
    end = game.node
    outcome = game.resign(WHITE)
    game.back()
    assert (game.outcome, game.verdict) == (None, outcome)
    game.push("f4")  # a variation of a game that is over
    with pytest.raises(GameOver, match="resignation"):
        game.resign(BLACK)
    game.go_to(end)
    assert game.outcome == outcome
    game.reopen()
    assert not game.is_over
    with pytest.raises(NoMove, match="no recorded ending"):
        game.reopen()
    game.back()
    with pytest.raises(NoMove, match="at the end of its main line"):
        game.resign(WHITE)


def test_taking_back_a_move_takes_back_the_verdict() -> None:
    game = Game()
    game.push("f5")
    game.resign(WHITE)
    game.pop()
    assert game.outcome is None
    game.push("d3")
    assert game.end(None, Reason.AGREEMENT).winner is None
    assert str(game.outcome) == "draw 4-1 (agreement)"

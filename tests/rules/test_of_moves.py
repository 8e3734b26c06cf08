"""Games made from a line of moves: checked at once, with a tree that is built when needed."""

import pickle
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import GameOver, IllegalMove, SizeError
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Anti,
    Classic,
    Game,
    Move,
    Position,
    Score,
    Square,
    YesNo,
    steps,
)
from outflank.rules.game_tree import given_plies, has_tree, note_all
from outflank.rules.tree import Note, numbers_of
from support.strategies import at, few, games, passing_game


def pushed(moves: list[Move], start: Position) -> Game:
    game = Game(start)
    game.push_all(moves)
    return game


@few
@given(games(variant=Classic()), st.booleans())
def test_a_game_of_moves_equals_the_game_that_was_pushed(game: Game, with_passes: bool) -> None:
    moves = [move for move in game.moves if with_passes or move is not PASS]
    eager = pushed(moves, game.start)
    lazy = Game.of_moves(moves, game.start)
    assert lazy.position == eager.position
    assert lazy.moves == eager.moves
    assert lazy.ply_count == eager.ply_count
    assert lazy.outcome == eager.outcome
    assert lazy.transcript == eager.transcript
    assert repr(lazy) == repr(eager)
    assert [ply.automatic for ply in lazy.walk()] == [ply.automatic for ply in eager.walk()]
    assert lazy == eager
    while lazy.moves:
        assert lazy.pop() == eager.pop()
    assert lazy == eager


def test_a_game_of_moves_has_no_tree_until_it_is_needed() -> None:
    game = Game.of_moves(["f5", "d6", "c3"])
    assert game.position.turn is not BLACK
    assert game.moves == at("f5", "d6", "c3")
    assert "root" not in vars(game)
    assert [ply.number for ply in game.plies] == [1, 2, 3]
    assert game.push("d3").number == 4


@pytest.mark.parametrize("walk", ["root", "plies", "node"])
def test_each_way_to_look_at_plies_builds_the_tree(walk: str) -> None:
    game = Game.of_moves(["f5", "d6"])
    assert getattr(game, walk)
    assert game.root.last() is game.node
    assert game.transcript == "f5d6"


def test_moves_may_be_given_by_number() -> None:
    moves = at("f5", "d6", "c3")
    game = Game.of_moves(numbers_of(moves, 8))
    assert game.moves == moves
    assert Game.of_moves(b"") == Game()


def test_missing_passes_are_inserted() -> None:
    game = passing_game()
    game.push_all("a3")
    moves = [move for move in game.moves if isinstance(move, Square)]
    again = Game.of_moves(moves, game.start)
    assert again.moves.count(PASS) == 1
    assert [again.pop(), again.pop()] == [*at("a3"), PASS]
    assert again.peek() is not PASS


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        (["f5", "f5"], "f5 is occupied; white may play f4, d6, f6"),
        (["f5", "a1"], "a1 outflanks nothing; white may play f4, d6, f6"),
        (["f5", "i9"], "i9 is not on the 8x8 board; white may play f4, d6, f6"),
        (["pass"], "a side may pass only when it has no move; black may play d3, c4, f5, e6"),
    ],
)
def test_an_illegal_move_gives_the_same_error_as_push(moves: list[str], problem: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Game.of_moves(moves)
    assert str(refusal.value) == problem


def test_a_number_that_no_square_has_is_refused() -> None:
    with pytest.raises(SizeError):
        Game.of_moves(b"\x40\x00")


def test_a_variant_with_an_oracle_needs_its_answers() -> None:
    with pytest.raises(IllegalMove, match="the oracle has not answered"):
        Game.of_moves(["f5"], Game(variant="yesno").start)


def test_pickling_a_game_of_moves_does_not_build_its_tree() -> None:
    game = Game.of_moves(["f5", "d6"], Anti().start())
    game.headers["black"] = "Ada"
    again = pickle.loads(pickle.dumps(game))
    assert "root" not in vars(again)
    assert again == game
    assert again.headers == {"black": "Ada"}


def test_a_game_without_moves_may_have_an_oracle() -> None:
    start = YesNo().start()
    assert Game.of_moves([], start) == Game(start)


def test_reading_the_marks_of_a_game_of_moves_builds_its_tree() -> None:
    game = Game.of_moves(["f5", "d6"])
    assert len(game._marks) == 2
    assert [str(ply.move) for ply in game.walk()] == ["f5", "d6"]


def test_lines_have_the_same_byte_order_on_every_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"little": "big", "big": "little"}[sys.byteorder]
    here = steps.line_of([1, 258])
    monkeypatch.setattr(steps, "sys", SimpleNamespace(byteorder=other))
    assert steps.line_of([1, 258]) == bytes(reversed(here[:2])) + bytes(reversed(here[2:]))
    assert list(steps.numbers_in(steps.line_of([1, 258]))) == [1, 258]


# Notes and a recorded end


def test_a_line_keeps_its_notes_for_the_tree() -> None:
    for game in (Game.of_moves("f5d6c3"), pushed([*at("f5", "d6", "c3")], Classic().start())):
        had_tree = has_tree(game)
        note_all(game, {0: Note("a start")})
        note_all(game, {1: Note("well played", Score(2), 1.5), 3: Note("the end")})
        assert (game.last_comment(), has_tree(game)) == ("the end", had_tree)
        assert pickle.loads(pickle.dumps(game)) == game
        first, second, third = game.plies
        assert [node.comment for node in (game.root, first, second, third)] == [
            *("a start", "well played", "", "the end")
        ]
        assert (first.score, first.seconds, second.score) == (Score(2), 1.5, None)
        assert game.last_comment() == "the end"
    assert Game.of_moves("f5").last_comment() == ""


def test_a_line_knows_which_plies_were_given() -> None:
    game = passing_game()
    game.push(game.position.play(PASS).legal_moves[0], insert_pass=True)
    moves: list[Move] = [move for move in game.moves if move is not PASS]
    lazy, eager = Game.of_moves(moves, game.start), pushed(moves, game.start)
    assert len(given_plies(lazy)) == len(moves) < lazy.ply_count
    assert list(given_plies(lazy)) == list(given_plies(eager))
    assert [eager.plies[number - 1].move for number in given_plies(eager)] == moves


def test_an_end_is_recorded_on_a_line_without_building_its_tree() -> None:
    game = Game.of_moves("f5d6")
    ended = game.resign(WHITE)
    assert not has_tree(game)
    assert (game.verdict, game.outcome, game.result) == (ended, ended, "1-0")
    with pytest.raises(GameOver):
        game.end(None, "void")
    assert pickle.loads(pickle.dumps(game)).verdict == ended
    with pytest.raises(GameOver):
        game.push("c3")
    game.reopen()
    assert game.push("c3").number == 3
    assert not game.verdict

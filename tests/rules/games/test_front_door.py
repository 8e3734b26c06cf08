"""What people try first with games and positions, and what they get wrong."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from outflank import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Game,
    Limit,
    NoMove,
    NotationError,
    Position,
    Reason,
    SizeError,
    Square,
    SquareSet,
    Symmetry,
    UnknownName,
    Variant,
    YesNo,
    native,
    read,
    register_variant,
    write,
)
from outflank.rules import Color
from outflank.rules.headers import Headers
from support.strategies import positions

TIGER = "f5d6c3d3c4"


# Text


@pytest.mark.parametrize(
    "text",
    [
        TIGER,
        "F5 d6 C3, d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "(;GM[Othello]B[f5]W[d6]B[c3]W[d3]B[c4];)",
    ],
)
def test_a_game_is_read_from_any_notation(text: str) -> None:
    game = Game.parse(text)
    assert (game.transcript, game.ply_count) == (TIGER, 5)
    assert Position.parse(text) == game.position


def test_a_position_is_read_from_any_notation() -> None:
    start = Classic().start()
    for text in (str(start), "8/8/8/3OX3/3XO3/8/8/8 X", f"{start}; d3:+0;", Game().__str__()):
        assert Position.parse(text) == start
    assert Position.parse("---- -OX- -XO- ---- O") == Position(Board.start(4), WHITE)
    assert Position.parse(str(start), variant="yesno") == YesNo().start()
    assert Game.parse("c2", size=6).start.size == 6
    assert Game.parse(str(start)) == Game()


@pytest.mark.parametrize("kind", [Game, Position])
def test_a_text_that_is_not_one_game_is_refused(kind: type[Game] | type[Position]) -> None:
    with pytest.raises(NotationError, match="there are 2 records here"):
        kind.parse("f5d6\nf5f6")
    with pytest.raises(NotationError, match="line 1, column 5: a1 outflanks nothing"):
        kind.parse("f5d6a1")
    with pytest.raises(NotationError, match="not in any known notation"):
        kind.parse("hello")
    with pytest.raises(NotationError, match="nothing to read"):
        kind.parse(" ")
    for wrong in (None, b"f5", 5):
        with pytest.raises(TypeError, match="is read from text, not from"):
            kind.parse(wrong)  # type: ignore[arg-type]


@given(positions())
def test_the_repr_of_a_position_is_code_that_makes_it(position: Position) -> None:
    assert len(repr(position)) < 330
    shown = eval(repr(position), {"Position": Position})
    assert (shown.board, shown.turn, shown.answer) == (
        position.board,
        position.turn,
        position.answer,
    )
    assert shown.variant.name == position.variant.name


def test_the_repr_of_a_position_names_variant_and_answer() -> None:
    assert repr(Classic().start(4)) == "Position.parse('-----OX--XO----- X')"
    heard = YesNo().start(4).hear("no")
    assert repr(heard) == "Position.parse('-----OX--XO----- X', variant='yesno').hear('no')"


def test_a_printed_game_is_a_board() -> None:
    game = Game.parse("b1", size=4)
    assert str(game) == "  a b c d\n1 . X . .\n2 . X X .\n3 . X O .\n4 . . . .\nWhite to move"
    assert read(str(game)).position == game.position
    game.resign(WHITE)
    assert str(game).endswith("\nBlack wins 4-1 (resignation)")
    assert repr(game) == "<Game classic 4x4, 1 ply>"


# Where a game stands


def test_a_game_has_the_turn_board_and_moves_of_its_position() -> None:
    game = Game.parse("f5")
    assert (game.turn, game.board, game.legal_moves) == (
        WHITE,
        game.position.board,
        game.position.legal_moves,
    )
    assert game.board["f5"] is BLACK
    game.back()
    assert game.turn is BLACK
    assert game.board["f5"] is None


def test_several_moves_may_be_given_as_one_text() -> None:
    game = Game()
    game.push_all(TIGER)
    assert game == Game.of_moves(TIGER) == Game.of_moves(game.moves)
    with pytest.raises(NotationError, match="'z9' is not a move"):
        game.push_all("b3z9")
    assert game.ply_count == 5


def test_a_game_can_be_reset() -> None:
    game = Game.parse(TIGER)
    game.headers["black"] = "Ann"
    game.resign(WHITE)
    game.root.comment = "a start"
    game.reset()
    assert (game.moves, game.verdict, game.root.comment, list(game.walk())) == ([], None, "", [])
    assert game.headers == {"black": "Ann"}
    game.push_all("c4e3")
    assert game.transcript == "c4e3"
    asked = Game(variant="yesno")
    asked.hear("no")
    asked.push("d3")
    asked.reset()
    assert asked.position.answer == "no"


@pytest.mark.parametrize(
    ("winner", "reason", "result"),
    [
        (BLACK, Reason.TIME, "1-0"),
        (WHITE, "resignation", "0-1"),
        (None, Reason.AGREEMENT, "1/2-1/2"),
        (None, Reason.ABANDONMENT, "*"),
    ],
)
def test_a_result_says_who_won(winner: Color | None, reason: Reason | str, result: str) -> None:
    game = Game.parse(TIGER)
    assert game.result == "*"
    game.end(winner, reason)
    assert game.result == result
    game.back()
    assert game.result == "*"


def test_the_end_of_a_game_is_checked_when_it_is_recorded() -> None:
    game = Game.parse(TIGER)
    with pytest.raises(UnknownName, match="no reason 'tme'; did you mean 'time'"):
        game.end(BLACK, "tme")
    for wrong in ("white", 1):
        with pytest.raises(TypeError, match="a side is"):
            game.resign(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a side is"):
            game.end(wrong, Reason.TIME)  # type: ignore[arg-type]
    assert game.verdict is None


def test_a_game_can_go_to_a_ply_by_its_number() -> None:
    game = Game.parse(TIGER)
    for number in (0, 5, 2, 4):
        game.go_to(number)
        assert (game.ply_count, game.transcript) == (number, TIGER[: 2 * number])
    for wrong in (-1, 6):
        with pytest.raises(NoMove, match=f"this line has plies 0 to 5, not {wrong}"):
            game.go_to(wrong)
    game.go_to(1)
    game.push("f6")
    game.go_to(1)
    game.go_to(3)
    assert game.transcript == TIGER[:6]  # the main line goes on


@pytest.mark.parametrize("wrong", ["f5", None, 1.5, Classic().start()])
def test_anything_but_a_node_is_refused(wrong: Any) -> None:
    game = Game.parse(TIGER)
    for walk in (game.go_to, lambda node: game.add(node, "f5")):
        with pytest.raises(TypeError, match="this needs a node of the game, such as a ply, not"):
            walk(wrong)
    for change in (game.remove, game.promote):
        with pytest.raises(TypeError, match="this needs a ply of the game, not"):
            change(wrong)
    assert game.transcript == TIGER


@pytest.mark.parametrize("wrong", [5, None, ("f", 5)])
def test_anything_but_a_move_is_refused(wrong: Any) -> None:
    game = Game()
    for play in (game.push, game.position.play):
        with pytest.raises(TypeError, match="such as 'd3', not"):
            play(wrong)
    assert game.moves == []


@pytest.mark.parametrize("wrong", [5, 1.5, b"f5", ["f5"], object(), PASS])
def test_a_value_of_the_wrong_type_is_refused_in_one_sentence(wrong: Any) -> None:
    position = Classic().start()
    calls: dict[str, Callable[[Any], object]] = {
        "a variant is found by its name": lambda given: Game(variant=given),
        "by its name, such as 'classic'": lambda given: read("f5", variant=given),
        "only a Variant can be registered": register_variant,
        "a symmetry is a Symmetry": Game().transform,
        "such as Symmetry.TRANSPOSE": position.transform,
        "a symmetry is a": Symmetry.TRANSPOSE.then,
        "a board can be compared only with a Board": position.board.symmetry_to,
        "a position can be compared only with a Position": position.symmetry_to,
        "discs can be put on a SquareSet": lambda given: position.board.recolor(BLACK, given),
        "a square is a Square or a name": lambda given: Symmetry.TRANSPOSE.square(given, 8),
        "a format is found by its name": lambda given: read("f5", format=given),
        "found by its name, such as 'ggf'": lambda given: write(Game(), format=given),
        "games and positions can be written": lambda given: write([given], format="json"),
        "perft counts from a Position": lambda given: native.perft(given, 2),
    }
    for sentence, call in calls.items():
        with pytest.raises(TypeError, match=sentence):
            call(wrong)


@pytest.mark.parametrize("wrong", [None, "a1", object(), PASS])
def test_squares_sets_and_symmetries_refuse_other_types_in_one_sentence(wrong: Any) -> None:
    calls: dict[str, Callable[[Any], object]] = {
        "a SquareSet needs the size of its board first": lambda given: SquareSet.of(given, "b2"),
        "the mask of a SquareSet is a whole number": lambda given: SquareSet(8, given),
        "a row is a number": lambda given: SquareSet.row(8, given),
        "a Square has a column and a row": lambda given: Square(given, 1),
        "a symmetry is a Symmetry, such as": lambda given: given * Symmetry.TRANSPOSE,
        "a symmetry is a Symmetry": lambda given: Symmetry.TRANSPOSE * given,
        "a side is Color.BLACK or Color.WHITE": Board.start().count,
        "a side is Color.BLACK": Game().resign,
    }
    for sentence, call in calls.items():
        with pytest.raises(TypeError, match=f"^{sentence}"):
            call(wrong)


def test_numbers_are_no_columns_edges_or_squares() -> None:
    number: Any = 5
    with pytest.raises(TypeError, match=r"^a column is a letter such as 'a', not 5$"):
        SquareSet.column(8, number)
    with pytest.raises(TypeError, match=r"^a SquareSet is combined with squares, not with 5$"):
        _ = SquareSet(8) | number
    with pytest.raises(UnknownName, match=r"^there is no edge 5"):
        SquareSet.edge(8, number)


@pytest.mark.parametrize("wrong", ["5", [], PASS])
def test_a_limit_is_made_of_numbers(wrong: Any) -> None:
    for name in ("seconds", "depth", "nodes"):
        with pytest.raises(TypeError, match=f"a limit of {name} is a number, not"):
            Limit(**{name: wrong})


# Headers


def test_headers_are_text() -> None:
    game = Game()
    game.headers["black"] = "Ann"
    game.headers |= {"white": "Bo"}
    game.headers.update(date="2026-11-16", black="Ada")
    assert game.headers.setdefault("event", "Club") == "Club"
    assert game.headers.setdefault("black", "Eve") == "Ada"
    assert game.headers == {"black": "Ada", "white": "Bo", "date": "2026-11-16", "event": "Club"}
    assert type(game.headers) is Headers
    game.headers = {"black": "Ann"}
    assert game.headers == Headers(black="Ann") == Headers({"black": "Ann"})
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), game.copy()):
        assert again.headers == {"black": "Ann"}
        with pytest.raises(TypeError, match="cannot be 5"):
            again.headers["white"] = 5  # type: ignore[assignment]


def test_headers_refuse_anything_but_text() -> None:
    game = Game()
    headers: Any = game.headers
    headers["black"] = "Ann"
    with pytest.raises(TypeError, match="a header is text: 'black' cannot be 5; write '5'"):
        headers["black"] = 5
    with pytest.raises(TypeError, match="a header has a name such as 'black', not 5"):
        headers[5] = "Ann"
    for change in (
        lambda: headers.update(white="Bo", round=3),
        lambda: headers.setdefault("round", 3),
        lambda: headers.__ior__({"round": 3}),
        lambda: setattr(game, "headers", {"round": 3}),
    ):
        with pytest.raises(TypeError, match="'round' cannot be 3"):
            change()
    assert game.headers == {"black": "Ann"}


# Positions by hand


def test_a_position_begins_as_a_board_of_ordinary_othello_with_black_to_move() -> None:
    assert Position(Board.start()) == Position.start() == Classic().start() == Game().position
    given = Position(Board.start(6), WHITE, variant=YesNo(), answer=Answer.NO)
    assert (given.board, given.turn, given.variant, given.answer) == (
        Board.start(6),
        WHITE,
        YesNo(),
        Answer.NO,
    )


@pytest.mark.parametrize("variant", [Anti(), "anti", "Anti-Othello", "misere"])
def test_a_start_has_a_size_and_a_variant_or_its_name(variant: Variant | str) -> None:
    assert Position.start(10, variant) == Position(Board.start(10), BLACK, variant=Anti())
    assert Position.start(variant=variant).size == 8


def test_a_start_of_an_unknown_size_or_variant_is_refused() -> None:
    with pytest.raises(SizeError, match="an even size from 4 to 16, not 7"):
        Position.start(7)
    with pytest.raises(UnknownName, match="no variant 'antu'; did you mean 'anti'"):
        Position.start(8, "antu")
    with pytest.raises(TypeError, match="a variant is found by its name"):
        Position.start(8, 6)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"variant": "classic"}, "the variant of a position is a Variant, not 'classic'"),
        ({"board": "X" * 64}, "the board of a position is a Board, not 'XXX"),
        ({"board": Classic()}, "the board of a position is a Board, not Classic"),
        ({"turn": "black"}, "the turn of a position is a Color, not 'black'"),
        ({"variant": YesNo(), "answer": "yes"}, "is an Answer or None, not 'yes'"),
    ],
)
def test_a_position_checks_the_types_of_its_parts(parts: Any, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        Position(**{"board": Board.start(), **parts})


def test_a_pass_is_not_one_of_the_first_moves() -> None:
    assert PASS not in Game().legal_moves

"""FEN: both dialects, which the fields after the rows show, or which the caller must name."""

import pytest

from outflank import BLACK, WHITE, Classic, NotationError, UnknownName, read, write
from support.notation_samples import EDAX_FEN, FAIRY_FEN, PLAIN_FEN, TIGER, TIGER_BOARD

AMBIGUOUS = "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (EDAX_FEN, "fen-edax"),
        ("8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w - -", "fen-edax"),
        (FAIRY_FEN, "fen-fairy"),
        ("8/8/2Pp4/2PPP3/3pPP2/3p4/8/8 b 0 1", "fen-fairy"),
        ("8/8/2Pp4/2PPP3/3pPP2/3p4/8/8[-] b 0 1", "fen-fairy"),  # with empty hands
        (PLAIN_FEN, "fen"),
        ("8/8/2XO4/2XXX3/3OXX2/3O4/8/8 w", "fen"),
    ],
)
def test_the_tiger_is_read_in_every_dialect(text: str, name: str) -> None:
    reading = read(text, errors="raise")
    assert (reading.format, str(reading.position)) == (name, TIGER_BOARD)


def test_the_tiger_is_written_in_every_dialect() -> None:
    game = read(TIGER).game
    assert write(game, format="fen-edax") == EDAX_FEN
    hands = "P" * 55 + "p" * 55
    assert write(game, format="fen-fairy") == f"8/8/2Pp4/2PPP3/3pPP2/3p4/8/8[{hands}] b 0 1"
    assert write(game, format="fen") == PLAIN_FEN


def test_a_fen_of_unknown_dialect_asks_for_it() -> None:
    (problem,) = read(AMBIGUOUS).problems
    assert "say dialect='edax' or dialect='fairy'" in str(problem)
    edax = read(AMBIGUOUS, dialect="Edax")
    assert (edax.format, edax.why) == ("fen-edax", "The caller said so.")
    assert str(edax.position) == TIGER_BOARD
    fairy = read(AMBIGUOUS, dialect="fairy").position
    assert (fairy.turn, fairy.board.count(BLACK), fairy.board.count(WHITE)) == (BLACK, 3, 6)
    assert str(read(AMBIGUOUS, format="fen", dialect="edax").position) == TIGER_BOARD


def test_a_dialect_changes_nothing_else_and_must_exist() -> None:
    assert read(TIGER, dialect="edax").format == "transcript"
    with pytest.raises(UnknownName, match="no dialect of FEN 'edex'; did you mean 'edax'"):
        read(TIGER, dialect="edex")


def test_a_fen_without_a_side_has_black_to_move() -> None:
    assert read("4/1ox1/1xo1/4").position == Classic().start(4)
    assert read("4/1ox1/1xo1/4 b").position == Classic().start(4)
    assert read("8/8/8/3pP3/3Pp3/8/8/8", dialect="edax").position == Classic().start()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("4/1ox1/1xo1/4/4 x", "a FEN has an even number of rows from 4 to 16, not 5"),
        ("4/1ox1/1xo1/3 x", "the row '3' has 3 squares instead of 4"),
        ("4/1ox1/1xo10/4 x", "the row '1xo10' has 13 squares instead of 4"),
        ("4/1ox1/1xo20/4 x", "has a zero, which stands for no squares"),
        ("4/1ox1/1xo1/4 x and more", "is not a FEN"),
    ],
)
def test_a_broken_fen_is_refused_in_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read(text, errors="raise")


def test_a_dialect_is_found_by_its_name() -> None:
    with pytest.raises(TypeError, match=r"^a dialect of FEN is found by its name.*, not by True$"):
        read("8/8/8/3OX3/3XO3/8/8/8 X", dialect=True)  # type: ignore[arg-type]

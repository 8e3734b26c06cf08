"""The themes of puzzles: each rule on a small position of its own, and where it does not hold."""

from __future__ import annotations

import pytest

from outflank.analysis import THEMES, own_puzzles
from outflank.analysis.puzzle_collection.theme_rules import themes_of
from outflank.rules import BLACK, Board, Position, Score, ScoreKind, Square

EMPTY = "--------"
FULL = "XXXXXXXX"

# The first row and the fourth have a move each: a1 takes the corner, e4 does not.
CORNER_AND_MIDDLE = ["-OX-----", EMPTY, EMPTY, "--XO----", EMPTY, EMPTY, EMPTY, EMPTY]
# After b2 white outflanks b2, c3 and d4 from a1; f6 gives no corner.
DIAGONAL = [EMPTY, EMPTY, "--O-----", "---X----", "----O---", EMPTY, EMPTY, EMPTY]
# On the first row b1 is a C-square; e4 is far from every edge.
C_SQUARE = ["--OX----", EMPTY, EMPTY, "--XO----", EMPTY, EMPTY, EMPTY, EMPTY]
# c1 is an A-square.
EDGE = ["---OX---", EMPTY, EMPTY, "--XO----", EMPTY, EMPTY, EMPTY, EMPTY]
# d1 lies between two white discs.
WEDGE = ["-XO-O---", EMPTY, EMPTY, "--XO----", EMPTY, EMPTY, EMPTY, EMPTY]
# a1 is alone; g8 and h8 are a pair.
ODD_AND_EVEN = ["-OXXXXXX", FULL, FULL, FULL, FULL, FULL, FULL, "XXXXXO--"]
# After g8 white cannot play h8, but black can, over h7.
SWINDLE = ["-XXXXXXO", FULL, FULL, FULL, FULL, "XXXXXXXX", "XXXXXXXO", "XXXXXO--"]
# After a1 white has no move; after h1 it can play a1, down to a5.
PASS = ["-OXXXXO-", FULL, FULL, FULL, "OXXXXXXX", FULL, FULL, FULL]
# White has one reply to b2, and at least four to every other move.
FEW_REPLIES = [
    "XXXXXXXO",
    "X-OOOXOO",
    "XOXOXOXO",
    "OOOXOOXO",
    "XOXOXXXO",
    "XXOOOXXO",
    "X-OOOOXO",
    "----OOOO",
]
# a1 flips b2, inside; h1 flips g1, which touches the empty h2.
INSIDE = ["-XXXXXO-", "XOXXXXX-", FULL, FULL, FULL, FULL, FULL, FULL]
# d2 flips two discs, a4 five.
GREED = [EMPTY, EMPTY, "---O----", "-OOOOOX-", "---X----", EMPTY, EMPTY, EMPTY]


def position_of(rows: list[str]) -> Position:
    return Position(Board.parse(" ".join(rows)), BLACK)


def themes_if(rows: list[str], best: str) -> set[str]:
    """Return the themes of a position in which this move wins and all others lose."""
    position = position_of(rows)
    assert Square.parse(best) in position.legal_moves
    scores = {
        move: Score(8 if str(move) == best else -8, ScoreKind.EXACT)
        for move in position.legal_moves
        if isinstance(move, Square)
    }
    return set(themes_of(position, scores))


RULES = [
    ("corner", CORNER_AND_MIDDLE, "a1", "e4"),
    ("corner_refused", CORNER_AND_MIDDLE, "e4", "a1"),
    ("corner_sacrifice", DIAGONAL, "b2", "f6"),
    ("x_square", DIAGONAL, "b2", "f6"),
    ("c_square", C_SQUARE, "b1", "e4"),
    ("edge", EDGE, "c1", "e4"),
    ("edge", C_SQUARE, None, "b1"),
    ("wedge", WEDGE, "d1", "e4"),
    ("parity", ODD_AND_EVEN, "a1", "g8"),
    ("swindle", SWINDLE, "g8", None),
    ("swindle", ODD_AND_EVEN, None, "g8"),
    ("forced_pass", PASS, "a1", "h1"),
    ("mobility", FEW_REPLIES, "b2", "b7"),
    ("quiet_move", INSIDE, "a1", "h1"),
    ("greed", GREED, "d2", "a4"),
    ("only_safe_move", DIAGONAL, "f6", "b2"),
    ("stable_discs", CORNER_AND_MIDDLE, "a1", "e4"),
    ("counting", FEW_REPLIES, "b2", None),
    ("counting", CORNER_AND_MIDDLE, None, "a1"),
]


@pytest.mark.parametrize(("theme", "rows", "held_by", "not_held_by"), RULES)
def test_a_theme_holds_for_the_right_best_move_only(
    theme: str, rows: list[str], held_by: str | None, not_held_by: str | None
) -> None:
    if held_by is not None:
        assert theme in themes_if(rows, held_by)
    if not_held_by is not None:
        assert theme not in themes_if(rows, not_held_by)


def test_a_draw_is_a_theme_of_its_own() -> None:
    position = position_of(CORNER_AND_MIDDLE)
    a1, e4 = map(Square.parse, ("a1", "e4"))
    drawn = {a1: Score(0, ScoreKind.EXACT), e4: Score(-10, ScoreKind.EXACT)}
    assert set(themes_of(position, drawn)) == {"corner", "stable_discs", "draw"}
    assert "draw" not in themes_if(CORNER_AND_MIDDLE, "a1")


def test_if_several_moves_are_best_a_theme_holds_for_all_of_them() -> None:
    position = position_of(ODD_AND_EVEN)
    moves = list(map(Square.parse, ("a1", "g8")))
    assert set(moves) == set(position.legal_moves)
    equal = dict.fromkeys(moves, Score(4, ScoreKind.EXACT))
    assert themes_of(position, equal) == ()
    position = position_of(CORNER_AND_MIDDLE)
    assert (
        themes_of(position, dict.fromkeys(map(Square.parse, ("a1", "e4")), equal[moves[0]])) == ()
    )


def test_every_theme_has_a_rule_that_is_tested_here() -> None:
    assert {theme for theme, *_ in RULES} | {"draw"} == set(THEMES)


def test_a_swindle_needs_a_square_that_the_opponent_cannot_reach() -> None:
    # White takes h8 at once, because h7 and h6 are black and h5 is white.
    reached = [*SWINDLE[:4], "XXXXXXXO", FULL, FULL, "XXXXXO--"]
    assert "swindle" not in themes_if(reached, "g8")


def test_the_themes_of_our_own_puzzles_are_those_of_the_rules() -> None:
    own = own_puzzles()
    for puzzle in own[:: max(1, len(own) // 300)]:
        assert puzzle.themes == themes_of(puzzle.position, puzzle.known), puzzle.id

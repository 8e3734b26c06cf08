"""What the texts of the lessons say is true on their boards."""

from __future__ import annotations

import pytest

from outflank.archive import opening_of
from outflank.learning import LessonStep, courses
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Board,
    Color,
    Game,
    Placement,
    Position,
    Square,
    SquareSet,
)

STEPS = {step.key: step for course in courses().values() for step in course.steps}
CORNERS = SquareSet.corners(8)


def squares(names: str) -> set[Square]:
    return set(map(Square.parse, names.split()))


def others(step: LessonStep) -> set[Square]:
    """Return the legal moves that are not wanted."""
    return set(step.position.legal_moves.squares) - set(step.wanted)


def after(key: str, move: str | None = None) -> Position:
    """Return the position after the wanted move of a step, or after another one."""
    step = STEPS[key]
    return step.position.play(step.wanted[0] if move is None else move)


def corners_of(board: Board, color: Color) -> SquareSet:
    return board.outflanking(color) & CORNERS


def opened(position: Position, move: Square) -> SquareSet:
    """Return the empty squares that touch a disc flipped by a move."""
    placed, board = position.place(move), position.play(move).board
    touched = SquareSet(8)
    for disc in placed.turned:
        touched |= board.neighbours(disc) & board.empty_squares
    return touched


def directions(placed: Placement) -> set[tuple[int, int]]:
    square = placed.square
    return {
        ((each.col > square.col) - (each.col < square.col),
         (each.row > square.row) - (each.row < square.row))
        for each in placed.turned
    }  # fmt: skip


@pytest.mark.parametrize("step", STEPS.values(), ids=lambda step: step.key)
def test_a_move_gives_a_corner_away_exactly_if_its_answer_says_so(step: LessonStep) -> None:
    if "not_corner" not in step.answers:
        return
    giving = {square for square in others(step) if step.effects(square)["corner"]}
    assert giving == set(step.answers["not_corner"])
    for square in step.wanted:
        assert not step.effects(square)["corner"]


def test_one_move_flips_discs_in_all_eight_directions() -> None:
    step = STEPS["first.flip"]
    flips = {square: step.position.place(square) for square in step.position.legal_moves.squares}
    [best] = step.wanted
    assert len(directions(flips[best])) == 8
    assert all(len(flips[square].turned) < len(flips[best].turned) for square in others(step))
    assert all(len(directions(flips[square])) < 8 for square in others(step))
    assert step.position.board.neighbours(best) <= step.position.board.discs(WHITE)


def test_the_pass_is_forced_and_the_game_ends_as_the_lesson_says() -> None:
    step, end = STEPS["first.pass"], STEPS["first.end"]
    passing = after("first.pass")
    assert list(passing.legal_moves) == [PASS]
    assert passing.play(PASS) == end.position
    assert step.position.board.empties == 2
    final = after("first.end")
    assert final.board.empties == 0
    assert final.outcome is not None
    assert final.outcome.winner is BLACK
    lost = after("first.pass", "b2")
    assert not lost.must_pass
    over = lost.play("a1")
    assert over.outcome is not None
    assert over.outcome.winner is WHITE


def test_the_corner_of_the_first_lesson_is_the_only_one_at_the_top_left() -> None:
    step = STEPS["first.corner"]
    assert set(step.position.legal_moves.squares & CORNERS) == {Square.parse("a1")}
    assert Square.parse("a1") in after("first.corner").board.stable(BLACK)


def test_flipping_one_disc_leaves_white_the_fewest_moves() -> None:
    step = STEPS["first.few"]
    [few] = step.wanted
    assert [each for each in step.position.legal_moves.squares
            if len(step.position.place(each).turned) == 1] == [few]  # fmt: skip
    moves = {square: after("first.few", str(square)).board.mobility(WHITE) for square in
             step.position.legal_moves.squares}  # fmt: skip
    assert moves[few] == min(moves.values())


def test_the_squares_next_to_corners_have_the_letters_of_the_texts() -> None:
    for key, letters in (("x_square", "X"), ("c_square", "C"), ("a_square", "AB")):
        sets = {"X": SquareSet.x_squares(8), "C": SquareSet.c_squares(8)}
        sets |= {"A": SquareSet.a_squares(8), "B": SquareSet.b_squares(8)}
        empty = STEPS[f"corners.{key}"].position.board.empty_squares
        shown = {letter: squares for letter, squares in sets.items() if letter in letters}
        assert STEPS[f"corners.{key}"].letters == {
            str(square): letter for letter in shown for square in shown[letter] & empty
        }


def test_the_corner_steps_are_about_the_squares_that_they_name() -> None:
    for key in ("corners.x_square", "corners.c_square"):
        step = STEPS[key]
        board = step.position.board
        near = {square for square in step.position.legal_moves.squares
                if any(corner in board.neighbours(square) for corner in CORNERS)}  # fmt: skip
        loud = others(step) - near
        assert near <= others(step)
        assert all(len(step.position.place(square).turned) > 2 for square in loud)
        for square in step.wanted:
            assert not corners_of(after(key, str(square)).board, WHITE)
            assert len(step.position.place(square).turned) <= 2
    a_square = STEPS["corners.a_square"]
    assert set(a_square.position.legal_moves.squares & SquareSet.a_squares(8)) == squares("a6")
    assert set(a_square.answers["not_near"]) == others(a_square) & set(
        a_square.position.board.neighbours("a8")
    )
    own = STEPS["corners.own_corner"]
    assert own.position.board.disc_at("h1") is BLACK
    assert own.position.board.neighbours("h1") & own.position.legal_moves.squares == squares("h2")
    assert Square.parse("h2") in after(own.key).board.stable(BLACK)


def test_the_counts_of_moves_are_those_on_the_board() -> None:
    count = STEPS["mobility.count"]
    assert after(count.key).board.mobility(WHITE) == 4
    assert min(after(count.key, str(each)).board.mobility(WHITE) for each in others(count)) == 7
    own = STEPS["mobility.own_moves"]

    def fewest_next(position: Position) -> int:
        return min(position.play(reply).board.mobility(BLACK) for reply in position.legal_moves)

    assert fewest_next(after(own.key)) == 14
    assert all(fewest_next(after(own.key, str(each))) < 14 for each in others(own))
    trapped = after("mobility.trap")
    [only] = trapped.legal_moves.squares
    assert not corners_of(trapped.board, BLACK)
    given = corners_of(trapped.play(only).board, BLACK)
    assert any(corner in trapped.board.neighbours(only) for corner in given)
    step = STEPS["mobility.no_move"]
    assert after(step.key).must_pass
    assert not any(after(step.key, str(each)).must_pass for each in others(step))
    diagonal = STEPS["openings.diagonal"]
    assert after(diagonal.key).board.mobility(WHITE) == 2
    assert (
        min(after(diagonal.key, str(each)).board.mobility(WHITE) for each in others(diagonal)) > 2
    )


@pytest.mark.parametrize(("key", "flipped"), [("hole", 2), ("inside", 1), ("three", 3)])
def test_only_the_quiet_move_opens_no_square(key: str, flipped: int) -> None:
    step = STEPS[f"quiet.{key}"]
    [quiet] = step.wanted
    assert len(step.position.place(quiet).turned) == flipped
    assert not opened(step.position, quiet)
    assert all(opened(step.position, square) for square in others(step))


@pytest.mark.parametrize("key", ["parity.one", "parity.tempting", "parity.four"])
def test_the_groups_of_empty_squares_are_as_the_texts_say(key: str) -> None:
    step = STEPS[key]
    [alone] = step.wanted
    regions = step.position.board.regions()
    sizes = {square: len(next(each for each in regions if square in each)) for square in
             step.position.legal_moves.squares}  # fmt: skip
    assert sizes[alone] == 1
    for name, size in (("not_pair", 2), ("not_four", 4)):
        for square in step.answers.get(name, ()):
            assert sizes[square] == size
            if size == 2:
                pair = next(each for each in regions if square in each)
                [other] = set(pair) - {square}
                assert other in step.position.play(square).legal_moves
    if key == "parity.one":  # White must begin a pair
        begun = after(key)
        pairs = [each for each in begun.board.regions() if len(each) == 2]
        assert all(any(move in pair for pair in pairs) for move in begun.legal_moves)


def test_a_wedge_stands_between_white_discs_and_threatens_the_corner() -> None:
    for key, sides, corner in (("wedge", "h4 h6", "h1"), ("beside", "a8 c8", "h8")):
        step, end = STEPS[f"edges.{key}"], after(f"edges.{key}")
        assert all(step.position.board.disc_at(each) is WHITE for each in sides.split())
        assert all(end.board.disc_at(each) is WHITE for each in sides.split())
        assert set(corners_of(end.board, BLACK)) == squares(corner)


def test_edges_of_five_and_six_are_as_the_texts_say() -> None:
    bottom = [f"{column}8" for column in "bcdefg"]
    six = after("edges.six").board
    assert [six.disc_at(each) for each in bottom] == [BLACK] * 6
    assert six.disc_at("a8") is six.disc_at("h8") is None
    five = after("edges.five", "c1").board
    assert [five.disc_at(f"{column}1") for column in "abcdefgh"] == [
        *(None, None, BLACK, BLACK, BLACK, BLACK, BLACK, None)
    ]
    step = STEPS["edges.five"]
    right = [square for square in step.position.legal_moves.squares
             if square.col > 4 and len(step.position.place(square).turned) == 1]  # fmt: skip
    assert set(right) == squares("g6 g2")
    attacked = STEPS["edges.attack"].position.board
    assert [attacked.disc_at(f"a{row}") for row in range(1, 9)] == [
        *(None, None, WHITE, WHITE, WHITE, WHITE, WHITE, None)
    ]
    assert not corners_of(after("edges.attack").board, WHITE)


@pytest.mark.parametrize(
    ("key", "most", "least"), [("corner", 14, 7), ("line", 9, 6), ("row", 6, 1)]
)
def test_the_counts_of_stable_discs_are_those_on_the_board(key: str, most: int, least: int) -> None:
    step = STEPS[f"stable.{key}"]
    assert len(after(step.key).board.stable(BLACK)) == most
    counts = {len(after(step.key, str(each)).board.stable(BLACK)) for each in others(step)}
    assert max(counts) == least
    if key == "row":
        assert len(step.position.board.stable(BLACK)) == least
        row = SquareSet.edge(8, "south") & after(step.key).board.discs(BLACK)
        assert row == after(step.key).board.stable(BLACK) & SquareSet.edge(8, "south")


def test_openings_have_the_names_that_the_texts_say() -> None:
    named = {"f5d6": "Perpendicular", "f5f6": "Diagonal", "f5f4": "Parallel", "f5d6c3d3c4": "Tiger"}
    for moves, name in named.items():
        opening = opening_of(Game.parse(moves))
        assert opening is not None
        assert name in opening.name
    assert STEPS["openings.reply"].position == Position.parse("f5")
    assert STEPS["openings.reply"].position.turn is WHITE
    assert STEPS["openings.tiger"].position == Position.parse("f5d6c3d3")
    inside = STEPS["openings.inside"]
    assert others(inside) == set(inside.position.legal_moves.squares & SquareSet.edges(8))
    assert len(inside.position.place("d1").turned) == 3


def test_the_last_squares_are_as_many_as_the_texts_say() -> None:
    for key, empties in (("three", 3), ("five", 5), ("six", 6)):
        assert STEPS[f"counting.{key}"].position.board.empties == empties
    for key in ("no_corner", "six"):
        step = STEPS[f"counting.{key}"]
        assert len(step.position.place(step.wanted[0]).turned) == 1
    six = STEPS["counting.six"].position
    alone = [square for region in six.board.regions() if len(region) == 1 for square in region]
    assert alone == list(STEPS["counting.six"].wanted)
    assert len(STEPS["counting.five"].position.board.regions()) == 2
    [region] = [each for each in STEPS["counting.five"].position.board.regions()
                if Square.parse("g8") in each]  # fmt: skip
    assert STEPS["counting.five"].wanted[0] in region


def test_the_oracles_answers_do_what_the_lessons_say() -> None:
    own, other, maybe = (STEPS[f"oracle.{key}"] for key in ("own_colour", "other_colour", "maybe"))
    assert [each.position.answer for each in (own, other, maybe)] == list(Answer)
    for square in own.wanted:
        assert len(own.position.place(square).flipped) == 1
    for square in other.wanted:
        placement = other.position.place(square)
        assert (placement.color, bool(placement.turned)) == (WHITE, False)
    flips = {square: len(maybe.position.place(square).turned) for square in
             maybe.position.legal_moves.squares}  # fmt: skip
    [best] = maybe.wanted
    assert flips[best] == 5
    assert maybe.position.place(best).forced
    assert sorted(flips.values())[-2] < 5

"""What each disc shows while discs flip."""

from __future__ import annotations

import itertools

import pytest

from outflank.faces.local.flip_animation import FLIP_SECONDS, STAGGER_SECONDS, FlipAnimation
from outflank.play.events import MovePlayed
from outflank.rules import BLACK, WHITE, Square


def move(square: str, flipped: str, forced: str = "") -> MovePlayed:
    squares, others = (tuple(map(Square.parse, text.split())) for text in (flipped, forced))
    return MovePlayed(3, 0, 0, BLACK, Square.parse(square), BLACK, squares, others, 0)


def test_discs_flip_one_after_the_other_outward_from_the_placed_disc() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1 c1 b2"), began=5.0)
    delays = [flip_animation.delays[Square.parse(name)] for name in ("b1", "b2", "c1")]
    assert delays == [0, 0, STAGGER_SECONDS]
    assert flip_animation.ends == pytest.approx(5.0 + STAGGER_SECONDS + FLIP_SECONDS)


def test_discs_that_maybe_flips_follow_the_outflanked_ones() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1 c1 d1", "a2"), began=0.0)
    assert flip_animation.delays[Square.parse("a2")] > flip_animation.delays[Square.parse("d1")]


def test_a_flipping_disc_shows_its_old_colour_first_and_is_narrow_in_between() -> None:
    flip_animation = FlipAnimation.of_move(move("a1", "b1"), began=0.0)
    square = Square.parse("b1")
    faces = [flip_animation.frame(square, FLIP_SECONDS * step / 20) for step in range(21)]
    colors = [face.color for face in faces if face]
    widths = [face.width for face in faces if face]
    assert colors[0] is WHITE
    assert colors[-1] is BLACK
    assert sum(one is not other for one, other in itertools.pairwise(colors)) == 1
    assert min(widths) < 0.2
    assert widths[0] == widths[-1] == 1
    assert flip_animation.frame(Square.parse("h8"), 0.0) is None

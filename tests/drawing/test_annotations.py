"""Annotations on squares: scores as numbers, and texts that can be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.drawing import svg
from outflank.drawing.annotations import score_annotations
from outflank.rules import SIZES, Board, Game, Score, ScoreKind, Square
from support.drawing_reader import layer, parse


def test_scores_replace_dots_with_the_best_bold_and_a_sign_for_the_source() -> None:
    scores = {
        "d3": Score(4, ScoreKind.EXACT),
        "c4": Score(-2.4, depth=9, confidence=73),
        "f5": Score(4, ScoreKind.BOOK),
        "e6": Score(-0.2),
        "a1": Score(2.25, ScoreKind.EXPECTED),
        "h8": Score(-1, ScoreKind.PROVEN),
        "a8": Score(3, depth=9, confidence=100),
    }
    drawn = svg(Game(), scores=scores)
    assert layer(drawn, "legal") == []
    notes = layer(drawn, "notes")
    texts = [(note.text, note.get("font-weight")) for note in notes if note.text]
    assert texts == [
        ("+2.3", "500"),
        ("≈", "600"),
        ("+4", "800"),
        ("\N{MINUS SIGN}2.4", "500"),
        ("%", "600"),
        ("+4", "800"),
        ("b", "600"),
        ("\N{MINUS SIGN}0.2", "500"),
        ("+3", "500"),
        ("loss", "500"),
    ]
    assert len([note for note in notes if note.tag.endswith("path")]) == 1  # the tick of d3


def test_plain_numbers_are_scores_too() -> None:
    assert [note.text for note in layer(svg(Game(), scores={"d3": 1, "c4": -2.0}), "notes")] == [
        "+1",
        "\N{MINUS SIGN}2",
    ]


@pytest.mark.parametrize(
    ("discs", "figure"),
    [
        (0.5, "+0.5"),
        (-0.5, "-0.5"),
        (2.5, "+2.5"),
        (2.45, "+2.5"),
        (-2.45, "-2.5"),
        (2.96, "+3"),
        (9.94, "+9.9"),
        (9.95, "+10"),
        (10.5, "+11"),
        (-11.5, "-12"),
        (12.5, "+13"),
        (0.04, "0"),
        (-0.04, "0"),
        (-0.0, "0"),
        (64, "+64"),
        (1e30, "+1" + 30 * "0"),
    ],
)
def test_a_score_keeps_one_decimal_if_it_fits(discs: float, figure: str) -> None:
    a1 = Square.parse("a1")
    for kind in (ScoreKind.HEURISTIC, ScoreKind.EXPECTED, ScoreKind.BOOK):
        assert score_annotations({a1: Score(discs, kind)})[a1].text == figure


@given(st.floats(-64, 64))
def test_a_score_and_its_opposite_differ_only_in_their_sign(discs: float) -> None:
    figure, negated = score_annotations({Square(0, 0): discs, Square(1, 0): -discs}).values()
    assert figure.text.strip("+-") == negated.text.strip("+-")
    assert len(figure.text) <= 4
    assert abs(float(figure.text) - discs) <= 0.5


def test_markup_in_texts_is_shown_literally() -> None:
    drawn = svg(Board.start(4), texts={"a1": "<b>&\"'", "b1": "\x00"}, title="Ann & <Bob>")
    assert [note.text for note in layer(drawn, "notes")] == ["<b>&\"'", "\ufffd"]
    assert parse(drawn)[0].text == "Ann & <Bob>"


def test_a_text_on_a_labelled_disc_is_below_the_label() -> None:
    start = Board.start(4)
    (bare,) = layer(svg(start, texts={"b2": "7"}), "notes")
    (labelled,) = layer(svg(start, texts={"b2": "7"}, skin="yesno"), "notes")
    assert float(labelled.get("y") or "") > float(bare.get("y") or "") + 5


def test_long_texts_become_smaller_before_they_are_cut() -> None:
    texts = {"a1": "x", "b1": "opening", "c1": "x" * 40}
    short, long, cut = layer(svg(Board.start(4), texts=texts), "notes")
    assert short.get("textLength") is None
    assert (long.text, long.get("textLength")) == ("opening", "36")
    assert float(long.get("font-size") or "") < float(short.get("font-size") or "")
    # The whole text is the title, which is shown when the pointer is on it.
    assert [part.text for part in cut] == ["x" * 40, "xxxxxx…"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pixels", [400, 800])
def test_a_text_is_never_smaller_than_eight_pixels(size: int, pixels: int) -> None:
    drawn = svg(Board(size, 0, 0), texts={"a1": "fifteen letters"}, size=pixels)
    view = float((parse(drawn).get("viewBox") or "").split()[2])
    (words,) = (node for node in layer(drawn, "notes")[0] if node.tag.endswith("text"))
    assert (words.text or "").endswith("…")
    assert float(words.get("font-size") or "") * pixels / view >= 7.9


def test_numbers_are_not_cut_in_a_small_picture() -> None:
    scores: dict[str, Score | float] = {"a1": -2.5, "b1": -64, "c1": Score(-1, ScoreKind.PROVEN)}
    texts = [note.text for note in layer(svg(Board.start(16), scores=scores, size=99), "notes")]
    assert texts == ["\N{MINUS SIGN}2.5", "\N{MINUS SIGN}64", "loss"]

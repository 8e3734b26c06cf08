import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import OutflankError
from outflank.rules import Score, ScoreKind

scores = st.builds(
    Score,
    st.one_of(st.integers(-256, 256), st.floats(-256, 256)),
    st.sampled_from(list(ScoreKind)),
    st.none() | st.integers(0, 60),
    st.none() | st.integers(50, 100),
)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(6, ScoreKind.EXACT), "+6 (exact)"),
        (Score(-6.0, ScoreKind.EXACT, depth=20), "-6 (exact)"),
        (Score(0, ScoreKind.BOOK), "+0 (book)"),
        (Score(1.5, ScoreKind.EXPECTED, depth=4), "+1.50 (expected)"),
        (Score(2.5), "+2.50"),
        (Score(-2.25, depth=18), "-2.25 (18)"),
        (Score(3, depth=18, confidence=73), "+3 (18@73%)"),
        (Score(3, confidence=73), "+3"),
        (Score(3, depth=0, confidence=50), "+3 (0@50%)"),
        (Score(1, ScoreKind.PROVEN), "win"),
        (Score(-1, ScoreKind.PROVEN, depth=9), "loss"),
        (Score(0, ScoreKind.PROVEN), "draw"),
    ],
)
def test_a_score_prints_its_figure_and_where_it_comes_from(score: Score, text: str) -> None:
    assert str(score) == text


@given(scores)
def test_the_other_side_sees_the_negative_score(score: Score) -> None:
    other = -score
    assert other.discs == -score.discs
    assert (other.kind, other.depth, other.confidence) == (
        score.kind,
        score.depth,
        score.confidence,
    )
    assert -other == score


def test_a_score_is_heuristic_by_default() -> None:
    assert Score(1) == Score(1, ScoreKind.HEURISTIC, None, None)
    assert [kind.value for kind in ScoreKind] == [
        "heuristic",
        "expected",
        "book",
        "proven",
        "exact",
    ]


@given(scores, scores)
def test_scores_are_ordered_by_their_discs(one: Score, two: Score) -> None:
    assert (one < two) == (one.discs < two.discs) == (two > one) == (one < two.discs)
    assert (one <= two) == (one.discs <= two.discs) == (two >= one) == (two.discs >= one)
    assert (one < two) == (-two < -one)
    assert max(one, two).discs == max(one.discs, two.discs)


def test_a_score_is_compared_with_a_number() -> None:
    assert Score(1) <= 1 <= Score(2)
    assert Score(1) >= 1 >= Score(0)


def test_a_score_cannot_be_compared_with_text() -> None:
    with pytest.raises(TypeError):
        _ = Score(1) < "two"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((float("nan"),), "a score is a number of discs, not nan"),
        ((float("inf"),), "a score is a number of discs, not inf"),
        (("4",), "a score is a number of discs, not '4'"),
        ((1, "lucky"), "there is no kind of score 'lucky'"),
        ((1, ScoreKind.EXACT, -3), "a depth is a whole number of plies, 0 or more, not -3"),
        ((1, ScoreKind.EXACT, 1.5), "a depth is a whole number of plies, 0 or more, not 1.5"),
        ((1, ScoreKind.EXACT, 3, 9), "a confidence is 50 to 100 percent, not 9"),
        ((1, ScoreKind.EXACT, 3, 101), "a confidence is 50 to 100 percent, not 101"),
    ],
)
def test_an_impossible_score_is_refused(arguments: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(OutflankError, match=f"^{problem}"):
        Score(*arguments)


def test_a_kind_of_score_may_be_given_by_its_name() -> None:
    assert Score(4, "exact") == Score(4, ScoreKind.EXACT)  # type: ignore[arg-type]
    assert str(Score(1, "proven")) == "win"  # type: ignore[arg-type]


@given(scores)
def test_a_score_is_a_frozen_hashable_picklable_value(score: Score) -> None:
    assert pickle.loads(pickle.dumps(score)) == score
    assert hash(score) == hash(replace(score))
    with pytest.raises(FrozenInstanceError):
        score.discs = 0  # type: ignore[misc]

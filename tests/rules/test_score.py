import pickle
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.rules import Score, ScoreKind

scores = st.builds(
    Score,
    st.one_of(st.integers(-256, 256), st.floats(-256, 256)),
    st.sampled_from(list(ScoreKind)),
    st.none() | st.integers(0, 60),
    st.none() | st.integers(0, 100),
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
        (Score(3, depth=0, confidence=0), "+3 (0@0%)"),
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


def test_a_score_is_a_guess_unless_said_otherwise() -> None:
    assert Score(1) == Score(1, ScoreKind.HEURISTIC, None, None)
    assert [kind.value for kind in ScoreKind] == [
        "heuristic",
        "expected",
        "book",
        "proven",
        "exact",
    ]


@given(scores)
def test_a_score_is_a_frozen_hashable_picklable_value(score: Score) -> None:
    assert pickle.loads(pickle.dumps(score)) == score
    assert hash(score) == hash(replace(score))
    with pytest.raises(FrozenInstanceError):
        score.discs = 0  # type: ignore[misc]

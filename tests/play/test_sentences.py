"""Sentences about what happens in a match."""

import pytest

from outflank.play.match import Match
from outflank.play.sentences import Sentences
from outflank.play.series_score import SeriesScore
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, Color, Reason

SETUP = Setup(players=(Player("Ann"), Player("Bob")))


def end_of(winner: Color | None, reason: Reason) -> str:
    match = Match.start(SETUP)
    (event,) = match.adjudicate(winner, reason, at=1)
    return Sentences(SETUP).describe(event)


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("winner", [None, BLACK])
def test_every_end_has_a_sentence(winner: Color | None, reason: Reason) -> None:
    sentence = end_of(winner, reason)
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_an_end_names_who_is_to_blame() -> None:
    sentence = end_of(BLACK, Reason.NO_SHOW)
    assert "Ann" in sentence
    assert "Bob" in sentence
    assert "did not appear" in sentence


def test_what_nobody_finished_is_no_draw() -> None:
    assert "has no winner" in end_of(None, Reason.ABANDONMENT)
    assert "is a draw" in end_of(None, Reason.AGREEMENT)
    abandoned = Match.start(SETUP)
    abandoned.adjudicate(None, Reason.ABANDONMENT, at=1)
    assert abandoned.outcome is not None
    assert SeriesScore().after(abandoned.outcome, SETUP) == SeriesScore()

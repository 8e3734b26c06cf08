"""Sentences about what happens in a match."""

import re

import pytest

from outflank import (
    BLACK,
    WHITE,
    IllegalMove,
    Reason,
    Square,
)
from outflank.drawing import find_skin
from outflank.errors import JournalError, NotationError, NotYourTurn
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.options import GameOptions
from outflank.faces.local.words.sentences import Sentences, describe_score
from outflank.play.clock import ClockSetting
from outflank.play.events import MatchEnded
from outflank.play.match import Match
from outflank.play.setup import Player, SeriesScore, Setup
from outflank.rules import Answer, Color, Score, ScoreKind
from outflank.texts import Text

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


def test_the_sentence_on_an_end_names_the_player_who_caused_it() -> None:
    sentence = end_of(BLACK, Reason.NO_SHOW)
    assert "Ann" in sentence
    assert "Bob" in sentence
    assert "did not show up" in sentence


def test_an_abandoned_game_is_not_a_draw() -> None:
    assert "has no winner" in end_of(None, Reason.ABANDONMENT)
    assert "is a draw" in end_of(None, Reason.AGREEMENT)
    abandoned = Match.start(SETUP)
    abandoned.adjudicate(None, Reason.ABANDONMENT, at=1)
    assert abandoned.outcome is not None
    assert SeriesScore().after(abandoned.outcome, SETUP) == SeriesScore()


YES_NO = Sentences(SETUP, find_skin("yesno"))


def test_a_skin_renames_the_sides_in_an_error() -> None:
    with pytest.raises(NotYourTurn) as refused:
        Match.start(SETUP).play(Square.parse("d3"), color=WHITE, at=0)
    assert str(refused.value) == "it is black's turn, not white's"
    assert YES_NO.refusal(refused.value) == "It is YES's turn, not NO's."
    turns = Text("errors.notation.wrong_side", color=WHITE.text, mover=BLACK.text)
    placed = NotationError(turns, source="black.ggf", line=2)
    assert YES_NO.refusal(placed) == "Black.ggf:2: NO moves here, but it is YES's turn."


def test_a_skin_renames_no_files_and_no_names() -> None:
    for words in ("/tmp/black/x.json cannot be read", "there is no player black"):
        assert YES_NO.refusal(words).lower() == f"{words}."
        assert YES_NO.refusal(JournalError(words)).lower() == f"{words}."


def test_maybe_flips_only_the_opponents_discs() -> None:
    effect = YES_NO.effect(Answer.MAYBE, WHITE)
    assert effect == "a NO disc, and all YES discs next to it flip"


def test_a_redone_move_is_replayed() -> None:
    match = Match.start(SETUP)
    match.play(Square.parse("f5"), at=1)
    match.take_back(BLACK, at=2)
    redone = match.redo(BLACK, at=3)[0]
    assert Sentences(SETUP).describe(redone) == "Ann (Black) replays f5."


def test_the_error_for_a_wrong_clock_says_what_would_be_right() -> None:
    with pytest.raises(NotationError) as caught:
        ClockSetting.parse("abc")
    assert str(caught.value) == "'abc' is not a clock; try 5+3 or 30s/move"


def test_every_event_has_a_sentence_or_needs_none() -> None:
    match = Match.start(Setup(players=(Player("Ann"), Player("Bob"))))
    match.play(Square.parse("f5"), at=0)
    match.take_back(BLACK, at=0)
    match.redo(BLACK, at=0)
    match.pause(at=0)
    match.resume(at=0)
    match.resign(BLACK, at=0)
    sentences = Sentences(match.setup)
    assert [said for event in match.events if (said := sentences.describe(event))] == [
        "Ann has Black and begins.",
        "Ann (Black) plays f5 and flips 1 disc.",
        "Ann (Black) takes back f5.",
        "Ann (Black) replays f5.",
        "The game is paused.",
        "The game continues.",
        "Bob (White) wins: Ann (Black) resigned. Discs: 1 to 4.",
    ]
    assert isinstance(match.events[-1], MatchEnded)


def test_a_refusal_uses_the_skins_names_of_the_sides() -> None:
    match = Match.start(Setup())
    with pytest.raises(IllegalMove) as refused:
        match.play(Square.parse("a1"), at=0)
    said = Sentences(match.setup, find_skin("red-yellow")).refusal(refused.value)
    assert said == "A1 outflanks nothing; Red may play d3, c4, f5, e6."


@pytest.mark.parametrize(
    ("skin", "legend"),
    [
        ("classic", "On the board X is Black, O is White, and * is a square where you may play."),
        ("xo", ""),
        ("yesno", ""),
    ],
)
def test_the_letters_on_the_board_are_explained_unless_they_are_obvious(
    skin: str, legend: str
) -> None:
    assert Sentences(Setup(), find_skin(skin)).legend == legend


def test_the_result_of_anti_othello_says_that_the_fewest_discs_win() -> None:
    setup = GameOptions(variant="anti", size=4, player2="human", first="1").setup()
    match = Match.start(setup)
    while match.outcome is None:
        match.play(next(iter(match.position.legal_moves.squares)), at=0)
    said = Sentences(setup).describe(match.events[-1])
    assert "is a draw" in said or ", as the fewest discs win: " in said


def test_all_texts_round_a_lead_in_the_same_way() -> None:
    for lead in (20.5, 21.5, 0.5):
        found = Evaluation(lead, Score(lead, ScoreKind.EXPECTED)).lead(Sentences(Setup()))
        advice = describe_score(Score(lead, ScoreKind.EXPECTED))
        assert re.findall(r"\d+", found) == re.findall(r"\d+", advice)


def test_the_score_of_two_computers_can_be_read() -> None:
    names = ("Computer, level 3", "Computer 2, level 3")
    assert (
        SeriesScore(1, 0).standing(*names) == "1 for Computer, level 3; 0 for Computer 2, level 3"
    )

"""Cards of a reviewed game: only of the one person's mistakes, and each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.analysis import GameReview, review
from outflank.engine import Limit, open_engine
from outflank.faces.local.exercises.due_cards import due_cards
from outflank.faces.local.exercises.game_cards import own_side, remember_mistakes
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.play.journal import MemoryJournal
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, WHITE, Classic, Square
from support.local.learning import HandClock

PERSON, COMPUTER = Player("Ann"), Player("Level 5", "computer:5")


def match_of(*players: Player) -> Match:
    """Return a match on 4x4 in which black's third move loses four discs."""
    assert len(players) == 2
    setup = Setup(players=players, start=Classic().start(4), undo=Undo.FREE)
    room = Room.open("m", setup, MemoryJournal(), now=lambda: 0)
    for square in ("b1", "a1", "d3", "c1"):
        room.play(Square.parse(square))
    return Match.restore(room.events)


def reviewed(match: Match) -> GameReview:
    with open_engine("alphabeta") as engine:
        return review(match.game.copy(), engine, Limit(depth=12))


@pytest.mark.parametrize(
    ("players", "side"),
    [
        ((PERSON, COMPUTER), BLACK),
        ((COMPUTER, PERSON), WHITE),
        ((PERSON, PERSON), None),
        ((COMPUTER, COMPUTER), None),
    ],
)
def test_the_side_of_the_only_person_is_known(players: tuple[Player, Player], side: object) -> None:
    assert own_side(Setup(players=players)) is side


def test_a_review_makes_cards_of_the_persons_mistakes_once(tmp_path: Path) -> None:
    match, learner = match_of(PERSON, COMPUTER), LocalLearner(tmp_path, clock=HandClock())
    found = reviewed(match)
    told = remember_mistakes(match, found, learner)
    assert told == "1 position of yours became a card to repeat."
    assert remember_mistakes(match, found, learner) == ""
    [card] = due_cards(learner)
    assert card.mistake is not None
    assert (card.mistake.played, card.mistake.source) == ("d3", "Ann - Level 5, 2026-11-19")
    assert len(due_cards(LocalLearner(tmp_path, clock=HandClock()))) == 1


def test_the_computers_mistakes_and_half_a_review_make_none(tmp_path: Path) -> None:
    match, learner = match_of(COMPUTER, PERSON), LocalLearner(tmp_path)
    found = reviewed(match)
    assert remember_mistakes(match, found, learner) == ""
    other = match_of(PERSON, COMPUTER)
    cancelled = GameReview(found.total, found.moves[1:])
    assert remember_mistakes(other, cancelled, learner) == ""
    assert learner.entries == []


def test_a_log_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "learning.jsonl").mkdir()
    match = match_of(PERSON, COMPUTER)
    told = remember_mistakes(match, reviewed(match), LocalLearner(tmp_path))
    assert told.startswith("What you learned could not be read from ")

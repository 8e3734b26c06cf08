"""The overview: rating, streak, what is due, and the themes that give most trouble."""

from __future__ import annotations

from pathlib import Path

from outflank.analysis import own_puzzles, theme_name
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.overview import overview_of
from outflank.learning import Attempt, Decision, opening_subject
from outflank.rules import Position
from support.local.learning import HandClock, best_of, learner_with_a_card

NO_CARDS = (
    "There are no cards. A card is made when you fail a puzzle, and when a review finds a "
    "mistake in a game of yours."
)


def test_a_new_learner_is_told_what_there_is(tmp_path: Path) -> None:
    assert overview_of(LocalLearner(tmp_path)).lines() == [
        "You have tried no puzzle yet.",
        "Today's puzzle is waiting.",
        NO_CARDS,
    ]


def test_a_learner_sees_rating_streak_and_cards(tmp_path: Path) -> None:
    learner = learner_with_a_card(tmp_path, HandClock())
    daily = PuzzleOfTheDay(learner)
    daily.play(best_of(daily.puzzle))
    start = Position.start()
    learner.record(
        Decision(id="decision1", at=learner.now, subject=opening_subject(start),
                 position=str(start), moves=("f5",))
    )  # fmt: skip
    found = overview_of(learner)
    rating = round(learner.progress.rating.value)
    assert found.lines() == [
        f"Your rating at puzzles: {rating}? (It is provisional until you have tried more.)",
        "You solved 1 of 1 puzzles at the first try.",
        "You have solved the puzzle of the day on 1 day in a row.",
        "Today's puzzle is done; the next one comes at midnight UTC.",
        "1 card is due.",
        "1 decision of your openings is due.",
    ]
    facts = found.to_dict()
    assert (facts["rating"], facts["provisional"], facts["due"]) == (rating, True, 1)


def test_themes_that_fail_more_often_than_others_are_named(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path, clock=HandClock())
    weak = own_puzzles().chosen(theme="wedge")[:6]
    names = {puzzle.id for puzzle in weak}
    strong = [each for each in own_puzzles()[:40] if each.id not in names]
    for number, puzzle in enumerate([*weak, *strong]):
        learner.record(
            Attempt(
                id=f"attempt-{number}",
                at=number,
                subject=f"puzzle/{puzzle.id}",
                is_right=puzzle.id not in names,
            )
        )
    found = overview_of(learner)
    themes = {theme for puzzle in weak for theme in puzzle.themes}
    assert found.weak
    assert {each.theme for each in found.weak} <= themes
    assert f"You have most trouble with: {theme_name(found.weak[0].theme)} (" in found.lines()[-1]

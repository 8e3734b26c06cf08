"""The menu about learning: what its entries are called, and which exercises they begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.faces.local.exercises.card_session import CardSession
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.learn_menu import LearnChoice, begin_exercise, label_of
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.openings.drill_exercise import OpeningDrillExercise
from outflank.faces.local.exercises.openings.survival_exercise import SurvivalExercise
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.storm import Storm
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.learning import Repertoire
from outflank.rules import BLACK
from support.local.learning import HandClock, attempts, mistake


@pytest.fixture
def learner(tmp_path: Path) -> LocalLearner:
    learner = LocalLearner(tmp_path, clock=HandClock())
    learner.record(mistake(learner.now - 5), *Repertoire().line("Tiger", BLACK))
    return learner


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        (LearnChoice.LESSONS, Tutorial),
        (LearnChoice.DAILY, PuzzleOfTheDay),
        (LearnChoice.PUZZLES, PuzzleSession),
        (LearnChoice.STORM, Storm),
        (LearnChoice.CARDS, CardSession),
        (LearnChoice.OPENINGS, OpeningDrillExercise),
        (LearnChoice.SURVIVAL, SurvivalExercise),
    ],
)
def test_each_choice_begins_an_exercise(
    learner: LocalLearner, choice: LearnChoice, kind: type[BoardExercise]
) -> None:
    assert isinstance(begin_exercise(choice, learner), kind)


def test_the_menu_says_how_much_is_due(learner: LocalLearner) -> None:
    labels = [label_of(choice, learner) for choice in LearnChoice]
    assert labels == [
        "Lessons",
        "Puzzle of the day",
        "Puzzles for you",
        "Storm: three minutes",
        "Cards (1 due)",
        "Openings (3 decisions due)",
        "Openings: survival run",
    ]


def test_with_nothing_to_repeat_a_sentence_says_how_to_begin(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path)
    assert label_of(LearnChoice.CARDS, learner) == "Cards"
    assert label_of(LearnChoice.OPENINGS, learner) == "Openings: drill your repertoire"
    cards = begin_exercise(LearnChoice.CARDS, learner)
    assert isinstance(cards, str)
    assert cards.startswith("There are no cards.")
    drill = begin_exercise(LearnChoice.OPENINGS, learner)
    assert drill == "Your repertoire is empty. To begin one: outflank repertoire add."


def test_lessons_are_those_of_the_variant_if_it_has_any(learner: LocalLearner) -> None:
    for variant, taught in (("yesno", "yesno"), ("anti", "classic")):
        lessons = begin_exercise(LearnChoice.LESSONS, learner, variant=variant)
        assert isinstance(lessons, Tutorial)
        assert lessons.variant == taught


def test_attempts_at_openings_go_into_the_log(learner: LocalLearner, tmp_path: Path) -> None:
    drill = begin_exercise(LearnChoice.OPENINGS, learner)
    assert isinstance(drill, OpeningDrillExercise)
    drill.show_solution()
    [attempt] = attempts(LocalLearner(tmp_path))
    assert (attempt.subject.partition("/")[0], attempt.is_right) == ("opening", False)

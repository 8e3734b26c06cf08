"""What there is to learn, the same in every face: lessons, puzzles, cards and openings."""

from __future__ import annotations

from enum import StrEnum

from outflank.analysis import own_puzzles
from outflank.analysis.sentences import SideName
from outflank.errors import MissingExtra
from outflank.faces.local.exercises.card_session import CardSession, nothing_due
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.due_cards import due_cards
from outflank.faces.local.exercises.exercise import BoardExercise
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.faces.local.exercises.openings.drill_exercise import Keep, OpeningDrillExercise
from outflank.faces.local.exercises.openings.saved_replies import replies_in_saved_games
from outflank.faces.local.exercises.openings.survival_exercise import SurvivalExercise
from outflank.faces.local.exercises.puzzle_choice import next_puzzles, own_rating
from outflank.faces.local.exercises.puzzle_session import PuzzleSession
from outflank.faces.local.exercises.storm import Storm
from outflank.faces.local.exercises.tutorial import Tutorial
from outflank.faces.local.words.names import color_name
from outflank.learning import (
    BookReplies,
    Repertoire,
    SurvivalRun,
    courses,
    drill_lines,
    replies_as_played,
)
from outflank.rules import BLACK, WHITE
from outflank.texts import say

__all__ = ["LearnChoice", "begin_exercise", "label_of"]

_TEXTS = "local.learning.menu"


class LearnChoice(StrEnum):
    """What a learner can do."""

    LESSONS = "lessons"
    DAILY = "daily"
    PUZZLES = "puzzles"
    STORM = "storm"
    CARDS = "cards"
    OPENINGS = "openings"
    SURVIVAL = "survival"


def label_of(choice: LearnChoice, learner: LocalLearner) -> str:
    """Return how a menu calls a choice, with the number of cards that are due."""
    if choice is LearnChoice.CARDS and (due := _due(learner)):
        return say(f"{_TEXTS}.cards", count=due)
    if choice is LearnChoice.OPENINGS and (due := len(_decisions_due(learner))):
        return say(f"{_TEXTS}.openings_due", count=due)
    if choice is LearnChoice.DAILY and PuzzleOfTheDay(learner).is_done:
        return say(f"{_TEXTS}.daily_done")
    return say(f"{_TEXTS}.{'no_cards' if choice is LearnChoice.CARDS else choice}")


def _due(learner: LocalLearner) -> int:
    try:
        return len(due_cards(learner))
    except MissingExtra:
        return 0  # choosing the cards says what is missing


def _decisions_due(learner: LocalLearner) -> list[str]:
    """Return the subjects of the decisions of the repertoire that are due."""
    try:
        progress = learner.progress
    except MissingExtra:
        return []
    due = progress.due(learner.now)
    return [card.subject for card in due if card.subject in progress.decisions]


def begin_exercise(
    choice: LearnChoice,
    learner: LocalLearner,
    *,
    variant: str = "classic",
    side: SideName = color_name,
) -> BoardExercise | str:
    """Return the exercise of a choice, or a sentence if there is nothing to do."""
    match choice:
        case LearnChoice.LESSONS:
            return Tutorial(variant if variant in courses() else "classic", log=learner.log)
        case LearnChoice.DAILY:
            return PuzzleOfTheDay(learner, side)
        case LearnChoice.PUZZLES:
            puzzles = next_puzzles(own_puzzles(), learner, near=own_rating(learner))
            return PuzzleSession(puzzles, side, learner=learner, goes_on=False)
        case LearnChoice.STORM:
            return Storm(own_puzzles(), learner, side)
        case LearnChoice.CARDS:
            cards = due_cards(learner)
            return CardSession(cards, learner, side) if cards else nothing_due(learner)
        case LearnChoice.OPENINGS:
            return _drill(learner, side)
        case LearnChoice.SURVIVAL:
            color = BLACK if learner.now % 2 else WHITE  # as good as by lot
            run = SurvivalRun(color, BookReplies(), _repertoire(learner), seed=learner.now)
            return SurvivalExercise(run, _keep(learner), side=side)


def _drill(learner: LocalLearner, side: SideName) -> BoardExercise | str:
    """Return the drill of the learner's own openings, those that are due first."""
    repertoire, due = _repertoire(learner), _decisions_due(learner)
    with replies_as_played(replies_in_saved_games() or ()) as replies:
        lines = drill_lines(repertoire, [BLACK, WHITE], replies, due=due, seed=learner.now)
    if not lines:
        return say(f"{_TEXTS}.no_openings", command="outflank repertoire add")
    return OpeningDrillExercise(lines, repertoire, _keep(learner), side=side)


def _repertoire(learner: LocalLearner) -> Repertoire:
    return Repertoire.of(learner.progress.decisions)


def _keep(learner: LocalLearner) -> Keep:
    return lambda attempt: learner.record(attempt)

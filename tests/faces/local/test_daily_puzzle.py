"""The puzzle of the day: the same for everybody, once a day, with a streak."""

from __future__ import annotations

from pathlib import Path

from outflank.analysis import own_puzzles
from outflank.faces.local.exercises.daily_puzzle import PuzzleOfTheDay
from outflank.faces.local.exercises.learner import LocalLearner
from support.local.learning import DAY, HandClock, attempts, best_of, worst_of


def solved(learner: LocalLearner) -> PuzzleOfTheDay:
    daily = PuzzleOfTheDay(learner)
    daily.play(best_of(daily.puzzle))
    return daily


def test_everybody_gets_the_puzzle_of_the_date_in_utc(tmp_path: Path) -> None:
    clock = HandClock()
    daily = PuzzleOfTheDay(LocalLearner(tmp_path, clock=clock))
    assert daily.puzzle == own_puzzles().of_day(daily.day)
    assert (daily.heading, daily.total) == ("Puzzle of 2026-11-19", 1)
    clock.turn(DAY)
    assert PuzzleOfTheDay(LocalLearner(tmp_path, clock=clock)).puzzle != daily.puzzle


def test_days_in_a_row_make_a_streak(tmp_path: Path) -> None:
    clock = HandClock()
    learner = LocalLearner(tmp_path, clock=clock)
    assert PuzzleOfTheDay(learner).closing == ""
    daily = solved(learner)
    assert daily.closing == "You have solved the puzzle of the day on 1 day in a row."
    clock.turn(DAY)
    assert not PuzzleOfTheDay(learner).is_done
    assert solved(learner).closing == "You have solved the puzzle of the day on 2 days in a row."
    assert attempts(learner)[0].occasion == "daily:2026-11-19"
    clock.turn(2 * DAY)
    assert solved(learner).closing.endswith("on 1 day in a row.")


def test_only_the_first_move_of_a_day_counts(tmp_path: Path) -> None:
    learner = LocalLearner(tmp_path, clock=HandClock())
    daily = PuzzleOfTheDay(learner)
    daily.play(worst_of(daily.puzzle))
    daily.play(best_of(daily.puzzle))
    again = solved(learner)
    assert [(each.occasion, each.is_right) for each in attempts(learner)] == [
        ("daily:2026-11-19", False),
        ("", True),
    ]
    assert again.closing.startswith("You did not solve it at the first try;")

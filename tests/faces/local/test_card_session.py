"""Repeating cards: the front, the back after one try, hints, dropping, and what comes next."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.analysis import Finding, own_puzzles
from outflank.engine import Analysis, Engine, Task, open_engine
from outflank.errors import EngineError
from outflank.faces.local.exercises.card_session import CardSession, nothing_due
from outflank.faces.local.exercises.due_cards import all_cards, due_cards, next_due
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Attempt, Decision, Dropped, mistake_subject, opening_subject
from outflank.rules import Position, Square
from support.local.learning import (
    DAY,
    HandClock,
    attempts,
    best_of,
    late_position,
    learner_with_a_card,
    mistake,
)

BACK = (
    "You played a8 here. It cost 26 discs: a3 was better. The corner h8 was free to take. "
    "The best line: a3 h7 f8. All moves: a3 -20, b8 -30, c8 -32, f8 -38, a8 -46."
)


class NoEngine(Engine):
    """An engine that fails."""

    name = "failing"

    def think(self, task: Task) -> Analysis:
        raise EngineError(f"no idea about {task.position}")


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def learner(tmp_path: Path, clock: HandClock) -> LocalLearner:
    return learner_with_a_card(tmp_path, clock)


def session_of(learner: LocalLearner) -> CardSession:
    session = CardSession(due_cards(learner), learner)
    with open_engine("alphabeta") as engine:
        session.prepare(engine)
    return session


def test_the_front_asks_for_a_better_move_than_in_the_game(learner: LocalLearner) -> None:
    session = CardSession(due_cards(learner), learner)
    assert session.heading == "Card 1 of 1: Ann - Bob, move 55"
    assert session.text == "The computer is looking at this position. Please wait."
    assert not session.awaits_move
    session = session_of(learner)
    assert session.text == "Black to move. You lost 26 discs here. Find a better move."
    assert session.awaits_move


def test_a_right_move_is_an_attempt_and_shows_the_back(
    learner: LocalLearner, clock: HandClock
) -> None:
    session = session_of(learner)
    clock.turn(7)
    session.play(Square.parse("a3"))
    assert (session.is_right, session.said) == (True, f"Right! a3 is the move. {BACK}")
    [attempt] = attempts(learner)
    assert (attempt.move, attempt.is_right, attempt.loss) == ("a3", True, 0.0)
    assert attempt.milliseconds == 7000
    session.go_on()
    assert session.is_over
    assert session.closing.startswith("Right: 1 of 1. The next card comes ")


def test_after_a_wrong_move_the_better_one_is_on_the_board(learner: LocalLearner) -> None:
    session = session_of(learner)
    session.play(Square.parse("d4"))
    assert "There is already a disc" in session.said
    session.play(Square.parse("b8"))
    assert (session.is_right, session.said) == (False, f"b8 loses 10 discs. {BACK}")
    assert session.position == late_position().play("a3")
    session.play(Square.parse("a3"))  # too late
    assert [(each.move, each.is_right, each.loss) for each in attempts(learner)] == [
        ("b8", False, 10.0)
    ]
    assert session.score == "Right: 0 of 1."


def test_a_hint_says_what_was_played_and_is_counted(learner: LocalLearner) -> None:
    session = session_of(learner)
    session.give_hint()
    assert session.said == "You played a8 here."
    assert not session.can_hint
    session.play(Square.parse("a3"))
    assert attempts(learner)[0].hints == 1


def test_the_solution_counts_as_forgotten(learner: LocalLearner) -> None:
    session = session_of(learner)
    session.show_solution()
    assert session.said == f"The best move is a3. {BACK}"
    assert [(each.move, each.is_right) for each in attempts(learner)] == [("", False)]


def test_without_values_the_card_itself_says_what_is_right(learner: LocalLearner) -> None:
    session = CardSession(due_cards(learner), learner)
    session.prepare(NoEngine())
    session.play(Square.parse("b8"))
    assert session.said.startswith("b8 is not the best move. You played a8 here.")
    assert "All moves" not in session.said


def test_a_move_that_is_as_good_as_the_card_says_is_right(tmp_path: Path, clock: HandClock) -> None:
    learner = LocalLearner(tmp_path, clock=clock)
    learner.record(mistake(learner.now - 1, best=("b8",)))  # of a review that knew less
    session = session_of(learner)
    session.play(Square.parse("a3"))
    assert session.is_right


def test_a_card_that_has_the_values_of_all_moves_needs_no_engine(
    tmp_path: Path, clock: HandClock
) -> None:
    learner = LocalLearner(tmp_path, clock=clock)
    values = {"a3": -20.0, "b8": -30.0, "c8": -32.0, "f8": -38.0, "a8": -46.0}
    learner.record(mistake(learner.now - 1, values=values))
    session = CardSession(due_cards(learner), learner)
    assert session.awaits_move
    session.play(Square.parse("b8"))
    assert session.said == f"b8 loses 10 discs. {BACK}"


def test_the_move_of_the_game_stays_wrong_whatever_a_short_search_finds(
    tmp_path: Path, clock: HandClock
) -> None:
    learner = LocalLearner(tmp_path, clock=clock)
    values = {"a3": 2.0, "b8": 1.0, "c8": 0.0, "f8": 0.0, "a8": 1.5}
    learner.record(mistake(learner.now - 1, values=values, is_exact=False))
    session = CardSession(due_cards(learner), learner)
    session.play(Square.parse("a8"))
    assert session.is_right is False
    assert session.said.startswith("a8 loses about 26 discs.")


def test_a_dropped_card_does_not_come_again(learner: LocalLearner, tmp_path: Path) -> None:
    session = session_of(learner)
    session.drop()
    assert session.is_over
    assert session.said == "The last card was dropped. It will not come again."
    assert [each.subject for each in learner.entries if isinstance(each, Dropped)] == [
        mistake_subject(late_position())
    ]
    assert all_cards(LocalLearner(tmp_path)) == []
    assert nothing_due(learner).startswith("There are no cards.")


def test_a_failed_puzzle_is_a_card_with_its_known_values(tmp_path: Path, clock: HandClock) -> None:
    learner, puzzle = LocalLearner(tmp_path, clock=clock), own_puzzles()[0]
    wrong = Attempt(id="attempt-1", at=learner.now, subject=f"puzzle/{puzzle.id}", move="a1")
    learner.record(wrong)
    assert due_cards(learner) == []
    clock.turn(3 * DAY)
    session = CardSession(due_cards(learner), learner)
    assert session.heading == "Card 1 of 1: a puzzle that you failed"
    assert session.awaits_move
    session.play(best_of(puzzle))
    assert session.is_right
    assert "All moves: " in session.said


def test_the_next_card_is_named_with_its_day(learner: LocalLearner, clock: HandClock) -> None:
    session = session_of(learner)
    session.show_solution()
    assert nothing_due(learner) == "Nothing is due. The next card comes tomorrow at 12:00."
    clock.turn(-DAY)
    assert nothing_due(learner).endswith("on 2026-11-20 at 12:00.")


def test_more_new_cards_than_a_day_may_have_come_a_day_later(
    tmp_path: Path, clock: HandClock
) -> None:
    learner = LocalLearner(tmp_path, clock=clock)
    positions = [Position.start().play(move).play(reply) for move, reply in OPENINGS]
    for number in range(30):
        position = _played_on(positions[number % len(positions)], number)
        learner.record(mistake(learner.now - 1000 - number, position=position,
                               best=(str(next(iter(position.legal_moves))),)))  # fmt: skip
    assert len(due_cards(learner)) == 20
    for card in due_cards(learner):
        made = Attempt(id=f"try-{card.id}", at=learner.now, subject=card.subject, is_right=True)
        learner.record(made)
    assert due_cards(learner) == []
    assert next_due(learner) == learner.now + int(DAY * 1000)


def test_cards_of_unknown_variants_and_decisions_of_openings_are_left_to_others(
    learner: LocalLearner,
) -> None:
    start = Position.start()
    learner.record(
        mistake(5, id="card-unknown", subject="mistake/aaaaaaaaaa", variant="marbles"),
        mistake(6, id="card-illegal", subject="mistake/bbbbbbbbbb", best=("d4",)),
        mistake(6, id="card-damaged", subject="mistake/cccccccccc",
                findings=(Finding("gave_corner"),)),
        Decision(id="decision1", at=7, subject=opening_subject(start), position=str(start),
                 moves=("d3",)),
    )  # fmt: skip
    assert [card.subject for card in all_cards(learner)] == [mistake_subject(late_position())]


def test_the_schedule_is_that_of_the_same_entries_in_the_file(
    learner: LocalLearner, tmp_path: Path
) -> None:
    session_of(learner).show_solution()
    again = LocalLearner(tmp_path)
    assert again.progress.cards == learner.progress.cards


OPENINGS = [("f5", "f6"), ("f5", "d6"), ("f5", "f4")]


def _played_on(position: Position, plies: int) -> Position:
    for ply in range(plies):
        position = position.play(list(position.legal_moves)[ply % 3 % len(position.legal_moves)])
    return position

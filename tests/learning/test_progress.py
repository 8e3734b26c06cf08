"""Progress: the same entries, in any order and repeatedly, give the same schedule and rating."""

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.learning import (
    Attempt,
    Card,
    Decision,
    Dropped,
    Entry,
    GlickoRating,
    Repetition,
    progress_of,
)
from outflank.learning.repetition import Grade

DAY = 24 * 3600 * 1000
PUZZLES = [f"puzzle/{letter * 10}" for letter in "abcdef"]
CARD = "mistake/aaaaaaaaaa"


def attempt(number: int, subject: str, at: int, **values: object) -> Attempt:
    return Attempt(id=f"attempt-{number}", at=at, subject=subject, **values)  # type: ignore[arg-type]


def card(at: int = 0, name: str = "card-one") -> Card:
    return Card(id=name, at=at, subject=CARD, position="", played="a1", best=("b1",), loss=4.0)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    entries: list[Entry] = [
        attempt(
            number,
            draw(st.sampled_from([*PUZZLES, CARD])),
            draw(st.integers(0, 90 * DAY)),
            is_right=draw(st.booleans()),
            milliseconds=draw(st.integers(0, 60_000)),
            hints=draw(st.integers(0, 2)),
            occasion=draw(st.sampled_from(["", "storm", "daily:2026-11-19"])),
        )
        for number in range(draw(st.integers(1, 30)))
    ]
    entries.append(card(draw(st.integers(0, 5 * DAY))))
    if draw(st.booleans()):
        entries.append(Dropped(id="dropped1", at=draw(st.integers(0, 90 * DAY)), subject=CARD))
    return entries


@given(logs(), st.randoms(use_true_random=False))
def test_order_and_repetition_change_nothing(entries: list[Entry], dice: random.Random) -> None:
    mixed = list(entries)
    mixed.extend(dice.choice(entries) for _ in entries)
    dice.shuffle(mixed)
    ratings = {subject: GlickoRating(1400 + 50 * i, 80) for i, subject in enumerate(PUZZLES)}.get
    assert progress_of(mixed, ratings) == progress_of(entries, ratings)


def test_what_is_forgotten_comes_again_soon_and_what_is_known_later() -> None:
    wrong = progress_of([attempt(1, PUZZLES[0], 0)]).cards[PUZZLES[0]]
    right = [attempt(2 + n, PUZZLES[0], (n + 1) * 3 * DAY, is_right=True) for n in range(4)]
    known = progress_of([attempt(1, PUZZLES[0], 0), *right]).cards[PUZZLES[0]]
    assert wrong.due <= DAY
    assert known.due - right[-1].at > 7 * DAY
    assert (known.attempts, known.lapses) == (5, 1)


def test_a_puzzle_that_was_solved_at_once_is_no_card() -> None:
    progress = progress_of([attempt(1, PUZZLES[0], 0, is_right=True)])
    assert progress.cards == {}
    assert progress.solved == {PUZZLES[0]}


def test_a_dropped_card_is_gone_until_it_is_made_again() -> None:
    dropped: list[Entry] = [card(), Dropped(id="dropped1", at=1, subject=CARD)]
    assert progress_of(dropped).cards == {}
    assert set(progress_of([*dropped, card(2, "card-two")]).cards) == {CARD}


def test_a_decision_can_be_changed() -> None:
    first = Decision(id="decision1", at=1, subject="opening/aaaaaaaaaa", position="", moves=("d3",))
    then = Decision(id="decision2", at=2, subject="opening/aaaaaaaaaa", position="", moves=("c3",))
    progress = progress_of([then, first])
    assert progress.decisions["opening/aaaaaaaaaa"].moves == ("c3",)


def test_only_so_many_new_cards_a_day_are_shown_and_known_ones_come_first() -> None:
    made: list[Entry] = [
        Decision(id=f"decision{n}", at=n, subject=f"opening/{c * 10}", position="", moves=("d3",))
        for n, c in enumerate("abcdefg")
    ]
    failed = attempt(1, PUZZLES[0], 0)
    due = progress_of([*made, failed]).due(2 * DAY, most_new=3)
    assert [each.attempts for each in due] == [1, 0, 0, 0]
    tried = attempt(2, "opening/aaaaaaaaaa", 2 * DAY - 5, is_right=True)
    assert len(progress_of([*made, failed, tried]).due(2 * DAY, most_new=3)) == 3


@pytest.mark.parametrize(
    ("last", "grade"),
    [
        ({"is_right": False}, Grade.AGAIN),
        ({"is_right": True, "hints": 1, "milliseconds": 5000}, Grade.HARD),
        ({"is_right": True, "milliseconds": 20_001}, Grade.HARD),
        ({"is_right": True, "milliseconds": 15_000}, Grade.GOOD),
        ({"is_right": True, "milliseconds": 5000}, Grade.EASY),
    ],
)
def test_grades_come_from_result_time_and_hints(last: dict[str, object], grade: Grade) -> None:
    repetition = Repetition()
    for n, subject in enumerate([*PUZZLES, *PUZZLES]):
        repetition.grade(attempt(n, subject, n, is_right=True, milliseconds=10_000))
    for n in range(2):
        repetition.grade(attempt(50 + n, CARD, n, is_right=True, milliseconds=1000))
        repetition.grade(attempt(60 + n, PUZZLES[0], n, is_right=True, milliseconds=5000))
    assert repetition.grade(attempt(99, PUZZLES[0], 99, **last)) is grade


def test_a_rating_moves_by_first_tries_only() -> None:
    ratings = dict.fromkeys(PUZZLES, GlickoRating(1500, 60)).get
    solved = attempt(1, PUZZLES[0], 0, is_right=True)
    storm = attempt(2, PUZZLES[1], 1, is_right=True, occasion="storm")
    again = attempt(3, PUZZLES[0], 2)
    up = progress_of([solved], ratings).rating
    assert up.value > 1500
    assert progress_of([solved, storm, again], ratings).rating == up


def test_a_streak_counts_days_in_a_row_and_today_may_still_be_open() -> None:
    def solved(day: int) -> Attempt:
        occasion = f"daily:2026-11-{day:02}"
        return attempt(day, PUZZLES[0], day, is_right=True, occasion=occasion)

    progress = progress_of([solved(15), solved(17), solved(18)])
    assert progress.streak(date(2026, 11, 18)) == 2
    assert progress.streak(date(2026, 11, 19)) == 2
    assert progress.streak(date(2026, 11, 20)) == 0
    assert progress_of([attempt(1, PUZZLES[0], 0, is_right=True, occasion="daily:x")]).days == set()

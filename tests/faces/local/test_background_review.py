"""The review of a finished game: its graph, its sentences, stopping it, and a failing engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.engine import Analysis, Engine, Task, open_engine
from outflank.errors import EngineError
from outflank.faces.local.background_review import BackgroundReview, ReviewUpdated
from outflank.faces.local.face_link import CommandRefused, FaceEvent, FaceLink
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.settings import Appearance
from outflank.learning import Card, LearningLog
from outflank.play.journal import MemoryJournal
from outflank.play.room import Room
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import WHITE, Classic, Square

PATIENCE = 60.0  # seconds until a test gives up
MOVES = "b1 a1 d3 c1 a2 a3 d2"  # black passes before d2


class FailingEngine(Engine):
    """An engine that always fails."""

    name = "failing"

    def think(self, task: Task) -> Analysis:
        raise EngineError(f"no idea about {task.position}")


@pytest.fixture
def link() -> Iterator[FaceLink]:
    opened = FaceLink(lambda: None)
    yield opened
    opened.close()


@pytest.fixture
def followed() -> FollowedMatch:
    """A match on 4x4 in which white has resigned after a few moves."""
    setup = Setup(start=Classic().start(4), undo=Undo.FREE)
    room = Room.open("m", setup, MemoryJournal(), now=lambda: 0)
    for square in MOVES.split():
        room.play(Square.parse(square))
    room.resign(WHITE)
    return FollowedMatch(room, room.events, Appearance())


def events_until_the_end(link: FaceLink, review: BackgroundReview) -> list[FaceEvent]:
    """Show all reports until the last one, and return every event that the face received."""
    seen: list[FaceEvent] = []
    while not any(isinstance(one, ReviewUpdated) and one.is_final for one in seen):
        assert link.wait(PATIENCE)
        for event in link.take_events():
            seen.append(event)
            if isinstance(event, ReviewUpdated):
                review.show(event)
    return seen


def test_the_review_fills_the_graph_from_the_end_and_names_the_worst_moves(
    link: FaceLink, followed: FollowedMatch
) -> None:
    review = BackgroundReview(link, followed, lambda: open_engine("alphabeta"))
    assert review.can_start
    assert review.status == "Reviewing the game ..."
    review.start()
    review.start()  # a second start does nothing
    told = events_until_the_end(link, review)
    seen = [one for one in told if isinstance(one, ReviewUpdated)]
    plies = len(followed.plies)
    assert [len(one.review.moves) for one in seen] == [*range(1, plies + 1), plies]
    assert [one.is_final for one in seen] == [False] * plies + [True]
    assert review.is_done
    assert set(followed.evaluations) == set(range(1, plies + 1))
    assert followed.notice.text == " ".join(review.sentences)
    worst = review.worst_moves[0]
    assert (worst.number, str(worst.move), worst.loss) == (3, "d3", 4)
    assert review.sentences[0].startswith("Black's worst move was 3. d3: it cost 4 discs; ")
    review.view(worst)
    assert followed.move_number == 2
    assert set(followed.scores) == {worst.move, worst.better}


def test_mistakes_against_a_computer_become_cards(
    link: FaceLink, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    players = Player("Ann"), Player("Level 5", "computer:5")
    setup = Setup(players=players, start=Classic().start(4), undo=Undo.FREE)
    room = Room.open("m", setup, MemoryJournal(), now=lambda: 0)
    for square in MOVES.split():
        room.play(Square.parse(square))
    room.resign(WHITE)
    followed = FollowedMatch(room, room.events, Appearance())
    review = BackgroundReview(link, followed, lambda: open_engine("alphabeta"))
    review.start()
    events_until_the_end(link, review)
    cards = [each for each in LearningLog(tmp_path).entries if isinstance(each, Card)]
    assert [each.played for each in cards] == ["d3"]
    assert review.sentences[-1] == "1 position of yours became a card to repeat."
    review.start()  # once more
    events_until_the_end(link, review)
    assert len(LearningLog(tmp_path).entries) == 1
    assert len(review.sentences) == 2


def test_a_stopped_review_keeps_its_results(link: FaceLink, followed: FollowedMatch) -> None:
    stopped = threading.Event()

    def open_later() -> Engine:
        assert stopped.wait(PATIENCE)
        return open_engine("alphabeta")

    review = BackgroundReview(link, followed, open_later)
    review.start()
    review.stop()
    stopped.set()
    events_until_the_end(link, review)
    assert not review.is_done
    assert followed.notice.text == "The review stopped after 0 of 8 moves."


def test_a_failing_engine_is_reported_and_ends_the_review(
    link: FaceLink, followed: FollowedMatch
) -> None:
    review = BackgroundReview(link, followed, FailingEngine)
    review.start()
    told = events_until_the_end(link, review)
    if not isinstance(told[-1], CommandRefused):
        assert link.wait(PATIENCE)
        told += link.take_events()
    assert isinstance(told[-1], CommandRefused)
    assert "no idea about" in str(told[-1].reason)
    assert not review.is_done


def test_a_running_game_cannot_be_reviewed(link: FaceLink) -> None:
    room = Room.open("m", Setup(), MemoryJournal(), now=lambda: 0)
    room.play(Square.parse("f5"))
    review = BackgroundReview(link, FollowedMatch(room, room.events, Appearance()))
    review.start()
    assert not review.can_start
    assert not review.is_running

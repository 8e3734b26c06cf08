"""The look back on a finished game: into the graph, in words, stopped, and when it fails."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from outflank.engine import Analysis, Engine, Task, find
from outflank.errors import EngineError
from outflank.faces.local.face_link import CommandRefused, FaceEvent, FaceLink
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.look_back import LookBack, ReviewUpdated
from outflank.faces.local.settings import Appearance
from outflank.play.journal import MemoryJournal
from outflank.play.room import Room
from outflank.play.setup import Setup, Undo
from outflank.rules import WHITE, Classic, Square

PATIENCE = 60.0  # seconds until a test gives up; nobody waits that long
MOVES = "b1 a1 d3 c1 a2 a3 d2"  # black passes before d2


class FailingEngine(Engine):
    """Fails at the first question."""

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


def events_until_the_end(link: FaceLink, look_back: LookBack) -> list[FaceEvent]:
    """Show all reports until the last, and return everything that the face was told."""
    seen: list[FaceEvent] = []
    while not any(isinstance(one, ReviewUpdated) and one.is_final for one in seen):
        assert link.wait(PATIENCE)
        for event in link.take_events():
            seen.append(event)
            if isinstance(event, ReviewUpdated):
                look_back.show(event)
    return seen


def test_the_values_enter_the_graph_from_the_end_and_the_worst_moves_are_told(
    link: FaceLink, followed: FollowedMatch
) -> None:
    look_back = LookBack(link, followed, lambda: find("alphabeta"))
    assert look_back.can_start
    assert look_back.status == "Looking back on the game ..."
    look_back.start()
    look_back.start()  # it is at work already
    told = events_until_the_end(link, look_back)
    seen = [one for one in told if isinstance(one, ReviewUpdated)]
    plies = len(followed.plies)
    assert [len(one.review.moves) for one in seen] == [*range(1, plies + 1), plies]
    assert [one.is_final for one in seen] == [False] * plies + [True]
    assert look_back.is_done
    assert set(followed.evaluations) == set(range(1, plies + 1))
    assert followed.notice.text == " ".join(look_back.sentences)
    worst = look_back.worst_moves[0]
    assert (worst.number, str(worst.move), worst.loss) == (3, "d3", 4)
    assert look_back.sentences[0].startswith("Black's worst move was 3. d3: it cost 4 discs; ")
    look_back.view(worst)
    assert followed.move_number == 2
    assert set(followed.scores) == {worst.move, worst.better}


def test_who_stops_keeps_what_is_known(link: FaceLink, followed: FollowedMatch) -> None:
    stopped = threading.Event()

    def open_engine() -> Engine:
        assert stopped.wait(PATIENCE)
        return find("alphabeta")

    look_back = LookBack(link, followed, open_engine)
    look_back.start()
    look_back.stop()
    stopped.set()
    events_until_the_end(link, look_back)
    assert not look_back.is_done
    assert followed.notice.text == "Stopped looking back after 0 of 8 moves."


def test_an_engine_that_fails_is_told_and_the_look_back_ends(
    link: FaceLink, followed: FollowedMatch
) -> None:
    look_back = LookBack(link, followed, FailingEngine)
    look_back.start()
    told = events_until_the_end(link, look_back)
    if not isinstance(told[-1], CommandRefused):
        assert link.wait(PATIENCE)
        told += link.take_events()
    assert isinstance(told[-1], CommandRefused)
    assert "no idea about" in told[-1].reason
    assert not look_back.is_done


def test_there_is_nothing_to_look_back_on_while_a_game_runs(link: FaceLink) -> None:
    room = Room.open("m", Setup(), MemoryJournal(), now=lambda: 0)
    room.play(Square.parse("f5"))
    look_back = LookBack(link, FollowedMatch(room, room.events, Appearance()))
    look_back.start()
    assert not look_back.can_start
    assert not look_back.is_running

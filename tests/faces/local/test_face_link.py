"""The link between a face and a local game: commands go out, events come in, nobody waits."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from outflank import Square
from outflank.faces.local.face_link import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceEvent,
    FaceLink,
    GameOpened,
    HintUpdated,
)
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.play.events import Event, MovePlayed, Paused, TurnStarted
from outflank.play.journal import FileJournal

PEOPLE = GameOptions(player2="human", first="1")
COMPUTERS = GameOptions(player1="computer:random", player2="computer:random", size=6, seed=1)
PATIENCE = 60.0  # seconds until a test gives up


class Face:
    """An event loop that remembers the events it takes."""

    def __init__(self) -> None:
        self.told: list[FaceEvent] = []
        self.woken = threading.Event()

    def until(self, link: FaceLink, is_so: Callable[[list[FaceEvent]], object]) -> list[FaceEvent]:
        """Take events until a condition holds."""
        while True:
            self.told += link.take_events()
            if is_so(self.told):
                return self.told
            assert link.wait(PATIENCE), self.told


@pytest.fixture
def face() -> Face:
    return Face()


@pytest.fixture
def link(face: Face, journal: FileJournal) -> Iterator[FaceLink]:
    link = FaceLink(face.woken.set, LocalGame(PEOPLE, journal))
    yield link
    link.close()


def events(received: list[FaceEvent], kind: type[Event]) -> list[Event]:
    return [
        one.event
        for one in received
        if isinstance(one, EventReceived) and isinstance(one.event, kind)
    ]


def of_kind(received: list[FaceEvent], kind: type[FaceEvent]) -> list[FaceEvent]:
    return [one for one in received if isinstance(one, kind)]


def test_an_opened_game_reports_past_events_and_then_new_ones(face: Face, link: FaceLink) -> None:
    link.submit(lambda: link.local_game.room.play(Square.parse("f5")))
    told = face.until(link, lambda received: len(events(received, TurnStarted)) == 2)
    assert face.woken.is_set()
    seated = told[0]
    assert isinstance(seated, GameOpened)
    assert seated.local_game is link.local_game
    heard = [one.event for one in told[1:] if isinstance(one, EventReceived)]
    assert [*seated.events, *heard] == list(link.local_game.room.events)


def test_refused_and_finished_commands_are_reported(face: Face, link: FaceLink) -> None:
    def full_disk() -> None:
        raise OSError(28, "No space left on device")

    room = link.local_game.room
    link.submit(lambda: room.play(Square.parse("a1")))
    link.submit(full_disk)
    link.submit(room.pause, "It stands.")
    told = face.until(link, lambda received: of_kind(received, CommandDone))
    assert of_kind(told, CommandDone) == [CommandDone("It stands.")]
    illegal, disk = of_kind(told, CommandRefused)
    assert isinstance(illegal, CommandRefused)
    assert str(illegal.reason).startswith("a1 outflanks nothing")
    assert disk == CommandRefused("the game could not be saved: No space left on device")


def test_a_command_after_the_end_is_refused_as_late(face: Face, link: FaceLink) -> None:
    room = link.local_game.room
    link.submit(lambda: room.resign(room.view().position.turn))
    link.submit(room.pause)
    (refused,) = of_kind(
        face.until(link, lambda received: of_kind(received, CommandRefused)), CommandRefused
    )
    assert isinstance(refused, CommandRefused)
    assert refused.is_late


def test_the_time_of_the_room_is_known_without_asking_it(link: FaceLink) -> None:
    assert 0 <= link.now() <= link.local_game.room.snapshot().at + 1
    link.tick()
    link.finish_commands()


def test_a_rematch_is_followed(face: Face, link: FaceLink) -> None:
    first = link.local_game.room
    link.change_game(link.local_game.rematch)
    told = face.until(link, lambda received: len(of_kind(received, GameOpened)) == 2)
    seated = of_kind(told, GameOpened)[-1]
    assert isinstance(seated, GameOpened)
    assert seated.room is link.local_game.room is not first


def test_opening_another_game_closes_the_previous_one(
    face: Face, link: FaceLink, journal: FileJournal
) -> None:
    first = link.local_game
    left = threading.Event()
    first.close = left.set  # type: ignore[method-assign]
    link.open_game(lambda: LocalGame(replace(PEOPLE, size=6), journal))
    face.until(link, lambda received: len(of_kind(received, GameOpened)) == 2)
    assert left.wait(PATIENCE)
    assert link.local_game.room.setup.size == 6
    first.room.close()


def test_a_game_that_cannot_be_opened_is_reported(face: Face) -> None:
    link = FaceLink(face.woken.set)
    link.open_game(lambda: LocalGame(GameOptions(size=7)))
    (refused,) = of_kind(
        face.until(link, lambda received: of_kind(received, CommandRefused)), CommandRefused
    )
    assert isinstance(refused, CommandRefused)
    assert "even size" in str(refused.reason)
    link.close()


def test_computers_make_one_move_and_wait(face: Face, journal: FileJournal) -> None:
    link = FaceLink(face.woken.set, LocalGame(replace(COMPUTERS, delay=60), journal))
    room = link.local_game.room
    room.pause()
    for number in range(3):
        link.pause_after = number
        link.submit(room.resume)
        link.submit(lambda: room.play(room.view().position.legal_moves[0]))
        face.until(link, lambda received: len(events(received, Paused)) == number + 2)  # noqa: B023
    assert len(room.view().game.moves) == 3
    assert link.pause_after is None
    link.close()


def test_a_computer_waits_for_its_popup_but_a_person_does_not(
    face: Face, journal: FileJournal, tmp_path: Path
) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\nno\nyes\nno\n", encoding="utf-8")
    options = replace(PEOPLE, player2="computer:random", variant="yesno", oracle=str(script))
    link = FaceLink(face.woken.set, LocalGame(options, journal), pauses_for_popups=True)
    room = link.local_game.room
    face.until(link, lambda received: events(received, TurnStarted))
    assert not room.snapshot().is_paused
    link.submit(lambda: room.play(room.view().position.legal_moves[0]))
    told = face.until(link, lambda received: events(received, Paused))
    assert len(events(told, MovePlayed)) == 1
    link.submit(room.resume)
    face.until(link, lambda received: len(events(received, MovePlayed)) == 2)
    link.close()


def test_a_turn_that_is_already_over_does_not_pause_the_match(
    face: Face, journal: FileJournal, tmp_path: Path
) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\n" * 5, encoding="utf-8")
    options = replace(COMPUTERS, variant="yesno", oracle=str(script), delay=60)
    link = FaceLink(face.woken.set, LocalGame(options, journal), pauses_for_popups=True)
    room = link.local_game.room
    face.until(link, lambda received: len(events(received, Paused)) == 1)

    def play(turn: TurnStarted) -> None:
        room.play(room.view().position.legal_moves[0], turn=turn.seq)

    def play_at_once(event: Event) -> None:
        """Move before the face hears of the turn."""
        if isinstance(event, TurnStarted) and event.turn == 1:
            play(event)

    room.watch(play_at_once, before_others=True)
    link.submit(room.resume)
    link.submit(lambda: play(room.asked))  # type: ignore[arg-type]
    told = face.until(link, lambda received: len(events(received, Paused)) == 2)
    assert len(events(told, TurnStarted)) == 3
    assert room.snapshot().is_paused
    link.close()


def test_a_face_that_listens_before_others_hears_of_events_first(
    journal: FileJournal,
) -> None:
    game = LocalGame(COMPUTERS, journal)
    game.room.pause()
    order: list[str] = []
    game.room.watch(lambda _: order.append("others"))
    game.room.watch(lambda _: order.append("face"), before_others=True)
    game.room.resume()
    game.close()
    assert order[:2] == ["face", "others"]


def test_a_hint_is_reported_unless_it_is_stopped(face: Face, journal: FileJournal) -> None:
    link = FaceLink(face.woken.set, LocalGame(replace(PEOPLE, size=4), journal))
    position = link.local_game.room.view().position
    link.ask_hint(position)
    told = face.until(
        link, lambda received: any(getattr(one, "is_final", False) for one in received)
    )
    hinted = of_kind(told, HintUpdated)[-1]
    assert isinstance(hinted, HintUpdated)
    assert set(hinted.analysis.scores) == set(position.legal_moves)
    link.ask_hint(position)
    link.stop_hint()
    link.close()
    assert not [one for one in link.take_events() if isinstance(one, HintUpdated) and one.is_final]


def test_closing_runs_the_remaining_commands(face: Face, journal: FileJournal) -> None:
    link = FaceLink(face.woken.set, LocalGame(PEOPLE, journal))
    room = link.local_game.room
    link.submit(lambda: room.play(Square.parse("f5")))
    link.close()
    assert len(journal.load(room.name)) == 4
    assert not journal.is_locked(room.name)


def test_a_game_leaves_nothing_behind_when_another_is_opened(tmp_path: Path) -> None:
    link = FaceLink(lambda: None, LocalGame(PEOPLE, FileJournal(tmp_path)))
    left = weakref.ref(link.local_game.room)
    gc.collect()
    gc.disable()  # as `reduce_latency` does
    try:
        link.change_game(link.local_game.rematch)
        link.finish_commands()
        for _ in link.take_events():
            pass
        link.change_game(link.local_game.rematch)
        link.finish_commands()
        assert left() is None
    finally:
        gc.enable()
        link.close()


def test_checking_the_clock_while_another_game_opens_is_not_refused(
    face: Face, link: FaceLink
) -> None:
    link.change_game(link.local_game.rematch)
    link.tick()
    link.finish_commands()
    told = face.until(link, lambda received: len(of_kind(received, GameOpened)) == 2)
    assert not of_kind(told, CommandRefused)

"""The link between a face's loop and a table: orders out, news in, nobody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from outflank import Square
from outflank.play.events import Event, MovePlayed, Paused, TurnStarted
from outflank.play.journal import FileJournal
from outflank.play.link import Link
from outflank.play.news import Happened, Hinted, News, Refused, Said, Seated
from outflank.play.options import GameOptions
from outflank.play.table import Table

PEOPLE = GameOptions(player2="human", first="1")
COMPUTERS = GameOptions(player1="computer:random", player2="computer:random", size=6, seed=1)
PATIENCE = 60.0  # seconds until a test gives up; nobody waits that long


class Face:
    """A loop that takes news and remembers it."""

    def __init__(self) -> None:
        self.told: list[News] = []
        self.woken = threading.Event()

    def until(self, link: Link, is_so: Callable[[list[News]], object]) -> list[News]:
        """Take news until something is so."""
        while True:
            self.told += link.news()
            if is_so(self.told):
                return self.told
            assert link.wait(PATIENCE), self.told


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    return FileJournal(tmp_path / "matches")


@pytest.fixture
def face() -> Face:
    return Face()


@pytest.fixture
def link(face: Face, journal: FileJournal) -> Iterator[Link]:
    link = Link(face.woken.set, Table(PEOPLE, journal))
    yield link
    link.close()


def events(news: list[News], kind: type[Event]) -> list[Event]:
    return [one.event for one in news if isinstance(one, Happened) and isinstance(one.event, kind)]


def of_kind(news: list[News], kind: type[News]) -> list[News]:
    return [one for one in news if isinstance(one, kind)]


def test_who_sits_down_is_told_what_has_happened_and_then_what_happens(
    face: Face, link: Link
) -> None:
    link.order(lambda: link.table.room.play(Square.parse("f5")))
    told = face.until(link, lambda news: len(events(news, TurnStarted)) == 2)
    assert face.woken.is_set()
    seated = told[0]
    assert isinstance(seated, Seated)
    assert seated.table is link.table
    heard = [one.event for one in told[1:] if isinstance(one, Happened)]
    assert [*seated.events, *heard] == list(link.table.room.events)


def test_a_refusal_and_what_is_worth_saying_come_as_news(face: Face, link: Link) -> None:
    def full_disk() -> None:
        raise OSError(28, "No space left on device")

    room = link.table.room
    link.order(lambda: room.play(Square.parse("a1")))
    link.order(full_disk)
    link.order(room.pause, "It stands.")
    told = face.until(link, lambda news: of_kind(news, Said))
    assert of_kind(told, Said) == [Said("It stands.")]
    illegal, disk = of_kind(told, Refused)
    assert isinstance(illegal, Refused)
    assert illegal.reason.startswith("a1 outflanks nothing")
    assert disk == Refused("the disk refuses: No space left on device")


def test_an_order_that_came_after_the_end_is_only_late(face: Face, link: Link) -> None:
    room = link.table.room
    link.order(lambda: room.resign(room.view().position.turn))
    link.order(room.pause)
    (refused,) = of_kind(face.until(link, lambda news: of_kind(news, Refused)), Refused)
    assert isinstance(refused, Refused)
    assert refused.is_late


def test_the_clock_of_the_room_is_known_without_asking_it(link: Link) -> None:
    assert 0 <= link.now() <= link.table.room.snapshot().at + 1
    link.tick()
    link.finish_orders()


def test_another_game_at_the_table_is_followed(face: Face, link: Link) -> None:
    first = link.table.room
    link.sit_down(link.table.rematch)
    told = face.until(link, lambda news: len(of_kind(news, Seated)) == 2)
    seated = of_kind(told, Seated)[-1]
    assert isinstance(seated, Seated)
    assert seated.room is link.table.room is not first


def test_who_goes_to_another_table_leaves_the_one_before_it(
    face: Face, link: Link, journal: FileJournal
) -> None:
    first = link.table
    left = threading.Event()
    first.close = left.set  # type: ignore[method-assign]
    link.seat(lambda: Table(replace(PEOPLE, size=6), journal))
    face.until(link, lambda news: len(of_kind(news, Seated)) == 2)
    assert left.wait(PATIENCE)
    assert link.table.room.setup.size == 6
    first.room.close()


def test_a_table_that_cannot_be_opened_is_news(face: Face) -> None:
    link = Link(face.woken.set)
    link.seat(lambda: Table(GameOptions(size=7)))
    (refused,) = of_kind(face.until(link, lambda news: of_kind(news, Refused)), Refused)
    assert isinstance(refused, Refused)
    assert "even size" in refused.reason
    link.close()


def test_computers_make_one_move_and_wait(face: Face, journal: FileJournal) -> None:
    link = Link(face.woken.set, Table(replace(COMPUTERS, delay=60), journal))
    room = link.table.room
    room.pause()
    for number in range(3):
        link.pause_after = number
        link.order(room.resume)
        link.order(lambda: room.play(room.view().position.legal_moves[0]))
        face.until(link, lambda news: len(events(news, Paused)) == number + 2)  # noqa: B023
    assert len(room.view().game.moves) == 3
    assert link.pause_after is None
    link.close()


def test_a_computer_waits_for_its_popup_and_a_person_for_none(
    face: Face, journal: FileJournal, tmp_path: Path
) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\nno\nyes\nno\n", encoding="utf-8")
    options = replace(PEOPLE, player2="computer:random", variant="yesno", oracle=str(script))
    link = Link(face.woken.set, Table(options, journal), pauses_for_popups=True)
    room = link.table.room
    face.until(link, lambda news: events(news, TurnStarted))
    assert not room.snapshot().is_paused
    link.order(lambda: room.play(room.view().position.legal_moves[0]))
    told = face.until(link, lambda news: events(news, Paused))
    assert len(events(told, MovePlayed)) == 1
    link.order(room.resume)
    face.until(link, lambda news: len(events(news, MovePlayed)) == 2)
    link.close()


def test_a_hint_comes_as_news_and_one_that_is_stopped_does_not(
    face: Face, journal: FileJournal
) -> None:
    link = Link(face.woken.set, Table(replace(PEOPLE, size=4), journal))
    position = link.table.room.view().position
    link.ask_hint(position)
    told = face.until(link, lambda news: any(getattr(one, "is_final", False) for one in news))
    hinted = of_kind(told, Hinted)[-1]
    assert isinstance(hinted, Hinted)
    assert {move for move, _ in hinted.analysis.candidates} == set(position.legal_moves)
    link.ask_hint(position)
    link.stop_hint()
    link.close()
    assert not [one for one in link.news() if isinstance(one, Hinted) and one.is_final]


def test_leaving_carries_out_what_was_ordered(face: Face, journal: FileJournal) -> None:
    link = Link(face.woken.set, Table(PEOPLE, journal))
    room = link.table.room
    link.order(lambda: room.play(Square.parse("f5")))
    link.close()
    assert len(journal.load(room.name)) == 4
    assert not journal.is_held(room.name)

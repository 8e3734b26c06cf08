"""Journals: lines that a crash cut off, events out of order, two writers, a full disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.errors import JournalError
from outflank.play.journal import FileJournal, MemoryJournal
from outflank.play.room import Room
from outflank.play.setup import Setup
from support.matches import counter, opened, play_first


def test_a_file_journal_drops_a_line_that_a_crash_cut_off(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    room = opened(journal=journal)
    play_first(room)
    with journal.path("one").open("a") as file:
        file.write('{"event": "MovePl')
    reopened = Room.reopen("one", FileJournal(tmp_path), now=counter())
    assert reopened.events == room.events
    play_first(reopened)
    assert FileJournal(tmp_path).load("one") == list(reopened.events)


def test_a_file_journal_survives_a_crash_before_its_first_line(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    journal.path("one").write_text('{"outfl')
    assert journal.load("one") == []
    opened(journal=journal)
    assert len(FileJournal(tmp_path).load("one")) == 2


def test_a_journal_refuses_events_out_of_order(tmp_path: Path) -> None:
    for journal in (MemoryJournal(), FileJournal(tmp_path)):
        opened(journal=journal)
        with pytest.raises(JournalError, match="has 2 events, not 5"):
            journal.append("one", 5, [])
    assert MemoryJournal().load("unknown") == []


def test_two_programs_cannot_write_the_same_match(tmp_path: Path) -> None:
    room = opened(journal=FileJournal(tmp_path))
    other = Room.reopen("one", FileJournal(tmp_path), now=counter())
    play_first(room)
    with pytest.raises(JournalError, match="changed by another program"):
        play_first(other)
    assert len(other.events) == 2


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("not json\n", "is damaged"),
        ("[]\n", "is not the record of a match"),
        ('{"outflank": "match", "version": 99}\n', "newer Outflank"),
        ('{"outflank": "match", "version": 1}\n{"event": "Paused", "seq": 3, "at": 0}\n', "gap"),
    ],
)
def test_a_damaged_journal_is_reported_in_one_sentence(
    tmp_path: Path, damage: str, problem: str
) -> None:
    journal = FileJournal(tmp_path)
    journal.path("one").write_text(damage)
    with pytest.raises(JournalError, match=problem):
        journal.load("one")


def test_journals_list_the_most_recently_changed_match_first(tmp_path: Path) -> None:
    import os

    journal = FileJournal(tmp_path)
    for number, name in enumerate(("old", "new")):
        Room.open(name, Setup(), journal, now=counter())
        os.utime(journal.path(name), (number, number))
    assert journal.matches() == ["new", "old"]
    journal.remove("new")
    assert journal.matches() == ["old"]


def test_every_line_of_a_journal_is_json(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    opened(journal=journal)
    head, *lines = journal.path("one").read_text().splitlines()
    assert json.loads(head) == {"outflank": "match", "version": 1}
    assert [json.loads(line)["event"] for line in lines] == ["MatchStarted", "TurnStarted"]


class FullDisk:
    """An fsync that fails as long as the disk is full."""

    is_full = True

    def __call__(self, _: int) -> None:
        if self.is_full:
            raise OSError(28, "No space left on device")


def test_a_write_that_failed_leaves_no_trace_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(journal=FileJournal(tmp_path))
    disk = FullDisk()
    monkeypatch.setattr("os.fsync", disk)
    with pytest.raises(OSError, match="No space"):
        play_first(room)
    assert len(FileJournal(tmp_path).load("one")) == 2
    disk.is_full = False
    play_first(room)
    assert FileJournal(tmp_path).load("one") == list(room.events)


def test_loading_a_journal_does_not_change_it(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path)
    opened(journal=journal)
    with journal.path("one").open("a") as file:
        file.write('{"event": "MovePl')
    before = journal.path("one").read_bytes()
    FileJournal(tmp_path).load("one")
    assert journal.path("one").read_bytes() == before

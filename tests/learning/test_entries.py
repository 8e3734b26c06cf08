"""Entries of a learner's log: what is written is read again, and anything else is refused."""

from typing import Any

import pytest

from outflank import InvalidValue, Position
from outflank.analysis import Finding
from outflank.learning import (
    Attempt,
    Card,
    Decision,
    Dropped,
    Entry,
    entry_from_dict,
    entry_to_dict,
    new_id,
    puzzle_subject,
)

SUBJECT = "mistake/abcdefgh23"
ENTRIES: list[Entry] = [
    Attempt(id="attempt1", at=1, subject=SUBJECT, move="d3", loss=2.0, milliseconds=900, hints=1),
    Attempt(id="attempt2", at=1, subject=SUBJECT, is_right=True, occasion="daily:2026-11-19"),
    Card(
        id="card0001",
        at=2,
        subject=SUBJECT,
        position=str(Position.start()),
        played="d3",
        best=("c4", "f5"),
        loss=4.0,
        line=("c4", "c3"),
        findings=(Finding("gave_corner", {"corners": ("a1",)}),),
        source="game",
        disc=12,
        is_exact=True,
        values={"d3": 4.0, "b2": -6.5},
    ),
    Decision(id="decision", at=3, subject="opening/abcdefgh23", position="", moves=("d3",)),
    Dropped(id="dropped1", at=4, subject=SUBJECT),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    assert entry_from_dict(entry_to_dict(entry)) == entry


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "guess"},
        {"kind": None},
        {"id": "short"},
        {"id": "white space"},
        {"at": -1},
        {"at": 1.5},
        {"at": True},
        {"subject": "puzzle/UPPER00000"},
        {"subject": "elsewhere/abcdefgh23"},
        {"right": "yes"},
        {"loss": -1},
        {"loss": "two"},
        {"milliseconds": 10**12},
        {"move": "x" * 1000},
    ],
    ids=str,
)
def test_an_entry_with_a_wrong_field_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        entry_from_dict(entry_to_dict(ENTRIES[0]) | change)


def test_two_ids_differ() -> None:
    assert new_id() != new_id()


def test_symmetric_positions_are_one_subject_and_others_are_not() -> None:
    lines = ["f5", "d3", "c4", "e6"]
    assert len({puzzle_subject(Position.start().play(move)) for move in lines}) == 1
    start = Position.start()
    assert puzzle_subject(start) != puzzle_subject(Position.start(variant="anti"))
    assert puzzle_subject(start) != puzzle_subject(Position.start(6))

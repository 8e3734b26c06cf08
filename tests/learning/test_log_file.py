"""The log of this machine: nothing is lost by a torn line, and nothing is kept twice."""

from pathlib import Path

import pytest

from outflank import OutflankError
from outflank.learning import Attempt, LearningLog


def attempt(number: int) -> Attempt:
    return Attempt(id=f"attempt-{number}", at=number, subject="lesson/classic.corner")


def test_what_was_added_is_there_again_once(tmp_path: Path) -> None:
    log = LearningLog(tmp_path)
    log.add([attempt(1), attempt(2)])
    log.add([attempt(2), attempt(3)])
    again = LearningLog(tmp_path)
    assert again.entries == [attempt(1), attempt(2), attempt(3)]
    assert len(again.path.read_text().splitlines()) == 3


def test_two_programs_may_write_at_the_same_time(tmp_path: Path) -> None:
    one, other = LearningLog(tmp_path), LearningLog(tmp_path)
    one.add([attempt(1)])
    other.add([attempt(2)])
    one.add([attempt(3)])
    assert len(LearningLog(tmp_path).entries) == 3


def test_a_torn_line_costs_nothing_but_itself(tmp_path: Path) -> None:
    LearningLog(tmp_path).add([attempt(1), attempt(2)])
    path = LearningLog(tmp_path).path
    path.write_bytes(path.read_bytes()[:-10])
    torn = LearningLog(tmp_path)
    assert (torn.entries, torn.unreadable) == ([attempt(1)], 1)
    torn.add([attempt(3)])
    assert LearningLog(tmp_path).entries == [attempt(1), attempt(3)]


def test_a_log_that_cannot_be_read_or_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "learning.jsonl").mkdir()
    with pytest.raises(OutflankError, match=r"could not be read from .*learning\.jsonl"):
        LearningLog(tmp_path)
    log = LearningLog(tmp_path / "new")
    log.path.mkdir(parents=True)
    with pytest.raises(OutflankError, match="could not be saved"):
        log.add([attempt(1)])

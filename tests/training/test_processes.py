"""Work on all cores: what it gives, and what happens to a process that cannot go on."""

from __future__ import annotations

import os

import pytest

from outflank.errors import OutflankError
from outflank.training.processes import worked
from support.training.shared_work import die, fail, keep, multiply, process_id


def test_every_portion_is_worked_on_in_a_process_that_has_begun() -> None:
    assert sorted(worked(multiply, range(10), keep, (3,), processes=2)) == list(range(0, 30, 3))


def test_a_single_portion_is_worked_on_in_this_process() -> None:
    assert list(worked(process_id, [1], keep, (3,), processes=2)) == [os.getpid()]
    assert os.getpid() not in list(worked(process_id, [1, 2], keep, (3,), processes=2))
    assert list(worked(multiply, [], keep, (3,))) == []


@pytest.mark.parametrize(("work", "begin"), [(multiply, fail), (die, list)])
def test_a_process_that_cannot_begin_or_dies_is_told_of(work: object, begin: object) -> None:
    with pytest.raises(OutflankError, match="could not start or has died"):
        list(worked(work, [1, 2, 3], begin, (), processes=2))  # type: ignore[arg-type]

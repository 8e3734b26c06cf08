"""The native core thinks in this process, engines in Python in another; both at low priority."""

import os
import sys
import threading

import pytest

from outflank import native
from outflank.engine import open_engine
from outflank.engine.advice import AdvisingEngine
from outflank.engine.levels import LevelEngine
from outflank.engine.process import ProcessEngine
from outflank.engine.unlimited import UnlimitedEngine
from outflank.faces.local import local_game
from outflank.priority import lower_thread_priority
from outflank.rules import Classic


@pytest.mark.skipif(not native.available(), reason="without the core everything is Python")
def test_the_native_core_thinks_in_this_process() -> None:
    with open_engine("7", own_process="if in Python") as engine:
        assert isinstance(engine, LevelEngine)
    with open_engine("unlimited", own_process="if in Python") as engine:
        assert isinstance(engine, UnlimitedEngine)
    with local_game._hint_engine() as engine:
        assert isinstance(engine, AdvisingEngine)


def test_an_engine_in_python_thinks_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_engine("alphabeta", own_process="if in Python") as engine:
        assert isinstance(engine, ProcessEngine)
    monkeypatch.setattr(native, "available", lambda: False)
    with open_engine("7", own_process="if in Python") as engine:
        assert isinstance(engine, ProcessEngine)
    with local_game._hint_engine() as engine:
        assert isinstance(engine, ProcessEngine)


def test_an_idle_process_becomes_the_engine_of_a_name() -> None:
    with open_engine("greedy", own_process=True) as engine:
        assert isinstance(engine, ProcessEngine)
        assert open_engine("3", own_process=engine) is engine
        assert engine.name == "level 3"
        assert engine.choose(Classic().start()) in Classic().start().legal_moves


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux needs it")
def test_a_thread_that_searches_has_a_lower_priority_than_the_main_thread() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def search() -> None:
        lower_thread_priority()
        lower_thread_priority()
        found.append(niceness())

    found, before = list[int](), niceness()
    lower_thread_priority()
    thread = threading.Thread(target=search)
    thread.start()
    thread.join()
    assert (niceness(), found) == (before, [min(before + 10, 19)])

"""Programs that break their protocol: each fault is one sentence, nothing hangs, none is left."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from outflank.arena.engine_match import EngineMatch, MatchPlayer, RandomOpenings, run_match
from outflank.engine import Limit, open_engine
from outflank.engine.external import ExternalProgram, GtpEngine, NBoardEngine, PlainEngine
from outflank.engine.protocols import PROTOCOLS
from outflank.errors import EngineError, OutflankError, ProgramFault
from outflank.rules import Classic
from support.paths import FUZZING_PEER

START = Classic().start()


def fuzzing(protocol: str, seed: int, often: float = 0.3) -> list[str]:
    return [sys.executable, "-I", "-S", str(FUZZING_PEER), protocol, str(seed), str(often)]


async def play(program: ExternalProgram) -> set[str]:
    """Ask for some moves and return what came of them."""
    came = set()
    for _ in range(3):
        try:
            found = await program.analyse(START, Limit(seconds=0.05))
            assert found.move in START.legal_moves
            came.add("move")
        except ProgramFault as fault:
            came.add("many lines" if "\n" in str(fault) else fault.kind)
        except EngineError:
            came.add("error")
    return came


@pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
def test_whatever_a_program_prints_the_answer_is_a_move_or_one_sentence(protocol: str) -> None:
    async def play_with(seed: int) -> set[str]:
        program = ExternalProgram(protocol, fuzzing(protocol, seed), patience=0.3)
        async with program:
            came = await play(program)
            session = program._session
        assert session is None or protocol == "plain" or session.process.returncode is not None
        return came

    async def play_all() -> set[str]:
        return set().union(*await asyncio.gather(*map(play_with, range(3))))

    came = asyncio.run(play_all())
    assert "many lines" not in came
    assert came & {"late", "crash", "malformed response", "illegal move"}


WAYS = {
    "long_line": "keeps printing instead of answering",
    "silence": "did not answer",
    "endless_line": "keeps printing instead of answering",
    "endless_lines": "keeps printing instead of answering",
    "close_output": "closed its output instead of answering",
    "end": "ended with exit status 0",
}


@pytest.mark.parametrize("protocol", ["gtp", "nboard", "plain"])
@pytest.mark.parametrize("way", WAYS)
def test_each_fault_has_its_sentence(protocol: str, way: str) -> None:
    program = f"""
        import random, runpy, sys
        sys.argv = ["peer", "{protocol}", "1", "1"]
        module = runpy.run_path({str(FUZZING_PEER)!r})
        module["Fuzzer"].answer.__globals__["WAYS"][:] = ["{way}"]
        random.Random.randrange = lambda *_: 0
        module["main"]()
        """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    is_late = way == "silence"
    kinds = {"gtp": GtpEngine, "nboard": NBoardEngine, "plain": PlainEngine}
    patience = 0.3 if is_late else 30.0
    with (
        kinds[protocol](command, name="peer", patience=patience) as engine,
        pytest.raises(ProgramFault, match=WAYS[way]),
    ):
        engine.choose(START)


def test_a_fault_loses_the_game_and_the_match_goes_on() -> None:
    words = " ".join(f"'{word}'" for word in fuzzing("nboard", 4, 0.2))
    second = MatchPlayer(f"nboard:{words}", Limit(seconds=0.1))
    match = EngineMatch((MatchPlayer("greedy"), second), RandomOpenings(Classic(), plies=2))
    games = run_match(match, 2)
    assert len(games) == 4
    assert all(game.fault and game.points(0) == 1 for game in games)


# Stopping


def test_a_cancelled_search_ends_with_the_best_move_so_far() -> None:
    program = """
        for line in iter(input, "quit"):
            word, _, rest = line.partition(" ")
            if word == "ping":
                print("pong", rest, flush=True)
            elif word == "hint":
                print("search F5 1 0 3", flush=True)
        """
    cancel = threading.Event()
    with NBoardEngine([sys.executable, "-S", "-c", textwrap.dedent(program)]) as engine:
        found = engine.analyse(START, cancel=cancel, on_progress=lambda _: cancel.set())
        assert str(found.move) == "f5"
        cancel.clear()
        with engine.analysis(START) as stream:
            assert str(next(stream).move) == "f5"
        engine.ping()


# Orphans

PARENT = """
import sys
from outflank.engine.external import GtpEngine
from outflank.rules import Classic
engine = GtpEngine(["sh", "-c", sys.argv[1]])
engine.choose(Classic().start())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are a POSIX matter")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_no_program_outlives_us_however_deaf_it_is(tmp_path: Path, ending: int) -> None:
    # Only the end of the last process that holds the pipe ends what is read from it. The program
    # that holds it is a grandchild which reads nothing, and hears nothing of a closed pipe.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    loop = "(trap '' INT; while :; do sleep 0.5; done) & wait"
    deaf = f"exec 3> '{pipe}'; read line; echo ready >&3; {loop}"
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, deaf],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    ) as parent:
        with pipe.open() as reading:
            assert reading.readline() == "ready\n"
            parent.send_signal(ending)
            assert reading.read() == ""
        parent.wait()


def test_names_say_protocol_and_quirks() -> None:
    found = open_engine("nboard+edax: my-engine -x", programs=True)
    assert isinstance(found, NBoardEngine)
    assert found.program.quirks.title == "Edax"
    with pytest.raises(OutflankError, match="there is no program with known quirks 'edux'"):
        open_engine("gtp+edux:my-engine", programs=True)

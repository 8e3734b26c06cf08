"""Our engine asked by our own side of each protocol: what one side writes the other reads."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from math import ceil

import pytest

from outflank.engine import Analysis, Engine, Limit, Task, Variation
from outflank.engine.external import ExternalProgram, find_quirks
from outflank.engine.external.session import ProgramSession
from outflank.engine.protocols import SPOKEN_PROTOCOLS
from outflank.rules import PASS, SIZES, WHITE, Anti, Board, Classic, Move, Position, Score
from support.speaking import Peer

SCORE = Score(-1.5, depth=7)
DEPTH = Limit(depth=7)
SECONDS = 2.0


class NotingEngine(Engine):
    """Finds two lines of random moves, and notes what it was asked and what it found."""

    name = "noting"

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.found: list[Analysis] = []

    def think(self, task: Task) -> Analysis:
        chance = random.Random(task.position.hash64())
        moves = chance.sample(list(task.position.legal_moves), 2)
        lines = [line_from(task.position.play(move), (move,), chance) for move in moves]
        variations = tuple(
            Variation(line[0], replace(SCORE, discs=SCORE.discs - number), line)
            for number, line in enumerate(lines)
        )
        found = Analysis(variations, depth=7, nodes=1234, seconds=0.25)
        self.tasks.append(task)
        self.found.append(found)
        return found


def line_from(
    position: Position, line: tuple[Move, ...], chance: random.Random
) -> tuple[Move, ...]:
    """Go on with random moves, and a ply further where one is a pass."""
    while not position.is_over and (len(line) < 4 or line[-1] is PASS):
        move = chance.choice(list(position.legal_moves))
        line, position = (*line, move), position.play(move)
    return line


class JoinedProcess:
    """Stands for the process of a program: what is written to it our own engine hears."""

    def __init__(self, engine: Engine, protocol: str) -> None:
        self.heard, self.is_noisy = 0, False
        self.peer = Peer(engine, protocol=protocol)

    def write(self, text: str) -> None:
        self.peer.send_bytes(text.encode())

    async def read_line(self) -> str | None:
        return await asyncio.to_thread(self.peer.line)


Ask = Callable[[ProgramSession], Coroutine[None, None, None]]


def converse(engine: Engine, protocol: str, ask: Ask, **quirks: object) -> None:
    """Join a session with our engine, and ask in it."""
    process = JoinedProcess(engine, protocol)
    kind = ExternalProgram(protocol, "outflank engine")._kind
    chosen = replace(find_quirks("outflank", protocol), **quirks)  # type: ignore[arg-type]
    session = kind(process, "noting", chosen, 60.0)  # type: ignore[arg-type]

    async def run() -> None:
        await session.greet()
        await ask(session)
        await session.quit()

    asyncio.run(run())
    process.peer.rest()


def played(start: Position, seed: int) -> Iterator[Position]:
    """Return positions of a random game in which there is a choice and much of the board empty."""
    chance, position = random.Random(seed), start
    for ply in range(12):
        if position.is_over or position.board.empties < 4:
            return
        if ply in (0, 1, 5, 8, 11) and len(position.legal_moves) > 1:
            yield position
        position = position.play(chance.choice(list(position.legal_moves)))


def set_up(size: int) -> Position:
    """Return a position that no moves lead to."""
    board = Board.start(size)
    for name in ("a1", "b1"):
        board = board.put(WHITE, name)
    return Position(board, WHITE)


def is_scored(protocol: str) -> bool:
    return protocol != "gtp"


@pytest.mark.parametrize("protocol", SPOKEN_PROTOCOLS)
def test_positions_moves_lines_and_scores_arrive_as_they_were_meant(protocol: str) -> None:
    engine, sizes = NotingEngine(), set()

    async def ask(session: ProgramSession) -> None:
        starts = [Classic().start(size) for size in SIZES]
        starts += [Anti().start()] if "anti" in session.variants else []
        for start in starts:
            if not await session.supports(start):
                continue
            sizes.add(start.size)
            positions = [one for seed in range(2) for one in played(start, seed)]
            if is_scored(protocol):  # GTP is shown moves only
                positions.append(set_up(start.size))
            for number, position in enumerate(positions):
                request = Task(position, DEPTH, candidates=1 + number % 2)
                check(engine, request, await session.think(request), session)

    converse(engine, protocol, ask)
    assert 8 in sizes
    assert len(sizes) > 1 or protocol == "cassio"
    assert protocol in ("uci", "cassio") or any(PASS in one.line for one in engine.found)


def check(engine: NotingEngine, request: Task, heard: Analysis, session: ProgramSession) -> None:
    """Compare what was asked and found with what was heard on the other side of it."""
    task, meant = engine.tasks[-1], engine.found[-1]
    assert task.position == request.position
    assert heard.move == meant.move
    if "depth" in session.bounds:
        empties = request.position.board.empties
        assert task.limit.depth in (7, empties if empties < 14 else 7)
    if is_scored(session.protocol.name):
        assert heard.score is not None
        assert (heard.score.discs, heard.line) == (SCORE.discs, meant.line)
        assert heard.depth == 7
    if len(heard.scores) > 1:
        assert list(heard.scores) == list(meant.scores)
        assert [one.line for one in heard.variations] == [one.line for one in meant.variations]


CLOCKS: dict[str, dict[str, Callable[[int], Limit]]] = {
    "gtp": {
        "fraction": lambda _: Limit.for_clock(per_move=SECONDS),
        "move": lambda _: Limit.for_clock(per_move=SECONDS),
        "stones": lambda _: Limit.for_clock(per_move=SECONDS),
        "game": lambda empties: Limit.for_clock(SECONDS * ceil(empties / 2), empties=empties),
    },
    "nboard": {
        "game": lambda empties: Limit(depth=12).tightened(
            Limit.for_clock(SECONDS * ceil(empties / 2), empties=empties)
        )
    },
    "uci": {"move": lambda _: Limit.for_clock(per_move=SECONDS)},
    "ugi": {"move": lambda _: Limit.for_clock(per_move=SECONDS)},
}


@pytest.mark.parametrize(
    ("protocol", "time"), [(name, time) for name, times in CLOCKS.items() for time in times]
)
def test_the_time_of_a_move_arrives_as_it_was_told(protocol: str, time: str) -> None:
    engine = NotingEngine()

    async def ask(session: ProgramSession) -> None:
        for size in (6, 8, 10):
            start = Classic().start(size)
            if await session.supports(start):
                await session.think(Task(start, Limit(seconds=SECONDS)))
                assert engine.tasks[-1].limit == CLOCKS[protocol][time](start.board.empties)

    converse(engine, protocol, ask, time=time)
    assert len(engine.tasks) >= 2


def test_only_cassio_has_no_clock() -> None:
    assert set(SPOKEN_PROTOCOLS) - set(CLOCKS) == {"cassio"}


@pytest.mark.parametrize("confidence", [73, 87, 100])
def test_cassio_is_told_how_sure_cuts_must_be(confidence: int) -> None:
    engine = NotingEngine()

    async def ask(session: ProgramSession) -> None:
        limit = Limit(depth=7, confidence=confidence)
        await session.think(Task(Classic().start(), limit))
        assert engine.tasks[-1].limit == limit

    converse(engine, "cassio", ask)


@pytest.mark.parametrize(
    ("moves", "limit", "asked"),
    [
        (0, Limit(seconds=SECONDS), [*range(4, 51, 2), 60, 60, 60]),
        (1, Limit(seconds=SECONDS, depth=12), [4, 6, 8, 10, 12]),
        (1, Limit(seconds=SECONDS, depth=3), [3]),
        (47, Limit(seconds=SECONDS, confidence=87), [13, 13]),
    ],
)
def test_cassio_searches_deeper_while_there_is_time(
    moves: int, limit: Limit, asked: list[int]
) -> None:
    engine, position = NotingEngine(), Classic().start()
    for seed in range(moves):
        position = position.play(random.Random(seed).choice(list(position.legal_moves)))

    async def ask(session: ProgramSession) -> None:
        found = await session.think(Task(position, limit))
        assert found.move == engine.found[-1].move

    converse(engine, "cassio", ask)
    assert [task.limit.depth for task in engine.tasks] == asked
    sure = limit.confidence or 100
    assert engine.tasks[-1].limit.confidence == sure
    if asked.count(asked[-1]) > 1:  # first with cuts that are less sure
        confidences = [
            task.limit.confidence for task in engine.tasks if task.limit.depth == asked[-1]
        ]
        assert confidences == [one for one in (73, 95) if one < sure] + [sure]

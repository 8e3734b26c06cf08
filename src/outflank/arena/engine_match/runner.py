"""Playing the games of a match, several at once if wanted."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from outflank.arena.engine_match.definition import EngineMatch
from outflank.arena.engine_match.game import GameRecord, play_game
from outflank.engine import Engine
from outflank.errors import EngineError, JournalError, OutflankError
from outflank.rules import Game

__all__ = ["run_match"]

_POLL_SECONDS = (
    0.5  # seconds after which a waiting program looks for Ctrl-C, where that needs looking
)
_Engines = tuple[Engine, Engine]


def run_match(
    match: EngineMatch,
    pairs: int,
    *,
    done: Iterable[GameRecord] = (),
    concurrency: int = 1,
    on_game: Callable[[GameRecord], None] | None = None,
) -> list[GameRecord]:
    """Play the games of so many pairs that are not done, and return all of them.

    `on_game` is called with each game as it ends, in the thread that called this. Names of players
    are trusted: `gtp:COMMAND` runs that command. When several games are played at once, each
    engine thinks in a process of its own. An interruption ends all programs and loses the games
    under way.
    """
    games = list(done)
    with contextlib.ExitStack() as stack:
        idle: queue.SimpleQueue[_Engines] = queue.SimpleQueue()
        for _ in range(concurrency):
            idle.put(_engines(match, stack, own_process=concurrency > 1))
        cancel = threading.Event()
        pool = stack.enter_context(ThreadPoolExecutor(concurrency))
        stack.callback(cancel.set)  # before the pool waits for its threads

        def play(pair: int, opening: Game, black: int) -> GameRecord | None:
            engines = idle.get()
            try:
                return play_game(match, pair, opening, black, engines=engines, cancel=cancel)
            finally:
                idle.put(engines)

        running: set[Future[GameRecord | None]] = set()
        for job in _jobs(match, pairs, games):
            running.add(pool.submit(play, *job))
            while len(running) >= concurrency:
                running = _collect(running, games, on_game)
        while running:
            running = _collect(running, games, on_game)
    return games


def _collect(
    running: set[Future[GameRecord | None]],
    games: list[GameRecord],
    on_game: Callable[[GameRecord], None] | None,
) -> set[Future[GameRecord | None]]:
    """Wait for a game to end, and return those that still run."""
    ended, left = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
    for future in ended:
        game = future.result()
        if game is not None:
            games.append(game)
            if on_game is not None:
                on_game(game)
    return left


def _jobs(
    match: EngineMatch, pairs: int, done: Iterable[GameRecord]
) -> Iterator[tuple[int, Game, int]]:
    """Go through the games that are to be played: pair, opening, and who has black."""
    known: dict[int, Game] = {}
    finished: set[tuple[int, int]] = set()
    for record in done:
        finished.add((record.pair, record.black))
        if record.pair not in known and record.pair < pairs:
            known[record.pair] = _opening(record, match)
    for pair, opening in enumerate(match.openings.draw(pairs, known, match.seed)):
        for black in range(2):
            if (pair, black) not in finished:
                yield pair, opening, black


def _opening(record: GameRecord, match: EngineMatch) -> Game:
    try:
        return record.replay(match.openings.variant, record.opening)
    except (OutflankError, IndexError) as problem:
        raise JournalError(f"the opening of pair {record.pair + 1} is damaged: {problem}") from None


def _engines(match: EngineMatch, stack: contextlib.ExitStack, *, own_process: bool) -> _Engines:
    """Start both engines, and make sure before the first game that they play such games."""
    start = match.openings.variant.start(match.openings.size)
    found: list[Engine] = []
    for player in match.players:
        engine = stack.enter_context(player.source.open(own_process=own_process))
        if not engine.supports(start):
            raise EngineError(
                f"{engine.name} does not play {start.variant.title} on {start.size}x{start.size}"
            )
        found.append(engine)
    return found[0], found[1]

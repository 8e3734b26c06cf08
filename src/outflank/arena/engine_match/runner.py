"""Playing the games of a match, optionally several at once."""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Protocol

from outflank.arena.adjudication import Adjudicator
from outflank.arena.engine_match.cores import games_at_once, is_timed, usable_cores, working_on
from outflank.arena.engine_match.definition import EngineMatch
from outflank.arena.engine_match.game import GameRecord, play_game
from outflank.arena.engine_match.sprt import Sprt, SprtProgress
from outflank.engine import Engine
from outflank.errors import EngineError, JournalError, OutflankError
from outflank.rules import Game, Position
from outflank.texts import Text

__all__ = ["GameSlot", "GamesElsewhere", "open_slot", "require_support", "run_match"]

_POLL_SECONDS = 0.5  # how long a wait lasts before the program checks for Ctrl-C
_Engines = tuple[Engine, Engine]


def run_match(
    match: EngineMatch,
    pairs: int,
    *,
    done: Iterable[GameRecord] = (),
    concurrency: int | None = 1,
    sprt: Sprt | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
    elsewhere: GamesElsewhere | None = None,
) -> list[GameRecord]:
    """Play the games of `pairs` pairs that are not `done`, and return all of them.

    `on_game` is called with each game as it ends, in the calling thread. Names of players are
    trusted: `gtp:COMMAND` runs that command. If several games are played at once, each engine
    thinks in its own process, and if time counts, each game has its own core. With None for
    `concurrency`, as many games are played as this machine can without disturbing a clock. A
    sequential test ends the match when it is decided. An interruption ends all programs and loses
    the running games. `elsewhere`, such as a cluster, plays all games instead of this machine.
    """
    games = list(done)
    progress = None if sprt is None else SprtProgress.of(sprt, games)
    with contextlib.ExitStack() as stack:
        if elsewhere is None:
            at_once = games_at_once(match.players, concurrency, has_clock=not match.clock.is_none)
            submit = _submitter(match, at_once, stack)
        else:
            at_once = concurrency or elsewhere.games_at_once
            submit = functools.partial(elsewhere.play_game, match)

        def take(game: GameRecord) -> None:
            games.append(game)
            if progress is not None:
                progress.add(game)
            if on_game is not None:
                on_game(game)

        running: set[Future[GameRecord | None]] = set()
        for job in _jobs(match, pairs, games):
            if progress is not None and progress.verdict is not None:
                break
            running.add(submit(*job))
            while len(running) >= at_once:
                running = _collect(running, take)
        while running and (progress is None or progress.verdict is None):
            running = _collect(running, take)
    return [game for game in games if progress is None or progress.counts(game)]


class GamesElsewhere(Protocol):
    """Plays games on other machines."""

    @property
    def games_at_once(self) -> int:
        """How many games these machines play at once."""

    def play_game(
        self, match: EngineMatch, pair: int, opening: Game, black: int
    ) -> Future[GameRecord | None]:
        """Start a game."""


def _submitter(
    match: EngineMatch, at_once: int, stack: contextlib.ExitStack
) -> Callable[[int, Game, int], Future[GameRecord | None]]:
    """Return a function that starts a game on this machine."""
    idle: queue.SimpleQueue[GameSlot] = queue.SimpleQueue()
    slots = stack.enter_context(contextlib.ExitStack())  # closed after the games have ended
    missing = _missing_slots(match, at_once, slots)
    cancel = threading.Event()
    pool = stack.enter_context(ThreadPoolExecutor(at_once))
    stack.callback(cancel.set)  # before the pool waits for its threads

    def play(pair: int, opening: Game, black: int) -> GameRecord | None:
        slot = idle.get()
        try:
            with working_on(slot.core):
                return play_game(
                    match,
                    pair,
                    opening,
                    black,
                    engines=slot.engines,
                    adjudicator=slot.adjudicator,
                    cancel=cancel,
                )
        finally:
            idle.put(slot)

    def submit(pair: int, opening: Game, black: int) -> Future[GameRecord | None]:
        if (slot := next(missing, None)) is not None:
            idle.put(slot)
        return pool.submit(play, pair, opening, black)

    return submit


def _collect(
    running: set[Future[GameRecord | None]], take: Callable[[GameRecord], None]
) -> set[Future[GameRecord | None]]:
    """Wait for a game to end, and return the games that still run."""
    ended, left = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
    for future in ended:
        game = future.result()
        if game is not None:
            take(game)
    return left


@dataclass(frozen=True, slots=True)
class GameSlot:
    """What one game at a time needs: both engines, an adjudicator, and a core if time counts."""

    engines: _Engines
    adjudicator: Adjudicator | None
    core: int | None


def _missing_slots(
    match: EngineMatch, at_once: int, stack: contextlib.ExitStack
) -> Iterator[GameSlot]:
    """Start the engines slot by slot, because a short match may not need all slots."""
    is_by_time = not match.clock.is_none or any(map(is_timed, match.players))
    needs_cores = at_once > 1 and is_by_time
    cores: list[int | None] = [*usable_cores()] if needs_cores else [None] * at_once
    for core in cores[:at_once]:
        yield open_slot(match, stack, own_process=at_once > 1, core=core)


def open_slot(
    match: EngineMatch,
    stack: contextlib.ExitStack,
    *,
    own_process: bool,
    core: int | None = None,
) -> GameSlot:
    """Start the engines of one slot."""
    with working_on(core):
        engines = _engines(match, stack, own_process=own_process)
    adjudicator = stack.enter_context(Adjudicator()) if match.adjudicate else None
    return GameSlot(engines, adjudicator, core)


def _jobs(
    match: EngineMatch, pairs: int, done: Iterable[GameRecord]
) -> Iterator[tuple[int, Game, int]]:
    """Yield the games that are to be played: pair, opening, and the player with black."""
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
        raise JournalError(
            Text("errors.arena.damaged_opening", pair=record.pair + 1, problem=problem)
        ) from None


def _engines(match: EngineMatch, stack: contextlib.ExitStack, *, own_process: bool) -> _Engines:
    """Start both engines, and check before the first game that they can play such games."""
    start = match.openings.variant.start(match.openings.size)
    one, other = (
        stack.enter_context(player.source.open(own_process=own_process)) for player in match.players
    )
    for engine in (one, other):  # both start first, because starting takes a moment
        require_support(engine, start)
    return one, other


def require_support(engine: Engine, start: Position) -> None:
    """Refuse an engine that cannot play games from this position."""
    if not engine.supports(start):
        raise EngineError(
            Text(
                "errors.arena.does_not_play",
                player=engine.name,
                variant=start.variant.text,
                size=start.size,
            )
        )

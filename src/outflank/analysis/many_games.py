"""Reviews of many games by processes on this machine or by workers elsewhere."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol, Self, TypeAlias

from outflank.analysis.review import review, review_engine
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.engine import Engine, Limit, open_engine
from outflank.engine.child_processes import core_count, follow_parent
from outflank.errors import EngineError
from outflank.rules import Game
from outflank.texts import Text

__all__ = ["ReviewSettings", "ReviewsElsewhere", "review_game", "review_games"]

_POLL_SECONDS: Final = 0.5  # how long a wait lasts before the program checks for Ctrl-C
_WAITING: Final = 2  # games submitted for each process, so that none is idle
_ATTEMPTS: Final = 5  # at reviewing a game whose process dies

_Job: TypeAlias = tuple[int, Game]


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How games are reviewed: the limit per move, the empty squares that are solved, the engine.

    >>> ReviewSettings(Limit(depth=12), exact=18).to_dict()["exact"]
    18
    """

    limit: Limit | None = None
    exact: int | None = None
    engine: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain values for JSON."""
        limits = {} if self.limit is None else asdict(self.limit)
        return {"engine": self.engine, "exact": self.exact, **limits}

    def open_engine(self) -> Engine:
        """Return the engine that reviews."""
        return open_engine(self.engine) if self.engine else review_engine()


class ReviewsElsewhere(Protocol):
    """Runs functions on other machines, such as those of a cluster."""

    @property
    def games_at_once(self) -> int:
        """How many games these machines review at once."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Start a function there."""


def review_game(number: int, game: Game, settings: ReviewSettings, engine: Engine) -> ReviewedGame:
    """Review one game; earlier games of the engine do not influence it."""
    engine.new_game()
    found = review(game, engine, settings.limit, exact=settings.exact)
    return ReviewedGame.of(number, game, found)


def review_games(
    games: Iterable[Game],
    settings: ReviewSettings,
    *,
    done: Iterable[ReviewedGame] = (),
    concurrency: int | None = None,
    on_game: Callable[[ReviewedGame], None] | None = None,
    elsewhere: ReviewsElsewhere | None = None,
) -> list[ReviewedGame]:
    """Review the games that are not `done`, several at once, and return all in their order.

    `on_game` is called with each review as it is finished, in the calling thread. If a process
    dies, another one reviews its game from the beginning. `elsewhere`, such as a cluster, reviews
    all games instead of this machine.
    """
    known = {game.number: game for game in done}
    jobs = ((number, game) for number, game in enumerate(games, 1) if number not in known)
    runner = _Local(settings, concurrency) if elsewhere is None else _Away(settings, elsewhere)
    with runner:
        for found in _finished(runner, jobs):
            known[found.number] = found
            if on_game is not None:
                on_game(found)
    return [known[number] for number in sorted(known)]


def _finished(runner: _Local | _Away, jobs: Iterator[_Job]) -> Iterator[ReviewedGame]:
    """Keep the runner busy, and yield the reviews as they are finished."""
    running: dict[Future[ReviewedGame], _Job] = {}
    attempts: dict[int, int] = {}
    again: list[_Job] = []
    while True:
        while len(running) < runner.most:
            job = again.pop() if again else next(jobs, None)
            if job is None:
                break
            running[runner.submit(*job)] = job
        if not running:
            return
        ended, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
        for future in ended:
            job = running.pop(future)
            try:
                yield future.result()
            except BrokenProcessPool:
                # One process died, and with it the pool, so all its games start again.
                number = job[0]
                attempts[number] = attempts.get(number, 0) + 1
                if attempts[number] >= _ATTEMPTS:
                    raise EngineError(
                        Text(
                            "errors.analysis.review_process_died",
                            game=number,
                            attempts=_ATTEMPTS,
                        )
                    ) from None
                again.append(job)
                runner.renew()


class _Local:
    """Processes on this machine, each with its own engine."""

    def __init__(self, settings: ReviewSettings, concurrency: int | None) -> None:
        self._settings = settings
        self._processes = concurrency or core_count()
        self.most = self._processes * _WAITING
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        # A fork would copy locks that threads hold; a new interpreter starts clean.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, initializer=follow_parent)

    def submit(self, number: int, game: Game) -> Future[ReviewedGame]:
        """Start the review of a game, in a new pool if the old one has just broken."""
        try:
            return self._pool.submit(_review_on_worker, self._settings, number, game)
        except BrokenProcessPool:
            self.renew()
            return self._pool.submit(_review_on_worker, self._settings, number, game)

    def renew(self) -> None:
        """Replace the pool if it is broken."""
        try:
            self._pool.submit(os.getpid)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._pool.shutdown(wait=kind is None, cancel_futures=True)


class _Away:
    """Workers on other machines."""

    def __init__(self, settings: ReviewSettings, elsewhere: ReviewsElsewhere) -> None:
        self._settings, self._elsewhere = settings, elsewhere

    @property
    def most(self) -> int:
        """How many games are submitted at once."""
        return self._elsewhere.games_at_once * _WAITING

    def submit(self, number: int, game: Game) -> Future[ReviewedGame]:
        """Start the review of a game."""
        return self._elsewhere.submit(_review_on_worker, self._settings, number, game)

    def renew(self) -> None:
        """Do nothing: a cluster looks after its workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


# On the workers

_kept = threading.local()


def _review_on_worker(settings: ReviewSettings, number: int, game: Game) -> ReviewedGame:
    """Review a game with the engine that this thread keeps for these settings."""
    if getattr(_kept, "settings", None) != settings:
        if (before := getattr(_kept, "engine", None)) is not None:
            before.close()
        _kept.engine = settings.open_engine()
        _kept.settings = settings
    engine: Engine = _kept.engine
    return review_game(number, game, settings, engine)

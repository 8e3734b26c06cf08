"""Games on a Dask cluster: the same jobs as on this machine, run by workers elsewhere."""

from __future__ import annotations

import atexit
import contextlib
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from outflank.arena.engine_match.definition import EngineMatch, RandomOpenings
from outflank.arena.engine_match.game import GameRecord, play_game
from outflank.arena.engine_match.runner import GameSlot, open_slot
from outflank.arena.pairing import Pairing
from outflank.arena.tournament_run.definition import EngineTournament
from outflank.arena.tournament_run.records import TournamentGame
from outflank.arena.tournament_run.runner import TournamentSlot
from outflank.errors import ClusterError
from outflank.extras import require_extra
from outflank.rules import Game
from outflank.texts import Text

__all__ = ["Cluster"]

_Played = TypeVar("_Played")
_RETRIES = 5  # of a game whose worker died
_PATIENCE = 30.0  # seconds in which the scheduler must answer


class _Executor(Protocol):
    """Runs functions elsewhere."""

    def submit(self, function: Callable[..., _Played], /, *arguments: Any) -> Future[_Played]: ...


class Cluster:
    """Workers that play games, found by the address of their scheduler, `tcp://host:8786`.

    A worker plays one game at a time in each of its threads; if time counts, start workers with
    one thread. If a worker dies, another one plays its games again from the beginning.
    """

    def __init__(self, address: str) -> None:
        require_extra("cluster", "distributed")
        import distributed

        self.failures: tuple[Any, type[CancelledError]] = (distributed.KilledWorker, CancelledError)
        make: Any = distributed.Client  # it has no types
        try:
            self._client = make(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as problem:
            raise ClusterError(
                Text("errors.arena.no_cluster", address=address, problem=problem)
            ) from None
        self._keys: dict[int, tuple[str, EngineMatch | EngineTournament]] = {}
        self._executor: _Executor = self._client.get_executor(retries=_RETRIES, pure=False)

    @property
    def games_at_once(self) -> int:
        """How many games the workers play at once, at least 1."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def play_game(
        self, match: EngineMatch, pair: int, opening: Game, black: int
    ) -> Future[GameRecord | None]:
        """Have a worker play a game of a match."""
        light = replace(match, openings=_stand_in(match))
        return self.submit(_play_game, self._key(match), light, pair, opening, black)

    def play_pairing(
        self, cup: EngineTournament, job: tuple[Pairing, Game, int]
    ) -> Future[TournamentGame | None]:
        """Have a worker play a game of a tournament."""
        light = replace(cup, openings=_stand_in(cup))
        return self.submit(_play_pairing, self._key(cup), light, job)

    def submit(self, function: Callable[..., _Played], /, *arguments: Any) -> Future[_Played]:
        """Have a worker run any function that it can import."""
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        """Leave the cluster; running games are abandoned."""
        self._client.close()

    def _key(self, whole: EngineMatch | EngineTournament) -> str:
        """Return a key for a match; equal engine names do not make two matches share it."""
        return self._keys.setdefault(id(whole), (uuid.uuid4().hex, whole))[0]


def _stand_in(whole: EngineMatch | EngineTournament) -> RandomOpenings:
    """Return a small substitute for the openings, so that a book does not travel with each game."""
    return RandomOpenings(whole.openings.variant, whole.openings.size, plies=0)


# On the workers

_kept = threading.local()


@contextlib.contextmanager
def _kept_slot(key: str, make: Callable[[contextlib.ExitStack], Any]) -> Iterator[Any]:
    """Yield this thread's engines; another match or tournament gets new ones."""
    if getattr(_kept, "key", None) != key:
        if (before := getattr(_kept, "stack", None)) is not None:
            _kept.key = _kept.stack = _kept.slot = None
            atexit.unregister(before.close)
            before.close()
        with contextlib.ExitStack() as stack:
            _kept.slot = make(stack)
            _kept.stack = stack.pop_all()
        atexit.register(_kept.stack.close)
        _kept.key = key
    yield _kept.slot


def _play_game(
    key: str, match: EngineMatch, pair: int, opening: Game, black: int
) -> GameRecord | None:
    with _kept_slot(key, lambda stack: open_slot(match, stack, own_process=False)) as slot:
        assert isinstance(slot, GameSlot)
        return play_game(
            match, pair, opening, black, engines=slot.engines, adjudicator=slot.adjudicator
        )


def _play_pairing(
    key: str, cup: EngineTournament, job: tuple[Pairing, Game, int]
) -> TournamentGame | None:
    def make(stack: contextlib.ExitStack) -> TournamentSlot:
        return stack.enter_context(TournamentSlot(cup, None, own_process=False))

    with _kept_slot(key, make) as slot:
        assert isinstance(slot, TournamentSlot)
        return slot.play(job, None)

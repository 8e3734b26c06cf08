"""Playing the games of a tournament on this machine, optionally several at once."""

from __future__ import annotations

import contextlib
import functools
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Protocol, Self

from outflank.arena.adjudication import Adjudicator
from outflank.arena.engine_match.cores import games_at_once, is_timed, usable_cores, working_on
from outflank.arena.engine_match.game import play_game
from outflank.arena.engine_match.runner import require_support
from outflank.arena.pairing import Pairing
from outflank.arena.tournament import Tournament
from outflank.arena.tournament_run.definition import EngineTournament
from outflank.arena.tournament_run.records import TournamentGame
from outflank.engine import Engine
from outflank.errors import EngineError, JournalError
from outflank.rules import Game
from outflank.texts import Text

__all__ = ["PairingsElsewhere", "TournamentSlot", "continued", "run_tournament"]

_POLL_SECONDS = 0.5  # how long a wait lasts before the program checks for Ctrl-C
_MOST_ENGINES = 8  # how many engines a slot keeps ready for its next games

_Job = tuple[Pairing, Game, int]  # a game, its opening and the opening's number


def run_tournament(
    cup: EngineTournament,
    *,
    done: Iterable[TournamentGame] = (),
    concurrency: int | None = 1,
    on_game: Callable[[TournamentGame, Tournament], None] | None = None,
    elsewhere: PairingsElsewhere | None = None,
) -> list[TournamentGame]:
    """Play the games that are not `done`, and return all of them.

    `on_game` is called with each game as it ends and the tournament after it, in the calling
    thread. Names of players are trusted, as in `run_match`. With None for `concurrency`, as many
    games are played at once as this machine can without disturbing a clock. `elsewhere`, such as
    a cluster, plays all games instead of this machine.
    """
    games = {game.number: game for game in done}
    tournament = continued(cup, games.values())
    openings: list[Game] = []
    with contextlib.ExitStack() as stack:
        if elsewhere is None:
            at_once, submit = _submitter(cup, concurrency, stack)
        else:
            at_once = concurrency or elsewhere.games_at_once
            submit = functools.partial(elsewhere.play_pairing, cup)
        running: dict[Future[TournamentGame | None], int] = {}
        while not tournament.is_finished:
            for pairing in tournament.open_pairings:
                if len(running) >= at_once:
                    break
                if pairing.number not in running.values():
                    number = cup.opening_number(tournament, pairing)
                    if number >= len(openings):
                        openings = cup.draw_openings(number + 1, openings)
                    job = pairing, openings[number], number
                    running[submit(job)] = pairing.number
            ended, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
            for future in ended:
                del running[future]
                game = future.result()
                if game is not None:
                    games[game.number] = game
                    tournament = tournament.with_result(game.number, game.result)
                    if on_game is not None:
                        on_game(game, tournament)
    return [games[number] for number in sorted(games)]


class PairingsElsewhere(Protocol):
    """Plays games of tournaments on other machines."""

    @property
    def games_at_once(self) -> int:
        """How many games these machines play at once."""

    def play_pairing(self, cup: EngineTournament, job: _Job) -> Future[TournamentGame | None]:
        """Start a game."""


def _submitter(
    cup: EngineTournament, concurrency: int | None, stack: contextlib.ExitStack
) -> tuple[int, Callable[[_Job], Future[TournamentGame | None]]]:
    """Return how many games this machine plays at once, and a function that starts one."""
    has_clock = not cup.definition.clock.is_none
    at_once = games_at_once(cup.players, concurrency, has_clock=has_clock)
    is_by_time = has_clock or any(map(is_timed, cup.players))
    cores = usable_cores() if at_once > 1 and is_by_time else []
    idle: queue.SimpleQueue[TournamentSlot] = queue.SimpleQueue()
    for number in range(at_once):
        core = cores[number] if cores else None
        idle.put(stack.enter_context(TournamentSlot(cup, core, own_process=at_once > 1)))
    cancel = threading.Event()
    pool = stack.enter_context(ThreadPoolExecutor(at_once))
    stack.callback(cancel.set)  # before the pool waits for its threads

    def play(job: _Job) -> TournamentGame | None:
        slot = idle.get()
        try:
            return slot.play(job, cancel)
        finally:
            idle.put(slot)

    return at_once, lambda job: pool.submit(play, job)


def continued(cup: EngineTournament, done: Iterable[TournamentGame]) -> Tournament:
    """Return the tournament after the finished games."""
    tournament = cup.begin()
    waiting = {game.number: game for game in done}
    # Later rounds are paired by the results of earlier ones, so add those first.
    while ready := [each for each in tournament.open_pairings if each.number in waiting]:
        for pairing in ready:
            game = waiting.pop(pairing.number)
            if not game.is_of(pairing):
                raise JournalError(
                    Text("errors.arena.file_of_another_tournament", game=pairing.number)
                )
            tournament = tournament.with_result(pairing, game.result)
    if waiting:
        raise JournalError(Text("errors.arena.no_such_game", game=min(waiting)))
    return tournament


class TournamentSlot:
    """What one game at a time needs: its players' engines, and a core if time counts."""

    def __init__(self, cup: EngineTournament, core: int | None, *, own_process: bool) -> None:
        self._cup, self._core, self._own_process = cup, core, own_process
        self._engines: OrderedDict[int, Engine] = OrderedDict()
        self._adjudicator = Adjudicator() if cup.adjudicate else None

    def play(self, job: _Job, cancel: threading.Event | None) -> TournamentGame | None:
        """Play a game."""
        pairing, opening, number = job
        one, other = sorted(each - 1 for each in pairing.players)
        with working_on(self._core):
            engines = self._engine(one), self._engine(other)
            record = play_game(
                self._cup.match(one, other),
                number,
                opening,
                0 if pairing.black - 1 == one else 1,
                engines=engines,
                adjudicator=self._adjudicator,
                cancel=cancel,
            )
        if record is None:
            return None
        return TournamentGame(pairing.number, pairing.black, pairing.white, record)

    def _engine(self, place: int) -> Engine:
        """Return a player's engine, starting it if needed; end engines that are too many."""
        engine = self._engines.pop(place, None)
        if engine is None:
            engine = self._cup.players[place].source.open(own_process=self._own_process)
            start = self._cup.openings.variant.start(self._cup.openings.size)
            try:
                require_support(engine, start)
            except EngineError:
                engine.close()
                raise
        self._engines[place] = engine
        while len(self._engines) > _MOST_ENGINES:
            self._engines.popitem(last=False)[1].close()
        return engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for engine in self._engines.values():
            engine.close()
        if self._adjudicator is not None:
            self._adjudicator.close()

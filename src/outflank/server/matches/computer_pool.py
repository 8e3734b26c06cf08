"""The server's computers and oracle: few think at once, and never on a request's thread."""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from outflank.engine import Analysis, Engine, Limit
from outflank.engine.levels import levels
from outflank.engine.registry import find
from outflank.errors import (
    Busy,
    EngineError,
    MatchOver,
    MatchPaused,
    NotYourTurn,
    OracleError,
    OutflankError,
    StaleTurn,
    UnknownName,
)
from outflank.play.events import (
    AnswerAwaited,
    Event,
    MatchEnded,
    Paused,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.play.oracles import Oracle, Reply
from outflank.play.room import Room, Seat
from outflank.play.seats import time_for_move
from outflank.play.setup import Player, Setup
from outflank.rules import Color, Move, Position, Reason
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import MatchRegistry
from outflank.server.matches.oracle import drawn_reply, is_drawn

__all__ = ["ComputerPool", "require_level"]

# How many matches against its computers the server takes for each that may think at once.
_MATCHES_PER_SEARCH = 64
# A computer without a clock thinks no longer than this on the server.
_LONGEST = 10.0
# Who moves for a computer that is not done in time; this one never takes a millisecond.
_QUICKEST = "positional"
# What a move may meet that came too late, and then it is not wanted.
_TOO_LATE = (MatchOver, MatchPaused, StaleTurn, NotYourTurn)
# Computers that are only watched pause before a move if they have as many milliseconds left.
_LEISURE = 20_000
# Who tells a person what their moves are worth, and how much may be spent on that.
_ADVISER = "16"
_ADVICE = Limit(seconds=0.5, nodes=60_000)

_log = logging.getLogger(__name__)


class ComputerPool:
    """Where matches get the moves of the server's computers and the answers of its oracle."""

    def __init__(
        self, registry: MatchRegistry, searches: int, ask_web: Callable[[], Oracle], *, pause: float
    ) -> None:
        self._registry = registry
        self.pause = pause
        self.secret_of: Callable[[LiveRoom], str] = lambda _: ""  # of its drawn answers
        self._engines = _Engines(searches)
        self._turns: queue.PriorityQueue[tuple[int, int, _Turn | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self.most_matches = searches * _MATCHES_PER_SEARCH
        self.ask_web = ask_web
        self._web: Oracle | None = None
        self._web_lock = threading.Lock()
        self._answers = ThreadPoolExecutor(4, thread_name_prefix="oracle")
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"search {number}", daemon=True)
            for number in range(searches)
        ]
        for thread in self._threads:
            thread.start()

    # Matches

    def require_capacity(self) -> None:
        """Refuse another match with a computer when there are as many as can be served."""
        matches = sum(
            any(map(_is_computer, room.setup.players)) for room in self._registry.running()
        )
        if matches >= self.most_matches:
            raise Busy("all computers of the server are playing; try again in a minute")

    def seats_for(self, room: LiveRoom) -> list[Seat]:
        """Return the computers and the oracle of a match."""
        setup = room.setup
        seats: list[Seat] = [
            _ComputerSeat(self, color, setup.player(color).seat.removeprefix("computer:"))
            for color in Color
            if _is_computer(setup.player(color))
        ]
        if setup.variant.answers:
            seats.append(_OracleSeat(self))
        return seats

    # Thinking

    def think(self, seat: _ComputerSeat, room: LiveRoom, turn: TurnStarted) -> None:
        """Let a computer think as soon as one may; the one with the least time comes first.

        No flag of its falls meanwhile: it is here, whatever keeps the server from its move.
        """
        due = room.deadline
        urgency = due if due is not None else turn.at + 60_000
        entry = urgency, next(self._numbers), _Turn(seat, room, turn, room.register_arrival())
        if not _is_shown(room, turn):
            self._turns.put(entry)
            return
        later = threading.Timer(self.pause, self._turns.put, [entry])
        later.daemon = True
        later.start()

    def _work(self) -> None:
        while not self._is_closed:
            _, _, turn = self._turns.get()
            if turn is None:
                return
            try:
                self._search(turn.seat, turn.room, turn.turn)
            except OutflankError as error:
                _log.warning("match %s: %s", turn.room.name, error)
            except Exception:
                _log.exception("a computer of match %s stumbled", turn.room.name)
            finally:
                turn.room.mark_processed(turn.arrived)

    def _search(self, seat: _ComputerSeat, room: LiveRoom, turn: TurnStarted) -> None:
        cancel = seat.cancel = threading.Event()  # of this search only: the next may come soon
        with room.reading() as match:
            if match.asked != turn:
                return
            position = match.position
        try:
            with self._stand_in(cancel, position, room, turn):
                found = self._found(seat, position, room, turn)
        except EngineError as error:
            if not cancel.is_set():
                self._give_up(room, seat.color, str(error))
            return
        if found is not None and found.move is not None and not cancel.is_set():
            self._move(found.move, room, turn)

    def _found(
        self, seat: _ComputerSeat, position: Position, room: LiveRoom, turn: TurnStarted
    ) -> Analysis | None:
        cancel = seat.cancel
        with self._engines.lend(seat.level) as (engine, is_new):
            if is_new:
                engine.supports(position)  # answered when it has started, which may take seconds
            with room.reading() as match:
                if match.asked != turn:
                    return None
                limit = _limit(match, seat.color, self._registry.now())
            return engine.analyse(position, limit, cancel=cancel)

    def _move(self, move: Move, room: LiveRoom, turn: TurnStarted) -> None:
        """Play a computer's move, which never comes after its deadline by the server's fault."""
        now, due = self._registry.now(), room.deadline
        with contextlib.suppress(*_TOO_LATE):
            room.play(move, turn=turn.seq, at=now if due is None else min(now, due))

    @contextlib.contextmanager
    def _stand_in(
        self, cancel: threading.Event, position: Position, room: LiveRoom, turn: TurnStarted
    ) -> Iterator[None]:
        """Have another move for a computer that is not done when its clock is nearly run down.

        On a busy machine a process may need seconds to start, and that is not the computer's fault.
        """
        if (due := room.deadline) is None:
            yield
            return

        def move() -> None:
            cancel.set()
            with find(_QUICKEST) as engine:
                self._move(engine.choose(position), room, turn)

        left = max(0, due - self._registry.now())
        timer = threading.Timer((left - _reserve(left) / 2) / 1000, move)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def advise(self, position: Position) -> Analysis:
        """Return what each move is worth, soon; an engine of its own thinks while this waits."""
        with self._engines.lend(_ADVISER) as (engine, _):
            return engine.analyse(position, _ADVICE, candidates=len(position.legal_moves))

    def _give_up(self, room: Room, color: Color, note: str) -> None:
        with contextlib.suppress(MatchOver):
            room.adjudicate(color.opponent, Reason.CRASH, note)

    # The oracle

    def answer(self, room: LiveRoom, event: AnswerAwaited) -> None:
        """Let the oracle speak soon."""
        with contextlib.suppress(RuntimeError):  # the server is stopping
            self._answers.submit(self._speak, room, event)

    def _speak(self, room: LiveRoom, event: AnswerAwaited) -> None:
        try:
            reply = self.ask(room.setup, event.turn, self.secret_of(room))
            room.hear(reply.answer, local=reply.local, image_url=reply.image_url, turn=event.seq)
        except OracleError as error:
            with contextlib.suppress(MatchOver):
                room.adjudicate(None, Reason.CRASH, str(error))
        except OutflankError as error:
            _log.info("match %s did not hear the oracle: %s", room.name, error)

    def ask(self, setup: Setup, turn: int, secret: str = "") -> Reply:
        """Ask the oracle of a match what the turn with this number hears."""
        if is_drawn(setup):
            return drawn_reply(setup, turn, secret)
        with self._web_lock:
            if self._web is None:
                self._web = self.ask_web()
        return self._web.ask()

    def close(self) -> None:
        """Stop thinking and speaking."""
        self._is_closed = True
        for _ in self._threads:
            self._turns.put((-1, next(self._numbers), None))
        self._answers.shutdown(wait=False, cancel_futures=True)
        self._engines.close()
        if self._web is not None:
            self._web.close()


class _ComputerSeat:
    """A seat whose turns are handed to the pool."""

    thinking: Analysis | None = None

    def __init__(self, computers: ComputerPool, color: Color, level: str) -> None:
        self._computers = computers
        self.color = color
        self.level = level
        self.cancel = threading.Event()

    def see(self, room: Room, event: Event) -> None:
        """Ask for a search when it is this side's turn, and stop one that is no longer wanted."""
        assert isinstance(room, LiveRoom)
        if isinstance(event, TakenBack | MatchEnded | Paused):
            self.cancel.set()
        elif isinstance(event, TurnStarted | Resumed):
            with room.reading() as match:
                asked, waits = match.asked, match.is_paused
            if isinstance(asked, TurnStarted) and asked.color is self.color and not waits:
                self._computers.think(self, room, asked)

    def close(self) -> None:
        """Stop thinking."""
        self.cancel.set()


class _Turn(NamedTuple):
    """A turn for which a computer is to think."""

    seat: _ComputerSeat
    room: LiveRoom
    turn: TurnStarted
    arrived: int  # when it was asked for, which holds the flag back


class _OracleSeat:
    """The seat of chance, whose answers come from the pool."""

    thinking: Analysis | None = None

    def __init__(self, computers: ComputerPool) -> None:
        self._computers = computers

    def see(self, room: Room, event: Event) -> None:
        """Ask for an answer when one is awaited."""
        if isinstance(event, AnswerAwaited):
            assert isinstance(room, LiveRoom)
            self._computers.answer(room, event)

    def close(self) -> None:
        """Do nothing."""


class _Engines:
    """Engines in processes of their own, kept for the next search and never too many."""

    def __init__(self, searches: int) -> None:
        self._most_idle = searches * 2
        self._idle: OrderedDict[int, tuple[str, Engine]] = OrderedDict()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._is_closed = False

    @contextlib.contextmanager
    def lend(self, level: str) -> Iterator[tuple[Engine, bool]]:
        """Lend the engine of a level, and tell whether its process has only just begun."""
        engine = self._kept(level)
        is_new = engine is None
        engine = engine or find(level, own_process=True)
        try:
            yield engine, is_new
        finally:
            self._give_back(level, engine)

    def _kept(self, level: str) -> Engine | None:
        with self._lock:
            for number, (name, engine) in self._idle.items():
                if name == level:
                    del self._idle[number]
                    return engine
        return None

    def _give_back(self, level: str, engine: Engine) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle[next(self._numbers)] = level, engine
                if len(self._idle) <= self._most_idle:
                    return
                _, (_, engine) = self._idle.popitem(last=False)
        engine.close()

    def close(self) -> None:
        """End every process."""
        with self._lock:
            self._is_closed = True
            engines = [engine for _, engine in self._idle.values()]
            self._idle.clear()
        for engine in engines:
            engine.close()


def _is_computer(player: Player) -> bool:
    return player.seat.startswith("computer:")


def _is_shown(room: LiveRoom, turn: TurnStarted) -> bool:
    """Tell whether two computers play only to be watched, and have time for that."""
    is_hurried = room.deadline is not None and room.deadline - turn.at < _LEISURE
    return (
        room.entry.tournament is None
        and all(map(_is_computer, room.setup.players))
        and not is_hurried
    )


def _reserve(left: int) -> float:
    """Return how many of the milliseconds that are left a computer does not touch."""
    return min(500.0, 0.3 * left)


def _limit(match: Match, color: Color, at: int) -> Limit:
    """Return how long a computer may think from now on; some of its time may have passed."""
    limit = time_for_move(match.clock, color, at, empties=match.position.board.empties)
    if (deadline := match.clock.deadline) is not None:
        left = max(deadline - at, 10)
        limit = limit.tightened(Limit(seconds=(left - _reserve(left)) / 1000))
    return limit if limit.seconds is not None else Limit(seconds=_LONGEST)


def require_level(level: str, position: Position) -> None:
    """Refuse a level that does not exist or does not play such a game."""
    try:
        engine = find(level)
    except UnknownName:
        most = len(levels())
        problem = f"there is no computer of level {level}; levels go from 1 to {most}"
        raise EngineError(problem) from None
    if not engine.supports(position):
        raise EngineError(f"{engine.name} does not play {position.variant.name} on this board")

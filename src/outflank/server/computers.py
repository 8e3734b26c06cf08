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
from outflank.engine.registry import find
from outflank.errors import Busy, EngineError, MatchOver, MatchPaused, OracleError, OutflankError
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
from outflank.play.oracle import Oracle, Reply
from outflank.play.room import Room, Seat
from outflank.play.seats import time_for_move
from outflank.play.setup import Player, Setup
from outflank.rules import Color, Position, Reason
from outflank.server.drawn_oracle import drawn_reply, is_drawn
from outflank.server.hall import Hall
from outflank.server.live_room import LiveRoom

__all__ = ["Desk", "require_level"]

# How many matches against its computers the server takes for each that may think at once.
_MATCHES_PER_SEARCH = 64
# A computer without a clock thinks no longer than this on the server.
_LONGEST = 10.0
# Who tells a person what their moves are worth, and how much may be spent on that.
_ADVISER = "16"
_ADVICE = Limit(seconds=0.5, nodes=60_000)

_log = logging.getLogger(__name__)


class Desk:
    """Where matches get the moves of the server's computers and the answers of its oracle."""

    def __init__(self, hall: Hall, searches: int, ask_web: Callable[[], Oracle]) -> None:
        self._hall = hall
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

    def require_room(self) -> None:
        """Refuse another match with a computer when there are as many as can be served."""
        matches = sum(any(map(_is_computer, room.setup.players)) for room in self._hall.running())
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
        """Let a computer think as soon as one may; the one with the least time comes first."""
        due = room.due
        urgency = due if due is not None else turn.at + 60_000
        self._turns.put((urgency, next(self._numbers), _Turn(seat, room, turn)))

    def _work(self) -> None:
        while not self._is_closed:
            _, _, turn = self._turns.get()
            if turn is None:
                return
            try:
                self._search(*turn)
            except OutflankError as error:
                _log.warning("match %s: %s", turn.room.name, error)
            except Exception:
                _log.exception("a computer of match %s stumbled", turn.room.name)

    def _search(self, seat: _ComputerSeat, room: LiveRoom, turn: TurnStarted) -> None:
        with room.reading() as match:
            if match.asked != turn:
                return
            position, limit = match.position, _limit(match, seat.color, turn.at)
        seat.cancel.clear()
        try:
            with self._engines.lend(seat.level) as engine:
                found = engine.analyse(position, limit, cancel=seat.cancel)
        except EngineError as error:
            if not seat.cancel.is_set():
                self._give_up(room, seat.color, str(error))
            return
        if found.move is not None and not seat.cancel.is_set():
            with contextlib.suppress(MatchOver, MatchPaused):
                room.play(found.move, turn=turn.seq)

    def advise(self, position: Position) -> Analysis:
        """Return what each move is worth, soon; an engine of its own thinks while this waits."""
        with self._engines.lend(_ADVISER) as engine:
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
    """A seat whose turns are handed to the desk."""

    thinking: Analysis | None = None

    def __init__(self, desk: Desk, color: Color, level: str) -> None:
        self._desk = desk
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
                self._desk.think(self, room, asked)

    def close(self) -> None:
        """Stop thinking."""
        self.cancel.set()


class _Turn(NamedTuple):
    """A turn for which a computer is to think."""

    seat: _ComputerSeat
    room: LiveRoom
    turn: TurnStarted


class _OracleSeat:
    """The seat of chance, whose answers come from the desk."""

    thinking: Analysis | None = None

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def see(self, room: Room, event: Event) -> None:
        """Ask for an answer when one is awaited."""
        if isinstance(event, AnswerAwaited):
            assert isinstance(room, LiveRoom)
            self._desk.answer(room, event)

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
    def lend(self, level: str) -> Iterator[Engine]:
        """Lend the engine of a level."""
        engine = self._take(level)
        try:
            yield engine
        finally:
            self._give_back(level, engine)

    def _take(self, level: str) -> Engine:
        with self._lock:
            for number, (name, engine) in self._idle.items():
                if name == level:
                    del self._idle[number]
                    return engine
        return find(level, own_process=True)

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


def _limit(match: Match, color: Color, at: int) -> Limit:
    limit = time_for_move(match.clock, color, at, empties=match.position.board.empties)
    return limit if limit.seconds is not None else Limit(seconds=_LONGEST)


def require_level(level: str, position: Position) -> None:
    """Refuse a level that does not exist or does not play such a game."""
    engine = find(level)
    if not engine.supports(position):
        raise EngineError(f"{engine.name} does not play {position.variant.name} on this board")

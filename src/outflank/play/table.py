"""A table: what local faces put around a room: seats, autosave, another round, hints."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from outflank.engine import Analysis, Engine, find
from outflank.errors import JournalError, OutflankError
from outflank.play.events import AnswerHeard, Event, MatchEnded, MovePlayed
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.options import GameOptions
from outflank.play.oracle import Oracle
from outflank.play.oracles import oracle_from
from outflank.play.room import Room, Seat
from outflank.play.seats import EngineSeat, HumanSeat, OracleSeat
from outflank.play.settings import data_folder
from outflank.play.tally import Tally
from outflank.rules import PASS, Color, Position, find_variant

__all__ = ["Table", "autosaves", "keep"]

HINT_ENGINE = "14"  # the weaker levels choose softly, which is no advice


def autosaves(folder: Path | None = None) -> FileJournal:
    """Return the journal in which every local match is kept."""
    return FileJournal((folder or data_folder()) / "matches")


def keep(events: Sequence[Event], journal: FileJournal) -> str:
    """Put a recorded match among the autosaves, under a name of its own, and return the name."""
    name = _new_name()
    journal.append(name, 0, events)
    return name


def _new_name() -> str:
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


class Table:
    """Two chairs, a board, and everything that happens around them by itself.

    Every event is on disk before anybody sees it, so a closed terminal or a crash loses
    nothing: `Table.resume` goes on.
    """

    def __init__(
        self, options: GameOptions, journal: FileJournal | None = None, *, resume: str | None = None
    ) -> None:
        self.options = options
        self._earlier = Tally()
        self._journal = journal or autosaves()
        self._chance = options.dice()
        self._hints: Engine | None = None
        self._hint_lock = threading.Lock()
        self.room = self._reopened(resume) if resume else self._opened()

    @classmethod
    def resume(cls, journal: FileJournal | None = None, name: str | None = None) -> Table:
        """Go on with a kept match: the named one, or the newest that is not over."""
        journal = journal or autosaves()
        name = name or _newest_unfinished(journal)
        setup = Room.reopen(name, journal, now=lambda: 0).setup
        return cls(GameOptions.of(setup), journal, resume=name)

    def new_game(self, options: GameOptions | None = None) -> Room:
        """Leave the present game and begin another; other players begin a new tally."""
        options = options or self.options
        same = (options.player1, options.player2) == (self.options.player1, self.options.player2)
        room, tally = self.room, self.tally
        self.options = options
        self.room = self._opened()
        room.close()
        self._earlier = tally if same else Tally()
        return self.room

    def take_up(self, events: Sequence[Event]) -> Room:
        """Leave the present game and go on with a copy of a recorded one."""
        setup = Match.restore(events).setup
        room = self.room
        self.options = GameOptions.of(setup)
        self.room = self._reopened(keep(events, self._journal))
        room.close()
        self._earlier = Tally()
        return self.room

    @property
    def tally(self) -> Tally:
        """The wins so far, the present game included once it is over."""
        outcome = self.room.view().outcome
        return self._earlier.after(outcome, self.room.setup) if outcome else self._earlier

    def rematch(self) -> Room:
        """Play another round; who begins is drawn again if it was drawn before."""
        return self.new_game()

    @property
    def people(self) -> tuple[Color, ...]:
        """The sides that people play."""
        setup = self.room.setup
        return tuple(color for color in Color if setup.player(color).seat == "human")

    def take_back(self) -> None:
        """Take back the last move that a person at this table made."""
        self.room.take_back(self._last_person())

    def redo(self) -> None:
        """Play again what was taken back last."""
        self.room.redo(self.room.view().position.turn)  # whose move went back first

    def _last_person(self) -> Color:
        """Return the person who moved last; with one person it is always that one."""
        game = self.room.view().game
        movers = [ply.color for ply in reversed(game.plies) if ply.move is not PASS]
        candidates = (color for color in movers if color in self.people)
        return next(candidates, (*self.people, game.position.turn)[0])

    def close(self) -> None:
        """Send everybody home."""
        self.room.close()
        if self._hints is not None:
            self._hints.close()

    def hint(
        self,
        position: Position,
        show: Callable[[Analysis], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Analysis:
        """Analyse a position for a person, with a score for every move.

        It takes a while; a face that must not wait calls this on another thread.
        """
        with self._hint_lock:
            if self._hints is None:
                self._hints = find(HINT_ENGINE, own_process=True)
        squares = position.size * position.size
        return self._hints.analyse(position, candidates=squares, cancel=cancel, on_progress=show)

    # Rooms

    def _opened(self) -> Room:
        oracle = self._oracle()
        setup = self.options.setup(oracle.odds if oracle else None, self._chance)
        return self._seated(Room.open(_new_name(), setup, self._journal, now=_timer(0)), oracle)

    def _reopened(self, name: str) -> Room:
        events = self._journal.load(name)
        # The time that the game lay untouched belongs to nobody.
        now = _timer(events[-1].at if events else 0)
        room = Room(name, Match.restore(events), self._journal, now=now)
        if room.view().is_paused:
            room.resume()  # whoever comes back wants to play
        try:
            oracle = self._oracle()
        except OutflankError:
            # The file of answers is gone; the game is worth more than its script.
            oracle = oracle_from("local", self.options.seed)
        if oracle is not None:
            heard = sum(isinstance(one, AnswerHeard) and not one.repeated for one in room.events)
            oracle.skip(heard)
        return self._seated(room, oracle)

    def _oracle(self) -> Oracle | None:
        if not find_variant(self.options.variant).answers:
            return None
        return oracle_from(self.options.oracle, self.options.seed)

    def _seated(self, room: Room, oracle: Oracle | None) -> Room:
        seats: list[Seat] = [self._seat(room, color) for color in Color]
        if oracle is not None:
            seats.append(OracleSeat(oracle))
        room.seat(seats)
        return room

    def _seat(self, room: Room, color: Color) -> Seat:
        kind, _, which = room.setup.player(color).seat.partition(":")
        if kind == "human":
            return HumanSeat()
        seed = None if self.options.seed is None else self.options.seed + room.setup.number(color)
        engine = find(which, seed=seed, own_process=True)
        return EngineSeat(color, engine, delay=self.options.delay)


def _newest_unfinished(journal: FileJournal) -> str:
    empty = None
    for name in journal.matches():
        try:
            events = journal.load(name)
        except JournalError:
            continue
        if events and not isinstance(events[-1], MatchEnded):
            if any(isinstance(event, MovePlayed) for event in events):
                return name
            empty = empty or name  # a game nobody has moved in is worth less than an older one
    if empty is not None:
        return empty
    raise JournalError(f"there is no unfinished game to resume in {journal.folder}")


def _timer(start: int) -> Callable[[], int]:
    """Return a clock in milliseconds that begins at a value and never runs backwards."""
    began = time.monotonic_ns()
    return lambda: start + (time.monotonic_ns() - began) // 1_000_000

"""A table: what local faces put around a room: seats, autosave, another round, hints."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Sequence

from outflank.engine import Analysis, Engine, find
from outflank.errors import OutflankError
from outflank.play.events import AnswerHeard, Event
from outflank.play.hold import Hold
from outflank.play.journal import FileJournal
from outflank.play.kept import Circumstances, Kept, autosaves, new_name
from outflank.play.match import Match
from outflank.play.options import GameOptions
from outflank.play.oracle import Oracle
from outflank.play.oracles import oracle_from
from outflank.play.room import Room, Seat
from outflank.play.seats import EngineSeat, HumanSeat, OracleSeat
from outflank.play.tally import Tally
from outflank.rules import PASS, Color, Position, find_variant

__all__ = ["Table"]

HINT_ENGINE = "14"  # the weaker levels choose softly, which is no advice


class Table:
    """Two chairs, a board, and everything that happens around them by itself.

    Every event is on disk before anybody sees it, so a closed terminal or a crash loses
    nothing: `Table.resume` goes on.
    """

    def __init__(
        self, options: GameOptions, journal: FileJournal | None = None, *, kept: Kept | None = None
    ) -> None:
        self.options = options
        self._journal = journal or autosaves()
        self._hints: Engine | None = None
        self._hint_lock = threading.Lock()
        known = kept.circumstances if kept else Circumstances()
        self._earlier = known.tally
        self._lots = known.lots
        self._chance = options.dice(known.lots)
        if kept is None:
            self.room, self._hold = self._opened(options, self._earlier)
        else:
            self.room, self._hold = self._reopened(kept, options), kept.hold

    @classmethod
    def resume(
        cls,
        journal: FileJournal | None = None,
        name: str | None = None,
        *,
        adapt: Callable[[GameOptions], GameOptions] | None = None,
    ) -> Table:
        """Go on with a kept match: the named one, or the newest that is not over nor open.

        `adapt` may change what the match does not fix, such as the delay.
        """
        journal = journal or autosaves()
        kept = Kept.newest(journal) if name is None else Kept.open(journal, name)
        return cls(adapt(kept.options) if adapt else kept.options, journal, kept=kept)

    def new_game(self, options: GameOptions | None = None) -> Room:
        """Leave the present game and begin another; other players begin a new tally."""
        options = options or self.options
        same = (options.player1, options.player2) == (self.options.player1, self.options.player2)
        if options.seed != self.options.seed:
            self._chance, self._lots = options.dice(), 0
        tally = self.tally if same else Tally()
        return self._change_to(options, *self._opened(options, tally), tally)

    def take_up(self, events: Sequence[Event]) -> Room:
        """Leave the present game and go on with a copy of a recorded one."""
        match = Match.restore(events)
        options = dataclasses.replace(
            GameOptions.of(match.setup), delay=self.options.delay, seed=self.options.seed
        )
        name, known = new_name(), self._circumstances(options, Tally())
        known.describe(name, self._journal)
        self._journal.append(name, 0, events)
        kept = Kept(name, match, known, self._journal.hold(name))
        return self._change_to(options, self._reopened(kept, options), kept.hold, Tally())

    def _change_to(self, options: GameOptions, room: Room, hold: Hold, earlier: Tally) -> Room:
        """Leave the present game for another that is ready."""
        left, left_hold = self.room, self._hold
        self.options, self.room, self._hold, self._earlier = options, room, hold, earlier
        left.close()
        left_hold.release()
        return room

    @property
    def tally(self) -> Tally:
        """The wins so far, the present game included once it is over."""
        outcome = self.room.view().outcome
        return self._earlier.after(outcome, self.room.setup) if outcome else self._earlier

    def rematch(self) -> Room:
        """Play another round from where this one began; a lot that drew the sides falls again."""
        tally, start = self.tally, self.room.setup.start
        return self._change_to(self.options, *self._opened(self.options, tally, start), tally)

    @property
    def people(self) -> tuple[Color, ...]:
        """The sides that people play."""
        setup = self.room.setup
        return tuple(color for color in Color if setup.player(color).is_person)

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
        self._hold.release()
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

    def _opened(
        self, options: GameOptions, earlier: Tally, start: Position | None = None
    ) -> tuple[Room, Hold]:
        oracle = _oracle_of(options)
        setup = options.setup(oracle.odds if oracle else None, self._chance)
        if start is not None:
            setup = dataclasses.replace(
                setup, start=dataclasses.replace(start, variant=setup.variant)
            )
        self._lots += setup.by_lot
        name = new_name()
        self._circumstances(options, earlier).describe(name, self._journal)
        room = Room.open(name, setup, self._journal, now=_timer(0))
        hold = self._journal.hold(name)
        return _seated(room, options, oracle), hold

    def _reopened(self, kept: Kept, options: GameOptions) -> Room:
        events = kept.match.events
        # The time that the game lay untouched belongs to nobody.
        room = Room(kept.name, kept.match, self._journal, now=_timer(events[-1].at))
        if kept.match.is_paused:
            room.resume()  # whoever comes back wants to play
        try:
            oracle = _oracle_of(options)
        except OutflankError:
            # The file of answers is gone; the game is worth more than its script.
            oracle = oracle_from("local", options.seed)
        if oracle is not None:
            oracle.skip(sum(isinstance(one, AnswerHeard) and not one.repeated for one in events))
        return _seated(room, options, oracle)

    def _circumstances(self, options: GameOptions, earlier: Tally) -> Circumstances:
        return Circumstances(float(options.delay), options.seed, self._lots, earlier)


def _oracle_of(options: GameOptions) -> Oracle | None:
    if not find_variant(options.variant).answers:
        return None
    return oracle_from(options.oracle, options.seed)


def _seated(room: Room, options: GameOptions, oracle: Oracle | None) -> Room:
    """Let everybody sit down who plays or speaks."""
    seats: list[Seat] = [_seat(room, color, options) for color in Color]
    if oracle is not None:
        seats.append(OracleSeat(oracle))
    room.seat(seats)
    return room


def _seat(room: Room, color: Color, options: GameOptions) -> Seat:
    player = room.setup.player(color)
    if player.is_person:
        return HumanSeat()
    which = player.seat.partition(":")[2]
    seed = None if options.seed is None else options.seed + room.setup.number(color)
    return EngineSeat(color, find(which, seed=seed, own_process=True), delay=options.delay)


def _timer(start: int) -> Callable[[], int]:
    """Return a clock in milliseconds that begins at a value and never runs backwards."""
    began = time.monotonic_ns()
    return lambda: start + (time.monotonic_ns() - began) // 1_000_000

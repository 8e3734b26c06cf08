"""A local game: a room with its seats, autosave, rematches and hints, for faces on this machine."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from outflank.engine import Analysis, Engine, open_engine
from outflank.engine.advice import AdvisingEngine
from outflank.errors import JournalError, OutflankError
from outflank.faces.local.autosave import (
    Autosave,
    AutosaveHeader,
    TolerantJournal,
    autosave_journal,
    new_match_name,
)
from outflank.faces.local.options import UNLIMITED, GameOptions
from outflank.play.events import AnswerHeard, Event
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.next_level import next_level
from outflank.play.oracles import Oracle, oracle_from
from outflank.play.room import Room, Seat
from outflank.play.seats import EngineSeat, OracleSeat
from outflank.play.setup import Origin, Scoring, SeriesScore
from outflank.play.signals import KeptSignal
from outflank.play.what_if import position_after
from outflank.priority import lower_thread_priority
from outflank.rules import PASS, Color, Position, find_variant
from outflank.texts import Text, say

__all__ = ["LocalGame"]


class _SeatedRoom(NamedTuple):
    """A room with its seats taken, and the seats of its computers."""

    room: Room
    computers: Sequence[EngineSeat]


class _Beginning(NamedTuple):
    """Where a match begins that does not begin as usual."""

    start: Position
    origin: Origin | None = None
    heard: int = 0  # turns that an oracle has answered before it


class LocalGame:
    """A room on this machine with its seats, its autosave, hints and the series score.

    Every event is on disk before anybody sees it, so a closed terminal or a crash loses nothing:
    `LocalGame.resume` continues the match. If the disk cannot be written, the game goes on and a
    notice says so. `notices` sends each sentence for the user, on any thread, and past sentences
    to new listeners; a listener must not call the room.
    """

    def __init__(
        self,
        options: GameOptions,
        journal: FileJournal | None = None,
        *,
        autosave: Autosave | None = None,
    ) -> None:
        self.options: GameOptions = options
        self._files = journal or autosave_journal()
        self.notices: KeptSignal[str] = KeptSignal()
        self._journal = TolerantJournal(self._files, self.notices.send)
        self._hints: Engine | None = None
        self._hint_lock = threading.Lock()
        header = autosave.header if autosave else AutosaveHeader()
        self.earlier_score: SeriesScore = header.tally  # the series score before this match
        self._lost_before = 0  # matches in a row that the only person has just lost
        self._lots = header.lots
        self._heard = header.heard
        self._chance = options.random_source(header.lots)
        if autosave is None:
            room, self._computers = self._open(options, self.earlier_score)
        else:
            self._journal.hold(autosave)
            room, self._computers = self._reopen(autosave.name, autosave.match, options)
        self.room: Room = room

    @classmethod
    def resume(
        cls,
        journal: FileJournal | None = None,
        name: str | None = None,
        *,
        adapt: Callable[[GameOptions], GameOptions] | None = None,
    ) -> LocalGame:
        """Resume the autosaved match with this name, or the newest that is neither over nor open.

        `adapt` may change options that do not belong to the match, such as the delay.
        """
        journal = journal or autosave_journal()
        saved = Autosave.newest(journal) if name is None else Autosave.open(journal, name)
        return cls(adapt(saved.options) if adapt else saved.options, journal, autosave=saved)

    def new_game(self, options: GameOptions | None = None) -> Room:
        """Close the current match and start another; other players start a new series."""
        options = options or self.options
        same = (options.player1, options.player2) == (self.options.player1, self.options.player2)
        if options.seed != self.options.seed:
            self._chance, self._lots = options.random_source(), 0
        score = self.series_score if same else SeriesScore()
        return self._change_to(options, self._open(options, score), score)

    def continue_from(self, events: Sequence[Event]) -> Room:
        """Close the current match and continue from a copy of a recorded one."""
        match = Match.restore(events)
        options = dataclasses.replace(
            GameOptions.of(match.setup), delay=self.options.delay, seed=self.options.seed
        )
        name = new_match_name()
        self._header(options, SeriesScore()).write(name, self._files)
        self._journal.append(name, 0, events)
        return self._change_to(options, self._reopen(name, match, options), SeriesScore())

    def _change_to(
        self, options: GameOptions, seated: _SeatedRoom, score: SeriesScore, heard: int = 0
    ) -> Room:
        """Replace the current room by another that is ready."""
        left = self.room
        same = (options.player1, options.player2) == (self.options.player1, self.options.player2)
        self._lost_before = self._lost_in_a_row if same else 0
        self.options = options
        self.earlier_score = score
        self._heard = heard
        self.room, self._computers = seated
        left.close()
        self._journal.release(left.name)
        return self.room

    # What if

    def play_on(self, options: GameOptions, ply: int) -> Room:
        """Leave the match as it is, and play another one from its position after some turns."""
        if not self.is_saved:
            raise JournalError(Text("errors.local.cannot_leave_unsaved"))
        left = self.room
        start, number = position_after(left.view().game, ply)
        heard = self._heard + ply + (start.answer is not None)
        beginning = _Beginning(start, Origin(left.name, ply, number), heard)
        opened = self._open(options, SeriesScore(), beginning)
        return self._change_to(options, opened, SeriesScore(), heard)

    def return_to_origin(self) -> Room:
        """Leave a what-if match as it is, and open the match again that it comes from."""
        origin = self.room.setup.origin
        if origin is None or origin.match not in self._files.matches():
            raise JournalError(Text("errors.local.origin_gone"))
        saved = Autosave.open(self._files, origin.match)
        with contextlib.suppress(OSError):
            self._files.path(saved.name).touch()  # so that it is the one to resume
        self._journal.hold(saved)
        options, header = saved.options, saved.header
        self._chance, self._lots = options.random_source(header.lots), header.lots
        opened = self._reopen(saved.name, saved.match, options)
        return self._change_to(options, opened, header.tally, header.heard)

    @property
    def series_score(self) -> SeriesScore:
        """The wins so far, including the current match once it is over."""
        outcome = self.room.outcome
        earlier = self.earlier_score
        return earlier.after(outcome, self.room.setup) if outcome else earlier

    def rematch(self) -> Room:
        """Play another match from the same start; draw again who begins if that was by lot."""
        score, setup, heard = self.series_score, self.room.setup, self._heard
        beginning = _Beginning(setup.start, setup.origin, heard)
        opened = self._open(self.options, score, beginning)
        return self._change_to(self.options, opened, score, heard)

    @property
    def level_advice(self) -> str:
        """A sentence on the level to try next, once the match is over; empty to stay."""
        outcome, level = self.room.outcome, self.options.level
        if outcome is None or level is None:
            return ""
        advised = next_level(level, outcome, self.people[0], self._lost_in_a_row)
        if advised is None:
            return ""
        word = "harder" if advised > level else "easier"
        return say(f"local.game.next_level.{word}", level=advised)

    @property
    def _lost_in_a_row(self) -> int:
        outcome, people = self.room.outcome, self.people
        if outcome is None or len(people) != 1:
            return self._lost_before
        if outcome.winner is people[0].opponent:
            return self._lost_before + 1
        return 0 if outcome.winner or outcome.is_draw else self._lost_before

    @property
    def people(self) -> tuple[Color, ...]:
        """The sides that people play."""
        setup = self.room.setup
        return tuple(color for color in Color if setup.player(color).is_person)

    @property
    def is_saved(self) -> bool:
        """Whether everything that happened in the match is saved."""
        return self._journal.is_saved(self.room.name)

    @property
    def save_problem(self) -> str:
        """Why the game cannot be saved now; empty if it can."""
        return self._journal.problem

    def describe_save(self, command: str) -> str:
        """Return what is saved, to show when the face closes; `command` opens that face."""
        if not self.is_saved:
            if self._journal.is_begun(self.room.name):
                return say("local.game.saving.last_moves_lost")
            return say("local.game.saving.game_lost")
        if self.room.outcome is not None:
            return ""
        resume = f"outflank {command} --resume"
        return say("local.game.saving.saved_as_resumable", command=resume)

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is searching for its move."""
        return any(computer.is_thinking for computer in self._computers)

    @property
    def is_thinking_until_told(self) -> bool:
        """Whether a computer is searching without a limit, so that only `move_now` stops it."""
        setup = self.room.setup
        which = setup.player(self.room.position.turn).seat.partition(":")[2]
        return self.is_thinking and which == UNLIMITED and setup.clock.is_none

    def move_now(self) -> None:
        """Let the computer that is thinking play the best move it has found so far."""
        for computer in self._computers:
            computer.move_now()

    def take_back(self) -> None:
        """Take back the last move that a person made."""
        self.room.take_back(self._last_person())

    def redo(self) -> None:
        """Redo the move that was taken back last."""
        self.room.redo(self.room.position.turn)  # the side whose move it was

    def _last_person(self) -> Color:
        """Return the person who moved last, or the only person."""
        game = self.room.view().game
        movers = [ply.color for ply in reversed(game.plies) if ply.move is not PASS]
        candidates = (color for color in movers if color in self.people)
        return next(candidates, (*self.people, game.position.turn)[0])

    def close(self) -> None:
        """Close the room and the hint engine, and release the autosave."""
        self.room.close()
        self._journal.release(self.room.name)
        if self._hints is not None:
            self._hints.close()

    def hint(
        self,
        position: Position,
        show: Callable[[Analysis], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Analysis:
        """Analyse a position for a person, with a score for every move; exact if that is quick.

        This takes up to about a second, so a face calls it on another thread.
        """
        lower_thread_priority()
        with self._hint_lock:
            if self._hints is None:
                self._hints = _hint_engine()
        from outflank.analysis.disc_count import counted_on_board  # slow to import

        counts_empties = self.room.setup.scoring is Scoring.FULL

        def as_agreed(found: Analysis) -> Analysis:
            return found if counts_empties else counted_on_board(found, position)

        found = self._hints.analyse(
            position,
            candidates=position.size * position.size,
            cancel=cancel,
            on_progress=None if show is None else lambda known: show(as_agreed(known)),
        )
        return as_agreed(found)

    # Rooms

    def _open(
        self, options: GameOptions, score: SeriesScore, beginning: _Beginning | None = None
    ) -> _SeatedRoom:
        oracle = _oracle_of(options)
        setup = options.setup(oracle.odds if oracle else None, self._chance)
        heard = 0
        if beginning is not None:
            start = dataclasses.replace(beginning.start, variant=setup.variant)
            setup = dataclasses.replace(setup, start=start, origin=beginning.origin)
            heard = beginning.heard
        if oracle is not None:
            oracle.skip(heard)
        self._lots += setup.by_lot
        name = new_match_name()
        self._header(options, score, heard).write(name, self._files)
        room = Room.open(name, setup, self._journal, now=_timer(0))
        return _with_seats(room, options, oracle)

    def _reopen(self, name: str, match: Match, options: GameOptions) -> _SeatedRoom:
        events = match.events
        # The time between closing and resuming counts for neither side.
        room = Room(name, match, self._journal, now=_timer(events[-1].at))
        if match.is_paused:
            room.resume()  # a resumed game goes on at once
        try:
            oracle = _oracle_of(options)
        except OutflankError:
            # The file of answers cannot be read; continue with local answers.
            oracle = oracle_from("local", options.seed)
        if oracle is not None:
            heard = sum(isinstance(one, AnswerHeard) and not one.repeated for one in events)
            oracle.skip(AutosaveHeader.of(name, self._files).heard + heard)
        return _with_seats(room, options, oracle)

    def _header(self, options: GameOptions, score: SeriesScore, heard: int = 0) -> AutosaveHeader:
        return AutosaveHeader(float(options.delay), options.seed, self._lots, score, heard)


def _oracle_of(options: GameOptions) -> Oracle | None:
    if not find_variant(options.variant).answers:
        return None
    return oracle_from(options.oracle, options.seed)


def _with_seats(room: Room, options: GameOptions, oracle: Oracle | None) -> _SeatedRoom:
    """Give the players and the oracle their seats."""
    computers = [
        _computer(room, color, options) for color in Color if not room.setup.player(color).is_person
    ]
    seats: list[Seat] = [*computers]
    if oracle is not None:
        seats.append(OracleSeat(oracle))
    room.seat(seats)
    return _SeatedRoom(room, computers)


def _computer(room: Room, color: Color, options: GameOptions) -> EngineSeat:
    which = room.setup.player(color).seat.partition(":")[2]
    seed = None if options.seed is None else options.seed + room.setup.number(color)
    return EngineSeat(
        color, open_engine(which, seed=seed, own_process="if in Python"), delay=options.delay
    )


def _hint_engine() -> Engine:
    engine = AdvisingEngine()
    if engine.is_native:
        return engine
    from outflank.engine.process import ProcessEngine

    return ProcessEngine(AdvisingEngine, name="the computer")


def _timer(start: int) -> Callable[[], int]:
    """Return a clock in milliseconds that starts at a value and never runs backwards."""
    began = time.monotonic_ns()
    return lambda: start + (time.monotonic_ns() - began) // 1_000_000

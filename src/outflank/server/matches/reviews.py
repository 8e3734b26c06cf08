"""Reviews of finished matches: made once by a few engines in the background, and kept."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from outflank.analysis import (
    GameReview,
    GivenMoveValue,
    ReviewedGame,
    review,
    review_engine,
    review_from_values,
)
from outflank.analysis.review_rules import RULES
from outflank.engine import Engine, Limit
from outflank.errors import MatchRunning, OutflankError, StoreUnavailable
from outflank.play.record import record
from outflank.rules import Game
from outflank.server.capacity import CapacityLimit, Slot
from outflank.server.matches.live_room import LiveRoom
from outflank.store.database import Transaction
from outflank.store.reading.row_reading import DamagedRow, reading_row
from outflank.store.review_store import ReviewStore, StoredReview
from outflank.texts import Text, say

__all__ = ["GameReviews", "ReviewState", "UseReview", "is_provisional"]

# Given a match, its new review, the engine that made it and what cancels further searches, returns
# what is stored together with the review.
UseReview: TypeAlias = Callable[
    [str, ReviewedGame, Engine, threading.Event], Callable[[Transaction], None]
]

_BRIEF: Final = RULES.brief  # once its seconds are spent, the first moves get this little
_MOST_AT_ONCE: Final = 24  # that wait or are made
_MOST_OF_KEY: Final = 3
_MOST_OF_ADDRESS: Final = 8
_IDLE: Final = 30.0  # seconds after which an engine without work ends
_FAILURES: Final = 64  # of which the reason is remembered
_PATIENCE: Final = 5.0  # seconds to wait for searches that were told to stop

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The progress of a review: `done` of `total` plies are reviewed, `ahead` others come first."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    ahead: int = 0
    problem: str = ""
    review: StoredReview | None = None


class GameReviews:
    """Makes reviews one after another, each once, and only of matches that are over."""

    def __init__(
        self,
        store: ReviewStore,
        now: Callable[[], int],
        *,
        engines: int,
        seconds: float = _BRIEF.after_seconds,
        open_engine: Callable[[], Engine] = lambda: review_engine(own_process=True),
        use: UseReview = lambda *_: lambda _: None,
    ) -> None:
        self._store = store
        self._now = now
        self._most_engines = engines
        self._seconds = seconds
        self._open_engine = open_engine
        self._use = use
        self._slots = CapacityLimit(
            "reviews", _MOST_AT_ONCE, per_key=_MOST_OF_KEY, per_address=_MOST_OF_ADDRESS
        )
        self._changed = threading.Condition()
        self._jobs: dict[str, _Job] = {}  # that wait or are made, by their matches
        self._waiting: deque[_Job] = deque()
        self._failures: OrderedDict[str, str] = OrderedDict()
        self._threads: list[threading.Thread] = []
        self._idle = 0  # threads that wait for work
        self._is_closed = False
        self._closing = threading.Event()

    def state(self, room: LiveRoom) -> ReviewState:
        """Return the progress of the review of a match, which must be over."""
        _require_over(room)
        with self._changed:
            if (job := self._jobs.get(room.name)) is not None:
                return self._progress(job)
        problem = self._failures.get(room.name)
        try:
            if (kept := self._kept(room.name)) is not None:
                return ReviewState("done", review=kept)
        except DamagedRow as error:  # one that is asked for takes its place
            problem = problem or str(error)
        return ReviewState("none") if problem is None else ReviewState("failed", problem=problem)

    def kept(self, room: LiveRoom) -> StoredReview | None:
        """Return the review of a match that is stored, unless it is damaged."""
        with contextlib.suppress(DamagedRow):
            return self._kept(room.name)
        return None

    def _kept(self, match: str) -> StoredReview | None:
        if (kept := self._store.get(match)) is not None:
            with reading_row("review", match):
                ReviewedGame.from_dict(kept.data)
        return kept

    def request(self, room: LiveRoom, key: str = "", address: str = "") -> ReviewState:
        """Have a match reviewed, unless it has been reviewed or is being reviewed here.

        A review from a browser's values, which nobody has checked, is replaced by the server's own,
        and so is one of an earlier version, which did not solve as many positions.
        Busy is raised if too many reviews already wait, in all or for this caller.
        """
        known = self.state(room)
        if known.status not in ("none", "failed") and not (
            known.review and is_provisional(known.review)
        ):
            return known
        with room.reading() as match:
            game = record(match)
        with self._changed:
            if room.name not in self._jobs:
                slot = self._slots.acquire(key, address)
                job = _Job(room.name, game, sum(1 for _ in game.mainline()), slot)
                self._jobs[room.name] = job
                self._failures.pop(room.name, None)
                self._waiting.append(job)
                self._wake_or_start_thread()
            return self._progress(self._jobs[room.name])

    def take_values(
        self, room: LiveRoom, values: Sequence[GivenMoveValue], *, sender: int | None
    ) -> ReviewState:
        """Return the review of a match from values that a browser computed.

        It is kept if a player of the match sent them, unless there is a review already, which is
        returned then, or one is being made here.
        """
        _require_over(room)
        is_player = sender is not None and bool(room.colors_of(sender))
        with self._changed:
            keep = is_player and room.name not in self._jobs
        with room.reading() as match:
            game = record(match)
        found = ReviewedGame.of(1, game, review_from_values(game, values))
        made = StoredReview(room.name, "browser", self._now(), found.to_dict())
        if keep and not self._store.keep(made):
            return self.state(room)
        return ReviewState("done", review=made)

    def close(self) -> None:
        """Stop; unfinished reviews must be requested again."""
        with self._changed:
            self._is_closed = True
            self._closing.set()
            self._waiting.clear()
            for job in self._jobs.values():
                job.cancel.set()
            self._changed.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join(_PATIENCE)

    # Internals

    def _progress(self, job: _Job) -> ReviewState:
        if job in self._waiting:
            return ReviewState("waiting", 0, job.total, self._waiting.index(job))
        return ReviewState("running", job.done, job.total)

    def _wake_or_start_thread(self) -> None:
        """Wake a thread for a new job, or start one if there may be more."""
        if self._idle:
            self._changed.notify()
        elif len(self._threads) < self._most_engines and not self._is_closed:
            thread = threading.Thread(target=self._work, name="review", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        engine: Engine | None = None
        try:
            while (job := self._next()) is not None:
                try:
                    engine = engine or self._open_engine()
                    self._make(job, engine)
                except Exception as error:
                    self._fail(job, error)
                    _close(engine)
                    engine = None  # the next game gets another
                finally:
                    with self._changed:
                        self._jobs.pop(job.match, None)
                    job.slot.release()
        finally:
            _close(engine)

    def _next(self) -> _Job | None:
        """Wait for a job; None ends the thread."""
        with self._changed:
            self._idle += 1
            found = self._changed.wait_for(lambda: self._waiting or self._is_closed, _IDLE)
            self._idle -= 1
            if not found or self._is_closed:
                self._threads.remove(threading.current_thread())
                return None
            return self._waiting.popleft()

    def _make(self, job: _Job, engine: Engine) -> None:
        engine.new_game()
        timer = threading.Timer(self._seconds, job.cancel.set)
        timer.daemon = True
        timer.start()
        try:
            found = review(job.game, engine, cancel=job.cancel, on_progress=job.note)
        finally:
            timer.cancel()
        if not found.is_complete and not self._is_closed:
            found = _completed(job.game, engine, found, self._closing)
        if found.is_complete and not self._is_closed:
            reviewed = ReviewedGame.of(1, job.game, found)
            also = self._use(job.match, reviewed, engine, self._closing)
            if not self._is_closed:
                kept = StoredReview(job.match, "server", self._now(), reviewed.to_dict())
                self._store.keep(kept, also)

    def _fail(self, job: _Job, error: Exception) -> None:
        if self._is_closed:
            return
        is_known = isinstance(error, OutflankError)
        problem = str(error) if is_known else say("errors.server.review_failed")
        if isinstance(error, StoreUnavailable):  # whose detail is for the log
            problem = error.problem
        _log.warning(
            "A match could not be reviewed: %s",
            error,
            exc_info=None if is_known else error,
            extra={"match": job.match},
        )
        with self._changed:
            self._failures[job.match] = problem
            while len(self._failures) > _FAILURES:
                self._failures.popitem(last=False)


@dataclass(eq=False)
class _Job:
    """A match to be reviewed."""

    match: str
    game: Game
    total: int
    slot: Slot
    done: int = 0
    cancel: threading.Event = field(default_factory=threading.Event)

    def note(self, known: GameReview) -> None:
        self.done = len(known.moves)


def is_provisional(review: StoredReview) -> bool:
    """Tell whether a review should be replaced: it is unchecked or was made by other rules."""
    return review.source != "server" or not review.data.get("engine")


def _require_over(room: LiveRoom) -> None:
    if not room.is_over:
        raise MatchRunning(Text("errors.server.not_over_yet"))


def _completed(
    game: Game, engine: Engine, found: GameReview, cancel: threading.Event
) -> GameReview:
    """Look briefly at the moves for which the time was too short, which are the first ones."""
    limit = Limit(nodes=_BRIEF.nodes, seconds=_BRIEF.seconds)
    brief = review(game, engine, limit, exact=_BRIEF.solved, cancel=cancel)
    if not brief.is_complete:
        return found
    missing = found.total - len(found.moves)
    moves = (*brief.moves[:missing], *found.moves)
    return replace(found, moves=moves, nodes=found.nodes + brief.nodes)


def _close(engine: Engine | None) -> None:
    if engine is not None:
        engine.close()

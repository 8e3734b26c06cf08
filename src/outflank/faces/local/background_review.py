"""The review of a finished game, made in the background and shown in the game's graph."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.sentences import describe_review
from outflank.engine import Engine
from outflank.errors import OutflankError
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.exercises.game_cards import remember_mistakes
from outflank.faces.local.exercises.openings.own_book import where_left
from outflank.faces.local.face_link import CommandRefused, FaceEvent, FaceLink
from outflank.faces.local.followed_match import FollowedMatch
from outflank.play.room import Room
from outflank.priority import lower_thread_priority
from outflank.rules import BLACK, WHITE, Move, Square
from outflank.texts import say

__all__ = ["BackgroundReview", "ReviewUpdated"]


@dataclass(frozen=True, slots=True)
class ReviewUpdated(FaceEvent):
    """The review of a room's game has made progress or ended."""

    room: Room
    review: GameReview
    is_final: bool
    more: tuple[str, ...] = ()  # sentences on new cards, and on where a person left their book


def _engine() -> Engine:
    return review_engine(own_process="if in Python")


class BackgroundReview:
    """Reviews the game of a followed match; a face passes each `ReviewUpdated` to `show`.

    `open_engine` opens the reviewing engine, on the thread of the review.
    """

    def __init__(
        self,
        link: FaceLink,
        followed: FollowedMatch,
        open_engine: Callable[[], Engine] = _engine,
    ) -> None:
        self._link = link
        self._followed = followed
        self._open_engine = open_engine
        self._cancel = threading.Event()
        self._moves: list[Move] = []  # of the reviewed game
        self._review: GameReview | None = None
        self._more: tuple[str, ...] = ()  # sentences beside the findings
        self.is_running: bool = False

    @property
    def review(self) -> GameReview | None:
        """The review so far; None if the game's moves have changed since."""
        return self._review if self._moves == self._followed.match.game.moves else None

    @property
    def can_start(self) -> bool:
        """Whether the game is over and has a move to review."""
        return self._followed.is_over and bool(self._followed.plies)

    @property
    def is_done(self) -> bool:
        """Whether every move has been reviewed."""
        return self.review is not None and self.review.is_complete

    def start(self) -> None:
        """Start the review; if it was stopped, start it again."""
        if self.is_running or not self.can_start:
            return
        self.is_running, self._review = True, None
        match, room = self._followed.match, self._followed.room
        game = match.game.copy()
        self._moves = game.moves
        cancel = self._cancel = threading.Event()

        side = self._followed.sentences.side

        def post(found: GameReview, *more: str, is_final: bool) -> None:
            self._link.post(ReviewUpdated(room, found, is_final, more))

        def work() -> None:
            lower_thread_priority()
            try:
                with self._open_engine() as engine:
                    found = review(
                        game,
                        engine,
                        cancel=cancel,
                        on_progress=lambda known: post(known, is_final=False),
                    )
                cards = remember_mistakes(match, found)
                post(found, *where_left(match, side), *filter(None, [cards]), is_final=True)
            except OutflankError as problem:
                post(GameReview(len(game.plies)), is_final=True)
                self._link.post(CommandRefused(problem))

        threading.Thread(target=work, name="review", daemon=True).start()

    def stop(self) -> None:
        """Stop the review; its results so far stay."""
        self._cancel.set()

    def show(self, report: ReviewUpdated) -> bool:
        """Put the results into the graph; return whether the review is now complete."""
        followed = self._followed
        if report.room is not followed.room:
            return False
        self._review, self._more = report.review, report.more
        self.is_running = not report.is_final
        if self.review is None:
            return False
        for number, score in report.review.values.items():
            followed.record(Evaluation(score.discs, score), number)
        followed.say(self.status, "progress" if self.is_running else "plain")
        return report.is_final and self.is_done

    @property
    def status(self) -> str:
        """The progress of the review as a sentence, and at the end the worst moves."""
        known = self.review
        if known is None:
            return say("local.game.review.begins")
        done, total = len(known.moves), known.total
        if self.is_running:
            return say("local.game.review.progress", done=done, total=total)
        if not known.is_complete:
            return say("local.game.review.stopped", done=done, total=total)
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """The findings: a sentence for each side, on who left their book, and on new cards."""
        if self.review is None:
            return []
        return [*describe_review(self.review, self._followed.sentences.side), *self._more]

    @property
    def worst_moves(self) -> list[ReviewedMove]:
        """The worst move of each side, if it made a mistake, black's first."""
        found = [self.review.worst(color) for color in (BLACK, WHITE)] if self.review else []
        return [move for move in found if move is not None]

    def view(self, move: ReviewedMove) -> None:
        """View the position before a move, with the scores of that move and of the best one."""
        followed = self._followed
        followed.view(move.number - 1)
        scores = ((move.better, move.best_score), (move.move, move.score))
        followed.scores = {square: score for square, score in scores if isinstance(square, Square)}

"""The survival run: play against drawn replies for as long as one stays in the book."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final, Literal

from outflank.archive import openings_on_the_way
from outflank.learning.entries import Attempt, new_id
from outflank.learning.openings.repertoire import Repertoire, after_passes
from outflank.learning.openings.replies import PlayedReply, Replies, book_losses, draw_reply
from outflank.learning.subjects import opening_subject
from outflank.notation import Book
from outflank.rules import PASS, Classic, Color, Move, Position, Square
from outflank.rules.square import as_move

__all__ = ["MOST_LOST", "SurvivalRun"]

MOST_LOST: Final = 2.0  # discs that a move may give away where the learner has no decision


class SurvivalRun:
    """A game as one side against replies as people play them, which ends at the first wrong move.

    Where the learner has a decision, only its answers are right; elsewhere a move is right if it
    gives away at most two discs by the book. `state` is "asks", "left" after a wrong move, or
    "end" where the book knows no further. The same seed draws the same replies.

    >>> from outflank.learning.openings import BookReplies
    >>> from outflank.rules import BLACK
    >>> run = SurvivalRun(BLACK, BookReplies(), seed=1)
    >>> run.try_move("f5", at=5).is_right, run.state, run.survived
    (True, 'asks', 1)
    """

    def __init__(
        self,
        color: Color,
        replies: Replies,
        repertoire: Repertoire | None = None,
        *,
        book: Book | None = None,
        seed: int = 0,
    ) -> None:
        self.color: Color = color
        self.survived: int = 0
        self.state: Literal["asks", "left", "end"] = "asks"
        self._replies = replies
        self._repertoire = Repertoire() if repertoire is None else repertoire
        self._book = book
        self._seed = seed
        self._positions: list[Position] = [Classic().start()]
        self.moves: list[Square] = []  # without passes
        self._reply()

    @property
    def position(self) -> Position:
        """The position in which a move is asked for, or in which the run ended."""
        return self._positions[-1]

    @property
    def way(self) -> list[Move]:
        """All moves of the run, with passes."""
        moves = iter(self.moves)
        return [PASS if before.must_pass else next(moves) for before in self._positions[:-1]]

    @property
    def opening(self) -> str:
        """The last name of an opening that the run went through, or ""."""
        named = openings_on_the_way(self._positions)
        return named[-1].name if named else ""

    @property
    def has_decision(self) -> bool:
        """Whether the learner has a decision in the position."""
        return self.position in self._repertoire

    def replay(self, moves: Iterable[Move | str], *, at: int = 0) -> Attempt | None:
        """Make the learner's moves of a run again; return the last attempt."""
        attempt = None
        for move in moves:
            if self.state != "asks":
                break
            attempt = self.try_move(move, at=at)
        return attempt

    def best(self) -> tuple[Square, ...]:
        """Return the right moves here: the learner's answers, or the best moves of the book."""
        if answers := self._repertoire.answers_in(self.position):
            return answers
        losses = book_losses(self.position, self._book)
        good = (move for move, loss in losses.items() if loss <= MOST_LOST)
        return tuple(move for move in good if isinstance(move, Square))

    def loss(self, move: Move | str) -> float | None:
        """Return how many discs a move gives away here by the book, None if it is unknown."""
        return book_losses(self.position, self._book).get(as_move(move))

    def try_move(self, move: Move | str, *, at: int, milliseconds: int = 0) -> Attempt:
        """Make a move; a right one is answered, any other ends the run."""
        after = self.position.play(move)
        chosen = as_move(move)
        assert isinstance(chosen, Square)  # who must pass is not asked
        loss = self.loss(chosen)
        if self.has_decision:
            is_right = self._repertoire.is_answer(self.position, chosen)
        else:
            is_right = loss is not None and loss <= MOST_LOST
        attempt = Attempt(
            id=new_id(),
            at=at,
            subject=opening_subject(self.position),
            move=str(chosen),
            is_right=is_right,
            loss=loss,
            milliseconds=milliseconds,
            occasion="survival",
        )
        if is_right:
            self.survived += 1
            self._move_to(chosen, after)
            self._reply()
        else:
            self.state = "left"
        return attempt

    def _move_to(self, move: Square, after: Position) -> None:
        self.moves.append(move)
        self._positions.append(after)
        beyond, passed = after_passes(after)
        self._positions += [beyond] if passed else []

    def _reply(self) -> None:
        """Make the opponent's moves until the learner is asked or the book ends."""
        while self.position.turn is not self.color:
            found = self._replies.in_position(self.position)
            known = [one for one in found if self._goes_on(one)]
            chance = Random(f"{self._seed} {self.position.hash64()}")
            move = draw_reply(known, chance)
            if move is None:
                break
            self._move_to(move, self.position.play(move))
        if self.position.turn is not self.color or not self._judges(self.position):
            self.state = "end"

    def _goes_on(self, reply: PlayedReply) -> bool:
        after, _ = after_passes(self.position.play(reply.move))
        return self._judges(after)

    def _judges(self, position: Position) -> bool:
        """Return whether each move of a position can be called right or wrong."""
        if position.is_over:
            return False
        if position.turn is not self.color:
            return bool(self._replies.in_position(position))
        if position in self._repertoire:
            return True
        return len(book_losses(position, self._book)) == len(position.legal_moves)

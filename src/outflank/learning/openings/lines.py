"""Lines to drill: games through the repertoire, in which the opponent plays as people play."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from outflank.archive import openings_on_the_way
from outflank.learning.openings.repertoire import Repertoire, after_passes, different_moves
from outflank.learning.openings.replies import PlayedReply, Replies, draw_reply
from outflank.learning.subjects import opening_subject
from outflank.rules import Classic, Color, Move, Position, Square

__all__ = ["DrillLine", "DrillStep", "drill_lines"]

_RARE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class DrillStep:
    """A move of a line; `subject` is that of the decision to be made, "" if none is asked for."""

    position: Position
    move: Move
    subject: str = ""
    answers: tuple[Square, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether the learner is asked for the move."""
        return bool(self.subject)


@dataclass(frozen=True, slots=True)
class DrillLine:
    """A line from the start, up to the last decision on it."""

    color: Color
    steps: tuple[DrillStep, ...]
    opening: str


def drill_lines(
    repertoire: Repertoire,
    colors: Iterable[Color],
    replies: Replies,
    *,
    due: Collection[str] = (),
    seed: int | None = None,
    most: int = 10,
) -> list[DrillLine]:
    """Return lines to drill for some sides, the same ones for the same seed.

    While decisions are due, given by their subjects, lines lead to them. A decision is asked for
    once: on later lines its move is made at once. Without anything due, lines go where opponents
    go, as long as they ask for something new.

    >>> from outflank.learning.openings import BookReplies
    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> (line,) = drill_lines(repertoire, [BLACK], BookReplies(), seed=1)
    >>> " ".join(str(step.move) for step in line.steps), line.opening
    ('f5 d6 c3 d3 c4', 'Tiger')
    """
    chance = Random(seed)
    planners = [_Planner(repertoire, color, replies, chance) for color in colors]
    lines: list[DrillLine] = []
    for wanted in (frozenset(due), None):
        # One line of each side in turn, as long as there is another.
        while found := [line for one in planners if (line := one.next_line(wanted)) is not None]:
            lines += found
            if len(lines) >= most:
                return lines[:most]
    return lines


class _Planner:
    """Draws lines for one side."""

    def __init__(
        self, repertoire: Repertoire, color: Color, replies: Replies, chance: Random
    ) -> None:
        self._repertoire = repertoire
        self._color = color
        self._replies = replies
        self._chance = chance
        self._asked: set[str] = set()
        self._below: dict[Position, frozenset[str]] = {}

    def next_line(self, due: frozenset[str] | None) -> DrillLine | None:
        """Return a line to a decision that is due and was not asked for; any if `due` is None."""
        position = Classic().start()
        wanted = self._subjects_from(position) - self._asked
        if due is not None:
            wanted &= due
        if not wanted:
            return None
        steps: list[DrillStep] = []
        while not position.is_over and (step := self._step(position, wanted)) is not None:
            steps.append(step)
            self._asked.add(step.subject)
            wanted -= {step.subject}
            position, _ = after_passes(position.play(step.move))
        while not steps[-1].is_asked:
            steps.pop()
        positions = [*(step.position for step in steps), steps[-1].position.play(steps[-1].move)]
        named = openings_on_the_way(positions)
        return DrillLine(self._color, tuple(steps), named[-1].name if named else "")

    def _step(self, position: Position, wanted: frozenset[str]) -> DrillStep | None:
        """Choose the next move of a line, None at its end."""
        if position.turn is self._color:
            answers = self._repertoire.answers_in(position)
            move = self._drawn(position, [PlayedReply(one, 1.0) for one in answers], wanted)
            if move is None:
                return None
            subject = opening_subject(position)
            return DrillStep(position, move, "" if subject in self._asked else subject, answers)
        inside = [
            move
            for move in different_moves(position, position.legal_moves)
            if self._subjects_from(after_passes(position.play(move))[0])
        ]
        found = [one for one in self._replies.in_position(position) if one.move in inside]
        # What nobody plays is drawn only if a decision that is due can be reached in no other way.
        listed = {one.move for one in found}
        left = [move for move in inside if isinstance(move, Square) and move not in listed]
        rare = [PlayedReply(move, _RARE) for move in left]
        move = self._drawn(position, [*found, *rare], wanted)
        return None if move is None else DrillStep(position, move)

    def _drawn(
        self, position: Position, moves: list[PlayedReply], wanted: frozenset[str]
    ) -> Square | None:
        """Draw a move that leads to what is wanted, or any if none does."""
        leading = [
            one
            for one in moves
            if wanted & self._subjects_from(after_passes(position.play(one.move))[0])
        ]
        return draw_reply(leading or moves, self._chance)

    def _subjects_from(self, position: Position) -> frozenset[str]:
        """Return the decisions that can be reached from a position."""
        key = position.canonical()
        if key not in self._below:
            found: set[str] = set()
            moves: Collection[Move] = different_moves(position, position.legal_moves)
            if position.turn is self._color:
                moves = self._repertoire.answers_in(position)
                found |= {opening_subject(position)} if moves else set()
            for move in moves:
                after, _ = after_passes(position.play(move))
                found |= self._subjects_from(after)
            self._below[key] = frozenset(found)
        return self._below[key]

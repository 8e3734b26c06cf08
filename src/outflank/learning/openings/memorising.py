"""How much there is to memorise: the decisions that one's opponents really ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.learning.openings.repertoire import (
    KnownDecision,
    Repertoire,
    after_passes,
    opening_of_line,
)
from outflank.learning.openings.replies import Replies
from outflank.rules import Classic, Color, Move, Position, Square

__all__ = ["RARELY_PLAYED", "RepertoireGap", "ToMemorise", "to_memorise"]

RARELY_PLAYED: Final = 0.05  # the share of a reply below which nobody needs an answer to it


@dataclass(frozen=True, slots=True)
class RepertoireGap:
    """A position without an answer, which frequent replies reach from the decisions.

    `chance` is how often a game in which one plays one's repertoire comes there.
    """

    position: Position
    way: tuple[Move, ...]
    chance: float
    opening: str


@dataclass(frozen=True, slots=True)
class ToMemorise:
    """The decisions that are to be remembered, and the gaps, the most probable first."""

    decisions: tuple[KnownDecision, ...]
    gaps: tuple[RepertoireGap, ...]


@dataclass(slots=True)
class _Reached:
    """A position with all the ways in which games reach it."""

    position: Position
    way: tuple[Move, ...]
    chance: float = 0.0


def to_memorise(
    repertoire: Repertoire, color: Color, replies: Replies, *, share: float = RARELY_PLAYED
) -> ToMemorise:
    """Return what to remember as one side if the opponent plays each reply of at least a share.

    Of several answers in one position only the first is followed, because one needs only one.

    >>> from outflank.learning.openings import BookReplies
    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> found = to_memorise(repertoire, BLACK, BookReplies())
    >>> len(found.decisions), "".join(map(str, found.gaps[0].way))
    (3, 'f5d6c3d3c4f4')
    """
    known = {one.subject: one for one in repertoire.known(color)}
    by_position = {one.position.canonical(): one for one in known.values()}
    decisions: list[KnownDecision] = []
    gaps: list[RepertoireGap] = []
    start = Classic().start()
    front = {start.canonical(): _Reached(start, (), 1.0)}
    while front:
        beyond: dict[Position, _Reached] = {}
        # All ways to a position are equally long, so its chance is complete when it is looked at.
        for key, reached in front.items():
            position = reached.position
            moves: list[tuple[Square, float]] = []
            if position.turn is not color:
                frequent = replies.in_position(position)
                moves = [(one.move, one.share) for one in frequent if one.share >= share]
            elif (answer := repertoire.answer_in(position)) is not None:
                decisions.append(by_position[key])
                moves = [(answer, 1.0)]
            elif reached.way or color is start.turn:
                gap = RepertoireGap(
                    position, reached.way, reached.chance, opening_of_line(reached.way)
                )
                gaps.append(gap)
            for move, part in moves:
                after, passed = after_passes(position.play(move))
                if after.is_over:
                    continue
                way = (*reached.way, move, *passed)
                found = beyond.setdefault(after.canonical(), _Reached(after, way))
                found.chance += reached.chance * part
        front = beyond
    return ToMemorise(tuple(decisions), tuple(sorted(gaps, key=lambda gap: -gap.chance)))

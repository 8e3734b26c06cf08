"""Where a player left their own book in a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from outflank.analysis.sentences import SideName, plain_side
from outflank.archive import openings_on_the_way
from outflank.learning.openings.repertoire import Repertoire
from outflank.rules import PASS, Color, Game, Move, Position, Square
from outflank.texts import say

__all__ = ["LeftBook", "describe_left_book", "left_book"]


@dataclass(frozen=True, slots=True)
class LeftBook:
    """The first position of a game in which a player had a decision and played another move.

    `ply` counts the moves before it, with passes; `number` is the move's as players count.
    """

    ply: int
    number: int
    position: Position
    played: Square
    answers: tuple[Square, ...]
    opening: str

    @property
    def color(self) -> Color:
        """The side that left its book."""
        return self.position.turn


def left_book(
    repertoire: Repertoire, game: Game | Iterable[tuple[Position, Move]], color: Color
) -> LeftBook | None:
    """Return where a side left its book, or None if it did not.

    A game is given as such, or as its moves, each with the position before it.

    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> found = left_book(repertoire, Game.parse("d3c5f6f5f4"), BLACK)
    >>> found.number, found.played, found.answers, found.opening
    (5, f4, (e6,), 'Perpendicular')
    """
    positions: list[Position] = []
    for ply, (position, move) in enumerate(_moves_of(game)):
        positions.append(position)
        if position.turn is not color or move is PASS or not isinstance(move, Square):
            continue
        if (answers := repertoire.answers_in(position)) and not repertoire.is_answer(
            position, move
        ):
            named = openings_on_the_way(positions)
            number = positions[0].board.empties - position.board.empties + 1
            opening = named[-1].name if named else ""
            return LeftBook(ply, number, position, move, answers, opening)
    return None


def describe_left_book(found: LeftBook, side: SideName = plain_side) -> str:
    """Say in a sentence where a player left their own book; `side` names the sides.

    >>> from outflank.rules import BLACK
    >>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    >>> print(describe_left_book(left_book(repertoire, Game.parse("f5d6c3d3c5"), BLACK)))
    Black left your book at move 5, c5, after Perpendicular: your answer there is c4.
    """
    return say(
        "learning.openings.left_book.named"
        if found.opening
        else "learning.openings.left_book.unnamed",
        side=side(found.color),
        number=found.number,
        move=found.played,
        opening=found.opening,
        answers=", ".join(map(str, found.answers)),
    )


def _moves_of(game: Game | Iterable[tuple[Position, Move]]) -> Iterable[tuple[Position, Move]]:
    if not isinstance(game, Game):
        return game
    return _plies_of(game)


def _plies_of(game: Game) -> Iterable[tuple[Position, Move]]:
    position = game.start
    for ply in game.mainline():
        yield position, ply.move
        position = ply.position

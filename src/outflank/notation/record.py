"""What a file holds: games, or positions with scores, and how one becomes the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from outflank.rules import Game, Move, Node, Position, Score

__all__ = ["Record", "ScoredPosition", "as_game", "as_scored_position", "last_node"]


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position with what is known about its moves, as a line of an OBF file says it.

    `scores` pairs moves with their scores, None where the file names a move without one;
    `score` is that of the position itself. All are from the side of who is to move.

    >>> from outflank.rules import Classic, Square
    >>> record = ScoredPosition(Classic().start(), ((Square.parse("f5"), Score(0)),))
    >>> print(record.best)
    +0
    """

    position: Position
    scores: tuple[tuple[Move, Score | None], ...] = ()
    score: Score | None = None
    comment: str = ""

    @property
    def best(self) -> Score | None:
        """The score of the position, or else of its best move."""
        known = [score for _, score in self.scores if score is not None]
        return self.score or max(known, key=lambda score: score.discs, default=None)


Record: TypeAlias = Game | ScoredPosition

R = TypeVar("R", Game, ScoredPosition)


def last_node(game: Game) -> Node:
    """Return the end of the main line, wherever the game stands."""
    node = game.root
    for node in game.mainline():  # noqa: B007 - the last one is what is wanted
        pass
    return node


def as_game(record: Record) -> Game:
    """Return the record as a game; a position becomes a game that starts there.

    >>> from outflank.rules import Classic
    >>> as_game(ScoredPosition(Classic().start(6)))
    <Game classic 6x6, 0 plies>
    """
    if isinstance(record, Game):
        return record
    game = Game(record.position)
    game.root.comment = record.comment
    return game


def as_scored_position(record: Record) -> ScoredPosition:
    """Return the record as a position; a game becomes the position at the end of its main line.

    >>> game = Game()
    >>> _ = game.push("f5")
    >>> as_scored_position(game).position == game.position
    True
    """
    if isinstance(record, ScoredPosition):
        return record
    node = last_node(record)
    return ScoredPosition(node.position, comment=node.comment)

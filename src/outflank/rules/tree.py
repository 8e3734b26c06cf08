"""The tree of a game: places, and the plies that lead from one to the next."""

from __future__ import annotations

from outflank.rules.answer import Answer
from outflank.rules.color import Color
from outflank.rules.placement import Placement
from outflank.rules.position import Position
from outflank.rules.score import Score
from outflank.rules.square import Move, Square

__all__ = ["Node", "Ply"]


class Node:
    """A place in the tree: a position, the plies tried from it, and a remark about it.

    >>> from outflank.rules.game import Game
    >>> game = Game()
    >>> ply = game.push("f5")
    >>> game.root.replies
    [<Ply 1: black f5>]
    """

    __slots__ = ("comment", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.comment = ""
        self.replies: list[Ply] = []

    def reply(self, move: Move) -> Ply | None:
        """Return the ply that plays this move from here, if the tree has one."""
        return next((ply for ply in self.replies if ply.move == move), None)

    @property
    def path(self) -> list[Ply]:
        """The plies from the start of the game to here."""
        found: list[Ply] = []
        node = self
        while isinstance(node, Ply):
            found.append(node)
            node = node.parent
        return found[::-1]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {' '.join(str(ply.move) for ply in self.path) or 'start'}>"


class Ply(Node):
    """One move in the tree, with what was noted about it.

    `position` is the position after the move, `score` is from the side of who made the move;
    `automatic` marks a pass that was played on the way to the next move.

    >>> from outflank.rules.game import Game
    >>> ply = Game().push("f5")
    >>> ply.color, str(ply.placement.flipped)
    (Color.BLACK, 'e5')
    """

    __slots__ = ("automatic", "move", "parent", "score", "seconds")

    def __init__(self, parent: Node, move: Move, *, automatic: bool = False) -> None:
        super().__init__(parent.position.play(move))
        self.parent = parent
        self.move = move
        self.automatic = automatic
        self.seconds: float | None = None
        self.score: Score | None = None

    @property
    def color(self) -> Color:
        """Who made the move."""
        return self.parent.position.turn

    @property
    def answer(self) -> Answer | None:
        """What the oracle had said for this turn."""
        return self.parent.position.answer

    @property
    def placement(self) -> Placement | None:
        """What the move did to the board; None for a pass."""
        return self.parent.position.place(self.move) if isinstance(self.move, Square) else None

    @property
    def number(self) -> int:
        """How many plies lead here, this one included."""
        return len(self.path)

    def is_main(self) -> bool:
        """Tell whether this ply is on the main line of its game."""
        return all(ply.parent.replies[0] is ply for ply in self.path)

    def __repr__(self) -> str:
        return f"<Ply {self.number}: {self.color} {self.move}>"

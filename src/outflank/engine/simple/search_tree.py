"""The tree of a best-first search: what is known of each position, and where to look next."""

from __future__ import annotations

import math
from collections.abc import Iterator

from outflank.engine.simple.evaluation import final_score
from outflank.rules import BLACK, PASS, Move, Position

__all__ = ["SearchNode"]

# The spread of values, in discs, over which a move's share of the first looks falls to a third.
_SOFTNESS = 3.0
# A move can be the best only if it was tried at least this often, compared with the favourite.
_LEAST_SHARE = 0.25


class SearchNode:
    """A position in the tree; its values are discs for its side to move.

    A node is solved if every game below it was played to its end, and closed if there is nothing
    to add below it: it is solved, or as deep as the search may go.
    """

    __slots__ = (
        "children", "is_closed", "is_solved", "judged", "move", "parent", "position", "share",
        "total", "visits", "waiting",
    )  # fmt: skip

    def __init__(
        self, position: Position, parent: SearchNode | None = None, move: Move = PASS
    ) -> None:
        self.position = position
        self.parent = parent
        self.move = move
        self.children: list[SearchNode] = []
        self.visits = 0
        self.total = 0.0  # of all visits
        self.judged = 0.0  # the value before any visit, and once it is solved
        self.share = 1.0  # of the looks at its parent, before anything is known below it
        self.waiting = 0  # looks that have begun and not ended
        self.is_solved = self.is_closed = position.is_over
        if self.is_solved:
            self.judged = _final_discs(position)

    @property
    def value(self) -> float:
        """What the position is worth, as far as is known."""
        return self.total / self.visits if self.visits and not self.is_solved else self.judged

    @property
    def judged_position(self) -> Position:
        """The position to evaluate for this node: that after a forced pass, if it must pass."""
        return self.position.play(PASS) if self.position.must_pass else self.position

    def judge(self, value: float) -> None:
        """Note the evaluation of `judged_position`."""
        self.judged = -value if self.position.must_pass else value

    def select(self) -> SearchNode | None:
        """Return the leaf that promises most; None if it waits for its evaluation already."""
        path, node = [self], self
        while node.children:
            node = max((one for one in node.children if not one.is_closed), key=node.promise)
            path.append(node)
        if node.waiting:
            return None
        for each in path:
            each.waiting += 1
        return node

    def expand(self) -> list[SearchNode]:
        """Play every move."""
        self.children = [
            SearchNode(self.position.play(move), self, move) for move in self.position.legal_moves
        ]
        return self.children

    def back_up(self, depth: int | None) -> None:
        """Pass on what a new node's children are worth; no node is opened at `depth` plies."""
        values = [-child.value for child in self.children]
        most = max(values)
        shares = [math.exp((value - most) / _SOFTNESS) for value in values]
        for child, share in zip(self.children, shares, strict=True):
            child.share = share / sum(shares)
            if depth is not None and self.ply + 1 >= depth:
                child.is_closed = True
        node: SearchNode | None = self
        found = most
        while node is not None:
            solved = [-child.judged for child in node.children if child.is_solved]
            found = max([found, *solved])
            node.visits += 1
            node.total += found
            node.waiting = max(0, node.waiting - 1)
            node.settle(solved)
            found, node = -found, node.parent

    def ranked(self) -> list[SearchNode]:
        """Return the children, the move to play first."""
        if not self.children:
            return []
        most = max(child.visits for child in self.children)
        known = [one for one in self.children if one.is_solved or one.visits >= _LEAST_SHARE * most]
        best = min(known, key=lambda one: (one.value, -one.visits))
        rest = [one for one in self.children if one is not best]
        return [best, *sorted(rest, key=lambda one: one.value)]

    def line(self) -> Iterator[Move]:
        """Yield the moves that both sides are expected to play from here."""
        node = self
        while ranked := node.ranked():
            node = ranked[0]
            yield node.move

    @property
    def ply(self) -> int:
        """How many plies the node lies below the root."""
        ply, node = 0, self.parent
        while node is not None:
            ply, node = ply + 1, node.parent
        return ply

    def promise(self, child: SearchNode) -> float:
        """Return how much a look at a child promises: its value, and more if it had few looks."""
        looks = child.visits + child.waiting
        size = self.position.size
        # A look that has not ended counts as a bad one, so that others look elsewhere.
        value = -child.value - size * child.waiting / (looks + 1)
        return value + size * child.share * math.sqrt(self.visits + 1) / (1 + looks)

    def settle(self, solved: list[float]) -> None:
        """Close this node if all its children are closed."""
        self.is_closed = all(child.is_closed for child in self.children)
        if len(solved) == len(self.children):
            self.is_solved, self.judged = True, max(solved)


def _final_discs(position: Position) -> float:
    """Return the discs by which the side to move has won, which empty squares go to."""
    board = position.board
    own, other = board.black, board.white
    if position.turn is not BLACK:
        own, other = other, own
    discs = final_score(own, other, position.size**2)
    return -discs if position.variant.fewest_wins else discs

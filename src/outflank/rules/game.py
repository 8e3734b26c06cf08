"""A game: a start position and a tree of plies, with one line that is being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from outflank.errors import GameOver, NoMove, NotationError
from outflank.rules.answer import Answer
from outflank.rules.color import Color
from outflank.rules.outcome import Outcome, Reason
from outflank.rules.placement import Placement
from outflank.rules.position import Position
from outflank.rules.score import Score
from outflank.rules.square import PASS, Move, Square, parse_move
from outflank.rules.symmetry import Symmetry
from outflank.rules.variants import find_variant

__all__ = ["Game", "Node", "Ply"]


class Node:
    """A place in the tree: a position, the plies tried from it, and a remark about it.

    >>> game = Game()
    >>> ply = game.push("f5")
    >>> game.root.replies
    [<Ply black f5>]
    """

    __slots__ = ("comment", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.comment = ""
        self.replies: list[Ply] = []

    def reply(self, move: Move) -> Ply | None:
        """Return the ply that plays this move from here, if the tree has one."""
        return next((ply for ply in self.replies if ply.move == move), None)


class Ply(Node):
    """One move in the tree, with what was noted about it.

    `position` is the position after the move, `score` is from the side of who made the move;
    `automatic` marks a pass that was played on the way to the next move.

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

    def __repr__(self) -> str:
        return f"<Ply {self.color} {self.move}>"


class _Step(NamedTuple):
    """A ply of the current line, with what `pop` must know to undo exactly one `push`."""

    ply: Ply
    known: bool = False  # push found it in the tree, so pop leaves it there
    on_the_way: bool = False  # a pass that belongs to the push of the next ply


class Game:
    """A game from a start position, with variations, remarks, times and scores.

    `push` and `pop` play and take back at the end of the current line; `back`, `forward` and
    `go_to` walk through the tree without changing it.

    >>> game = Game()
    >>> for move in ("f5", "d6", "c3"):
    ...     _ = game.push(move)
    >>> game.transcript(), str(game.position.turn)
    ('f5d6c3', 'white')
    >>> game.pop()
    Square.parse('c3')
    """

    def __init__(
        self, start: Position | None = None, *, variant: str = "classic", size: int = 8
    ) -> None:
        self.root = Node(start if start is not None else find_variant(variant).start(size))
        self.headers: dict[str, str] = {}
        self._line: list[_Step] = []
        self._verdict: Outcome | None = None

    # Where the game stands

    @property
    def start(self) -> Position:
        """The position the game began with, with the answer its first turn heard, if any."""
        return self.root.position

    @property
    def node(self) -> Node:
        """Where in the tree the game stands."""
        return self._line[-1].ply if self._line else self.root

    @property
    def position(self) -> Position:
        """The position the game stands at."""
        return self.node.position

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies from the start to here."""
        return tuple(step.ply for step in self._line)

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to here, passes included."""
        return [step.ply.move for step in self._line]

    def peek(self) -> Move:
        """Return the last move."""
        if not self._line:
            raise NoMove("no move has been made yet")
        return self._line[-1].ply.move

    def replay(self) -> Iterator[tuple[Position, Ply]]:
        """Go through the line from the start: each position and the ply made in it."""
        for ply in self.plies:
            yield ply.parent.position, ply

    # Playing

    def hear(self, answer: Answer | str) -> Answer:
        """Let this turn hear the oracle's answer."""
        self._refuse_after_the_verdict()
        self.node.position = self.node.position.hear(answer)
        heard = self.node.position.answer
        assert heard is not None
        return heard

    def push(self, move: Move | str) -> Ply:
        """Play a move, after the passes it makes necessary; a known move is followed.

        >>> game = Game(variant="yesno")
        >>> game.hear("no")
        <Answer.NO: 'no'>
        >>> game.push("d3").placement.color
        Color.WHITE
        """
        self._refuse_after_the_verdict()
        wanted = _move(move)
        node, passed = self.node, None
        if wanted is not PASS and node.position.must_pass():
            node = passed = node.reply(PASS) or Ply(node, PASS, automatic=True)
        ply = node.reply(wanted) or Ply(node, wanted)
        # Nothing has changed until here, so an illegal move leaves the game as it was.
        if passed:
            self._step_to(passed, on_the_way=True)
        elif self._line:
            self._line[-1] = self._line[-1]._replace(on_the_way=False)
        self._step_to(ply)
        return ply

    def _step_to(self, ply: Ply, *, on_the_way: bool = False) -> None:
        known = ply in ply.parent.replies
        if not known:
            ply.parent.replies.append(ply)
        self._line.append(_Step(ply, known, on_the_way))

    def push_all(self, moves: Iterable[Move | str]) -> None:
        """Play several moves; those before an illegal one stay played."""
        for move in moves:
            self.push(move)

    def pop(self) -> Move:
        """Take back the last move, and the pass played on the way to it, and forget them.

        A move that `push` only followed, because the tree had it already, stays in the tree.
        """
        move = self.peek()
        last = self._line.pop()
        if not last.known:
            last.ply.parent.replies.remove(last.ply)
        if self._line and self._line[-1].on_the_way:
            passed = self._line.pop()
            if not passed.known and not passed.ply.replies:
                passed.ply.parent.replies.remove(passed.ply)
        self._verdict = None
        return move

    # Walking through the tree

    def back(self) -> Ply:
        """Step back without forgetting the ply."""
        self.peek()
        return self._line.pop().ply

    def forward(self, move: Move | str | None = None) -> Ply:
        """Step along the main line, or into the reply that plays the given move."""
        if move is None:
            ply = self.node.replies[0] if self.node.replies else None
        else:
            ply = self.node.reply(_move(move))
        if ply is None:
            raise NoMove(
                "the game does not go on from here"
                if move is None
                else f"{move} was not played here"
            )
        self._line.append(_Step(ply, on_the_way=ply.automatic))
        return ply

    def go_to(self, node: Node) -> None:
        """Stand at any place of this game's tree."""
        line: list[_Step] = []
        while isinstance(node, Ply) and node in node.parent.replies:
            line.append(_Step(node, on_the_way=node.automatic))
            node = node.parent
        if node is not self.root:
            raise NoMove("that place is not in the tree of this game")
        self._line = line[::-1]

    def to_end(self) -> None:
        """Follow the main line to its end."""
        while self.node.replies:
            self.forward()

    def mainline(self) -> Iterator[Ply]:
        """Go through the main line of the whole game, wherever the game stands."""
        node = self.root
        while node.replies:
            node = node.replies[0]
            yield node

    def promote(self, ply: Ply) -> None:
        """Make a ply the main reply of its place."""
        if ply not in ply.parent.replies:
            raise NoMove(f"{ply.move} was taken back")
        ply.parent.replies.remove(ply)
        ply.parent.replies.insert(0, ply)

    # The end

    def end(self, winner: Color | None, reason: Reason) -> Outcome:
        """Record an end that the board does not decide, such as a resignation."""
        if (ended := self.outcome()) is not None:
            raise GameOver(f"the game is over: {ended}")
        board = self.position.board
        counts = board.count(Color.BLACK), board.count(Color.WHITE), board.empties
        self._verdict = Outcome(winner, *counts, reason)
        return self._verdict

    def resign(self, color: Color) -> Outcome:
        """Record that a side gives up."""
        return self.end(color.opponent, Reason.RESIGNATION)

    def is_over(self) -> bool:
        """Tell whether the game has ended, by the board or otherwise."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        return self._verdict or self.position.outcome()

    def _refuse_after_the_verdict(self) -> None:
        if self._verdict is not None:
            raise GameOver(f"the game is over: {self._verdict}")

    # Other forms

    def transcript(self, *, passes: bool = False) -> str:
        """Return the moves in one word, passes left out unless asked for."""
        if self.start.variant.answers:
            raise NotationError(
                f"a transcript cannot carry the answers of {self.start.variant.title}; use json"
            )
        return "".join(str(move) for move in self.moves if passes or move is not PASS)

    def transform(self, symmetry: Symmetry) -> Game:
        """Return the game, tree and all, as it looks on the turned or mirrored board.

        >>> game = Game()
        >>> _ = game.push("d3")
        >>> game.transform(Symmetry.ROTATE_HALF).transcript()
        'e6'
        """
        (start, headers, comment, tree, verdict), automatic, place = self._state()
        turned = [
            (parent, symmetry.move(move, start.size), *noted) for parent, move, *noted in tree
        ]
        record = start.transform(symmetry), dict(headers), comment, turned, verdict
        return Game._from_state(record, automatic, place)

    def copy(self) -> Game:
        """Return a game of its own with the same tree, standing at the same place."""
        return self.transform(Symmetry.IDENTITY)

    def walk(self) -> Iterator[Ply]:
        """Go through every ply of the tree, parents first and main lines first."""
        waiting = self.root.replies[::-1]
        while waiting:
            ply = waiting.pop()
            yield ply
            waiting += ply.replies[::-1]

    def __eq__(self, other: object) -> bool:
        """Games are equal when their records are, wherever each of them stands."""
        return self._record() == other._record() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _record(self) -> tuple[Any, ...]:
        numbers: dict[Node, int] = {self.root: 0}
        tree = []
        for number, ply in enumerate(self.walk(), 1):
            numbers[ply] = number
            noted = (ply.move, ply.position.answer, ply.comment, ply.seconds, ply.score)
            tree.append((numbers[ply.parent], *noted))
        return self.start, self.headers, self.root.comment, tree, self._verdict

    def _state(self) -> tuple[tuple[Any, ...], list[bool], int]:
        plies = list(self.walk())
        place = [self.root, *plies].index(self.node)
        return self._record(), [ply.automatic for ply in plies], place

    @classmethod
    def _from_state(cls, record: tuple[Any, ...], automatic: list[bool], place: int) -> Game:
        start, headers, comment, tree, verdict = record
        game = cls(start)
        game.headers, game.root.comment = headers, comment
        nodes = [game.root]
        for (parent, move, answer, *noted), marked in zip(tree, automatic, strict=True):
            ply = Ply(nodes[parent], move, automatic=marked)
            ply.position = replace(ply.position, answer=answer)
            ply.comment, ply.seconds, ply.score = noted
            ply.parent.replies.append(ply)
            nodes.append(ply)
        game.go_to(nodes[place])
        game._verdict = verdict
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        # Flat, because a long game pickled ply within ply would exceed the recursion limit.
        return Game._from_state, self._state()

    def __repr__(self) -> str:
        size = self.start.size
        return f"<Game {self.start.variant.name} {size}x{size}, {len(self._line)} plies>"


def _move(move: Move | str) -> Move:
    return parse_move(move) if isinstance(move, str) else move

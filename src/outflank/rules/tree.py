"""The tree of a game, and the line of moves that a game is until its tree is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from outflank.errors import InvalidValue
from outflank.rules import accelerator
from outflank.rules.answer import Answer
from outflank.rules.board import BLACK, WHITE, Board, Color
from outflank.rules.moves import Placement
from outflank.rules.outcome import Outcome
from outflank.rules.position import Position
from outflank.rules.score import Score
from outflank.rules.square import PASS, Move, Square, squares_of
from outflank.rules.steps import INSERTED_PASS, OFF_BOARD, PASS_NUMBER, line_of, numbers_in
from outflank.texts import Text

__all__ = [
    "Line",
    "Node",
    "Note",
    "Ply",
    "as_nags",
    "flatten",
    "moves_by_number",
    "numbers_of",
    "unflatten",
]

_LAST_NAG: Final = 255
_PASSES: Final = (PASS_NUMBER, INSERTED_PASS)
_INSERTED: Final = line_of([INSERTED_PASS])
_GIVEN: Final = line_of([PASS_NUMBER])


class Node:
    """A node of the tree: a position, the plies played from it, a comment and marks.

    >>> from outflank.rules.game import Game
    >>> game = Game()
    >>> ply = game.push("f5")
    >>> game.root.replies
    [<Ply 1: black f5>]
    """

    __slots__ = ("_comment", "_nags", "position", "replies")

    def __init__(self, position: Position) -> None:
        self.position: Position = position
        self._comment = ""
        self._nags: tuple[int, ...] = ()
        self.replies: list[Ply] = []

    @property
    def comment(self) -> str:
        """The comment on this node, empty if there is none."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a comment is text, not {text!r}")
        self._comment = text

    @property
    def nags(self) -> tuple[int, ...]:
        """The marks at this node, by their numbers in PGN (NAGs), in ascending order.

        1 is !, 2 is ?, 3 is !!, 4 is ??, 5 is !? and 6 is ?!.
        """
        return self._nags

    @nags.setter
    def nags(self, numbers: Iterable[int]) -> None:
        self._nags = as_nags(numbers)

    def reply(self, move: Move) -> Ply | None:
        """Return the ply that plays this move from here, if the tree has one."""
        for ply in self.replies:
            if ply.move is move or ply.move == move:
                return ply
        return None

    def mainline(self) -> Iterator[Ply]:
        """Go through the first replies from here to the end."""
        node = self
        while node.replies:
            node = node.replies[0]
            yield node

    def walk(self) -> Iterator[Ply]:
        """Go through every ply from here on, parents first and main lines first."""
        waiting = self.replies[::-1]
        while waiting:
            ply = waiting.pop()
            yield ply
            waiting += ply.replies[::-1]

    def last(self) -> Node:
        """Return the end of the main line from here."""
        node = self
        for node in self.mainline():  # noqa: B007 - keeps the last one
            pass
        return node

    def after(self, plies: int) -> list[Node]:
        """Return the nodes that are this number of plies from here."""
        nodes: Sequence[Node] = [self]
        for _ in range(plies):
            if len(nodes) == 1:
                nodes = nodes[0].replies
            else:
                nodes = [reply for node in nodes for reply in node.replies]
        return list(nodes)

    def has(self, node: Node) -> bool:
        """Return whether a node is in the tree that begins here; a taken-back ply is not."""
        path = node.path
        top = path[0].parent if path else node
        return top is self and all(ply in ply.parent.replies for ply in path)

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
    """One move in the tree, with its score, its time and its comment.

    `position` is the position after the move, and `score` is from the mover's side. `automatic`
    marks a pass that was inserted before the next move.

    >>> from outflank.rules.game import Game
    >>> ply = Game().push("f5")
    >>> ply.color, str(ply.placement.flipped)
    (Color.BLACK, 'e5')
    >>> ply.nags, ply.clock = [1], 300.0  # a good move, with five minutes left
    """

    __slots__ = ("_clock", "_score", "_seconds", "automatic", "move", "parent")

    def __init__(
        self,
        parent: Node,
        move: Move,
        *,
        automatic: bool = False,
        position: Position | None = None,
    ) -> None:
        """Play a move from a node; `position` is the position after it, if already known."""
        # Node's attributes are set here, because a call of its __init__ would slow every move.
        self.position: Position = parent.position.play(move) if position is None else position
        self._comment = ""
        self._nags = ()
        self.replies: list[Ply] = []
        self.parent: Node = parent
        self.move: Move = move
        self.automatic: bool = automatic
        self._seconds: float | None = None
        self._clock: float | None = None
        self._score: Score | None = None

    @property
    def disc_number(self) -> int | None:
        """The number of the disc that this move placed, counted from 1; None for a pass.

        Players number the moves of a game in this way.

        >>> from outflank.rules.game import Game
        >>> Game().push("f5").disc_number
        1
        """
        if self.move is PASS:
            return None
        return sum(ply.move is not PASS for ply in self.path)

    @property
    def seconds(self) -> float | None:
        """How long the mover thought, if known."""
        return self._seconds

    @seconds.setter
    def seconds(self, seconds: float | None) -> None:
        self._seconds = _time(seconds)

    @property
    def clock(self) -> float | None:
        """The seconds that the mover had left after the move, if known."""
        return self._clock

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        self._clock = _time(seconds)

    @property
    def score(self) -> Score | None:
        """The score of the move from the mover's side, if known."""
        return self._score

    @score.setter
    def score(self, score: Score | None) -> None:
        if score is not None and not isinstance(score, Score):
            raise TypeError(f"a score is a Score or None, not {score!r}; write Score({score!r})")
        self._score = score

    @property
    def color(self) -> Color:
        """The side that made the move."""
        return self.parent.position.turn

    @property
    def answer(self) -> Answer | None:
        """The oracle's answer for this turn, if it gave one."""
        return self.parent.position.answer

    @property
    def placement(self) -> Placement | None:
        """What the move did to the board; None for a pass."""
        return self.parent.position.place(self.move) if isinstance(self.move, Square) else None

    @property
    def number(self) -> int:
        """The number of plies from the start to this one, this one included."""
        return len(self.path)

    @property
    def is_main(self) -> bool:
        """Whether this ply is on the main line of its game."""
        return all(ply.parent.replies[0] is ply for ply in self.path)

    def __repr__(self) -> str:
        return f"<Ply {self.number}: {self.color} {self.move}>"


def as_nags(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of marks in ascending order, each once; others are refused."""
    if not isinstance(numbers, Iterable):
        raise TypeError(f"marks are several numbers, such as (1, 14), not {numbers!r}")
    for nag in (nags := tuple(numbers)):
        if type(nag) is not int or not 1 <= nag <= _LAST_NAG:
            raise InvalidValue(Text("errors.rules.invalid_nag", nag=repr(nag), last=_LAST_NAG))
    return tuple(sorted(set(nags)))


def _time(seconds: Any) -> float | None:
    if seconds is None or (isinstance(seconds, int | float) and 0 <= seconds < math.inf):
        return seconds
    raise InvalidValue(Text("errors.rules.invalid_seconds", seconds=repr(seconds)))


def flatten(root: Node) -> list[tuple[Any, ...]]:
    """Return a row for each ply of a tree: the number of its parent, its move and its notes.

    The root has the number 0. The rows are flat, because pickling a long game ply within ply
    would exceed the recursion limit.
    """
    numbers: dict[Node, int] = {root: 0}
    rows = []
    for number, ply in enumerate(root.walk(), 1):
        numbers[ply] = number
        notes = (ply.comment, ply.seconds, ply.score, ply.clock, ply.nags)
        rows.append((numbers[ply.parent], ply.move, ply.position.answer, *notes))
    return rows


def unflatten(root: Node, rows: Iterable[tuple[Any, ...]], automatic: Iterable[bool]) -> list[Any]:
    """Rebuild the tree of `flatten` under a root, and return its nodes in order of number."""
    nodes: list[Any] = [root]
    for (parent, move, answer, *notes), marked in zip(rows, automatic, strict=True):
        ply = Ply(nodes[parent], move, automatic=marked)
        ply.position = replace(ply.position, answer=answer)
        ply.comment, ply.seconds, ply.score, ply.clock, ply.nags = notes
        ply.parent.replies.append(ply)
        nodes.append(ply)
    return nodes


# Games that are one line of moves


class Note(NamedTuple):
    """What is said about a ply: a comment, its score from the mover's side, times and marks."""

    comment: str = ""
    score: Score | None = None
    seconds: float | None = None
    clock: float | None = None
    nags: tuple[int, ...] = ()

    def write_on(self, node: Node) -> None:
        """Set this on a node; only a ply has more than a comment and marks."""
        node.comment, node.nags = self.comment, self.nags
        if isinstance(node, Ply):
            node.score, node.seconds = self.score, self.seconds
            node.clock = self.clock


class Line(NamedTuple):
    """A start position, the numbers of all plies from it, and the position at their end.

    `notes` are those on plies, by their numbers from 1; 0 is the start. `verdict` is an end that
    the board did not decide. The plies of a line that is `followed` remain in the tree when `pop`
    takes them back.
    """

    start: Position
    numbers: bytes
    end: Position
    notes: Mapping[int, Note] | None = None
    verdict: Outcome | None = None
    followed: bool = False

    @classmethod
    def played(cls, start: Position, moves: bytes) -> Line | None:
        """Play moves given by number, and insert passes; return None if a move is illegal.

        Return None, too, for a variant whose moves are not ordinary placements.
        """
        variant = start.variant
        if not variant.places_plainly or variant.answers or start.answer is not None:
            return None
        board, size = start.board, start.size
        found = accelerator.replay_line(size, board.black, board.white, start.turn is BLACK, moves)
        if found is None:
            return None
        black, white, black_to_move, numbers = found
        end = start
        if numbers:
            turn = BLACK if black_to_move else WHITE
            end = Position(Board.unchecked(size, black, white), turn, variant=variant)
        return cls(start, numbers, end)

    @property
    def moves(self) -> list[Move]:
        """The moves, passes included."""
        return moves_by_number(self.numbers, self.start.size)

    def plies(self) -> Iterator[tuple[Move, bool]]:
        """Go through the moves, each with whether it is an inserted pass."""
        inserted = (number == INSERTED_PASS for number in numbers_in(self.numbers))
        return zip(self.moves, inserted, strict=True)

    def given(self) -> Sequence[int]:
        """Return the numbers of the plies that are not inserted passes."""
        if _INSERTED not in self.numbers:
            return range(1, self.ply_count + 1)
        numbers = enumerate(numbers_in(self.numbers), 1)
        return [ply for ply, number in numbers if number != INSERTED_PASS]

    def with_given_passes(self) -> Line:
        """Return the line as if its inserted passes had been given."""
        if _INSERTED not in self.numbers:
            return self
        return self._replace(numbers=self.numbers.replace(_INSERTED, _GIVEN))

    @property
    def comment(self) -> str:
        """The comment on the end of the line."""
        note = self.notes.get(self.ply_count) if self.notes else None
        return note.comment if note else ""

    @property
    def ply_count(self) -> int:
        """The number of plies, passes included."""
        return len(self.numbers) // 2


def numbers_of(moves: Iterable[Move], size: int) -> bytes:
    """Return the numbers of moves, with OFF_BOARD for each square outside the board."""
    numbers = [
        PASS_NUMBER
        if move is PASS
        else move.row * size + move.col
        if move.col < size and move.row < size
        else OFF_BOARD
        for move in moves
    ]
    return line_of(numbers)


def moves_by_number(numbers: bytes, size: int) -> list[Move]:
    """Return the moves that have these numbers."""
    squares, count = squares_of(size), size * size
    return [
        squares[move] if move < count else PASS if move in _PASSES else Square.at(move, size=size)
        for move in numbers_in(numbers)
    ]

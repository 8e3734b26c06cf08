"""The tree of a game and the line in it on which the game stands: looking and walking."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from outflank.errors import NoMove
from outflank.rules import accelerator
from outflank.rules.answer import Answer
from outflank.rules.board import BLACK, WHITE, Board, Color
from outflank.rules.headers import Headers
from outflank.rules.outcome import Outcome
from outflank.rules.position import LegalMoves, Position
from outflank.rules.square import PASS, Move, Square, as_move, squares_of
from outflank.rules.steps import INSERTED_PASS, OFF_BOARD, PASS_NUMBER, line_of, numbers_in
from outflank.rules.tree import Node, Ply

__all__ = ["GameTree", "Line", "moves_by_number", "numbers_of"]

# How a step of the current line was made: what `pop` must know to undo exactly one `push`.
NEW: Final = 0
KNOWN: Final = 1  # the ply was in the tree before, so pop leaves it there
ON_THE_WAY: Final = 2  # a pass that belongs to the push of the next ply

_PASSES: Final = (PASS_NUMBER, INSERTED_PASS)


class Line(NamedTuple):
    """A start, the numbers of all plies from it, and the position they lead to."""

    start: Position
    numbers: bytes
    end: Position

    @classmethod
    def played(cls, start: Position, moves: bytes) -> Line | None:
        """Play moves that are given by number, with the passes between them; None if one is wrong.

        Only ordinary placements can be played so.
        """
        variant = start.variant
        if not variant.places_plainly or variant.answers or start.answer is not None:
            return None
        board = start.board
        size = board.size
        found = accelerator.replay_line(size, board.black, board.white, start.turn is BLACK, moves)
        if found is None:
            return None
        black, white, black_to_move, numbers = found
        end = start
        if numbers:
            turn = BLACK if black_to_move else WHITE
            end = Position(variant, Board.unchecked(size, black, white), turn)
        return cls(start, numbers, end)

    @property
    def moves(self) -> list[Move]:
        """The moves, passes included."""
        return moves_by_number(self.numbers, self.start.size)

    def plies(self) -> Iterator[tuple[Move, bool]]:
        """Go through the moves, with whether each is a pass that nobody wrote down."""
        written = (number != INSERTED_PASS for number in numbers_in(self.numbers))
        return ((move, not one) for move, one in zip(self.moves, written, strict=True))

    def __len__(self) -> int:
        return len(self.numbers) // 2


def numbers_of(moves: Iterable[Move], size: int) -> bytes:
    """Return moves as their numbers, one that no board has for a square off this one."""
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
    squares = squares_of(size)
    count = len(squares)
    return [
        squares[one] if one < count else PASS if one in _PASSES else Square.at(one, size=size)
        for one in numbers_in(numbers)
    ]


class GameTree:
    """A start position, the plies tried from it, and where in their tree one stands.

    What was read as one line of moves becomes a tree when somebody walks through it.
    """

    _headers: Headers | None
    _unwalked: Line | None
    _verdict: tuple[Node, Outcome] | None
    _answers: dict[int, Answer]  # what each turn first heard; it hears that again

    def _begin(self, start: Position) -> None:
        self._headers = None
        self._unwalked = None
        self._verdict = None
        self._answers = {} if start.answer is None else {0: start.answer}
        self.root = Node(start)
        self._line = []
        self._marks = []

    def _begin_with(self, line: Line) -> None:
        self._headers = None
        self._unwalked = line
        self._verdict = None
        self._answers = {}

    # Set when a game begins, or when the line that was read is first looked at ply by ply.

    @functools.cached_property
    def root(self) -> Node:
        """The place where the game begins."""
        self._grow()
        return self.root

    @functools.cached_property
    def _line(self) -> list[Ply]:
        self._grow()
        return self._line

    @functools.cached_property
    def _marks(self) -> list[int]:
        self._grow()
        return self._marks

    def _grow(self) -> None:
        """Make the tree of the line that was read."""
        unwalked = self._unwalked
        assert unwalked is not None
        node = root = Node(unwalked.start)
        line: list[Ply] = []
        marks: list[int] = []
        for move, automatic in unwalked.plies():
            ply = Ply(node, move, automatic=automatic)
            node.replies.append(ply)
            line.append(ply)
            marks.append(ON_THE_WAY if automatic else NEW)
            node = ply
        self.root, self._line, self._marks = root, line, marks
        self._unwalked = None

    def has_tree(self) -> bool:
        """Tell whether the game is more than a line of moves that nobody has walked through yet.

        >>> from outflank.rules.game import Game
        >>> Game.of_moves(["f5"]).has_tree(), Game().has_tree()
        (False, True)
        """
        return self._unwalked is None

    @property
    def start(self) -> Position:
        """The position the game began with, with the answer its first turn heard, if any."""
        return self.root.position if self._unwalked is None else self._unwalked.start

    @property
    def node(self) -> Node:
        """Where in the tree the game stands."""
        return self._line[-1] if self._line else self.root

    @property
    def position(self) -> Position:
        """The position the game stands at."""
        return self.node.position if self._unwalked is None else self._unwalked.end

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies from the start to here."""
        return tuple(self._line)

    @property
    def ply_count(self) -> int:
        """How many plies lead here, passes included.

        >>> from outflank.rules.game import Game
        >>> Game().ply_count
        0
        """
        return len(self._line if self._unwalked is None else self._unwalked)

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to here, passes included."""
        if self._unwalked is not None:
            return self._unwalked.moves
        return [ply.move for ply in self._line]

    def peek(self) -> Move:
        """Return the last move."""
        if not self._line:
            raise NoMove("no move has been made yet")
        return self._line[-1].move

    @property
    def headers(self) -> Headers:
        """What is known about the game as a whole, such as its players: names and texts."""
        if self._headers is None:  # many games are read that nobody asks for them
            self._headers = Headers()
        return self._headers

    @headers.setter
    def headers(self, headers: Mapping[str, str]) -> None:
        self._headers = Headers(headers) if headers else None

    @property
    def turn(self) -> Color:
        """The side to move where the game stands."""
        return self.position.turn

    @property
    def board(self) -> Board:
        """The board where the game stands."""
        return self.position.board

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that may be played where the game stands.

        >>> from outflank.rules.game import Game
        >>> "f5" in Game().legal_moves
        True
        """
        return self.position.legal_moves

    def replay(self) -> Iterator[tuple[Position, Ply]]:
        """Go through the line from the start: each position and the ply made in it."""
        return ((ply.parent.position, ply) for ply in self.plies)

    # Walking

    def back(self) -> Ply:
        """Step back without forgetting the ply."""
        self.peek()
        self._marks.pop()
        return self._line.pop()

    def forward(self, move: Move | str | None = None) -> Ply:
        """Step along the main line, or into the reply that plays the given move."""
        if move is None:
            ply = next(iter(self.node.replies), None)
        else:
            ply = self.node.reply(as_move(move))
        if ply is None:
            problem = "there is no move after this one"
            raise NoMove(problem if move is None else f"{move} was not played here")
        self._follow(ply)
        return ply

    def go_to(self, node: Node | int) -> None:
        """Stand at any place of this game's tree, or after so many plies of the line one is on.

        >>> from outflank.rules.game import Game
        >>> game = Game.of_moves(["f5", "d6", "c3"])
        >>> game.go_to(1)
        >>> game.peek()
        f5
        """
        if isinstance(node, int):
            node = self._place_after(node)
        self._require(node, "that position does not belong to this game")
        self._line, self._marks = [], []
        for ply in node.path:
            self._follow(ply)

    def _place_after(self, count: int) -> Node:
        """Return the place after so many plies of the line one is on, and of what follows it."""
        places: list[Node] = [self.root, *self._line, *self.node.mainline()]
        if not 0 <= count < len(places):
            raise NoMove(f"this line has plies 0 to {len(places) - 1}, not {count}")
        return places[count]

    def _follow(self, ply: Ply) -> None:
        self._line.append(ply)
        self._marks.append(KNOWN | ON_THE_WAY if ply.automatic else KNOWN)

    def to_end(self) -> None:
        """Follow the main line to its end."""
        while self.node.replies:
            self.forward()

    def mainline(self) -> Iterator[Ply]:
        """Go through the main line of the whole game, wherever the game stands."""
        return self.root.mainline()

    def main_moves(self) -> list[Move]:
        """Return the moves of the main line, wherever the game stands."""
        if self._unwalked is not None:
            return self._unwalked.moves
        return [ply.move for ply in self.mainline()]

    def walk(self) -> Iterator[Ply]:
        """Go through every ply of the tree, parents first and main lines first."""
        return self.root.walk()

    # Changing the tree

    def add(self, node: Node, move: Move | str) -> Ply:
        """Put a move into the tree at any place, without going there.

        >>> from outflank.rules.game import Game
        >>> game = Game()
        >>> first = game.push("f5")
        >>> game.add(game.root, "d3"), game.moves
        (<Ply 1: black d3>, [f5])
        """
        self._require(node, "that position does not belong to this game")
        wanted = as_move(move)
        ply = node.reply(wanted) or Ply(node, wanted)
        if ply not in node.replies:
            node.replies.append(ply)
            self._let_hear(ply, ply.number)
        return ply

    def remove(self, ply: Ply) -> None:
        """Forget a ply and everything after it; a game that stands there steps back before it."""
        self._require_ply(ply)
        if ply in self._line:
            self.go_to(ply.parent)
        self._forget(ply)

    def promote(self, ply: Ply) -> None:
        """Make a ply the main reply of its place."""
        self._require_ply(ply)
        ply.parent.replies.remove(ply)
        ply.parent.replies.insert(0, ply)

    def _require_ply(self, ply: Ply) -> None:
        if not isinstance(ply, Ply):
            raise TypeError(f"a ply of this game is wanted, not {ply!r}")
        self._require(ply, f"{ply.move} was taken back")

    def _require(self, node: Node, problem: str) -> None:
        if not isinstance(node, Node):
            raise TypeError(f"a place of this game is wanted, such as a ply, not {node!r}")
        if not self.root.has(node):
            raise NoMove(problem)

    def _forget(self, ply: Ply) -> None:
        ply.parent.replies.remove(ply)
        if self._verdict and not self.root.has(self._verdict[0]):
            self._verdict = None

    def _let_hear(self, node: Node, turn: int) -> None:
        """Give a place the answer that its turn heard first, if it waits for one."""
        if turn in self._answers and node.position.awaits_answer():
            node.position = node.position.hear(self._answers[turn])

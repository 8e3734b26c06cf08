"""The tree of a game and its current line: reading it, walking along it and changing it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from outflank.errors import NoMove, NotationError
from outflank.rules.answer import Answer
from outflank.rules.board import Board, Color
from outflank.rules.headers import Headers
from outflank.rules.moves import LegalMoves
from outflank.rules.outcome import Outcome
from outflank.rules.position import Position
from outflank.rules.square import PASS, Move, as_move
from outflank.rules.tree import Line, Node, Note, Ply
from outflank.texts import Text

__all__ = ["GameTree", "given_plies", "has_tree", "note_all", "of_line"]

_Tree = TypeVar("_Tree", bound="GameTree")

# How each step of the current line was made, so that `pop` undoes no more than `push` did.
NEW: Final = 0
KNOWN: Final = 1  # the ply was in the tree before, so pop leaves it there
INSERTED: Final = 2  # a pass that was left out where the moves were given


class GameTree:
    """A start position, the tree of plies from it, and the node where the game stands.

    A game that was read as one line of moves builds its tree when the tree is first used.
    """

    _headers: Headers | None
    _pending_line: Line | None  # a line that was read and is not a tree yet
    _answers: dict[int, Answer]  # the first answer of each turn, kept for every variation

    def _begin(self, start: Position) -> None:
        self._headers = None
        self._pending_line = None
        self._verdict = None
        self._answers = {} if start.answer is None else {0: start.answer}
        self.root = Node(start)
        self._line = []
        self._marks = []

    def _begin_with(self, line: Line, headers: Headers | None) -> None:
        self._headers = headers
        self._pending_line = line
        self._answers = {}

    # Set when a game begins, or built from the pending line at their first use.

    @functools.cached_property
    def root(self) -> Node:
        """The node where the game begins."""
        self._build_tree()
        return self.root

    @functools.cached_property
    def _line(self) -> list[Ply]:
        self._build_tree()
        return self._line

    @functools.cached_property
    def _marks(self) -> list[int]:
        self._build_tree()
        return self._marks

    @functools.cached_property
    def _verdict(self) -> tuple[Node, Outcome] | None:
        """An end that the board did not decide, and the node where it was recorded."""
        self._build_tree()
        return self._verdict

    def _build_tree(self) -> None:
        """Build the tree from the pending line."""
        pending = self._pending_line
        assert pending is not None
        node = root = Node(pending.start)
        line: list[Ply] = []
        marks: list[int] = []
        usual = KNOWN if pending.followed else NEW
        for move, automatic in pending.plies():
            ply = Ply(node, move, automatic=automatic)
            node.replies.append(ply)
            line.append(ply)
            marks.append(usual | INSERTED if automatic else usual)
            node = ply
        self.root, self._line, self._marks = root, line, marks
        self._verdict = None if pending.verdict is None else (node, pending.verdict)
        self._pending_line = None
        for number, note in (pending.notes or {}).items():
            note.write_on(line[number - 1] if number else root)

    @property
    def verdict(self) -> Outcome | None:
        """The recorded end of the game that the board did not decide, if there is one."""
        if self._pending_line is not None:
            return self._pending_line.verdict
        return self._verdict[1] if self._verdict else None

    @property
    def start(self) -> Position:
        """The position the game began with, including an answer that its first turn heard."""
        return self.root.position if self._pending_line is None else self._pending_line.start

    @property
    def node(self) -> Node:
        """The node where the game stands."""
        return self._line[-1] if self._line else self.root

    @property
    def position(self) -> Position:
        """The position where the game stands."""
        return self.node.position if self._pending_line is None else self._pending_line.end

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies from the start to here."""
        return tuple(self._line)

    @property
    def ply_count(self) -> int:
        """The number of plies from the start to here, passes included.

        >>> from outflank.rules.game import Game
        >>> Game().ply_count
        0
        """
        return len(self._line) if self._pending_line is None else self._pending_line.ply_count

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to here, passes included."""
        if self._pending_line is not None:
            return self._pending_line.moves
        return [ply.move for ply in self._line]

    def peek(self) -> Move:
        """Return the last move."""
        if not self._line:
            raise NoMove(Text("errors.rules.no_move_made"))
        return self._line[-1].move

    @property
    def headers(self) -> dict[str, str]:
        """Facts about the game as a whole, such as the names of its players."""
        if self._headers is None:  # made when needed: most games are read without using them
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

    @property
    def transcript(self) -> str:
        """The moves up to here without spaces, and without passes.

        If the game does not begin with the usual 8x8 start, its start comes before the moves.
        """
        variant = self.start.variant
        if variant.answers:
            raise NotationError(
                Text("errors.rules.transcript_without_answers", variant=variant.text)
            )
        moves = "".join(str(move) for move in self.moves if move is not PASS)
        return moves if self.start == variant.start() else f"{self.start};{moves}"

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
        """Step forward along the main line, or to the reply with the given move."""
        if move is None:
            ply = next(iter(self.node.replies), None)
        else:
            ply = self.node.reply(as_move(move))
        if ply is None:
            if move is None:
                raise NoMove(Text("errors.rules.no_later_move"))
            raise NoMove(Text("errors.rules.not_played_here", move=move))
        self._follow(ply)
        return ply

    def go_to(self, node: Node | int) -> None:
        """Go to any node of this game's tree, or to a ply of the current line by its number.

        >>> from outflank.rules.game import Game
        >>> game = Game.of_moves(["f5", "d6", "c3"])
        >>> game.go_to(1)
        >>> game.peek()
        f5
        """
        if isinstance(node, int):
            node = self._node_at(node)
        self._require(node)
        self._line, self._marks = [], []
        for ply in node.path:
            self._follow(ply)

    def _node_at(self, number: int) -> Node:
        """Return the node with this number in the current line and its continuation."""
        nodes: list[Node] = [self.root, *self._line, *self.node.mainline()]
        if not 0 <= number < len(nodes):
            raise NoMove(Text("errors.rules.ply_out_of_range", last=len(nodes) - 1, ply=number))
        return nodes[number]

    def _follow(self, ply: Ply) -> None:
        self._line.append(ply)
        self._marks.append(KNOWN | INSERTED if ply.automatic else KNOWN)

    def to_end(self) -> None:
        """Follow the main line to its end."""
        while self.node.replies:
            self.forward()

    def follow_main_line(self) -> None:
        """Go to the end of the main line from the start; `pop` leaves these plies in the tree."""
        if self._pending_line is not None:
            self._pending_line = self._pending_line._replace(followed=True)
        else:
            self.go_to(self.root.last())

    def mainline(self) -> Iterator[Ply]:
        """Go through the main line of the whole game, wherever the game stands."""
        return self.root.mainline()

    @property
    def main_moves(self) -> list[Move]:
        """The moves of the main line, wherever the game stands."""
        if self._pending_line is not None:
            return self._pending_line.moves
        return [ply.move for ply in self.mainline()]

    def last_comment(self) -> str:
        """Return the comment on the end of the main line.

        >>> from outflank.rules.game import Game
        >>> Game().last_comment()
        ''
        """
        if self._pending_line is not None:
            return self._pending_line.comment
        return self.root.last().comment

    def walk(self) -> Iterator[Ply]:
        """Go through every ply of the tree, parents first and main lines first."""
        return self.root.walk()

    # Changing the tree

    def add(self, node: Node, move: Move | str) -> Ply:
        """Add a move to the tree after any node, without going there.

        >>> from outflank.rules.game import Game
        >>> game = Game()
        >>> first = game.push("f5")
        >>> game.add(game.root, "d3"), game.moves
        (<Ply 1: black d3>, [f5])
        """
        self._require(node)
        wanted = as_move(move)
        ply = node.reply(wanted) or Ply(node, wanted)
        if ply not in node.replies:
            node.replies.append(ply)
            self._let_hear(ply, ply.number)
        return ply

    def remove(self, ply: Ply) -> None:
        """Remove a ply and all that follows it; a game that stands there steps back before it."""
        self._require_ply(ply)
        if ply in self._line:
            self.go_to(ply.parent)
        self._forget(ply)

    def promote(self, ply: Ply) -> None:
        """Make a ply the first reply of its parent."""
        self._require_ply(ply)
        ply.parent.replies.remove(ply)
        ply.parent.replies.insert(0, ply)

    def _require_ply(self, ply: Ply) -> None:
        if not isinstance(ply, Ply):
            raise TypeError(f"this needs a ply of the game, not {ply!r}")
        self._require(ply, Text("errors.rules.move_taken_back", move=ply.move))

    def _require(self, node: Node, problem: Text | None = None) -> None:
        if not isinstance(node, Node):
            raise TypeError(f"this needs a node of the game, such as a ply, not {node!r}")
        if not self.root.has(node):
            raise NoMove(problem or Text("errors.rules.position_of_another_game"))

    def _forget(self, ply: Ply) -> None:
        ply.parent.replies.remove(ply)
        if self._verdict and not self.root.has(self._verdict[0]):
            self._verdict = None

    def _let_hear(self, node: Node, turn: int) -> None:
        """Give a node the first answer of its turn, if it awaits one."""
        if turn in self._answers and node.position.awaits_answer:
            node.position = node.position.hear(self._answers[turn])


# What readers of games need: not part of the library, as it depends on how a game is held


def of_line(kind: type[_Tree], line: Line, headers: Headers | None = None) -> _Tree:
    """Make a game of moves that have been checked; its tree is built when it is needed."""
    game = kind.__new__(kind)
    game._begin_with(line, headers)  # noqa: SLF001
    return game


def has_tree(game: GameTree) -> bool:
    """Return whether the tree has been built; until then the game is one line of moves.

    >>> from outflank.rules.game import Game
    >>> has_tree(Game.of_moves(["f5"])), has_tree(Game())
    (False, True)
    """
    return game._pending_line is None  # noqa: SLF001


def note_all(game: GameTree, notes: Mapping[int, Note]) -> None:
    """Set notes on plies of the current line by their numbers; 0 is the start.

    >>> from outflank.rules.game import Game
    >>> game = Game.of_moves(["f5", "d6"])
    >>> note_all(game, {1: Note("well played")})
    >>> game.plies[0].comment
    'well played'
    """
    pending = game._pending_line  # noqa: SLF001
    if pending is not None:
        together = {**(pending.notes or {}), **notes}
        game._pending_line = pending._replace(notes=together)  # noqa: SLF001
    else:
        for number, note in notes.items():
            note.write_on(game._line[number - 1] if number else game.root)  # noqa: SLF001


def given_plies(game: GameTree) -> Sequence[int]:
    """Return the numbers of the plies of the current line that are not inserted passes.

    >>> from outflank.rules.game import Game
    >>> list(given_plies(Game.of_moves(["f5", "d6"])))
    [1, 2]
    """
    if (pending := game._pending_line) is not None:  # noqa: SLF001
        return pending.given()
    marks = enumerate(game._marks, 1)  # noqa: SLF001
    return [ply for ply, mark in marks if not mark & INSERTED]

"""A game: a start position and a tree of plies, with one line that is being played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from outflank.errors import GameOver, IllegalAnswer, IllegalMove, NoMove, NotationError
from outflank.rules.answer import Answer, parse_answer
from outflank.rules.board import Color
from outflank.rules.outcome import Outcome, Reason
from outflank.rules.position import Placement, Position, Variant
from outflank.rules.square import PASS, Move, Square, as_move
from outflank.rules.symmetry import Symmetry
from outflank.rules.tree import Node, Ply, flatten, unflatten
from outflank.rules.variants import Classic, find_variant

__all__ = ["Game"]


class _Step(NamedTuple):
    """A ply of the current line, with what `pop` must know to undo exactly one `push`."""

    ply: Ply
    known: bool  # it was in the tree before, so pop leaves it there
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
    c3
    """

    def __init__(
        self,
        start: Position | None = None,
        *,
        variant: str | Variant | None = None,
        size: int | None = None,
    ) -> None:
        if start is None:
            named = find_variant(variant) if isinstance(variant, str) else variant or Classic()
            start = named.start(8 if size is None else size)
        elif not isinstance(start, Position):
            raise TypeError(f"a game starts from a Position, not from {start!r}")
        elif variant is not None or size is not None:
            raise TypeError("a start position has a variant and a size already; leave them out")
        self.root = Node(start)
        self.headers: dict[str, str] = {}
        self._line: list[_Step] = []
        self._verdict: tuple[Node, Outcome] | None = None
        # What each turn first heard; it hears that again whatever is taken back and replayed.
        self._answers = {} if start.answer is None else {0: start.answer}

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
    def ply_count(self) -> int:
        """How many plies lead here, passes included.

        >>> Game().ply_count
        0
        """
        return len(self._line)

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
        return ((ply.parent.position, ply) for ply in self.plies)

    # Playing

    def hear(self, answer: Answer | str) -> Answer:
        """Let this turn hear the oracle's answer; a turn never hears another one later."""
        self._refuse_after_the_verdict()
        heard, turn = parse_answer(answer), len(self._line)
        first = self._answers.get(turn)
        if first is None:
            self.position.hear(heard)  # refuses where nothing is asked
            self._answers[turn] = heard
            for node in self.root.after(turn):
                self._let_hear(node, turn)
        elif first is not heard:
            problem = f"turn {turn + 1} has heard {first.value}, and that is not asked again"
            raise IllegalAnswer(problem, answer=heard, position=self.position)
        return heard

    def _let_hear(self, node: Node, turn: int) -> None:
        """Give a place the answer that its turn heard first, if it waits for one."""
        if turn in self._answers and node.position.awaits_answer():
            node.position = node.position.hear(self._answers[turn])

    def push(self, move: Move | str, *, placement: Placement | None = None) -> Ply:
        """Play a move, after the pass it makes necessary; a known move is followed.

        Where an oracle speaks a pass must be pushed, because its turn has heard an answer too.
        `placement` is what the position's `place` has returned for the move, if it was asked.

        >>> game = Game(variant="yesno")
        >>> game.hear("no")
        <Answer.NO: 'no'>
        >>> game.push("d3").placement.color
        Color.WHITE
        """
        self._refuse_after_the_verdict()
        wanted = as_move(move)
        node, passed = self.node, None
        if wanted is not PASS and node.position.must_pass():
            self._require_free_pass(wanted)
            node = passed = node.reply(PASS) or Ply(node, PASS, automatic=True)
        ply = node.reply(wanted) or Ply(node, wanted, placement=placement)
        # Nothing has changed until here, so an illegal move leaves the game as it was.
        if passed:
            self._step_to(passed, on_the_way=True)
        elif self._line and self._line[-1].on_the_way:
            self._line[-1] = self._line[-1]._replace(on_the_way=False)
        self._step_to(ply)
        return ply

    def _require_free_pass(self, move: Move) -> None:
        if self.start.variant.answers:
            problem = f"{self.position.turn} has no move here; play pass first, and let the next "
            raise IllegalMove(
                f"{problem}turn hear its own answer", move=move, position=self.position
            )

    def _step_to(self, ply: Ply, *, on_the_way: bool = False) -> None:
        known = ply in ply.parent.replies
        if not known:
            ply.parent.replies.append(ply)
        self._line.append(_Step(ply, known, on_the_way))
        self._let_hear(ply, len(self._line))

    def push_all(self, moves: Iterable[Move | str]) -> None:
        """Play several moves; those before an illegal one stay played."""
        for move in moves:
            self.push(move)

    def pop(self) -> Move:
        """Take back the last move, and the pass played on the way to it, and forget them.

        A ply that `push` only followed, or that was reached by walking, stays in the tree.
        """
        move = self.peek()
        last = self._line.pop()
        if not last.known:
            self._forget(last.ply)
        if self._line and self._line[-1].on_the_way:
            passed = self._line.pop()
            if not passed.known and not passed.ply.replies:
                self._forget(passed.ply)
        return move

    # The tree

    def back(self) -> Ply:
        """Step back without forgetting the ply."""
        self.peek()
        return self._line.pop().ply

    def forward(self, move: Move | str | None = None) -> Ply:
        """Step along the main line, or into the reply that plays the given move."""
        if move is None:
            ply = next(iter(self.node.replies), None)
        else:
            ply = self.node.reply(as_move(move))
        if ply is None:
            problem = "there is no move after this one"
            raise NoMove(problem if move is None else f"{move} was not played here")
        self._line.append(_Step(ply, known=True, on_the_way=ply.automatic))
        return ply

    def go_to(self, node: Node) -> None:
        """Stand at any place of this game's tree."""
        self._require(node, "that position does not belong to this game")
        self._line = [_Step(ply, known=True, on_the_way=ply.automatic) for ply in node.path]

    def to_end(self) -> None:
        """Follow the main line to its end."""
        while self.node.replies:
            self.forward()

    def mainline(self) -> Iterator[Ply]:
        """Go through the main line of the whole game, wherever the game stands."""
        return self.root.mainline()

    def walk(self) -> Iterator[Ply]:
        """Go through every ply of the tree, parents first and main lines first."""
        return self.root.walk()

    def add(self, node: Node, move: Move | str) -> Ply:
        """Put a move into the tree at any place, without going there.

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
        self._require(ply, f"{ply.move} was taken back")
        if ply in self.plies:
            self.go_to(ply.parent)
        self._forget(ply)

    def promote(self, ply: Ply) -> None:
        """Make a ply the main reply of its place."""
        self._require(ply, f"{ply.move} was taken back")
        ply.parent.replies.remove(ply)
        ply.parent.replies.insert(0, ply)

    def _require(self, node: Node, problem: str) -> None:
        if not self.root.has(node):
            raise NoMove(problem)

    def _forget(self, ply: Ply) -> None:
        ply.parent.replies.remove(ply)
        if self._verdict and not self.root.has(self._verdict[0]):
            self._verdict = None

    # The end

    def end(self, winner: Color | None, reason: Reason) -> Outcome:
        """Record an end that the board does not decide, such as a resignation.

        It belongs to the last place of the main line; elsewhere variations can still be added.
        """
        ended = self.verdict or self.position.outcome()
        if ended is not None:
            raise GameOver(f"the game is over: {ended}")
        if self.node is not self.root.last():
            raise NoMove("a game can be ended only at the end of its main line; go there first")
        board = self.position.board
        black, white = map(board.count, Color)
        outcome = Outcome(winner, black, white, board.empties, reason)
        self._verdict = self.node, outcome
        return outcome

    def resign(self, color: Color) -> Outcome:
        """Record that a side resigns."""
        return self.end(color.opponent, Reason.RESIGNATION)

    def reopen(self) -> None:
        """Withdraw a recorded end, so that the game goes on."""
        if self._verdict is None:
            raise NoMove("there is no recorded ending to withdraw")
        self._verdict = None

    @property
    def verdict(self) -> Outcome | None:
        """The recorded end of the game that the board did not decide, if there is one."""
        return self._verdict[1] if self._verdict else None

    def is_over(self) -> bool:
        """Tell whether the game has ended here, by the board or otherwise."""
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        """Return how the game ended here, or None while it goes on."""
        if self._verdict and self._verdict[0] is self.node:
            return self._verdict[1]
        return self.position.outcome()

    def _refuse_after_the_verdict(self) -> None:
        if self._verdict and self._verdict[0] is self.node:
            raise GameOver(f"the game is over: {self._verdict[1]}")

    # Other forms

    def transcript(self, *, passes: bool = False) -> str:
        """Return the moves to here in one word, passes left out unless asked for.

        A game that does not begin with the usual 8x8 start has its start before the moves.
        """
        variant = self.start.variant
        if variant.answers:
            raise NotationError(
                f"a transcript cannot carry the answers of {variant.title}; use json"
            )
        moves = "".join(str(move) for move in self.moves if passes or move is not PASS)
        return moves if self.start == variant.start() else f"{self.start};{moves}"

    def transform(self, symmetry: Symmetry) -> Game:
        """Return the game, tree and all, as it looks on the turned or mirrored board.

        >>> game = Game()
        >>> _ = game.push("d3")
        >>> game.transform(Symmetry.ROTATE_HALF).transcript()
        'e6'
        """
        (start, headers, comment, tree, verdict), automatic, line = self._state()
        turned = [(at, symmetry.move(move, start.size), *notes) for at, move, *notes in tree]
        record = start.transform(symmetry), dict(headers), comment, turned, verdict
        return Game._from_state(record, automatic, line)

    def normalised(self) -> Game:
        """Return the game turned so that it begins with f5, or its like on another size.

        >>> game = Game()
        >>> game.push_all(["c4", "e3"])
        >>> game.normalised().transcript()
        'f5d6'
        """
        start, size = self.start, self.start.size
        wanted = Square(size // 2 + 1, size // 2)
        first = next((ply.move for ply in self.mainline()), PASS)
        for symmetry in Symmetry:
            if symmetry.move(first, size) == wanted and start.transform(symmetry) == start:
                return self.transform(symmetry)
        return self.copy()

    def copy(self) -> Game:
        """Return a game of its own with the same tree, standing at the same place."""
        return self.transform(Symmetry.IDENTITY)

    def __eq__(self, other: object) -> bool:
        """Games are equal when their records are, wherever each of them stands."""
        return self._record() == other._record() if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def _record(self) -> tuple[Any, ...]:
        nodes = [self.root, *self.walk()]
        verdict = (nodes.index(self._verdict[0]), self._verdict[1]) if self._verdict else None
        return self.start, self.headers, self.root.comment, flatten(self.root), verdict

    def _state(self) -> tuple[tuple[Any, ...], list[bool], list[tuple[int, bool]]]:
        """Return the record, what it leaves out of each ply, and the steps to where we stand."""
        plies = list(self.walk())
        line = [(plies.index(step.ply) + 1, step.known) for step in self._line]
        return self._record(), [ply.automatic for ply in plies], line

    @classmethod
    def _from_state(
        cls, record: tuple[Any, ...], automatic: list[bool], line: list[tuple[int, bool]]
    ) -> Game:
        start, headers, comment, tree, verdict = record
        game = cls(start)
        game.headers, game.root.comment = headers, comment
        nodes = unflatten(game.root, tree, automatic)
        for node in nodes[1:]:
            if node.position.answer is not None:
                game._answers[node.number] = node.position.answer
        steps = ((nodes[place], known) for place, known in line)
        game._line = [_Step(ply, known, on_the_way=ply.automatic) for ply, known in steps]
        game._verdict = (nodes[verdict[0]], verdict[1]) if verdict else None
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return Game._from_state, self._state()

    def __repr__(self) -> str:
        name, size = self.start.variant.name, self.start.size
        return f"<Game {name} {size}x{size}, {len(self._line)} plies>"

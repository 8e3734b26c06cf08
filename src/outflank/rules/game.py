"""A game: a start position, a tree of plies from it, and the current line in that tree."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from outflank.errors import (
    GameOver,
    IllegalAnswer,
    InvalidValue,
    NoMove,
)
from outflank.rules.answer import Answer, parse_answer
from outflank.rules.board import BLACK, Color, as_color
from outflank.rules.game_tree import INSERTED, KNOWN, NEW, GameTree, has_tree, of_line
from outflank.rules.outcome import Outcome, Reason, as_reason
from outflank.rules.position import Classic, Position, Variant, as_variant
from outflank.rules.square import PASS, Move, Square, as_move, as_moves
from outflank.rules.symmetry import Symmetry, as_symmetry
from outflank.rules.text_reader import read_text
from outflank.rules.tree import Line, Node, Ply, flatten, moves_by_number, numbers_of, unflatten
from outflank.texts import Text, catalogue

__all__ = ["Game"]


class Game(GameTree):
    """A game from a start position, with variations, comments, times and scores.

    `push` and `pop` play and take back at the end of the current line; `back`, `forward` and
    `go_to` walk through the tree without changing it.

    >>> game = Game()
    >>> for move in ("f5", "d6", "c3"):
    ...     _ = game.push(move)
    >>> game.transcript, str(game.position.turn)
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
            named = Classic() if variant is None else as_variant(variant)
            start = named.start(8 if size is None else size)
        elif not isinstance(start, Position):
            raise TypeError(f"a game starts from a Position, not from {start!r}")
        elif variant is not None or size is not None:
            raise TypeError("a start position already has a variant and a size; leave them out")
        self._begin(start)

    @classmethod
    def of_moves(cls, moves: Iterable[Move | str] | bytes, start: Position | None = None) -> Game:
        """Make a game from moves; they are checked now, the tree is built when it is needed.

        Passes may be left out. Bytes hold two for each move, the lower one first: the number of
        its square, counted row by row from a1, or 0xFFFF for a pass.

        >>> Game.of_moves(["f5", "d6", "c3"]).transcript
        'f5d6c3'
        """
        if not isinstance(begin := Classic().start() if start is None else start, Position):
            raise TypeError(f"a game starts from a Position, not from {begin!r}")
        known: list[Move] | None = None
        if isinstance(moves, bytes):
            numbers = moves
            if len(numbers) % 2:
                raise InvalidValue(Text("errors.rules.half_a_move", bytes=len(numbers)))
        else:
            listed = as_moves(moves)
            known = [move if type(move) is Square else as_move(move) for move in listed]
            numbers = numbers_of(known, begin.size)
        line = Line.played(begin, numbers)
        if line is not None:
            return of_line(cls, line)
        # The variant is not an ordinary one, or a move is illegal and push says which.
        game = cls(begin)
        game.push_all(moves_by_number(numbers, begin.size) if known is None else known)
        return game

    @classmethod
    def parse(
        cls, text: str, *, variant: str | Variant = "classic", size: int | None = None
    ) -> Game:
        """Read one game from text in any notation; `outflank.read` reads several.

        >>> Game.parse("1. f5 d6 2. c3").moves
        [f5, d6, c3]
        """
        game: Game = read_text("game", text, variant=variant, size=size)
        return game

    # Playing

    def hear(self, answer: Answer | str) -> Answer:
        """Record the oracle's answer for this turn, which keeps it for good."""
        self._require_no_verdict()
        heard, turn = parse_answer(answer), len(self._line)
        first = self._answers.get(turn)
        if first is None:
            self.position.hear(heard)  # refuses an answer that is not awaited
            self._answers[turn] = heard
            for node in self.root.after(turn):
                self._let_hear(node, turn)
        elif first is not heard:
            problem = Text("errors.rules.other_answer_heard", number=turn + 1, answer=first.text)
            raise IllegalAnswer(problem, answer=heard, position=self.position)
        return heard

    def push(self, move: Move | str, *, insert_pass: bool = False) -> Ply:
        """Play one move, which is one ply; a known move is followed.

        A side without another move pushes PASS. With `insert_pass` a forced pass that was left out
        is played before the move, except in a game with an oracle, where it hears its own answer.

        >>> game = Game(variant="yesno")
        >>> game.hear("no")
        <Answer.NO: 'no'>
        >>> game.push("d3").placement.color
        Color.WHITE
        """
        if self._verdict is not None:
            self._require_no_verdict()
        wanted = move if type(move) is Square else as_move(move)
        line = self._line
        node = line[-1] if line else self.root
        # The usual case first: a new move that needs no pass before it.
        after = None
        if not node.replies and isinstance(wanted, Square):
            after = node.position.attempt(wanted)
        if after is None:
            ply, passed = self._reply(node, wanted, insert_pass=insert_pass)
        else:
            ply, passed = Ply(node, wanted, position=after), None
        # Nothing has changed so far, so an illegal move leaves the game as it was.
        if passed is not None:
            self._step_to(passed, INSERTED)
        self._step_to(ply, NEW)
        return ply

    def _reply(self, node: Node, move: Move, *, insert_pass: bool) -> tuple[Ply, Ply | None]:
        """Return the known or new ply after a node, and the pass that is inserted before it."""
        position = node.position
        if (known := node.reply(move)) is not None:
            return known, None
        inserts = insert_pass and isinstance(move, Square) and not self.start.variant.answers
        if not inserts or not position.must_pass:
            return Ply(node, move, position=position.play(move)), None
        passed = node.reply(PASS) or Ply(node, PASS, automatic=True)
        return passed.reply(move) or Ply(passed, move), passed

    def _step_to(self, ply: Ply, mark: int) -> None:
        replies = ply.parent.replies
        if replies and ply in replies:
            mark |= KNOWN
        else:
            replies.append(ply)
        self._line.append(ply)
        self._marks.append(mark)
        if self._answers:
            self._let_hear(ply, len(self._line))

    def push_all(self, moves: Iterable[Move | str]) -> None:
        """Play several moves, given one by one or as text; those before an illegal one remain.

        Forced passes may be left out, as in transcripts: they are inserted.

        >>> game = Game()
        >>> game.push_all("f5d6c3")
        >>> game.moves
        [f5, d6, c3]
        """
        for move in as_moves(moves):
            self.push(move, insert_pass=True)

    def reset(self) -> None:
        """Return to the start and forget all moves and comments.

        The headers and the oracle's answer for the first turn remain.

        >>> game = Game.parse("f5d6c3")
        >>> game.reset()
        >>> game.moves, game.root.replies
        ([], [])
        """
        headers = self._headers
        self._begin(self.start)
        self._headers = headers

    def pop(self) -> Move:
        """Take back the last ply, a move or a pass, and return it.

        The ply leaves the tree, too, if `push` added it there. One that was in the tree before
        remains.

        >>> Game.parse("f5d6").pop()
        d6
        """
        move = self.peek()
        last, mark = self._line.pop(), self._marks.pop()
        if not mark & KNOWN:
            self._forget(last)
        return move

    # The end

    def end(self, winner: Color | None, reason: Reason | str) -> Outcome:
        """Record an end that the board does not decide, such as a resignation.

        The game must stand at the end of its main line. Variations can still be added elsewhere.
        """
        winner = None if winner is None else as_color(winner)
        reason = as_reason(reason)
        ended = self.verdict or self.position.outcome
        if ended is not None:
            raise GameOver(Text("errors.rules.game_over", outcome=ended.text))
        if has_tree(self) and self.node is not self.root.last():
            raise NoMove(Text("errors.rules.not_at_end_of_main_line"))
        board = self.position.board
        black, white = map(board.count, Color)
        outcome = Outcome(winner, black, white, board.empties, reason)
        if self._pending_line is not None:
            self._pending_line = self._pending_line._replace(verdict=outcome)
        else:
            self._verdict = self.node, outcome
        return outcome

    def resign(self, color: Color) -> Outcome:
        """Record that a side resigns."""
        return self.end(as_color(color).opponent, Reason.RESIGNATION)

    def reopen(self) -> None:
        """Withdraw a recorded end, so that the game goes on."""
        if self._verdict is None:
            raise NoMove(Text("errors.rules.no_recorded_end"))
        self._verdict = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here, on the board or otherwise."""
        if self._pending_line is not None and self._pending_line.verdict is None:
            return self._pending_line.end.is_over
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here, or None while it goes on."""
        if self._pending_line is not None:
            return self._pending_line.verdict or self._pending_line.end.outcome
        if self._verdict and self._verdict[0] is self.node:
            return self._verdict[1]
        return self.position.outcome

    @property
    def result(self) -> str:
        """The result here: 1-0 if black won, 0-1, 1/2-1/2, or * if there is none.

        `outcome.score()` returns the number of discs of each side.

        >>> Game().result, Game.parse("e6f4e3f6g5d6e7f5c5").result
        ('*', '1-0')
        """
        if self.winner is None:
            return "1/2-1/2" if self.is_draw else "*"
        return "1-0" if self.winner is BLACK else "0-1"

    @property
    def winner(self) -> Color | None:
        """The side that has won here; None for a draw and while the game goes on."""
        outcome = self.outcome
        return None if outcome is None else outcome.winner

    @property
    def is_draw(self) -> bool:
        """Whether the game has ended here in a draw.

        >>> game = Game()
        >>> game.end(None, "agreement").is_draw, game.is_draw, game.winner
        (True, True, None)
        """
        outcome = self.outcome
        return outcome is not None and outcome.is_draw

    def _require_no_verdict(self) -> None:
        if self._verdict is not None and self._verdict[0] is self.node:
            raise GameOver(Text("errors.rules.game_over", outcome=self._verdict[1].text))

    # Other forms

    def transform(self, symmetry: Symmetry) -> Game:
        """Return the game with its whole tree, turned or mirrored.

        >>> game = Game()
        >>> _ = game.push("d3")
        >>> game.transform(Symmetry.ROTATE_HALF).transcript
        'e6'
        """
        symmetry = as_symmetry(symmetry)
        (start, headers, notes, tree, verdict), automatic, line = self._state()
        turned = [(at, symmetry.move(move, start.size), *rest) for at, move, *rest in tree]
        record = start.transform(symmetry), dict(headers), notes, turned, verdict
        return Game._from_state(record, automatic, line)

    def normalised(self) -> Game:
        """Return the game turned so that it begins with f5, or its equivalent on other sizes.

        >>> game = Game()
        >>> game.push_all(["c4", "e3"])
        >>> game.normalised().transcript
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
        """Return an independent game with the same tree, standing at the same node."""
        return self.transform(Symmetry.IDENTITY)

    def __eq__(self, other: object) -> bool:
        """Compare the records of two games; where each game stands does not matter."""
        return self._record() == other._record() if isinstance(other, Game) else NotImplemented

    __hash__: ClassVar[None]  # type: ignore[assignment]  # a game is mutable

    def _record(self) -> tuple[Any, ...]:
        nodes = [self.root, *self.walk()]
        verdict = (nodes.index(self._verdict[0]), self._verdict[1]) if self._verdict else None
        notes = self.root.comment, self.root.nags
        return self.start, self.headers, notes, flatten(self.root), verdict

    def _state(self) -> tuple[tuple[Any, ...], list[bool], list[tuple[int, bool]]]:
        """Return the record, which plies are automatic, and the steps of the current line."""
        plies = list(self.walk())
        numbers = {ply: number for number, ply in enumerate(plies, 1)}
        line = [
            (numbers[ply], bool(mark & KNOWN))
            for ply, mark in zip(self._line, self._marks, strict=True)
        ]
        return self._record(), [ply.automatic for ply in plies], line

    @classmethod
    def _from_state(
        cls, record: tuple[Any, ...], automatic: list[bool], line: list[tuple[int, bool]]
    ) -> Game:
        start, headers, notes, tree, verdict = record
        game = cls(start)
        game.headers = headers
        game.root.comment, game.root.nags = notes
        nodes = unflatten(game.root, tree, automatic)
        for node in nodes[1:]:
            if node.position.answer is not None:
                game._answers[node.number] = node.position.answer
        game._line = [nodes[number] for number, _ in line]
        game._marks = [
            (KNOWN if known else NEW) | (INSERTED if nodes[number].automatic else NEW)
            for number, known in line
        ]
        game._verdict = (nodes[verdict[0]], verdict[1]) if verdict else None
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        if self._pending_line is not None:
            return of_line, (Game, self._pending_line, self._headers)
        return Game._from_state, self._state()

    def __str__(self) -> str:
        """Draw the board where the game stands, and say whose turn it is or how it ended."""
        outcome = self.outcome
        end = f"{self.turn} to move" if outcome is None else outcome.text.render(catalogue("en"))
        return f"{self.board.diagram()}\n{end[0].upper()}{end[1:]}"

    def __repr__(self) -> str:
        name, size = self.start.variant.name, self.start.size
        count = self.ply_count
        return f"<Game {name} {size}x{size}, {count} {'ply' if count == 1 else 'plies'}>"

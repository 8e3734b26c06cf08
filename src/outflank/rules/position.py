"""A position: a board with a side to move, under the rules of a variant, and its moves."""

from __future__ import annotations

import functools
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Any, ClassVar, Final

from outflank.errors import IllegalAnswer, IllegalMove
from outflank.registry import Registry
from outflank.rules import accelerator, bitboards
from outflank.rules.answer import Answer, Odds, parse_answer
from outflank.rules.board import BLACK, WHITE, Board, Color
from outflank.rules.geometry import require_size
from outflank.rules.moves import LegalMoves, Placement
from outflank.rules.outcome import Outcome, Reason
from outflank.rules.square import PASS, Move, Square, as_move, as_square
from outflank.rules.squareset import SquareSet
from outflank.rules.symmetry import Symmetry
from outflank.rules.text_reader import read_text
from outflank.texts import Text
from outflank.texts.text import named_text

__all__ = ["Classic", "Position", "Variant", "as_variant", "known_variants"]

_NO_ORACLE = Odds()


# Frozen values that all games and moves share.
_first_board = functools.cache(Board.start)
_no_squares = functools.cache(SquareSet)

# The parts of a variant, with the type of each and the words that ask for it.
_PARTS: Final = (
    ("name", str, "is text"),
    ("title", str, "is text"),
    ("aliases", tuple, "are a tuple of texts"),
    ("answers", Odds, "are Odds"),
    ("fewest_wins", bool, "is True or False"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Variant:
    """A way to play, as data and two methods: how a game starts and what a move does.

    >>> Variant("mine", "My own Othello").start(6).board.empties
    32
    """

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    answers: Odds = _NO_ORACLE
    fewest_wins: bool = False

    # Whether `place` is the ordinary one, which the accelerator does faster.
    places_plainly: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for part, kind, wanted in _PARTS:
            given = getattr(self, part)
            is_right = isinstance(given, kind)
            if part == "aliases":
                is_right = is_right and all(isinstance(alias, str) for alias in given)
            if not is_right:
                raise TypeError(f"the {part} of a variant {wanted}, not {given!r}")

    def __init_subclass__(cls, **options: Any) -> None:
        super(Variant, cls).__init_subclass__(**options)
        cls.places_plainly = cls.place is Variant.place

    @property
    def text(self) -> Text | str:
        """The title, in the user's language if it is one of ours."""
        return named_text(f"rules.variants.{self.name}", self.title)

    def start(self, size: int = 8) -> Position:
        """Return the first position: four discs in the centre, black to move."""
        require_size(size)  # also what cannot be looked up among the first boards
        return _made(self, _first_board(size), BLACK, None)

    def place(self, position: Position, square: Square) -> Placement:
        """Return what happens when the side to move plays on a legal square."""
        flipped = position.board.outflanked(position.turn, square)
        return Placement(position.turn, square, flipped, _no_squares(position.size))

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        given = ((part, getattr(self, part.name)) for part in fields(self))
        shown = [f"{part.name}={value!r}" for part, value in given if value != part.default]
        return f"{type(self).__name__}({', '.join(shown)})"


@dataclass(frozen=True, slots=True, repr=False)
class Classic(Variant):
    """Ordinary Othello: the player with more discs wins.

    >>> Classic().start(6).board.empties
    32
    """

    name: str = "classic"
    title: str = "Othello"
    aliases: tuple[str, ...] = ("othello", "reversi", "standard", "normal")


known_variants: Registry[Variant] = Registry("variant", "classic")


def as_variant(given: Variant | str) -> Variant:
    """Return a variant that is given as a Variant or by its name.

    >>> as_variant("othello") == as_variant(Classic())
    True
    """
    return given if isinstance(given, Variant) else known_variants.find(given)


@dataclass(frozen=True, slots=True)
class Position:
    """A board, the side to move and, if there is an oracle, its answer for this turn.

    >>> Position(Board.start()) == Position.start()
    True
    >>> position = Position.start().play("f5")
    >>> position.turn, list(map(str, position.legal_moves))
    (Color.WHITE, ['f4', 'd6', 'f6'])
    """

    board: Board
    turn: Color = BLACK
    _: KW_ONLY
    variant: Variant = Classic()
    answer: Answer | None = None

    def __post_init__(self) -> None:
        for name, kind in (("board", Board), ("turn", Color), ("variant", Variant)):
            if not isinstance(getattr(self, name), kind):
                raise TypeError(
                    f"the {name} of a position is a {kind.__name__}, not {getattr(self, name)!r}"
                )
        if self.answer is not None and not isinstance(self.answer, Answer):
            raise TypeError(f"the answer of a position is an Answer or None, not {self.answer!r}")

    @classmethod
    def start(cls, size: int = 8, variant: Variant | str = "classic") -> Position:
        """Return the position with which a game of that size and variant begins.

        >>> Position.start(6, "yesno").awaits_answer
        True
        """
        return as_variant(variant).start(size)

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.board.size

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, found when they are needed; [PASS] if the side to move must pass."""
        return LegalMoves(self.board, self.turn)

    def is_legal(self, move: Move | str) -> bool:
        """Return whether the side to move may play this, after any answer that it awaits."""
        return move in self.legal_moves

    @property
    def must_pass(self) -> bool:
        """Whether the side to move cannot move while the opponent can."""
        return not self._can_move(self.turn) and self._can_move(self.turn.opponent)

    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
        return not self._can_move(self.turn) and not self._can_move(self.turn.opponent)

    def _can_move(self, color: Color) -> bool:
        own, opponent = self.board.black, self.board.white
        if color is WHITE:
            own, opponent = opponent, own
        return accelerator.outflanking(self.board.size, own, opponent) != 0

    # The oracle

    @property
    def awaits_answer(self) -> bool:
        """Whether the oracle must answer before this turn can continue."""
        return bool(self.variant.answers) and self.answer is None and not self.is_over

    def hear(self, answer: Answer | str) -> Position:
        """Return the position after this turn has heard an answer."""
        heard = parse_answer(answer)
        if self.answer is not None:
            problem = Text("errors.rules.answer_already_heard", answer=self.answer.text)
        elif not self.variant.answers:
            problem = Text("errors.rules.no_oracle", variant=self.variant.name)
        elif self.is_over:
            problem = Text("errors.rules.answer_after_end")
        else:
            return _made(self.variant, self.board, self.turn, heard)
        raise IllegalAnswer(problem, answer=heard, position=self)

    # Moving

    def place(self, square: Square | str) -> Placement:
        """Return what a move to a square does, without playing it.

        >>> print(Position.start().place("f5").flipped)
        e5
        """
        square = as_square(square)
        board, variant = self.board, self.variant
        flipped = board.outflanked(self.turn, square) if square.is_on(board.size) else None
        if flipped is None or not flipped.mask:
            raise IllegalMove(self._objection(square), move=square, position=self)
        self._require_answer(square)
        if variant.places_plainly:
            return Placement(self.turn, square, flipped, _no_squares(board.size))
        return variant.place(self, square)

    def play(self, move: Move | str) -> Position:
        """Return the position after a legal move, which is given as a Move or as text."""
        move = as_move(move)
        if move is PASS:
            if not self.must_pass:
                raise IllegalMove(self._objection(move), move=move, position=self)
            self._require_answer(move)
            return _after(self, self.board)
        after = self.attempt(move)
        if after is None:
            raise IllegalMove(self._objection(move), move=move, position=self)
        return after

    def attempt(self, square: Square | str) -> Position | None:
        """Return the position after a move to a square, or None if it outflanks nothing.

        >>> Position.start().attempt(Square.parse("a1")) is None
        True
        """
        variant, board, turn = self.variant, self.board, self.turn
        size = board.size
        if type(square) is not Square:
            square = as_square(square)
        col, row = square.col, square.row
        if col >= size or row >= size:
            return None
        if variant.places_plainly and (variant.answers is _NO_ORACLE or not variant.answers):
            discs = accelerator.played(
                size, board.black, board.white, turn is BLACK, row * size + col
            )
            if discs is None:
                return None
            black, white = discs
            after = Board.unchecked(size, black, white)
            return _made(variant, after, WHITE if turn is BLACK else BLACK, None)
        if not board.outflanked(turn, square).mask:
            return None
        self._require_answer(square)
        return _after(self, variant.place(self, square).on(board))

    def _require_answer(self, move: Move) -> None:
        if self.answer is None and self.variant.answers:
            raise IllegalMove(
                Text("errors.rules.oracle_has_not_answered", move=move), move=move, position=self
            )

    def _objection(self, move: Move) -> Text:
        """Say in one sentence why a move is not legal."""
        if self.is_over:
            return Text("errors.rules.move_after_end", move=move)
        moves = ", ".join(map(str, self.legal_moves))
        shown = {"move": move, "color": self.turn.text, "moves": moves}
        if move is PASS:
            return Text("errors.rules.pass_with_moves", **shown)
        if not move.is_on(self.size):
            return Text("errors.rules.move_outside_board", size=self.size, **shown)
        if self.board.disc_at(move):
            return Text("errors.rules.occupied", **shown)
        if self.must_pass and self.board.outflanked(self.turn.opponent, move):
            return Text("errors.rules.must_pass_first", **shown)
        return Text("errors.rules.outflanks_nothing", **shown)

    # The end

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it has not.

        >>> Position.start().outcome is None
        True
        """
        if not self.is_over:
            return None
        black, white = self.board.count(BLACK), self.board.count(WHITE)
        larger = BLACK if black > white else WHITE if white > black else None
        winner = larger.opponent if larger and self.variant.fewest_wins else larger
        if not self.board.empties:
            reason = Reason.FULL_BOARD
        else:
            reason = Reason.BLOCKED if black and white else Reason.WIPEOUT
        return Outcome(winner, black, white, self.board.empties, reason)

    # Symmetry

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the position with its board turned or mirrored."""
        return replace(self, board=self.board.transform(symmetry))

    def canonical(self) -> Position:
        """Return the same one of the eight symmetric positions for each of them."""
        return _made(self.variant, self.board.canonical(), self.turn, self.answer)

    def symmetry_to(self, other: Position) -> Symmetry | None:
        """Return a symmetry that turns this position into the other, or None."""
        if not isinstance(other, Position):
            raise TypeError(f"a position can be compared only with a Position, not with {other!r}")
        found = self.board.symmetry_to(other.board)
        return found if found is not None and self.transform(found) == other else None

    def hash64(self) -> int:
        """Return a 64-bit hash of board, turn and answer that is the same on every machine."""
        heard = 0 if self.answer is None else 1 + tuple(Answer).index(self.answer)
        return bitboards.absorb(self.board.hash64(), heard << 1 | (self.turn is WHITE))

    @classmethod
    def parse(
        cls, text: str, *, variant: str | Variant = "classic", size: int | None = None
    ) -> Position:
        """Read one position from text in any notation; a game is read as its last position.

        `outflank.read` reads several positions and reports where each text is wrong.

        >>> Position.parse("f5d6c3").turn
        Color.WHITE
        """
        position: Position = read_text("position", text, variant=variant, size=size)
        return position

    def __str__(self) -> str:
        return f"{self.board} {'X' if self.turn is BLACK else 'O'}"

    def __repr__(self) -> str:
        variant = self.variant.name if self.variant in known_variants else self.variant
        chosen = "" if variant == "classic" else f", variant={variant!r}"
        heard = "" if self.answer is None else f".hear({self.answer.value!r})"
        return f"Position.parse({str(self)!r}{chosen}){heard}"


# Every move makes positions, so `_made` sets their slots directly, without calling __init__.
_new = object.__new__
_set_variant = Position.__dict__["variant"].__set__
_set_board = Position.__dict__["board"].__set__
_set_turn = Position.__dict__["turn"].__set__
_set_answer = Position.__dict__["answer"].__set__


def _made(variant: Variant, board: Board, turn: Color, answer: Answer | None) -> Position:
    position = _new(Position)
    _set_variant(position, variant)
    _set_board(position, board)
    _set_turn(position, turn)
    _set_answer(position, answer)
    return position


def _after(position: Position, board: Board) -> Position:
    """Return the next turn's position on that board."""
    return _made(position.variant, board, WHITE if position.turn is BLACK else BLACK, None)

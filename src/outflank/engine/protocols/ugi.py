"""UGI, the Universal Game Interface: UCI without the words of chess, and with the rules to ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from outflank.engine.protocols.protocol import Protocol
from outflank.engine.protocols.uci import BoardChoice, UciDialect, parse_drop
from outflank.errors import NotationError
from outflank.notation.fen import PLAIN, Dialect
from outflank.rules import BLACK, SIZES, Classic, Move, Position, parse_move
from outflank.texts import Text

__all__ = ["UGI", "UGI_DIALECT", "UgiDialect", "answer_query"]

UGI: Final = Protocol(
    name="ugi",
    title="UGI",
    summary=Text("engine.protocols.ugi"),
    class_prefix="Ugi",
    first_word="ugi",
)

_QUESTIONS: Final = ("gameover", "p1turn", "result")


@dataclass(frozen=True, slots=True)
class UgiDialect(UciDialect):
    """The words of UGI, with moves such as `f5` and `pass`; black is the first player."""

    word: str = "ugi"
    clocks: tuple[str, str] = ("p1time", "p2time")
    increments: tuple[str, str] = ("p1inc", "p2inc")
    fen: Dialect = PLAIN
    board_option: str = "Size"
    boards: Mapping[str, BoardChoice] = field(
        default_factory=lambda: {str(size): BoardChoice(Classic(), size) for size in SIZES}
    )
    usual_board: str = "8"

    def board(self, name: str) -> BoardChoice:
        """Return the board of a size."""
        if name not in self.boards:
            sizes = ", ".join(self.boards)
            raise NotationError(
                Text("errors.engine.ugi_board_size", sizes=sizes, text=repr(name[:20]))
            )
        return self.boards[name]

    def spell_move(self, move: Move, position: Position) -> str:  # noqa: ARG002 - as UCI has it
        """Write a move as Othello does."""
        return str(move)

    def parse_move(self, text: str, position: Position) -> Move:
        """Read a square or a pass; a drop of flipello is understood too."""
        return parse_drop(text, position) if "@" in text[1:] else parse_move(text)


UGI_DIALECT: Final = UgiDialect()


def answer_query(question: str, position: Position) -> str:
    """Answer a question about the rules, as `query` asks it.

    >>> answer_query("p1turn", Classic().start()), answer_query("result", Classic().start())
    ('true', 'none')
    """
    if question == "gameover":
        return str(position.is_over).lower()
    if question == "p1turn":
        return str(position.turn is BLACK).lower()
    if question == "result":
        outcome = position.outcome
        if outcome is None:
            return "none"
        if outcome.winner is None:
            return "draw"
        return "p1win" if outcome.winner is BLACK else "p2win"
    known = ", ".join(_QUESTIONS)
    raise NotationError(
        Text("errors.engine.ugi_question", question=repr(question[:20]), known=known)
    )

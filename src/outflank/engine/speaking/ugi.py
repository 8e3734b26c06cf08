"""UGI, the Universal Game Interface: UCI without the words of chess, and with the rules to ask."""

from __future__ import annotations

from typing import ClassVar

from outflank.engine.speaking.flipello import parse_drop
from outflank.engine.speaking.uci import UciConversation
from outflank.errors import NotationError
from outflank.rules import BLACK, SIZES, Classic, Move, Position, parse_move

__all__ = ["UgiConversation"]

_QUESTIONS = ("gameover", "p1turn", "result")


class UgiConversation(UciConversation):
    """Plays by UGI with moves such as `f5` and `pass`; black is the first player."""

    word: ClassVar = "ugi"
    clocks: ClassVar = ("p1time", "p2time")
    increments: ClassVar = ("p1inc", "p2inc")
    tells_reply: ClassVar = False  # cutegames wants the move and nothing else
    _board_size: int = 8

    def start(self) -> Position:
        """Return the start on the board that the option Size names."""
        return Classic().start(self._board_size)

    def spell(self, move: Move, position: Position) -> str:  # noqa: ARG002 - as UCI has it
        """Write a move as Othello does."""
        return str(move)

    def parse(self, text: str, position: Position) -> Move:
        """Read a square or a pass; a drop of flipello is understood too."""
        return parse_drop(text, position) if "@" in text[1:] else parse_move(text)

    def own_options(self) -> list[str]:
        """Offer the sizes of the board."""
        sizes = " ".join(f"var {size}" for size in SIZES)
        return [f"option name Size type combo default {self._board_size} {sizes}"]

    def set_own_option(self, name: str, value: str) -> bool:
        """Set the size of the board."""
        if name != "size":
            return False
        if value not in map(str, SIZES):
            sizes = ", ".join(map(str, SIZES))
            raise NotationError(f"a board has one of the sizes {sizes}, not {value[:20]!r}")
        self._board_size = int(value)
        self.position = self.start()
        return True

    def hear(self, line: str) -> None:
        """Answer questions about the rules, and the rest as UCI does."""
        word, _, question = line.partition(" ")
        if word == "query":
            self.say(f"response {self._response(question.strip())}")
        else:
            super().hear(line)

    def is_urgent(self, line: str) -> bool:
        """Answer questions at once, unless the position will have changed."""
        if line.partition(" ")[0] == "query":
            return not self.has_deferred()
        return super().is_urgent(line)

    def _response(self, question: str) -> str:
        position = self.position
        if question == "gameover":
            return str(position.is_over()).lower()
        if question == "p1turn":
            return str(position.turn is BLACK).lower()
        if question == "result":
            outcome = position.outcome()
            if outcome is None:
                return "none"
            if outcome.winner is None:
                return "draw"
            return "p1win" if outcome.winner is BLACK else "p2win"
        known = ", ".join(_QUESTIONS)
        raise NotationError(f"{question[:20]!r} is not a question; they are {known}")

"""The values of GGF's tags: match types, results and moves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from outflank.errors import NotationError
from outflank.notation.numbers import parse_number, require_seconds
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Color,
    Game,
    Move,
    Outcome,
    Reason,
    Score,
    ScoreKind,
    Square,
)
from outflank.texts import Text

__all__ = ["GgfResult", "MatchType", "MoveValue", "require_size"]

_OCTAGON = "88"
_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)"


def require_size(size: int) -> int:
    """Return a board size that GGF has; any other size raises NotationError."""
    if size not in SIZES[:-1]:
        raise NotationError(Text("errors.notation.ggf_board_size", size=size))
    return size


@dataclass(frozen=True, slots=True)
class MatchType:
    """The value of TY: the size of the board and letters that change the game.

    >>> MatchType.parse("s8r18")
    MatchType(size=8, fewest_wins=False)
    """

    size: int
    fewest_wins: bool = False

    @classmethod
    def parse(cls, text: str) -> MatchType:
        """Read a type such as 8, 10a, s8r18 or 8kw."""
        found = re.fullmatch(r"s?([0-9]{1,2})((?:k|a|r[0-9]{0,3}|b|w)*)", text.strip().lower())
        if found is None:
            raise NotationError(Text("errors.notation.ggf_match_type", text=repr(text[:20])))
        if found[1] == _OCTAGON:
            raise NotationError(Text("errors.notation.octagonal_board"))
        return cls(require_size(int(found[1])), "a" in found[2])

    def __str__(self) -> str:
        return f"{self.size}a" if self.fewest_wins else str(self.size)


_FLAGS = {"r": Reason.RESIGNATION, "t": Reason.TIME, "s": Reason.AGREEMENT}


@dataclass(frozen=True, slots=True)
class GgfResult:
    """The value of RE: black's lead in discs, None if unfinished, and why the game ended.

    >>> GgfResult.parse("-64.00:t")
    GgfResult(discs=-64, reason=<Reason.TIME: 'time'>)
    >>> str(GgfResult(2, Reason.FULL_BOARD))
    '+2.00'
    """

    discs: float | None
    reason: Reason = Reason.ADJUDICATION

    @classmethod
    def parse(cls, text: str) -> GgfResult:
        """Read a number and a letter for the reason; a game that was left counts as adjudicated."""
        if not text.strip() or text.strip().startswith("?"):
            return cls(None)
        found = re.fullmatch(rf"({_NUMBER})\s*(?::\s*([A-Za-z]?)\w*)?", text.strip())
        if found is None:
            raise NotationError(Text("errors.notation.ggf_result", text=repr(text[:20])))
        reason = _FLAGS.get((found[2] or "").lower(), Reason.ADJUDICATION)
        return cls(parse_number(found[1]), reason)

    @classmethod
    def of(cls, outcome: Outcome | None, *, fewest_wins: bool) -> GgfResult:
        """Return the result of a game; if the fewest discs win, the side with fewer is ahead."""
        if outcome is None:
            return cls(None)
        sign = {BLACK: 1, WHITE: -1, None: 0}[outcome.winner]
        if outcome.reason in (Reason.RESIGNATION, Reason.TIME):
            return cls(sign * (outcome.black + outcome.white + outcome.empties), outcome.reason)
        margin = abs(outcome.margin(empties_to_winner=True))
        if not outcome.reason.is_natural:
            ahead = outcome.margin() * (-1 if fewest_wins else 1)
            margin = (
                abs(ahead) if ahead * sign > 0 else 2
            )  # the winner matters more than the margin
        return cls(sign * margin, outcome.reason)

    @property
    def winner(self) -> Color | None:
        """The side that is ahead, or None."""
        return BLACK if (self.discs or 0) > 0 else WHITE if (self.discs or 0) < 0 else None

    def end(self, game: Game) -> None:
        """Record this result in a game, unless the board has ended it."""
        if self.discs is not None and not game.is_over:
            game.end(self.winner, self.reason)

    def __str__(self) -> str:
        if self.discs is None:
            return "?"
        flag = next((letter for letter, reason in _FLAGS.items() if reason is self.reason), "")
        return f"{self.discs:+.2f}" + (f":{flag}" if flag else "")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of B or W: a move, its score and the time it took.

    >>> print(MoveValue.parse("d6/-1.25/12.3"))
    D6/-1.25/12.30
    """

    move: Move
    score: Score | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str, scores: ScoreKind = ScoreKind.HEURISTIC) -> MoveValue:
        """Read square/evaluation/seconds; the last two may be blank."""
        name, score, seconds = [*(part.strip() for part in text.split("/")), "", ""][:3]
        discs = _number(score, "errors.notation.ggf_evaluation")
        return cls(
            _move(name),
            None if discs is None else Score(discs, scores),
            require_seconds(_number(seconds, "errors.notation.ggf_seconds")),
        )

    def __str__(self) -> str:
        name = "PA" if self.move is PASS else str(self.move).upper()
        score = "" if self.score is None else f"{self.score.discs:.2f}"
        seconds = "" if self.seconds is None else f"{self.seconds:.2f}"
        return f"{name}/{score}/{seconds}".rstrip("/")


def _number(text: str, key: str) -> float | None:
    if not text:
        return None
    if re.fullmatch(_NUMBER, text) is None:
        raise NotationError(Text(key, text=repr(text[:20])))
    return parse_number(text)


def _move(name: str) -> Move:
    """Read a square, ignoring what follows it, or a beginning or spelling of the word pass."""
    square = re.match(r"[A-Pa-p](?:1[0-6]|[1-9])(?![0-9])", name)
    if square is not None:
        return Square.parse(square[0])
    word = name.lower()
    if word and ("pass".startswith(word) or word.startswith(("pass", "ps", "--", "@@"))):
        return PASS
    raise NotationError(Text("errors.notation.ggf_move", move=repr(name[:12])))

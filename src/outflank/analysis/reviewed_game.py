"""A reviewed game: its players, opening and result beside its review, to keep and to report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from outflank.analysis.mistakes import Finding
from outflank.analysis.review import GameReview, ReviewedMove
from outflank.archive import opening_of
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Answer,
    Board,
    Color,
    Game,
    Move,
    Position,
    Score,
    ScoreKind,
    find_variant,
    parse_answer,
    parse_move,
)

__all__ = ["ReviewedGame", "move_from_dict", "move_to_dict"]

_SHOWN = 0.05  # discs from which on a loss is one, and its lines are worth keeping


@dataclass(frozen=True)
class ReviewedGame:
    """A game with its review; `number` is its place among others, and `margin` is black's lead."""

    number: int
    start: Position
    black: str
    white: str
    opening: str
    margin: int | None
    review: GameReview

    @classmethod
    def of(cls, number: int, game: Game, review: GameReview) -> ReviewedGame:
        """Put a game and its review together.

        >>> game = Game()
        >>> game.push_all(["f5", "d6"])
        >>> ReviewedGame.of(1, game, GameReview(2)).opening
        'Perpendicular'
        """
        last = game.root.last().position
        outcome = game.verdict or last.outcome()
        by_board = last.outcome()
        named = opening_of(game)
        return cls(
            number,
            game.start,
            game.headers.get("black", ""),
            game.headers.get("white", ""),
            "" if named is None else str(named),
            by_board.margin() if by_board is not None and outcome == by_board else None,
            review,
        )

    @property
    def title(self) -> str:
        """Who played whom."""
        return f"{self.name(BLACK)} - {self.name(WHITE)}"

    def name(self, color: Color) -> str:
        """Return what a side is called: its player, or its colour."""
        return (self.black if color is BLACK else self.white) or str(color).capitalize()

    def positions(self) -> Iterator[tuple[Position, ReviewedMove]]:
        """Go through the reviewed moves of a complete review, each with the position before it."""
        position = self.start
        for one in self.review.moves:
            if one.answer is not None and position.awaits_answer():
                position = position.hear(one.answer)
            yield position, one
            position = position.play(one.move)

    def to_dict(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the game as JSON has it; lines of moves that lost nothing only if `whole`."""
        return {
            "game": self.number,
            "black": self.black,
            "white": self.white,
            "variant": self.start.variant.name,
            "start": str(self.start),
            "opening": self.opening,
            "margin": self.margin,
            "moves": [move_to_dict(one, whole=whole) for one in self.review.moves],
            "plies": self.review.total,
            "nodes": self.review.nodes,
            "engine": self.review.engine,
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ReviewedGame:
        """Return the game that `to_dict` has written."""
        cells, _, turn = str(plain["start"]).rpartition(" ")
        start = Position(
            find_variant(plain["variant"]), Board.parse(cells), BLACK if turn == "X" else WHITE
        )
        moves = tuple(
            _with_disc(move_from_dict(one), start.board.empties) for one in plain["moves"]
        )
        return cls(
            int(plain["game"]),
            start,
            str(plain["black"]),
            str(plain["white"]),
            str(plain["opening"]),
            plain["margin"],
            GameReview(
                int(plain["plies"]),
                moves,
                int(plain["nodes"]),
                str(plain.get("engine", "")),
            ),
        )


def _with_disc(one: ReviewedMove, empties: int) -> ReviewedMove:
    """Number the disc of a move that an earlier version has written without its number."""
    if one.disc or one.move is PASS:
        return one
    return replace(one, disc=empties - one.empties + 1)


def move_to_dict(one: ReviewedMove, *, whole: bool = True) -> dict[str, Any]:
    """Return a reviewed move as JSON has it."""
    has_lines = whole or one.loss >= _SHOWN
    return {
        "number": one.number,
        "disc": one.disc,
        "color": str(one.color),
        "move": str(one.move),
        "answer": one.answer.value if one.answer else None,
        "empties": one.empties,
        "score": _score_to_dict(one.score),
        "best": _score_to_dict(one.best_score),
        "loss": round(one.loss, 2),
        "better": str(one.better),
        "line": _words(one.line if has_lines else one.line[:1]),
        "played_line": _words(one.played_line if has_lines else one.played_line[:1]),
        "mistake": one.is_mistake,
        "findings": [finding.to_dict() for finding in one.findings],
    }


def move_from_dict(plain: Mapping[str, Any]) -> ReviewedMove:
    """Return the reviewed move that `move_to_dict` has written.

    >>> from outflank.rules import Square
    >>> f5 = Square.parse("f5")
    >>> one = ReviewedMove(1, BLACK, f5, None, Score(0.5), Score(0.5), f5, (f5,), (f5,), 60)
    >>> move_from_dict(move_to_dict(one)) == one
    True
    """
    answer: Answer | None = None if plain["answer"] is None else parse_answer(plain["answer"])
    return ReviewedMove(
        int(plain["number"]),
        Color(plain["color"]),
        parse_move(plain["move"]),
        answer,
        _score_from_dict(plain["score"]),
        _score_from_dict(plain["best"]),
        parse_move(plain["better"]),
        _moves(plain["line"]),
        _moves(plain["played_line"]),
        int(plain["empties"]),
        tuple(map(Finding.from_dict, plain["findings"])),
        int(plain.get("disc", 0)),
    )


def _score_to_dict(score: Score) -> dict[str, Any]:
    """Return a score with where it comes from."""
    return {
        "discs": score.discs,
        "kind": score.kind.value,
        "depth": score.depth,
        "confidence": score.confidence,
    }


def _score_from_dict(plain: Mapping[str, Any]) -> Score:
    return Score(plain["discs"], ScoreKind(plain["kind"]), plain["depth"], plain["confidence"])


def _words(line: tuple[Move, ...]) -> list[str]:
    return [str(move) for move in line]


def _moves(words: list[str]) -> tuple[Move, ...]:
    return tuple(map(parse_move, words))

"""A reviewed game: its review with the players, the opening and the result."""

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
from outflank.texts.phrases import capitalised

__all__ = ["ReviewedGame", "move_from_dict", "move_to_dict"]


@dataclass(frozen=True)
class ReviewedGame:
    """A game with its review; `number` is its place among several, and `margin` black's lead."""

    number: int
    start: Position
    black: str
    white: str
    opening: str
    margin: int | None
    review: GameReview

    @classmethod
    def of(cls, number: int, game: Game, review: GameReview) -> ReviewedGame:
        """Return a game together with its review.

        >>> game = Game()
        >>> game.push_all(["f5", "d6"])
        >>> ReviewedGame.of(1, game, GameReview(2)).opening
        'Perpendicular'
        """
        last = game.root.last().position
        outcome = game.verdict or last.outcome
        by_board = last.outcome
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
        """The names of both players."""
        return f"{self.name(BLACK)} - {self.name(WHITE)}"

    def name(self, color: Color) -> str:
        """Return the name of a side: its player's, or else its colour."""
        return (self.black if color is BLACK else self.white) or capitalised(color.text)

    def positions(self) -> Iterator[tuple[Position, ReviewedMove]]:
        """Yield the moves of a complete review, each with the position before it."""
        position = self.start
        for move in self.review.moves:
            if move.answer is not None and position.awaits_answer:
                position = position.hear(move.answer)
            yield position, move
            position = position.play(move.move)

    def to_dict(self, *, whole: bool = False) -> dict[str, Any]:
        """Return the game as plain values for JSON.

        The lines of moves that lost nothing are shortened to one move unless `whole` is set.
        """
        return {
            "game": self.number,
            "black": self.black,
            "white": self.white,
            "variant": self.start.variant.name,
            "start": str(self.start),
            "opening": self.opening,
            "margin": self.margin,
            "moves": [move_to_dict(move, whole=whole) for move in self.review.moves],
            "plies": self.review.total,
            "nodes": self.review.nodes,
            "engine": self.review.engine,
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> ReviewedGame:
        """Return the game from the result of `to_dict`."""
        cells, _, turn = str(plain["start"]).rpartition(" ")
        start = Position(
            Board.parse(cells),
            BLACK if turn == "X" else WHITE,
            variant=find_variant(plain["variant"]),
        )
        moves = tuple(
            _with_disc(move_from_dict(move), start.board.empties) for move in plain["moves"]
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


def _with_disc(move: ReviewedMove, empties: int) -> ReviewedMove:
    """Return a move with the number of its disc, which earlier versions did not store."""
    if move.disc or move.move is PASS:
        return move
    return replace(move, disc=empties - move.empties + 1)


def move_to_dict(move: ReviewedMove, *, whole: bool = True) -> dict[str, Any]:
    """Return a reviewed move as plain values for JSON."""
    has_lines = whole or move.has_loss
    return {
        "number": move.number,
        "disc": move.disc,
        "color": str(move.color),
        "move": str(move.move),
        "answer": move.answer.value if move.answer else None,
        "empties": move.empties,
        "score": _score_to_dict(move.score),
        "best": _score_to_dict(move.best_score),
        "loss": round(move.loss, 2),
        "better": str(move.better),
        "line": _words(move.line if has_lines else move.line[:1]),
        "played_line": _words(move.played_line if has_lines else move.played_line[:1]),
        "mistake": move.is_mistake,
        "findings": [finding.to_dict() for finding in move.findings],
    }


def move_from_dict(plain: Mapping[str, Any]) -> ReviewedMove:
    """Return the reviewed move from the result of `move_to_dict`.

    >>> from outflank.rules import Square
    >>> f5 = Square.parse("f5")
    >>> move = ReviewedMove(1, BLACK, f5, None, Score(0.5), Score(0.5), f5, (f5,), (f5,), 60)
    >>> move_from_dict(move_to_dict(move)) == move
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
    """Return a score and its source as plain values for JSON."""
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

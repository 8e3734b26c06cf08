"""A review made from values that were computed elsewhere; only their form is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from outflank.analysis.mistakes import Choice, name_mistake
from outflank.analysis.review import GameReview, ReviewedMove
from outflank.analysis.review_budget import BROWSER_ENGINE
from outflank.errors import InvalidValue
from outflank.rules import PASS, Game, Move, Ply, Position, Score, ScoreKind, Square
from outflank.texts import Text

__all__ = ["GivenMoveValue", "review_from_values"]


@dataclass(frozen=True, slots=True)
class GivenMoveValue:
    """A given score of a move and of the best move, each with a line that begins with it."""

    score: Score
    best: Score
    played_line: tuple[Move, ...]
    line: tuple[Move, ...]


def review_from_values(game: Game, values: Sequence[GivenMoveValue]) -> GameReview:
    """Return the review of a game's main line from values, one for each ply.

    Lines must be legal, scores must be possible on the board, and both scores of a ply must have
    the same source; whether they are right is not checked.

    >>> game = Game(size=4)
    >>> game.push_all(["b1"])
    >>> b1, score = (Square.parse("b1"),), Score(2.0)
    >>> review_from_values(game, [GivenMoveValue(score, score, b1, b1)]).moves[0].loss
    0.0
    """
    plies = list(game.mainline())
    if len(plies) != len(values):
        raise InvalidValue(
            Text("errors.analysis.values_do_not_fit_plies", plies=len(plies), values=len(values))
        )
    moves = [
        _reviewed(number, ply, value)
        for number, (ply, value) in enumerate(zip(plies, values, strict=True), 1)
    ]
    return GameReview(len(plies), tuple(moves), engine=BROWSER_ENGINE)


def _reviewed(number: int, ply: Ply, value: GivenMoveValue) -> ReviewedMove:
    position = ply.parent.position
    line: tuple[Move, ...] = (PASS,)
    played: tuple[Move, ...] = (PASS,)
    if value.played_line[:1] != (ply.move,):
        raise InvalidValue(Text("errors.analysis.line_of_another_move", ply=number, move=ply.move))
    if ply.move is PASS:
        score = best = _possible(value.score, position, number)
    else:
        score, best = (_possible(each, position, number) for each in (value.score, value.best))
        played = _legal(position, value.played_line, number)
        line = _legal(position, value.line, number)
    if not _are_alike(score, best):
        raise InvalidValue(
            Text("errors.analysis.incomparable_values", ply=number, score=score, best=best)
        )
    if score.discs >= best.discs:
        best, line = score, played
    move = ReviewedMove(
        number, ply.color, ply.move, ply.answer, score, best, line[0], line, played,
        position.board.empties, disc=ply.disc_number or 0,
    )  # fmt: skip
    if not move.is_mistake:
        return move
    return replace(move, findings=name_mistake(Choice(position, played, score, line, best)))


def _possible(score: Score, position: Position, number: int) -> Score:
    """Return the score; raise InvalidValue if no game on this board can have it."""
    if abs(score.discs) > position.size**2 or score.kind is ScoreKind.BOOK:
        raise InvalidValue(Text("errors.analysis.impossible_value", ply=number, score=score))
    return score


def _are_alike(one: Score, other: Score) -> bool:
    """Return whether two scores are comparable: of the same kind, depth and confidence."""
    if one.kind is not other.kind or one.kind is ScoreKind.EXACT:
        return one.kind is other.kind
    return (one.depth, one.confidence) == (other.depth, other.confidence)


def _legal(position: Position, line: Sequence[Move], number: int) -> tuple[Move, ...]:
    """Return a line after checking it; if there is an oracle, return only its first move."""
    if not line or not isinstance(line[0], Square) or line[0] not in position.legal_moves:
        raise InvalidValue(Text("errors.analysis.illegal_line_start", ply=number))
    if position.variant.answers:
        return (line[0],)
    for move in line:
        if position.is_over() or move not in position.legal_moves:
            raise InvalidValue(Text("errors.analysis.unplayable_line_move", move=move, ply=number))
        position = position.play(move)
    return tuple(line)

"""A review made from values that were computed elsewhere; only their form is checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outflank.analysis.review import GameReview, reviewed_move
from outflank.analysis.review_rules import RULES
from outflank.analysis.review_steps import Comparison, ValuedLine
from outflank.errors import InvalidValue
from outflank.rules import PASS, Game, Move, Ply, Position, Score, ScoreKind
from outflank.texts import Text

__all__ = ["GivenMoveValue", "review_from_values"]


@dataclass(frozen=True, slots=True)
class GivenMoveValue:
    """A given score of a move and of the best move, each with a line that begins with it.

    If chance is involved, `win_chances` may say how likely either move wins, from 0 to 1.
    """

    score: Score
    best: Score
    played_line: tuple[Move, ...]
    line: tuple[Move, ...]
    win_chances: tuple[float, float] | None = None


def review_from_values(game: Game, values: Sequence[GivenMoveValue]) -> GameReview:
    """Return the review of a game's main line from values, one for each ply.

    Lines must be legal, scores must be possible on the board, and both scores of a ply must have
    the same source; whether they are right is not checked.

    >>> from outflank.rules import Square
    >>> game = Game(size=4)
    >>> game.push_all(["b1"])
    >>> b1, score = (Square.parse("b1"),), Score(2.0)
    >>> review_from_values(game, [GivenMoveValue(score, score, b1, b1)]).moves[0].loss
    0.0
    """
    plies = list(game.mainline())
    if len(plies) != len(values):
        raise InvalidValue(
            Text("errors.analysis.values_do_not_fit_plies", count=len(plies), values=len(values))
        )
    moves = tuple(
        reviewed_move(number, ply, _compared(number, ply, value))
        for number, (ply, value) in enumerate(zip(plies, values, strict=True), 1)
    )
    return GameReview(len(plies), moves, engine=RULES.engine)


def _compared(number: int, ply: Ply, value: GivenMoveValue) -> Comparison:
    """Return the values of a ply after checking their form."""
    position = ply.parent.position
    if value.played_line[:1] != (ply.move,):
        raise InvalidValue(Text("errors.analysis.line_of_another_move", ply=number, move=ply.move))
    now, at_best = _possible_chances(value, position, number)
    played = ValuedLine(
        _possible(value.score, position, number), _legal(position, value.played_line, number), now
    )
    if ply.move is PASS:
        return Comparison(played, played)
    best = ValuedLine(
        _possible(value.best, position, number), _legal(position, value.line, number), at_best
    )
    if not _are_alike(played.score, best.score):
        raise InvalidValue(
            Text(
                "errors.analysis.incomparable_values",
                ply=number,
                score=played.score,
                best=best.score,
            )
        )
    return Comparison(played, best).settled


def _possible(score: Score, position: Position, number: int) -> Score:
    """Return the score; raise InvalidValue if no game on this board can have it."""
    if abs(score.discs) > position.size**2 or score.kind is ScoreKind.BOOK:
        raise InvalidValue(Text("errors.analysis.impossible_value", ply=number, score=score))
    return score


def _possible_chances(
    value: GivenMoveValue, position: Position, number: int
) -> tuple[float, float] | tuple[None, None]:
    """Return the win chances, if chance is involved; raise InvalidValue for impossible ones."""
    if value.win_chances is None or not position.variant.answers:
        return None, None
    for chance in value.win_chances:
        if not 0 <= chance <= 1:
            raise InvalidValue(Text("errors.analysis.impossible_chance", ply=number, chance=chance))
    return value.win_chances


def _are_alike(one: Score, other: Score) -> bool:
    """Return whether two scores are comparable: of the same kind, depth and confidence."""
    if one.kind is not other.kind or one.kind is ScoreKind.EXACT:
        return one.kind is other.kind
    return (one.depth, one.confidence) == (other.depth, other.confidence)


def _legal(position: Position, line: Sequence[Move], number: int) -> tuple[Move, ...]:
    """Return a line after checking it; if there is an oracle, return only its first move."""
    if not line or line[0] not in position.legal_moves:
        raise InvalidValue(Text("errors.analysis.illegal_line_start", ply=number))
    if position.variant.answers:
        return (line[0],)
    for move in line:
        if position.is_over or move not in position.legal_moves:
            raise InvalidValue(Text("errors.analysis.unplayable_line_move", move=move, ply=number))
        position = position.play(move)
    return tuple(line)

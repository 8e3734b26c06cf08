"""What-if matches: a match that is played on from a past position of another one."""

from __future__ import annotations

from dataclasses import replace

from outflank.errors import NoMove
from outflank.rules import PASS, Game, Position
from outflank.texts import Text

__all__ = ["position_after"]


def position_after(game: Game, ply: int) -> tuple[Position, int]:
    """Return the position after so many turns of a game, and how many of them were moves.

    It has the answer that was heard there, so that an oracle is not asked again. A position in
    which the game is over cannot be played on.

    >>> position, number = position_after(Game(Position.start()), 0)
    >>> str(position.turn), number
    ('black', 0)
    """
    plies = game.plies
    if not 0 <= ply <= len(plies):
        raise NoMove(Text("errors.play.no_such_turn", ply=ply, count=len(plies)))
    position = plies[ply - 1].position if ply else game.start
    if ply == len(plies):
        position = game.position
    elif position.answer is None:
        position = replace(position, answer=plies[ply].answer)
    if position.is_over:
        raise NoMove(Text("errors.play.over_in_position"))
    return position, sum(each.move is not PASS for each in plies[:ply])

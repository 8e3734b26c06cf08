"""Which moves of a match may be taken back, and by whom."""

from __future__ import annotations

from outflank.errors import MatchOver, NoMove, TakeBackRefused
from outflank.play.match_state import MatchState
from outflank.play.setup import Undo
from outflank.rules import PASS, Color, Move
from outflank.rules.board import as_color
from outflank.texts import Text

__all__ = ["can_take_back", "moves_to_take_back"]


def moves_to_take_back(state: MatchState, by: Color) -> tuple[Move, ...]:
    """Return a side's last move and the replies to it; raise if they cannot be taken back."""
    as_color(by)
    if state.outcome is not None and not state.outcome.reason.is_natural:
        raise MatchOver(Text("errors.play.match_over", outcome=state.outcome.text))
    plies = state.game.plies
    turns = [turn for turn, ply in enumerate(plies) if ply.color is by and ply.move is not PASS]
    if not turns:
        raise NoMove(Text("errors.play.nothing_to_take_back", color=by.text))
    last = turns[-1]
    if state.setup.undo is Undo.UNTIL_REPLY and last < state.replied[by]:
        raise TakeBackRefused(Text("errors.play.opponent_has_replied"))
    return tuple(ply.move for ply in plies[last:])


def can_take_back(state: MatchState, by: Color) -> bool:
    """Return whether a side may take back its last move now, without asking."""
    if state.setup.undo in (Undo.NEVER, Undo.CONSENT) or state.is_paused:
        return False
    try:
        moves_to_take_back(state, by)
    except (NoMove, TakeBackRefused, MatchOver):
        return False
    return True

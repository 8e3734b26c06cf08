"""What opponents played in the saved games of the person at this machine."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.errors import OutflankError
from outflank.faces.local.exercises.game_cards import own_side
from outflank.faces.local.game_files import load
from outflank.faces.local.saved_games import SavedGames
from outflank.learning import CountedReplies
from outflank.learning.openings.replies import FEWEST_GAMES, replies_against
from outflank.play.match import Match
from outflank.rules import Classic, Color, Node

__all__ = ["replies_in_saved_games"]

_MOST = 100  # newest games


def replies_in_saved_games() -> CountedReplies | None:
    """Count the replies in games against a computer; None after only a few games."""
    ends = list(_ends())
    return replies_against(ends) if len(ends) >= FEWEST_GAMES else None


def _ends() -> Iterator[tuple[Node, Color]]:
    """Yield where the newest finished games ended, with the person's colour."""
    try:
        saved = [one for one in SavedGames().all() if one.is_over and one.size == 8]
    except OutflankError:  # the list of games says so itself
        return
    classic = [one for one in saved if one.variant == Classic().name]
    for one in sorted(classic, key=lambda one: one.changed, reverse=True)[:_MOST]:
        try:
            match = Match.restore(load(one.path))
        except OutflankError:
            continue
        side = own_side(match.setup)
        if side is not None:
            yield match.game.node, side

"""The openings of players' own games on the server: what their opponents play against them."""

from __future__ import annotations

import functools
import logging
from typing import Final

from outflank.learning import CountedReplies
from outflank.learning.openings.replies import FEWEST_GAMES, replies_against
from outflank.play.match import Match
from outflank.rules import BLACK, Classic, Color, Node
from outflank.store.past_games import PastGameSelection
from outflank.store.store import Store

__all__ = ["OwnGameReplies"]

_MOST: Final = 100  # newest games
_PLAYERS: Final = 16  # whose replies stay counted

_log = logging.getLogger("outflank.server.learning")


class OwnGameReplies:
    """Counts the replies in the newest finished games of a player; games are read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counted = functools.lru_cache(maxsize=_PLAYERS)(self._count)

    def replies_to(self, player: int) -> CountedReplies | None:
        """Return what was played against a player, or None after only a few games."""
        chosen = PastGameSelection(
            player=player, variant=Classic().name, size=8, limit=_MOST, with_private=True
        )
        games = self._store.past_games.listed(chosen)
        if len(games) < FEWEST_GAMES:
            return None
        return self._counted(
            tuple((one.id, BLACK if one.black == player else BLACK.opponent) for one in games)
        )

    def _count(self, games: tuple[tuple[str, Color], ...]) -> CountedReplies:
        ends = ((self._end_of(name), color) for name, color in games)
        return replies_against((end, color) for end, color in ends if end is not None)

    def _end_of(self, name: str) -> Node | None:
        """Return where a match ended, or None if its record is damaged."""
        journal = self._store.journal
        try:
            return Match.restore(journal.load(name)).game.node
        except Exception as error:  # one record must not take the others with it
            _log.warning("Could not read the opening of a match: %s", error, extra={"match": name})
            return None
        finally:
            journal.forget(name)

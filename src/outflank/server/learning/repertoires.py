"""The openings of players on the server: their repertoires, and what opponents play."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from outflank.learning import FirstKnown, Repertoire, replies_as_played
from outflank.server.learning.learning import Learning
from outflank.server.learning.own_games import OwnGameReplies

__all__ = ["Repertoires"]


class Repertoires:
    """Reads repertoires; decisions are entries of a player's log, which `Learning` stores."""

    def __init__(self, learning: Learning, games: OwnGameReplies, now: Callable[[], int]) -> None:
        self._learning = learning
        self._games = games
        self._now = now

    def of(self, player: int | None) -> Repertoire:
        """Return a player's repertoire; that of nobody is empty."""
        if player is None:
            return Repertoire()
        return Repertoire.of(self._learning.progress(player).decisions)

    def due(self, player: int) -> set[str]:
        """Return the subjects of a player's decisions that are due."""
        progress = self._learning.progress(player)
        due = {card.subject for card in progress.due(self._now())}
        return due & set(progress.decisions)

    def is_on_board(self, player: int | None, subject: str) -> bool:
        """Whether a decision is about the position of a match that a player is playing."""
        return player is not None and subject in self._learning.played_now(player)

    @contextlib.contextmanager
    def replies(self, player: int | None = None) -> Iterator[FirstKnown]:
        """Open what the server knows: its index of games, a player's own games, and our book.

        Own games change while a player plays, so what must stay the same leaves them out.
        """
        own = None if player is None else self._games.replies_to(player)
        with replies_as_played(own or ()) as replies:
            yield replies

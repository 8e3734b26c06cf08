"""The openings of players on the server: their repertoires, and what opponents play."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from outflank.learning import FirstKnown, Repertoire, replies_as_played
from outflank.server.learning.learning import Learning

__all__ = ["Repertoires"]


class Repertoires:
    """Reads repertoires; decisions are entries of a player's log, which `Learning` stores."""

    def __init__(self, learning: Learning, now: Callable[[], int]) -> None:
        self._learning = learning
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
    def replies(self) -> Iterator[FirstKnown]:
        """Open what the server knows: its index of played games, and our book."""
        with replies_as_played() as replies:
            yield replies

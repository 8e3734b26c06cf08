"""Processor cores: how many games this machine plays at once, and a core for each timed game."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from outflank.arena.engine_match.definition import MatchPlayer
from outflank.engine.registry import is_outside

__all__ = ["games_at_once", "is_timed", "usable_cores", "working_on"]


def usable_cores() -> list[int]:
    """Return the cores that this program may use.

    >>> len(usable_cores()) >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def is_timed(player: MatchPlayer) -> bool:
    """Return whether a player's moves depend on how much time passes.

    >>> is_timed(MatchPlayer("7")), is_timed(MatchPlayer("gtp:edax"))
    (False, True)
    """
    limit = player.limit
    if limit.seconds is not None:
        return True
    engine = player.source.engine
    # Without a limit, an outside program decides for itself when to stop, perhaps by time.
    return isinstance(engine, str) and is_outside(engine) and limit.is_unlimited()


def games_at_once(
    players: tuple[MatchPlayer, ...], wanted: int | None = None, *, has_clock: bool = False
) -> int:
    """Return how many games to play at once; if time counts, no more than there are cores.

    By default games limited by nodes keep every core busy, and timed games are played one by one.

    >>> games_at_once((MatchPlayer("1"), MatchPlayer("2"))) > len(usable_cores())
    True
    """
    cores = len(usable_cores())
    if has_clock or any(map(is_timed, players)):
        return min(wanted or 1, cores)
    # One more than cores, so that no core is idle while a move goes from one engine to the other.
    return wanted or cores + 1


@contextlib.contextmanager
def working_on(core: int | None) -> Iterator[None]:
    """Keep this thread and the programs that it starts on one core, if the system can do that."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

"""Processor cores: how many games fit on this machine, and a core for each game with a clock."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from outflank.arena.engine_match.definition import MatchPlayer

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
    """Tell whether the time that passes decides what a player plays.

    >>> is_timed(MatchPlayer("7")), is_timed(MatchPlayer("gtp:edax"))
    (False, True)
    """
    limit = player.limit
    if limit.seconds is not None:
        return True
    engine = player.source.engine
    is_outside = getattr(engine, "is_outside", False)
    if isinstance(engine, str):
        scheme, colon, _ = engine.partition(":")
        is_outside = bool(colon) and scheme not in ("level", "python")
    # What an outside program does without a limit is its own affair, so it may be going by time.
    return is_outside and limit.is_unlimited()


def games_at_once(
    players: tuple[MatchPlayer, ...], wanted: int | None = None, *, has_clock: bool = False
) -> int:
    """Return how many games to play at once: as wanted, but no more than cores if time counts.

    Unless told otherwise, games that go by nodes keep every core busy, and games that go by time
    are played one by one.

    >>> games_at_once((MatchPlayer("1"), MatchPlayer("2"))) > len(usable_cores())
    True
    """
    cores = len(usable_cores())
    if has_clock or any(map(is_timed, players)):
        return min(wanted or 1, cores)
    # One more than cores, so that none waits while a move goes from one engine to the other.
    return wanted or cores + 1


@contextlib.contextmanager
def working_on(core: int | None) -> Iterator[None]:
    """Keep this thread, and the programs that it starts meanwhile, on one core where possible."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

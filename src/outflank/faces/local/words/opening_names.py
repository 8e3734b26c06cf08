"""The names of openings while a game is played or looked through."""

from __future__ import annotations

from outflank.archive import opening_of, openings_on_the_way
from outflank.faces.local.followed_match import FollowedMatch

__all__ = ["opening_here", "opening_so_far"]


def opening_here(followed: FollowedMatch) -> str:
    """Return the name of the position that is viewed, or ""."""
    named = opening_of(followed.position)
    return "" if named is None else named.name


def opening_so_far(followed: FollowedMatch) -> str:
    """Return the last name that the moves up to the viewed position pass through, or ""."""
    plies = followed.plies[: followed.move_number]
    named = openings_on_the_way([followed.match.game.start, *(ply.position for ply in plies)])
    return named[-1].name if named else ""

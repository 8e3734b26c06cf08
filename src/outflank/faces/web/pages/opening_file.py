"""The names of openings for the page: a file of boards, so that a move needs no question."""

from __future__ import annotations

import msgspec

from outflank.archive import openings

__all__ = ["opening_file"]


def opening_file() -> bytes:
    """Return the boards of all named openings, each with its name, as JSON.

    >>> from outflank.archive import find_opening
    >>> boards = msgspec.json.decode(opening_file())
    >>> boards[str(find_opening("tiger").position.board)]
    'Tiger'
    """
    return msgspec.json.encode({str(one.position.board): one.name for one in openings()})

"""The puzzles that were solved with an earlier version, which kept a file of positions."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Final

from outflank.errors import OutflankError
from outflank.learning import Attempt, puzzle_subject
from outflank.rules import Position

__all__ = ["earlier_attempts"]

_FILE: Final = "solved_puzzles.txt"
_OCCASION: Final = "earlier"  # such attempts move no rating, because nobody knows how they went


def earlier_attempts(folder: Path, known: Container[str]) -> Iterator[Attempt]:
    """Yield an attempt for each line of the file of an earlier version whose id is not known.

    The file has the variant and the position of a puzzle in each line. It is only read: an earlier
    version may still be used. The ids depend on the lines only, so two programs may do this at the
    same time. A line that cannot be read is passed over.
    """
    path = folder / _FILE
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        at = round(path.stat().st_mtime * 1000)
    except OSError:
        return  # there is none, or it cannot be read, as in earlier versions
    for line in lines:
        if (name := _id(line)) in known:
            continue
        variant, _, position = line.partition(" ")
        try:
            subject = puzzle_subject(Position.parse(position, variant=variant))
        except OutflankError:
            continue
        yield Attempt(id=name, at=at, subject=subject, is_right=True, occasion=_OCCASION)


def _id(line: str) -> str:
    digest = hashlib.sha256(f"solved {line}".encode()).digest()
    return base64.urlsafe_b64encode(digest)[:22].decode()

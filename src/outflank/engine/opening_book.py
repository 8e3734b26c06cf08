"""The opening book of the package: positions of 8x8 with deeply searched scores."""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING

from outflank.engine.learned import data_file
from outflank.errors import EngineError, NotationError
from outflank.plain_warnings import EngineFileWarning
from outflank.texts import say

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from outflank.notation import Book

__all__ = ["own_book"]


@functools.cache
def own_book(folder: Traversable | None = None) -> Book:
    """Return the book of the package; warn and return an empty one if it cannot be read."""
    from outflank.notation import Book  # imported late: it brings the readers of all notations

    try:
        return Book(data_file("8x8.book", folder))
    except (EngineError, NotationError) as problem:
        message = say("errors.engine.warnings.no_book", problem=problem)
        warnings.warn(message, EngineFileWarning, stacklevel=2)
        return Book.of([])

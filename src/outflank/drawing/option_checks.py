"""Checks of drawing options: unknown names and impossible values are refused in one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from typing import Final

from outflank.drawing.skins import Skin
from outflank.drawing.themes import Theme
from outflank.errors import InvalidValue
from outflank.rules import PASS, Score, Square, WinDrawLoss
from outflank.texts import Text

__all__ = ["check_options"]


def check_options(options: Mapping[str, object], known: frozenset[str]) -> None:
    """Raise a TypeError or a ValueError for the first option that cannot be used.

    >>> check_options({"size": "big"}, frozenset({"size"}))
    Traceback (most recent call last):
    TypeError: size is a number of pixels, not 'big'
    """
    for name, value in options.items():
        if name not in known:
            raise TypeError(f"there is no option {name!r} (known: {', '.join(sorted(known))})")
        is_right, wanted = _ACCEPTED[name]
        if not is_right(value):
            raise TypeError(f"{name} is {wanted}, not {value!r}")
        if name in _WHAT_SQUARES_HOLD:
            _check_squares(name, value)
    _check_sizes(options)


def _check_squares(name: str, value: object) -> None:
    """Check the values of a mapping from squares."""
    kinds, wanted = _WHAT_SQUARES_HOLD[name]
    assert isinstance(value, Mapping)  # checked before
    for square, held in value.items():
        if not isinstance(held, kinds):
            raise TypeError(f"{name} holds {wanted} for each square, not {held!r} for {square}")


def _check_sizes(options: Mapping[str, object]) -> None:
    width, letters = options.get("size", 1), options.get("width", 1)
    if isinstance(width, Real) and not 0 < float(width) < math.inf:
        raise InvalidValue(Text("errors.drawing.picture_too_narrow", given=str(width)))
    if isinstance(letters, int) and letters < 1:
        raise InvalidValue(Text("errors.drawing.line_too_short", given=str(letters)))


def _is(*kinds: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kinds)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


_FLAG: Final = (_is(bool), "True or False")
_WORDS: Final = (_is(str), "a string")
_BY_SQUARE: Final = (_is(Mapping), "a mapping from squares")
_SQUARES: Final = (_is(Iterable), "squares, or names such as 'd3 e4'")
_FLAG_OR_SQUARES: Final = (_is(bool, Iterable), "True, False, or squares")

_ACCEPTED: Final[dict[str, tuple[Callable[[object], bool], str]]] = {
    "arrows": (_is(Iterable), "a list of pairs of squares"),
    "background": _FLAG,
    "box": _FLAG,
    "caption": (_is(bool, str), "True, False, or a string"),
    "color": _FLAG,
    "coordinates": _FLAG,
    "flips": _SQUARES,
    "heat": _BY_SQUARE,
    "id": _WORDS,
    "last_move": (_is(Square, str, type(PASS), type(None)), "a move such as 'd3', or None"),
    "legal": _FLAG_OR_SQUARES,
    "marks": (_is(Mapping), "a mapping from 'ring', 'frame' or 'cross' to squares"),
    "numbers": _FLAG,
    "rotated": _FLAG,
    "scores": _BY_SQUARE,
    "size": (_is_number, "a number of pixels"),
    "skin": (_is(Skin, str, type(None)), "a Skin or the name of one"),
    "stable": _FLAG_OR_SQUARES,
    "texts": _BY_SQUARE,
    "theme": (_is(Theme, str), "a Theme or the name of one"),
    "title": _WORDS,
    "unicode": _FLAG,
    "width": (lambda value: type(value) is int, "a number of columns"),
}
_WHAT_SQUARES_HOLD: Final[dict[str, tuple[tuple[type, ...], str]]] = {
    "heat": ((Real,), "a number"),
    "scores": ((Score, WinDrawLoss, Real), "a Score, a WinDrawLoss or a number"),
    "texts": ((str,), "a string"),
}

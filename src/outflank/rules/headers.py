"""The headers of a game: names and values, both text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

__all__ = ["Headers"]


class Headers(dict[str, str]):
    """A dictionary from text to text that refuses other types at once.

    >>> headers = Headers(black="Ann")
    >>> headers["date"] = 2026
    Traceback (most recent call last):
    TypeError: a header is text: 'date' cannot be 2026; write '2026'
    """

    def __init__(
        self, given: Mapping[str, str] | Iterable[tuple[str, str]] = (), /, **more: str
    ) -> None:
        super().__init__()
        self.update(given, **more)

    def __setitem__(self, name: str, value: str) -> None:
        _require_text(name, value)
        super().__setitem__(name, value)

    def setdefault(self, name: str, value: str = "", /) -> str:
        """Return a header, setting it first if it is missing."""
        if name not in self:
            self[name] = value
        return self[name]

    def update(self, given: Any = (), /, **more: str) -> None:
        """Set several headers, or none if one of them is refused."""
        try:
            several = dict(given, **more)
        except (TypeError, ValueError):
            raise TypeError(f"headers are names with their texts, not {given!r}") from None
        for name, value in several.items():
            if type(name) is not str or type(value) is not str:
                _require_text(name, value)
        super().update(several)

    def __ior__(self, given: Any) -> Self:  # type: ignore[override,misc]
        self.update(given)
        return self


def _require_text(name: object, value: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"a header has a name such as 'black', not {name!r}")
    if not isinstance(value, str):
        raise TypeError(f"a header is text: {name!r} cannot be {value!r}; write {str(value)!r}")

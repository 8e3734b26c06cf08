"""Values that are found by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from outflank.errors import InvalidValue, UnknownName
from outflank.texts import Text

__all__ = ["Registry"]


class _Named(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


_Value = TypeVar("_Value", bound=_Named)


class Registry(Generic[_Value]):
    """Values of one kind, each found by its name or an alias, ignoring case and punctuation.

    >>> from outflank.rules.variants import Anti
    >>> registry = Registry("variant", "anti")
    >>> registry.add(Anti())
    >>> registry.find("Anti-Reversi").name
    'anti'
    """

    def __init__(self, kind: str, example: str) -> None:
        self._kind, self._example = kind, example
        self._by_name: dict[str, _Value] = {}

    def add(self, value: _Value, *, replace: bool = False) -> None:
        """Make a value known; a name that another value has is refused, unless `replace` is true.

        >>> from outflank.rules.variants import Anti
        >>> registry = Registry("variant", "anti")
        >>> registry.add(Anti())
        >>> len(list(registry))
        1
        """
        names = [_plain(name) for name in (value.name, *value.aliases)]
        for name in names:
            other = self._by_name.get(name, value)
            if other != value and not replace:
                taken = Text("errors.rules.name_in_use", title=other.title, name=repr(name))
                raise InvalidValue(taken)
        self._by_name.update(dict.fromkeys(names, value))

    def find(self, name: str) -> _Value:
        """Return the value with that name or alias.

        >>> from outflank.rules.variants import Anti
        >>> registry = Registry("variant", "anti")
        >>> registry.add(Anti())
        >>> registry.find("misere").title
        'Anti-Othello'
        """
        if not isinstance(name, str):
            raise TypeError(
                f"a {self._kind} is found by its name, such as {self._example!r}, not by {name!r}"
            )
        try:
            return self._by_name[_plain(name)]
        except KeyError:
            raise UnknownName(self._kind, name, [value.name for value in self]) from None

    def __iter__(self) -> Iterator[_Value]:
        """Go through the values, each once, in the order in which they were added."""
        return iter(dict.fromkeys(self._by_name.values()))


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))

"""A text of the catalogue with its values, rendered when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from outflank.texts.catalogue import Catalogue, catalogue

__all__ = ["Text", "named_text", "say"]


@runtime_checkable
class _Renderable(Protocol):
    """A text, or an error that has one."""

    def render(self, words: Catalogue) -> str: ...


class Text:
    """A key of the catalogue and the values of its text; `str` renders it.

    Errors carry one, so a caller can tell them apart by key and render them in another language.

    >>> lost = Text("reviews.discs", count=3)
    >>> lost.key, dict(lost.values), str(lost)
    ('reviews.discs', {'count': 3}, '3 discs')
    """

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: object) -> None:
        self.key: str = key
        self.values: Mapping[str, Any] = values

    def render(self, words: Catalogue) -> str:
        """Return the text in the language of a catalogue, and with it the texts in its values.

        >>> from outflank.texts import catalogue
        >>> Text("reviews.discs", count=1).render(catalogue("en"))
        '1 disc'
        """
        shown = {
            name: value.render(words) if isinstance(value, _Renderable) else value
            for name, value in self.values.items()
        }
        return words.text(self.key, **shown)

    def __str__(self) -> str:
        return self.render(catalogue())

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Text({self.key!r}{values})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Text):
            return self.key == other.key and self.values == other.values
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)


def say(key: str, /, **values: object) -> str:
    """Return a text of the catalogue in the user's language; `count` chooses the plural form.

    >>> say("reviews.discs", count=1)
    '1 disc'
    """
    return catalogue().text(key, **values)


def named_text(key: str, name: str) -> Text | str:
    """Return the text for a name of ours, or the name itself if a user has chosen it.

    >>> named_text("rules.variants.anti", "Anti-Othello").__class__.__name__
    'Text'
    >>> named_text("rules.variants.anti", "My own Othello")
    'My own Othello'
    """
    english = catalogue("en")
    return Text(key) if key in english and english.text(key) == name else name

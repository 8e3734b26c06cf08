"""The catalogue: every text a person reads, by language, subject and key."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from outflank.errors import InvalidValue, UnknownName
from outflank.texts.plurals import OTHER, PluralRules

__all__ = ["ENGLISH", "Catalogue", "catalogue", "chosen_language", "languages"]

ENGLISH = "en"

_OWN = Path(__file__).parent
_LANGUAGE_FILE = "language.json"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")

Entries: TypeAlias = Mapping[str, Any]


class Catalogue:
    """The texts of one language; what it lacks is said in English.

    >>> words = catalogue("en")
    >>> words.text("reviews.discs", count="1"), words.text("reviews.discs", count="12")
    ('1 disc', '12 discs')
    """

    def __init__(self, language: str, folder: Path, fallback: Catalogue | None = None) -> None:
        self.language = language
        self._fallback = fallback
        facts = _read(folder / _LANGUAGE_FILE)
        self.name = str(facts["name"])
        self.plurals = PluralRules(facts["plurals"])
        self._texts: dict[str, str] = {}
        for path in sorted(folder.glob("*.json")):
            if path.name != _LANGUAGE_FILE:
                self._texts.update(_flattened(path.stem, _read(path)))

    def __contains__(self, key: str) -> bool:
        return key in self._texts or f"{key}_{OTHER}" in self._texts

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all texts, with the plural category of those that have one."""
        return frozenset(self._texts)

    def text(self, key: str, /, **values: object) -> str:
        """Return a text with its values filled in; `count`, as it is shown, chooses the form."""
        found = self._template(key, values.get("count"))
        if found is None:
            if self._fallback is None:
                raise UnknownName("text", key, ())
            return self._fallback.text(key, **values)
        return found.format_map(values)

    def _template(self, key: str, count: object) -> str | None:
        if count is None:
            return self._texts.get(key)
        category = self.plurals.category(str(count))
        for name in (f"{key}_{category}", f"{key}_{OTHER}", key):
            if name in self._texts:
                return self._texts[name]
        return None


def chosen_language() -> str:
    """Return the language that the user has chosen with OUTFLANK_LANGUAGE, else English."""
    return os.environ.get("OUTFLANK_LANGUAGE") or ENGLISH


def languages() -> list[str]:
    """Return the languages that there are texts in: those of the package, and the user's own."""
    found = {
        path.parent.name for folder in _folders() for path in folder.glob(f"*/{_LANGUAGE_FILE}")
    }
    return sorted(found)


def catalogue(language: str | None = None) -> Catalogue:
    """Return the texts of a language, by default of the one that the user has chosen."""
    return _catalogue(language or chosen_language(), tuple(_folders()))


@functools.cache
def _catalogue(language: str, folders: tuple[Path, ...]) -> Catalogue:
    fallback = None if language == ENGLISH else _catalogue(ENGLISH, folders)
    for folder in folders:
        if _LANGUAGE.fullmatch(language) and (folder / language / _LANGUAGE_FILE).is_file():
            return Catalogue(language, folder / language, fallback)
    raise UnknownName("language", language, languages())


def _folders() -> Iterator[Path]:
    """Return the folders of languages: OUTFLANK_TEXTS, where a translator works, comes first."""
    if own := os.environ.get("OUTFLANK_TEXTS"):
        yield Path(own)
    yield _OWN


def _read(path: Path) -> Entries:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidValue(f"the texts in {path} cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise InvalidValue(f"the texts in {path} are not a JSON object of keys and texts")
    return found


def _flattened(prefix: str, entries: Entries) -> Iterator[tuple[str, str]]:
    """Return the texts of a file with their whole keys: `reviews.cost.lost`."""
    for name, entry in entries.items():
        key = f"{prefix}.{name}"
        if isinstance(entry, dict):
            yield from _flattened(key, entry)
        else:
            yield key, str(entry)

"""The catalogue: every text a person reads, by language, subject and key."""

from __future__ import annotations

import copy
import functools
import os
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from outflank.texts.plurals import OTHER, PluralRules

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["ENGLISH", "Catalogue", "catalogue", "chosen_language", "languages"]

ENGLISH = "en"

_LANGUAGE_FILE = "language.json"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Entries: TypeAlias = Mapping[str, Any]


class Catalogue:
    """The texts of one language, with those of another for keys that it lacks.

    A file is read when a text of its subject is first needed.

    >>> words = catalogue("en")
    >>> words.text("reviews.discs", count="1"), words.text("reviews.discs", count="12")
    ('1 disc', '12 discs')
    """

    def __init__(self, language: str, folder: Path, fallback: Catalogue | None = None) -> None:
        self.language = language
        self._fallback = fallback
        self._folder = folder
        facts = _read(folder / _LANGUAGE_FILE)
        self.name: str = str(facts.get("name", language))
        self._plurals: PluralRules = PluralRules(facts.get("plurals", {}))
        self._files = {
            ".".join(path.relative_to(folder).with_suffix("").parts): path
            for path in sorted(folder.rglob("*.json"))
            if path.name != _LANGUAGE_FILE
        }
        self._texts: dict[str, Mapping[str, str]] = {}
        self._replaced: Mapping[str, str] = {}

    def __contains__(self, key: str) -> bool:
        texts = self._subject(key)
        return key in texts or f"{key}_{OTHER}" in texts

    @property
    def subjects(self) -> tuple[str, ...]:
        """The subjects, each of which is a file: `reviews`, `errors.notation`."""
        return tuple(self._files)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all texts, with the plural category of those that have one."""
        return frozenset(key for subject in self._files for key in self._read_subject(subject))

    def document(self, name: str) -> str | None:
        """Return a text that is a file by itself, such as `handbook.md`; None if there is none."""
        path = self._folder / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
        return None if self._fallback is None else self._fallback.document(name)

    def entries(self, subject: str) -> Entries:
        """Return the texts of a subject as its file holds them, completed from the fallback."""
        own = _read(self._files[subject]) if subject in self._files else {}
        return own if self._fallback is None else _merged(self._fallback.entries(subject), own)

    def with_texts(self, texts: Mapping[str, str]) -> Catalogue:
        """Return this catalogue with other texts for some keys.

        >>> words = catalogue("en").with_texts({"rules.colors.black": "red"})
        >>> words.text("rules.colors.black"), words.text("rules.colors.white")
        ('red', 'white')
        """
        changed = copy.copy(self)
        changed._replaced = {**self._replaced, **texts}  # noqa: SLF001 - a copy of this class
        return changed

    def template(self, key: str, count: object = None) -> str:
        """Return a text with its placeholders; `count` chooses the plural form."""
        found = self._found(key, count)
        if found is not None:
            return found
        if self._fallback is None:
            raise LookupError(f"the catalogue has no text {key!r}")
        return self._fallback.template(key, count)

    def text(self, key: str, /, **values: object) -> str:
        """Return a text with its values filled in; `count`, as it is shown, chooses the form."""
        template = self.template(key, values.get("count"))
        return _PLACEHOLDER.sub(lambda found: str(values[found[1]]), template)

    def _found(self, key: str, count: object) -> str | None:
        if key in self._replaced:
            return self._replaced[key]
        texts = self._subject(key)
        if count is None:
            return texts.get(key)
        category = self._plurals.category(str(count))
        for name in (f"{key}_{category}", f"{key}_{OTHER}", key):
            if name in texts:
                return texts[name]
        return None

    def _subject(self, key: str) -> Mapping[str, str]:
        """Return the texts of the file that a key belongs to."""
        subject = key
        while subject := subject.rpartition(".")[0]:
            if subject in self._files:
                return self._read_subject(subject)
        return {}

    def _read_subject(self, subject: str) -> Mapping[str, str]:
        if subject not in self._texts:
            self._texts[subject] = dict(_flattened(subject, _read(self._files[subject])))
        return self._texts[subject]


def chosen_language() -> str:
    """Return the language that the user has chosen with OUTFLANK_LANGUAGE, else English."""
    return os.environ.get("OUTFLANK_LANGUAGE") or ENGLISH


def languages() -> list[str]:
    """Return the languages that there are texts in: those of the package, and the user's own."""
    own = os.environ.get("OUTFLANK_TEXTS")
    found = {
        path.parent.name for folder in _folders(own) for path in folder.glob(f"*/{_LANGUAGE_FILE}")
    }
    return sorted(found)


def catalogue(language: str | None = None) -> Catalogue:
    """Return the texts of a language, by default of the one that the user has chosen.

    A chosen language that does not exist is English, with a warning; one that is asked for here
    raises LookupError.
    """
    own = os.environ.get("OUTFLANK_TEXTS")
    if language is None:
        return _chosen(chosen_language(), own)
    found = _catalogue(language, own)
    if found is None:
        raise LookupError(_unknown(language))
    return found


@functools.cache
def _chosen(language: str, own: str | None) -> Catalogue:
    found = _catalogue(language, own)
    if found is None:
        warnings.warn(f"{_unknown(language)}; using English (OUTFLANK_LANGUAGE)", stacklevel=3)
        found = _catalogue(ENGLISH, own)
    assert found is not None
    return found


@functools.cache
def _catalogue(language: str, own: str | None) -> Catalogue | None:
    if not _LANGUAGE.fullmatch(language):
        return None
    general = language.rpartition("-")[0]  # de-AT lacks what de has
    fallback = _catalogue(general or ENGLISH, own) if language != ENGLISH else None
    for folder in _folders(own):
        if (folder / language / _LANGUAGE_FILE).is_file():
            return Catalogue(language, folder / language, fallback)
    return fallback if general else None


def _unknown(language: str) -> str:
    return f"there are no texts in the language {language!r} (known: {', '.join(languages())})"


def _folders(own: str | None) -> Iterator[Path]:
    """Return the folders of languages: OUTFLANK_TEXTS, where a translator works, comes first."""
    from pathlib import Path  # imported late: `import outflank` reads no texts

    if own:
        yield Path(own)
    yield Path(__file__).parent


def _read(path: Path) -> Entries:
    """Read a file of texts; a translator's broken file is reported and read as empty."""
    import json  # imported late: `import outflank` reads no texts

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        found = error
    if isinstance(found, dict):
        return found
    reason = found if isinstance(found, Exception) else "it is not a JSON object"
    warnings.warn(f"the texts in {path} cannot be read: {reason}", stacklevel=2)
    return {}


def _flattened(prefix: str, entries: Entries) -> Iterator[tuple[str, str]]:
    """Return the texts of a file with their whole keys: `reviews.cost.lost`."""
    for name, entry in entries.items():
        key = f"{prefix}.{name}"
        if isinstance(entry, dict):
            yield from _flattened(key, entry)
        else:
            yield key, str(entry)


def _merged(general: Entries, own: Entries) -> Entries:
    """Return entries with those of the fallback where there are none of its own."""
    merged = dict(general)
    for name, entry in own.items():
        below = merged.get(name)
        if isinstance(entry, dict) and isinstance(below, dict):
            merged[name] = _merged(below, entry)
        else:
            merged[name] = entry
    return merged

"""A second language made from English, in which untranslated and cut texts are easy to see.

Each text is about a third longer, has marks on its letters and stands in brackets: "Play" becomes
"⟦Þļáý ééé⟧". So plain letters on a screen were not translated, and a bracket that is never closed
belongs to a text that was cut.
"""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from outflank.texts import catalogue
from support.paths import ROOT

__all__ = [
    "LANGUAGE",
    "count_cut_texts",
    "marked",
    "texts_of_page",
    "untranslated",
    "write_second_language",
]

LANGUAGE = "qps"  # reserved for private use
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED = "áƀçðéƒĝĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇÐÉƑĜĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"
_MARKS = str.maketrans(_PLAIN, _MARKED)
_LONGEST = 16  # letters of a word that is added
_PLACEHOLDER = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"[A-Za-z]{2,}")
_MARKDOWN = re.compile(r"(?P<sign>(?:#+ |\d\. |- |   ?)?)(?P<words>.*)")


def write_second_language(folder: Path) -> Path:
    """Write the files of the second language below a folder, for OUTFLANK_TEXTS, and return it."""
    english = catalogue("en")
    target = folder / LANGUAGE
    target.mkdir(parents=True)
    language = {"name": "Marked English", "plurals": {"one": "i = 1 and v = 0"}}
    (target / "language.json").write_text(json.dumps(language), encoding="utf-8")
    for subject in english.subjects:
        path = target.joinpath(*subject.split(".")).with_suffix(".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(_marked_entries(english.entries(subject))), encoding="utf-8")
    handbook = (ROOT / "src/outflank/rules/handbook.md").read_text(encoding="utf-8")
    lines = "\n".join(map(_marked_line, handbook.splitlines()))
    (target / "handbook.md").write_text(lines, encoding="utf-8")
    return folder


def marked(text: str) -> str:
    """Return a text in the second language; its placeholders stay."""
    parts = _PLACEHOLDER.split(text)
    words = "".join(
        part if _PLACEHOLDER.fullmatch(part) else part.translate(_MARKS) for part in parts
    )
    letters = max(1, len(_PLACEHOLDER.sub("", text)) // 3 - 2)
    longer = " ".join("é" * min(_LONGEST, letters - at) for at in range(0, letters, _LONGEST))
    return f"⟦{words} {longer}⟧"


def untranslated(shown: str, names: tuple[str, ...] = ()) -> list[str]:
    """Return the plain words on a screen, apart from names: of players, files, commands, keys."""
    for name in sorted(names, key=len, reverse=True):
        shown = shown.replace(name, " ")
    return _WORD.findall(shown)


def count_cut_texts(shown: str) -> int:
    """Return how many texts on a screen lack their end."""
    return shown.count("⟦") - shown.count("⟧")


def _marked_line(line: str) -> str:
    """Return a line of Markdown in the second language; comments stay."""
    found = _MARKDOWN.fullmatch(line)
    if found is None or not found["words"] or line.startswith("<!--"):
        return line
    return f"{found['sign']}{marked(found['words'])}"


def texts_of_page(page: str) -> str:
    """Return the texts of an HTML page, one a line, without its styles and the names of squares."""
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", "\n", page, flags=re.DOTALL)
    return re.sub(r"\b(?:[a-p]\d\d?)+\b", " ", unescape(shown))


def _marked_entries(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {name: _marked_entries(each) for name, each in entry.items()}
    if isinstance(entry, list):
        return [_marked_entries(each) for each in entry]
    return marked(entry)

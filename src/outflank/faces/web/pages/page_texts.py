"""The texts of the pages: those of the catalogue below `page`, for templates and for scripts."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from outflank.texts import Catalogue, catalogue, say

__all__ = ["BOARD_WORDS", "board_words", "page_texts", "say_on_page", "text_modules"]

BOARD_WORDS = "board/words.js"  # the path of the board's words, which is a file of its own
_PAGE = "page."


def say_on_page(key: str, /, **values: object) -> str:
    """Return a text of the pages with its values, as templates and scripts name it.

    >>> say_on_page("challenge.named", name="Ada")
    'Waiting for Ada …'
    """
    return say(f"{_PAGE}{key}", **values)


@functools.cache
def page_texts(words: Catalogue) -> Mapping[str, Mapping[str, Any]]:
    """Return the texts of the pages in one language, by subject.

    >>> page_texts(catalogue("en"))["home"]["heading"]
    'Othello'
    """
    subjects = (name for name in catalogue("en").subjects if name.startswith(_PAGE))
    return {name.removeprefix(_PAGE): words.entries(name) for name in subjects}


def text_modules(words: Catalogue) -> dict[str, str]:
    """Return the modules that bring the texts to scripts, one a subject, by path.

    >>> print(text_modules(catalogue("en"))["texts/closed.js"].strip())
    export default {"closed":{"heading":"Closed for a competition"}};
    """
    modules = {
        f"texts/{subject}.js": f"export default {_json({subject: entries})};\n"
        for subject, entries in page_texts(words).items()
    }
    del modules["texts/board.js"]
    return modules | {BOARD_WORDS: board_words(words)}


def board_words(words: Catalogue) -> str:
    """Return the module of the board's words; the folder of the board has a copy in English."""
    text = json.dumps(page_texts(words)["board"], ensure_ascii=False, indent=2)
    return (
        f"/* Made from the catalogue by `python tools/board_words.py`. */\nexport default {text};\n"
    )


def _json(entries: Mapping[str, Any]) -> str:
    return json.dumps(entries, ensure_ascii=False, separators=(",", ":"))

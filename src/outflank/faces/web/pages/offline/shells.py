"""The pages that open without network, and the files that they need."""

from __future__ import annotations

import functools
import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Final

from outflank import __version__
from outflank.analysis import own_puzzles
from outflank.faces.web.pages.offline.puzzle_pack import packed_puzzles
from outflank.faces.web.pages.static_files import StaticFiles
from outflank.learning import courses

__all__ = ["Shell", "offline_files", "offline_version", "shells"]

_EVERYWHERE: Final = ("design.css", "screens.css", "favicon.svg", "page/shared/theme.js")
# The engine names these files only when it knows the game; without network it plays 8x8.
_ENGINE: Final = ("engine/data/8x8.patterns", "engine/data/probcut.txt", "analysis/review.json")
_PUZZLES: Final = "learn/puzzles.json"
# A relative path to another file, as scripts write it.
_NAMED = re.compile(r"""["'](\.{1,2}/[\w./-]+)["']""")


@dataclass(frozen=True)
class Shell:
    """A page that is kept as a stranger sees it.

    `paths` are the addresses that it answers without network; one that ends in "*" is the beginning
    of addresses. `kept` is the address from which it is fetched, without a cookie.
    """

    kept: str
    paths: tuple[str, ...]
    files: tuple[str, ...]  # style sheets and scripts that the page names

    @classmethod
    def of(cls, path: str, *files: str, also: Iterable[str] = ()) -> Shell:
        """Return the shell of one address, which may answer others as well.

        >>> Shell.of("/rules", "board/data_state.js").paths
        ('/rules',)
        """
        return cls(path, (path, *also), files)


_REVIEW: Final = "page/review/review.css"
_LEARN: Final = "page/learn/learn.css"
_LESSON: Final = "page/learn/lesson.css"


@functools.cache
def shells() -> tuple[Shell, ...]:
    """Return the shells of all pages that open without network."""
    # Any puzzle and any lesson will do: the script reads from the address which one is wanted.
    lesson = f"/learn/lesson/{next(iter(courses().values())).lessons[0].key}"
    puzzle = f"/learn/puzzle/{packed_puzzles(own_puzzles())[0].id}"
    return (
        Shell.of("/device", "page/device/device.css", "page/device/device.js", also=["/"]),
        Shell.of("/offline", "page/offline/offline.js"),
        Shell.of("/analysis", "page/analysis/analysis.css", _REVIEW, "page/analysis/analysis.js"),
        Shell.of("/rules", "board/data_state.js"),
        Shell.of("/learn", _LEARN, "page/learn/hub.js"),
        Shell.of("/learn/daily", _LEARN, "page/learn/hub.js"),
        Shell.of("/learn/puzzles", _LEARN, "page/learn/puzzles.js"),
        Shell.of(puzzle, _LEARN, "page/learn/puzzle.js", also=["/learn/puzzle/*"]),
        Shell.of("/learn/storm", _LEARN, "page/learn/storm.js"),
        Shell.of("/learn/cards", _LEARN, "page/learn/cards.js"),
        Shell.of("/learn/lessons", _LESSON, "page/learn/lessons.js"),
        Shell.of(lesson, _LESSON, "page/learn/lesson.js", also=["/learn/lesson/*"]),
    )


def offline_files(static: StaticFiles) -> list[str]:
    """Return the addresses of all files that the shells need, with what their scripts load later.

    >>> from outflank.faces.web.pages.static_files import static_files
    >>> any(address.endswith("/engine/outflank.wasm") for address in offline_files(static_files()))
    True
    """
    named = [
        *_EVERYWHERE,
        *_ENGINE,
        _PUZZLES,
        *(path for shell in shells() for path in shell.files),
    ]
    return [static.address(path) for path in _with_loaded(named, static)]


def _with_loaded(paths: Iterable[str], static: StaticFiles) -> list[str]:
    """Return the paths, and those of all files that these name, and so on."""
    waiting = list(dict.fromkeys(paths))
    for path in waiting:
        if not path.endswith(".js"):
            continue
        text = static.loaded[path].content.decode()
        found = (
            posixpath.normpath(f"{posixpath.dirname(path)}/{one}") for one in _NAMED.findall(text)
        )
        waiting += [
            one for one in dict.fromkeys(found) if one in static.loaded and one not in waiting
        ]
    return waiting


@functools.cache
def offline_version(static: StaticFiles) -> str:
    """Return a digest of everything that is kept: files, and what the pages are made of."""
    digest = hashlib.sha256(f"{__version__} {static.version}".encode())
    web = resources.files("outflank.faces.web")
    for folder in (web.joinpath("templates"), web.joinpath("pages")):
        for name, content in sorted(_contents(folder).items()):
            digest.update(name.encode() + content)
    return digest.hexdigest()[:12]


def _contents(folder: resources.abc.Traversable) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= {f"{entry.name}/{name}": text for name, text in _contents(entry).items()}
        elif entry.name.endswith((".html", ".py")):
            found[entry.name] = entry.read_bytes()
    return found

"""Serves scripts, style sheets and pictures: read once, compressed, and cached by browsers."""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.types import Scope

from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.http.requests import header
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.pages.joined_modules import JoinedModules, imports_of
from outflank.faces.web.pages.lessons.lesson_data import lesson_file
from outflank.faces.web.pages.offline.puzzle_pack import puzzle_pack
from outflank.faces.web.pages.opening_file import opening_file
from outflank.faces.web.pages.page_texts import page_texts, text_modules
from outflank.faces.web.pages.variant_table import VARIANT_TABLE, variant_module, variant_titles
from outflank.texts import Catalogue, catalogue

__all__ = ["StaticFiles", "static_file", "static_files"]

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
# The learned weights that are small enough for browsers: name and kind.
_LEARNED = "engine/data"
_LEARNED_TYPES = {
    ".patterns": "application/octet-stream",
    ".txt": "text/plain",
}
# What the reviews of the engine in the browser have in common with all others.
_REVIEW_RULES = "analysis/review.json"
_LESSONS = "learn/lessons.json"
_OPENINGS = "openings.json"
_PUZZLES = "learn/puzzles.json"  # those that are kept for use without network
# Comments that fill whole lines of scripts and style sheets: a third of their size.
_COMMENT = re.compile(rb"^[ ]*(/\*(?:(?!\*/).)*\*/|//[^\n]*)$", re.MULTILINE | re.DOTALL)
_FOR_GOOD = b"public, max-age=31536000, immutable"
_ASK_AGAIN = b"no-cache"


@dataclass(frozen=True)
class StaticFile:
    """A file in the forms in which it is sent, plain and compressed."""

    content: bytes
    media: str

    @property
    def media_type(self) -> str:
        """The value of the header Content-Type."""
        return f"{self.media}; charset=utf-8" if self.media.startswith("text/") else self.media

    @property
    def is_packed(self) -> bool:
        """Whether gzip would make it no smaller."""
        return self.media in ("application/octet-stream", "image/png")

    @functools.cached_property
    def compressed(self) -> bytes:
        """The content in gzip's form."""
        return gzip.compress(self.content, 9, mtime=0)

    @functools.cached_property
    def tag(self) -> str:
        """A digest of the content."""
        return hashlib.sha256(self.content).hexdigest()[:16]


class StaticFiles:
    """All files for pages in one language; no other file can be requested.

    The content at an address that begins with `version` never changes, so browsers keep it for
    good. Scripts import each other by relative paths, so a page loads files of one version only.
    Below that address, the modules of a folder are joined into one file.
    """

    def __init__(self, words: Catalogue) -> None:
        self._words = words

    @functools.cached_property
    def files(self) -> Mapping[str, StaticFile]:
        """The files by their paths; texts and variants come from the catalogue and the registry."""
        made = text_modules(self._words) | {VARIANT_TABLE: self.variant_table}
        media = _TYPES[".js"]
        return {
            **_written_files(),
            **{path: StaticFile(text.encode(), media) for path, text in made.items()},
            _LESSONS: StaticFile(lesson_file(), "application/json"),
            _OPENINGS: StaticFile(opening_file(), "application/json"),
        }

    @functools.cached_property
    def variant_titles(self) -> Mapping[str, str]:
        """The titles of the variants, by their names."""
        return variant_titles(page_texts(self._words)["play"])

    @functools.cached_property
    def variant_table(self) -> str:
        """The table of all variants that are registered, as a script."""
        return variant_module(self.variant_titles)

    @functools.cached_property
    def loaded(self) -> Mapping[str, StaticFile]:
        """The files for pages, with joined modules."""
        scripts = {
            path: file.content.decode() for path, file in self.files.items() if path.endswith(".js")
        }
        joined = JoinedModules(scripts).files.items()
        media = _TYPES[".js"]
        return {
            **self.files,
            **{path: StaticFile(text.encode(), media) for path, text in joined},
        }

    @functools.cached_property
    def version(self) -> str:
        """A digest of all files."""
        known = "".join(f"{path}{file.tag}" for path, file in self.loaded.items())
        return hashlib.sha256(known.encode()).hexdigest()[:12]

    def address(self, path: str) -> str:
        """Return the address of a file for pages.

        >>> static_files().address("design.css").endswith("/design.css")
        True
        """
        assert path in self.loaded, path
        return f"/static/{self.version}/{path}"

    @functools.cache  # noqa: B019 - there is one for each language
    def modules(self, path: str) -> list[str]:
        """Return the addresses of all files that a script imports, to be preloaded.

        >>> [address.split("/", 3)[3] for address in static_files().modules("board/demo.js")]
        ['board/joined.js']
        """
        waiting = [path]
        for importing in waiting:
            imported = imports_of(importing, self.loaded[importing].content.decode())
            waiting += [name for name in dict.fromkeys(imported) if name not in waiting]
        return [self.address(name) for name in waiting[1:]]


def static_files() -> StaticFiles:
    """Return the files of pages in the server's language."""
    return _static_files(catalogue())


@functools.cache
def _static_files(words: Catalogue) -> StaticFiles:
    return StaticFiles(words)


@functools.cache
def _written_files() -> dict[str, StaticFile]:
    """Return the files that are the same in every language."""
    folder = resources.files("outflank.faces.web").joinpath("static")
    learned = resources.files("outflank.engine").joinpath("data")
    rules = resources.files("outflank").joinpath(_REVIEW_RULES).read_bytes()
    found = [
        *_read(folder, _TYPES),
        *_read(learned, _LEARNED_TYPES, prefix=f"{_LEARNED}/"),
        (_REVIEW_RULES, StaticFile(rules, "application/json")),
        (_PUZZLES, StaticFile(puzzle_pack(), "application/json")),
    ]
    return dict(sorted(found))


def _read(
    folder: Traversable, types: Mapping[str, str], *, prefix: str = ""
) -> Iterator[tuple[str, StaticFile]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _read(entry, types, prefix=f"{prefix}{entry.name}/")
        else:
            media = types.get(entry.name[entry.name.rfind(".") :])
            if media is not None:
                yield f"{prefix}{entry.name}", StaticFile(_without_comments(entry), media)


def _without_comments(file: Traversable) -> bytes:
    """Read a file with comments replaced by empty lines, so that line numbers stay."""
    content = file.read_bytes()
    if not file.name.endswith((".css", ".js")):
        return content
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), content)


async def static_file(scope: Scope, path: str) -> BytesResponse:
    """Send a file, compressed if the browser accepts it, or report that it has not changed."""
    version, _, rest = path.partition("/")
    known = static_files()
    is_version = version == known.version
    file = known.loaded.get(rest) if is_version else known.files.get(path)
    if file is None:
        raise nothing_here()
    is_compressed = "gzip" in (header(scope, b"accept-encoding") or "") and not file.is_packed
    tag = f'"{file.tag}-gzip"' if is_compressed else f'"{file.tag}"'
    headers = [
        (b"content-type", file.media_type.encode()),
        (b"cache-control", _FOR_GOOD if is_version else _ASK_AGAIN),
        (b"vary", b"Accept-Encoding"),
        (b"etag", tag.encode()),
    ]
    if tag in (header(scope, b"if-none-match") or ""):
        return BytesResponse(b"", 304, headers)
    if is_compressed:
        headers.append((b"content-encoding", b"gzip"))
    return BytesResponse(file.compressed if is_compressed else file.content, 200, headers)

"""Load what is to be read: a text, bytes, a path or an open file."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final, TypeAlias

from outflank.errors import NotationError
from outflank.notation.cells import LETTERS, SQUARES
from outflank.notation.source_text import SourceText

__all__ = ["Readable", "load", "problem_as_path"]

Readable: TypeAlias = str | bytes | os.PathLike[str] | IO[str] | IO[bytes]

_LONGEST_PATH: Final = 4096
_SHOWN: Final = 80  # characters of a name that an error repeats
_EXTENSION: Final = re.compile(r"\.\w{1,8}\Z")
_DRAW: Final = "1/2-1/2"
_OF_A_NOTATION: Final = re.compile(r'[;\[\]{}%"]')  # what a name hardly has, and a record often
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def load(source: Readable, extensions: Iterable[str] = ()) -> SourceText:
    """Take text as it is, decode bytes, and read what a path or an open file leads to.

    A str is a path when something of that name exists, or when it can only be meant as one:
    it has a folder or one of the extensions, and nothing of a notation.

    >>> load("f5d6").text
    'f5d6'
    >>> load("f5.ggf", [".ggf"])
    Traceback (most recent call last):
    outflank.errors.NotationError: there is no file 'f5.ggf'
    """
    if isinstance(source, str):
        return _text_or_file(source, tuple(extensions))
    if isinstance(source, bytes):
        return _decoded(source, "")
    if isinstance(source, os.PathLike):
        return _file(str(Path(source)))
    if not hasattr(source, "read"):
        raise TypeError(
            f"read() takes text, bytes, a path or an open file, not {type(source).__name__}"
        )
    name = getattr(source, "name", "")
    name = name if isinstance(name, str) else ""  # a file opened by number has a number
    try:
        content = source.read()
    except UnicodeDecodeError as error:
        problem = "this is not the text it was opened as; open it in binary mode"
        raise NotationError(problem, source=name) from error
    return SourceText(content, source=name) if isinstance(content, str) else _decoded(content, name)


def problem_as_path(text: str) -> NotationError | None:
    """Return what is wrong with a text that no notation knows, if it is a path; None if not."""
    # os.path answers False where Path raises: a text can be too long for a name.
    if os.path.isdir(text):  # noqa: PTH112
        return _folder(text)
    rest = text.replace(_DRAW, "")
    if _fits_a_path(text) and (_has_folder(rest) or _EXTENSION.search(rest)):
        return _missing(text)
    return None


def _text_or_file(text: str, extensions: tuple[str, ...]) -> SourceText:
    if not _fits_a_path(text):
        return SourceText(text)
    if os.path.isdir(text):  # noqa: PTH112
        if _has_folder(text):
            raise _folder(text)
        return SourceText(text)  # a folder can be called f5; if it is nothing else, that is said
    if os.path.exists(text):  # noqa: PTH110 - a file, or a pipe such as /dev/fd/63
        return _file(text)
    if _is_meant_as_path(text.strip(), extensions):
        raise _missing(text)
    return SourceText(text)


def _fits_a_path(text: str) -> bool:
    return len(text) <= _LONGEST_PATH and "\n" not in text


def _has_folder(text: str) -> bool:
    return "/" in text or "\\" in text


def _is_meant_as_path(text: str, extensions: tuple[str, ...]) -> bool:
    """Tell a path that leads nowhere from a game with a draw and from a board in rows."""
    rest = text.replace(_DRAW, "")
    if not _has_folder(rest) and not rest.lower().endswith(extensions):
        return False
    cells = rest.replace("/", " ")
    is_board = LETTERS.run(cells) == len(cells) and len("".join(cells.split())) >= min(SQUARES)
    return not is_board and _OF_A_NOTATION.search(rest) is None


def _file(name: str) -> SourceText:
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from error
    return _decoded(data, name)


def _decoded(data: bytes, source: str) -> SourceText:
    try:
        if data.startswith(_UTF_16):
            return SourceText(data.decode("utf-16"), source=source, encoding="utf-16")
        if b"\0" not in data:
            return SourceText(data.decode("utf-8"), source=source)
    except UnicodeDecodeError:
        if not data.startswith(_UTF_16) and _CONTROL.search(data) is None:
            return SourceText(data.decode("latin-1"), source=source, encoding="latin-1")
    raise NotationError("this is not text but binary data", source=source)


def _unreadable(name: str, error: Exception) -> NotationError:
    if os.path.isdir(name):  # noqa: PTH112
        return _folder(name)
    if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
        reason = (error.strerror or str(error)).lower()
        return NotationError(f"the file {_shown(name)} cannot be read: {reason}")
    return _missing(name)


def _missing(name: str) -> NotationError:
    return NotationError(f"there is no file {_shown(name)}")


def _folder(name: str) -> NotationError:
    return NotationError(f"{_shown(name)} is a folder; name a file in it")


def _shown(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else f"...{name[-_SHOWN:]}")  # the end tells most

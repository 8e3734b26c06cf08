"""Loading text, bytes and files, and telling the name of a file from a text."""

from __future__ import annotations

import codecs
import mmap
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, TypeAlias

from outflank.errors import NotationError
from outflank.notation.source_text import SourceText
from outflank.texts import Text

__all__ = [
    "UTF_16",
    "BinaryData",
    "BinarySource",
    "FileSource",
    "has_file_name",
    "is_binary",
    "is_folder",
    "is_there",
    "load_file",
    "load_text",
    "looks_like_path",
    "map_file",
    "name_of",
    "not_text",
    "open_file",
]

FileSource: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
BinaryData: TypeAlias = bytes | mmap.mmap  # in memory, or in a file that is mapped into it

_LONGEST_PATH: Final = 4096
_SHOWN: Final = 80  # characters of a name that an error repeats
_EXTENSION: Final = re.compile(r"\.\w{1,8}\Z")
_DRAW: Final = "1/2-1/2"
_OF_A_NOTATION: Final = re.compile(r'[;\[\]{}%"]')  # rare in names, frequent in records
UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


@dataclass(frozen=True, slots=True)
class BinarySource:
    """Bytes that are not text, with the file they came from."""

    data: BinaryData
    source: str


def load_text(source: str | bytes) -> SourceText | BinarySource:
    """Return text unchanged, and decode bytes if they are text.

    >>> load_text(b"f5d6").text
    'f5d6'
    """
    return SourceText(source) if isinstance(source, str) else _decoded(source, "")


def load_file(source: FileSource) -> SourceText | BinarySource:
    """Read a file that is given as a path or is open.

    >>> load_file("f5.ggf")
    Traceback (most recent call last):
    outflank.errors.NotationError: there is no file 'f5.ggf'
    """
    if isinstance(source, str | os.PathLike):
        return _file(str(Path(source)))
    if not hasattr(source, "read"):
        raise TypeError(f"read_file() takes a path or an open file, not {type(source).__name__}")
    name = name_of(source)
    try:
        content = source.read()
    except UnicodeDecodeError as error:
        raise not_text(name, opened_as_text=True) from error
    return SourceText(content, source=name) if isinstance(content, str) else _decoded(content, name)


def name_of(source: FileSource) -> str:
    """Return the name of a path or an open file, empty if it has none."""
    if isinstance(source, str | os.PathLike):
        return str(Path(source))
    name = getattr(source, "name", "")
    return name if isinstance(name, str) else ""  # the name of a file opened by number is a number


def open_file(path: str | os.PathLike[str]) -> IO[bytes]:
    """Open a file to read its bytes; a failure raises a NotationError that says why."""
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        raise _unreadable(str(Path(path)), error) from error


def map_file(path: str | os.PathLike[str]) -> BinaryData:
    """Map a file into memory, so that only what is used of it is read.

    What cannot be mapped, such as a pipe or an empty file, is read instead.
    """
    with open_file(path) as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return file.read()


def not_text(name: str, *, opened_as_text: bool = False) -> NotationError:
    """Return the error for a file that is not text."""
    problem = Text("errors.notation.binary_instead_of_text")
    if opened_as_text:
        problem = Text("errors.notation.binary_opened_as_text")
    return NotationError(problem, source=name)


# Telling a name from a text


def has_file_name(text: str, extensions: Iterable[str]) -> bool:
    """Return whether a text ends like the name of a game file and does not look like a game.

    >>> has_file_name("f5.ggf", [".ggf"]), has_file_name("f5 % see a.ggf", [".ggf"])
    (True, False)
    """
    return (
        _fits_a_path(text)
        and text.strip().lower().endswith(tuple(extensions))
        and _OF_A_NOTATION.search(text) is None
    )


def is_there(text: str) -> bool:
    """Return whether a text is the name of a file, or of a pipe such as /dev/fd/63."""
    # os.path returns False where Path raises: a text can be too long for a name.
    return _fits_a_path(text) and os.path.exists(text) and not is_folder(text)  # noqa: PTH110


def is_folder(text: str) -> bool:
    """Return whether a text is the name of a folder."""
    return _fits_a_path(text) and os.path.isdir(text)  # noqa: PTH112


def looks_like_path(text: str) -> bool:
    """Return whether a text in no known notation may be the name of a file.

    >>> looks_like_path("games/one"), looks_like_path("1/2-1/2"), looks_like_path("hello")
    (True, False, False)
    """
    rest = text.replace(_DRAW, "")
    return _fits_a_path(text) and bool("/" in rest or "\\" in rest or _EXTENSION.search(rest))


def _fits_a_path(text: str) -> bool:
    return len(text) <= _LONGEST_PATH and "\n" not in text


def _file(name: str) -> SourceText | BinarySource:
    try:
        data = Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from error
    return _decoded(data, name)


def _decoded(data: bytes, source: str) -> SourceText | BinarySource:
    try:
        if data.startswith(UTF_16):
            return SourceText(data.decode("utf-16"), source=source, encoding="utf-16")
        if b"\0" not in data:
            return SourceText(data.decode("utf-8"), source=source)
    except UnicodeDecodeError:
        if not data.startswith(UTF_16) and _CONTROL.search(data) is None:
            return SourceText(data.decode("latin-1"), source=source, encoding="latin-1")
    return BinarySource(data, source)


def is_binary(beginning: bytes) -> bool:
    r"""Return whether a file that begins with these bytes is not text.

    >>> is_binary(b"XADEKOOB\x04\0"), is_binary("caf\xe9".encode()[:-1])
    (True, False)
    """
    if beginning.startswith(UTF_16):
        return False
    try:
        # Not the end of the file: half a letter may stand there.
        codecs.getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return _CONTROL.search(beginning) is not None
    return b"\0" in beginning


def _unreadable(name: str, error: Exception) -> NotationError:
    if os.path.isdir(name):  # noqa: PTH112
        return _folder(name)
    if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
        reason = (error.strerror or str(error)).lower()
        return NotationError(
            Text("errors.notation.unreadable_file", file=_shown(name), reason=reason)
        )
    return _missing(name)


def _missing(name: str) -> NotationError:
    return NotationError(Text("errors.notation.no_file", file=_shown(name)))


def _folder(name: str) -> NotationError:
    return NotationError(Text("errors.notation.path_is_folder", folder=_shown(name)))


def _shown(name: str) -> str:
    return repr(name if len(name) <= _SHOWN else f"...{name[-_SHOWN:]}")  # the end says most

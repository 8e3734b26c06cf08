"""JSON values that know their path in the text, so that errors can point at them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from outflank.errors import NotationError
from outflank.notation.format import Assumptions
from outflank.notation.source_text import Passage, SourceText
from outflank.texts import Text

__all__ = ["Value", "is_json_with", "join_list", "list_elements", "split_list"]

T = TypeVar("T")

_SPACE = re.compile(r"[ \t\n\r]*")
_BEGINNING = re.compile(r"\s*(?:\[\s*)?\{")
_SEEN = 10_000  # characters in which a text must be recognised


def is_json_with(signature: re.Pattern[str], text: str) -> bool:
    """Return whether a text begins like an object or a list of objects and has a signature."""
    return _BEGINNING.match(text) is not None and signature.search(text, 0, _SEEN) is not None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DoubledKey(next(key for key, count in counts.items() if count > 1))
    return found


class _DoubledKey(ValueError):
    """An object has a key twice; JSON leaves open which one counts."""


_DECODER = json.JSONDecoder(parse_constant=_refuse)
_STRICT_DECODER = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_once)


@dataclass(frozen=True)
class _Element(Passage):
    """An element of a list, with its data, which were read to find its end."""

    data: Any

    def is_read_whole(self) -> bool:
        """Return whether no key of an object occurs twice, of which the data hold only one.

        Without escapes a string is two quotation marks, so the strings can be counted.
        """
        return "\\" not in self.text and 2 * _strings_in(self.data) == self.text.count('"')


def _strings_in(data: Any) -> int:
    """Count the strings in JSON data, keys included."""
    count, waiting = 0, [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            count += 1
        elif isinstance(value, dict):
            count += len(value)
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return count


class Value:
    """A JSON value, and its path in its passage."""

    def __init__(self, passage: Passage, data: Any, path: tuple[str | int, ...] = ()) -> None:
        self.passage = passage
        self.data = data
        self.path = path

    @classmethod
    def parse(cls, passage: Passage) -> Value:
        """Read a passage that holds one JSON value."""
        if isinstance(passage, _Element) and passage.is_read_whole():
            return cls(passage, passage.data)
        try:
            return cls(passage, _STRICT_DECODER.decode(passage.text))
        except json.JSONDecodeError as error:
            problem = Text("errors.notation.not_json", reason=error.msg)
            raise passage.error(problem, error.pos) from None
        except _DoubledKey as error:
            offset = _offset_of_doubled_key(passage.text)
            problem = Text("errors.notation.json_key_twice", key=repr(error.args[0]))
            raise passage.error(problem, offset) from None
        except (ValueError, RecursionError) as error:
            raise passage.error(Text("errors.notation.unreadable_json", reason=error)) from None

    @property
    def offset(self) -> int:
        """The offset in its passage at which the value begins."""
        return _locate(self.passage.text, self.path)

    def error(self, problem: str | Text) -> NotationError:
        """Return an error that points at this value."""
        return self.passage.error(problem, self.offset)

    def blamed(self, *, within: int = 0) -> AbstractContextManager[None]:
        """Let errors inside the block point at this value, or at a character within it."""
        # Finding the offset reads the text from its beginning, so it is done only after an error.
        return self.passage.blamed(lambda: self.offset + within)

    def get(self, key: str) -> Value | None:
        """Return a member of an object, or None if it is missing or null."""
        found = self._as(dict, "object").get(key)
        return None if found is None else Value(self.passage, found, (*self.path, key))

    def need(self, key: str) -> Value:
        """Return a member of an object; a missing one is an error."""
        found = self.get(key)
        if found is None:
            raise self.error(Text("errors.notation.json_key_missing", key=repr(key)))
        return found

    def elements(self) -> list[Any]:
        """Return the data of a list."""
        return self._as(list, "list")

    def items(self) -> Iterator[Value]:
        """Go through the elements of a list."""
        for index, element in enumerate(self._as(list, "list")):
            yield Value(self.passage, element, (*self.path, index))

    def members(self) -> Iterator[tuple[str, Value]]:
        """Go through the members of an object."""
        for key, member in self._as(dict, "object").items():
            yield key, Value(self.passage, member, (*self.path, key))

    def text(self) -> str:
        """Return a string."""
        return self._as(str, "text")

    def flag(self) -> bool:
        """Return true or false."""
        return self._as(bool, "flag")

    def whole(self) -> int:
        """Return a whole number."""
        if isinstance(self.data, bool):
            raise self.error(Text("errors.notation.json_should_be.whole_number"))
        return self._as(int, "whole_number")

    def number(self) -> float:
        """Return a finite number."""
        try:
            is_finite = abs(float(self.data)) < float("inf") and not isinstance(self.data, str)
        except (OverflowError, TypeError, ValueError):
            is_finite = False
        if not is_finite or isinstance(self.data, bool):
            raise self.error(Text("errors.notation.json_should_be.number"))
        number: float = self.data
        return number

    def _as(self, kind: type[T], name: str) -> T:
        if not isinstance(self.data, kind):
            raise self.error(Text(f"errors.notation.json_should_be.{name}"))
        return self.data


def list_elements(text: str) -> Iterator[tuple[int, int]]:
    """Return where each element of a JSON list begins and ends; a broken rest comes last.

    >>> list(list_elements("[1, {}]")), list(list_elements("[1, {}"))
    ([(1, 2), (4, 6)], [(1, 2), (4, 6), (6, 6)])
    """
    return ((start, end) for start, end, _ in _elements(text))


def _elements(text: str) -> Iterator[tuple[int, int, Any]]:
    """Go through the elements of a list: begin, end and data; a broken rest has no data."""
    offset = _skip(text, _skip(text, 0) + 1)
    while not text.startswith("]", offset):
        try:
            data, end = _DECODER.raw_decode(text, offset)
        except (ValueError, RecursionError):
            yield offset, len(text), None
            return
        yield offset, end, data
        offset = _skip(text, end)
        if text.startswith(",", offset):
            offset = _skip(text, offset + 1)
        elif not text.startswith("]", offset):
            yield offset, len(text), None
            return
    after = _skip(text, offset + 1)
    if after < len(text):
        yield after, len(text), None


def split_list(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Cut a list into its elements; an object is one passage."""
    if not source_text.text.lstrip().startswith("["):
        yield source_text.passage()
        return
    for start, end, data in _elements(source_text.text):
        yield (
            source_text.passage(start, end)
            if data is None
            else _Element(source_text, start, end, data)
        )


def join_list(texts: Iterable[str]) -> str:
    """Return one text unchanged, and several as a list."""
    elements = list(texts)
    return elements[0] if len(elements) == 1 else "[\n" + ",\n".join(elements) + "\n]"


def _skip(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    assert match is not None
    return match.end()


def _locate(text: str, path: tuple[str | int, ...]) -> int:
    """Follow keys and indices through a valid JSON text and return where they lead."""
    offset = _skip(text, 0)
    try:
        for step in path:
            offset = _step(text, offset, step)
    except RecursionError:  # the nesting reached the limit when it was read, and exceeds it here
        return 0
    return offset


def _step(text: str, offset: int, wanted: str | int) -> int:
    """Return where a member of the object, or an element of the list, at an offset begins."""
    return next(begin for key, _, begin in _parts(text, offset) if key == wanted)


def _parts(text: str, offset: int) -> Iterator[tuple[str | int, int, int]]:
    """Go through an object or a list: each key or index, and where the key and value begin."""
    is_object = text[offset] == "{"
    index = 0
    offset = _skip(text, offset + 1)
    while text[offset] not in "}]":
        key: str | int = index
        start = offset
        if is_object:
            key, offset = _DECODER.raw_decode(text, offset)
            offset = _skip(text, _skip(text, offset) + 1)  # past the colon
        yield key, start, offset
        offset = _skip(text, _DECODER.raw_decode(text, offset)[1])
        if text[offset] == ",":
            offset = _skip(text, offset + 1)
        index += 1


def _offset_of_doubled_key(text: str) -> int:
    """Return where an object repeats a key, or 0 if the text is broken after it."""
    waiting = [_skip(text, 0)]
    try:
        _DECODER.decode(text)  # `_parts` needs a valid text
        while True:
            seen = set()
            for key, start, value in _parts(text, waiting.pop()):
                if key in seen:
                    return start
                seen.add(key)
                if text[value] in "{[":
                    waiting.append(value)
    except (RecursionError, ValueError):
        return 0

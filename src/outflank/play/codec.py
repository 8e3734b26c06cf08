"""Events to JSON and back."""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from outflank.errors import JournalError, OutflankError
from outflank.play import events
from outflank.play.events import Event
from outflank.rules import Board, Odds, Square, Variant, find_variant, parse_move
from outflank.texts import Text

__all__ = ["VERSION", "decode_event", "decode_fields", "encode_event", "encode_fields"]

VERSION = 1
_Value = TypeVar("_Value")
_DAMAGE = (OutflankError, KeyError, TypeError, ValueError, AttributeError)

_PLAIN = frozenset({int, str, bool, float, types.NoneType})  # checked first, as most values are

_KINDS: Mapping[str, type[Event]] = {
    name: kind
    for name in events.__all__
    if isinstance(kind := getattr(events, name), type) and issubclass(kind, Event)
}


def encode_event(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object."""
    kind = type(event)
    return _fill({"event": kind.__name__}, event, kind)


def decode_event(data: Mapping[str, Any]) -> Event:
    """Read an event back; damaged data raises JournalError."""
    try:
        kind = _KINDS[data["event"]]
        return kind(**_decode_fields(kind, data))
    except _DAMAGE as error:
        beginning = str(data)[:60]
        raise JournalError(Text("errors.play.not_an_event", beginning=beginning)) from error


def decode_fields(kind: type[_Value], data: Mapping[str, Any]) -> _Value:
    """Read a dataclass back; damaged data raises JournalError."""
    try:
        return kind(**_decode_fields(kind, data))
    except _DAMAGE as error:
        raise JournalError(
            Text("errors.play.invalid_data", kind=kind.__name__, data=str(data)[:60])
        ) from error


def _encode(value: Any) -> Any:
    encoder = _ENCODERS.get(type(value))
    if encoder is None:
        encoder = _ENCODERS[type(value)] = _encoder_of(value)
    return encoder(value)


_ENCODERS: dict[type, Callable[[Any], Any]] = {}  # one for each class that was encoded


def _encoder_of(value: Any) -> Callable[[Any], Any]:
    if isinstance(value, Variant):
        return _encode_variant
    if isinstance(value, Square | Board):
        return str
    if isinstance(value, enum.Enum):
        return {member: member.value for member in type(value)}.__getitem__
    if isinstance(value, tuple):
        return _encode_all
    return encode_fields if dataclasses.is_dataclass(value) else _unchanged


def _encode_all(values: tuple[Any, ...]) -> list[Any]:
    return [_encode(item) for item in values]


def _unchanged(value: Any) -> Any:
    return value


def _encode_variant(value: Variant) -> dict[str, Any]:
    return {"name": value.name} | ({"answers": dict(value.answers)} if value.answers else {})


def encode_fields(value: Any) -> dict[str, Any]:
    """Return a dataclass as a JSON object."""
    return _fill({}, value, type(value))


def _fill(data: dict[str, Any], value: Any, kind: type) -> dict[str, Any]:
    """Add the fields of a dataclass to a JSON object; a plain loop, as every move needs it."""
    for name in _names(kind):
        content = getattr(value, name)
        data[name] = content if type(content) in _PLAIN else _encode(content)
    return data


_NAMES: dict[type, tuple[str, ...]] = {}  # the fields of each class that was encoded


def _names(kind: type) -> tuple[str, ...]:
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in dataclasses.fields(kind))
    return found


def _decode(kind: Any, data: Any) -> Any:
    """Turn JSON data into a value of the annotated type."""
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)
        kinds = [inner[0]] * len(data) if inner[-1] is Ellipsis else inner
        return tuple(_decode(each, item) for each, item in zip(kinds, data, strict=True))
    if isinstance(kind, types.UnionType):
        return _decode_union(typing.get_args(kind), data)
    if kind is Variant:
        return _decode_variant(data)
    if kind in (Square, Board):
        return kind.parse(data)
    if issubclass(kind, enum.Enum):
        return kind(data)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return kind(**_decode_fields(kind, data))
    if not isinstance(data, kind):
        raise TypeError(f"{data!r} is not {kind.__name__}")
    return data


def _decode_union(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and types.NoneType in kinds:
        return None
    if Square in kinds:
        return parse_move(data)
    (kind,) = (kind for kind in kinds if kind is not types.NoneType)
    return _decode(kind, data)


def _decode_variant(data: Mapping[str, Any]) -> Variant:
    variant = find_variant(data["name"])
    odds = Odds(data.get("answers", {}))
    return variant if odds == variant.answers else dataclasses.replace(variant, answers=odds)


def _decode_fields(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """Decode the fields that are present; newer fields with a default may be missing."""
    hints = _hints(kind)
    return {name: _decode(hint, data[name]) for name, hint in hints.items() if name in data}


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    # Position names its variant only for type checkers, so the name is given here.
    hints = typing.get_type_hints(kind, localns={"Variant": Variant})
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}

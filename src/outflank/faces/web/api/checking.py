"""Checks what a caller sent: one sentence names the wrong field and what would fit."""

from __future__ import annotations

import contextlib
import functools
import json
import re
import typing
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from msgspec import inspect

from outflank.faces.web.http.errors import Code, Problem, nothing_here
from outflank.faces.web.wire.schemas.values import MAX_NUMBER

__all__ = ["check_body", "check_query", "fault_in", "path_value", "when_given"]

_UNSET = type(inspect.type_info(msgspec.UnsetType))
_LONGEST = 100  # characters of a value that are quoted
_NUMBER = re.compile(r"[1-9][0-9]{0,15}|0", re.ASCII)
_TEXT = re.compile(r".{1,64}", re.ASCII)


@functools.lru_cache(maxsize=1024)  # bots ask for one match repeatedly
def path_value(text: str, kind: Any) -> Any:
    """Convert a part of a path; a value that cannot name anything is not found."""
    pattern = _NUMBER if _info(kind).__class__ is inspect.IntType else _TEXT
    if pattern.fullmatch(text):
        with contextlib.suppress(msgspec.ValidationError, UnicodeError):
            return msgspec.convert(text, kind, strict=False)
    raise nothing_here()


def check_query(given: bytes, kind: Any) -> Any:
    """Convert a query, or raise a problem with the wrong field."""
    if kind is None:
        if given:
            raise Problem(Code.BAD_REQUEST, "this path takes no query parameters")
        return None
    values: dict[str, str] = {}
    for name, value in parse_qsl(given.decode("latin-1"), keep_blank_values=True):
        if name in values:
            raise Problem(Code.BAD_REQUEST, f"{name[:_LONGEST]}: given twice")
        values[name] = value
    try:
        return msgspec.convert(values, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError):
        raise Problem(Code.BAD_REQUEST, fault_in(values, kind, strict=False)) from None


def check_body(content: bytes, kind: Any) -> Any:
    """Convert a body, or raise a problem with the wrong field."""
    try:
        return _decoder(kind).decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    value = _parsed(content)
    try:  # a whole number may be written as 8.0, which JSON Schema calls an integer, too
        return msgspec.convert(_with_whole_numbers(value), kind)
    except (msgspec.ValidationError, RecursionError):
        raise Problem(Code.BAD_REQUEST, fault_in(value, kind)) from None


def _with_whole_numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) <= MAX_NUMBER:
        return int(value)
    if isinstance(value, list):
        return [_with_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {name: _with_whole_numbers(item) for name, item in value.items()}
    return value


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _parsed(content: bytes) -> Any:
    """Parse a body, or raise a problem that says why it is not JSON."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        problem = f"{error.msg.lower()} (character {error.pos})"
        if error.pos >= len(error.doc.rstrip()):
            problem = "it ends too early"
    except UnicodeDecodeError:
        problem = "it is not UTF-8"
    except RecursionError:
        problem = "it is nested too deeply"
    raise Problem(Code.BAD_REQUEST, f"the body is not valid JSON: {problem}")


def fault_in(value: Any, kind: Any, *, strict: bool = True) -> str:
    """Return the fault of a value, beginning with the field.

    >>> class Body(msgspec.Struct, forbid_unknown_fields=True):
    ...     size: int
    >>> fault_in({"size": "8"}, Body)
    'size: this must be a whole number'
    >>> fault_in({"sze": 8}, Body)
    'sze: there is no such field; known are size'
    """
    return _fault(value, kind, "", strict=strict) or "the body is not valid"


@functools.cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _fits(value: Any, kind: Any, *, strict: bool) -> bool:
    try:
        msgspec.convert(value, kind, strict=strict)
    except (msgspec.ValidationError, UnicodeError):
        return False
    return True


def when_given(kind: Any) -> Any:
    """Return the type of an optional field when it is given."""
    inner = [each for each in typing.get_args(kind) if each is not msgspec.UnsetType]
    return inner[0] if len(typing.get_args(kind)) == 2 and len(inner) == 1 else kind


def _fault(value: Any, kind: Any, place: str, *, strict: bool) -> str:
    """Return the first fault of a value at a place, or an empty text."""
    kind = when_given(kind)
    plain = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        if not isinstance(value, dict):
            return f"{place}: this must be an object" if place else "the body must be a JSON object"
        return _fault_of_struct(value, plain, place, strict=strict)
    if typing.get_origin(plain) in (list, tuple) and isinstance(value, list):
        for number, item in enumerate(value):
            one = typing.get_args(plain)[0]
            if fault := _fault(item, one, f"{place}[{number}]", strict=strict):
                return fault
    if _fits(value, kind, strict=strict):
        return ""
    return f"{place[:_LONGEST]}: this must be {_in_words(_info(kind))}"


def _fault_of_struct(
    value: dict[str, Any], kind: type[msgspec.Struct], place: str, *, strict: bool
) -> str:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    dot = f"{place}." if place else ""
    for name in value:
        if name not in fields and kind.__struct_config__.forbid_unknown_fields:
            known = ", ".join(fields) or "none"
            return f"{f'{dot}{name}'[:_LONGEST]}: there is no such field; known are {known}"
    for name, field in fields.items():
        if name not in value:
            if field.required:
                return f"{dot}{name}: this field is missing"
        elif fault := _fault(value[name], field.type, f"{dot}{name}", strict=strict):
            return fault
    return ""


def _in_words(info: inspect.Type) -> str:
    """Describe the values that fit a type."""
    if isinstance(info, inspect.Metadata):
        described = (info.extra_json_schema or {}).get("description")
        if described and isinstance(info.type, inspect.StrType) and info.type.pattern:
            return str(described)
        return _in_words(info.type)
    if isinstance(info, inspect.UnionType):
        return " or ".join(_in_words(part) for part in info.types if not isinstance(part, _UNSET))
    if isinstance(info, inspect.LiteralType):
        words = ", ".join(map(str, info.values))
        return f"one of {words}" if len(info.values) > 1 else repr(words)
    say = _WORDS.get(type(info))
    return say(info) if say else "something else"


def _text_in_words(info: inspect.StrType) -> str:
    least, most = info.min_length or 0, info.max_length
    if most is None:
        return "a text" if not least else "a text that is not empty"
    return f"a text of {least} to {most} characters" if least else f"a text of at most {most}"


def _number_in_words(info: inspect.IntType | inspect.FloatType) -> str:
    noun = "a number" if isinstance(info, inspect.FloatType) else "a whole number"
    if info.multiple_of == 2:
        noun = "an even number"
    least, most = info.ge, info.le
    if least is not None and most is not None and most < MAX_NUMBER:
        return f"{noun} from {least} to {most}"
    return noun if least is None else f"{noun} of at least {least}"


def _list_in_words(info: Any) -> str:
    most = info.max_length
    return "a list" if most is None else f"a list of at most {most}"


_WORDS: dict[type, Callable[[Any], str]] = {
    inspect.StrType: _text_in_words,
    inspect.IntType: _number_in_words,
    inspect.FloatType: _number_in_words,
    inspect.BoolType: lambda _: "true or false",
    inspect.ListType: _list_in_words,
    inspect.VarTupleType: _list_in_words,
    inspect.StructType: lambda _: "an object",
    inspect.DictType: lambda _: "an object",
    inspect.NoneType: lambda _: "null",
}

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

from outflank.faces.web.http.errors import Code, Problem, alternatives, nothing_here
from outflank.faces.web.wire.schemas.patterns import PATTERN_KEY
from outflank.faces.web.wire.schemas.values import MAX_NUMBER
from outflank.texts import Text

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
            raise Problem(Code.BAD_REQUEST, Text("errors.web.no_query_taken"))
        return None
    values: dict[str, str] = {}
    for name, value in parse_qsl(given.decode("latin-1"), keep_blank_values=True):
        if name in values:
            raise Problem(Code.BAD_REQUEST, Text("errors.web.given_twice", name=name[:_LONGEST]))
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
        problem = Text("errors.web.not_json.syntax", problem=error.msg.lower(), place=error.pos)
        if error.pos >= len(error.doc.rstrip()):
            problem = Text("errors.web.not_json.early_end")
    except UnicodeDecodeError:
        problem = Text("errors.web.not_json.not_utf8")
    except RecursionError:
        problem = Text("errors.web.not_json.too_deep")
    raise Problem(Code.BAD_REQUEST, problem)


def fault_in(value: Any, kind: Any, *, strict: bool = True) -> Text:
    """Return the fault of a value, beginning with the field.

    >>> class Body(msgspec.Struct, forbid_unknown_fields=True):
    ...     size: int
    >>> print(fault_in({"size": "8"}, Body))
    size: this must be a whole number
    >>> print(fault_in({"sze": 8}, Body))
    sze: there is no such field; known are size
    """
    return _fault(value, kind, "", strict=strict) or Text("errors.web.body_not_valid")


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


def _fault(value: Any, kind: Any, place: str, *, strict: bool) -> Text | None:
    """Return the first fault of a value at a place, if there is one."""
    kind = when_given(kind)
    plain = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind
    if isinstance(plain, type) and issubclass(plain, msgspec.Struct):
        if not isinstance(value, dict):
            if not place:
                return Text("errors.web.body_not_an_object")
            return _must_be(place, Text("errors.web.wanted.object"))
        return _fault_of_struct(value, plain, place, strict=strict)
    if typing.get_origin(plain) in (list, tuple) and isinstance(value, list):
        for number, item in enumerate(value):
            one = typing.get_args(plain)[0]
            if fault := _fault(item, one, f"{place}[{number}]", strict=strict):
                return fault
    if _fits(value, kind, strict=strict):
        return None
    return _must_be(place[:_LONGEST], _in_words(_info(kind)))


def _must_be(field: str, wanted: Text | str) -> Text:
    return Text("errors.web.must_be", field=field, wanted=wanted)


def _fault_of_struct(
    value: dict[str, Any], kind: type[msgspec.Struct], place: str, *, strict: bool
) -> Text | None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    dot = f"{place}." if place else ""
    for name in value:
        if name not in fields and kind.__struct_config__.forbid_unknown_fields:
            unknown = f"{dot}{name}"[:_LONGEST]
            if not fields:
                return Text("errors.web.unknown_field_of_none", field=unknown)
            return Text("errors.web.unknown_field", field=unknown, known=", ".join(fields))
    for name, field in fields.items():
        if name not in value:
            if field.required:
                return Text("errors.web.missing_field", field=f"{dot}{name}")
        elif fault := _fault(value[name], field.type, f"{dot}{name}", strict=strict):
            return fault
    return None


def _in_words(info: inspect.Type) -> Text | str:
    """Describe the values that fit a type."""
    if isinstance(info, inspect.Metadata):
        if key := (info.extra or {}).get(PATTERN_KEY):
            return Text(key)
        return _in_words(info.type)
    if isinstance(info, inspect.UnionType):
        return alternatives(
            [_in_words(part) for part in info.types if not isinstance(part, _UNSET)]
        )
    if isinstance(info, inspect.LiteralType | inspect.EnumType):
        choices = info.values if isinstance(info, inspect.LiteralType) else list(info.cls)
        known = ", ".join(map(str, choices))
        return Text("errors.web.wanted.one_of", known=known) if len(choices) > 1 else repr(known)
    describe = _WORDS.get(type(info))
    return describe(info) if describe else Text("errors.web.wanted.anything_else")


def _text_in_words(info: inspect.StrType) -> Text:
    least, most = info.min_length or 0, info.max_length
    if most is None:
        return Text("errors.web.wanted.text_not_empty" if least else "errors.web.wanted.text")
    if least:
        return Text("errors.web.wanted.text_from_to", least=least, most=most)
    return Text("errors.web.wanted.text_at_most", most=most)


def _number_in_words(info: inspect.IntType | inspect.FloatType) -> Text:
    noun = "number" if isinstance(info, inspect.FloatType) else "whole_number"
    if info.multiple_of == 2:
        noun = "even_number"
    least, most = info.ge, info.le
    if least is not None and most is not None and most < MAX_NUMBER:
        return Text(f"errors.web.wanted.{noun}_from_to", least=least, most=most)
    if least is None:
        return Text(f"errors.web.wanted.{noun}")
    return Text(f"errors.web.wanted.{noun}_at_least", least=least)


def _list_in_words(info: Any) -> Text:
    most = info.max_length
    if most is None:
        return Text("errors.web.wanted.list")
    return Text("errors.web.wanted.list_at_most", most=most)


_WORDS: dict[type, Callable[[Any], Text]] = {
    inspect.StrType: _text_in_words,
    inspect.IntType: _number_in_words,
    inspect.FloatType: _number_in_words,
    inspect.BoolType: lambda _: Text("errors.web.wanted.true_or_false"),
    inspect.ListType: _list_in_words,
    inspect.VarTupleType: _list_in_words,
    inspect.StructType: lambda _: Text("errors.web.wanted.object"),
    inspect.DictType: lambda _: Text("errors.web.wanted.object"),
    inspect.NoneType: lambda _: Text("errors.web.wanted.null"),
}

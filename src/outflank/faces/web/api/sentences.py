"""What is wrong with a body or a query, in one sentence that names the field and what would fit."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from outflank.faces.web.api.schemas import MAX_NUMBER

__all__ = ["sentence"]

_AT = r"(?: - at `\$\.?(?P<place>.*)`)?$"
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*?)`" + _AT, re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<name>.*?)`" + _AT)
_WRONG = re.compile(r"^(?P<what>.*) - at `\$\.?(?P<place>.*)`$", re.DOTALL)
_MALFORMED = re.compile(r"^JSON is malformed: (?P<what>.*)$", re.DOTALL)
_LONGEST = 100  # letters of what somebody sent that are repeated

Schema = Mapping[str, Any]


def sentence(message: str, kind: Any) -> str:
    """Say what msgspec found wrong with a value of some kind, beginning with the field.

    >>> class Order(msgspec.Struct, forbid_unknown_fields=True):
    ...     size: int
    >>> sentence("Expected `int`, got `str` - at `$.size`", Order)
    'size: this must be a whole number'
    >>> sentence("Object contains unknown field `sze`", Order)
    'sze: there is no such field; known are size'
    """
    if found := _MISSING.match(message):
        return f"{_joined(found)}: this field is missing"
    if found := _UNKNOWN.match(message):
        known = ", ".join(_found(found["place"] or "", kind).get("properties", ())) or "none"
        return f"{_joined(found)[:_LONGEST]}: there is no such field; known are {known}"
    if found := _WRONG.match(message):
        fitting = _in_words(_found(found["place"], kind), kind)
        problem = f"this must be {fitting}" if fitting else _lowered(found["what"])
        return f"{found['place'][:_LONGEST]}: {problem}"
    if found := _MALFORMED.match(message):
        return f"the body is not valid JSON: {found['what']}"
    if message.startswith("Input data was truncated"):
        return "the body is not valid JSON: it ends too early"
    if message.startswith("Expected `object`"):
        return "the body must be a JSON object"
    return f"the body is not valid: {_lowered(message)}"


def _joined(found: re.Match[str]) -> str:
    return ".".join(filter(None, [found["place"], found["name"]]))


@functools.cache
def _schema(kind: Any) -> Schema:
    return msgspec.json.schema(kind)


def _found(place: str, kind: Any) -> Schema:
    """Return the schema of a place such as `names[2]`; an empty one where it is not known."""
    schema = _resolved(_schema(kind), kind)
    for step in re.findall(r"\[[^\]]*\]|[^.\[]+", place):
        inner = schema.get("items") if step[0] == "[" else schema.get("properties", {}).get(step)
        schema = _resolved(inner if isinstance(inner, dict) else {}, kind)
    return schema


def _resolved(schema: Schema, kind: Any) -> Schema:
    if (name := schema.get("$ref")) is None:
        return schema
    found: Schema = _schema(kind)["$defs"][str(name).rpartition("/")[2]]
    return found


def _in_words(schema: Schema, kind: Any) -> str:
    """Say what fits a schema; nothing where that takes more than a few words."""
    if choices := schema.get("anyOf"):
        parts = [_in_words(_resolved(each, kind), kind) for each in choices]
        return " or ".join(parts) if all(parts) else ""
    if "enum" in schema:
        words = ", ".join(map(str, schema["enum"]))
        return f"one of {words}" if len(schema["enum"]) > 1 else repr(words)
    if "pattern" in schema:
        return str(schema.get("description", ""))
    read = _WORDS.get(str(schema.get("type")))
    return read(schema) if read else ""


def _of_text(schema: Schema) -> str:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if most is None:
        return "a text" if not least else "a text that is not empty"
    return f"a text of {least} to {most} characters" if least else f"a text of at most {most}"


def _of_whole(schema: Schema) -> str:
    noun = "an even number" if schema.get("multipleOf") == 2 else "a whole number"
    return noun + _limits(schema)


def _of_number(schema: Schema) -> str:
    return "a number" + _limits(schema)


def _of_list(schema: Schema) -> str:
    most = schema.get("maxItems")
    return "a list" if most is None else f"a list of at most {most}"


def _limits(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None and most < MAX_NUMBER:
        return f" from {least} to {most}"
    return "" if least is None else f" of at least {least}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


_WORDS: dict[str, Callable[[Schema], str]] = {
    "string": _of_text,
    "integer": _of_whole,
    "number": _of_number,
    "boolean": lambda _: "true or false",
    "array": _of_list,
    "object": lambda _: "an object",
    "null": lambda _: "null",
}

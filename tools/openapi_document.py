"""Print the OpenAPI document that the server answers at GET /api/v1/openapi.json.

`--page` writes docs/reference/operations.md from it instead.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outflank.faces.web.api.subjects import openapi_document

TARGET = Path(__file__).parent.parent / "docs" / "reference" / "operations.md"
_HEAD = """# Every operation of the API

This page is made from the OpenAPI document of the server by
`python tools/openapi_document.py --page`.
A running server answers with that document at `/api/v1/openapi.json`, and shows it at
`/api/v1/docs`. [http.md](../http.md) is an introduction.
"""
_CODE = re.compile(r"\b[A-Z][A-Z_]+(?=:)")  # the beginning of an error's description
_LONGEST_EXAMPLE = 1200


def reference() -> str:
    """Return the page."""
    whole = openapi_document()
    parts = [_HEAD]
    for tag in whole["tags"]:
        parts.append(f"## {tag['name']}\n")
        for path, item in whole["paths"].items():
            for method, operation in item.items():
                if tag["name"] in operation["tags"]:
                    parts += _operation(method, path, operation, whole)
    return "\n".join(parts)


def _operation(
    method: str, path: str, operation: dict[str, Any], whole: dict[str, Any]
) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n"
    said = [operation["summary"].rstrip("."), operation.get("description", "").rstrip(".")]
    yield f"{'. '.join(filter(None, said))}. For {_access(operation)}.\n"
    rows = list(_rows(operation, whole))
    if rows:
        yield "\n".join(["| where | name | value |", "|---|---|---|", *rows, ""])
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            yield f"Answers {status}: {answer['description'].rstrip('.')}.\n"
            yield from _example(answer)
    errors = [
        f"{status} {' '.join(f'`{code}`' for code in _CODE.findall(answer['description']))}"
        for status, answer in operation["responses"].items()
        if not status.startswith("2")
    ]
    if errors:
        yield f"Errors: {', '.join(errors)}.\n"


def _access(operation: dict[str, Any]) -> str:
    kinds = {
        "key": "anybody with a key",
        "player": "players with a key",
        "admin": "organisers with an admin key",
    }
    kind = str(operation.get("x-access", "anyone"))
    return kinds.get(kind, kind)


def _rows(operation: dict[str, Any], whole: dict[str, Any]) -> Iterator[str]:
    for one in operation.get("parameters", []):
        yield _row(one["in"], one["name"], one.get("description", ""), one["schema"])
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = _resolved(body.get("schema", {}), whole)
    for name, value in schema.get("properties", {}).items():
        words = value.get("description", "")
        needed = "" if name in schema.get("required", []) else "may be left out"
        yield _row("body", name, "; ".join(filter(None, [words, needed])), value)


def _row(where: str, name: str, words: str, schema: dict[str, Any]) -> str:
    shown = "; ".join(filter(None, [_kind(schema), words.rstrip(".")]))
    return f"| {where} | `{name}` | {shown} |".replace("\n", " ")


def _kind(schema: dict[str, Any]) -> str:
    """Describe in a few words which values a schema allows."""
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(map(_kind, schema[several])))
    if "$ref" in schema:
        return f"a {schema['$ref'].rsplit('/', 1)[-1]}"
    kind = schema.get("type", "any value")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"array of {_kind(schema.get('items', {}))}"
    return str(kind)


def _resolved(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        found: dict[str, Any] = whole["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
        return found
    return schema


def _example(answer: dict[str, Any]) -> Iterator[str]:
    """Show the example of an answer, unless it is too long."""
    example = answer.get("content", {}).get("application/json", {}).get("example")
    text = json.dumps(example, indent=2, ensure_ascii=False)
    if example is not None and len(text) <= _LONGEST_EXAMPLE:
        yield f"```json\n{text}\n```\n"


if __name__ == "__main__":
    if "--page" in sys.argv:
        TARGET.write_text(reference(), encoding="utf-8")
    else:
        print(json.dumps(openapi_document()))

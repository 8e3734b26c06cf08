"""The OpenAPI document is true and complete, and its examples are valid."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any, get_args

import jsonschema_rs
import pytest

from outflank.faces.web.wire.schemas.values import AnswerName
from outflank.rules import Answer
from support.paths import ROOT
from support.server.api_clients import ApiClient, ApiServer

pytestmark = pytest.mark.server(tryout=True)

JSON = "application/json"
# Documents in formats of their own, too long for an example.
WITHOUT_EXAMPLE = {"read_openapi", "read_record", "export_tournament"}


@pytest.fixture(scope="module")
def document(api: ApiServer) -> dict[str, Any]:
    found = api.anybody.get("/openapi.json").json
    assert isinstance(found, dict)
    return found


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the method, the path and the description of every operation."""
    return [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_operations_are_those_in_the_list(document: dict[str, Any]) -> None:
    known = (ROOT / "tests/data/api_operations.txt").read_text(encoding="utf-8").splitlines()
    assert known == sorted(
        f"{operation['operationId']} {operation['x-access']} {method} {path}"
        for method, path, operation in operations(document)
    )


def test_the_wire_has_every_answer_of_the_oracle() -> None:
    assert get_args(AnswerName) == tuple(Answer)


def test_every_operation_says_what_it_does(document: dict[str, Any]) -> None:
    for _, path, operation in operations(document):
        assert operation["summary"], path


def bodies(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the descriptions of an operation's bodies: the request's and those of successes."""
    contents = [operation.get("requestBody", {}).get("content", {})]
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            contents.append(answer.get("content", {}))
    return [content[JSON] for content in contents if JSON in content]


def shown(body: dict[str, Any]) -> list[Any]:
    """Return the examples of a body."""
    several = [example["value"] for example in body.get("examples", {}).values()]
    return [body["example"], *several] if "example" in body else several


def test_every_body_and_answer_has_an_example(document: dict[str, Any]) -> None:
    lacking = {
        operation["operationId"]
        for _, _, operation in operations(document)
        for body in bodies(operation)
        if not shown(body)
    }
    assert lacking == WITHOUT_EXAMPLE


def test_every_example_is_valid(document: dict[str, Any]) -> None:
    seen = 0
    for _, _, operation in operations(document):
        for body in bodies(operation):
            schema = {**body["schema"], "components": document["components"]}
            for example in shown(body):
                jsonschema_rs.validate(schema, example)
                seen += 1
    assert seen > 50


def test_every_refusal_in_the_document_is_valid(document: dict[str, Any]) -> None:
    seen = 0
    validators: dict[str, Any] = {}  # many operations have the same
    for _, _, operation in operations(document):
        for answer in operation["responses"].values():
            problem = answer.get("content", {}).get("application/problem+json")
            for example in (problem or {}).get("examples", {}).values():
                schema = {**problem["schema"], "components": document["components"]}
                name = json.dumps(problem["schema"])
                if name not in validators:
                    validators[name] = jsonschema_rs.validator_for(schema)
                validators[name].validate(example["value"])
                seen += 1
    assert seen > 100


def test_an_operation_that_needs_a_key_says_so_and_asks_for_it(
    api: ApiServer, document: dict[str, Any]
) -> None:
    for method, path, operation in operations(document):
        is_open = operation["x-access"] == "anyone"
        assert ({} in operation["security"]) == is_open, path
        if is_open:
            continue
        place = re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1"))
        content = operation.get("requestBody", {}).get("content", {})
        example = shown(content[JSON])[0] if content else None
        for key in ("", "nobody's"):
            answer = ApiClient(api.app, key).call(method, place, example)
            assert (answer.status_code, answer.json["code"]) == (401, "UNAUTHORIZED"), path


class _PageReader(HTMLParser):
    """Notes the links of a page, and what its policy would not allow."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            elif name == "href":
                self.links.append(str(value))
            elif name == "style" or name.startswith("on"):
                self.inline.append(name)
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.inline.append(tag)


def test_every_link_of_the_page_works_and_nothing_is_inline(
    api: ApiServer, document: dict[str, Any]
) -> None:
    page = api.anybody.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    reader = _PageReader()
    reader.feed(page.text)
    assert reader.inline == []
    assert len(set(reader.ids)) == len(reader.ids)
    inner = {link[1:] for link in reader.links if link.startswith("#")}
    assert inner <= set(reader.ids)
    assert {operation["operationId"] for _, _, operation in operations(document)} <= inner
    assert "{'" not in page.text  # no Python value has slipped through
    assert api.anybody.get("/docs.css").content_type == "text/css; charset=utf-8"

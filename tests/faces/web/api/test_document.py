"""The OpenAPI document: true, complete, and its examples valid."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from outflank.faces.web.api import ENDPOINTS
from outflank.faces.web.api.endpoints import Access, Endpoint, RawResponse
from outflank.faces.web.api.examples import EXAMPLES
from outflank.faces.web.api.openapi import document as document_of
from outflank.server.accounts.keys import Role
from support.server.api_clients import ApiServer, api_server

pytestmark = pytest.mark.server(tryout=True)


@pytest.fixture(scope="module")
def document(api: ApiServer) -> dict[str, Any]:
    found = api.anybody.get("/openapi.json").json
    assert isinstance(found, dict)
    return found


def names(endpoints: list[Endpoint]) -> list[str]:
    return [endpoint.name for endpoint in endpoints]


def test_every_endpoint_is_in_the_document_and_nothing_else(document: dict[str, Any]) -> None:
    described = [
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    ]
    assert sorted(described) == sorted(names(ENDPOINTS))
    assert len(set(described)) == len(described)


def test_every_endpoint_says_what_it_does() -> None:
    assert [endpoint.name for endpoint in ENDPOINTS if not endpoint.summary] == []


def test_every_body_and_answer_has_an_example() -> None:
    free = {"OpenApiDocument", "TournamentRecord"}  # documents of a form of their own
    lacking = [
        kind.__name__
        for endpoint in ENDPOINTS
        for kind in (endpoint.body, endpoint.answer)
        if kind not in (None, type(None), RawResponse)
        and kind not in EXAMPLES
        and kind.__name__ not in free
    ]
    assert lacking == []


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_every_example_is_valid_and_reads_back(document: dict[str, Any], kind: type) -> None:
    text = msgspec.json.encode(EXAMPLES[kind])
    assert msgspec.json.encode(msgspec.json.decode(text, type=kind)) == text
    schema = {"$ref": f"#/components/schemas/{kind.__name__}", "components": document["components"]}
    jsonschema_rs.validate(schema, json.loads(text))


def test_every_refusal_in_the_document_is_valid(document: dict[str, Any]) -> None:
    seen = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            for answer in operation["responses"].values():
                problem = answer.get("content", {}).get("application/problem+json")
                for example in (problem or {}).get("examples", {}).values():
                    schema = {**problem["schema"], "components": document["components"]}
                    jsonschema_rs.validate(schema, example["value"])
                    seen += 1
    assert seen > 100


def test_what_needs_a_key_says_so(document: dict[str, Any]) -> None:
    for endpoint in ENDPOINTS:
        operation = document["paths"][f"/api/v1{endpoint.path}"][endpoint.method.lower()]
        is_open = {} in operation["security"]
        assert is_open == (endpoint.access is Access.ANYONE)


class _PageReader(HTMLParser):
    """Notes what a page refers to and what its policy would not allow."""

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
        if tag in ("script", "style"):
            self.inline.append(tag)


def test_the_page_leads_everywhere_it_points_and_has_nothing_inline(api: ApiServer) -> None:
    page = api.anybody.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    reader = _PageReader()
    reader.feed(page.text)
    assert reader.inline == []
    assert len(set(reader.ids)) == len(reader.ids)
    inner = {link[1:] for link in reader.links if link.startswith("#")}
    assert inner <= set(reader.ids)
    assert set(names(ENDPOINTS)) <= inner
    assert "{'" not in page.text  # no value of Python's has slipped through
    assert api.anybody.get("/docs.css").content_type == "text/css; charset=utf-8"


_EXAMPLES = 5 * int(os.environ.get("OUTFLANK_SOAK", "1"))
# A name or a move can be refused although its form is right.
_TOO_MUCH: list[Any] = [positive_data_acceptance]
_OF_ANSWERS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
_STREAMS = ["follow_match", "follow_news", "watch"]  # they do not end while a match runs


# Every operation is called with many bodies, paths and queries, right and wrong: no answer may
# be a fault, undocumented, or of another form than the document says.


class Switchboard:
    """An application that is known before the server is there."""

    inner: Any = None
    keys: tuple[str, ...] = ()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.inner(environ, start_response)


switchboard = Switchboard()
described = schemathesis.openapi.from_dict(document_of(ENDPOINTS, "test"))
# Too many names may also be too many bytes, and then that is said first.
described.config.checks.negative_data_rejection.expected_statuses = [
    *described.config.checks.negative_data_rejection.expected_statuses,
    "413",
]
described.app = switchboard


class Fuzzed:
    """A server on which there is something to find, and who may find it."""

    def __init__(self, api: ApiServer) -> None:
        self.api = api
        self.player, self.other = api.player(), api.player()
        self.admin = api.key(Role.ADMIN)
        self.cup = self.admin.post("/tournaments", {"name": "Cup", "players": ["A", "B"]}).json
        self.match = api.match(self.player, self.other)

    def headers(self, operation: Any) -> dict[str, str]:
        """Return the key that the operation asks for; some make a key worthless."""
        caller = self.player
        if operation["x-access"] == "admin":
            caller = self.admin
        elif operation["operationId"] in ("delete_me", "end_session", "renew_key"):
            caller = self.api.player()
        return {"Authorization": f"Bearer {caller.key}"}

    def places(self) -> dict[str, Any]:
        """Return what there is, by the names of the paths' parameters."""
        if self.api.server.registry.room(self.match["id"]).is_over:
            self.match = self.api.match(self.player, self.other)
        held = self.other.post("/challenges", {"opponent": self.player.id, "expires_in": 1}).json
        assert self.cup
        return {
            "match": self.match["id"],
            "challenge": held["id"] if held and "id" in held else "none",
            "player": self.player.id,
            "tournament": self.cup["id"],
            "entrant": 1,
            "pairing": 1,
            "turn": 0,
        }


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with api_server(tmp_path_factory.mktemp("api"), tryout=True) as api:
        api.app.extensions["services"].limiter.check = lambda *_, **__: None
        switchboard.inner = api.app
        yield Fuzzed(api)


@described.exclude(operation_id=_STREAMS).parametrize()
@settings(max_examples=_EXAMPLES)
def test_no_request_has_an_answer_that_is_not_documented(
    case: schemathesis.Case[Any], fuzzed: Fuzzed
) -> None:
    operation = case.operation.definition.raw
    headers = fuzzed.headers(operation)
    case.call_and_validate(headers=headers, excluded_checks=_TOO_MUCH)
    if case.path_parameters and case.method == case.operation.method.upper():
        # Nearly all of them are unknown, so the same is done again to what there is.
        known = fuzzed.places()
        case.path_parameters = {name: known[name] for name in case.path_parameters}
        if operation["operationId"] == "read_events":
            case.query = {}  # or it would be awaited that somebody moves
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=_OF_ANSWERS)

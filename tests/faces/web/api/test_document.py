"""The OpenAPI document: true, complete, and its examples valid."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any

import httpx
import jsonschema_rs
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

from outflank.faces.web.api import document as document_of
from support.paths import ROOT
from support.server.api_clients import ApiServer
from support.server.app_client import lift_limits
from support.server.live_server import LiveServer, live_server

pytestmark = pytest.mark.server(tryout=True)

JSON = "application/json"
# Documents of a form of their own, too long to be shown.
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


def test_the_operations_are_those_that_programs_know(document: dict[str, Any]) -> None:
    known = (ROOT / "tests/data/api_operations.txt").read_text(encoding="utf-8").splitlines()
    assert known == sorted(
        f"{operation['operationId']} {operation['x-access']} {method} {path}"
        for method, path, operation in operations(document)
    )


def test_every_operation_says_what_it_does(document: dict[str, Any]) -> None:
    for _, path, operation in operations(document):
        assert operation["summary"], path


def bodies(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """Return how the bodies of an operation are described, the request's and the successes'."""
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
    for _, _, operation in operations(document):
        for answer in operation["responses"].values():
            problem = answer.get("content", {}).get("application/problem+json")
            for example in (problem or {}).get("examples", {}).values():
                schema = {**problem["schema"], "components": document["components"]}
                jsonschema_rs.validate(schema, example["value"])
                seen += 1
    assert seen > 100


def test_what_needs_a_key_says_so_and_asks_for_it(api: ApiServer, document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        is_open = operation["x-access"] == "anyone"
        assert ({} in operation["security"]) == is_open, path
        if is_open:
            continue
        place = re.sub(r"\{\w+\}", "1", path.removeprefix("/api/v1"))
        content = operation.get("requestBody", {}).get("content", {})
        example = shown(content[JSON])[0] if content else None
        answer = api.anybody.call(method, place, example)
        assert (answer.status_code, answer.json["code"]) == (401, "UNAUTHORIZED"), path


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
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.inline.append(tag)


def test_the_page_leads_everywhere_it_points_and_has_nothing_inline(
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
_MOST_ENTRANTS = 40  # with hundreds of them every operation takes its time
_STREAMS = ["follow_match", "follow_news", "watch"]  # they do not end while a match runs


# Every operation is called with many bodies, paths and queries, right and wrong: no answer may
# be a fault, undocumented, or of another form than the document says.


described = schemathesis.openapi.from_dict(document_of())
# Too many names may also be too many bytes, and then that is said first.
described.config.checks.negative_data_rejection.expected_statuses = [
    *described.config.checks.negative_data_rejection.expected_statuses,
    "413",
]


class Fuzzed:
    """A real server on which there is something to find, and who may find it."""

    def __init__(self, live: LiveServer) -> None:
        self.live = live
        self.client = httpx.Client(base_url=f"{live.url}/api/v1", timeout=60, trust_env=False)
        self.player, self.key = self.register()
        self.other, self.other_key = self.register()
        self.admin_key = live.admin_key()
        self.cup = self.new_cup()
        self.match = self.begin()

    def post(self, path: str, key: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.client.post(path, json=body, headers=headers).json()

    def register(self) -> tuple[int, str]:
        made = self.post("/players", "", {"name": "Tester"})
        return made["player"]["id"], made["key"]

    def challenge(self, **terms: Any) -> str:
        """Return the name of a new challenge, if there are not too many yet."""
        made = self.post("/challenges", self.other_key, {"opponent": self.player, **terms})
        return str(made.get("id", "none"))

    def new_cup(self) -> int:
        order = {"name": "Cup", "players": ["A", "B"]}
        return int(self.post("/tournaments", self.admin_key, order)["id"])

    def begin(self) -> str:
        name = self.challenge(color="white")
        return str(self.post(f"/challenges/{name}/accept", self.key)["id"])

    def headers(self, operation: Any) -> dict[str, str]:
        """Return the key that the operation asks for; some make a key worthless."""
        key = self.key
        if operation["x-access"] == "admin":
            key = self.admin_key
        elif operation["operationId"] in ("delete_me", "end_session", "renew_key"):
            _, key = self.register()
        return {"Authorization": f"Bearer {key}"}

    def entrants(self) -> int:
        """Return how many players the tournament has, many of whom the operations have added."""
        return len(self.live.server.tournaments.view(self.cup)["entrants"])

    def places(self, names: Iterable[str]) -> dict[str, Any]:
        """Return what there is, for these parameters of a path."""
        if self.live.server.registry.room(self.match).is_over:
            self.match = self.begin()
        if "tournament" in names and self.entrants() > _MOST_ENTRANTS:
            self.cup = self.new_cup()
        known = {
            "match": self.match,
            "player": self.player,
            "tournament": self.cup,
            "entrant": 1,
            "pairing": 1,
            "turn": 0,
        }
        if "challenge" in names:
            known["challenge"] = self.challenge(expires_in=1)
        return {name: known[name] for name in names}

    def close(self) -> None:
        self.client.close()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuzzed]:
    with live_server(tmp_path_factory.mktemp("api"), tryout=True) as live:
        lift_limits(live.app)
        with contextlib.closing(Fuzzed(live)) as opened:
            yield opened


@described.exclude(operation_id=_STREAMS).parametrize()
@settings(max_examples=_EXAMPLES)
def test_no_request_has_an_answer_that_is_not_documented(
    case: schemathesis.Case[Any], fuzzed: Fuzzed
) -> None:
    operation = case.operation.definition.raw
    how: dict[str, Any] = {
        "headers": fuzzed.headers(operation),
        "base_url": fuzzed.live.url,
        "timeout": 60,
    }
    case.call_and_validate(excluded_checks=_TOO_MUCH, **how)
    if case.path_parameters and case.method == case.operation.method.upper():
        # Nearly all of them are unknown, so the same is done again to what there is.
        case.path_parameters = fuzzed.places(case.path_parameters)
        if operation["operationId"] == "read_events":
            case.query = {}  # or it would be awaited that somebody moves
        case.validate_response(case.call(**how), checks=_OF_ANSWERS)

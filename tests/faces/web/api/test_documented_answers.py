"""The OpenAPI document describes every answer to every request.

Every operation is called with many bodies, paths and queries, right and wrong: all the borders of
its parameters, and some drawn at random, more of them in `make soak`. Schemathesis is imported when
the first of these tests runs, because it is slow to import and to read the document.
"""

from __future__ import annotations

import functools
import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse

from outflank.analysis import own_puzzles
from outflank.faces.web.api.subjects import openapi_document
from outflank.server.accounts.keys import Role
from support.paths import ROOT
from support.server.api_clients import ApiClient, ApiServer
from support.server.app_client import AppClient, lift_limits

if TYPE_CHECKING:
    import schemathesis

pytestmark = pytest.mark.server(tryout=True)

EXAMPLES = 5 * int(os.environ.get("OUTFLANK_SOAK", "1"))
MOST_ENTRANTS = 40  # with hundreds of entrants every operation is slow
STREAMS = {"follow_match", "follow_news", "watch"}  # they do not end while a match runs
OPERATIONS = [
    line.split()[0]
    for line in (ROOT / "tests/data/api_operations.txt").read_text(encoding="utf-8").splitlines()
]


@functools.cache
def described() -> Any:
    """Return the document as Schemathesis reads it."""
    import schemathesis

    found = schemathesis.openapi.from_dict(openapi_document())
    # Too many names can also be too many bytes, which is reported first.
    rejection = found.config.checks.negative_data_rejection
    rejection.expected_statuses = [*rejection.expected_statuses, "413"]
    return found


class InThisProcess(HTTPAdapter):
    """Carries the requests of a session to an application without a socket."""

    def __init__(self, client: AppClient) -> None:
        super().__init__()
        self._client = client

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        """Return the application's answer."""
        assert request.method is not None
        headers: Any = request.headers  # of text, with a body of bytes or text
        body: Any = request.body
        answer = self._client.open(request.path_url, request.method, headers=headers, data=body)
        raw = HTTPResponse(
            io.BytesIO(answer.data),
            HTTPHeaderDict(answer.headers.multi_items()),
            answer.status_code,
            preload_content=False,
        )
        return self.build_response(request, raw)


class Fuzzed:
    """A server with something of every kind on it, and the keys to it."""

    def __init__(self, api: ApiServer) -> None:
        self.api = api
        self.session = Session()
        self.session.trust_env = False
        self.session.mount("http://", InThisProcess(AppClient(api.app)))
        self.player, self.key = self.register()
        self.other, self.other_key = self.register()
        self.admin_key = api.server.accounts.add_key(Role.ADMIN)
        self.cup = self.new_cup()
        self.match = self.begin()

    def post(self, path: str, key: str, body: Any = None) -> Any:
        return ApiClient(self.api.app, key).post(path, body).json

    def register(self) -> tuple[int, str]:
        made = self.post("/players", "", {"name": "Tester"})
        return made["player"]["id"], made["key"]

    def challenge(self, **terms: Any) -> str:
        """Return the name of a new challenge, if there are not too many yet."""
        made = self.post("/challenges", self.other_key, {"opponent": self.player, **terms})
        return str(made.get("id", "none"))

    def new_cup(self) -> int:
        body = {"name": "Cup", "players": ["A", "B"]}
        return int(self.post("/tournaments", self.admin_key, body)["id"])

    def begin(self) -> str:
        name = self.challenge(color="white")
        return str(self.post(f"/challenges/{name}/accept", self.key)["id"])

    def headers(self, operation: Any) -> dict[str, str]:
        """Return the key that the operation asks for; some operations revoke it."""
        key = self.key
        if operation["x-access"] == "admin":
            key = self.admin_key
        elif operation["operationId"] in ("delete_me", "end_session", "renew_key"):
            _, key = self.register()
        return {"Authorization": f"Bearer {key}"}

    def entrants(self) -> int:
        """Return the number of players of the tournament; the operations have added many."""
        return len(self.api.server.tournaments.view(self.cup)["entrants"])

    def places(self, names: Iterable[str]) -> dict[str, Any]:
        """Return existing values for the parameters of a path."""
        if self.api.server.registry.room(self.match).is_over:
            self.match = self.begin()
        if "tournament" in names and self.entrants() > MOST_ENTRANTS:
            self.cup = self.new_cup()
        known = {
            "match": self.match,
            "player": self.player,
            "tournament": self.cup,
            "entrant": 1,
            "pairing": 1,
            "turn": 0,
            "puzzle": own_puzzles()[0].id,
        }
        if "challenge" in names:
            known["challenge"] = self.challenge(expires_in=1)
        return {name: known[name] for name in names}


@pytest.fixture(scope="module")
def fuzzed(api: ApiServer) -> Fuzzed:
    lift_limits(api.app)
    return Fuzzed(api)


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name not in STREAMS])
def test_every_answer_is_documented(name: str, fuzzed: Fuzzed) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.generation.feedback import NO_FEEDBACK
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.specs.openapi import checks

    # A name or a move can be refused although its form is right. That keys are asked for is
    # tested in test_document.py.
    too_much: list[Any] = [checks.positive_data_acceptance, checks.ignored_auth]
    of_answers: list[Any] = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    operation = described().find_operation_by_id(name)
    raw = operation.definition.raw

    @settings(max_examples=EXAMPLES)
    def check(case: schemathesis.Case[Any]) -> None:
        how: dict[str, Any] = {
            "headers": fuzzed.headers(raw),
            "base_url": "http://localhost",
            "session": fuzzed.session,
        }
        case.call_and_validate(excluded_checks=too_much, **how)
        if case.path_parameters and case.method == case.operation.method.upper():
            # Nearly all of the drawn paths are unknown, so the same is sent to existing ones too.
            case.path_parameters = fuzzed.places(case.path_parameters)
            if name == "read_events":
                case.query = {}  # else the server would wait for a move
            case.validate_response(case.call(**how), checks=of_answers)

    build_operation_test(
        config=described().config,
        operation=operation,
        test_func=check,
        given_kwargs={},
        feedback=NO_FEEDBACK,
    )()

"""A fast path for moves that skips Flask's routing and contexts, which would double their cost.

Only plain requests take it; all others go through Flask, with the same responses. A worker that
reads requests by itself brings moves in batches, and a batch shares its commit.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from outflank.errors import OutflankError
from outflank.faces.web.api.endpoints import Encoded, EndpointView
from outflank.faces.web.api.moves import MoveUnderWay
from outflank.faces.web.api.openapi import ROOT
from outflank.faces.web.api.problems import fault

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Response

    from outflank.faces.web.api.calls import ApiCall
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["Answer", "FastLane", "FastMove", "as_application"]

_PATH = re.compile(rf"{ROOT}/matches/([0-9a-f]{{1,32}})/moves")
_ROUTE = f"{ROOT}/matches/<match>/moves"
_JSON = "application/json"

_log = logging.getLogger("outflank.server.web")

Note = Callable[["WSGIEnvironment", str, int, float], None]
Answer: TypeAlias = "Encoded[Any] | Response"


@dataclass(slots=True)
class FastMove:
    """A request with a move, and where its response goes."""

    environ: dict[str, Any]
    room: LiveRoom
    content: bytes
    at: int  # when it arrived
    answered: Callable[[Answer], None]
    began: float = 0.0
    call: ApiCall | None = None
    arguments: dict[str, Any] = field(default_factory=dict)

    def fault(self, error: Exception) -> Response:
        """Return the response for an unexpected error."""
        return fault(error, f"POST {self.environ['PATH_INFO']}")


class FastLane:
    """Answers moves, one by one through WSGI or in batches."""

    def __init__(self, view: EndpointView, note: Note, clock: Callable[[], float]) -> None:
        self._view = view
        self._note = note
        self._clock = clock

    # One by one

    def beside(self, inner: WSGIApplication) -> WSGIApplication:
        """Wrap a WSGI application so that moves skip it."""

        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            path = _PATH.fullmatch(environ["PATH_INFO"]) if _is_plain(environ) else None
            if path is None:
                return inner(environ, start_response)
            began = self._clock()
            try:
                answer = self._view.direct(environ, {"match": path[1]})
            except Exception as error:
                answer = fault(error, f"POST {environ['PATH_INFO']}")
            self._count(environ, answer, began)
            return as_application(answer)(environ, start_response)

        return application

    # Many at a time

    def carry_out(self, moves: Sequence[FastMove]) -> None:
        """Answer a batch of moves; no two that succeed are of one room."""
        under_way: list[tuple[FastMove, MoveUnderWay]] = []
        others: list[FastMove] = []
        # Before any room is locked, because a request may start a clock in another one.
        for fast_move in [one for one in moves if self._admit(one)]:
            move = self._begin(fast_move)
            if move is None:
                others.append(fast_move)
            else:
                under_way.append((fast_move, move))
        # All rooms are unlocked before any watcher is told.
        answers = [(fast_move, self._settle(fast_move, move)) for fast_move, move in under_way]
        for fast_move, answer in answers:
            fast_move.room.notify_watchers()
            self._answer(fast_move, answer)
        for fast_move in others:  # refused, repeated, or its room was busy: the usual way decides
            self._answer(fast_move, self._play(fast_move))

    def refuse(self, moves: Sequence[FastMove], error: OutflankError) -> None:
        """Answer a batch of moves with an error."""
        for fast_move in moves:
            fast_move.began = self._clock()
            self._answer(fast_move, self._view.refuse(error))

    def _admit(self, fast_move: FastMove) -> bool:
        fast_move.began = self._clock()
        try:
            places = {"match": fast_move.room.name}
            fast_move.call, fast_move.arguments = self._view.admit(
                fast_move.environ, places, fast_move.content
            )
        except OutflankError as error:
            self._answer(fast_move, self._view.refuse(error))
        except Exception as error:
            self._answer(fast_move, fast_move.fault(error))
        return fast_move.call is not None

    def _begin(self, fast_move: FastMove) -> MoveUnderWay | None:
        assert fast_move.call is not None
        try:
            order = fast_move.arguments["body"]
            return MoveUnderWay.begin(fast_move.call, fast_move.room, order, fast_move.at)
        except Exception:
            return None  # nothing has changed; the usual way raises it again

    def _settle(self, fast_move: FastMove, move: MoveUnderWay) -> Answer:
        try:
            return move.settle()
        except OutflankError as error:
            return self._view.refuse(error)
        except Exception as error:
            return fast_move.fault(error)

    def _play(self, fast_move: FastMove) -> Answer:
        assert fast_move.call is not None
        fast_move.environ["outflank.arrived"] = fast_move.at
        try:
            return self._view.answer(fast_move.call, fast_move.arguments)
        except Exception as error:
            return fast_move.fault(error)

    def _answer(self, fast_move: FastMove, answer: Answer) -> None:
        try:
            self._count(fast_move.environ, answer, fast_move.began)
            fast_move.answered(answer)
        except Exception:  # the other moves of the batch must be answered
            _log.exception(
                "Could not send the response to a move", extra={"match": fast_move.room.name}
            )
        finally:
            fast_move.room.mark_processed(fast_move.at)

    def _count(self, environ: dict[str, Any], answer: Answer, began: float) -> None:
        status = 200 if isinstance(answer, Encoded) else answer.status_code
        self._note(environ, _ROUTE, status, self._clock() - began)


def as_application(answer: Answer) -> WSGIApplication:
    """Return a WSGI application that gives the answer."""
    if not isinstance(answer, Encoded):
        return answer

    def application(_: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        headers = [
            ("Cache-Control", "no-store"),
            ("Content-Type", _JSON),
            ("Content-Length", str(len(answer.data))),
        ]
        start_response("200 OK", headers)
        return [answer.data]

    return application


def _is_plain(environ: dict[str, Any]) -> bool:
    """Tell whether a request needs nothing that only Flask supports."""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and environ.get("CONTENT_TYPE") == _JSON
        and not environ.get("QUERY_STRING")
        and "HTTP_AUTHORIZATION" in environ
        and environ.get("CONTENT_LENGTH", "").isdecimal()
    )

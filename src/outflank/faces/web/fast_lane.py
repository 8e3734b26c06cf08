"""The short way of a move: past Flask's routing and contexts, which would cost half of it.

Only what is exactly as it should be goes this way; everything else goes the long way, and both
give the same answers. A server that reads requests by itself brings moves in batches, and those
of one batch share their trip to the disk.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from outflank.errors import OutflankError
from outflank.faces.web.api.endpoints import Encoded, View
from outflank.faces.web.api.moves import MoveUnderWay
from outflank.faces.web.api.openapi import ROOT
from outflank.faces.web.api.problems import fault

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Response

    from outflank.faces.web.api.calls import Call
    from outflank.server.matches.live_room import LiveRoom

__all__ = ["Answer", "FastLane", "Passage", "as_application"]

_PATH = re.compile(rf"{ROOT}/matches/([0-9a-f]{{1,32}})/moves")
_ROUTE = f"{ROOT}/matches/<match>/moves"
_JSON = "application/json"

_log = logging.getLogger("outflank.server.web")

Note = Callable[["WSGIEnvironment", str, int, float], None]
Answer: TypeAlias = "Encoded[Any] | Response"


@dataclass(slots=True)
class Passage:
    """A move that has been read, and what is to be done with its answer."""

    environ: dict[str, Any]
    room: LiveRoom
    content: bytes
    at: int  # when it arrived
    answered: Callable[[Answer], None]
    began: float = 0.0
    call: Call | None = None
    arguments: dict[str, Any] = field(default_factory=dict)


class FastLane:
    """Answers moves with a key, one by one as they come through WSGI, or many at a time."""

    def __init__(self, view: View, note: Note, clock: Callable[[], float]) -> None:
        self._view = view
        self._note = note
        self._clock = clock

    # One by one

    def beside(self, inner: WSGIApplication) -> WSGIApplication:
        """Let moves go past an application."""

        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            path = _PATH.fullmatch(environ["PATH_INFO"]) if _is_plain(environ) else None
            if path is None:
                return inner(environ, start_response)
            began = self._clock()
            try:
                answer = self._view.direct(environ, {"match": path[1]})
            except Exception as error:
                answer = fault(error)
            self._count(environ, answer, began)
            return as_application(answer)(environ, start_response)

        return application

    # Many at a time

    def carry_out(self, passages: Sequence[Passage]) -> None:
        """Answer moves that came together; no two that succeed are of one room."""
        under_way: list[tuple[Passage, MoveUnderWay]] = []
        others: list[Passage] = []
        # Before any room is held, for a call may start a clock in another one.
        for passage in [one for one in passages if self._admit(one)]:
            move = self._begin(passage)
            if move is None:
                others.append(passage)
            else:
                under_way.append((passage, move))
        # All rooms are free again before anybody is told anything.
        answers = [(passage, self._settle(move)) for passage, move in under_way]
        for passage, answer in answers:
            passage.room.notify_watchers()
            self._answer(passage, answer)
        for passage in others:  # refused, repeated, or its room was busy: the usual way tells
            self._answer(passage, self._play(passage))

    def refuse(self, passages: Sequence[Passage], error: OutflankError) -> None:
        """Answer moves that came together, and of which none can be carried out."""
        for passage in passages:
            passage.began = self._clock()
            self._answer(passage, self._view.refuse(error))

    def _admit(self, passage: Passage) -> bool:
        passage.began = self._clock()
        try:
            places = {"match": passage.room.name}
            passage.call, passage.arguments = self._view.admit(
                passage.environ, places, passage.content
            )
        except OutflankError as error:
            self._answer(passage, self._view.refuse(error))
        except Exception as error:
            self._answer(passage, fault(error))
        return passage.call is not None

    def _begin(self, passage: Passage) -> MoveUnderWay | None:
        assert passage.call is not None
        try:
            order = passage.arguments["body"]
            return MoveUnderWay.begin(passage.call, passage.room, order, passage.at)
        except Exception:
            return None  # has changed nothing, and is said again by whoever answers it

    def _settle(self, move: MoveUnderWay) -> Answer:
        try:
            return move.settle()
        except OutflankError as error:
            return self._view.refuse(error)
        except Exception as error:
            return fault(error)

    def _play(self, passage: Passage) -> Answer:
        assert passage.call is not None
        passage.environ["outflank.arrived"] = passage.at
        try:
            return self._view.answer(passage.call, passage.arguments)
        except Exception as error:
            return fault(error)

    def _answer(self, passage: Passage, answer: Answer) -> None:
        try:
            self._count(passage.environ, answer, passage.began)
            passage.answered(answer)
        except Exception:  # must not keep those who came with it from their answers
            _log.exception("an answer got lost")
        finally:
            passage.room.mark_processed(passage.at)

    def _count(self, environ: dict[str, Any], answer: Answer, began: float) -> None:
        status = 200 if isinstance(answer, Encoded) else answer.status_code
        self._note(environ, _ROUTE, status, self._clock() - began)


def as_application(answer: Answer) -> WSGIApplication:
    """Return what gives an answer through WSGI."""
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
    """Tell whether a request has nothing about it that only Flask would understand."""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and environ.get("CONTENT_TYPE") == _JSON
        and not environ.get("QUERY_STRING")
        and "HTTP_AUTHORIZATION" in environ
        and environ.get("CONTENT_LENGTH", "").isdecimal()
    )

"""Every error that a caller can get: its code, its status and its sentence.

The dialect decides its form, see `http/middleware/error_responses.py`.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Self

from starlette.exceptions import HTTPException

from outflank import errors
from outflank.errors import OutflankError
from outflank.server.accounts.accounts import NotAllowed
from outflank.server.closures import CompetitionClosed
from outflank.server.played_games import NoPlayedGames
from outflank.store.reading.row_reading import DamagedRow
from outflank.texts import Text

__all__ = ["Code", "Problem", "UnroutedProblem", "alternatives", "nothing_here", "problem_of"]

_RETRY_AFTER = 1  # seconds, if nothing better is known


class Code(enum.StrEnum):
    """The kind of an error, as a word for programs with a status and a meaning.

    >>> Code.NOT_YOUR_TURN.status, str(Code.NOT_YOUR_TURN.meaning)
    (409, 'It is not your turn')
    """

    status: int  # the HTTP status that goes with it

    def __new__(cls, value: str, status: int) -> Self:
        """Make a code with its status."""
        code = str.__new__(cls, value)
        code._value_ = value
        code.status = status
        return code

    @property
    def meaning(self) -> Text:
        """The title of its problems, the same in every response."""
        return Text(f"errors.web.meanings.{self.value.lower()}")

    BAD_REQUEST = "BAD_REQUEST", 400
    UNAUTHORIZED = "UNAUTHORIZED", 401
    FORBIDDEN = "FORBIDDEN", 403
    CROSS_SITE = "CROSS_SITE", 403
    CLOSED = "CLOSED", 403
    NOT_FOUND = "NOT_FOUND", 404
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED", 405
    NOT_YOUR_TURN = "NOT_YOUR_TURN", 409
    TURN_OVER = "TURN_OVER", 409
    TIME_OVER = "TIME_OVER", 409
    MATCH_OVER = "MATCH_OVER", 409
    MATCH_PAUSED = "MATCH_PAUSED", 409
    MATCH_RUNNING = "MATCH_RUNNING", 409
    REFUSED = "REFUSED", 409
    TOO_LARGE = "TOO_LARGE", 413
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE", 415
    ILLEGAL_MOVE = "ILLEGAL_MOVE", 422
    NAME_REFUSED = "NAME_REFUSED", 422
    RATE_LIMITED = "RATE_LIMITED", 429
    FAULT = "FAULT", 500
    BUSY = "BUSY", 503
    UNAVAILABLE = "UNAVAILABLE", 503


# The nearest base class counts.
_CODES: Mapping[type[OutflankError], Code] = {
    OutflankError: Code.REFUSED,
    errors.NotationError: Code.BAD_REQUEST,
    errors.UnknownName: Code.BAD_REQUEST,
    errors.SizeError: Code.BAD_REQUEST,
    errors.EngineError: Code.BAD_REQUEST,  # a level that does not play this game
    errors.IllegalMove: Code.ILLEGAL_MOVE,
    errors.MatchOver: Code.MATCH_OVER,
    errors.GameOver: Code.MATCH_OVER,
    errors.MatchPaused: Code.MATCH_PAUSED,
    errors.MatchRunning: Code.MATCH_RUNNING,
    errors.NotYourTurn: Code.NOT_YOUR_TURN,
    errors.NameRefused: Code.NAME_REFUSED,
    NotAllowed: Code.FORBIDDEN,
    CompetitionClosed: Code.CLOSED,
    errors.UnknownMatch: Code.NOT_FOUND,
    errors.UnknownPlayer: Code.NOT_FOUND,
    errors.TooMany: Code.RATE_LIMITED,
    errors.Busy: Code.BUSY,
    errors.StoreUnavailable: Code.UNAVAILABLE,
    errors.JournalError: Code.UNAVAILABLE,
    NoPlayedGames: Code.NOT_FOUND,
    DamagedRow: Code.NOT_FOUND,  # a retry would not help
    errors.StaleTurn: Code.UNAVAILABLE,  # the room is closing; a retry succeeds
}


class Problem(OutflankError):
    """A refusal with its code, one sentence, and further facts for the caller.

    `status` replaces the code's own status.
    """

    def __init__(self, code: Code, detail: str | Text, *, status: int = 0, **more: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.status: int = status or code.status
        self.title: str | Text = HTTPStatus(status).phrase if status else code.meaning
        self.more = more
        self.allowed: list[str] = []  # the methods of the path, after a wrong one


class UnroutedProblem(Problem):
    """A request that reached no handler: its path is unknown or its method is wrong."""


def alternatives(words: Sequence[str | Text]) -> str | Text:
    """Return words as alternatives.

    >>> str(alternatives(["GET", "POST", "PUT"]))
    'GET or POST or PUT'
    """
    return functools.reduce(
        lambda first, second: Text("phrases.or", first=first, second=second), words
    )


def nothing_here() -> UnroutedProblem:
    """Return the problem of an unknown path."""
    return UnroutedProblem(Code.NOT_FOUND, Text("errors.web.nothing_here"))


def problem_of(error: Exception) -> Problem:
    """Return what an error of any layer, or of the router, means to the caller.

    >>> problem_of(errors.MatchPaused("the match is paused")).code.value
    'MATCH_PAUSED'
    >>> print(problem_of(errors.StoreUnavailable("the database does not answer", "port 5432")))
    the database does not answer; try again in a moment
    """
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException):
        return _problem_of_router(error)
    if not isinstance(error, OutflankError):
        return Problem(Code.FAULT, Text("errors.web.fault_logged"))
    code = next(_CODES[kind] for kind in type(error).__mro__ if kind in _CODES)
    if isinstance(error, errors.TooMany):
        return Problem(code, str(error), limit=error.limit, retry_after=error.whole_seconds)
    if code.status == 503:
        detail: str | Text = str(error)
        if isinstance(error, errors.StoreUnavailable) and error.detail:  # only for the log
            detail = Text("errors.web.try_again_soon", problem=error.problem)
        return Problem(code, detail, retry_after=_RETRY_AFTER)
    return Problem(code, str(error))


def _problem_of_router(error: HTTPException) -> Problem:
    """Return the problem of an unknown path or a wrong method."""
    if error.status_code == HTTPStatus.NOT_FOUND:
        return nothing_here()
    allowed = (error.headers or {}).get("Allow", "").split(", ")
    methods = sorted({*allowed} - {"HEAD", "OPTIONS"})
    detail = Text("errors.web.wrong_method", methods=alternatives(methods))
    problem = UnroutedProblem(Code.METHOD_NOT_ALLOWED, detail)
    problem.allowed = methods
    return problem

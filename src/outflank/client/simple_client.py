"""A client for the simple routes, where the key is in the path and stands for one game."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from outflank.client.http_arguments import client_arguments, server_address
from outflank.client.retries import RetryPolicy, connection_error, response_error
from outflank.client.waiting import AnswerWatch, WaitingNotice
from outflank.errors import ServerError
from outflank.extras import require_extra
from outflank.rules import BLACK, Board, Position, Square
from outflank.texts import say

if TYPE_CHECKING:
    import httpx

__all__ = ["SimpleClient", "position_of"]

_LONGEST_WAIT = 25
_POLL_PAUSE = 0.5  # seconds between polls that the server does not hold


class SimpleClient:
    """Plays the game of a key on the simple routes, where the player's own discs are always 1.

    >>> with SimpleClient("localhost:5000", "key0") as client:
    ...     client
    <SimpleClient http://localhost:5000>
    """

    def __init__(
        self,
        url: str,
        key: str,
        *,
        patience: float | None = 60.0,
        pause: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
        on_waiting: Callable[[str], None] | None = None,
    ) -> None:
        require_extra("client", "httpx")
        self.url: str = server_address(url)
        self._key = quote(key, safe="")
        self._patience = patience
        self._pause = pause
        self._now = now
        self._notice = WaitingNotice(on_waiting)
        self._watch = AnswerWatch(self._notice.still_waiting)
        self._http: httpx.Client | None = None

    def board(self) -> list[list[int]]:
        """Return the rows of the board: 1 own disc, -1 opponent's, 0 empty; [] without a game."""
        answer: list[list[int]] = self._ask("GET", f"/boards/{self._key}")
        return answer

    def move_needed(self, wait: float = 0) -> bool:
        """Return whether the server waits for a move; wait up to `wait` seconds until it does.

        If the server is full and does not hold the request, ask it again every half second.
        """
        until = self._now() + min(wait, _LONGEST_WAIT)
        while True:
            seconds = max(0.0, until - self._now())
            query = f"?wait={seconds:.3g}" if seconds else ""
            if self._ask("GET", f"/move_needed/{self._key}{query}", held=seconds):
                return True
            left = until - self._now()
            if left < _POLL_PAUSE:
                return False
            self._pause(_POLL_PAUSE)

    def set_name(self, name: str) -> None:
        """Set the player's name; if it is taken, the server adds a number to it."""
        self._ask("POST", f"/set_name/{self._key}/{quote(name, safe='')}")

    def move(self, square: Square | str) -> None:
        """Play a square; sending the same one again does no harm."""
        place = Square.parse(square) if isinstance(square, str) else square
        self._ask("POST", f"/move/{self._key}/{place.col}/{place.row}")

    def position(self) -> Position | None:
        """Return the game as a position in which this player is black and to move."""
        return position_of(self.board())

    def _ask(self, method: str, path: str, held: float = 0.0) -> Any:
        import httpx

        if self._http is None:
            self._http = httpx.Client(**client_arguments(self.url, None, prefix=""))
        retries = RetryPolicy(self._patience, self._notice.trying_again)
        was_lost = False
        while True:
            try:
                with self._watch.watching(held):
                    response = self._http.request(method, path)
            except httpx.TransportError as problem:
                error = connection_error(problem, self.url)
                was_lost = was_lost or error.code == "UNANSWERED"
            else:
                if response.is_success:
                    return _json(response)
                error = response_error(response)
                # The reply to a move was lost, and the opponent moved before the repeated request.
                if was_lost and error.status == 409:
                    return None
            self._pause(retries.delay_after(error))  # all these requests are repeatable

    def close(self) -> None:
        """Close the connection."""
        if self._http is not None:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimpleClient {self.url}>"


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        problem = say("errors.client.not_json")
        raise ServerError("BAD_ANSWER", response.status_code, problem) from None


def position_of(rows: list[list[int]]) -> Position | None:
    """Return the position on a board of the simple routes, with the player as black and to move.

    >>> position = position_of([[0, 0, 0, 0], [0, -1, 1, 0], [0, 1, -1, 0], [0, 0, 0, 0]])
    >>> print(*position.legal_moves)
    b1 a2 d3 c4
    """
    if not rows:
        return None
    signs = {1: "X", -1: "O", 0: "-"}
    cells = "".join(signs[cell] for row in rows for cell in row)
    return Position(Board.parse(cells), BLACK)

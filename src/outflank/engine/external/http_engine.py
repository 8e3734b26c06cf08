"""Bots that answer over HTTP as engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.engine.protocol import Analysis, Engine, Task
from outflank.errors import NotationError, ProgramFault
from outflank.extras import require_extra
from outflank.rules import Square
from outflank.texts import Text

if TYPE_CHECKING:
    import httpx

__all__ = ["HttpEngine"]

_PATIENCE = 10.0  # seconds that a bot may take beyond its limit
_LONGEST = 600.0  # seconds without a limit
_MOST_BYTES = 100_000


class HttpEngine(Engine):
    """A bot that gets a POST request for each move and answers with the move.

    The request is a JSON object with `variant`, `size`, `board` (cells row by row, `X` black, `O`
    white, `-` empty), `turn` (`black` or `white`), `answer`, `moves` (the legal ones), `seconds`,
    `nodes`, `depth` and `seed`; the reply is an object such as `{"move": "f5"}`.
    """

    def __init__(self, url: str, *, seed: int | None = None) -> None:
        require_extra("client", "httpx")
        import httpx

        self.name = url
        self.seed = seed
        self._url = url
        self._http = httpx.Client(follow_redirects=False)

    def think(self, task: Task) -> Analysis:
        """Ask the bot."""
        import httpx

        position, limit = task.position, task.limit
        content = {
            "variant": position.variant.name,
            "size": position.size,
            "board": str(position.board).replace(" ", ""),
            "turn": str(position.turn),
            "answer": None if position.answer is None else str(position.answer),
            "moves": [str(move) for move in position.legal_moves],
            "seconds": limit.seconds,
            "nodes": limit.nodes,
            "depth": limit.depth,
            "seed": task.seed,
        }
        patience = _LONGEST if limit.seconds is None else limit.seconds + _PATIENCE
        try:
            reply = self._http.post(self._url, json=content, timeout=patience)
        except httpx.TimeoutException:
            problem = Text("errors.engine.bot_too_slow", bot=self.name, seconds=f"{patience:g}")
            raise ProgramFault("late", problem) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ProgramFault(
                "crash", Text("errors.engine.bot_unreachable", bot=self.name, problem=error)
            ) from None
        word = self._word(reply)
        try:
            move = Square.parse(word)
        except NotationError:
            move = None
        if move is None or move not in position.legal_moves:
            raise ProgramFault(
                "illegal move",
                Text("errors.engine.bot_illegal_answer", bot=self.name, answer=repr(word[:40])),
            )
        return Analysis.of(move)

    def _word(self, reply: httpx.Response) -> str:
        if reply.status_code != 200:
            raise ProgramFault(
                "crash",
                Text("errors.engine.bot_status", bot=self.name, status=reply.status_code),
            )
        try:
            plain: Any = reply.json() if len(reply.content) <= _MOST_BYTES else None
        except ValueError:
            plain = None
        if not isinstance(plain, dict) or not isinstance(plain.get("move"), str):
            raise ProgramFault("crash", Text("errors.engine.bot_malformed_answer", bot=self.name))
        word: str = plain["move"]
        return word

    def close(self) -> None:
        """Close the connections to the bot."""
        super().close()
        self._http.close()

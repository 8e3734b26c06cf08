"""Players for matches and tournaments: engines by name, and bots that answer over HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from outflank.arena.engine_match.definition import MatchPlayer
from outflank.engine import UNLIMITED, Analysis, Engine, Limit, Task
from outflank.engine.source import EngineSource
from outflank.errors import NotationError, ProgramFault
from outflank.extras import require_extra
from outflank.rules import Square
from outflank.texts import Text

if TYPE_CHECKING:
    import httpx

__all__ = ["HttpEngine", "match_player"]

_PATIENCE = 10.0  # seconds that a bot may take beyond its limit
_LONGEST = 600.0  # seconds without a limit
_MOST_BYTES = 100_000


def match_player(name: str, limit: Limit = UNLIMITED) -> MatchPlayer:
    """Return the player of this name, `http://...` for a bot; an unknown name raises an error.

    >>> match_player("7").name
    '7'
    """
    plain = name.strip()
    if plain.lower().startswith(("http://", "https://")):
        bot = _HttpBot(plain)
        bot().close()  # raises if an extra is missing
        return MatchPlayer(plain, limit, EngineSource.of(bot, name=plain))
    player = MatchPlayer(plain, limit)
    player.source.open().close()  # raises if there is no engine of this name
    return player


@dataclass(frozen=True)
class _HttpBot:
    """Makes engines that ask the same bot."""

    url: str
    is_outside: ClassVar = True

    def __call__(self) -> Engine:
        return HttpEngine(self.url)


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
            problem = Text(
                "errors.arena.player_too_slow", player=self.name, seconds=f"{patience:g}"
            )
            raise ProgramFault("late", problem) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ProgramFault(
                "crash", Text("errors.arena.player_unreachable", player=self.name, problem=error)
            ) from None
        word = self._word(reply)
        try:
            move = Square.parse(word)
        except NotationError:
            move = None
        if move not in position.legal_moves:
            raise ProgramFault(
                "illegal move",
                Text(
                    "errors.arena.player_illegal_answer", player=self.name, answer=repr(word[:40])
                ),
            )
        return Analysis(move)

    def _word(self, reply: httpx.Response) -> str:
        if reply.status_code != 200:
            raise ProgramFault(
                "crash",
                Text("errors.arena.player_status", player=self.name, status=reply.status_code),
            )
        try:
            plain: Any = reply.json() if len(reply.content) <= _MOST_BYTES else None
        except ValueError:
            plain = None
        if not isinstance(plain, dict) or not isinstance(plain.get("move"), str):
            raise ProgramFault(
                "crash", Text("errors.arena.player_malformed_answer", player=self.name)
            )
        word: str = plain["move"]
        return word

    def close(self) -> None:
        """Close the connections to the bot."""
        super().close()
        self._http.close()

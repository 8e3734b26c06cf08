"""The /codekata routes: the simple routes with every answer wrapped in an object, status 200.

Clients of the original competition server run unmodified against /codekata.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.routing import Route
from starlette.types import Scope

from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.pacing import Pacing
from outflank.faces.web.http.responses import DONE, BytesResponse, json_response
from outflank.faces.web.simple.errors import KEY_NOT_FOUND, NO_PLAYER
from outflank.faces.web.simple.games import SimpleGames, rows_of
from outflank.faces.web.simple.routes import simple_route, wait_of
from outflank.server.accounts.accounts import NotAllowed
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.key_games import is_plain
from outflank.server.tournaments.tryout import TryoutView

__all__ = ["CodekataRoutes"]


class CodekataRoutes:
    """The simple routes in their wrapped form, and the routes of the try-out tournament."""

    def __init__(self, games: SimpleGames, pacing: Pacing, server: CompetitionServer) -> None:
        self._games = games
        self._pacing = pacing
        self._server = server

    @property
    def routes(self) -> list[Route]:
        """The routes below /codekata."""
        return [
            simple_route(method, path, handler, prefix="/codekata")
            for method, path, handler in (
                ("GET", "/boards/{key}", self.boards),
                ("GET", "/move_needed/{key}", self.move_needed),
                ("POST", "/set_name/{key}/{new_name:rest}", self.set_name),
                ("POST", "/move/{key}/{x}/{y}", self.move),
                ("GET", "/game_results", self.game_results),
                ("GET", "/records", self.records),
                ("GET", "/player_names", self.player_names),
                ("GET", "/winner", self.winner),
                ("POST", "/restart/{key}", self.restart),
            )
        ]

    # Reading

    async def boards(self, scope: Scope, key: str) -> BytesResponse:
        """Return the key's board, or every board for an observer, with players' numbers."""
        games = self._games
        caller = await games.caller(key, scope)
        if caller is None:
            return _wrapped(KEY_NOT_FOUND, boards=[])
        await self._pacing.slow(f"key {caller.key}", scope)
        if caller.role is Role.PLAYER:
            own = await games.board_of(caller.player)
            return json_response(f'{{"error": null, "boards": [{own or ""}]}}\n')
        every = await asyncio.to_thread(_observed_boards, games, self._server, caller.tournament)
        return json_response(f'{{"error": null, "boards": [{",".join(every)}]}}\n')

    async def move_needed(self, scope: Scope, key: str) -> BytesResponse:
        """Return whether the key's player is to move."""
        caller = await self._games.caller(key, scope)
        if caller is None:
            return _wrapped(KEY_NOT_FOUND, needed=False)
        await self._pacing.slow(f"key {caller.key}", scope)
        is_needed = await self._games.wait_for_move(caller, wait_of(scope))
        return json_response(f'{{"error": null, "needed": {"true" if is_needed else "false"}}}\n')

    # Playing

    async def set_name(self, scope: Scope, key: str, new_name: str) -> BytesResponse:
        """Give the key's player a name."""
        caller = await self._games.caller(key, scope)
        if caller is None or caller.player is None:
            raise Problem(Code.NOT_FOUND, NO_PLAYER)
        await self._games.rename(caller, new_name, scope)
        return DONE

    async def move(self, scope: Scope, key: str, x: str, y: str) -> BytesResponse:
        """Play a move at column x and row y, both counted from 0."""
        caller = await self._games.caller(key, scope)
        try:
            await self._games.move(caller.player if caller else None, x, y, scope)
        except Problem:
            if caller is not None:
                await self._pacing.slow(f"key {caller.key}", scope)
            raise
        return DONE

    # The tournament

    async def _tryout(self, scope: Scope) -> TryoutView:
        await self._pacing.slow_address(scope)
        return await asyncio.to_thread(self._server.tournaments.tryout_view)

    async def game_results(self, scope: Scope) -> BytesResponse:
        """Return the pairings in their order, and the results."""
        view = await self._tryout(scope)
        return _wrapped(order=[list(pair) for pair in view.order], results=list(view.results))

    async def records(self, scope: Scope) -> BytesResponse:
        """Return how often each player has won, lost and tied."""
        return _wrapped(records=[list(record) for record in (await self._tryout(scope)).records])

    async def player_names(self, scope: Scope) -> BytesResponse:
        """Return the names of the players."""
        return _wrapped(names=list((await self._tryout(scope)).names))

    async def winner(self, scope: Scope) -> BytesResponse:
        """Return the winner, counted from 0, or null until the last game is over."""
        return _wrapped(winner=(await self._tryout(scope)).winner)

    async def restart(self, scope: Scope, key: str) -> BytesResponse:
        """Archive the running tournament and begin a new one."""
        caller = await self._games.caller(key, scope)
        if caller is None:
            raise Problem(Code.NOT_FOUND, KEY_NOT_FOUND)
        try:
            await asyncio.to_thread(self._server.tournaments.restart_tryout_for, caller)
        except NotAllowed:
            raise Problem(Code.NOT_FOUND, KEY_NOT_FOUND) from None
        return DONE


def _wrapped(error: str | None = None, **values: Any) -> BytesResponse:
    return json_response(json.dumps({"error": error, **values}) + "\n")


def _observed_boards(
    games: SimpleGames, server: CompetitionServer, tournament: int | None
) -> list[str]:
    """Return every board of a tournament, or of the try-out, with players' numbers as cells."""
    boards = []
    for room, black, white in server.tournaments.observed_boards(tournament):
        if not is_plain(room.setup.variant):
            continue
        discs = {"-": "0", "X": str(black), "O": str(white)}
        boards.append(rows_of([discs[cell] for cell in str(games.view(room).board)]))
    return boards

"""The /codekata routes: the simple routes with every answer wrapped in an object, status 200.

Clients written for the original competition server run unmodified against /codekata.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, request

from outflank.errors import OutflankError
from outflank.faces.web.answers import DONE, json_answer
from outflank.faces.web.errors import answer_of
from outflank.faces.web.plain_games import PlainGames, Refusal, is_plain, rows_of
from outflank.faces.web.simple import parse_wait
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from outflank.server.tournaments.tryout import TryoutView

__all__ = ["codekata_routes"]

_UNKNOWN = "key not found"


def codekata_routes(games: PlainGames, server: CompetitionServer) -> Blueprint:
    """Return the same routes as the simple ones, and those about the try-out tournament."""
    routes = Blueprint("codekata", __name__, url_prefix="/codekata")
    _add_looking(routes, games, server)
    _add_playing(routes, games)
    _add_tournament(routes, games, server)

    @routes.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return _wrapped(refusal.text)

    @routes.errorhandler(OutflankError)
    def failed(error: OutflankError) -> Response:
        answer = answer_of(error)
        return answer if answer.status_code == 503 else _wrapped(str(error))

    return routes


def _add_looking(routes: Blueprint, games: PlainGames, server: CompetitionServer) -> None:
    @routes.get("/boards/<key>")
    def boards(key: str) -> Response:
        """The key's board, or every board for an observer, whose cells hold players' numbers."""
        caller = games.caller(key, request.environ)
        if caller is None:
            return _wrapped(_UNKNOWN, boards=[])
        games.slow(f"key {caller.key}", request.environ)
        if caller.role is Role.PLAYER:
            own = games.board_of(caller.player)
            return json_answer(f'{{"error": null, "boards": [{own or ""}]}}\n')
        every = ",".join(_observed_boards(games, server, caller.tournament))
        return json_answer(f'{{"error": null, "boards": [{every}]}}\n')

    @routes.get("/move_needed/<key>")
    def move_needed(key: str) -> Response:
        """Whether the key's player is to move."""
        caller = games.caller(key, request.environ)
        if caller is None:
            return _wrapped(_UNKNOWN, needed=False)
        games.slow(f"key {caller.key}", request.environ)
        seconds = parse_wait(request.args.get("wait")) if request.query_string else 0
        is_needed = games.wait_for_move(caller, seconds)
        return json_answer(f'{{"error": null, "needed": {"true" if is_needed else "false"}}}\n')


def _add_playing(routes: Blueprint, games: PlainGames) -> None:
    @routes.post("/set_name/<key>/<path:new_name>")
    def set_name(key: str, new_name: str) -> Response:
        """Give the key's player a name."""
        caller = games.caller(key, request.environ)
        if caller is None or caller.player is None:
            raise Refusal("player does not exist", 404)
        games.rename(caller, new_name, request.environ)
        return json_answer(DONE)

    @routes.post("/move/<key>/<x>/<y>")
    def move(key: str, x: str, y: str) -> Response:
        """Play at column x and row y, both counted from 0."""
        caller = games.caller(key, request.environ)
        try:
            games.move(caller.player if caller else None, x, y, request.environ)
        except Refusal:
            if caller is not None:
                games.slow(f"key {caller.key}", request.environ)
            raise
        return json_answer(DONE)


def _add_tournament(routes: Blueprint, games: PlainGames, server: CompetitionServer) -> None:
    def tryout() -> TryoutView:
        games.slow_stranger(request.environ)
        return server.tournaments.tryout_view()

    @routes.get("/game_results")
    def game_results() -> Response:
        """Who meets whom in which order, and how it ended."""
        view = tryout()
        return _wrapped(order=[list(pair) for pair in view.order], results=list(view.results))

    @routes.get("/records")
    def records() -> Response:
        """How often each player has won, lost and tied."""
        return _wrapped(records=[list(record) for record in tryout().records])

    @routes.get("/player_names")
    def player_names() -> Response:
        """The names of the players."""
        return _wrapped(names=list(tryout().names))

    @routes.get("/winner")
    def winner() -> Response:
        """Who has won, counted from 0, once every game is played."""
        return _wrapped(winner=tryout().winner)

    @routes.post("/restart/<key>")
    def restart(key: str) -> Response:
        """Archive the running tournament and begin a new one."""
        caller = games.caller(key, request.environ)
        if caller is None or caller.role is not Role.ADMIN or caller.tournament is not None:
            raise Refusal(_UNKNOWN, 404)
        server.tournaments.restart_tryout()
        return json_answer(DONE)


def _wrapped(error: str | None = None, **values: Any) -> Response:
    return json_answer(json.dumps({"error": error, **values}) + "\n")


def _observed_boards(
    games: PlainGames, server: CompetitionServer, tournament: int | None
) -> list[str]:
    """Return every board of a tournament, or of the try-out, with players' numbers as cells."""
    if tournament is None:
        seen = list(server.tournaments.tryout_view().boards)
    else:
        state = server.tournaments.scheduler.state(tournament)
        rooms = server.tournaments.rooms(tournament)
        seen = [(room, *state.pairing_of(room).players) for room in rooms]
    boards = []
    for room, black, white in seen:
        if not is_plain(room.setup.variant):
            continue
        discs = {"-": "0", "X": str(black), "O": str(white)}
        boards.append(rows_of([discs[cell] for cell in str(games.view(room).board)]))
    return boards

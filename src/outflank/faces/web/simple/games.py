"""The game behind a key, for the simple routes and /codekata: its board and its turn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.types import Scope

from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.long_polls import LongPolls
from outflank.faces.web.http.pacing import Pacing
from outflank.faces.web.http.presence import CallerPresence
from outflank.faces.web.http.refused_requests import RefusedRequest, RefusedRequests
from outflank.faces.web.http.request_callers import RequestCallers
from outflank.faces.web.http.requests import address_of, arrival_of
from outflank.faces.web.simple.errors import (
    NO_ACTIVE_GAME,
    NO_CAPTURE,
    OCCUPIED,
    OUT_OF_TURN,
    simple_status,
)
from outflank.play.events import TurnStarted
from outflank.rules import BLACK, Board, Color, Square
from outflank.server.accounts.accounts import Caller
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.moves import MoveRefusal, MoveResult, SubmittedMove
from outflank.server.rate_limits import Limiter, RateLimit
from outflank.texts import Text, catalogue

__all__ = ["LONGEST_WAIT", "GameView", "SimpleGames"]

LONGEST_WAIT = 25.0  # seconds
_BUSY = 1.0  # seconds by which a poll is delayed if its key has too many

_COORDINATE = re.compile(r"[0-9]|1[0-5]", re.ASCII)


@dataclass(slots=True)
class GameView:
    """The facts of a game that polls ask for, cached until the next event."""

    seq: int
    board: Board
    turn: Color | None  # the side that may move now
    rows: dict[Color, str] = field(default_factory=dict)

    def rows_for(self, color: Color) -> str:
        """Return the board as JSON: a side's own discs are 1, the opponent's -1."""
        text = self.rows.get(color)
        if text is None:
            own = "X" if color is BLACK else "O"
            cells = [
                "0" if cell == "-" else "1" if cell == own else "-1" for cell in str(self.board)
            ]
            text = self.rows[color] = rows_of(cells)
        return text


def rows_of(cells: list[str]) -> str:
    """Return cells, row by row, as JSON.

    >>> rows_of(["0", "1", "-1", "0"])
    '[[0,1],[-1,0]]'
    """
    size = round(len(cells) ** 0.5)
    rows = (",".join(cells[at : at + size]) for at in range(0, len(cells), size))
    return "[[" + "],[".join(rows) + "]]"


def parse_coordinate(text: str) -> int:
    """Return a column or row, counted from 0; only plain digits are accepted.

    >>> parse_coordinate("7")
    7
    """
    if not _COORDINATE.fullmatch(text):
        raise Problem(Code.BAD_REQUEST, Text("errors.web.not_a_coordinate"))
    return int(text)


class SimpleGames:
    """Finds the games of players by their keys."""

    def __init__(
        self,
        server: CompetitionServer,
        callers: RequestCallers,
        *,
        limiter: Limiter,
        pacing: Pacing,
        presence: CallerPresence,
        long_polls: LongPolls,
        refused: RefusedRequests,
        note_refused_move: Callable[[str], None],
    ) -> None:
        self._server = server
        self._callers = callers
        self._accounts = server.accounts
        self._registry = server.registry
        self._limiter = limiter
        self._pacing = pacing
        self._presence = presence
        self._long_polls = long_polls
        self._refused = refused
        self._note_refused_move = note_refused_move
        self._views: dict[str, GameView] = {}

    async def caller(self, key: str, scope: Scope) -> Caller | None:
        """Return the owner of a key, or None; keys of the try-out work only on this machine."""
        caller = await self._callers.of_key(key, scope)
        if caller is None:
            await self._pacing.slow_address(scope)
        else:
            scope["outflank.key"] = caller.key  # for the log
            await self._presence.note(caller.player)
        return caller

    # Queries

    async def look_up(self, player: int | None) -> None:
        """Load what other workers know of a player's games, before they are read."""
        if player is not None and self._registry.rooms_at_once(player) is None:
            await asyncio.to_thread(self._registry.rooms_of, player)

    def room_of(self, player: int | None) -> LiveRoom | None:
        """Return the game to which a player's key leads."""
        return self._server.key_games.room_of(player)

    def view(self, room: LiveRoom) -> GameView:
        """Return the cached view of a game, from its stored events."""
        view = self._views.get(room.name)
        if view is None or view.seq < room.seq:
            state = room.state
            asked = state.asked
            may_move = isinstance(asked, TurnStarted) and not state.is_paused
            turn = asked.color if may_move and asked is not None else None
            view = GameView(state.seq, state.position.board, turn)
            self._views[room.name] = view
            if room.is_over or len(self._views) > 2 * len(self._registry) + 64:
                self._forget()
        return view

    def _forget(self) -> None:
        running = {room.name for room in self._registry.running()}
        self._views = {name: view for name, view in self._views.items() if name in running}

    async def board_of(self, player: int | None) -> str | None:
        """Return the board of a player's game as JSON."""
        await self.look_up(player)
        room = self.room_of(player)
        if room is None or player is None:
            return None
        color = room.entry.color_of(player)
        assert color is not None
        return self.view(room).rows_for(color)

    def is_move_needed(self, player: int | None) -> bool:
        """Return whether the server waits for a player's move."""
        room = self.room_of(player)
        if room is None or player is None:
            return False
        return self.view(room).turn is room.entry.color_of(player)

    async def wait_for_move(self, caller: Caller, seconds: float) -> bool:
        """Wait until a player's move is needed or the time is over, and return whether it is."""
        player, polls = caller.player, self._long_polls
        await self.look_up(player)
        is_needed = self.is_move_needed(player)
        if player is None or seconds <= 0 or is_needed:
            return is_needed
        slot = polls.limit.try_acquire(key=str(caller.key))
        if slot is None:  # an answer at once would make the key poll even faster
            await self._pacing.hold(min(seconds, _BUSY))
            return self.is_move_needed(player)
        with slot:
            await self._presence.note(player, seconds)
            await polls.wait_until(
                lambda: self.is_move_needed(player),
                seconds,
                lambda tell: self._registry.player_changed.subscribe(player, tell),
            )
        await self.look_up(player)
        return self.is_move_needed(player)

    # Commands

    async def rename(self, caller: Caller, name: str, scope: Scope) -> None:
        """Rename a player; the same name again does not count against the limit."""
        assert caller.player is not None
        known, who = await self._name_of(caller.player), str(caller.key)
        is_free = name == known or self._pacing.is_free(scope)
        if not is_free:
            self._limiter.peek(RateLimit.NAMES, who, address_of(scope))
        renamed = await asyncio.to_thread(self._accounts.rename, caller.player, name)
        if not is_free and renamed.name != known:
            self._limiter.check(RateLimit.NAMES, who, address_of(scope))

    async def _name_of(self, player: int) -> str:
        if self._accounts.are_known([player]):
            return self._accounts.name_of(player)
        return await asyncio.to_thread(self._accounts.name_of, player)

    async def move(self, player: int | None, x: str, y: str, scope: Scope) -> None:
        """Play a move; a repeat of the player's last move succeeds."""
        square = Square(parse_coordinate(x), parse_coordinate(y))
        await self.look_up(player)
        room = self.room_of(player)
        try:
            if room is None or player is None:
                raise _not_active()
            await self._play(room, player, square, arrival_of(scope))
        except Problem as problem:
            if player is not None and await self._repeats_ended_match(player, square):
                return
            self._note_refused_move(problem.render(catalogue("en")))
            if player is not None:
                request, code = f"move to {x}, {y}", str(simple_status(problem))
                refused = RefusedRequest(self._server.now(), request, code, str(problem))
                self._refused.note(player, refused)
            raise

    async def _repeats_ended_match(self, player: int, square: Square) -> bool:
        games = self._server.key_games
        if games.goes_on(player):  # a refused move then costs no thread
            return False
        return await asyncio.to_thread(games.repeats_ended_match, player, square)

    async def _play(self, room: LiveRoom, player: int, square: Square, at: int | None) -> None:
        size = room.setup.size
        if square.col >= size or square.row >= size:
            raise Problem(Code.BAD_REQUEST, Text("errors.web.coordinate_off_board", most=size - 1))
        color = room.entry.color_of(player)
        assert color is not None
        result = await self._server.moves.submit(room, SubmittedMove(square, color, None, at))
        if result.events:
            self._server.key_games.note_move(player, room)
        if result.refusal is not None:
            raise _refusal(result, room, color, square)


def _not_active() -> Problem:
    return Problem(Code.MATCH_OVER, NO_ACTIVE_GAME)


def _refusal(result: MoveResult, room: LiveRoom, color: Color, square: Square) -> Problem:
    """Return why a move was refused."""
    state = room.state
    if state.outcome is not None or result.refusal is MoveRefusal.TIME_OVER:
        return _not_active()
    if state.is_paused:
        return Problem(Code.MATCH_PAUSED, Text("errors.web.game_paused"))
    if state.position.turn is not color:
        return Problem(Code.NOT_YOUR_TURN, OUT_OF_TURN)
    if state.position.board.disc_at(square) is not None:
        return Problem(Code.ILLEGAL_MOVE, OCCUPIED, status=409)
    return Problem(Code.ILLEGAL_MOVE, NO_CAPTURE)

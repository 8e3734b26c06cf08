"""Games for the simple routes: one game for each key, its board and whose move it is.

The simple routes and /codekata both use this.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from outflank.faces.web.http.browser_sessions import find_caller, may_use_key
from outflank.faces.web.http.refused_requests import RefusedRequest
from outflank.faces.web.http.security import Scope, address_of, arrival_of, is_from_here
from outflank.faces.web.services import Services
from outflank.play.events import TurnStarted
from outflank.rules import BLACK, Board, Color, Square
from outflank.server.accounts.accounts import Caller
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.moves import MoveRefusal, MoveResult, SubmittedMove
from outflank.server.rate_limits import Quota

__all__ = ["LONGEST_WAIT", "GameView", "PlainGames", "Refusal"]

LONGEST_WAIT = 25.0  # seconds
_BUSY = 1.0  # seconds that a poll is held of which a key has too many

_COORDINATE = re.compile(r"[0-9]|1[0-5]", re.ASCII)


class Refusal(Exception):
    """An error that the simple routes answer with a fixed text."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.text = text
        self.status = status


@dataclass(slots=True)
class GameView:
    """What polls ask of a game, cached until something happens in it."""

    seq: int
    board: Board
    turn: Color | None  # who may move now
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
    """Return a column or row, counted from 0; anything but plain digits is refused.

    >>> parse_coordinate("7")
    7
    """
    if not _COORDINATE.fullmatch(text):
        raise Refusal("coordinates are whole numbers from 0 to one less than the board's size", 400)
    return int(text)


class PlainGames:
    """The games of players, each found by a player's key."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._server = services.server
        self._accounts = services.server.accounts
        self._registry = services.server.registry
        self._is_tryout = services.server.configuration.tryout
        self._views: dict[str, GameView] = {}

    # Callers

    async def caller(self, key: str, scope: Scope) -> Caller | None:
        """Return whose key this is, or None; try-out keys work only from this machine."""
        caller = await find_caller(self._accounts, key)
        if caller is not None and not may_use_key(caller, scope):
            caller = None
        if caller is None:
            await self.slow_stranger(scope)
        else:
            scope["outflank.key"] = caller.key  # for the log
            await self._services.note_presence(caller.player)
        return caller

    async def slow_stranger(self, scope: Scope) -> None:
        """Hold an answer back for a moment if its address asks too often."""
        await self.slow(f"address {address_of(scope)}", scope)

    async def slow(self, who: str, scope: Scope) -> None:
        """Delay the response a little if its caller polls too often."""
        seconds = self._services.pacer.slowdown(who)
        if seconds > 0 and not self.is_free(scope):
            await asyncio.sleep(seconds)

    def is_free(self, scope: Scope) -> bool:
        """Tell whether a caller tries the server out on this machine, where no limits hold."""
        return self._is_tryout and is_from_here(scope)

    # Queries

    async def look_up(self, player: int | None) -> None:
        """Learn what other workers know of a player's games, before something is asked of them."""
        if player is not None and self._server.has_others:
            await asyncio.to_thread(self._registry.rooms_of, player)

    def room_of(self, player: int | None) -> LiveRoom | None:
        """Return the game that a player's key means."""
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
        """Tell whether the server waits for a player's move."""
        room = self.room_of(player)
        if room is None or player is None:
            return False
        return self.view(room).turn is room.entry.color_of(player)

    async def wait_for_move(self, caller: Caller, seconds: float) -> bool:
        """Wait until a player's move is needed, and tell whether it is."""
        player, services = caller.player, self._services
        await self.look_up(player)
        if player is None or seconds <= 0 or self.is_move_needed(player):
            return self.is_move_needed(player)
        slot = services.long_polls.try_acquire(key=str(caller.key))
        if slot is None:  # the key has too many; an answer at once would make it poll faster
            await asyncio.sleep(min(seconds, _BUSY))
            return self.is_move_needed(player)
        with slot:
            await services.note_presence(player, seconds)
            await services.wait_until(
                lambda: self.is_move_needed(player),
                seconds,
                lambda tell: self._registry.subscribe(player, tell),
            )
        await self.look_up(player)
        return self.is_move_needed(player)

    # Commands

    async def rename(self, caller: Caller, name: str, scope: Scope) -> None:
        """Rename a player; setting the same name again is not counted."""
        assert caller.player is not None
        limiter = self._services.limiter
        known, who = await self._name_of(caller.player), str(caller.key)
        is_free = name == known or self.is_free(scope)
        if not is_free:
            limiter.peek(Quota.NAMES, who, address_of(scope))
        renamed = await asyncio.to_thread(self._accounts.rename, caller.player, name)
        if not is_free and renamed.name != known:
            limiter.check(Quota.NAMES, who, address_of(scope))

    async def _name_of(self, player: int) -> str:
        if self._accounts.are_known([player]):
            return self._accounts.name_of(player)
        return await asyncio.to_thread(self._accounts.name_of, player)

    async def move(self, player: int | None, x: str, y: str, scope: Scope) -> None:
        """Play a move; a repeat of the last one succeeds, anything else is refused."""
        square = Square(parse_coordinate(x), parse_coordinate(y))
        await self.look_up(player)
        room = self.room_of(player)
        try:
            if room is None or player is None:
                raise _not_active()
            await self._play(room, player, square, arrival_of(scope))
        except Refusal as refusal:
            if player is not None and await asyncio.to_thread(
                self._server.key_games.repeats_ended_match, player, square
            ):
                return
            self._services.metrics.note_refused_move(refusal.text)
            if player is not None:
                request, code = f"move to {x}, {y}", str(refusal.status)
                refused = RefusedRequest(self._server.now(), request, code, refusal.text)
                self._services.refusals.note(player, refused)
            raise

    async def _play(self, room: LiveRoom, player: int, square: Square, at: int | None) -> None:
        size = room.setup.size
        if square.col >= size or square.row >= size:
            raise Refusal(f"coordinates on this board go from 0 to {size - 1}", 400)
        color = room.entry.color_of(player)
        assert color is not None
        result = await self._server.moves.submit(room, SubmittedMove(square, color, None, at))
        if result.events:
            self._server.key_games.note_move(player, room)
        if result.refusal is not None:
            raise _refusal(result, room, color, square)


def _not_active() -> Refusal:
    return Refusal("player is not in an active game", 409)


def _refusal(result: MoveResult, room: LiveRoom, color: Color, square: Square) -> Refusal:
    """Return why a move was refused."""
    state = room.state
    if state.outcome is not None or result.refusal is MoveRefusal.TIME_OVER:
        return _not_active()
    if state.is_paused:
        return Refusal("the game is paused", 409)
    if state.position.turn is not color:
        return Refusal("played out of turn", 409)
    if state.position.board.disc_at(square) is not None:
        return Refusal("space is occupied", 409)
    return Refusal("move must capture pieces", 400)

"""Playing the scripted games against a bot, with a report of its faults."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from outflank.client.api import Json
from outflank.client.async_client import AsyncClient
from outflank.client.check.faults import BotFault, faults_in
from outflank.client.check.proxy import RecordingProxy
from outflank.client.check.script import SCRIPT, Disturbance, ScriptedGame
from outflank.client.sync_client import Client
from outflank.client.turn import Turn
from outflank.errors import ServerError
from outflank.texts import Text, say

__all__ = ["Checker", "GameReport"]

_NAME = "Checker"
_DISTURB_AT = 4  # the number of moves after which a fault is injected
_TRIES = 5  # how often a game is played until the opponent itself is in time


@dataclass
class GameReport:
    """The report of one game."""

    game: ScriptedGame
    moves: int = 0
    ended: str = ""
    seen: set[str] = field(default_factory=set)  # pass, wipe-out, full board
    faults: list[BotFault] = field(default_factory=list)
    is_void: bool = False  # the scripted opponent was late, so the game says nothing of the bot

    @property
    def is_good(self) -> bool:
        """Whether the bot made no mistake."""
        return not self.faults


class Checker:
    """Has a scripted opponent play against the bot of a key, which uses `proxy` as its server.

    A bot must move within `patience` seconds, even without a clock. The scripted opponent is
    registered as a new player unless a key for it is given.
    """

    def __init__(
        self,
        proxy: RecordingProxy,
        key: str,
        *,
        opponent_key: str | None = None,
        patience: float = 20.0,
    ) -> None:
        self._proxy = proxy
        self._patience = patience
        self._is_guest = opponent_key is None
        with contextlib.ExitStack() as opened:  # closes the connection if anything here fails
            self._bot = opened.enter_context(Client(proxy.target, key))
            player = self._bot.me()["player"]
            if player is None:
                problem = say("errors.client.key_of_nobody")
                raise ServerError("FORBIDDEN", 403, problem)
            self.name: str = player["name"]
            self._number: int = player["id"]
            self._resign_leftovers()
            if opponent_key is None:
                with Client(proxy.target) as stranger:
                    opponent_key = stranger.register(_NAME)["key"]
            self._opponent = Client(proxy.target, opponent_key)
            opened.pop_all()

    def _resign_leftovers(self) -> None:
        """Resign matches left by an interrupted check; raise ServerError if others are running."""
        for match in self._bot.matches(status="running", player=self._number)["matches"]:
            seats = [match["black"], match["white"]]
            others = [seat["name"] for seat in seats if seat["player"] != self._number]
            if match["tournament"] is not None or not all(map(_is_checker, others)):
                problem = say("errors.client.bot_is_playing", name=self.name, match=match["id"])
                raise ServerError("REFUSED", 409, problem)
            self._bot.resign(match["id"])

    def run(
        self,
        script: Sequence[ScriptedGame] = SCRIPT,
        *,
        faults_of_program: list[BotFault] | None = None,
        on_report: Callable[[GameReport], None] = lambda _: None,
    ) -> list[GameReport]:
        """Play every game; faults that the caller adds to `faults_of_program` are reported too."""
        reports = []
        for game in script:
            report = self._play(game)
            if faults_of_program:  # they say why the bot gave up
                others = [fault for fault in report.faults if fault.kind != "gave up"]
                report.faults = [*faults_of_program, *others]
                faults_of_program.clear()
            reports.append(report)
            on_report(report)
        return reports

    def _play(self, game: ScriptedGame) -> GameReport:
        """Play a game, and once more if this machine is too busy for the opponent."""
        report = self._play_once(game)
        for _ in range(_TRIES - 1):
            if not report.is_void:
                break
            report = self._play_once(game)
        return report

    def _play_once(self, game: ScriptedGame) -> GameReport:
        report = GameReport(game)
        self._proxy.exchanges.clear()
        try:
            match = self._begin(game)
        except ServerError as error:
            problem = Text("client.check.problems.challenge_failed", problem=error)
            report.faults.append(BotFault("no game", problem))
            return report
        asyncio.run(self._follow(_Game(match, report)))
        self._proxy.disturb(Disturbance.NONE)
        report.faults += faults_in(list(self._proxy.exchanges))
        return report

    async def _follow(self, game: _Game) -> None:
        async with AsyncClient(self._opponent.url, self._opponent.key) as opponent:
            await game.play(opponent, self._proxy, self._patience)

    def _begin(self, game: ScriptedGame) -> Json:
        own = "white" if game.color == "black" else "black"
        challenge = self._opponent.challenge(
            self._number,
            variant=game.variant,
            size=game.size,
            clock=game.clock,
            color=own,
        )
        # A bot on the simple routes knows nothing of challenges, so accept it with its key.
        with contextlib.suppress(ServerError):
            self._bot.accept(challenge["id"])
        status = self._opponent.challenge_status(challenge["id"])
        if status["match"] is None:
            problem = say("errors.client.challenge_over", status=status["status"])
            raise ServerError("REFUSED", 409, problem)
        return self._opponent.match(status["match"])

    def close(self) -> None:
        """Delete the opponent if it was registered for this, and close the connections."""
        if self._is_guest:
            with contextlib.suppress(ServerError):
                self._opponent.delete_me()
        self._bot.close()
        self._opponent.close()


def _is_checker(name: str) -> bool:
    return re.fullmatch(rf"{_NAME}( \(\d+\))?", name) is not None


class _Game:
    """One game from the scripted opponent's side."""

    def __init__(self, match: Json, report: GameReport) -> None:
        self._match = match
        self._report = report
        self._script = report.game
        self._is_calm = report.game.disturbance is Disturbance.NONE

    async def play(self, opponent: AsyncClient, proxy: RecordingProxy, patience: float) -> None:
        """Play to the end, or until the bot takes too long to move."""
        try:
            async with contextlib.aclosing(opponent.stream(self._match["id"])) as events:
                while not self._report.ended:
                    async with asyncio.timeout(patience):
                        event = await anext(events)
                    self._record_event(event)
                    if not self._is_calm and self._report.moves >= _DISTURB_AT:
                        self._is_calm = True
                        proxy.disturb(self._script.disturbance)
                    await self._reply(opponent, event)
        except TimeoutError:
            problem = Text("client.check.problems.no_reply", seconds=f"{patience:g}")
            self._report.faults.append(BotFault("no reply", problem))
            self._report.ended = "nobody moved"
            with contextlib.suppress(ServerError):
                await opponent.resign(self._match["id"])

    def _record_event(self, event: Json) -> None:
        match event["event"]:
            case "MovePlayed":
                self._report.moves += 1
            case "Passed":
                self._report.seen.add("pass")
            case "MatchEnded":
                self._record_end(event["outcome"])
            case _:
                pass

    async def _reply(self, opponent: AsyncClient, event: Json) -> None:
        """Play the next move of the plan, if it is the opponent's turn."""
        if event["event"] != "State" or (turn := Turn.from_state(self._match, event)) is None:
            return
        with contextlib.suppress(ServerError):  # the bot may have given up in the meantime
            await opponent.move(turn.match, turn.seq, self._script.plan(turn.position))

    def _record_end(self, outcome: Json) -> None:
        report, reason = self._report, outcome["reason"]
        report.ended = reason
        if reason in ("full board", "wipe-out"):
            report.seen.add(reason)
        if outcome["winner"] == self._script.color:
            report.is_void = reason == "time"
            return
        if reason == "time":
            problem = Text("client.check.problems.late", clock=self._script.clock)
            report.faults.append(BotFault("late", problem))
        elif reason == "resignation":
            report.faults.append(BotFault("gave up", Text("client.check.problems.gave_up")))

"""Plays the scripted games against a bot and writes down what it does wrong."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from outflank.client.async_client import AsyncClient
from outflank.client.calls import Json
from outflank.client.check.faults import Fault, faults_in
from outflank.client.check.listener import Listener
from outflank.client.check.script import SCRIPT, Disturbance, Trial
from outflank.client.sync_client import Client
from outflank.client.turn import Turn
from outflank.errors import ServerError

__all__ = ["Checker", "Report"]

_NAME = "Checker"
_DISTURB_AT = 4  # turns of the game after which something goes wrong


@dataclass
class Report:
    """How one game went."""

    trial: Trial
    moves: int = 0
    ended: str = ""
    seen: set[str] = field(default_factory=set)  # pass, wipe-out, full board
    faults: list[Fault] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults


class Checker:
    """Lets a scripted opponent play the bot of a key, which reaches the server by `listener`.

    `patience` are the seconds in which a bot without a clock must move. The scripted opponent
    is registered as a player of its own unless a key for it is given.
    """

    def __init__(
        self,
        listener: Listener,
        key: str,
        *,
        opponent_key: str | None = None,
        patience: float = 20.0,
    ) -> None:
        self._listener = listener
        self._bot = Client(listener.target, key)
        self._patience = patience
        player = self._bot.me()["player"]
        if player is None:
            raise ServerError("FORBIDDEN", 403, "this key belongs to no player, so nothing plays")
        self.name: str = player["name"]
        self._number: int = player["id"]
        self._clear_table()
        self._is_guest = opponent_key is None
        if opponent_key is None:
            with Client(listener.target) as stranger:
                opponent_key = stranger.register(_NAME)["key"]
        self._opponent = Client(listener.target, opponent_key)

    def _clear_table(self) -> None:
        """Give up what a check that was killed has left; a match with others is in the way."""
        for match in self._bot.matches(status="running", player=self._number)["matches"]:
            seats = [match["black"], match["white"]]
            others = [seat["name"] for seat in seats if seat["player"] != self._number]
            if match["tournament"] is not None or not all(map(_is_checker, others)):
                problem = (
                    f"{self.name} plays the match {match['id']}, which would come in between; "
                    "end it, or use another key"
                )
                raise ServerError("REFUSED", 409, problem)
            self._bot.resign(match["id"])

    def run(
        self,
        script: Sequence[Trial] = SCRIPT,
        *,
        faults_of_program: list[Fault] | None = None,
        on_report: Callable[[Report], None] = lambda _: None,
    ) -> list[Report]:
        """Play every game; whoever drives the bot's program may put its faults into the list."""
        reports = []
        for trial in script:
            report = self._play(trial)
            if faults_of_program:  # they tell why the bot gave up
                others = [fault for fault in report.faults if fault.kind != "gave up"]
                report.faults = [*faults_of_program, *others]
                faults_of_program.clear()
            reports.append(report)
            on_report(report)
        return reports

    def _play(self, trial: Trial) -> Report:
        report = Report(trial)
        self._listener.exchanges.clear()
        try:
            match = self._begin(trial)
        except ServerError as error:
            report.faults.append(Fault("no game", f"the challenge came to nothing: {error}"))
            return report
        asyncio.run(self._follow(_Game(match, report)))
        self._listener.disturb(Disturbance.NONE)
        report.faults += faults_in(list(self._listener.exchanges))
        return report

    async def _follow(self, game: _Game) -> None:
        async with AsyncClient(self._opponent.url, self._opponent.key) as opponent:
            await game.play(opponent, self._listener, self._patience)

    def _begin(self, trial: Trial) -> Json:
        own = "white" if trial.color == "black" else "black"
        challenge = self._opponent.challenge(
            self._number,
            variant=trial.variant,
            size=trial.size,
            clock=trial.clock,
            color=own,
        )
        # A bot on the simple routes knows nothing of challenges, so its key accepts here.
        with contextlib.suppress(ServerError):
            self._bot.accept(challenge["id"])
        status = self._opponent.challenge_status(challenge["id"])
        if status["match"] is None:
            raise ServerError("REFUSED", 409, f"it was {status['status']}")
        return self._opponent.match(status["match"])

    def close(self) -> None:
        """Let an opponent that was made for this go, and close the connections."""
        if self._is_guest:
            with contextlib.suppress(ServerError):
                self._opponent.delete_me()
        self._bot.close()
        self._opponent.close()


def _is_checker(name: str) -> bool:
    return re.fullmatch(rf"{_NAME}( \(\d+\))?", name) is not None


class _Game:
    """One game from the scripted opponent's side."""

    def __init__(self, match: Json, report: Report) -> None:
        self._match = match
        self._report = report
        self._trial = report.trial
        self._is_calm = report.trial.disturbance is Disturbance.NONE

    async def play(self, opponent: AsyncClient, listener: Listener, patience: float) -> None:
        """Play to the end, or until the bot has not moved for too long."""
        try:
            async with contextlib.aclosing(opponent.stream(self._match["id"])) as events:
                while not self._report.ended:
                    async with asyncio.timeout(patience):
                        event = await anext(events)
                    self._notice(event)
                    if not self._is_calm and self._report.moves >= _DISTURB_AT:
                        self._is_calm = True
                        listener.disturb(self._trial.disturbance)
                    await self._reply(opponent, event)
        except TimeoutError:
            problem = f"it was the bot's turn for {patience:g} s and it did not move"
            self._report.faults.append(Fault("no reply", problem))
            self._report.ended = "nobody moved"
            with contextlib.suppress(ServerError):
                await opponent.resign(self._match["id"])

    def _notice(self, event: Json) -> None:
        match event["event"]:
            case "MovePlayed":
                self._report.moves += 1
            case "Passed":
                self._report.seen.add("pass")
            case "MatchEnded":
                self._notice_end(event["outcome"])
            case _:
                pass

    async def _reply(self, opponent: AsyncClient, event: Json) -> None:
        """Play the next move of the plan, if it is the opponent's turn."""
        if event["event"] != "State" or (turn := Turn.from_state(self._match, event)) is None:
            return
        with contextlib.suppress(ServerError):  # the bot may have given up in the meantime
            await opponent.move(turn.match, turn.seq, self._trial.plan(turn.position))

    def _notice_end(self, outcome: Json) -> None:
        report, reason = self._report, outcome["reason"]
        report.ended = reason
        if reason in ("full board", "wipe-out"):
            report.seen.add(reason)
        if outcome["winner"] == self._trial.color:
            return
        if reason == "time":
            clock = self._trial.clock
            report.faults.append(Fault("late", f"the bot lost on time with the clock {clock}"))
        elif reason == "resignation":
            report.faults.append(Fault("gave up", "the bot resigned"))

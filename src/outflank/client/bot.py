"""The main loop of a bot, which plays all matches of a key and survives server restarts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from outflank.client.api import Json
from outflank.client.async_client import AsyncClient
from outflank.client.sync_client import Client
from outflank.client.turn import Turn
from outflank.errors import OutflankError, ServerError
from outflank.rules import Color, Move, Position, Reason
from outflank.texts import say

__all__ = ["Bot", "BotStatistics", "play_bot"]

Chosen = Move | str
_ENDED = ("finished", "archived")


@dataclass
class BotStatistics:
    """The running matches, moves and results of a bot."""

    running: int = 0
    moves: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __str__(self) -> str:
        return say(
            "client.statistics",
            count=self.running,
            moves=self.moves,
            won=self.wins,
            drawn=self.draws,
            lost=self.losses,
        )


def _ignore(_: str) -> None:
    """Ignore the message."""


class Bot:
    """Plays all matches of a client's key at the same time, until it is cancelled.

    `choose` is called for each turn, in at most `at_once` threads. If it raises an OutflankError
    or chooses an illegal move, the bot resigns the match; any other error ends the bot. The client
    should have `patience=None`, to survive every restart of the server. `once` ends the bot after
    its match, or after the tournament that the match belongs to. `on_news` is called with a
    sentence about each event and with "" after each move; while the bot waits for the server, its
    client says so.

    >>> Bot(
    ...     AsyncClient("localhost:5000", "key0", patience=None), lambda turn: "d3"
    ... ).statistics.moves
    0
    """

    def __init__(
        self,
        client: AsyncClient,
        choose: Callable[[Turn], Chosen],
        *,
        accept: bool = True,
        once: bool = False,
        at_once: int = 1,
        on_news: Callable[[str], None] = _ignore,
    ) -> None:
        self.statistics: BotStatistics = BotStatistics()
        self._client = client
        self._choose = choose
        self._accept = accept
        self._once = once
        self._on_news = on_news
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="bot")
        self._known: set[str] = set()
        self._finished = asyncio.Event()

    async def run(self) -> None:
        """Play until cancelled, or with `once` until the match or tournament is over."""
        identity = await self._client.me()
        player = identity["player"]
        if player is None:
            role = identity["role"]
            raise ServerError("FORBIDDEN", 403, say("errors.client.role_cannot_play", role=role))
        self._on_news(say("client.playing_as", name=player["name"]))
        try:
            async with asyncio.TaskGroup() as tasks:
                listening = tasks.create_task(self._listen(player["id"], tasks))
                await self._finished.wait()
                listening.cancel()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _listen(self, own: int, tasks: asyncio.TaskGroup) -> None:
        async with contextlib.aclosing(self._client.events()) as events:
            async for event in events:
                await self._handle(event, own, tasks)

    async def _handle(self, event: Json, own: int, tasks: asyncio.TaskGroup) -> None:
        match event["event"]:
            case "MatchStarted":
                name = event["match"]["id"]
                if name not in self._known:  # the event is sent again after a reconnect
                    self._known.add(name)
                    self.statistics.running += 1
                    tasks.create_task(self._play(name))
            case "ChallengeMade":
                await self._consider(event["challenge"], own)
            case "Tournament":
                await self._end_with(event["tournament"]["id"])
            case _:
                pass

    async def _consider(self, challenge: Json, own: int) -> None:
        opponent = challenge["opponent"]
        if opponent is None or opponent["id"] != own or challenge["status"] != "open":
            return
        name = challenge["challenger"]["name"]
        answer = self._client.accept if self._accept else self._client.decline
        try:
            await answer(challenge["id"])
        except ServerError as error:
            self._on_news(say("client.challenge_failed", name=name, problem=error))
        else:
            if self._accept:
                self._on_news(say("client.challenge_accepted", name=name))
            else:
                self._on_news(say("client.challenge_declined", name=name))

    async def _play(self, name: str) -> None:
        match: Json = {}
        try:
            async with contextlib.aclosing(self._client.stream(name)) as events:
                async for event in events:
                    match event["event"]:
                        case "Match":
                            match = event
                            self._on_news(_introduction(match))
                        case "State":
                            if turn := Turn.from_state(match, event):
                                await self._answer(turn)
                        case "MatchEnded":
                            self._count(match, event)
                        case _:
                            pass
        except ServerError as error:
            self._known.discard(name)
            self._on_news(say("client.cannot_follow", match=name, problem=error))
        finally:
            self.statistics.running -= 1
        await self._end_with(match.get("tournament"))

    async def _answer(self, turn: Turn) -> None:
        """Choose a move and send it; resign the match if that fails."""
        loop = asyncio.get_running_loop()
        try:
            chosen = await loop.run_in_executor(self._threads, self._choose, turn)
            await self._client.move(turn.match, turn.seq, chosen)
        except ServerError as error:
            if error.code not in ("ILLEGAL_MOVE", "BAD_REQUEST"):
                # The match is over or paused, or the move came too late.
                self._on_news(say("client.match_problem", match=turn.match, problem=error))
                return
            problem: OutflankError = error
        except OutflankError as error:
            problem = error
        else:
            self.statistics.moves += 1
            self._on_news("")
            return
        self._on_news(say("client.resigned", match=turn.match, problem=problem))
        with contextlib.suppress(ServerError):
            await self._client.resign(turn.match)

    def _count(self, match: Json, ended: Json) -> None:
        outcome, own = ended["outcome"], match["you"]
        if outcome["winner"] is None:
            self.statistics.draws += 1
        elif outcome["winner"] == own:
            self.statistics.wins += 1
        else:
            self.statistics.losses += 1
        how = f"won_by_{outcome['winner']}" if outcome["winner"] else "without_a_winner"
        reason = _reason_in_words(outcome["reason"].replace("_", " "))
        score = "-".join(map(str, ended["score"]))
        self._on_news(say(f"client.ended.{how}", match=match["id"], reason=reason, score=score))

    async def _end_with(self, tournament: int | None) -> None:
        if not self._once or self.statistics.running:
            return
        if tournament is not None:
            with contextlib.suppress(ServerError):
                if (await self._client.tournament(tournament))["status"] not in _ENDED:
                    return
        self._finished.set()


def play_bot(
    client: Client,
    choose: Callable[[Position], Chosen],
    *,
    accept: bool = True,
    once: bool = False,
    at_once: int = 1,
    on_news: Callable[[str], None] = _ignore,
) -> None:
    """Play all matches of the client's key with a function that chooses a move for a position.

    The bot survives broken connections and restarts of the server, and ends with Ctrl-C. The other
    arguments are those of `Bot`.

    >>> def choose(position):
    ...     return position.legal_moves[0]
    >>> play_bot(Client("localhost:5000", "key0"), choose)  # doctest: +SKIP
    """
    client.me()  # report a wrong key or address now, instead of retrying forever

    async def run() -> None:
        on_waiting = None if on_news is _ignore else on_news
        async with AsyncClient(
            client.url, client.key, patience=None, on_waiting=on_waiting
        ) as connection:
            bot = Bot(
                connection,
                lambda turn: choose(turn.position),
                accept=accept,
                once=once,
                at_once=at_once,
                on_news=on_news,
            )
            await bot.run()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())


def _reason_in_words(name: str) -> str:
    try:
        return str(Reason(name).text)
    except ValueError:  # a newer server may have more reasons
        return name


def _introduction(match: Json) -> str:
    own = match["you"]
    if own is None:
        return say("client.match_of_others", match=match["id"])
    other = match["white" if own == "black" else "black"]["name"]
    return say(
        "client.introduction",
        match=match["id"],
        own=Color(own).text,
        other=other,
        variant=match["variant"],
        size=match["size"],
        clock=match["clock"],
    )

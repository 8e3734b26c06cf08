"""Bots that play over /api/v1 and record everything that the server has promised them."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from outflank.store.database import Database
from outflank.store.records import records, verify_record

__all__ = [
    "Answer",
    "Bot",
    "Promise",
    "TimedBot",
    "Where",
    "ask",
    "check_promises",
    "insist",
    "new_tournament",
    "time_losses",
    "unfair_losses",
]

# A port of this machine, or a function that returns the address and port for each connection.
Where = int | Callable[[], tuple[str, int]]

_TIMEOUT = 30.0
_CONNECT_TIMEOUT = 2.0
_PATIENCE = 180.0  # seconds until a killed server is back
_PAUSE = 0.05
_LOST = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a server."""

    status: int
    body: bytes
    retry_after: str | None = None

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


def _connect(where: Where) -> http.client.HTTPConnection:
    if isinstance(where, int):
        return http.client.HTTPConnection("127.0.0.1", where, timeout=_TIMEOUT)
    connection = http.client.HTTPConnection(*where(), timeout=_CONNECT_TIMEOUT)
    connection.connect()  # the next address is tried soon, but an answer may take a while
    connection.sock.settimeout(_TIMEOUT)
    return connection


def ask(port: Where, method: str, path: str, key: str = "", body: object = None) -> Answer:
    """Send one request on a new connection; raise if there is no answer."""
    with contextlib.closing(_connect(port)) as connection:
        return _exchange(connection, method, path, key, body)


def insist(
    port: Where,
    method: str,
    path: str,
    key: str = "",
    body: object = None,
    *,
    is_left: Callable[[], bool] = lambda: False,
) -> Answer:
    """Send a request until a working server answers it, or the bot has left."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and not is_left():
        with contextlib.suppress(*_LOST):
            answer = ask(port, method, path, key, body)
            if answer.status not in (429, 503):
                return answer
        time.sleep(_PAUSE)
    raise AssertionError(f"{method} {path} was never answered")


def _exchange(
    connection: http.client.HTTPConnection, method: str, path: str, key: str, body: object
) -> Answer:
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body)
    connection.request(method, path, data, headers)
    response = connection.getresponse()
    return Answer(response.status, response.read(), response.getheader("Retry-After"))


def new_tournament(
    port: Where, admin: str, names: list[str], **settings: Any
) -> tuple[int, list[str]]:
    """Make and start a tournament; return its number and the keys of its players."""
    made = insist(port, "POST", "/api/v1/tournaments", admin, {"name": "Cup"} | settings)
    assert made.status == 201, made.body
    number: int = made.json["id"]
    path = f"/api/v1/tournaments/{number}"
    entered = insist(port, "POST", f"{path}/players", admin, {"names": names})
    assert entered.status == 201, entered.body
    started = insist(port, "POST", f"{path}/start", admin)
    assert started.status == 200, started.body
    return number, [each["key"] for each in entered.json["players"]]


@dataclass(frozen=True, slots=True)
class Promise:
    """A move that the server has acknowledged, and must have on record from now on."""

    match: str
    turn: int
    square: str
    events: tuple[str, ...]  # its events, according to the answer
    began: float  # when it was first sent
    ended: float  # when it was acknowledged


@dataclass(eq=False)
class Bot(threading.Thread):
    """Plays every match of its key with random moves until told to stop."""

    port: Where
    key: str
    seed: int = 0
    before_move: Callable[[], None] = lambda: None
    promises: list[Promise] = field(default_factory=list)
    sent: set[tuple[str, int, str]] = field(default_factory=set)
    shown: dict[str, list[str]] = field(default_factory=dict)  # events that a stream has told
    problems: list[str] = field(default_factory=list)
    retries: int = 0

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self._chance = random.Random(self.seed)
        self._done = threading.Event()
        self._has_left = False
        self._player = 0
        self._mover: http.client.HTTPConnection | None = None

    def stop(self) -> None:
        """Make it leave as soon as it has no match."""
        self._done.set()

    def leave(self) -> None:
        """Make it leave its match too, and wait until it has; for when the server is gone."""
        self._has_left = True
        self.stop()
        self.join(_PATIENCE)
        assert not self.is_alive(), "a bot does not leave"

    def run(self) -> None:
        """Play until told to stop."""
        try:
            self._player = self._get("/api/v1/me").json["player"]["id"]
            path = f"/api/v1/matches?status=running&player={self._player}"
            while not self._done.is_set() and not self.problems:
                running = self._get(path).json["matches"]
                if running:
                    self.play(running[0]["id"])
                else:
                    self._done.wait(_PAUSE)
        except Exception as error:
            if not self._has_left:
                self.problems.append(f"{type(error).__name__}: {error}")
        finally:
            if self._mover is not None:
                self._mover.close()

    def _get(self, path: str) -> Answer:
        return insist(self.port, "GET", path, self.key, is_left=lambda: self._has_left)

    # One match

    def play(self, match: str) -> None:
        """Follow a match over as many connections as it takes, and move when it is our turn."""
        while not self.problems and not self._has_left:
            with contextlib.suppress(*_LOST, json.JSONDecodeError):
                if self._follow(match):
                    return
            time.sleep(_PAUSE)

    def _follow(self, match: str) -> bool:
        """Read one stream of a match to its end, and return whether the match is over."""
        told, you = self.shown.setdefault(match, []), None
        for line in self._lines(f"/api/v1/matches/{match}/stream?since={len(told)}"):
            event = json.loads(line)
            match event["event"]:
                case "Match":
                    you = event["you"]
                case "State":
                    turn = event["turn"]
                    is_played = turn and any(s[:2] == (match, turn["seq"]) for s in self.sent)
                    if turn is not None and turn["color"] == you and not is_played:
                        self._move(match, turn["seq"], self._chance.choice(event["legal"]))
                case kind:
                    if event["seq"] != len(told):
                        self.problems.append(f"event {event['seq']} came after {len(told)}")
                    told.append(line)
                    if kind == "MatchEnded":
                        return True
        return False

    def _lines(self, path: str) -> Iterator[str]:
        with contextlib.closing(_connect(self.port)) as connection:
            connection.request("GET", path, headers={"Authorization": f"Bearer {self.key}"})
            with contextlib.closing(connection.getresponse()) as response:
                if response.status != 200:
                    time.sleep(_PAUSE)
                    return
                while line := response.readline():
                    if line.strip():
                        yield line.decode().removesuffix("\n")

    def _move(self, match: str, turn: int, square: str) -> None:
        """Send a move until it is acknowledged or refused for good."""
        self.before_move()
        self.sent.add((match, turn, square))
        began = time.monotonic()
        path, body = f"/api/v1/matches/{match}/moves", {"turn": turn, "square": square}
        answer = self._send(path, body)
        while answer is None or answer.status in (429, 503):
            if self._has_left:
                return
            if time.monotonic() > began + _PATIENCE:
                self.problems.append(f"{square} for turn {turn} of {match} was never answered")
                return
            self.retries += 1
            time.sleep(_PAUSE)
            answer = self._send(path, body)
        if answer.status == 200:
            events = tuple(_as_kept(event) for event in answer.json["events"])
            ended = time.monotonic()
            self.promises.append(Promise(match, turn, square, events, began, ended))
        else:
            self._refused(match, turn, square, answer)

    def _refused(self, match: str, turn: int, square: str, answer: Answer) -> None:
        self.problems.append(f"{square} for turn {turn} of {match}: {answer.body.decode()}")

    def _send(self, path: str, body: object) -> Answer | None:
        try:
            if self._mover is None:
                self._mover = _connect(self.port)
            return _exchange(self._mover, "POST", path, self.key, body)
        except _LOST:
            if self._mover is not None:
                self._mover.close()
            self._mover = None
            return None


def _as_kept(event: object) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def check_promises(url: str, bots: list[Bot]) -> list[str]:
    """Return every way in which the record breaks a promise made to the bots."""
    broken = [f"a bot stumbled: {problem}" for bot in bots for problem in bot.problems]
    with Database(url) as database:
        kept = {record["match"]["id"]: record for record in records(database)}
    texts = {match: record["events"] for match, record in kept.items()}
    broken += [
        f"match {fault.match} does not replay: {fault.problem}"
        for record in kept.values()
        if (fault := verify_record(record))
    ]
    for match, lines in texts.items():
        if [json.loads(line)["seq"] for line in lines] != list(range(len(lines))):
            broken.append(f"match {match} has gaps")
    for bot in bots:
        broken += _broken_promises(bot, texts)
    return broken + _unknown_moves(bots, texts)


def _broken_promises(bot: Bot, texts: dict[str, list[str]]) -> Iterator[str]:
    for promise in bot.promises:
        first = json.loads(promise.events[0])["seq"]
        there = texts.get(promise.match, [])[first : first + len(promise.events)]
        if tuple(there) != promise.events:
            yield f"{promise.square}, acknowledged for turn {promise.turn}, is not on record"
    for match, told in bot.shown.items():
        known = texts.get(match, [])[: len(told)]
        # The first event is sent without the seed of the answers while the match is running.
        if [json.loads(line) for line in told[1:]] != [json.loads(line) for line in known[1:]]:
            yield f"a stream of match {match} told what is not on record"
    turns = [(promise.match, promise.turn) for promise in bot.promises]
    if len(turns) != len(set(turns)):
        yield "a turn was acknowledged twice"


def _unknown_moves(bots: list[Bot], texts: dict[str, list[str]]) -> list[str]:
    """Find moves on record that nobody sent, and turns that were played twice."""
    sent = {move for bot in bots for move in bot.sent}
    found = []
    for match, lines in texts.items():
        turn = None
        for event in map(json.loads, lines):
            if event["event"] == "TurnStarted":
                turn = event["seq"]
            elif event["event"] == "MovePlayed":
                if (match, turn, event["square"]) not in sent:
                    found.append(f"{event['square']} in match {match} was never sent")
                turn = None
    return found


@dataclass(eq=False)
class TimedBot(Bot):
    """Thinks for some seconds about each move, and records its time by its own clock.

    Its time runs from when it reads of its turn to when it first sends its move. What comes after
    that is the server's time: a missing answer, and sending the move again.
    """

    think: float = 0.6  # seconds
    took: dict[tuple[str, int], float] = field(default_factory=dict)  # seconds, by match and turn

    def _move(self, match: str, turn: int, square: str) -> None:
        asked = time.monotonic()
        time.sleep(self.think)
        self.took[match, turn] = time.monotonic() - asked
        super()._move(match, turn, square)

    def _refused(self, match: str, turn: int, square: str, answer: Answer) -> None:
        if answer.status != 409 or b"TIME_OVER" not in answer.body:  # its games tell who was late
            super()._refused(match, turn, square, answer)


def time_losses(
    port: int, bots: Iterable[TimedBot], matches: Iterable[str]
) -> list[tuple[str, int, float]]:
    """Return the match, the turn and the loser's own time of every game that was lost on time.

    A bot that never heard of its turn has used no time. Its first turn does not count: the
    clock may run before the bot has learnt that there is a match.
    """
    took = {turn: seconds for bot in bots for turn, seconds in bot.took.items()}
    found = []
    for match in matches:
        events = insist(port, "GET", f"/api/v1/matches/{match}/events").json["events"]
        if events[-1]["event"] == "MatchEnded" and events[-1]["outcome"]["reason"] == "time":
            turn = max(event["seq"] for event in events if event["event"] == "TurnStarted")
            loser = events[turn]["color"]
            if any(event.get("color") == loser for event in events[:turn]):
                found.append((match, turn, took.get((match, turn), 0.0)))
    return found


def unfair_losses(
    port: int, bots: Iterable[TimedBot], matches: Iterable[str], limit: float
) -> list[str]:
    """Name the games that were lost on time by a bot that needed less than its limit."""
    return [
        f"match {match}, turn {turn}: lost on time after {seconds:.3f} s by the bot's own watch"
        for match, turn, seconds in time_losses(port, bots, matches)
        if seconds <= limit
    ]

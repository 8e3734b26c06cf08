"""Readers of matches, and whether one order of the moves explains everything they read.

Moves and reads are recorded with the times at which they were sent and answered. A game is
one line of moves, so the search for an order that explains them all is short: each read must show
the first moves of the record, and a number of them that its times allow.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.rules import Game, Square, find_variant
from support.server.server_bots import Bot, Where, insist
from support.server.server_process import Pair

__all__ = ["Read", "Reader", "misfits"]


@dataclass(frozen=True, slots=True)
class Read:
    """What a reader was shown, and the times of the request and the answer."""

    match: str
    began: float
    ended: float
    moves: int
    cells: str = ""
    squares: tuple[str, ...] | None = None


@dataclass(eq=False)
class Reader(threading.Thread):
    """Reads matches through every route, as fast as the server answers."""

    port: Where
    pairs: Sequence[Pair]
    seed: int
    reads: list[Read] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self._chance = random.Random(self.seed)
        self.is_done = False

    def run(self) -> None:
        """Read until told to stop."""
        while not self.is_done:
            if not self.pairs:
                time.sleep(0.05)
                continue
            pair, began = self._chance.choice(self.pairs), time.monotonic()
            ways = [self._match, self._events] + [self._board] * bool(pair.black)
            shown = self._chance.choice(ways)(pair)
            if shown is not None:
                self.reads.append(Read(pair.match, began, time.monotonic(), **shown))

    def _match(self, pair: Pair) -> dict[str, Any]:
        found = insist(self.port, "GET", f"/api/v1/matches/{pair.match}").json
        squares = tuple(move for move in found["moves_played"] if move != "pass")
        return {"moves": len(squares), "squares": squares, "cells": found["cells"]}

    def _events(self, pair: Pair) -> dict[str, Any]:
        events = insist(self.port, "GET", f"/api/v1/matches/{pair.match}/events").json["events"]
        squares = tuple(event["square"] for event in events if event["event"] == "MovePlayed")
        return {"moves": len(squares), "squares": squares}

    def _board(self, pair: Pair) -> dict[str, Any] | None:
        rows = insist(self.port, "GET", f"/boards/{pair.black}").json
        if not rows:
            return None  # the match is over
        cells = "".join("-XO"[cell] for row in rows for cell in row)
        return {"moves": len(cells) - cells.count("-") - 4, "cells": cells}


def misfits(texts: Sequence[str], bots: Sequence[Bot], reads: Sequence[Read]) -> list[str]:
    """Return the reads that no order of the moves can explain."""
    events = [json.loads(text) for text in texts]
    match_moves = [event for event in events if event["event"] == "MovePlayed"]
    line = tuple(event["square"] for event in match_moves)
    place = {event["seq"]: number for number, event in enumerate(match_moves, 1)}
    boards = boards_of(line, events[0])
    begun, acknowledged = [0.0] * (len(line) + 1), [float("inf")] * (len(line) + 1)
    for promise in (promise for bot in bots for promise in bot.promises):
        first = json.loads(promise.events[0])
        number = place.get(first["seq"])
        if number is not None and first == match_moves[number - 1]:
            begun[number], acknowledged[number] = promise.began, promise.ended
    wrong = []
    for read in reads:
        if read.squares is not None and read.squares != line[: read.moves]:
            wrong.append(f"{read} shows moves that were never played")
        elif read.cells and read.cells != boards[read.moves]:
            wrong.append(f"{read} shows a board that never was")
        elif any(time < read.began for time in acknowledged[read.moves + 1 :]):
            wrong.append(f"{read} does not show a move that had been acknowledged")
        elif any(time > read.ended for time in begun[1 : read.moves + 1]):
            wrong.append(f"{read} shows a move that had not been sent")
    return wrong + list(_steps_back(reads))


def _steps_back(reads: Sequence[Read]) -> Iterator[str]:
    """Find reads that show less than an earlier read that had ended before they began."""
    ended = sorted(reads, key=lambda read: read.ended)
    newest: Read | None = None  # of the reads that had ended
    at = 0
    for read in sorted(reads, key=lambda read: read.began):
        while at < len(ended) and ended[at].ended < read.began:
            if newest is None or ended[at].moves > newest.moves:
                newest = ended[at]
            at += 1
        if newest is not None and newest.moves > read.moves:
            yield f"{read} shows less than {newest}"


def boards_of(line: Sequence[str], started: dict[str, Any]) -> list[str]:
    """Return the board before each move and at the end."""
    size = round(len(started["setup"]["start"]["board"]) ** 0.5)
    game = Game(find_variant("classic").start(size))
    boards = [str(game.position.board)]
    for square in line:
        game.push(Square.parse(square), insert_pass=True)
        boards.append(str(game.position.board))
    return boards

"""Our engine over the NBoard protocol: it plays, hints and analyses."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from threading import Event
from typing import Final

from outflank.engine.protocol import Analysis
from outflank.engine.protocols.nboard import (
    ANSWER,
    NBOARD,
    MoveReport,
    SearchLine,
    is_version_1_move,
    pong,
    read_game,
    time_left,
)
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import NotationError
from outflank.native.limits import UNLIMITED, Limit
from outflank.rules import BLACK, Game, Position, Score
from outflank.texts import Text

__all__ = ["NBoardConversation"]

_MOST_DEPTH: Final = 256
_MOST_HINTS: Final = 256
# The game is solved if its end is at most this many plies beyond the depth.
_MORE_IN_THE_END: Final = 6
_SHORTEST: Final = 0.5  # seconds, for a clock that has run out, by which NBoard ends no game
_THINKS: Final = frozenset({"analyze", "go", "hint"})
_WAITS: Final = _THINKS | {"learn", "move", "set", NBOARD.first_word}


class NBoardConversation(Conversation):
    """Answers in NBoard's protocol, which wants unknown lines to be ignored."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._game = Game()
        self._depth: int | None = None

    def hear(self, line: str) -> None:
        """Carry out a line."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == NBOARD.first_word:
            self._introduce()
            self.engine.prepare()
        elif word == "set":
            self._set(rest)
        elif word == "move":
            self._move(rest)
        elif word == "hint":
            self._hint(rest)
        elif word == "go":
            self._go()
        elif word == "ping":
            self.catch_up(without=_THINKS)
            self.say(pong(rest))
        elif word == "learn":
            self.say("learned", f"status {self.engine.title} has no book to keep games in")
        elif word == "analyze":
            self._analyse()
        elif word == "quit":
            self.quit()
        elif is_version_1_move(line):
            self._move(line)

    def is_urgent(self, line: str) -> bool:
        """Return whether a line ends the search, or is unknown and ignored."""
        return line.partition(" ")[0] not in _WAITS and not is_version_1_move(line)

    def complain(self, problem: str) -> None:
        """Show the problem in the status line, the only place for it."""
        self.say(f"status {problem}")

    # Settings

    def _introduce(self) -> None:
        name = self.engine.title.replace(" ", "-")
        between = "-" if name[-1].isdecimal() else ""
        depth = "" if self._depth is None else f"{between}{self._depth}"
        self.say(f"set myname {name}{depth}")

    def _set(self, setting: str) -> None:
        name, _, value = setting.partition(" ")
        if name == "depth":
            self._depth = _whole(value, "errors.engine.nboard_depth", _MOST_DEPTH)
            self._introduce()
        elif name == "game":
            self._game = read_game(value)
        # `set contempt` is ignored: it is optional, and this engine has none.

    def _move(self, text: str) -> None:
        move, discs, seconds = MoveReport.parse(text)
        ply = self._game.push(move, insert_pass=True)
        ply.score = None if discs is None else Score(discs)
        ply.seconds = seconds

    # Thinking

    def _hint(self, text: str) -> None:
        count = _whole(text or "1", "errors.engine.nboard_move_count", _MOST_HINTS)
        position = self._game.position
        if position.is_over:
            self.say("status The game is over")
            return

        def work(cancel: Event) -> None:
            self.say("status Analyzing")
            found = self._search(position, self._limit(position), cancel, count)
            self.say(_node_statistics(found), "status")

        self.think(work, yields=True)

    def _go(self) -> None:
        position = self._game.position
        if position.is_over:
            self.say("status The game is over")
            return
        limit = self._limit(position)
        left = time_left(self._game, position.turn)
        if left is not None:
            remaining, increment = left
            clock = Limit.for_clock(
                max(remaining, _SHORTEST), increment=increment, empties=position.board.empties
            )
            limit = limit.tightened(clock)

        def work(cancel: Event) -> None:
            began = time.monotonic()
            if len(position.legal_moves) == 1:
                found = Analysis.of(position.legal_moves[0])
            else:
                self.say("status Thinking")
                found = self._search(position, limit, cancel, 1)
                self.say(_node_statistics(found))
            assert found.move is not None
            discs = None if found.score is None else found.score.discs
            report = MoveReport(found.move, discs, time.monotonic() - began)
            self.say(f"{ANSWER} {report}", "status")

        self.think(work)

    def _analyse(self) -> None:
        """Evaluate every position of the game from last to first, for its side to move."""
        positions = [self._game.start, *(ply.position for ply in self._game.plies)]

        def work(cancel: Event) -> None:
            self.say("status Analyzing")
            for number in reversed(range(len(positions))):
                if cancel.is_set():
                    break
                discs = self._worth(positions[number], cancel)
                if discs is not None and not cancel.is_set():
                    self.say(f"analysis {number} {discs:.2f}")
            self.say("status")

        self.think(work)

    def _worth(self, position: Position, cancel: Event) -> float | None:
        outcome = position.outcome
        if outcome is not None:
            margin = outcome.margin(empties_to_winner=True)
            margin = -margin if position.variant.fewest_wins else margin
            return float(margin if position.turn is BLACK else -margin)
        score = self.engine.search(position, self._limit(position), cancel=cancel).score
        return None if score is None else score.discs

    def _search(self, position: Position, limit: Limit, cancel: Event, count: int) -> Analysis:
        """Search, and send the best moves whenever they have changed."""
        shown: set[str] = set()

        def show(found: Analysis) -> None:
            lines = [line for line in _hints(found, count) if line not in shown]
            if lines:
                shown.update(lines)
                self.say(*lines)

        found = self.engine.search(
            position, limit, cancel=cancel, candidates=count, on_progress=show
        )
        show(found)
        return found

    def _limit(self, position: Position) -> Limit:
        if self._depth is None:
            return UNLIMITED
        empties = position.board.empties
        is_near_the_end = empties <= self._depth + _MORE_IN_THE_END
        return Limit(depth=max(1, empties) if is_near_the_end else self._depth)


def _hints(found: Analysis, count: int) -> list[str]:
    """Return a `search` line for each of the best moves."""
    lines: list[str] = []
    for one in found.variations[:count]:
        line = one.line if one.line or one.move is None else (one.move,)
        if line and one.result is not None:
            lines.append(str(SearchLine(line, one.result)))
        elif line and one.score is not None:
            depth = found.depth if one.score.depth is None else one.score.depth
            lines.append(str(SearchLine(line, replace(one.score, depth=depth))))
    return lines


def _node_statistics(found: Analysis) -> str:
    return f"nodestats {found.nodes} {found.seconds:.2f}"


def _whole(text: str, key: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        raise NotationError(Text(key, text=repr(text[:20])))
    return min(int(text), most)

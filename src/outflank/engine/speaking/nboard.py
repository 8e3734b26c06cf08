"""The NBoard protocol, version 2: games in GGF, moves with their evaluation, and hints."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from threading import Event
from typing import Final

from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis
from outflank.engine.speaking.answering import AnsweringEngine, variations_of
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import NotationError
from outflank.notation import read
from outflank.rules import BLACK, PASS, Color, Game, Move, Position, Score, ScoreKind, parse_move

__all__ = ["NBoardConversation", "time_left"]

_MOST_DEPTH: Final = 256
_MOST_HINTS: Final = 256
# The end of the game is searched to its end when it is so much further than the depth.
_MORE_IN_THE_END: Final = 6
_SHORTEST: Final = 0.5  # seconds, for a clock that has run out: nobody loses by it here
_THINKS: Final = frozenset({"analyze", "go", "hint"})
_WAITS: Final = _THINKS | {"learn", "move", "nboard", "set"}
_VERSION_1_MOVE: Final = re.compile(r"[A-Pa-p][1-9][0-9]?|PA|pa", re.ASCII)


class NBoardConversation(Conversation):
    """Plays, hints and analyses for NBoard; lines that it does not know are passed over."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._game = Game()
        self._depth: int | None = None

    def hear(self, line: str) -> None:
        """Do what a line says."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "nboard":
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
            self.say(f"pong {rest}".rstrip())
        elif word == "learn":
            self.say("learned", f"status {self.engine.title} has no book to keep games in")
        elif word == "analyze":
            self._analyse()
        elif word == "quit":
            self.quit()
        elif _VERSION_1_MOVE.fullmatch(line):
            self._move(line)

    def is_urgent(self, line: str) -> bool:
        """Hear at once what ends the thinking, and pass over what is not known."""
        return line.partition(" ")[0] not in _WAITS and not _VERSION_1_MOVE.fullmatch(line)

    def complain(self, problem: str) -> None:
        """Show what was wrong in the status line, the protocol's only place for it."""
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
            self._depth = _whole(value, "a depth", _MOST_DEPTH)
            self._introduce()
        elif name == "game":
            reading = read(value.encode(), format="ggf", errors="raise")
            if not reading.records:
                raise NotationError(
                    "there is no game; GGF begins with (;GM[Othello] and ends with ;)"
                )
            self._game = reading.game
        # A draw counts as it does on the board: contempt is optional, and this engine has none.

    def _move(self, text: str) -> None:
        name, evaluation, seconds = [*(part.strip() for part in text.split("/")), "", ""][:3]
        move = parse_move(name)
        score, spent = _real(evaluation, "an evaluation"), _real(seconds, "a time")
        ply = self._game.push(move)
        ply.score = None if score is None else Score(score)
        ply.seconds = None if spent is None else max(spent, 0.0)

    # Thinking

    def _hint(self, text: str) -> None:
        count = _whole(text or "1", "a number of moves", _MOST_HINTS)
        position = self._game.position
        if position.is_over():
            self.say("status The game is over")
            return

        def work(cancel: Event) -> None:
            self.say("status Analyzing")
            found = self._search(position, self._limit(position), cancel, count)
            self.say(_node_statistics(found), "status")

        self.think(work, yields=True)

    def _go(self) -> None:
        position = self._game.position
        if position.is_over():
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
                found = Analysis(position.legal_moves[0])
            else:
                self.say("status Thinking")
                found = self._search(position, limit, cancel, 1)
                self.say(_node_statistics(found))
            assert found.move is not None
            discs = "" if found.score is None else f"{found.score.discs:.2f}"
            self.say(f"=== {_name(found.move)}/{discs}/{time.monotonic() - began:.2f}", "status")

        self.think(work)

    def _analyse(self) -> None:
        """Evaluate every position of the game from the last to the first, for its side to move."""
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
        outcome = position.outcome()
        if outcome is not None:
            margin = outcome.margin(empties_to_winner=True)
            margin = -margin if position.variant.fewest_wins else margin
            return float(margin if position.turn is BLACK else -margin)
        score = self.engine.search(position, self._limit(position), cancel=cancel).score
        return None if score is None else score.discs

    def _search(self, position: Position, limit: Limit, cancel: Event, count: int) -> Analysis:
        """Think, and show the best moves whenever they are known better."""
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


def _hints(found: Analysis, count: int) -> Iterator[str]:
    """Return a line for each of the best moves."""
    for one in variations_of(found, count):
        if one.move is not None:
            moves = "-".join(map(_name, one.line or (one.move,)))
            yield f"search {moves} {one.score.discs:.2f} 0 {_depth(one.score, found)}"


def _depth(score: Score, found: Analysis) -> str:
    """Return how deep and how sure a score is, in NBoard's words."""
    if score.kind is ScoreKind.EXACT:
        return "100%"
    if score.kind is ScoreKind.PROVEN:
        return "100%W"
    depth = found.depth if score.depth is None else score.depth
    return f"{depth}" if score.confidence in (None, 100) else f"{depth}@{score.confidence}%"


def _name(move: Move) -> str:
    return "PA" if move is PASS else str(move).upper()


def _node_statistics(found: Analysis) -> str:
    return f"nodestats {found.nodes} {found.seconds:.2f}"


def time_left(game: Game, color: Color) -> tuple[float, float] | None:
    """Return the seconds that a side has left in a game of GGF, and what each move adds.

    >>> game = Game()
    >>> game.headers["time"] = "05:00/00:10"
    >>> game.push("f5").seconds = 20.0
    >>> time_left(game, BLACK)
    (290.0, 10.0)
    """
    own = game.headers.get("black_time" if color is BLACK else "white_time")
    told = own or game.headers.get("time")
    if told is None:
        return None
    parts = [_clock_seconds(part) for part in (*told.split("/"), "", "")[:3]]
    if parts[0] is None:
        return None
    main, increment = parts[0], parts[1] or 0.0
    spent = [
        ply.seconds or 0.0
        for position, ply in game.replay()
        if position.turn is color and ply.move is not PASS
    ]
    return main + increment * len(spent) - sum(spent), increment


def _clock_seconds(text: str) -> float | None:
    """Read seconds, mm:ss or hh:mm:ss, without what GGS adds after a comma."""
    plain = text.partition(",")[0].strip()
    if not re.fullmatch(r"[0-9]{1,6}(:[0-9]{1,6}){0,2}(\.[0-9]{1,6})?", plain):
        return None
    seconds = 0.0
    for part in plain.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


def _whole(text: str, what: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < 1:
        raise NotationError(f"{what} is a whole number from 1 up, not {text[:20]!r}")
    return min(int(text), most)


def _real(text: str, what: str) -> float | None:
    if not text:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?", text):
        raise NotationError(f"{what} is a number, not {text[:20]!r}")
    return float(text)

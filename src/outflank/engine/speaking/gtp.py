"""GTP, version 2: the Go Text Protocol with Othello's moves, row 1 at the top of the board."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from threading import Event
from typing import Final

from outflank.engine.limits import UNLIMITED, Limit
from outflank.engine.protocol import Analysis
from outflank.engine.speaking import gogui
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.gtp_clock import GtpClocks
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import EngineError, NotationError, OutflankError, SizeError
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Color,
    Move,
    Position,
    Variant,
    find_variant,
    parse_move,
)

__all__ = ["GtpConversation"]

_COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
# The games of `set_game`; those with an oracle cannot be played here, where nobody can tell its
# answers.
_GAMES: Final = ("classic", "anti")
# How long an analysis for a person may take.
_ANALYSIS: Final = Limit(seconds=1.0)
_INTERRUPT = re.compile(r"#\s*interrupt")


class GtpConversation(Conversation):
    """Plays by GTP; commands are answered in order, and `# interrupt` hurries the one under way."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._history: list[Position] = [find_variant("classic").start()]
        self._clocks = GtpClocks()
        self._number = ""  # of the command that is being answered
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "gogui-analyze_commands": lambda _: gogui.ANALYZE_COMMANDS,
            "gogui-interrupt": lambda _: "",
            "gogui-rules_board": lambda _: gogui.board(self._position),
            "gogui-rules_board_size": lambda _: str(self._position.size),
            "gogui-rules_final_result": lambda _: gogui.final_result(self._position),
            "gogui-rules_game_id": lambda _: self._position.variant.title,
            "gogui-rules_legal_moves": lambda _: gogui.legal_moves(self._position),
            "gogui-rules_side_to_move": lambda _: str(self._position.turn),
            "known_command": self._known_command,
            "komi": self._komi,
            "list_commands": lambda _: "\n".join(sorted([*self._commands, *self._searches])),
            "list_games": lambda _: "\n".join(find_variant(name).title for name in _GAMES),
            "name": lambda _: self.engine.title,
            "play": self._play,
            "protocol_version": lambda _: "2",
            "quit": self._quit,
            "set_game": self._set_game,
            "showboard": lambda _: gogui.drawing(self._position),
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: self.engine.version,
        }
        # Those that think, and say what they do with what was found.
        self._searches: dict[str, Callable[[list[str]], None]] = {
            "genmove": lambda words: self._generate(words, is_played=True),
            "reg_genmove": lambda words: self._generate(words, is_played=False),
        } | {
            name: lambda _, tell=tell: self._analyse(tell) for name, tell in gogui.ANALYSES.items()
        }

    @property
    def _position(self) -> Position:
        return self._history[-1]

    # Lines

    def hear(self, line: str) -> None:
        """Do one command and answer it, now or when the engine has found a move."""
        if _INTERRUPT.fullmatch(line):
            self.interrupt()
            return
        words = line.partition("#")[0].split()
        if not words:
            return
        self._number = words.pop(0) if re.fullmatch("[0-9]+", words[0]) else ""
        if not words:
            raise NotationError("syntax error: a command should follow its number")
        name, *arguments = words
        if name in self._searches:
            self._searches[name](arguments)
        elif name in self._commands:
            self._answer("=", self._commands[name](arguments))
        elif name == "loadsgf":
            raise EngineError("cannot load file: Outflank reads no SGF; use play for each move")
        else:
            raise NotationError(f"unknown command: {name[:40]}")

    def is_urgent(self, line: str) -> bool:
        """Hear at once only what GoGui sends to interrupt a command."""
        return _INTERRUPT.fullmatch(line) is not None

    def complain(self, problem: str) -> None:
        """Answer that the command failed."""
        self._answer("?", problem)

    def _answer(self, sign: str, text: str) -> None:
        number, self._number = self._number, ""
        self.say(f"{sign}{number} {text}".rstrip(), "")

    # About the program

    def _known_command(self, words: list[str]) -> str:
        (name,) = _arguments(words, 1, "known_command NAME")
        return str(name in self._commands or name in self._searches).lower()

    def _quit(self, _: list[str]) -> str:
        self.quit()
        return ""

    # The board

    def _set_game(self, words: list[str]) -> str:
        named = _plain(" ".join(words))
        for variant in map(find_variant, _GAMES):
            if named in (_plain(variant.title), *map(_plain, variant.aliases), variant.name):
                self._begin(variant, self._position.size)
                return ""
        raise EngineError("unsupported game; list_games names the others")

    def _boardsize(self, words: list[str]) -> str:
        (text,) = _arguments(words, 1, "boardsize SIZE")
        size = _whole(text)
        if size not in SIZES:
            sizes = ", ".join(map(str, SIZES))
            raise SizeError(f"unacceptable size: a board has one of the sizes {sizes}")
        self._begin(self._position.variant, size)
        return ""

    def _clear_board(self, _: list[str]) -> str:
        self._begin(self._position.variant, self._position.size)
        return ""

    def _begin(self, variant: Variant, size: int) -> None:
        start = variant.start(size)
        if not self.engine.supports(start):
            raise EngineError(f"{self.engine.title} does not play {variant.title} on {size}x{size}")
        self._history = [start]
        self._clocks.restart()
        self.engine.new_game()

    def _komi(self, words: list[str]) -> str:
        (text,) = _arguments(words, 1, "komi NUMBER")
        _number(text)  # Othello has none
        return ""

    def _play(self, words: list[str]) -> str:
        color, vertex = _arguments(words, 2, "play COLOR VERTEX")
        side = _color(color)
        try:
            move = parse_move(vertex)
        except NotationError as problem:
            raise NotationError(f"invalid coordinate: {problem}") from None
        try:
            self._history.append(_after(self._turn_of(side, move), move))
        except OutflankError as problem:
            raise EngineError(f"illegal move: {problem}") from None
        return ""

    def _turn_of(self, color: Color, move: Move | None = None) -> Position:
        """Return the position in which a side moves next; a pass that nobody told is put in.

        When the game is over each side may still pass, as programs do to end it.
        """
        position = self._position
        if position.turn is color:
            return position
        if position.is_over() and move in (None, PASS):
            return Position(position.variant, position.board, color)
        if position.must_pass():
            return position.play(PASS)
        raise EngineError(f"it is the turn of {position.turn}")

    def _undo(self, _: list[str]) -> str:
        if len(self._history) == 1:
            raise EngineError("cannot undo: no move has been played")
        self._history.pop()
        return ""

    def _final_score(self, _: list[str]) -> str:
        outcome = self._position.outcome()
        if outcome is None:
            raise EngineError("cannot score: the game is not over")
        margin = abs(outcome.margin())
        return f"{str(outcome.winner)[0].upper()}+{margin}" if outcome.winner else "0"

    # Time

    def _time_settings(self, words: list[str]) -> str:
        main, period, stones = _arguments(words, 3, "time_settings MAIN PERIOD STONES")
        self._clocks.set(_number(main), _number(period), _whole(stones))
        return ""

    def _time_left(self, words: list[str]) -> str:
        color, seconds, stones = _arguments(words, 3, "time_left COLOR SECONDS STONES")
        self._clocks.tell(_color(color), _number(seconds), _whole(stones))
        return ""

    # Thinking

    def _generate(self, words: list[str], *, is_played: bool) -> None:
        (color,) = _arguments(words, 1, "genmove COLOR")
        position = self._turn_of(_color(color))
        began = time.monotonic()

        def decide(cancel: Event) -> Move:
            moves = position.legal_moves
            if len(moves) < 2:
                return moves[0] if moves else PASS
            limit = UNLIMITED
            if is_played:
                limit = self._clocks.limit(position.turn, position.board.empties)
            move = self.engine.search(position, limit, cancel=cancel).move
            if move is None:
                raise EngineError(f"{self.engine.title} found no move")
            return move

        def answer(cancel: Event) -> str:
            move = decide(cancel)
            if is_played:
                self._history.append(_after(position, move))
                self._clocks.spend(position.turn, time.monotonic() - began)
            return str(move).upper() if move is not PASS else "pass"

        self._answer_later(answer)

    def _analyse(self, tell: Callable[[Position, Analysis], str]) -> None:
        position = self._position
        if position.is_over():
            raise EngineError("the game is over, so there is nothing to analyse")

        def answer(cancel: Event) -> str:
            every = len(position.legal_moves)
            found = self.engine.search(position, _ANALYSIS, cancel=cancel, candidates=every)
            return tell(position, found)

        self._answer_later(answer)

    def _answer_later(self, answer: Callable[[Event], str]) -> None:
        def work(cancel: Event) -> None:
            self._answer("=", answer(cancel))

        self.think(work)


def _after(position: Position, move: Move) -> Position:
    if position.is_over() and move is PASS:
        return Position(position.variant, position.board, position.turn.opponent)
    return position.play(move)


def _arguments(words: list[str], count: int, usage: str) -> list[str]:
    if len(words) != count:
        raise NotationError(f"syntax error: it should be {usage}")
    return words


def _color(word: str) -> Color:
    try:
        return _COLORS[word.lower()]
    except KeyError:
        raise NotationError(
            f"syntax error: {word[:20]!r} is not a color; it is black or white"
        ) from None


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise NotationError(f"syntax error: {text[:20]!r} is not a number")
    return number


def _whole(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise NotationError(f"syntax error: {text[:20]!r} is not a whole number")
    return int(text)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))

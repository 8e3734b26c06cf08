"""Our engine over GTP, with GoGui's commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Final

from outflank.engine.protocol import Analysis
from outflank.engine.protocols.gtp import (
    INTERRUPT,
    VERSION,
    GtpCommand,
    GtpReply,
    TimeLeft,
    TimeSettings,
    parse_color,
    parse_number,
    parse_vertex,
    parse_whole,
    require_arguments,
    spell_color,
    spell_vertex,
)
from outflank.engine.speaking import gogui
from outflank.engine.speaking.answering import AnsweringEngine
from outflank.engine.speaking.conversation import Conversation
from outflank.engine.speaking.gtp_clock import GtpClocks
from outflank.engine.speaking.lines import LineReader, LineWriter
from outflank.errors import EngineError, NotationError, OutflankError, SizeError
from outflank.native.limits import UNLIMITED, Limit
from outflank.notation import read_file
from outflank.rules import PASS, SIZES, Color, Move, Position, Variant, find_variant
from outflank.texts import Text

__all__ = ["GtpConversation"]

# The games of `set_game`; GTP has no way to tell the answers of an oracle.
_GAMES: Final = ("classic", "anti")
# The limit of GoGui's analyses.
_ANALYSIS: Final = Limit(seconds=1.0)


class GtpConversation(Conversation):
    """Answers in GTP; commands wait for each other, and `# interrupt` hurries the current one."""

    def __init__(self, engine: AnsweringEngine, lines: LineReader, output: LineWriter) -> None:
        super().__init__(engine, lines, output)
        self._history: list[Position] = [find_variant("classic").start()]
        self._clocks = GtpClocks()
        self._number = ""  # of the current command
        self._commands: dict[str, Callable[[tuple[str, ...]], str]] = {
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
            "loadsgf": self._load_sgf,
            "list_games": lambda _: "\n".join(find_variant(name).title for name in _GAMES),
            "name": lambda _: self.engine.title,
            "play": self._play,
            "protocol_version": lambda _: VERSION,
            "quit": self._quit,
            "set_game": self._set_game,
            "showboard": lambda _: gogui.drawing(self._position),
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: self.engine.version,
        }
        # The commands that search.
        self._searches: dict[str, Callable[[tuple[str, ...]], None]] = {
            "genmove": lambda words: self._generate(words, is_played=True),
            "reg_genmove": lambda words: self._generate(words, is_played=False),
        } | {
            name: lambda _, describe=describe: self._analyse(describe)
            for name, describe in gogui.ANALYSES.items()
        }

    @property
    def _position(self) -> Position:
        return self._history[-1]

    # Lines

    def hear(self, line: str) -> None:
        """Carry out a command; its reply may come later, when a search has ended."""
        if INTERRUPT.fullmatch(line):
            self.interrupt()
            return
        command = GtpCommand.parse(line)
        if command is None:
            return
        self._number, name, arguments = command
        if not name:
            raise NotationError(Text("errors.engine.gtp_no_command_after_number"))
        if name in self._searches:
            self._searches[name](arguments)
        elif name in self._commands:
            self._answer(self._commands[name](arguments))
        else:
            raise NotationError(Text("errors.engine.gtp_unknown_command", command=name[:40]))

    def is_urgent(self, line: str) -> bool:
        """Return whether GoGui interrupts the current command."""
        return INTERRUPT.fullmatch(line) is not None

    def complain(self, problem: str) -> None:
        """Reply that the command failed."""
        self._answer(problem, is_success=False)

    def _answer(self, text: str, *, is_success: bool = True) -> None:
        number, self._number = self._number, ""
        self.say(str(GtpReply(is_success, text, number)), "")

    # About the program

    def _known_command(self, words: tuple[str, ...]) -> str:
        (name,) = require_arguments(words, "known_command NAME")
        return str(name in self._commands or name in self._searches).lower()

    def _quit(self, _: tuple[str, ...]) -> str:
        self.quit()
        return ""

    # The board

    def _set_game(self, words: tuple[str, ...]) -> str:
        named = _plain(" ".join(words))
        for variant in map(find_variant, _GAMES):
            if named in (_plain(variant.title), *map(_plain, variant.aliases), variant.name):
                self._begin(variant, self._position.size)
                return ""
        raise EngineError(Text("errors.engine.gtp_unsupported_game"))

    def _boardsize(self, words: tuple[str, ...]) -> str:
        (text,) = require_arguments(words, "boardsize SIZE")
        size = parse_whole(text)
        if size not in SIZES:
            sizes = ", ".join(map(str, SIZES))
            raise SizeError(Text("errors.engine.gtp_board_size", sizes=sizes))
        self._begin(self._position.variant, size)
        return ""

    def _clear_board(self, _: tuple[str, ...]) -> str:
        self._begin(self._position.variant, self._position.size)
        return ""

    def _begin(self, variant: Variant, size: int) -> None:
        self._begin_with([variant.start(size)])

    def _begin_with(self, history: list[Position]) -> None:
        """Begin another game, which has come to the last of these positions."""
        start = history[0]
        if not self.engine.supports(start):
            raise EngineError(
                Text(
                    "errors.engine.does_not_play",
                    engine=self.engine.title,
                    variant=start.variant.text,
                    size=start.size,
                )
            )
        self._history = history
        self._clocks.restart()
        self.engine.new_game()

    def _load_sgf(self, words: tuple[str, ...]) -> str:
        """Take over the first game of a file, or as much of it as comes before a move's number."""
        if not words:
            raise NotationError(Text("errors.engine.gtp_usage", usage="loadsgf FILE [MOVE]"))
        *name, last = words
        until = parse_whole(last) if name and last.lstrip("-").isdecimal() else None
        try:
            game = read_file(" ".join(words if until is None else name), format="sgf").game
            if game.start.variant.name not in _GAMES:
                raise EngineError(Text("errors.engine.gtp_unsupported_game"))
            positions = [game.start, *(ply.position for ply in game.mainline())]
            self._begin_with(positions if until is None else positions[: max(until, 1)])
        except OutflankError as problem:
            raise EngineError(Text("errors.engine.gtp_cannot_load", problem=problem)) from None
        return ""

    def _komi(self, words: tuple[str, ...]) -> str:
        (text,) = require_arguments(words, "komi NUMBER")
        parse_number(text)  # Othello has no komi
        return ""

    def _play(self, words: tuple[str, ...]) -> str:
        color, vertex = require_arguments(words, "play COLOR VERTEX")
        side, move = parse_color(color), parse_vertex(vertex)
        try:
            self._history.append(_after(self._turn_of(side, move), move))
        except OutflankError as problem:
            raise EngineError(Text("errors.engine.gtp_illegal_move", problem=problem)) from None
        return ""

    def _turn_of(self, color: Color, move: Move | None = None) -> Position:
        """Return the position in which a side moves next, after a pass that was not told.

        When the game is over, either side may still pass, as some programs do to end it.
        """
        position = self._position
        if position.turn is color:
            return position
        if position.is_over and move in (None, PASS):
            return Position(position.board, color, variant=position.variant)
        if position.must_pass:
            return position.play(PASS)
        raise EngineError(Text("errors.engine.gtp_wrong_turn", color=position.turn))

    def _undo(self, _: tuple[str, ...]) -> str:
        if len(self._history) == 1:
            raise EngineError(Text("errors.engine.gtp_nothing_to_undo"))
        self._history.pop()
        return ""

    def _final_score(self, _: tuple[str, ...]) -> str:
        outcome = self._position.outcome
        if outcome is None:
            raise EngineError(Text("errors.engine.gtp_game_not_over"))
        margin = abs(outcome.margin())
        return f"{spell_color(outcome.winner).upper()}+{margin}" if outcome.winner else "0"

    # Time

    def _time_settings(self, words: tuple[str, ...]) -> str:
        self._clocks.set(*TimeSettings.parse(words))
        return ""

    def _time_left(self, words: tuple[str, ...]) -> str:
        self._clocks.tell(*TimeLeft.parse(words))
        return ""

    # Thinking

    def _generate(self, words: tuple[str, ...], *, is_played: bool) -> None:
        (color,) = require_arguments(words, "genmove COLOR")
        position = self._turn_of(parse_color(color))
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
                raise EngineError(Text("errors.engine.no_move_found", engine=self.engine.title))
            return move

        def answer(cancel: Event) -> str:
            move = decide(cancel)
            if is_played:
                self._history.append(_after(position, move))
                self._clocks.spend(position.turn, time.monotonic() - began)
            return spell_vertex(move)

        self._answer_later(answer)

    def _analyse(self, describe: Callable[[Position, Analysis], str]) -> None:
        position = self._position
        if position.is_over:
            raise EngineError(Text("errors.engine.gtp_nothing_to_analyse"))

        def answer(cancel: Event) -> str:
            every = len(position.legal_moves)
            found = self.engine.search(position, _ANALYSIS, cancel=cancel, candidates=every)
            return describe(position, found)

        self._answer_later(answer)

    def _answer_later(self, answer: Callable[[Event], str]) -> None:
        def work(cancel: Event) -> None:
            self._answer(answer(cancel))

        self.think(work)


def _after(position: Position, move: Move) -> Position:
    if position.is_over and move is PASS:
        return Position(position.board, position.turn.opponent, variant=position.variant)
    return position.play(move)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))

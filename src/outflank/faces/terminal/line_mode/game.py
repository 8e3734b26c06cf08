"""The game line by line: for pipes, screen readers and simple terminals.

Every line makes sense read aloud; the cursor never moves up.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Sequence

from outflank.errors import NotationError, OutflankError
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.terminal.line_mode.command_table import find_command, no_command
from outflank.faces.terminal.line_mode.commands import GameChanged, LineCommands, PlayerQuit
from outflank.faces.terminal.line_mode.line_input import WatchControls
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Passed,
    Paused,
    Resumed,
    TurnStarted,
)
from outflank.play.match import Match
from outflank.rules import Move, parse_move
from outflank.texts import say
from outflank.texts.phrases import listed_in_words

__all__ = ["LineModeGame"]

_NO_EVENT = -1
_WATCHER_WORDS = {"go": "go", "step": "step", "quit": "quit"}
_CLOCK_CHECK = 0.1  # seconds between checks of the clock while no person is to move
_THINKING = 1.0  # after this many seconds, say that the computer is thinking


class LineModeGame(LineCommands):
    """A game in the line mode, from the first move until the player leaves."""

    def _follow_room(self) -> None:
        """Receive the events of the current room."""
        room = self.local_game.room
        self.followed: Match = Match()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._problems: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._watch_controls = WatchControls(room)
        self._summarised = self._last_past_move(room.events)
        room.problems.subscribe(self._problems.put)
        room.watch(self._receive, since=0)

    def _last_past_move(self, events: Sequence[Event]) -> int:
        """Return the number of the last event in the one-line summary of a resumed game.

        There is no summary for a computer's first move, made while the room was opened, nor for
        a game between computers: these moves are printed one by one.
        """
        moves = [event.seq for event in events if isinstance(event, MovePlayed | Passed)]
        people = len(self.local_game.people)
        return moves[-1] if people and len(moves) > 2 - people else _NO_EVENT

    def _receive(self, event: Event) -> None:
        """Queue an event, on any thread."""
        self._watch_controls.notice(event)
        self._events.put(event)

    # The game

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or the input ends."""
        try:
            while True:
                self._follow_room()
                try:
                    with self._watch_controls.listening_to_ctrl_c(not self.local_game.people):
                        self._play_one()
                    while (wants_another := self._wants_another()) is None:
                        self._play_one()  # the last move was taken back
                    if not wants_another:
                        return
                    self.local_game.rematch()
                except GameChanged:
                    pass
        except PlayerQuit as quitting:
            self._leave(str(quitting))
        except KeyboardInterrupt:
            self.say("\n")
            self._leave()

    def _play_one(self) -> None:
        while True:
            event = self._next_event()
            self.followed.follow(event)
            is_past = event.seq <= self._summarised
            if is_past and not isinstance(event, MatchStarted):
                continue
            if isinstance(event, Paused | Resumed) and self.local_game.people:
                continue  # the command `pause` has printed it
            self.say(self._sentence(event))
            if isinstance(event, MatchStarted) and self.shows_board:
                self.say(self.sentences.legend)
            if is_past:
                self._say_summary()
            if isinstance(event, MatchEnded):
                if self.shows_board:
                    self.board()
                return
            if isinstance(event, TurnStarted) and event.color in self.local_game.people:
                self._take_turn(event)
            if isinstance(event, Paused) and self._watch_controls.is_stopped:
                self._ask_watcher()

    def _say_summary(self) -> None:
        """Print in one line the moves played before the game was opened."""
        events = [event for event in self.local_game.room.events if event.seq <= self._summarised]
        moves = Match.restore(events).game.moves
        listed = " ".join(map(str, moves))
        self.say(say("line_mode.resumed", count=len(moves), moves=listed))

    def _next_event(self) -> Event:
        """Wait for the next event, and meanwhile check the clock and the keyboard."""
        began, has_said = time.monotonic(), False
        while True:
            self.say_notices()
            try:
                return self._events.get(timeout=_CLOCK_CHECK)
            except queue.Empty:
                self.local_game.room.tick()
                if not self._problems.empty():
                    raise PlayerQuit(self._problems.get()) from None
            if has_said:
                self._move_at_enter()
            elif time.monotonic() - began > self._patience and self.local_game.is_thinking:
                self._say_thinking()
                has_said = True

    @property
    def _patience(self) -> float:
        """Seconds until the thinking computer is announced; the delay between moves is added."""
        delay = 0.0 if self.local_game.people else float(self.local_game.options.delay)
        return _THINKING + delay

    def _say_thinking(self) -> None:
        turn = self.local_game.room.position.turn
        can_stop = self._stdin.isatty() or self.local_game.is_thinking_until_told
        key = "line_mode.thinking_until_enter" if can_stop else "line_mode.thinking"
        self.say(say(key, player=self.sentences.who(turn)))

    def _move_at_enter(self) -> None:
        """Make the computer move at once if somebody presses Enter; keep other lines for later.

        In a pipe, any line or the end of the input does the same to a computer without a limit,
        which would never move otherwise.
        """
        is_endless = not self._stdin.isatty() and self.local_game.is_thinking_until_told
        if not (is_endless or self._stdin.isatty()):
            return
        line = None if self._stdin.is_unread else self._stdin.wait(0)
        if line is not None and (line.strip() or not line):
            self._stdin.unread(line)
        elif line is not None:
            self.local_game.move_now()
        if is_endless and self._stdin.is_unread:
            self.local_game.move_now()

    def _ask_watcher(self) -> None:
        """Ask the spectator of a game between computers how to go on."""
        while True:
            question = say("line_mode.watching.question", **_WATCHER_WORDS)
            line = (self.ask(f"{question} ") or "").strip()
            word, _, rest = line.partition(" ")
            word = word.lower()
            try:
                if word in ("go", "step"):
                    self._watch_controls.go_on(steps=word == "step")
                    return
                self._run_watcher_command(word, rest.strip())
            except OutflankError as error:
                self.say(self.sentences.refusal(error))
            except OSError as error:
                self._say_not_saved(error)

    def _run_watcher_command(self, word: str, rest: str) -> None:
        if word in ("undo", "redo", "resign"):
            self.say(say("line_mode.watching.only_computers"))
        elif command := find_command(word):
            command.run(self, rest, self.current_position.turn)
        else:
            self.say(say("line_mode.watching.choices", help="help", **_WATCHER_WORDS))

    def _sentence(self, event: Event) -> str:
        if not isinstance(event, AnswerHeard):
            return self.sentences.describe(event)
        sentence = self.sentences.answer(event, self.followed.position.turn)
        if self.appearance.gif and event.image_url:
            return f"{sentence} {say('local.game.oracle.picture', url=event.image_url)}"
        return sentence

    def _take_turn(self, turn: TurnStarted) -> None:
        """Ask a person for commands and moves until the turn is over."""
        room = self.local_game.room
        asked = room.asked
        if self.shows_board and asked is not None and asked.seq == turn.seq:
            self.board()
        while (asked := room.asked) is not None and asked.seq == turn.seq:
            try:
                prompt = say("line_mode.turn", player=self.sentences.who(turn.color))
                line = self.ask(f"{prompt} ")
                if line is not None and not room.tick():  # the clock may just have run out
                    self._run_line(line, turn)
            except OutflankError as error:
                self.say(self.sentences.refusal(error))
            except OSError as error:
                self._say_not_saved(error)

    def _run_line(self, line: str, turn: TurnStarted) -> None:
        """Run a command, or play on the named square."""
        word, _, rest = line.strip().partition(" ")
        command = find_command(word)
        if command is not None:
            command.run(self, rest.strip(), turn.color)
        elif word:
            self.local_game.room.play(self._parse_move(line.strip()), turn=turn.seq)

    def _parse_move(self, line: str) -> Move:
        try:
            return parse_move(line)
        except NotationError:
            word = line.partition(" ")[0]
            if word.isalpha():  # a square has a digit
                raise no_command(word) from None
            raise

    def _say_not_saved(self, error: OSError) -> None:
        reason = error.strerror or error
        self.say(as_sentence(say("local.game.saving.failed", reason=reason)))

    def _wants_another(self) -> bool | None:
        """Ask whether to play again, and run commands; None if an undo reopens the game."""
        if not self.local_game.people:
            return False
        first, second = self.local_game.room.setup.players
        standing = self.local_game.series_score.standing(first.name, second.name)
        self.say(say("local.game.standing", standing=standing))
        if advice := self.local_game.level_advice:
            self.say(advice)
        commands = listed_in_words(["review", "save", "list", "undo"])
        self.say(say("line_mode.end.commands", commands=commands))
        others = self.local_game.options.other_levels
        answers = "/".join(["y", *others, "n"])
        while self.local_game.room.outcome is not None:
            question = say("line_mode.end.again")
            line = (self.ask(f"{question} ({answers}) ") or "").strip()
            word, _, rest = line.partition(" ")
            if (game := others.get(word.lower())) is not None:
                self.change_level(game)
            if word.lower() in ("y", "yes", "n", "no", "q", "quit", "exit"):
                return word.lower().startswith("y")
            try:
                self._run_after_end(word, rest.strip())
            except OutflankError as error:
                self.say(self.sentences.refusal(error))
        return None

    def _run_after_end(self, word: str, rest: str) -> None:
        if command := find_command(word):
            command.run(self, rest, self.current_position.turn)
        elif word:  # perhaps a move, typed when the clock ran out
            self.say(say("line_mode.end.choices", yes="y", no="n", help="help"))

    def _leave(self, problem: str = "") -> None:
        if problem:
            self.say(say("line_mode.end.stopped", problem=problem))
            self.say(say("line_mode.end.continue", command="outflank play --resume"))
        else:
            self.say(self.local_game.describe_save("play"))

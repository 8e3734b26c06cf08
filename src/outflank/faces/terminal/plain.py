"""The game line by line: for pipes, screen readers and terminals that can do no more.

Every line makes sense read aloud; the cursor never moves up.
"""

from __future__ import annotations

import queue
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from outflank.drawing import find_skin, text
from outflank.errors import NotationError, OutflankError
from outflank.faces.terminal import telling
from outflank.faces.terminal.commands import COMMANDS, Begin, Quit, find_command, no_command
from outflank.faces.terminal.lines import Lines
from outflank.faces.terminal.menu import choose_game
from outflank.faces.terminal.watching import Watching
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Passed,
    Paused,
    TurnStarted,
)
from outflank.play.local_game import LocalGame
from outflank.play.match import Match
from outflank.play.saved_games import events_of, load, parse, save
from outflank.play.sentences import Sentences
from outflank.play.settings import Appearance
from outflank.rules import BLACK, WHITE, Color, Move, Position, SquareSet, parse_move
from outflank.rules.variants import handbook

__all__ = ["PlainGame"]

_NOTHING = -1  # no event has this number
_GLANCE = 0.1  # seconds between looks at the clock while somebody else is to move


class PlainGame:
    """A conversation about one local_game, from the first move until the player leaves."""

    def __init__(
        self,
        local_game: LocalGame,
        look: Appearance,
        *,
        stdin: Lines,
        stdout: TextIO,
        unicode: bool = False,
    ) -> None:
        self.local_game: LocalGame = local_game
        self._look = look
        self._stdin = stdin
        self._stdout = stdout
        self._unicode = unicode
        self._shows_board = True
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._sit_down()

    def _sit_down(self) -> None:
        self._events = queue.SimpleQueue()
        room = self.local_game.room
        self._watching = Watching(room)
        skin = find_skin(self._look.skin_for(room.setup.variant.name))
        self._sentences = Sentences(room.setup, skin)
        self._skin = skin
        self._troubles: queue.SimpleQueue[str] = queue.SimpleQueue()
        room.on_problem(self._troubles.put)
        self._known = self._past(room.events)
        self._mover = BLACK
        room.watch(self._hear, since=0)

    def _past(self, events: Sequence[Event]) -> int:
        """Return the number of the event up to which a game that goes on is told in short.

        What happened while sitting down, a computer's first move, is news. Of computers among
        themselves everything is.
        """
        moves = [event.seq for event in events if isinstance(event, MovePlayed | Passed)]
        people = len(self.local_game.people)
        return moves[-1] if people and len(moves) > 2 - people else _NOTHING

    def _hear(self, event: Event) -> None:
        """Notice an event on whatever thread it comes."""
        self._watching.notice(event)
        self._events.put(event)

    # The conversation

    def run(self) -> None:
        """Play until the game is over and nobody wants another, or the input ends."""
        try:
            while True:
                try:
                    with self._watching.listening_to_ctrl_c(not self.local_game.people):
                        self._play_one()
                    if not self._wants_another():
                        return
                    self.local_game.rematch()
                except Begin:
                    pass  # a command has put another game on the table
                self._sit_down()
        except Quit:
            self._leave()
        except KeyboardInterrupt:
            self._say("\n")
            self._leave()

    def _play_one(self) -> None:
        while True:
            event = self._next_event()
            if event.seq <= self._known and not isinstance(event, MatchStarted):
                continue
            self._say(self._sentence(event))
            if event.seq <= self._known:
                self._say_past()
            if isinstance(event, MatchEnded):
                if self._shows_board:
                    self.board()
                return
            if isinstance(event, TurnStarted) and event.color in self.local_game.people:
                self._take_turn(event)
            if isinstance(event, Paused) and self._watching.is_stopped:
                self._watch_on()

    def _say_past(self) -> None:
        """Say in one line what was played when the players sat down."""
        events = [event for event in self.local_game.room.events if event.seq <= self._known]
        moves = Match.restore(events).game.moves
        count = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
        self._say(f"The game goes on after {count}: {' '.join(map(str, moves))}.")

    def _next_event(self) -> Event:
        """Wait for what happens next, looking at the clock meanwhile."""
        while True:
            try:
                return self._events.get(timeout=_GLANCE)
            except queue.Empty:
                self.local_game.room.tick()
                if not self._troubles.empty():
                    self._say(f"The game stops here: {self._troubles.get()}.")
                    raise Quit from None

    def _watch_on(self) -> None:
        """Ask whoever watches two computers how to go on."""
        while True:
            line = (self._ask("go, step or quit? ") or "").strip()
            word, _, rest = line.partition(" ")
            word = word.lower()
            try:
                if word in ("go", "step"):
                    self._watching.go_on(steps=word == "step")
                    return  # what happens now is told first, and then asked again
                self._answer_watcher(word, rest.strip())
            except OutflankError as error:
                self._say(self._sentences.refusal(error))
            except OSError as error:
                self._say(f"The game cannot be kept: {error.strerror or error}.")

    def _answer_watcher(self, word: str, rest: str) -> None:
        if word in ("undo", "redo", "resign"):
            self._say("Nobody here plays: the computers do.")
        elif command := find_command(word):
            command.run(self, rest, self._position.turn)
        else:
            self._say("Type go, step or quit; help lists the other commands.")

    def _sentence(self, event: Event) -> str:
        sentence = self._sentences.describe(event)
        if isinstance(event, AnswerAwaited):
            self._mover = event.color
        if isinstance(event, AnswerHeard):
            effect = self._sentences.effect(event.answer, self._mover)
            picture = (
                f" Its picture: {event.image_url}" if self._look.gif and event.image_url else ""
            )
            return f"{sentence[:-1]}: {effect}.{picture}"
        return sentence

    @property
    def _position(self) -> Position:
        return self.local_game.room.view().position

    @property
    def size(self) -> int:
        """The size of the board."""
        return self.local_game.room.setup.size

    def _take_turn(self, turn: TurnStarted) -> None:
        """Ask a person until the turn is over."""
        room = self.local_game.room
        asked = room.view().asked
        if self._shows_board and asked is not None and asked.seq == turn.seq:
            self.board()
        while (asked := room.view().asked) is not None and asked.seq == turn.seq:
            try:
                line = self._ask(f"{self._sentences.who(turn.color)} to move: ")
                if line is not None and not room.tick():  # the time may just have run out
                    self._obey(line, turn)
            except OutflankError as error:
                self._say(self._sentences.refusal(error))
            except OSError as error:
                self._say(f"The game cannot be kept: {error.strerror or error}.")

    def _obey(self, line: str, turn: TurnStarted) -> None:
        """Carry out a command, or play the square that was named."""
        word, _, rest = line.strip().partition(" ")
        command = find_command(word)
        if command is not None:
            command.run(self, rest.strip(), turn.color)
        elif word:
            self.local_game.room.play(self._move(line.strip()), turn=turn.seq)

    def _move(self, line: str) -> Move:
        try:
            return parse_move(line)
        except NotationError:
            word = line.partition(" ")[0]
            if word.isalpha():  # squares have numbers
                raise no_command(word) from None
            raise

    def _wants_another(self) -> bool:
        if not self.local_game.people:
            return False
        self._say(f"So far: {self._standing()}.")
        while True:  # what comes may be a move that was typed while the time ran out
            answer = (self._ask("Another round? (y/n) ") or "").strip().lower()
            if answer in ("y", "yes", "n", "no", "quit"):
                return answer.startswith("y")

    def _standing(self) -> str:
        first, second = self.local_game.room.setup.players
        return self.local_game.series_score.standing(first.name, second.name)

    def _leave(self) -> None:
        if self.local_game.room.view().outcome is None:
            self._say("The game is kept: outflank play --resume goes on with it.")

    def _ask(self, prompt: str) -> str | None:
        """Return the answer to a question; None if the time ran out meanwhile."""
        self._stdout.write(prompt)
        self._stdout.flush()
        while (line := self._stdin.wait(_GLANCE)) is None:
            if self.local_game.room.tick():
                self._stdout.write("\n")
                return None
        if not line:
            self._stdout.write("\n")  # what is said next begins a line
            raise Quit
        if not self._stdin.isatty():
            self._say(line.rstrip("\n"))  # so that a transcript of the session can be read
        return line

    def _say(self, sentence: str) -> None:
        if sentence:
            self._stdout.write(sentence + "\n")
            self._stdout.flush()

    # What the commands do

    def board(self) -> None:
        """Draw the board."""
        match = self.local_game.room.view()
        going_on = match.outcome is None
        drawn = text(
            match.game, unicode=self._unicode, color=False, skin=self._skin, legal=going_on
        )
        self._say(drawn.rstrip("\n"))
        self.score()

    def show_board(self, wish: str) -> None:
        """Draw the board now, or switch drawing it each turn on or off."""
        if wish in ("on", "off"):
            self._shows_board = wish == "on"
            self._say(f"The board is drawn {'each turn' if self._shows_board else 'on request'}.")
        else:
            self.board()

    def line(self, squares: SquareSet, name: str) -> None:
        """Read a row or a column aloud."""
        self._say(telling.line(squares, name, self._position.board, self._sentences))

    def score(self) -> None:
        """Say how many discs each side has."""
        self._say(telling.score(self._position.board, self._sentences))

    def moves(self) -> None:
        """Say where the side to move may play, and what each move turns over."""
        self._say(telling.moves(self._position, self._sentences))

    def clock(self) -> None:
        """Say how much time each side has."""
        view = self.local_game.room.snapshot()
        for seat in (view.black, view.white):
            self._say(telling.clock(seat))

    def hint(self) -> None:
        """Say what the computer would play, and what it thinks of the other moves."""
        self._say(telling.hint(self.local_game.hint(self._position)))

    def resign(self, color: Color, *, now: bool) -> None:
        """Give up, if that is really meant."""
        if now or (self._ask("Give up? (yes/no) ") or "").strip().lower() in ("y", "yes"):
            self.local_game.room.resign(color)
        else:
            self._say("The game goes on.")

    def save(self, name: str) -> None:
        """Write the game to a file."""
        path = Path(name or "outflank-game.json")
        save(self.local_game.room.events, path)
        self._say(f"Saved as {path}.")

    def load(self, name: str) -> None:
        """Go on with a game from a file."""
        if not name:
            raise NotationError("name the file, such as load game.json")
        self.local_game.continue_from(load(Path(name)))
        raise Begin

    def paste(self, text: str) -> None:
        """Go on from moves or a board, between the players who sit here."""
        if not text:
            raise NotationError("give moves or a board, such as paste f5d6c3")
        setup = self.local_game.room.setup
        game = Match.restore(parse(text.encode())).game
        self.local_game.continue_from(events_of(game, (setup.player(BLACK), setup.player(WHITE))))
        raise Begin

    def new(self) -> None:
        """Begin another game after the questions of the menu."""
        chosen = choose_game(self.local_game.options, stdin=self._stdin, stdout=self._stdout)
        if chosen is not None:
            self.local_game.new_game(chosen)
            raise Begin

    def position(self) -> None:
        """Say the board and the side to move in one line."""
        self._say(str(self._position))

    def transcript(self) -> None:
        """Say the moves so far."""
        self._say(" ".join(map(str, self.local_game.room.view().game.moves)) or "No moves yet.")

    def rules(self) -> None:
        """Print the rules."""
        self._say(handbook().rstrip("\n"))

    def help(self) -> None:
        """List the commands."""
        self._say("Name a square, such as d3, to play there. The commands:")
        for name, command in COMMANDS.items():
            self._say(f"  {command.usage or name}: {command.what}.")
        self._say("While two computers play, Ctrl-C stops them; go and step let them go on.")

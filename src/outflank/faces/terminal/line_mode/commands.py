"""The commands of the line mode: what they do and print."""

from __future__ import annotations

import queue
from typing import NoReturn, TextIO

from outflank.drawing import find_skin, text
from outflank.errors import JournalError, NotationError, SaveExists
from outflank.faces.local.evaluation import Evaluation
from outflank.faces.local.game_files import load, pasted
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.settings import Appearance
from outflank.faces.local.what_if import WhatIf, level_of, ply_of
from outflank.faces.local.words.sentences import Sentences, describe_clock, describe_hint
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.faces.terminal.line_mode.menu import choose_game, remember
from outflank.faces.terminal.line_mode.saves import saved_game_lines
from outflank.faces.terminal.line_mode.wrapping import terminal_columns, wrapped
from outflank.play.events import TurnStarted
from outflank.play.match import Match
from outflank.play.room import Room
from outflank.rules import Color, Position, SquareSet
from outflank.rules.handbook import handbook
from outflank.texts import Text, say

__all__ = ["GameChanged", "LineCommands", "PlayerQuit"]

_CLOCK_CHECK = 0.1  # seconds between checks of the clock while waiting for a line


class PlayerQuit(Exception):
    """The player leaves, or the game must end because of the problem in the message."""


class GameChanged(Exception):
    """A command has opened another game."""


class LineCommands:
    """Asks, answers and carries out commands, each one a method."""

    def __init__(
        self,
        local_game: LocalGame,
        appearance: Appearance,
        *,
        stdin: LineInput,
        stdout: TextIO,
        unicode: bool = False,
    ) -> None:
        self.local_game: LocalGame = local_game
        self.followed: Match = Match()  # the match, as far as its events are printed
        self.appearance = appearance
        self.shows_board: bool = True
        # The last hint: its room, the event before it, and its evaluation.
        self._hinted: tuple[Room | None, int, Evaluation | None] = (None, 0, None)
        self._stdin = stdin
        self._stdout = stdout
        self._unicode = unicode
        self._notices: queue.SimpleQueue[str] = queue.SimpleQueue()
        local_game.notices.subscribe(self._notices.put)

    @property
    def sentences(self) -> Sentences:
        """The sentences about the current match, with its skin's names of the discs."""
        setup = self.local_game.room.setup
        return Sentences(setup, find_skin(self.appearance.skin_for(setup.variant.name)))

    @property
    def current_position(self) -> Position:
        """The position on the board."""
        return self.local_game.room.position

    # Asking and saying

    def ask(self, prompt: str) -> str | None:
        """Return the answer to a question; None if the clock ran out meanwhile."""
        self.say_notices()
        self._stdout.write(wrapped(prompt, terminal_columns(self._stdout)))
        self._stdout.flush()
        while (line := self._stdin.wait(_CLOCK_CHECK)) is None:
            if self.local_game.room.tick():
                self._stdout.write("\n")
                return None
        if not line:
            self._stdout.write("\n")  # so that the next sentence begins a new line
            raise PlayerQuit
        if not self._stdin.isatty():
            self._stdout.write(line.rstrip("\n") + "\n")  # so that the output also has the input
        return line

    def confirms(self, question: str) -> bool:
        """Ask a yes/no question; return whether the answer is yes."""
        return (
            self.ask(f"{say('line_mode.confirm', question=question)} ") or ""
        ).strip().lower() in ("y", "yes")

    def say_notices(self) -> None:
        """Print the notices of the local game."""
        while not self._notices.empty():
            self.say(self._notices.get())

    def say(self, sentence: str) -> None:
        """Print a sentence, unless it is empty."""
        if sentence:
            self._write(wrapped(sentence, terminal_columns(self._stdout)))

    def _write(self, lines: str) -> None:
        self._stdout.write(lines + "\n")
        self._stdout.flush()

    # Commands

    def board(self) -> None:
        """Draw the board."""
        match = self.followed
        drawn = text(
            match.game,
            unicode=self._unicode,
            color=False,
            skin=self.sentences.skin,
            legal=match.outcome is None,
        )
        self._write(drawn.rstrip("\n"))
        self.score()

    def show_board(self, when: str) -> None:
        """Draw the board now, or turn drawing it every turn on or off."""
        if when in ("on", "off"):
            self.shows_board = when == "on"
            if self.shows_board:
                self.say(say("line_mode.board_each_turn"))
            else:
                self.say(say("line_mode.board_when_asked", board="board"))
        elif when.isascii() and when.isdecimal():
            self._draw_past(int(when))
        else:
            self.board()

    def _draw_past(self, number: int) -> None:
        """Draw the board after a move that was played before."""
        plies = self.followed.game.plies
        ply = ply_of(plies, number)
        position = plies[ply - 1].position if ply else self.followed.game.start
        drawn = text(
            position, unicode=self._unicode, color=False, skin=self.sentences.skin, legal=False
        )
        self._write(drawn.rstrip("\n"))
        self.say(self.sentences.counts(position.board))

    def row(self, number: str) -> None:
        """List the discs on a row."""
        if not (number.isascii() and number.isdecimal()):
            raise NotationError(Text("errors.terminal.no_row_number"))
        board = self.current_position.board
        squares = SquareSet.row(board.size, int(number))
        name = say("local.game.board.row", number=number)
        self.say(self.sentences.squares(name, squares, board))

    def column(self, letter: str) -> None:
        """List the discs on a column."""
        board = self.current_position.board
        squares = SquareSet.column(board.size, letter)
        name = say("local.game.board.column", letter=letter)
        self.say(self.sentences.squares(name, squares, board))

    def moves(self) -> None:
        """Say where the side to move may play, and what each move flips."""
        position = self.current_position
        if position.is_over:
            self.say(say("local.game.board.nobody_can_move"))
        else:
            self.say(self.sentences.moves(position))

    def score(self) -> None:
        """Say how many discs each side has."""
        self.say(self.sentences.counts(self.current_position.board))

    def clock(self) -> None:
        """Say how much time each side has."""
        snapshot = self.local_game.room.snapshot()
        for seat in (snapshot.black, snapshot.white):
            self.say(describe_clock(seat))

    def hint(self) -> None:
        """Say what the computer would play, and what it thinks of the other moves."""
        room, position = self.local_game.room, self.current_position
        found = self.local_game.hint(position)
        evaluation = Evaluation.from_analysis(found, position.turn)
        self._hinted = (room, room.events[-1].seq, evaluation)
        self.say(describe_hint(found))

    def opinion(self) -> None:
        """Say what the computer thought of the game when it last moved or gave a hint."""
        room = self.local_game.room
        hinted_in, hinted_at, hinted = self._hinted
        for event in reversed(room.events):
            if hinted is not None and hinted_in is room and event.seq <= hinted_at:
                self._say_opinion(hinted)
                return
            if isinstance(event, TurnStarted) and (found := room.analysis_of(event.seq)):
                name = room.setup.player(event.color).name
                if evaluation := Evaluation.from_analysis(found, event.color, name):
                    self._say_opinion(evaluation)
                    return
        self.say(say("line_mode.no_opinion"))

    def _say_opinion(self, evaluation: Evaluation) -> None:
        self.say(say("line_mode.opinion", opinion=evaluation.sentence(self.sentences)))

    def review(self) -> None:
        """Review the game once it is over."""
        from outflank.faces.terminal.line_mode.game_review import say_review

        say_review(self.followed, self.sentences, self.say)

    def pause(self) -> None:
        """Pause the game and its clock until somebody presses Enter."""
        self.local_game.room.pause()
        self.ask(f"{say('line_mode.paused')} ")
        self.local_game.room.resume()
        self.say(say("local.game.continues"))

    def resign(self, color: Color, *, now: bool) -> None:
        """Resign; ask first, unless `now`."""
        if now or self.confirms(say("line_mode.resign")):
            self.local_game.room.resign(color)
        else:
            self.say(say("local.game.continues"))

    def save(self, name: str) -> None:
        """Write the game to a file."""
        games, events = SavedGames(), self.local_game.room.events
        try:
            path = games.save(events, name)
        except SaveExists:
            path = games.path_for(name)
            if not self.confirms(say("line_mode.overwrite", path=path)):
                self.say(say("line_mode.not_saved"))
                return
            games.save(events, name, overwrite=True)
        self.say(say("local.game.saving.saved_as", path=path))

    def load(self, name: str) -> None:
        """Continue a game from a file."""
        if not name:
            raise NotationError(Text("errors.terminal.nothing_to_load"))
        found = SavedGames().locate(name)
        if isinstance(found, SavedGame):
            self._open(self._not_this(found))
        self.local_game.continue_from(load(found, self.local_game.room.setup))
        raise GameChanged

    def _open(self, saved: SavedGame) -> NoReturn:
        """Continue a saved game instead of this one."""
        opened = LocalGame.resume(name=SavedGames().match_name(saved))
        self.local_game.close()
        self.local_game = opened
        opened.notices.subscribe(self._notices.put)
        raise GameChanged

    def _saved(self, which: str) -> SavedGame:
        """Return another saved game, by its number or name."""
        return self._not_this(SavedGames().find(which))

    def _not_this(self, saved: SavedGame) -> SavedGame:
        if saved.name == self.local_game.room.name:
            raise JournalError(Text("errors.terminal.game_in_play"))
        return saved

    def saves(self) -> None:
        """List the saved games."""
        for line in saved_game_lines(SavedGames()):
            self.say(line)

    def rename(self, words: str) -> None:
        """Give a saved game another name."""
        which, _, name = words.partition(" ")
        if not name:
            raise NotationError(Text("errors.terminal.nothing_to_rename"))
        saved = self._saved(which)
        new_name = SavedGames().rename(saved, name).stem
        self.say(say("line_mode.renamed", name=saved.name, new_name=new_name))

    def delete(self, which: str) -> None:
        """Delete a saved game; ask first."""
        saved = self._saved(which)
        if self.confirms(say("line_mode.delete", game=saved)):
            SavedGames().delete(saved)
            self.say(say("line_mode.deleted", game=saved.title))
        else:
            self.say(say("line_mode.kept", game=saved.title))

    def paste(self, text: str) -> None:
        """Continue from moves or a board, with the same players."""
        if not text:
            raise NotationError(Text("errors.terminal.nothing_to_paste"))
        self.local_game.continue_from(pasted(text, self.local_game.room.setup))
        raise GameChanged

    def new(self) -> None:
        """Start another game, after the questions of the menu."""
        chosen = choose_game(self.local_game.options, stdin=self._stdin, stdout=self._stdout)
        if isinstance(chosen, SavedGame):
            self._open(chosen)
        if chosen is not None:
            self.local_game.new_game(chosen)
            raise GameChanged

    def change_level(self, game: GameOptions) -> None:
        """Play the next game at another level; the menu also offers that level from now on."""
        remember(game, self.local_game.options, self._stdout)
        self.local_game.new_game(game)
        raise GameChanged

    def what_if(self, words: str) -> None:
        """Play on from an earlier position in another game; this one stays as it is."""
        number, _, opponent = words.partition(" ")
        if not (number.isascii() and number.isdecimal()):
            raise NotationError(Text("errors.terminal.no_move_number"))
        match = self.followed
        choice = WhatIf.of(match, ply_of(match.game.plies, int(number)))
        opponent = opponent.strip().lower()
        if opponent == "friend":
            choice = choice.changed("friend")
        elif opponent:
            choice = choice.against(level_of(opponent))
        sentence = choice.text(self.sentences.side(choice.color))
        self.local_game.play_on(choice.options(self.local_game.options), choice.ply)
        self.say(say("line_mode.what_if", choice=sentence, back="back"))
        raise GameChanged

    def back(self) -> None:
        """Return from a what-if game to the game that it comes from."""
        origin = self.local_game.room.setup.origin
        self.local_game.return_to_origin()
        if origin is not None:
            key = "returned" if origin.number else "returned_start"
            self.say(say(f"line_mode.{key}", number=origin.number))
        raise GameChanged

    def position(self) -> None:
        """Print the board and the side to move on one line."""
        self.say(str(self.current_position))

    def transcript(self) -> None:
        """Print the moves so far."""
        moves = " ".join(map(str, self.local_game.room.view().game.moves))
        self.say(moves or say("line_mode.no_moves"))

    def rules(self) -> None:
        """Print the rules."""
        self.say(handbook().rstrip("\n"))

    def quit(self) -> None:
        """Leave the game."""
        raise PlayerQuit

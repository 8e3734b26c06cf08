"""The game screen: shows the match and sends the player's moves to the local game."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.errors import IllegalMove
from outflank.faces.local.commands import GameCommands
from outflank.faces.local.face_link import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceLink,
    GameOpened,
    HintUpdated,
)
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.dialogs import HELP, TextScreen
from outflank.faces.terminal.full_screen.game_dialogs import GameDialogs
from outflank.faces.terminal.full_screen.game_display import GameDisplay
from outflank.faces.terminal.full_screen.graph import TerminalGraph
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.faces.terminal.full_screen.panel import Banner, MessageLog, ScoreBar, SeatCard
from outflank.faces.terminal.full_screen.square_input import SquareInput
from outflank.play.events import (
    Event,
    MatchEnded,
    MovePlayed,
    OfferMade,
    Paused,
    Resumed,
    TurnStarted,
)
from outflank.rules import Answer, Square

__all__ = ["GameScreen"]

_UPDATE = 0.1  # seconds between updates of the clocks and the computer's analysis
_SIZE_WITH_COLUMN_P = 16  # on smaller boards p starts the word pass


class GameScreen(Screen[None]):
    """A board, a panel and a line of keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", key_display="u"),
        Binding("r,ctrl+y", "redo", "Redo", key_display="r"),
        Binding("v", "hint", "Hint"),
        Binding("z", "pause", "Pause"),
        Binding("s", "step", "Step"),
        Binding("comma,less_than_sign", "review(-1)", "Back", key_display=", ."),
        Binding("full_stop,greater_than_sign", "review(1)", show=False),
        Binding("x", "resign", "Resign"),
        Binding("escape", "menu", "Menu", key_display="Esc"),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "app.leave", "Quit"),
        Binding("ctrl+s", "save", show=False),
        Binding("ctrl+o", "load", show=False),
        Binding("ctrl+n", "new_game", show=False),
        Binding("y", "copy_moves", show=False),
        Binding("tab", "app.focus_next", show=False),
        Binding("shift+tab", "app.focus_previous", show=False),
    ]

    class Woken(Message):
        """There are events."""

    class GameWanted(Message):
        """The player wants to choose another game."""

    class AppearanceWanted(Message):
        """The player wants to change the appearance."""

    def __init__(self, link: FaceLink, appearance: TerminalAppearance) -> None:
        super().__init__()
        self.link = link
        self.is_open = False  # the events of the game have been taken
        room = link.local_game.room
        self._begin(FollowedMatch(room, room.events[:1], appearance.settings), appearance)
        self._updates = 0

    def _begin(self, followed: FollowedMatch, appearance: TerminalAppearance) -> None:
        self.followed = followed
        self.commands = GameCommands(self.link, followed)
        self.shown = GameDisplay(self, followed, appearance)
        self.dialogs = GameDialogs(self, self.commands)

    def compose(self) -> ComposeResult:
        """Compose the screen."""
        painter = self.shown.painter
        yield Static("", id="title", markup=False)
        with Horizontal(id="game"):
            with Vertical(id="left"):
                yield BoardWidget(painter)
                yield Static("", id="pointed", markup=False)
            with Vertical(id="panel"):
                yield SeatCard(painter, id="above")
                yield ScoreBar(painter)
                yield SeatCard(painter, id="below")
                yield Banner(painter)
                yield MessageLog(painter)
                yield MoveList(painter)
                yield TerminalGraph(painter)
        yield Footer()

    def on_mount(self) -> None:
        """Start the updates."""
        self.query_one(BoardWidget).focus()
        self.set_interval(_UPDATE, self._update)
        self.wake()

    def on_resize(self) -> None:
        """Draw the board as large as possible."""
        self.call_after_refresh(self.lay_out)

    def lay_out(self) -> None:
        """Give everything its size."""
        self.shown.lay_out()
        self.shown.draw_seats(self.link.now())

    def redraw(self) -> None:
        """Draw what has changed."""
        self.shown.redraw()
        self.shown.draw_seats(self.link.now())

    # Events

    def wake(self) -> None:
        """Ask the event loop to take the events, from any thread; `on_mount` does so first."""
        if self.is_running:
            self.post_message(self.Woken())

    def on_game_screen_woken(self) -> None:
        """Handle the events, but after the first frame of a move, which must not be delayed."""
        if self.query_one(BoardWidget).awaits_first_frame:
            return  # `on_board_widget_first_frame_shown` calls this again
        changed = False
        for received in self.link.take_events():
            changed = True
            match received:
                case GameOpened():
                    self._open_game(received)
                case EventReceived() if received.room is self.followed.room:
                    self._follow(received.event)
                case CommandDone():
                    self.followed.say(received.sentence)
                case CommandRefused():
                    self._refuse(received.reason)
                case HintUpdated(position, analysis, is_final):
                    self.followed.show_hint(position, analysis, is_final=is_final)
                case _:
                    pass  # of a room that was left
        if changed:
            self.redraw()

    def on_board_widget_first_frame_shown(self) -> None:
        """Handle the events that have waited for the first frame."""
        self.on_game_screen_woken()

    def _open_game(self, opened: GameOpened) -> None:
        settings = self.shown.appearance.settings
        followed = FollowedMatch(opened.room, opened.events, settings, opened.earlier_score)
        self._begin(followed, self.shown.appearance)
        self.is_open = True
        board = self.query_one(BoardWidget)
        board.stop_flips()
        board.centre()
        self.refresh_bindings()
        self.lay_out()
        if followed.is_over:
            self._ask_for_rematch_soon()
        self.dialogs.ask_consent()

    def _follow(self, event: Event) -> None:
        self.followed.follow(event)
        match event:
            case MovePlayed():
                self._set_in_motion()
            case TurnStarted() if self.shows_popups and not self.followed.is_person(event.color):
                self._show_popup(None)
            case MatchEnded():
                self._ask_for_rematch_soon()
            case OfferMade():
                self.dialogs.ask_consent()
            case Paused() | Resumed():
                self.refresh_bindings()
            case _:
                pass
        if not self.followed.is_hinting:
            self.link.stop_hint()

    def _ask_for_rematch_soon(self) -> None:
        seconds = 0.5 if self.shown.appearance.settings.animation else 0.01
        self.set_timer(seconds, self._ask_for_rematch)

    def _ask_for_rematch(self) -> None:
        self.dialogs.ask_for_rematch(self._choose)

    def _set_in_motion(self) -> None:
        board, placement = self.query_one(BoardWidget), self.followed.last_move
        if not self.shown.appearance.settings.animation or self.followed.is_past:
            board.stop_flips()
            return
        assert placement is not None
        if not board.is_flipping(placement):
            board.start_flips(placement)
        if self.followed.plies[-1].answer is Answer.MAYBE:
            board.flash()

    def _say(self, sentence: str) -> None:
        self.followed.say(sentence)
        self.redraw()

    def _refuse(self, reason: str) -> None:
        self.query_one(BoardWidget).stop_flips()
        self.followed.refuse(reason)
        self.redraw()

    # Moving

    @property
    def shows_popups(self) -> bool:
        """Whether the oracle's popup appears before each move."""
        return self.shown.appearance.settings.gif and self.followed.has_oracle

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play on a square, or say why that cannot be."""
        if message.by_key and self.shown.typed.problem:
            self._refuse(self.shown.typed.problem)
            self._clear_typed()
            return
        self._type(SquareInput())
        followed, turn = self.followed, self.followed.turn
        if followed.is_past:
            self._say("You are looking at an earlier position; Esc returns to the game.")
        elif followed.is_over:
            self._ask_for_rematch()
        elif not followed.people or followed.match.is_paused:
            self.commands.toggle_pause()
        elif turn is None:
            self._say(f"{followed.setup.player(followed.live.turn).name} is to move.")
        else:
            self._play(message.square, turn)

    def _play(self, square: Square, turn: TurnStarted) -> None:
        try:
            placement = self.followed.live.place(square)
        except IllegalMove as error:
            self._refuse(str(error))
            return
        if self.shows_popups:
            self.link.submit(self.followed.room.pause)
            self._show_popup(square)
            return
        # The animation starts before the move is saved; a refusal ends it.
        if self.shown.appearance.settings.animation:
            self.query_one(BoardWidget).start_flips(placement)
        self.commands.play(square, turn)

    def _show_popup(self, square: Square | None) -> None:
        """Show the oracle's popup before a move; the match is paused meanwhile."""
        asked, commands = self.followed.match.asked, self.commands
        turn = asked if isinstance(asked, TurnStarted) else None
        self.dialogs.show_popup(
            self.shown.painter,
            lambda: commands.play_after_popup(square, turn),
            moves=self.shown.appearance.settings.animation,
        )

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Describe the square under the cursor."""
        self.shown.describe(message.square)

    def on_move_list_moment_chosen(self, message: MoveList.MomentChosen) -> None:
        """Show the position that was chosen in the move list."""
        self._view(message.number)

    def on_key(self, event: events.Key) -> None:
        """Handle typed squares; a letter that is no column of this board may be a key."""
        letter, typed = event.character or "", self.shown.typed
        board = self.query_one(BoardWidget)
        size = board.size_of_board
        is_letter = len(letter) == 1 and letter.isalpha()
        column = ord(letter.lower()) - ord("a") if is_letter else -1
        word = typed.text + letter.lower()
        if is_letter and "pass".startswith(word) and size < _SIZE_WITH_COLUMN_P:
            self._type(SquareInput(word, size, typed.before or board.cursor))
        elif letter in ("n", "N") and column >= size:
            self._type(SquareInput())
            board.next_legal(1 if letter == "n" else -1)
        elif 0 <= column < size:
            self._type(SquareInput(letter.lower(), size, board.cursor))
            board.cursor = Square(column, board.cursor.row)
        elif typed and (letter.isdecimal() or (is_letter and not self._is_command(event))):
            self._type(typed + letter.lower())
            board.cursor = self.shown.typed.square or board.cursor
        elif typed and event.key == "backspace":
            self._type(typed.shortened())
        elif typed and event.key == "escape":
            self._clear_typed()
        else:
            if typed and event.key not in ("enter", "space"):
                self._type(SquareInput())  # another key ends the typed square
            return
        event.stop()
        board.focus()

    def _is_command(self, event: events.Key) -> bool:
        binding = self.active_bindings.get(event.key)
        return binding is not None and binding.enabled

    def _type(self, typed: SquareInput) -> None:
        self.shown.typed = typed
        self.shown.describe(self.query_one(BoardWidget).cursor)

    def _clear_typed(self) -> None:
        """Clear what was typed and put the cursor back, so that half a square is never played."""
        board, before = self.query_one(BoardWidget), self.shown.typed.before
        self._type(SquareInput())
        board.cursor = before or board.cursor

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide the actions that are not possible in this game."""
        followed = self.followed
        if action == "pause":
            has_clock = not followed.setup.clock.is_none
            is_offered = not followed.people or followed.match.is_paused or has_clock
            return is_offered and not followed.is_over
        if action == "step":
            return not followed.people and not followed.is_over
        if action in ("undo", "redo", "resign"):
            return bool(followed.people)
        return True

    def action_undo(self) -> None:
        """Take back the last move, or ask the opponent to agree."""
        self.commands.take_back()

    def action_redo(self) -> None:
        """Redo what was taken back last."""
        self.commands.redo()

    def action_hint(self) -> None:
        """Ask for a hint for the position that is shown, or hide the one that is shown."""
        if not self.followed.has_hint and not self.followed.can_hint:
            self._say("No hint is possible right now.")
            return
        self.commands.toggle_hint()
        if self.followed.is_hinting:
            self.followed.say("The computer is analysing the position ...")
        self.redraw()

    def action_pause(self) -> None:
        """Pause the game, or continue it."""
        self.commands.toggle_pause()

    def action_step(self) -> None:
        """Let the computers make one move, then pause."""
        self.commands.step()

    def action_review(self, step: int) -> None:
        """Show an earlier or later moment; the game is not changed."""
        self._view(self.followed.move_number + step)

    def _view(self, number: int) -> None:
        self.commands.view(number)
        self.redraw()

    def action_resign(self) -> None:
        """Resign, after a question."""
        self.dialogs.ask_to_resign()

    def action_new_game(self) -> None:
        """Choose another game."""
        self.post_message(self.GameWanted())

    def action_rematch(self) -> None:
        """Play another round between the same players."""
        self.commands.rematch()

    def action_appearance(self) -> None:
        """Change the appearance."""
        self.post_message(self.AppearanceWanted())

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(TextScreen(HELP))

    def action_save(self) -> None:
        """Write the game to a file."""
        self.dialogs.ask_to_save()

    def action_load(self) -> None:
        """Continue a game from a file."""
        self.dialogs.ask_to_load()

    def action_paste(self) -> None:
        """Continue from a transcript or a position that is typed or pasted."""
        self.dialogs.ask_to_paste()

    def on_paste(self, event: events.Paste) -> None:
        """Ask before continuing from what was pasted, in case that was an accident."""
        event.stop()
        self.dialogs.ask_to_paste(" ".join(event.text.split()))

    def action_copy_moves(self) -> None:
        """Copy the moves, or the whole record where the moves are not enough."""
        self._copy(self.commands.transcript(), "The moves")

    def action_copy_position(self) -> None:
        """Copy the position that is shown as a board string."""
        self._copy(str(self.followed.position), "The position")

    def _copy(self, text: str, what: str) -> None:
        self.app.copy_to_clipboard(text)
        shown = text if len(text) <= 80 else f"{text[:77]}..."
        self._say(f"{what} copied: {shown}" if text else f"{what}: none yet.")

    def action_menu(self) -> None:
        """Show the menu; while reviewing, return to the game instead."""
        if self.followed.is_past:
            self._view(len(self.followed.plies))
            self.query_one(BoardWidget).focus()
        else:
            self.dialogs.show_menu(self._choose)

    def _choose(self, entry: str) -> None:
        """Do what was chosen in a dialog."""
        if entry == "pause":  # also where its key is not shown
            self.commands.toggle_pause()
        elif entry != "back":
            self.call_later(self.run_action, entry)

    # Updates

    def _update(self) -> None:
        """Update the clocks and the computer's analysis."""
        if self.followed.is_over or self.query_one(BoardWidget).awaits_first_frame:
            return  # the next update is soon enough
        self._updates += 1
        if not self.followed.setup.clock.is_none and self._updates % 2 == 0:
            self.link.tick()
        self.followed.show_thinking(self.followed.room.thinking)
        self.shown.draw_seats(self.link.now())

    def show_appearance(self, appearance: TerminalAppearance) -> None:
        """Show another appearance from now on."""
        self.shown.appearance = appearance
        self.link.pauses_for_popups = appearance.settings.gif
        self.followed.apply_appearance(appearance.settings)
        self.lay_out()

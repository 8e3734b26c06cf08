"""The game screen: shows the match and sends the player's moves to the local game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.actions import parse
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from outflank.errors import IllegalMove
from outflank.faces.local.background_review import BackgroundReview, ReviewUpdated
from outflank.faces.local.commands import GameCommands
from outflank.faces.local.face_link import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceLink,
    GameOpened,
    HintUpdated,
    SaveQuestioned,
)
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.square_input import SquareInput
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.graph import TerminalGraph
from outflank.faces.terminal.full_screen.key_line import KeyLine
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.faces.terminal.full_screen.panel import Banner, MessageLog, ScoreBar, SeatCard
from outflank.faces.terminal.full_screen.screens.game_dialogs import GameDialogs
from outflank.faces.terminal.full_screen.screens.game_display import GameDisplay
from outflank.faces.terminal.full_screen.screens.game_keys import GAME_KEYS
from outflank.faces.terminal.full_screen.square_typing import SquareTyping
from outflank.play.events import Event, MatchEnded, MovePlayed, OfferMade, TurnStarted
from outflank.rules import Answer, Square
from outflank.texts import say

__all__ = ["GameScreen"]

_UPDATE = 0.1  # seconds between updates of the clocks and the computer's analysis


class GameScreen(Screen[None]):
    """The screen of a game: a board, a panel and a line of keys."""

    BINDINGS: ClassVar[list[BindingType]] = GAME_KEYS

    class Woken(Message):
        """There are events to handle."""

    class Wanted(Message):
        """The player wants an action of the whole app, such as a new game."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    def __init__(self, link: FaceLink, appearance: TerminalAppearance) -> None:
        super().__init__()
        self.link = link
        self.is_open: bool = False  # whether the game's events have been received
        room = link.local_game.room
        self._begin(FollowedMatch(room, room.events[:1], appearance.settings), appearance)
        self._updates = 0

    def _begin(self, followed: FollowedMatch, appearance: TerminalAppearance) -> None:
        self.followed = followed
        self.commands: GameCommands = GameCommands(self.link, followed)
        self.shown: GameDisplay = GameDisplay(self, self.commands, appearance)
        self.dialogs: GameDialogs = GameDialogs(self, self.commands)
        self._typing = SquareTyping(self, self.shown.show_typed)
        self._review = BackgroundReview(self.link, followed)

    def compose(self) -> ComposeResult:
        """Compose the screen."""
        painter = self.shown.painter
        yield Static("", id="title", markup=False)
        yield Static("", id="too-small", markup=False)
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
        yield KeyLine(self._is_useful)

    def on_mount(self) -> None:
        """Start the updates."""
        self.query_one(BoardWidget).focus()
        self.set_interval(_UPDATE, self._update)
        self.wake()

    def on_resize(self) -> None:
        """Draw the board as large as possible."""
        self.call_after_refresh(self.lay_out)

    def lay_out(self) -> None:
        """Give every widget its size."""
        self.shown.lay_out()
        self.shown.draw_seats(self.link.now())

    def redraw(self) -> None:
        """Draw the current state of the game."""
        self.shown.redraw()
        self.shown.draw_seats(self.link.now())
        self.refresh_bindings()

    # Events

    def wake(self) -> None:
        """Let the event loop take the events; called on any thread, first by `on_mount`."""
        if self.is_running:
            self.post_message(self.Woken())

    def on_game_screen_woken(self) -> None:
        """Handle the events; wait for the first frame of a move, which must not be delayed."""
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
                case ReviewUpdated():
                    self._review.show(received)
                case SaveQuestioned(name):
                    self.dialogs.ask_to_overwrite(name)
                case HintUpdated(position, analysis, is_final):
                    self.followed.show_hint(position, analysis, is_final=is_final)
                case _:
                    pass  # an event of an earlier room
        if changed:
            self.redraw()

    def on_board_widget_first_frame_shown(self) -> None:
        """Handle the events that have waited for the first frame."""
        self.on_game_screen_woken()

    def _open_game(self, opened: GameOpened) -> None:
        settings = self.shown.appearance.settings
        self._review.stop()
        followed = FollowedMatch(opened.room, opened.events, settings, opened.earlier_score)
        self._begin(followed, self.shown.appearance)
        self.is_open = True
        board = self.query_one(BoardWidget)
        board.stop_flips()
        board.centre()
        self.lay_out()
        if opened.viewed is not None:
            followed.view(opened.viewed)
        elif followed.is_over:
            self._ask_for_rematch()
        self.dialogs.ask_consent()

    def _follow(self, event: Event) -> None:
        self.followed.follow(event)
        match event:
            case MovePlayed():
                self._set_in_motion()
            case TurnStarted() if self.shows_popups and not self.followed.is_person(event.color):
                self._show_popup(None)
            case MatchEnded():
                self._ask_for_rematch()
            case OfferMade():
                self.dialogs.ask_consent()
            case _:
                pass
        if not self.followed.is_hinting:
            self.link.stop_hint()

    def _ask_for_rematch(self, seconds: float = 0.5) -> None:
        """Ask whether to play again, once the last discs have flipped."""
        seconds = seconds if self.shown.appearance.settings.animation else 0.01
        self.set_timer(seconds, lambda: self.dialogs.ask_for_rematch(self.action_do))

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

    def _refuse(self, reason: Exception | str) -> None:
        self.query_one(BoardWidget).stop_flips()
        self.followed.refuse(reason)
        self.redraw()

    # Moving

    @property
    def shows_popups(self) -> bool:
        """Whether the oracle's popup appears before each move."""
        return self.shown.appearance.settings.gif and self.followed.has_oracle

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play on a square, or say why that is not possible."""
        if problem := self._typing.finish(by_key=message.by_key):
            self._refuse(problem)
            return
        followed, turn = self.followed, self.followed.turn
        if followed.is_past:
            self._say(say("terminal.past"))
        elif followed.is_over:
            self._ask_for_rematch(0.01)
        elif not followed.people or followed.match.is_paused:
            self.commands.toggle_pause()
        elif turn is None:
            name = followed.setup.player(followed.live.turn).name
            self._say(say("local.game.to_move", name=name))
        else:
            self._play(message.square, turn)

    def _play(self, square: Square, turn: TurnStarted) -> None:
        try:
            placement = self.followed.live.place(square)
        except IllegalMove as error:
            self._refuse(error)
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
        """Show the oracle's popup before a move; the match is paused while it is open."""
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
        """Show the position chosen in the move list."""
        self._view(message.number)

    def on_key(self, event: events.Key) -> None:
        """Handle typed squares, and the key n, which is a column only on large boards."""
        board, letter = self.query_one(BoardWidget), event.character
        if letter in ("n", "N") and not SquareInput(board.size_of_board).is_column("n"):
            event.stop()
            self._typing.drop()
            board.next_legal(1 if letter == "n" else -1)
            board.focus()
        else:
            self._typing.handle(event)

    # Actions

    def _actions(self) -> dict[str, Callable[[], object]]:
        """Return the action of each key and menu entry; the app has the others."""
        commands, dialogs = self.commands, self.dialogs
        return {
            "earlier": lambda: self._view(self.followed.move_number - 1),
            "later": lambda: self._view(self.followed.move_number + 1),
            "undo": commands.take_back,
            "redo": commands.redo,
            "hint": self._hint,
            "move_now": commands.move_now,
            **dict.fromkeys(("continue", "pause"), commands.toggle_pause),
            "step": commands.step,
            "resign": dialogs.ask_to_resign,
            "rematch": commands.rematch,
            "what_if": dialogs.ask_what_if,
            "origin": commands.return_to_origin,
            "review": self._review_game,
            "save": dialogs.ask_to_save,
            "paste": dialogs.ask_to_paste,
            "copy_moves": lambda: self._say(dialogs.copy_moves()),
            "copy_position": lambda: self._say(dialogs.copy_position()),
        }

    def action_do(self, what: str) -> None:
        """Carry out the action of a key or a menu entry."""
        if what in (actions := self._actions()):
            actions[what]()
        elif what != "back":
            self.post_message(self.Wanted(what))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the actions that make no sense in this game."""
        if action in ("menu", "return"):
            return self.followed.is_past == (action == "return")
        return self.commands.is_offered(str(parameters[0])) if action == "do" else True

    def _is_useful(self, binding: Binding) -> bool:
        """Return whether a key would have an effect now; other keys only say why not."""
        _, name, parameters = parse(binding.action)
        return name != "do" or self.commands.is_useful(str(parameters[0]))

    def _view(self, number: int) -> None:
        self.commands.view(number)
        self.redraw()

    def _hint(self) -> None:
        """Ask for a hint on the viewed position, or hide the hint that is shown."""
        if not self.followed.has_hint and not self.followed.can_hint:
            self._say(say("local.game.hint.none_now"))
            return
        self.commands.toggle_hint()
        if self.followed.is_hinting:
            self.followed.say(say("local.game.hint.analysing"))
        self.redraw()

    def _review_game(self) -> None:
        """Let the computer review the game; the player can view earlier moves meanwhile."""
        self._review.start()
        self._say(self._review.status)

    def on_paste(self, event: events.Paste) -> None:
        """Show the pasted text and ask before continuing from it, as it may be an accident."""
        event.stop()
        self.dialogs.ask_to_paste(" ".join(event.text.split()))

    def action_menu(self) -> None:
        """Show the menu, if no other screen is open."""
        if self.is_active:
            self.dialogs.show_menu(self.action_do)

    def action_return(self) -> None:
        """Return from an earlier position to the game."""
        self._view(len(self.followed.plies))
        self.query_one(BoardWidget).focus()

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
        """Switch to another appearance."""
        self.shown.appearance = appearance
        self.link.pauses_for_popups = appearance.settings.gif
        self.followed.apply_appearance(appearance.settings)
        self.lay_out()

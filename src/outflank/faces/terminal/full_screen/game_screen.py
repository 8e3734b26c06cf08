"""The game screen: shows the match and sends the player's moves to the local game."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Footer, Static

from outflank.errors import IllegalMove
from outflank.faces.local.face_link import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceLink,
    GameOpened,
    HintUpdated,
)
from outflank.faces.local.sentences import Sentences
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.game_questions import GameQuestions
from outflank.faces.terminal.full_screen.graph import TerminalGraph
from outflank.faces.terminal.full_screen.match_view import EvaluationPoint, TerminalMatchView
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.faces.terminal.full_screen.panel import Banner, MessageLog, ScoreBar, SeatCard
from outflank.faces.terminal.full_screen.square_input import SquareInput
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    OfferMade,
    Passed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.rules import Answer, Color, Square

__all__ = ["GameScreen"]

_UPDATE = 0.1  # seconds between updates of the clocks and the computer's analysis
_PANEL = 28  # columns that the panel needs at least
_SIZE_WITH_COLUMN_P = 16  # on smaller boards p starts the word pass
_LOUD = (MatchStarted, Passed, MatchEnded, OfferMade)


class GameScreen(GameQuestions):
    """A board, a panel and a line of keys."""

    class Woken(Message):
        """There are events."""

    def __init__(self, link: FaceLink, appearance: TerminalAppearance) -> None:
        super().__init__(link, appearance)
        self._updates = 0

    def compose(self) -> ComposeResult:
        """Compose the screen."""
        painter = self.painter
        yield Static("", id="title")
        with Horizontal(id="game"):
            with Vertical(id="left"):
                yield BoardWidget(painter)
                yield Static("", id="pointed")
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
                case EventReceived() if received.room is self.link.local_game.room:
                    self._follow(received)
                case CommandDone():
                    self.say(received.sentence)
                case CommandRefused():
                    self._refuse(received.reason)
                case HintUpdated():
                    self._show_hint(received)
                case _:
                    pass  # of a room that was left
        if changed:
            self.redraw()

    def on_board_widget_first_frame_shown(self) -> None:
        """Handle the events that have waited for the first frame."""
        self.on_game_screen_woken()

    def _open_game(self, received: GameOpened) -> None:
        self.match_view = TerminalMatchView()
        self.series_score = received.series_score
        self.sentences = None
        self.hint = None
        self.query_one(MessageLog).clear()
        board = self.query_one(BoardWidget)
        board.stop_flips()
        board.centre()
        for event in received.events:
            self._follow(EventReceived(received.room, event))

    def _follow(self, received: EventReceived) -> None:
        event, match_view = received.event, self.match_view
        asked = match_view.state.asked
        if isinstance(event, MovePlayed) and asked is not None:
            self._note_evaluation(received, asked.seq, event.color)
        position = match_view.live if match_view.has_begun else None
        match_view.apply(event)
        if isinstance(event, MatchStarted):
            self._begin(event)
        is_live = event.seq >= len(received.room.events) - 4  # not a past event of a resumed match
        self._announce(event, is_live=is_live)
        if isinstance(event, MovePlayed | TakenBack | Redone):
            self.hint = None
            self.link.stop_hint()
        if isinstance(event, MovePlayed) and position is not None and is_live:
            self._set_in_motion()
        if isinstance(event, TurnStarted) and is_live:
            self.show_popup_of_computer(event)
        if isinstance(event, MatchEnded):
            self.series_score = (
                self.series_score.after(event.outcome, match_view.setup)
                if is_live
                else self.series_score
            )
            self.set_timer(
                0.5 if self.appearance.settings.animation else 0.01, self.ask_for_rematch
            )
        if isinstance(event, OfferMade):
            self.ask_consent(event)
        if isinstance(event, Paused | Resumed):
            self.refresh_bindings()

    def _begin(self, event: MatchStarted) -> None:
        self.sentences = Sentences(event.setup, self.appearance.skin(event.setup.variant.name))
        self.query_one(Banner).display = bool(event.setup.variant.answers)
        self.refresh_bindings()
        self.lay_out()

    def _announce(self, event: Event, *, is_live: bool) -> None:
        assert self.sentences is not None
        sentence = self.sentences.describe(event)
        if isinstance(event, AnswerHeard):
            effect = self.sentences.effect(event.answer, self.match_view.live.turn)
            sentence = f"{sentence[:-1]}: {effect}."
        loud = isinstance(event, _LOUD)
        self.say(sentence, loud=loud)
        if isinstance(event, Passed | MatchStarted) and is_live:
            self.app.notify(sentence, severity="warning", timeout=5)

    def _note_evaluation(self, received: EventReceived, turn: int, color: Color) -> None:
        analysis = received.room.analysis_of(turn)
        if analysis is None:
            return
        which = self.match_view.setup.player(color).seat.partition(":")[2]
        source = f"level {which}" if which.isdigit() else which
        if (point := EvaluationPoint.of(analysis, color, source)) is not None:
            self.match_view.points[len(self.match_view.plies)] = point

    def _set_in_motion(self) -> None:
        board = self.query_one(BoardWidget)
        if not self.appearance.settings.animation or self.match_view.is_reviewing:
            board.stop_flips()
            return
        ply = self.match_view.last
        assert ply is not None
        placement = ply.placement
        assert placement is not None
        if not board.is_flipping(placement):
            board.start_flips(placement)
        if ply.answer is Answer.MAYBE:
            board.flash()

    def _refuse(self, reason: str) -> None:
        self.query_one(BoardWidget).stop_flips()
        if self.sentences is not None:
            self.say(self.sentences.refusal(reason))

    # Moving

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play on a square, or say why that cannot be."""
        if message.by_key and self.typed.problem:
            self._refuse(self.typed.problem)
            self._clear_typed()
            return
        self._type(SquareInput())
        match_view = self.match_view
        if not match_view.has_begun or match_view.ended is not None:
            if match_view.ended is not None:
                self.ask_for_rematch()
            return
        if match_view.is_reviewing:
            self.say("You are looking at an earlier position; Esc returns to the game.")
        elif not match_view.people or match_view.state.is_paused:
            self.action_pause()
        elif match_view.awaits_person:
            self._play(message.square)
        else:
            self.say(f"{self.player_name(match_view.live.turn)} is to move.")

    def _play(self, square: Square) -> None:
        position, asked = self.match_view.live, self.match_view.state.asked
        assert asked is not None
        try:
            placement = position.place(square)
        except IllegalMove as error:
            self._refuse(str(error))
            return
        room = self.link.local_game.room
        if self.shows_popups:
            self.link.submit(room.pause)
            self.show_popup(lambda: self._play_after_popup(square, asked.seq))
            return
        # The animation starts before the move is saved; a refusal ends it.
        if self.appearance.settings.animation:
            self.query_one(BoardWidget).start_flips(placement)
        self.link.submit(lambda: room.play(square, turn=asked.seq))

    def _play_after_popup(self, square: Square, turn: int) -> None:
        room = self.link.local_game.room
        self.link.submit(room.resume)
        self.link.submit(lambda: room.play(square, turn=turn))

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Describe the square under the cursor."""
        self.describe(message.square)

    def on_move_list_moment_chosen(self, message: MoveList.MomentChosen) -> None:
        """Show the position that was chosen in the move list."""
        self.look_at(message.number)

    def on_key(self, event: events.Key) -> None:
        """Handle typed squares; a letter that is no column of this board may be a key."""
        letter = event.character or ""
        board = self.query_one(BoardWidget)
        is_letter = len(letter) == 1 and letter.isalpha()
        column = ord(letter.lower()) - ord("a") if is_letter else -1
        word = self.typed.text + letter.lower()
        if is_letter and "pass".startswith(word) and board.size_of_board < _SIZE_WITH_COLUMN_P:
            self._type(SquareInput(word, board.size_of_board, self.typed.before or board.cursor))
        elif letter in ("n", "N") and column >= board.size_of_board:
            self._type(SquareInput())
            board.next_legal(1 if letter == "n" else -1)
        elif 0 <= column < board.size_of_board:
            self._type(SquareInput(letter.lower(), board.size_of_board, board.cursor))
            board.cursor = Square(column, board.cursor.row)
        elif self.typed and (letter.isdecimal() or (is_letter and not self._is_command(event))):
            self._type(self.typed + letter.lower())
            board.cursor = self.typed.square or board.cursor
        elif self.typed and event.key == "backspace":
            self._type(self.typed.shortened())
        elif self.typed and event.key == "escape":
            self._clear_typed()
        else:
            if self.typed and event.key not in ("enter", "space"):
                self._type(SquareInput())  # another key ends the typed square
            return
        event.stop()
        board.focus()

    def _is_command(self, event: events.Key) -> bool:
        binding = self.active_bindings.get(event.key)
        return binding is not None and binding.enabled

    def _type(self, typed: SquareInput) -> None:
        self.typed = typed
        self.describe(self.query_one(BoardWidget).cursor)

    def _clear_typed(self) -> None:
        """Clear what was typed and put the cursor back, so that half a square is never played."""
        board, before = self.query_one(BoardWidget), self.typed.before
        self._type(SquareInput())
        board.cursor = before or board.cursor

    # Hints

    def _show_hint(self, received: HintUpdated) -> None:
        if self.hint is None or self.hint[0] != received.position:
            return
        self.hint = (received.position, dict(received.analysis.candidates))
        if not received.is_final:
            return
        best = max(received.analysis.candidates, key=lambda one: one[1].discs, default=None)
        if best is not None:
            depth = f" at depth {best[1].depth}" if best[1].depth else ""
            self.say(f"The computer would play {best[0]} ({best[1].discs:+.1f}{depth}).")
        point = EvaluationPoint.of(received.analysis, received.position.turn, "the hint")
        if point is not None and received.position == self.match_view.position:
            self.match_view.points[self.match_view.shown] = point

    # Updates

    def _update(self) -> None:
        """Update the clocks and the computer's analysis."""
        if not self.match_view.has_begun or self.match_view.ended is not None:
            return
        if self.query_one(BoardWidget).awaits_first_frame:
            return  # the next update is soon enough
        self._updates += 1
        if not self.match_view.setup.clock.is_none and self._updates % 2 == 0:
            self.link.tick()
        self.draw_seats()

    def show_appearance(self, appearance: TerminalAppearance) -> None:
        """Show another appearance from now on."""
        self.appearance = appearance
        self.link.pauses_for_popups = appearance.settings.gif
        if self.match_view.has_begun:
            setup = self.match_view.setup
            self.sentences = Sentences(setup, appearance.skin(setup.variant.name))
        self.lay_out()

"""Plays the user's moves, and updates the window on events of the match."""

from __future__ import annotations

from typing import Final

from outflank.faces.local.face_link import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceEvent,
    GameOpened,
    HintUpdated,
    SaveQuestioned,
)
from outflank.faces.window.background_tasks import PictureFetched
from outflank.faces.window.control.window_context import WindowContext
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens import dialogs
from outflank.faces.window.sounds import Sound
from outflank.faces.window.state import Popup, Screen
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MovePlayed,
    OfferMade,
    Passed,
    TurnStarted,
)
from outflank.rules import Square
from outflank.texts import say

__all__ = ["WindowController"]

_POPUP_SECONDS: Final = 2.0  # until a popup closes by itself if only computers play


class WindowController:
    """Turns moves and events into changes of the state; never blocks and knows no rules."""

    def __init__(self, context: WindowContext) -> None:
        self._context = context
        self._state = context.state
        self._next_tick = 0.0

    # Time and events

    def advance(self) -> None:
        """Show the events that are due, close a popup whose time is over, and check the clock."""
        state, game = self._state, self._state.game
        if game is None:
            return
        popup = state.overlay if isinstance(state.overlay, Popup) else None
        if popup is not None and popup.closes is not None and state.now >= popup.closes:
            self.close_popup()
            popup = None
        for event in game.advance(state.now, is_covered=popup is not None):
            self._react(game, event)
        game.followed.show_thinking(game.followed.room.thinking)
        deadline = game.followed.match.deadline
        is_late = deadline is not None and game.clock_at(state.now) > deadline
        if is_late and state.now >= self._next_tick:
            self._next_tick = state.now + 0.1
            self._context.submit(lambda: game.followed.room.tick())

    def handle(self, report: FaceEvent) -> None:
        """Handle an event from the background tasks."""
        state = self._state
        match report:
            case GameOpened():
                self._show_match(report)
            case EventReceived():
                if state.game is not None and report.room is state.game.followed.room:
                    state.game.receive(report.event, state.now)
                    self._fetch_picture(report.event)
            case HintUpdated():
                if state.game is not None:
                    state.game.followed.show_hint(
                        report.position, report.analysis, is_final=report.is_final
                    )
            case SaveQuestioned():
                state.overlay = dialogs.overwrite_dialog(report.name)
                state.focus = (Action.CLOSE, "")
            case PictureFetched():
                state.pictures = {report.url: report.frames}  # only one, because they are large
            case CommandRefused(is_late=True):
                pass  # the end of the match has been reported
            case CommandRefused():
                self._context.show_problem(report.reason)
            case CommandDone():
                self._context.show_message(report.sentence)
            case _:
                pass  # an event for another handler

    def _show_match(self, opened: GameOpened) -> None:
        state = self._state
        if state.game is not None:
            state.game.review.stop()
        self._context.local_game = opened.local_game
        game = WindowMatchView(opened, self._context.tasks, state.form.appearance, state.now)
        state.game = game
        if not dialogs.is_notice(state.overlay):
            state.overlay = None
        state.screen, state.focus = Screen.BOARD, None
        state.is_opening, state.message, state.hover = False, "", None
        if heard := game.followed.match.answer_of(len(game.followed.plies)):
            self._fetch_picture(heard)
        if opened.viewed is not None:
            game.view(opened.viewed)
        elif game.followed.is_over:
            self._show_end_dialog(game)

    def _react(self, game: WindowMatchView, event: Event) -> None:
        """Play the sound of a shown event, and open the dialog or popup that it needs."""
        match event:
            case MovePlayed():
                self._context.sounds.play(Sound.PLACE)
                if event.flipped or event.forced:
                    self._context.sounds.play(Sound.FLIP)
                if not game.followed.is_past:
                    self._context.tasks.stop_hint()
            case Passed():
                self._context.sounds.play(Sound.PASS)
            case MatchEnded():
                self._context.sounds.play(Sound.END)
                self._context.tasks.stop_hint()
                game.pending = None
                self._show_end_dialog(game)
            case OfferMade():
                self._ask_consent(game, event)
            case TurnStarted() if not game.followed.is_person(event.color):
                self._open_computers_popup(game, event)
            case _:
                pass

    def _show_end_dialog(self, game: WindowMatchView) -> None:
        self._state.overlay = dialogs.end_dialog(game.commands)
        self._state.focus = (Action.REMATCH, "")

    def _ask_consent(self, game: WindowMatchView, offer: OfferMade) -> None:
        """Ask the opponent whether a move may be taken back; a computer always agrees."""
        if not game.followed.is_person(offer.by.opponent):
            game.commands.answer_offer(agrees=True)
            return
        self._state.overlay = dialogs.consent_dialog(game.followed, offer)
        self._state.focus = (Action.AGREE, "")

    # Playing

    def play(self, square: Square) -> None:
        """Play on a square for the person to move."""
        game = self._state.game
        if game is not None and game.followed.is_past:
            game.return_to_present()  # the first click only shows the current position
            return
        if game is None or game.followed.is_over or game.pending is not None:
            return
        if game.followed.match.is_paused:
            game.followed.refuse(say("window.paused"))
            return
        turn = game.turn
        if turn is None:
            game.followed.refuse(say("local.game.not_your_turn"))
            return
        game.typed = ""
        answer = game.followed.match.position.answer
        if self._state.form.appearance.gif and answer is not None and square in game.legal:
            game.pending = square
            heard = game.followed.match.answer_of(turn.turn)
            url = (heard.image_url or "") if heard else ""
            self._state.overlay = Popup(answer, turn.color, self._state.now, square, url)
            self._context.submit(lambda: game.followed.room.pause())
            return
        game.commands.play(square, turn)

    def close_popup(self) -> None:
        """Close the popup, and place the disc that waits for that."""
        game, popup = self._state.game, self._state.overlay
        self._state.overlay = None
        if game is None or not isinstance(popup, Popup):
            return
        asked, game.pending = game.followed.match.asked, None
        turn = asked if isinstance(asked, TurnStarted) else None
        game.commands.play_after_popup(popup.square, turn)

    def _open_computers_popup(self, game: WindowMatchView, turn: TurnStarted) -> None:
        answer = game.followed.match.position.answer
        has_popup = self._context.tasks.pauses_for_popups and answer is not None
        if answer is None or not has_popup or game.followed.is_paused_by_user:
            return
        if self._state.overlay is not None:
            # Another dialog is open; the match does not wait for it.
            game.commands.play_after_popup(None, None)
            return
        heard = game.followed.match.answer_of(turn.turn)
        url = (heard.image_url or "") if heard else ""
        closes = None if game.followed.people else self._state.now + _POPUP_SECONDS
        self._state.overlay = Popup(answer, turn.color, self._state.now, None, url, closes)

    def _fetch_picture(self, event: Event) -> None:
        if isinstance(event, AnswerHeard) and event.image_url and self._state.form.appearance.gif:
            self._context.tasks.fetch(event.image_url)

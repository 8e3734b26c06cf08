"""What follows from a press, a click or an event: orders to the room, changes of the state."""

from __future__ import annotations

import contextlib
from typing import Final

from outflank.errors import MatchPaused, StaleTurn
from outflank.faces.window import questions
from outflank.faces.window.backstage import PictureCame
from outflank.faces.window.shown_game import ShownGame
from outflank.faces.window.sounds import Sound
from outflank.faces.window.stage import Stage
from outflank.faces.window.state import Popup, Screen
from outflank.faces.window.widgets import Action
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MovePlayed,
    Passed,
    TurnStarted,
)
from outflank.play.face_events import (
    CommandDone,
    CommandRefused,
    EventReceived,
    FaceEvent,
    GameOpened,
    HintUpdated,
    SeriesScored,
)
from outflank.rules import Square

__all__ = ["Director"]

_ALONE: Final = 2.0  # seconds after which a popup closes itself when nobody is there


class Director:
    """Changes the one state; never blocks, and never decides what is legal."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._state = stage.state
        self._next_tick = 0.0

    # Time and news

    def advance(self) -> None:
        """Let time pass: show what may be shown, close what closes itself."""
        state, game = self._state, self._state.game
        if game is None:
            return
        popup = state.overlay if isinstance(state.overlay, Popup) else None
        if popup is not None and popup.closes is not None and state.now >= popup.closes:
            self.close_popup()
            popup = None
        for event in game.advance(state.now, is_covered=popup is not None):
            self._react(game, event)
        game.watch_thinking(game.room.thinking)
        deadline = game.match.deadline
        is_late = deadline is not None and game.clock_at(state.now) > deadline
        if is_late and state.now >= self._next_tick:
            self._next_tick = state.now + 0.1
            self._stage.order(lambda: game.room.tick())

    def take(self, news: FaceEvent) -> None:
        """Take news from behind the stage."""
        state = self._state
        match news:
            case GameOpened():
                self._sit_down(news)
            case EventReceived():
                if state.game is not None and news.room is state.game.room:
                    state.game.hear(news.event, state.now)
                    self._fetch_picture(news.event)
            case HintUpdated():
                game = state.game
                if game is not None and game.position == news.position and game.hinting:
                    game.take_hint(news.analysis, is_final=news.is_final)
            case PictureCame():
                state.pictures = {news.url: news.frames}  # one at a time: they are large
            case CommandRefused(is_late=True):
                pass  # what ended the match is news already
            case CommandRefused():
                self._stage.say(news.reason, is_problem=True)
            case SeriesScored():
                self._ask_now(news)
            case CommandDone():
                self._stage.say(news.sentence)
            case _:
                pass  # for other faces

    def _sit_down(self, seated: GameOpened) -> None:
        state = self._state
        self._stage.table = seated.local_game
        state.game = ShownGame(
            seated.local_game, seated.room, seated.events, state.form.look, state.now
        )
        state.screen, state.overlay, state.focus = Screen.BOARD, None, None
        state.is_opening, state.message, state.hover = False, "", None
        if heard := state.game.match.answer_of(len(state.game.match.game.plies)):
            self._fetch_picture(heard)
        if state.game.is_over:
            self._ask_for_another(state.game)

    def _react(self, game: ShownGame, event: Event) -> None:
        """Let an event that is now shown be heard, and ask what it makes necessary."""
        match event:
            case MovePlayed():
                self._stage.sounds.play(Sound.PLACE)
                if event.flipped or event.forced:
                    self._stage.sounds.play(Sound.FLIP)
                if not game.course.is_past:
                    self._stage.backstage.stop_hint()
            case Passed():
                self._stage.sounds.play(Sound.PASS)
            case MatchEnded():
                self._stage.sounds.play(Sound.END)
                self._stage.backstage.stop_hint()
                game.pending = None
                self._ask_for_another(game)
            case TurnStarted() if not game.is_person(event.color):
                self._open_computers_popup(game, event)
            case _:
                pass

    def _ask_for_another(self, game: ShownGame) -> None:
        self._stage.backstage.submit_task(lambda: SeriesScored(game.room, game.table.series_score))

    def _ask_now(self, tallied: SeriesScored) -> None:
        game = self._state.game
        if game is not None and game.room is tallied.room and game.is_over:
            self._state.overlay = questions.end_question(game, tallied.series_score)
            self._state.focus = (Action.REMATCH, "")

    # Playing

    def play(self, square: Square) -> None:
        """Play on a square for the person who is to move."""
        game = self._state.game
        if game is not None and game.course.is_past:
            game.return_to_present()  # whoever wants to play sees first where that would be
            return
        if game is None or game.is_over or game.pending is not None:
            return
        if game.match.is_paused:
            game.refuse("the game is paused; P goes on")
            return
        turn = game.turn
        if turn is None:
            game.refuse("it is not your turn yet")
            return
        game.typed = ""
        answer = game.match.position.answer
        if self._state.form.look.gif and answer is not None and square in game.legal:
            game.pending = square
            heard = game.match.answer_of(turn.turn)
            url = (heard.image_url or "") if heard else ""
            self._state.overlay = Popup(answer, turn.color, self._state.now, square, url)
            self._stage.order(lambda: game.room.pause())
            return
        self._stage.order(lambda: _play(game, square, turn))

    def close_popup(self) -> None:
        """Close the popup and let its disc be placed."""
        game, popup = self._state.game, self._state.overlay
        self._state.overlay = None
        if game is None or not isinstance(popup, Popup):
            return
        square, asked = popup.square, game.match.asked
        game.pending = None

        def order() -> None:
            with contextlib.suppress(MatchPaused):
                game.room.resume()
            if square is not None and isinstance(asked, TurnStarted):
                _play(game, square, asked)

        self._stage.order(order)

    def _open_computers_popup(self, game: ShownGame, turn: TurnStarted) -> None:
        answer = game.match.position.answer
        if not self._stage.backstage.pauses_for_popups or answer is None or game.is_held_by_person:
            return
        if self._state.overlay is not None:
            # Somebody is reading something else; the match must not wait for that.
            self._stage.go_on(game)
            return
        heard = game.match.answer_of(turn.turn)
        url = (heard.image_url or "") if heard else ""
        closes = None if game.people else self._state.now + _ALONE
        self._state.overlay = Popup(answer, turn.color, self._state.now, None, url, closes)

    def _fetch_picture(self, event: Event) -> None:
        if isinstance(event, AnswerHeard) and event.image_url and self._state.form.look.gif:
            self._stage.backstage.fetch(event.image_url)


def _play(game: ShownGame, square: Square, turn: TurnStarted) -> None:
    # A second click on a turn that is over was only too quick.
    with contextlib.suppress(StaleTurn):
        game.room.play(square, turn=turn.seq)

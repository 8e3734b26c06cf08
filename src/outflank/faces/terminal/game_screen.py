"""The screen of a game: draws the match as it is and sends the player's moves to the table."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Footer, Static

from outflank.errors import IllegalMove
from outflank.faces.terminal.board import BoardWidget
from outflank.faces.terminal.follower import Follower, Point
from outflank.faces.terminal.game_questions import GameQuestions
from outflank.faces.terminal.graph import Graph
from outflank.faces.terminal.moves import MoveList
from outflank.faces.terminal.panel import (
    Banner,
    MessageLog,
    ScoreBar,
    SeatCard,
)
from outflank.faces.terminal.surroundings import Surroundings
from outflank.faces.terminal.typed import Typed
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
from outflank.play.face_events import (
    CommandDone,
    CommandRefused,
    EventReceived,
    GameOpened,
    HintUpdated,
)
from outflank.play.face_link import FaceLink
from outflank.play.sentences import Sentences
from outflank.rules import Answer, Color, Square

__all__ = ["GameScreen"]

_BEAT = 0.1  # seconds between looks at the clock and at what a computer thinks
_PANEL = 28  # columns that the panel needs at least
_LOUD = (MatchStarted, Passed, MatchEnded, OfferMade)


class GameScreen(GameQuestions):
    """A board, a panel and a line of keys."""

    class Woken(Message):
        """There is news."""

    class GameWanted(Message):
        """The player wants to choose another game."""

    class LookWanted(Message):
        """The player wants to change how things look."""

    def __init__(self, link: FaceLink, surroundings: Surroundings) -> None:
        super().__init__(link, surroundings)
        self._beats = 0

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
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
                yield Graph(painter)
        yield Footer()

    def on_mount(self) -> None:
        """Sit down at the table."""
        self.query_one(BoardWidget).focus()
        self.set_interval(_BEAT, self._beat)
        self.wake()

    def on_resize(self) -> None:
        """Draw the board as large as there is room for."""
        self.call_after_refresh(self.lay_out)

    # Events

    def wake(self) -> None:
        """Ask the loop to take the news, from any thread; before the screen is up, it does so."""
        if self.is_running:
            self.post_message(self.Woken())

    def on_game_screen_woken(self) -> None:
        """Take the news, after the first frame of a move: what it changes can wait that long."""
        if self.query_one(BoardWidget).awaits_first_frame:
            return  # and come back
        changed = False
        for news in self.link.take_events():
            changed = True
            match news:
                case GameOpened():
                    self._sit_down(news)
                case EventReceived() if news.room is self.link.local_game.room:
                    self._follow(news)
                case CommandDone():
                    self.say(news.sentence)
                case CommandRefused():
                    self._refuse(news.reason)
                case HintUpdated():
                    self._show_hint(news)
                case _:
                    pass  # a room that was left
        if changed:
            self.redraw()

    def on_board_widget_turned(self) -> None:
        """Take the news that has waited for the first frame."""
        self.on_game_screen_woken()

    def _sit_down(self, news: GameOpened) -> None:
        self.follower = Follower()
        self.series_score = news.series_score
        self.sentences = None
        self.hint = None
        self.query_one(MessageLog).clear()
        board = self.query_one(BoardWidget)
        board.stop_turning()
        board.centre()
        for event in news.events:
            self._follow(EventReceived(news.room, event))

    def _follow(self, news: EventReceived) -> None:
        event, follower = news.event, self.follower
        asked = follower.state.asked
        if isinstance(event, MovePlayed) and asked is not None:
            self._note_evaluation(news, asked.seq, event.color)
        position = follower.live if follower.has_begun else None
        follower.apply(event)
        if isinstance(event, MatchStarted):
            self._begin(event)
        is_live = event.seq >= len(news.room.events) - 4  # not told from the past
        self._announce(event, is_live=is_live)
        if isinstance(event, MovePlayed | TakenBack | Redone):
            self.hint = None
            self.link.stop_hint()
        if isinstance(event, MovePlayed) and position is not None and is_live:
            self._set_in_motion(event)
        if isinstance(event, TurnStarted) and is_live:
            self.show_popup_of_computer(event)
        if isinstance(event, MatchEnded):
            self.series_score = (
                self.series_score.after(event.outcome, follower.setup)
                if is_live
                else self.series_score
            )
            self.set_timer(0.5 if self.surroundings.look.animation else 0.01, self.ask_for_rematch)
        if isinstance(event, OfferMade):
            self.ask_consent(event)
        if isinstance(event, Paused | Resumed):
            self.refresh_bindings()

    def _begin(self, event: MatchStarted) -> None:
        self.sentences = Sentences(event.setup, self.surroundings.skin(event.setup.variant.name))
        self.query_one(Banner).display = bool(event.setup.variant.answers)
        self.refresh_bindings()
        self.lay_out()

    def _announce(self, event: Event, *, is_live: bool) -> None:
        assert self.sentences is not None
        sentence = self.sentences.describe(event)
        if isinstance(event, AnswerHeard):
            sentence = (
                f"{sentence[:-1]}: {self.sentences.effect(event.answer, self.follower.live.turn)}."
            )
        loud = isinstance(event, _LOUD)
        self.say(sentence, loud=loud)
        if isinstance(event, Passed | MatchStarted) and is_live:
            self.app.notify(sentence, severity="warning", timeout=5)

    def _note_evaluation(self, news: EventReceived, turn: int, color: Color) -> None:
        analysis = news.room.analysis_of(turn)
        if analysis is None:
            return
        which = self.follower.setup.player(color).seat.partition(":")[2]
        source = f"level {which}" if which.isdigit() else which
        if (point := Point.of(analysis, color, source)) is not None:
            self.follower.points[len(self.follower.plies)] = point

    def _set_in_motion(self, event: MovePlayed) -> None:
        board = self.query_one(BoardWidget)
        if not self.surroundings.look.animation or self.follower.is_reviewing:
            board.stop_turning()
            return
        ply = self.follower.last
        assert ply is not None
        placement = ply.placement
        assert placement is not None
        if not board.is_turning(placement):
            board.turn_over(placement, event.color)
        if ply.answer is Answer.MAYBE:
            board.flash()

    def _refuse(self, reason: str) -> None:
        self.query_one(BoardWidget).stop_turning()
        if self.sentences is not None:
            self.say(self.sentences.refusal(reason))

    def say(self, sentence: str, *, loud: bool = False) -> None:
        """Tell the player something."""
        self.query_one(MessageLog).say(sentence, loud=loud)

    # Moving

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play on a square, or say why that cannot be."""
        if message.by_key and self.typed.trouble:
            self._refuse(self.typed.trouble)
            self._forget_typed()
            return
        self._type(Typed())
        follower = self.follower
        if not follower.has_begun or follower.ended is not None:
            if follower.ended is not None:
                self.ask_for_rematch()
            return
        if follower.is_reviewing:
            self.say("You are looking back: Esc returns to the game.")
        elif not follower.people or follower.state.is_paused:
            self.action_pause()
        elif follower.awaits_person:
            self._play(message.square)
        else:
            self.say(f"{self.player_name(follower.live.turn)} is to move.")

    def _play(self, square: Square) -> None:
        position, asked = self.follower.live, self.follower.state.asked
        assert asked is not None
        try:
            placement = position.place(square)
        except IllegalMove as error:
            self._refuse(str(error))
            return
        room = self.link.local_game.room
        if self.pops_up:
            self.link.submit(room.pause)
            self.pop_up(lambda: self._play_after_popup(square, asked.seq))
            return
        # The discs begin to turn before the move is on disk; a refusal turns them back.
        if self.surroundings.look.animation:
            self.query_one(BoardWidget).turn_over(placement, position.turn)
        self.link.submit(lambda: room.play(square, turn=asked.seq))

    def _play_after_popup(self, square: Square, turn: int) -> None:
        room = self.link.local_game.room
        self.link.submit(room.resume)
        self.link.submit(lambda: room.play(square, turn=turn))

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Say what stands on the square, or what a move there would do."""
        self.describe(message.square)

    def on_move_list_looked(self, message: MoveList.Looked) -> None:
        """Look at the moment that the list of moves names."""
        self.look_at(message.number)

    def on_key(self, event: events.Key) -> None:
        """Take typed squares, and the keys that are letters of columns on larger boards only."""
        letter = event.character or ""
        board = self.query_one(BoardWidget)
        is_letter = len(letter) == 1 and letter.isalpha()
        column = ord(letter.lower()) - ord("a") if is_letter else -1
        if letter in ("n", "N") and column >= board.size_of_board:
            self._type(Typed())
            board.next_legal(1 if letter == "n" else -1)
        elif 0 <= column < board.size_of_board:
            self._type(Typed(letter.lower(), board.size_of_board, board.cursor))
            board.cursor = Square(column, board.cursor.row)
        elif self.typed and (letter.isdecimal() or (is_letter and not self._is_command(event))):
            self._type(self.typed + letter.lower())
            board.cursor = self.typed.square or board.cursor
        elif self.typed and event.key == "backspace":
            self._type(self.typed.shortened())
        elif self.typed and event.key == "escape":
            self._forget_typed()
        else:
            if self.typed and event.key not in ("enter", "space"):
                self._type(Typed())  # the player has thought of something else
            return
        event.stop()
        board.focus()

    def _is_command(self, event: events.Key) -> bool:
        binding = self.active_bindings.get(event.key)
        return binding is not None and binding.enabled

    def _type(self, typed: Typed) -> None:
        self.typed = typed
        self.describe(self.query_one(BoardWidget).cursor)

    def _forget_typed(self) -> None:
        """Go back to where the cursor stood, so that nobody plays half of what was typed."""
        board, before = self.query_one(BoardWidget), self.typed.before
        self._type(Typed())
        board.cursor = before or board.cursor

    # Hints

    def start_hint(self) -> None:
        """Let the computer look at the position that is shown; again hides what it said."""
        if not self.follower.has_begun:
            return
        position = self.follower.position
        if self.hint is not None and self.hint[0] == position:
            self.hint = None
            self.link.stop_hint()
            self.redraw()
        elif position.is_over() or position.awaits_answer():
            self.say("There is nothing to give a hint for now.")
        else:
            self.hint = (position, {})
            self.say("The computer looks at the position ...")
            self.link.ask_hint(position)

    def _show_hint(self, news: HintUpdated) -> None:
        if self.hint is None or self.hint[0] != news.position:
            return
        self.hint = (news.position, dict(news.analysis.candidates))
        if not news.is_final:
            return
        best = max(news.analysis.candidates, key=lambda one: one[1].discs, default=None)
        if best is not None:
            depth = f" at depth {best[1].depth}" if best[1].depth else ""
            self.say(f"The computer would play {best[0]} ({best[1].discs:+.1f}{depth}).")
        point = Point.of(news.analysis, news.position.turn, "the hint")
        if point is not None and news.position == self.follower.position:
            self.follower.points[self.follower.shown] = point

    # What comes up by itself

    def _beat(self) -> None:
        """Keep clocks and thinking up to date."""
        if not self.follower.has_begun or self.follower.ended is not None:
            return
        if self.query_one(BoardWidget).awaits_first_frame:
            return  # the next beat is soon enough
        self._beats += 1
        if not self.follower.setup.clock.is_none and self._beats % 2 == 0:
            self.link.tick()
        self.draw_seats()

    # Other screens

    def ask_for_game(self) -> None:
        """Let the player choose another game."""
        self.post_message(self.GameWanted())

    def change_look(self) -> None:
        """Let the player change how things look."""
        self.post_message(self.LookWanted())

    def show_look(self, surroundings: Surroundings) -> None:
        """Look different from now on."""
        self.surroundings = surroundings
        self.link.pauses_for_popups = surroundings.look.gif
        if self.follower.has_begun:
            setup = self.follower.setup
            self.sentences = Sentences(setup, surroundings.skin(setup.variant.name))
        self.lay_out()

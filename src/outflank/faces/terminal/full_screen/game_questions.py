"""The questions of the game screen, the oracle's popup and the last message."""

from __future__ import annotations

from collections.abc import Callable

from outflank.faces.terminal.full_screen.dialogs import QuestionScreen
from outflank.faces.terminal.full_screen.game_actions import GameActions
from outflank.faces.terminal.full_screen.game_display import disc_of
from outflank.faces.terminal.full_screen.oracle_popup import OraclePopup
from outflank.play.events import OfferMade, TurnStarted
from outflank.rules import Color

__all__ = ["GameQuestions"]


class GameQuestions(GameActions):
    """Asks the player for decisions and shows the oracle's popup."""

    @property
    def shows_popups(self) -> bool:
        """Whether the oracle's popup appears before each move."""
        return self.appearance.settings.gif and bool(self.match_view.setup.variant.answers)

    def show_popup_of_computer(self, turn: TurnStarted) -> None:
        """Show the popup before a computer's move, which waits for it."""
        if self.shows_popups and not self.match_view.is_person(turn.color):
            self.show_popup(self._resume_after_popup)

    def show_popup(self, closed: Callable[[], None]) -> None:
        """Show the oracle's popup, and call a function when it is closed."""
        position = self.match_view.live
        assert position.answer is not None
        assert self.sentences is not None
        popup = OraclePopup(
            position.answer,
            f"This turn places {self.sentences.effect(position.answer, position.turn)}.",
            self.painter,
            disc=disc_of(position.answer, position.turn),
            closes=not self.match_view.people,
            moves=self.appearance.settings.animation,
        )
        self.app.push_screen(popup, lambda _: closed())

    def _resume_after_popup(self) -> None:
        room = self.link.local_game.room

        def resume() -> None:
            if room.snapshot().is_paused:
                room.resume()

        self.link.submit(resume)

    def ask_for_rematch(self) -> None:
        """Ask for another round, with the result and the series score."""
        ended = self.match_view.ended
        if ended is None or self.sentences is None or not self.is_current:
            return
        first, second = (player.name for player in self.match_view.setup.players)
        standing = self.series_score.standing(first, second)
        sentence = f"{self.sentences.describe(ended)}\n\nSo far: {standing}."
        answers = [
            ("y", "Play again", "rematch"),
            ("n", "Look at the board", "board"),
            ("g", "New game ...", "new"),
            ("q", "Leave", "leave"),
        ]
        question = QuestionScreen("Play again?", sentence, answers, columns=self.beside)
        self.app.push_screen(question, self._rematch_answered)

    async def _rematch_answered(self, answer: str | None) -> None:
        if answer == "rematch":
            self.action_rematch()
        elif answer == "new":
            self.action_new_game()
        elif answer == "leave":
            await self.app.run_action("leave")

    def ask_consent(self, event: OfferMade) -> None:
        """Ask the other side whether a move may be taken back."""
        room, other = self.link.local_game.room, event.by.opponent
        if not self.match_view.is_person(other):
            self.link.submit(lambda: room.accept(other))  # a computer always agrees
            return

        def answered(answer: str | None) -> None:
            command = room.accept if answer == "yes" else room.decline
            self.link.submit(lambda: command(other))

        assert self.sentences is not None
        sentence = f"{self.sentences.describe(event)} {self.player_name(other)}, do you agree?"
        answers = [("y", "Yes, take it back", "yes"), ("n", "No, the move stands", "no")]
        question = QuestionScreen("Take back?", sentence, answers, columns=self.beside)
        self.app.push_screen(question, answered)

    def farewell(self) -> str:
        """Return how the game ended, or the disc counts and how to resume it."""
        match_view = self.match_view
        if not match_view.has_begun or self.sentences is None:
            return ""
        if match_view.ended is not None:
            return self.sentences.describe(match_view.ended)
        board = match_view.live.board
        counts = ", ".join(f"{self.sentences.side(one)} {board.count(one)}" for one in Color)
        return (
            f"No winner: unfinished, {counts}.\n"
            "The game is saved; outflank play --resume continues it."
        )

    def player_name(self, color: Color) -> str:
        """Return the name of the player of a side."""
        return self.match_view.setup.player(color).name

"""What comes up over a game by itself: the oracle's animation, questions, the farewell."""

from __future__ import annotations

from collections.abc import Callable

from outflank.faces.terminal.dialogs import Question
from outflank.faces.terminal.game_view import GameView, disc_of
from outflank.faces.terminal.popup import OraclePopup
from outflank.play.events import OfferMade, TurnStarted
from outflank.rules import Color

__all__ = ["GameQuestions"]


class GameQuestions(GameView):
    """Asks the player what the game cannot decide."""

    @property
    def pops_up(self) -> bool:
        """Whether the oracle's animation is shown before each disc is placed."""
        return self.surroundings.look.gif and bool(self.follower.setup.variant.answers)

    def show_popup_of_computer(self, turn: TurnStarted) -> None:
        """Show the animation before a computer's move, which waits for it."""
        if self.pops_up and not self.follower.is_person(turn.color):
            self.pop_up(self._go_on_after_popup)

    def pop_up(self, closed: Callable[[], None]) -> None:
        """Show the oracle's animation, and go on when it is closed."""
        position = self.follower.live
        assert position.answer is not None
        assert self.sentences is not None
        popup = OraclePopup(
            position.answer,
            f"This turn places {self.sentences.effect(position.answer, position.turn)}.",
            self.painter,
            disc=disc_of(position.answer, position.turn),
            closes=not self.follower.people,
            moves=self.surroundings.look.animation,
        )
        self.app.push_screen(popup, lambda _: closed())

    def _go_on_after_popup(self) -> None:
        room = self.link.local_game.room

        def go_on() -> None:
            if room.snapshot().is_paused:
                room.resume()

        self.link.submit(go_on)

    def ask_for_rematch(self) -> None:
        """Ask for another round, with the result and the tally; the board stays in sight."""
        ended = self.follower.ended
        if ended is None or self.sentences is None or not self.is_current:
            return
        first, second = (player.name for player in self.follower.setup.players)
        standing = self.series_score.standing(first, second)
        sentence = f"{self.sentences.describe(ended)}\n\nSo far: {standing}."
        answers = [
            ("y", "Another round", "rematch"),
            ("n", "See the board", "look"),
            ("g", "New game ...", "new"),
            ("q", "Leave", "leave"),
        ]
        question = Question("Another round?", sentence, answers, columns=self.beside)
        self.app.push_screen(question, self._rematch_answered)

    async def _rematch_answered(self, answer: str | None) -> None:
        if answer == "rematch":
            self.action_rematch()
        elif answer == "new":
            self.ask_for_game()
        elif answer == "leave":
            await self.app.run_action("leave")

    def ask_consent(self, event: OfferMade) -> None:
        """Ask the other side whether a move may be taken back."""
        room, other = self.link.local_game.room, event.by.opponent
        if not self.follower.is_person(other):
            self.link.submit(lambda: room.accept(other))  # a computer is patient
            return

        def answered(answer: str | None) -> None:
            command = room.accept if answer == "yes" else room.decline
            self.link.submit(lambda: command(other))

        assert self.sentences is not None
        sentence = f"{self.sentences.describe(event)} {self.player_name(other)}, do you agree?"
        answers = [("y", "Yes, take it back", "yes"), ("n", "No, it stands", "no")]
        question = Question("Take back?", sentence, answers, columns=self.beside)
        self.app.push_screen(question, answered)

    def farewell(self) -> str:
        """Say how the game ended, or how it stands and how to go on with it."""
        follower = self.follower
        if not follower.has_begun or self.sentences is None:
            return ""
        if follower.ended is not None:
            return self.sentences.describe(follower.ended)
        board = follower.live.board
        counts = ", ".join(f"{self.sentences.side(one)} {board.count(one)}" for one in Color)
        return (
            f"No winner: unfinished, {counts}.\n"
            "The game is kept: outflank play --resume goes on with it."
        )

    def player_name(self, color: Color) -> str:
        """Return the name of the player of a side."""
        return self.follower.setup.player(color).name

"""The actions of the game screen besides moving: one method for each key and menu entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from outflank.errors import OutflankError
from outflank.faces.terminal.full_screen.board import BoardWidget
from outflank.faces.terminal.full_screen.dialogs import (
    HELP,
    PromptScreen,
    QuestionScreen,
    TextScreen,
)
from outflank.faces.terminal.full_screen.game_display import GameDisplay
from outflank.play.events import Event, Offer
from outflank.play.setup import Undo

__all__ = ["GameActions"]

_FILE = "outflank-game.json"


class GameActions(GameDisplay):
    """The commands of a game; the screen itself is in `game_screen`."""

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

    class GameWanted(Message):
        """The player wants to choose another game."""

    class AppearanceWanted(Message):
        """The player wants to change the appearance."""

    @property
    def beside(self) -> int:
        """The columns beside the board, where questions appear so that it stays visible."""
        return max(self.query_one("#panel").region.width, 30)

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Hide the actions that are not possible in this game."""
        if not self.match_view.has_begun:
            return action not in ("undo", "redo", "hint", "pause", "step", "resign", "review")
        is_watching = not self.match_view.people
        if action == "pause":
            return self.match_view.ended is None and (
                is_watching or self.match_view.state.is_paused
            )
        if action == "step":
            return is_watching and self.match_view.ended is None
        if action in ("undo", "redo", "resign"):
            return not is_watching
        return True

    def action_undo(self) -> None:
        """Take back the last move, or ask the opponent to agree."""
        if not self.match_view.people:
            return
        if self.match_view.setup.undo is not Undo.CONSENT:
            self.link.submit(self.link.local_game.take_back)
            return
        mover = next((ply.color for ply in reversed(self.match_view.plies)), None)
        if mover is None:
            self.say("There is no move to take back.")
            return
        asker = mover if self.match_view.is_person(mover) else mover.opponent
        self.link.submit(lambda: self.link.local_game.room.make_offer(asker, Offer.TAKE_BACK))

    def action_redo(self) -> None:
        """Redo what was taken back last."""
        if self.match_view.people:
            self.link.submit(self.link.local_game.redo)

    def action_hint(self) -> None:
        """Ask for a hint for the position that is shown, or hide the one that is shown."""
        if not self.match_view.has_begun:
            return
        position = self.match_view.position
        if self.hint is not None and self.hint[0] == position:
            self.hint = None
            self.link.stop_hint()
            self.redraw()
        elif position.is_over() or position.awaits_answer():
            self.say("No hint is possible right now.")
        else:
            self.hint = (position, {})
            self.say("The computer is analysing the position ...")
            self.link.ask_hint(position)

    def action_pause(self) -> None:
        """Pause the game, or continue it."""
        room = self.link.local_game.room
        self.link.submit(room.resume if self.match_view.state.is_paused else room.pause)

    def action_step(self) -> None:
        """Let the computers make one move, then pause."""
        if not self.match_view.state.is_paused:
            self.action_pause()
            return
        self.link.pause_after = len(self.match_view.plies)
        self.link.submit(self.link.local_game.room.resume)

    def action_review(self, step: int) -> None:
        """Show an earlier or later moment; the game is not changed."""
        self.look_at(self.match_view.shown + step)

    def look_at(self, number: int) -> None:
        """Show the position after so many moves."""
        self.match_view.look_at(number)
        self.redraw()

    def action_resign(self) -> None:
        """Resign, after a question."""
        color = self.match_view.own_side
        if color is None or self.match_view.ended is not None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                room = self.link.local_game.room
                self.link.submit(lambda: room.resign(color))

        name = self.match_view.setup.player(color).name
        question = QuestionScreen(
            "Resign?",
            f"{name} would lose this game.",
            [("n", "No, play on", "no"), ("y", "Yes, resign", "yes")],
            columns=self.beside,
        )
        self.app.push_screen(question, answered)

    def action_new_game(self) -> None:
        """Choose another game."""
        self.post_message(self.GameWanted())

    def action_rematch(self) -> None:
        """Play another round between the same players."""
        self.link.change_game(self.link.local_game.rematch)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(TextScreen(HELP))

    # Files and the clipboard

    def action_save(self) -> None:
        """Write the game to a file."""

        def named(name: str | None) -> None:
            if name:
                from outflank.faces.local.saved_games import save

                path = Path(name).expanduser()
                room = self.link.local_game.room
                self.link.submit(lambda: save(room.events, path), f"Saved as {path}.")

        self.app.push_screen(PromptScreen("Save the game", "Name of the file:", _FILE), named)

    def action_load(self) -> None:
        """Continue a game from a file."""

        def named(name: str | None) -> None:
            if name:
                from outflank.faces.local.saved_games import load

                self._continue_from(lambda: load(Path(name).expanduser()))

        self.app.push_screen(PromptScreen("Load a game", "Name of the file:", _FILE), named)

    def action_paste(self) -> None:
        """Continue from a transcript or a position that is typed or pasted."""
        self._ask_what_to_paste("")

    def _ask_what_to_paste(self, text: str) -> None:
        """Ask before another game replaces this one."""

        def given(text: str | None) -> None:
            if text:
                from outflank.faces.local.saved_games import parse

                self._continue_from(lambda: parse(text.encode()), is_pasted=True)

        words = "Moves (f5d6c3), a board string, OBF, GGF or JSON:"
        self.app.push_screen(PromptScreen("Paste a game or a position", words, text), given)

    def on_paste(self, event: events.Paste) -> None:
        """Ask before continuing from what was pasted, in case that was an accident."""
        event.stop()
        self._ask_what_to_paste(" ".join(event.text.split()))

    def _continue_from(self, read: Callable[[], list[Event]], *, is_pasted: bool = False) -> None:
        """Read a game and continue it; a pasted one with the present players."""
        setup = self.match_view.setup

        def continue_from() -> None:
            from outflank.faces.local.saved_games import events_of
            from outflank.play.match import Match

            events_read = read()
            if is_pasted:
                events_read = events_of(Match.restore(events_read).game, setup)
            self.link.local_game.continue_from(events_read)

        self.link.change_game(continue_from)

    def action_copy_moves(self) -> None:
        """Copy the moves, or the whole record where the moves are not enough."""
        from outflank.notation import write

        game = self.match_view.state.game
        try:
            text = game.transcript()
        except OutflankError:
            text = write(game.copy(), format="json")
        self._copy(text, "The moves")

    def action_copy_position(self) -> None:
        """Copy the position that is shown as a board string."""
        self._copy(str(self.match_view.position), "The position")

    def _copy(self, text: str, what: str) -> None:
        self.app.copy_to_clipboard(text)
        shown = text if len(text) <= 80 else f"{text[:77]}..."
        self.say(f"{what} copied: {shown}" if text else f"{what}: none yet.")

    # The menu

    def action_menu(self) -> None:
        """Show the menu; while reviewing, return to the game instead."""
        board = self.query_one(BoardWidget)
        if self.match_view.is_reviewing:
            self.look_at(len(self.match_view.plies))
            board.focus()
            return
        entries = [
            ("Esc", "Back to the game", "back"),
            ("n", "New game ...", "new_game"),
            ("t", "Play again", "rematch"),
            ("z", "Pause or continue", "pause"),
            ("l", "Appearance ...", "appearance"),
            ("s", "Save ...", "save"),
            ("o", "Load ...", "load"),
            ("y", "Copy the moves", "copy_moves"),
            ("c", "Copy the position", "copy_position"),
            ("p", "Paste moves or a position ...", "paste"),
            ("h", "Rules", "rules"),
            ("?", "Keys", "help"),
            ("q", "Save and quit", "leave"),
        ]
        self.app.push_screen(QuestionScreen("Game", "", entries, columns=self.beside), self._chosen)

    async def _chosen(self, entry: str | None) -> None:
        if entry == "appearance":
            self.post_message(self.AppearanceWanted())
        elif entry == "pause":
            self.action_pause()
        elif entry in ("rules", "leave"):
            await self.app.run_action(entry)
        elif entry not in (None, "back"):
            await self.run_action(str(entry))

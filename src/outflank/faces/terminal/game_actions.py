"""What the player can do in a game besides moving: each key and menu entry is one method."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen

from outflank.errors import OutflankError
from outflank.faces.terminal.board import BoardWidget
from outflank.faces.terminal.dialogs import Page, Prompt, Question
from outflank.faces.terminal.follower import Follower
from outflank.faces.terminal.help import HELP
from outflank.play.events import Offer
from outflank.play.face_link import FaceLink
from outflank.play.setup import Undo
from outflank.rules import Color

__all__ = ["GameActions"]

_FILE = "outflank-game.json"


class GameActions(Screen[None]):
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

    link: FaceLink
    follower: Follower

    @property
    def beside(self) -> int:
        """The columns beside the board, where questions are asked so that it stays in sight."""
        return max(self.query_one("#panel").region.width, 30)

    # What the screen provides

    def say(self, sentence: str, *, loud: bool = False) -> None:
        """Tell the player something."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    def change_look(self) -> None:
        """Let the player change how things look."""
        raise NotImplementedError

    def ask_for_game(self) -> None:
        """Let the player choose another game."""
        raise NotImplementedError

    def start_hint(self) -> None:
        """Let the computer look at the position that is shown."""
        raise NotImplementedError

    # Commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Leave out what cannot be done in this game."""
        if not self.follower.has_begun:
            return action not in ("undo", "redo", "hint", "pause", "step", "resign", "review")
        is_watching = not self.follower.people
        if action == "pause":
            return self.follower.ended is None and (is_watching or self.follower.state.is_paused)
        if action == "step":
            return is_watching and self.follower.ended is None
        if action in ("undo", "redo", "resign"):
            return not is_watching
        return True

    def action_undo(self) -> None:
        """Take back the last move, or ask the opponent whether that may be."""
        if not self.follower.people:
            return
        if self.follower.setup.undo is not Undo.CONSENT:
            self.link.submit(self.link.local_game.take_back)
            return
        mover = next((ply.color for ply in reversed(self.follower.plies)), None)
        if mover is None:
            self.say("There is no move to take back.")
            return
        asker = mover if self.follower.is_person(mover) else mover.opponent
        self.link.submit(lambda: self.link.local_game.room.make_offer(asker, Offer.TAKE_BACK))

    def action_redo(self) -> None:
        """Play again what was taken back last."""
        if self.follower.people:
            self.link.submit(self.link.local_game.redo)

    def action_hint(self) -> None:
        """Ask the computer what it thinks of each move."""
        self.start_hint()

    def action_pause(self) -> None:
        """Stop the game, or let it go on."""
        room = self.link.local_game.room
        self.link.submit(room.resume if self.follower.state.is_paused else room.pause)

    def action_step(self) -> None:
        """Let the computers make one move, then stop."""
        if not self.follower.state.is_paused:
            self.action_pause()
            return
        self.link.pause_after = len(self.follower.plies)
        self.link.submit(self.link.local_game.room.resume)

    def action_review(self, step: int) -> None:
        """Look at an earlier or a later moment; the game stays as it is."""
        self.look_at(self.follower.shown + step)

    def look_at(self, number: int) -> None:
        """Look at the moment after so many moves."""
        self.follower.look_at(number)
        self.redraw()

    def action_resign(self) -> None:
        """Give up, after a question."""
        color = self.follower.own_side
        if color is None or self.follower.ended is not None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                room = self.link.local_game.room
                self.link.submit(lambda: room.resign(color))

        name = self.follower.setup.player(color).name
        question = Question(
            "Resign?",
            f"{name} would lose this game.",
            [("n", "No, play on", "no"), ("y", "Yes, resign", "yes")],
            columns=self.beside,
        )
        self.app.push_screen(question, answered)

    def action_new_game(self) -> None:
        """Choose another game."""
        self.ask_for_game()

    def action_rematch(self) -> None:
        """Play another round between the same players."""
        self.link.change_game(self.link.local_game.rematch)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(Page(HELP))

    # Files and the clipboard

    def action_save(self) -> None:
        """Write the game to a file."""

        def named(name: str | None) -> None:
            if name:
                from outflank.play.saved_games import save

                path = Path(name).expanduser()
                room = self.link.local_game.room
                self.link.submit(lambda: save(room.events, path), f"Saved as {path}.")

        self.app.push_screen(Prompt("Save the game", "Name of the file:", _FILE), named)

    def action_load(self) -> None:
        """Go on with a game from a file."""

        def named(name: str | None) -> None:
            if name:
                self._take_up(lambda: Path(name).expanduser().read_bytes())

        self.app.push_screen(Prompt("Load a game", "Name of the file:", _FILE), named)

    def action_paste(self) -> None:
        """Go on from a transcript or a position that is typed or pasted."""
        self._ask_what_to_paste("")

    def _ask_what_to_paste(self, text: str) -> None:
        """Ask before another game takes the place of this one."""

        def given(text: str | None) -> None:
            if text:
                self._take_up(text.encode, is_pasted=True)

        words = "Moves (f5d6c3), a board string, OBF, GGF or JSON:"
        self.app.push_screen(Prompt("Paste a game or a position", words, text), given)

    def on_paste(self, event: events.Paste) -> None:
        """Offer to go on from what the terminal pasted; a slip of the mouse costs no game."""
        event.stop()
        self._ask_what_to_paste(" ".join(event.text.split()))

    def _take_up(self, source: Callable[[], bytes], *, is_pasted: bool = False) -> None:
        """Read a game and go on with it, between the players who sit here."""
        setup = self.follower.setup
        players = setup.player(Color.BLACK), setup.player(Color.WHITE)

        def continue_from() -> None:
            from outflank.play.match import Match
            from outflank.play.saved_games import events_of, parse

            events_read = parse(source())
            if is_pasted:
                events_read = events_of(Match.restore(events_read).game, players)
            self.link.local_game.continue_from(events_read)

        self.link.change_game(continue_from)

    def action_copy_moves(self) -> None:
        """Copy the moves, or the whole record where moves alone do not tell the game."""
        from outflank.notation import write

        game = self.follower.state.game
        try:
            text = game.transcript()
        except OutflankError:
            text = write(game.copy(), format="json")
        self._copy(text, "The moves")

    def action_copy_position(self) -> None:
        """Copy the position that is looked at as a board string."""
        self._copy(str(self.follower.position), "The position")

    def _copy(self, text: str, what: str) -> None:
        self.app.copy_to_clipboard(text)
        shown = text if len(text) <= 80 else f"{text[:77]}..."
        self.say(f"{what} copied: {shown}" if text else f"{what}: there are none yet.")

    # The menu

    def action_menu(self) -> None:
        """Show everything that can be done; while looking back, return to the game instead."""
        board = self.query_one(BoardWidget)
        if self.follower.is_reviewing:
            self.look_at(len(self.follower.plies))
            board.focus()
            return
        entries = [
            ("Esc", "Back to the game", "back"),
            ("n", "New game ...", "new_game"),
            ("t", "Another round", "rematch"),
            ("z", "Pause, or go on", "pause"),
            ("l", "Colours, discs, motion ...", "look"),
            ("s", "Save ...", "save"),
            ("o", "Load ...", "load"),
            ("y", "Copy the moves", "copy_moves"),
            ("c", "Copy the position", "copy_position"),
            ("p", "Paste moves or a position ...", "paste"),
            ("h", "Rules", "rules"),
            ("?", "Keys", "help"),
            ("q", "Leave; the game is kept", "leave"),
        ]
        self.app.push_screen(Question("Game", "", entries, columns=self.beside), self._chosen)

    async def _chosen(self, entry: str | None) -> None:
        if entry == "look":
            self.change_look()
        elif entry == "pause":
            self.action_pause()
        elif entry in ("rules", "leave"):
            await self.app.run_action(entry)
        elif entry not in (None, "back"):
            await self.run_action(str(entry))

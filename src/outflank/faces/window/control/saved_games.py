"""The actions on saved games in the window: saving, opening, renaming, deleting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from outflank.errors import OutflankError
from outflank.faces.local.game_files import load
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGame, SavedGames
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.window.background_tasks import loaded
from outflank.faces.window.control.window_context import WindowContext
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.painting.text_field import END
from outflank.faces.window.screens import dialogs
from outflank.faces.window.state import Dialog, SavedGamesOverlay

__all__ = ["SavedGameActions"]


class SavedGameActions:
    """Performs the actions on saved games."""

    def __init__(self, context: WindowContext) -> None:
        self._context = context
        self._state = context.state

    def show(self, marked: int = 0, problem: str = "") -> None:
        """Show the list."""
        try:
            games = tuple(SavedGames().all())
        except OutflankError as error:
            games, problem = (), as_sentence(error)
        marked = max(0, min(marked, len(games) - 1))
        self._state.overlay = SavedGamesOverlay(games, marked, problem)
        self._state.focus = (Action.OPEN_MARKED, "")

    def mark(self, at: int) -> None:
        """Mark a game, or open it if it is already marked."""
        overlay = self._state.overlay
        if isinstance(overlay, SavedGamesOverlay):
            if at == overlay.marked:
                self.open_marked()
            else:
                self._state.overlay = replace(overlay, marked=at)

    def move_mark(self, step: int) -> None:
        """Mark the next or previous game."""
        overlay = self._state.overlay
        if isinstance(overlay, SavedGamesOverlay) and overlay.games:
            at = max(0, min(overlay.marked + step, len(overlay.games) - 1))
            self._state.overlay = replace(overlay, marked=at)

    @property
    def _marked(self) -> SavedGame | None:
        overlay = self._state.overlay
        if not isinstance(overlay, SavedGamesOverlay) or not overlay.games:
            return None
        return overlay.games[overlay.marked]

    def open_marked(self) -> None:
        """Open the marked game."""
        saved = self._marked
        if saved is None:
            return
        self._state.overlay = None
        games = SavedGames()
        self._context.open_game(
            lambda: LocalGame.resume(name=games.match_name(saved), adapt=GameOptions.paced)
        )

    def open_file(self, name: str) -> None:
        """Open a game file that was dropped on the window."""
        self._state.overlay = None
        setup = self._context.setup
        self._context.open_game(lambda: loaded(load(Path(name), setup())))

    # Names

    def ask_name(self) -> None:
        """Ask for a name and save the game under it."""
        if (game := self._state.game) is not None:
            self._ask(dialogs.save_dialog(game.followed))

    def ask_new_name(self) -> None:
        """Ask for a new name for the marked game."""
        if (saved := self._marked) is not None:
            self._ask(dialogs.rename_dialog(saved))

    def _ask(self, dialog: Dialog) -> None:
        self._state.overlay, self._state.caret, self._state.focus = dialog, END, None

    def save(self, value: str) -> None:
        """Save the game under the typed name, or overwrite the game named `value`."""
        overlay, game = self._state.overlay, self._state.game
        name = (overlay.entry or "").strip() if isinstance(overlay, Dialog) else ""
        self._state.overlay, self._state.focus = None, None
        if game is not None:
            game.commands.save(value or name, overwrite=bool(value))

    def rename(self, old: str) -> None:
        """Rename a game to the typed name."""
        overlay = self._state.overlay
        name = (overlay.entry or "").strip() if isinstance(overlay, Dialog) else ""
        self._try(old, lambda games, saved: games.rename(saved, name))

    def ask_to_delete(self) -> None:
        """Ask before the marked game is deleted."""
        if (saved := self._marked) is not None:
            self._state.overlay = dialogs.delete_dialog(saved)
            self._state.focus = (Action.OPEN, "")

    def delete(self, name: str) -> None:
        """Delete a game."""
        self._try(name, lambda games, saved: games.delete(saved))

    def _try(self, name: str, change: Callable[[SavedGames, SavedGame], object]) -> None:
        """Change a game and show the list again, with the reason if that failed."""
        games, at = SavedGames(), 0
        try:
            saved = games.find(name)
            at = saved.number - 1
            change(games, saved)
        except OutflankError as error:
            self.show(at, as_sentence(error))
        else:
            self.show(at)

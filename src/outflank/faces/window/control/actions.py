"""The actions of the buttons and the keyboard shortcuts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final

from outflank.errors import OutflankError
from outflank.faces.local.game_files import pasted
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.new_game_form import NewGameForm
from outflank.faces.local.options import GameOptions
from outflank.faces.local.questions import resign_question
from outflank.faces.local.what_if import WhatIf
from outflank.faces.window.background_tasks import loaded
from outflank.faces.window.control.exercises import EXERCISES, ExerciseControl
from outflank.faces.window.control.saved_games import SavedGameActions
from outflank.faces.window.control.window_context import Clipboard, WindowContext
from outflank.faces.window.painting.buttons import Action
from outflank.faces.window.screens import dialogs
from outflank.faces.window.screens.board_screen import MOVES, PRESENT
from outflank.faces.window.screens.start_screen import NEXT, PREVIOUS
from outflank.faces.window.state import RulesOverlay, Screen
from outflank.notation import write
from outflank.play.record import record
from outflank.texts import say

__all__ = ["SETTINGS", "WindowActions"]

_ANY_GAME: Final = GameOptions(variant="yesno")  # a game in which every setting can be changed
SETTINGS: Final = {  # the actions that change a field of the appearance
    Action.ANIMATION: "animation",
    Action.COORDINATES: "coordinates",
    Action.EVALUATION: "evaluation",
    Action.GIF: "gif",
    Action.MARKS: "legal_marks",
    Action.SKIN: "skin",
    Action.SOUND: "sound",
    Action.THEME: "theme",
    Action.VOLUME: "volume",
}


class WindowActions:
    """Performs actions; each action has a method here, or is in SETTINGS or EXERCISES."""

    def __init__(self, context: WindowContext) -> None:
        self._context = context
        self._state = context.state
        self._saved_games = SavedGameActions(context)
        self.clipboard: Clipboard = context.clipboard
        self.exercises: ExerciseControl = ExerciseControl(context)

    def perform(self, action: Action, value: str = "") -> None:
        """Perform the action of a button or a key."""
        if action in SETTINGS:
            self._change_appearance(SETTINGS[action])
            return
        if action in EXERCISES:
            self.exercises.perform(action, value)
            return
        handler: Callable[[str], None] = getattr(self, f"_do_{action.name.lower()}")
        handler(value)

    def _do_choose(self, value: str) -> None:
        name, _, choice = value.partition(":")
        form = self._state.form
        if choice in (NEXT, PREVIOUS):
            self._state.form = form.stepped(name, 1 if choice == NEXT else -1)
        elif choice:
            self._state.form = form.with_value(name, choice)
        self._state.focus = (Action.CHOOSE, name)
        self._state.message = ""
        self._context.apply_appearance()

    def _do_start(self, _: str) -> None:
        state = self._state
        if state.is_opening:
            return
        try:
            options = state.form.game.paced()
        except OutflankError as error:
            self._context.show_problem(error)
            return
        local_game = self._context.local_game
        self._context.remember()
        if local_game is None:
            self._context.open_game(lambda: LocalGame(options))
        else:
            self._context.change_game(lambda: local_game.new_game(options))

    def _do_resume(self, _: str) -> None:
        game = self._state.game
        if game is not None and not game.followed.is_over:
            self._state.screen, self._state.focus = Screen.BOARD, None
            game.commands.resume()
        else:
            self._context.open_game(lambda: LocalGame.resume(adapt=GameOptions.paced))

    def _do_load(self, value: str) -> None:
        self._saved_games.open_file(value)

    def _do_paste(self, _: str) -> None:
        text = self._context.clipboard.read()
        self._state.overlay = None
        if not text.strip():
            self._context.show_problem(say("window.empty_clipboard"))
            return
        local_game, setup = self._context.local_game, self._context.setup
        if local_game is None:
            self._context.open_game(lambda: loaded(pasted(text, setup())))
        else:
            self._context.change_game(lambda: local_game.continue_from(pasted(text, setup())))

    def _do_open(self, _: str) -> None:
        self._saved_games.show()

    def _do_mark(self, value: str) -> None:
        self._saved_games.mark(int(value))

    def move_mark(self, step: int) -> None:
        """Mark the next or previous game in the list of saved games."""
        self._saved_games.move_mark(step)

    def _do_open_marked(self, _: str) -> None:
        self._saved_games.open_marked()

    def _do_save(self, _: str) -> None:
        self._saved_games.ask_name()

    def _do_save_now(self, value: str) -> None:
        self._saved_games.save(value)

    def _do_rename(self, _: str) -> None:
        self._saved_games.ask_new_name()

    def _do_rename_now(self, value: str) -> None:
        self._saved_games.rename(value)

    def _do_delete(self, _: str) -> None:
        self._saved_games.ask_to_delete()

    def _do_delete_now(self, value: str) -> None:
        self._saved_games.delete(value)

    def _do_move_now(self, _: str) -> None:
        if self._state.game is not None:
            self._state.game.commands.move_now()

    def _do_copy_moves(self, _: str) -> None:
        self._copy("transcript", say("window.copied.moves"))

    def _do_copy_position(self, _: str) -> None:
        self._copy("board", say("window.copied.position"))

    def _copy(self, notation: str, message: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is None:
            return
        game_record = record(game.followed.match)
        source = game_record.position if notation == "board" else game_record
        text = write(source, format=notation)
        self._context.show_message(message if self._context.clipboard.write(text) else text)

    def _do_view(self, value: str) -> None:
        """View the current position, the one with a move number, or one `+1` or `-1` from here."""
        game = self._state.game
        self._state.overlay = None
        if game is None:
            return
        if value == PRESENT:
            game.return_to_present()
        else:
            is_step = value.startswith(("+", "-"))
            game.view(int(value) + (game.followed.move_number if is_step else 0))
        focus = self._state.focus
        if not game.followed.is_past and focus is not None and focus != MOVES:
            self._state.focus = None  # other buttons are shown now

    def _do_undo(self, _: str) -> None:
        game = self._state.game
        if game is not None and game.can_undo:
            game.return_to_present()
            game.commands.take_back()

    def _do_agree(self, _: str) -> None:
        self._answer_offer(agrees=True)

    def _do_decline(self, _: str) -> None:
        self._answer_offer(agrees=False)

    def _answer_offer(self, *, agrees: bool) -> None:
        self._state.overlay, self._state.focus = None, None
        if self._state.game is not None:
            self._state.game.commands.answer_offer(agrees=agrees)

    def _do_redo(self, _: str) -> None:
        game = self._state.game
        if game is not None and game.followed.can_redo and game.pending is None:
            game.commands.redo()

    def _do_hint(self, _: str) -> None:
        if self._state.game is not None and self._state.game.pending is None:
            self._state.game.commands.toggle_hint()

    def _do_resign(self, _: str) -> None:
        game = self._state.game
        if game is not None and (question := resign_question(game.followed)) is not None:
            self._state.overlay = dialogs.resign_dialog(question)
            self._state.focus = (Action.CLOSE, "")

    def _do_resign_now(self, _: str) -> None:
        self._state.overlay = None
        if self._state.game is not None:
            self._state.game.commands.resign()

    def _do_rematch(self, value: str) -> None:
        """Play again at the same level, or at an "easier" or a "harder" one."""
        game = self._state.game
        if game is None or self._state.is_opening:
            return
        self._state.is_opening = True
        if (other := game.commands.other_levels.get(value)) is None:
            game.commands.rematch()
            return
        self._state.form = self._state.form.with_players(other)
        self._context.remember()
        game.commands.play_another(other)

    def _do_what_if(self, value: str) -> None:
        """Ask how to play on from the position that is viewed, and then do so."""
        state, game = self._state, self._state.game
        if game is None or state.is_opening:
            return
        if not value or state.what_if is None:
            if not game.commands.is_offered("what_if"):
                return
            state.what_if = WhatIf.of(game.followed.match, game.followed.move_number)
        elif value == "play":
            state.overlay, state.is_opening = None, True
            game.commands.play_on(state.what_if)
            return
        else:
            state.what_if = state.what_if.changed(value)
        state.overlay = dialogs.what_if_dialog(state.what_if, game.followed.sentences)
        state.focus = (Action.WHAT_IF, "play")

    def _do_origin(self, _: str) -> None:
        game = self._state.game
        if game is not None and not self._state.is_opening and game.commands.is_offered("origin"):
            self._state.overlay, self._state.is_opening = None, True
            game.commands.return_to_origin()

    def _do_new_game(self, _: str) -> None:
        game = self._state.game
        if game is None or game.followed.is_over or not game.followed.match.game.moves:
            self._do_leave("")
        else:
            self._state.overlay = dialogs.leave_dialog()
            self._state.focus = (Action.LEAVE, "")

    def _do_leave(self, _: str) -> None:
        state, game = self._state, self._state.game
        state.overlay, state.screen = None, Screen.START
        state.focus = (Action.START, "")
        self._context.tasks.stop_hint()
        if game is not None and not game.followed.is_over:
            game.commands.pause()

    def _do_pause(self, _: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is not None and game.pending is None:
            game.commands.toggle_pause()

    def _do_step(self, _: str) -> None:
        if self._state.game is not None:
            self._state.game.commands.step()

    def _do_rules(self, _: str) -> None:
        self._state.overlay, self._state.focus = RulesOverlay(), None

    def _do_menu(self, _: str) -> None:
        self._state.overlay = dialogs.menu(self._state)
        self._state.focus = None

    def _do_close(self, _: str) -> None:
        self._state.overlay, self._state.focus = None, None

    def _do_quit(self, _: str) -> None:
        self._state.is_done = True

    def _do_full_screen(self, _: str) -> None:
        self._state.overlay = None
        self._context.toggle_full_screen()

    def _change_appearance(self, name: str) -> None:
        """Switch a setting of the appearance on or off, or to its next value."""
        form = self._state.form
        appearance = form.appearance
        appearance = dataclasses.replace(form, game=_ANY_GAME).stepped(name, 1).appearance
        self._state.form = NewGameForm(form.game, appearance)
        self._context.apply_appearance()
        if self._state.overlay is not None:
            self._state.overlay = dialogs.menu(self._state)
        self._context.remember()

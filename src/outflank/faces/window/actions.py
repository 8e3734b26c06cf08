"""What each button and each shortcut does."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.faces.window import questions
from outflank.faces.window.board_screen import MOVES, PRESENT
from outflank.faces.window.choices import Form
from outflank.faces.window.stage import Stage
from outflank.faces.window.start_screen import NEXT, PREVIOUS
from outflank.faces.window.state import Rules, Screen
from outflank.faces.window.tables import games_folder, loaded, paced
from outflank.faces.window.widgets import Action
from outflank.notation import write
from outflank.play.local_game import LocalGame
from outflank.play.saved_games import load, parse, record, save
from outflank.play.settings import Settings

__all__ = ["Actions"]


class Actions:
    """Does what is asked for; a method for each action, named after it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._state = stage.state
        self.clipboard = stage.clipboard

    def act(self, action: Action, value: str = "") -> None:
        """Do what a button or a key stands for."""
        handler: Callable[[str], None] = getattr(self, f"_do_{action.name.lower()}")
        handler(value)

    def _do_choose(self, value: str) -> None:
        name, _, word = value.partition(":")
        form = self._state.form
        if word in (NEXT, PREVIOUS):
            self._state.form = form.moved(name, 1 if word == NEXT else -1)
        elif word:
            self._state.form = form.with_choice(name, word)
        self._state.focus = (Action.CHOOSE, name)
        self._state.message = ""
        self._stage.take_on_look()

    def _do_start(self, _: str) -> None:
        state = self._state
        if state.is_opening:
            return
        try:
            options = paced(state.form.game)
        except OutflankError as error:
            self._stage.say(str(error), is_problem=True)
            return
        state.is_opening, state.message = True, ""
        table, form = self._stage.table, state.form
        self._stage.order(lambda: Settings(form.game, form.look).save())
        if table is None:
            self._stage.backstage.open_game(lambda: LocalGame(options))
        else:
            self._stage.backstage.change_game(lambda: table.new_game(options))

    def _do_resume(self, _: str) -> None:
        game = self._state.game
        if game is not None and not game.is_over:
            self._state.screen, self._state.focus = Screen.BOARD, None
            self._stage.release(game)
        else:
            self._stage.open_table(lambda: LocalGame.resume(adapt=paced))

    def _do_load(self, value: str) -> None:
        self._state.overlay = None
        path = Path(value)
        self._stage.open_table(lambda: loaded(load(path)))

    def _do_paste(self, _: str) -> None:
        text = self._stage.clipboard.read()
        self._state.overlay = None
        if not text.strip():
            self._stage.say("the clipboard holds no text", is_problem=True)
            return
        self._stage.open_table(lambda: loaded(parse(text.encode())))

    def _do_open(self, _: str) -> None:
        self._state.overlay = questions.open_question(games_folder())
        self._state.focus = None

    def _do_save(self, _: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is None:
            return
        path = games_folder() / f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S}.json"

        def order() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            save(game.room.events, path)

        self._stage.backstage.submit(order, f"Saved as {path}.")

    def _do_copy_moves(self, _: str) -> None:
        self._copy("transcript", "The moves are in the clipboard.")

    def _do_copy_position(self, _: str) -> None:
        self._copy("board", "The position is in the clipboard.")

    def _copy(self, notation: str, sentence: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is None:
            return
        played = record(game.match)
        text = write(played.position if notation == "board" else played, format=notation)
        self._stage.say(sentence if self._stage.clipboard.write(text) else text)

    def _do_look(self, value: str) -> None:
        """Look at the present, at a moment, or so many moves on (`+1`) or back (`-1`)."""
        game = self._state.game
        self._state.overlay = None
        if game is None:
            return
        self._stage.backstage.stop_hint()
        if value == PRESENT:
            game.return_to_present()
        else:
            is_step = value.startswith(("+", "-"))
            game.look_at(int(value) + (game.course.moment if is_step else 0))
        focus = self._state.focus
        if not game.course.is_past and focus is not None and focus != MOVES:
            self._state.focus = None  # the buttons have changed

    def _do_undo(self, _: str) -> None:
        game = self._state.game
        if game is not None and (color := game.undoer) is not None:
            game.return_to_present()
            self._stage.order(lambda: game.room.take_back(color))

    def _do_redo(self, _: str) -> None:
        game = self._state.game
        if game is not None and game.can_redo and game.pending is None:
            color = game.people[0]
            self._stage.order(lambda: game.room.redo(color))

    def _do_hint(self, _: str) -> None:
        game = self._state.game
        if game is None:
            return
        if game.hinting or game.scores:
            self._stage.backstage.stop_hint()
            game.forget_hint()
        elif game.can_hint:
            game.hinting = True
            self._stage.backstage.ask_hint(game.position)

    def _do_resign(self, _: str) -> None:
        game = self._state.game
        if game is not None and (color := game.resigner) is not None:
            self._state.overlay = questions.resign_question(game.sentences.who(color))
            self._state.focus = (Action.CLOSE, "")

    def _do_resign_now(self, _: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is not None and (color := game.resigner) is not None:
            self._stage.order(lambda: game.room.resign(color))

    def _do_rematch(self, _: str) -> None:
        if self._stage.table is not None and not self._state.is_opening:
            self._state.is_opening = True
            self._stage.backstage.change_game(self._stage.table.rematch)

    def _do_new_game(self, _: str) -> None:
        game = self._state.game
        if game is None or game.is_over or not game.match.game.moves:
            self._do_leave("")
        else:
            self._state.overlay = questions.leave_question()
            self._state.focus = (Action.LEAVE, "")

    def _do_leave(self, _: str) -> None:
        state, game = self._state, self._state.game
        state.overlay, state.screen = None, Screen.START
        state.focus = (Action.START, "")
        self._stage.backstage.stop_hint()
        if game is not None and not game.is_over:
            self._stage.hold(game)

    def _do_pause(self, _: str) -> None:
        game = self._state.game
        self._state.overlay = None
        if game is None or game.is_over or game.pending is not None:
            return
        if game.is_held_by_person or game.match.is_paused:
            self._stage.release(game)
        else:
            self._stage.hold(game)

    def _do_step(self, _: str) -> None:
        game = self._state.game
        if game is None or game.is_over or game.people:
            return
        if not game.is_held_by_person:
            self._do_pause("")
            return
        self._stage.backstage.pause_after = len(game.match.game.plies)
        self._stage.go_on(game)

    def _do_rules(self, _: str) -> None:
        self._state.overlay, self._state.focus = Rules(), None

    def _do_menu(self, _: str) -> None:
        self._state.overlay = questions.menu(self._state)
        self._state.focus = None

    def _do_close(self, _: str) -> None:
        self._state.overlay, self._state.focus = None, None

    def _do_quit(self, _: str) -> None:
        self._state.is_done = True

    def _do_full_screen(self, _: str) -> None:
        self._state.overlay = None
        self._stage.toggle_full_screen()

    # The look

    def _do_sound(self, _: str) -> None:
        self._change_look("sound")

    def _do_animation(self, _: str) -> None:
        self._change_look("animation")

    def _do_marks(self, _: str) -> None:
        self._change_look("legal_marks")

    def _do_coordinates(self, _: str) -> None:
        self._change_look("coordinates")

    def _do_gif(self, _: str) -> None:
        self._change_look("gif")

    def _do_skin(self, _: str) -> None:
        self._change_look("skin")

    def _do_theme(self, _: str) -> None:
        self._change_look("theme")

    def _change_look(self, name: str) -> None:
        """Move a choice of the look to its next word."""
        form = self._state.form
        look = form.look
        if name in ("skin", "theme"):
            look = form.moved(name, 1).look
        else:
            changed: dict[str, Any] = {name: not getattr(look, name)}
            look = dataclasses.replace(look, **changed)
        self._state.form = Form(form.game, look)
        self._stage.take_on_look()
        if self._state.overlay is not None:
            self._state.overlay = questions.menu(self._state)
        self._stage.order(lambda: Settings(form.game, look).save())

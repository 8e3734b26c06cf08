"""The keys of the game screen; `terminal.help` of the catalogue explains them to players."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

__all__ = ["GAME_KEYS"]

GAME_KEYS: Final[list[BindingType]] = [
    Binding("u,ctrl+z", "do('undo')", "terminal.keys.undo", key_display="u"),
    Binding("r,ctrl+y", "do('redo')", "terminal.keys.redo", key_display="r"),
    Binding("v", "do('hint')", "terminal.keys.hint"),
    Binding("t", "do('move_now')", "terminal.keys.move_now"),
    Binding("w", "do('evaluation')", show=False),
    Binding("z", "do('continue')", "terminal.keys.continue"),
    Binding("z", "do('pause')", "terminal.keys.pause"),
    Binding("s", "do('step')", "terminal.keys.step"),
    Binding("comma,less_than_sign", "do('earlier')", "terminal.keys.back", key_display=","),
    Binding("full_stop,greater_than_sign", "do('later')", "terminal.keys.forward", key_display="."),
    Binding("plus", "do('what_if')", "terminal.keys.what_if", key_display="+"),
    Binding("minus", "do('origin')", "terminal.keys.origin", key_display="-"),
    Binding("x", "do('resign')", "terminal.keys.resign"),
    Binding("escape", "menu", "terminal.keys.menu", key_display="Esc"),
    Binding("escape", "return", "terminal.keys.return", key_display="Esc"),
    Binding("question_mark,f1", "do('help')", "terminal.keys.help", key_display="?"),
    Binding("q", "app.leave", "terminal.keys.quit"),
    Binding("ctrl+s", "do('save')", show=False),
    Binding("ctrl+o", "do('saved_games')", show=False),
    Binding("ctrl+n", "do('new_game')", show=False),
    Binding("y", "do('copy_moves')", show=False),
    Binding("tab", "app.focus_next", show=False),
    Binding("shift+tab", "app.focus_previous", show=False),
]

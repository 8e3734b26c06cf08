"""The rows of the new-game form that the start screen shows."""

from __future__ import annotations

from outflank.faces.local.new_game_form import FormRow, NewGameForm

__all__ = ["form_rows"]

_ROWS = (
    "first", "clock", "score", "time_score", "undo", "oracle", "gif", "skin", "theme",
    "legal_marks", "animation", "sound",
)  # fmt: skip


def form_rows(form: NewGameForm) -> list[FormRow]:
    """Return the rows of the start screen: a person has a name, a computer has a level.

    >>> [row.name for row in form_rows(NewGameForm())][:5]
    ['variant', 'size', 'opponent', 'name1', 'level2']
    """
    players = ("name1", "level1"), ("name2", "level2")
    shown = [name if form.row(name).is_enabled else level for name, level in players]
    return [form.row(name) for name in ("variant", "size", "opponent", *shown, *_ROWS)]

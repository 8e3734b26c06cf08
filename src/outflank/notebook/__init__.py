"""A board for notebooks: a widget that shows a game and lets people play it.

>>> board = NotebookBoard("f5d6c3")
>>> board.play("d3")
>>> board.game.transcript, board.value.turn
('f5d6c3d3', Color.BLACK)
"""

from __future__ import annotations

from outflank.extras import require_extra

require_extra("notebook", "anywidget", "traitlets")

from outflank.notebook.notebook_board import NotebookBoard  # noqa: E402 - needs the extra

__all__ = ["NotebookBoard"]

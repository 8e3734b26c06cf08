"""Programs without a protocol: a line with the board goes in, a line with a move comes out."""

from __future__ import annotations

from typing import Final

from outflank.engine.protocols.protocol import Protocol
from outflank.rules import BLACK, Position
from outflank.texts import Text

__all__ = ["DISCS", "LINE", "MOVE", "PLAIN", "board_values", "fill"]

PLAIN: Final = Protocol(
    name="plain",
    title="plain",
    summary=Text("engine.protocols.plain"),
    class_prefix="Plain",
    is_spoken=False,
)

DISCS: Final = "XO-"  # black, white, empty
LINE: Final = "{cells} {side}"
MOVE: Final = r"\b(?P<move>[a-pA-P]\d{1,2}|[Pp][Aa][Ss][Ss])\b"  # the last of a line is the answer


def board_values(position: Position, line: str = LINE, discs: str = DISCS) -> dict[str, str]:
    """Return what stands for `{cells}`, `{side}` and `{board}`, which is the whole line.

    >>> from outflank.rules import Classic
    >>> board_values(Classic().start(4))["board"]
    '-----OX--XO----- X'
    """
    cells = str(position.board).translate(str.maketrans("XO-", discs))
    values = {"cells": cells, "side": discs[0] if position.turn is BLACK else discs[1]}
    return {**values, "board": fill(line, values)}


def fill(template: str, values: dict[str, str]) -> str:
    """Put values in the places of their names.

    >>> fill("-time {seconds}", {"seconds": "0.5"})
    '-time 0.5'
    """
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template

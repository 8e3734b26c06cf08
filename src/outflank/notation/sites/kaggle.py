"""The observation that Kaggle gives an agent: the board in rows, the side to move, the moves."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, Final

from outflank.errors import NotationError
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.json_values import Value, is_json_with, join_list, split_list
from outflank.notation.lines.given_moves import game_of_names
from outflank.notation.source_text import Passage, SourceText
from outflank.notation.transcript import play
from outflank.rules import (
    BLACK,
    SIZES,
    WHITE,
    Board,
    Classic,
    Color,
    Game,
    Position,
    parse_move,
)
from outflank.texts import Text

__all__ = ["FORMAT"]

_SIGNATURE: Final = re.compile(r'"current_player\\?"\s*:|"observationString"\s*:')
_SIGNS: Final = {BLACK: "x", WHITE: "o"}
_CELLS: Final = {"x": "X", "o": "O", "": "-", "-": "-", ".": "-", " ": "-"}


def recognises(text: str) -> bool:
    """Return whether this is JSON with a current player or an observation string."""
    return is_json_with(_SIGNATURE, text)


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read an observation: the game of its moves, or else one that starts from its board."""
    record = Value.parse(passage)
    if wrapped := record.get("observationString"):
        # This is a text within a text, so errors cannot point at a place inside it.
        inner = SourceText(wrapped.text()).passage()
        with wrapped.blamed():
            return _read_inner(inner, assumed)
    return _read(record, assumed)


def _read_inner(inner: Passage, assumed: Assumptions) -> Game:
    try:
        return _read(Value.parse(inner), assumed)
    except NotationError as error:
        raise error.placed() from error


def _read(record: Value, assumed: Assumptions) -> Game:
    shown = Position(_board(record.need("board")), BLACK, variant=assumed.variant)
    history = record.get("move_history")
    if history is None:
        return Game(replace(shown, turn=_turn(record) or BLACK))
    start = assumed.variant.start(shown.size)
    game = game_of_names(history.elements(), start) or _read_moves(history, start)
    if game.position.board != shown.board:
        raise record.need("board").error(Text("errors.notation.kaggle_other_board"))
    return game


def _read_moves(history: Value, start: Position) -> Game:
    game = Game(start)
    for entry in history.items():
        with entry.blamed():
            play(game, parse_move(entry.text()))
    return game


def _board(value: Value) -> Board:
    """Read rows of x, o and nothing."""
    return _usual_board(value.elements()) or _any_board(value)


def _usual_board(rows: list[Any]) -> Board | None:
    """Read a board that is written as usual; return None for any other."""
    if len(rows) not in SIZES or not all(isinstance(row, list) for row in rows):
        return None
    try:
        spelled = ["".join([_CELLS[cell] for cell in row]) for row in rows]
    except (KeyError, TypeError):
        return None
    return Board.parse("".join(spelled)) if {*map(len, spelled)} == {len(rows)} else None


def _any_board(value: Value) -> Board:
    """Read a board cell by cell, and say which cell is wrong."""
    rows = [list(row.items()) for row in value.items()]
    if len(rows) not in SIZES or {len(row) for row in rows} != {len(rows)}:
        raise value.error(Text("errors.notation.kaggle_board_shape"))
    cells = ""
    for cell in (cell for row in rows for cell in row):
        sign = _CELLS.get(cell.text().lower())
        if sign is None:
            raise cell.error(Text("errors.notation.kaggle_cell", text=repr(cell.text()[:10])))
        cells += sign
    return Board.parse(cells)


def _turn(record: Value) -> Color | None:
    """Return the side to move, or None after the end."""
    player = record.get("current_player")
    return next((color for color, sign in _SIGNS.items() if player and player.data == sign), None)


# Writing


def write_game(game: Game) -> str:
    """Write the observation at the end of the main line."""
    position = game.root.last().position
    board, size = position.board, position.size
    cells = [{"X": "x", "O": "o", "-": ""}[cell] for cell in str(board)]
    outcome = _classic(position).outcome  # Kaggle plays only this variant
    moves = [str(ply.move) for ply in game.mainline()]
    record: dict[str, Any] = {
        "board": [cells[start : start + size] for start in range(0, size * size, size)],
        "rows": size,
        "columns": size,
        "current_player": "terminal" if outcome else _SIGNS[position.turn],
        "is_terminal": outcome is not None,
        "winner": (_SIGNS[outcome.winner] if outcome.winner else "draw") if outcome else None,
        "disks": {sign: board.count(color) for color, sign in _SIGNS.items()},
    }
    if _is_usual(game):
        last = moves[-1] if moves else None
        record |= {"last_move": last, "move_history": moves, "move_number": len(moves)}
    return json.dumps(record | {"must_pass": position.must_pass})


def _is_usual(game: Game) -> bool:
    return _classic(game.start) == Classic().start(game.start.size)


def _classic(position: Position) -> Position:
    return Position(position.board, position.turn)


def reduce_game(game: Game) -> Game:
    """Return the main line as classic Othello, or its last position if it began elsewhere."""
    if not _is_usual(game):
        last = game.root.last().position
        return Game(_classic(last) if not last.is_over else replace(_classic(last), turn=BLACK))
    reduced = Game(_classic(game.start))
    for ply in game.mainline():
        reduced.push(ply.move)
    return reduced


FORMAT = Format(
    name="kaggle",
    title="Kaggle's observation",
    extensions=(),
    holds=Game,
    carries=frozenset({Carries.MOVES, Carries.SIZES, Carries.STARTS}),
    signs='JSON with a "board" in rows and a "current_player"',
    recognises=recognises,
    split=split_list,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
    join=join_list,
)

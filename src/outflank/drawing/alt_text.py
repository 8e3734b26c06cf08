"""A drawing in words, for captions and for screen readers."""

from __future__ import annotations

from outflank.drawing.skins import Skin
from outflank.rules import PASS, Board, Color, Game, Position, Square, SquareSet

__all__ = ["description", "headline", "status"]


def headline(value: Board | Position | Game | SquareSet) -> str:
    """Name what is drawn.

    >>> headline(Game(variant="yesno", size=6))
    'Yes/No Othello, 6x6'
    """
    if isinstance(value, Game):
        return headline(value.position)
    if isinstance(value, Position):
        return f"{value.variant.title}, {value.size}x{value.size}"
    return f"{'Squares' if isinstance(value, SquareSet) else 'Board'}, {value.size}x{value.size}"


def status(value: Board | Position | Game | SquareSet, skin: Skin) -> str:
    """Describe the disc count and the side to move, or how the game ended.

    >>> from outflank.drawing.skins import find_skin
    >>> status(Game(), find_skin("classic"))
    'black 2, white 2; black to move'
    """
    if isinstance(value, SquareSet):
        return f"{len(value)} square{'' if len(value) == 1 else 's'}"
    if isinstance(value, Game):
        return f"{_count(value.position.board, skin)}; {_turn_of_game(value, skin)}"
    if isinstance(value, Position):
        return f"{_count(value.board, skin)}; {_turn(value, skin)}"
    return _count(value, skin)


def description(board: Board, skin: Skin, **groups: SquareSet | Square | None) -> str:
    """List the discs, and the marked groups of squares.

    >>> from outflank.drawing.skins import find_skin
    >>> description(Board.start(4), find_skin("classic"), last_move=None)
    'Black: c2 b3. White: b2 c3.'
    """
    listed = {skin.disc(color).name: str(board.discs(color)) for color in Color}
    listed |= {name.replace("_", " "): str(group) for name, group in groups.items() if group}
    return " ".join(
        f"{name[:1].upper()}{name[1:]}: {squares}." for name, squares in listed.items() if squares
    )


def _count(board: Board, skin: Skin) -> str:
    return ", ".join(f"{skin.disc(color).name} {board.count(color)}" for color in Color)


def _turn_of_game(game: Game, skin: Skin) -> str:
    outcome = game.outcome()
    if outcome is not None:
        winner = "draw" if outcome.winner is None else f"{skin.disc(outcome.winner).name} wins"
        return f"{winner} ({outcome.reason.value})"
    passed = ""
    if game.moves and game.peek() is PASS:
        passed = f"{skin.disc(game.position.turn.opponent).name} passed; "
    return passed + _turn(game.position, skin)


def _turn(position: Position, skin: Skin) -> str:
    mover = skin.disc(position.turn).name
    if position.is_over():
        return "the game is over"
    heard = f"; the oracle says {position.answer.value}" if position.answer else ""
    if position.awaits_answer():
        heard = "; the oracle has not answered yet"
    return f"{mover} {'must pass' if position.must_pass() else 'to move'}{heard}"

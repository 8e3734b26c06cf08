"""The words that the line mode understands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.errors import NotationError
from outflank.rules import Color, SquareSet

if TYPE_CHECKING:
    from outflank.faces.terminal.plain import PlainGame

__all__ = ["COMMANDS", "Begin", "Command", "Quit", "find_command", "no_command"]


class Quit(Exception):
    """The player leaves."""


class Begin(Exception):
    """Another game lies on the table."""


@dataclass(frozen=True, slots=True)
class Command:
    """One word: what it does in a sentence, and how."""

    what: str
    run: Callable[[PlainGame, str, Color], object]
    usage: str = ""


def _quit(game: PlainGame, rest: str, color: Color) -> None:  # noqa: ARG001
    raise Quit


def _row(game: PlainGame, rest: str, color: Color) -> None:  # noqa: ARG001
    if not (rest.isascii() and rest.isdecimal()):
        raise NotationError("name a row by its number, such as row 4")
    game.line(SquareSet.row(game.size, int(rest)), f"Row {rest}")


def _column(game: PlainGame, rest: str, color: Color) -> None:  # noqa: ARG001
    game.line(SquareSet.column(game.size, rest), f"Column {rest}")


COMMANDS = {
    "help": Command("list the commands", lambda game, _, __: game.help()),
    "board": Command(
        "draw the board, or switch drawing it each turn on or off",
        lambda game, rest, _: game.show_board(rest),
        "board [on|off]",
    ),
    "row": Command("read a row aloud", _row, "row 4"),
    "col": Command("read a column aloud", _column, "col d"),
    "moves": Command("say where you may play", lambda game, _, __: game.moves()),
    "score": Command("say how many discs each side has", lambda game, _, __: game.score()),
    "clock": Command("say how much time is left", lambda game, _, __: game.clock()),
    "hint": Command("ask the computer", lambda game, _, __: game.hint()),
    "undo": Command("take back the last move", lambda game, _, __: game.local_game.take_back()),
    "redo": Command("play it again", lambda game, _, __: game.local_game.redo()),
    "resign": Command(
        "give up, after a question unless you say now",
        lambda game, rest, color: game.resign(color, now=rest.lower() == "now"),
        "resign [now]",
    ),
    "list": Command("say the moves so far", lambda game, _, __: game.transcript()),
    "position": Command(
        "say the board in one line, to copy it", lambda game, _, __: game.position()
    ),
    "load": Command(
        "go on with a game from a file", lambda game, rest, _: game.load(rest), "load FILE"
    ),
    "paste": Command(
        "go on from moves or a board", lambda game, rest, _: game.paste(rest), "paste f5d6c3"
    ),
    "new": Command("begin another game", lambda game, _, __: game.new()),
    "save": Command(
        "write the game to a file", lambda game, rest, _: game.save(rest), "save [FILE]"
    ),
    "rules": Command("read the rules", lambda game, _, __: game.rules()),
    "quit": Command("leave; the game is kept", _quit),
}

_ALSO = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}  # what people try first


def find_command(word: str) -> Command | None:
    """Return the command of that name, or None."""
    word = word.lower()
    return COMMANDS.get(_ALSO.get(word, word))


def no_command(word: str) -> NotationError:
    """Return the complaint about a word that is no command.

    >>> print(no_command("hnt"))
    there is no command 'hnt'; did you mean hint? Say help to hear them all
    """
    import difflib  # only a mistake needs it

    close = difflib.get_close_matches(word.lower(), COMMANDS, n=1)
    meant = f"; did you mean {close[0]}? Say help to hear them all" if close else ""
    return NotationError(f"there is no command {word!r}{meant or '; help lists them'}")

"""The commands of the line mode by name, with their help texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from outflank.errors import NotationError
from outflank.faces.terminal.line_mode.commands import LineCommands
from outflank.rules import Color
from outflank.texts import Text

__all__ = ["COMMANDS", "LineCommand", "find_command", "no_command"]


@dataclass(frozen=True, slots=True)
class LineCommand:
    """One command: a few words on what it does, the function that does it, and its usage.

    The function receives the words after the command, and the side to move.
    """

    what: str
    run: Callable[[LineCommands, str, Color], object]
    usage: str = ""


def _list_commands(game: LineCommands) -> None:
    """List the commands."""
    game.say("Type a square, such as d3, to play there. The commands are:")
    for name, command in COMMANDS.items():
        game.say(f"  {command.usage or name}: {command.what}.")
    game.say(
        "On the board, * is a square where you may play, [ ] is the last move, and ( ) is a disc "
        "that it flipped. While a computer thinks, Enter makes it move at once. While two "
        "computers play, Ctrl-C pauses them; then type go or step to continue."
    )


COMMANDS = {
    "help": LineCommand("list the commands", lambda game, _, __: _list_commands(game)),
    "board": LineCommand(
        "draw the board; on and off say whether it is drawn every turn",
        lambda game, rest, _: game.show_board(rest),
        "board [on|off]",
    ),
    "row": LineCommand("list a row's discs", lambda game, rest, _: game.row(rest), "row 4"),
    "col": LineCommand("list a column's discs", lambda game, rest, _: game.column(rest), "col d"),
    "moves": LineCommand("list your legal moves", lambda game, _, __: game.moves()),
    "score": LineCommand("count each side's discs", lambda game, _, __: game.score()),
    "clock": LineCommand("tell how much time is left", lambda game, _, __: game.clock()),
    "hint": LineCommand("ask the computer for advice", lambda game, _, __: game.hint()),
    "opinion": LineCommand(
        "ask what the computer thinks of the game", lambda game, _, __: game.opinion()
    ),
    "pause": LineCommand("stop the game and its clock", lambda game, _, __: game.pause()),
    "undo": LineCommand(
        "take back your last move", lambda game, _, __: game.local_game.take_back()
    ),
    "redo": LineCommand("redo what you took back", lambda game, _, __: game.local_game.redo()),
    "resign": LineCommand(
        "resign; `resign now` does not ask first",
        lambda game, rest, color: game.resign(color, now=rest.lower() == "now"),
        "resign [now]",
    ),
    "list": LineCommand("print the moves so far", lambda game, _, __: game.transcript()),
    "position": LineCommand(
        "print the board on one line, for copying", lambda game, _, __: game.position()
    ),
    "load": LineCommand(
        "continue a saved game, given its number, its name or a file",
        lambda game, rest, _: game.load(rest),
        "load GAME",
    ),
    "paste": LineCommand(
        "continue from moves or a board", lambda game, rest, _: game.paste(rest), "paste f5d6c3"
    ),
    "new": LineCommand("start another game", lambda game, _, __: game.new()),
    "save": LineCommand(
        "save the game under a name or to a file",
        lambda game, rest, _: game.save(rest),
        "save [NAME]",
    ),
    "saves": LineCommand("list the saved games", lambda game, _, __: game.saves()),
    "rename": LineCommand(
        "give a saved game another name",
        lambda game, rest, _: game.rename(rest),
        "rename 2 NAME",
    ),
    "delete": LineCommand(
        "delete a saved game", lambda game, rest, _: game.delete(rest), "delete 2"
    ),
    "review": LineCommand("review a finished game", lambda game, _, __: game.review()),
    "rules": LineCommand("print the rules", lambda game, _, __: game.rules()),
    "quit": LineCommand("leave; the game is saved", lambda game, _, __: game.quit()),
}

_ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


def find_command(word: str) -> LineCommand | None:
    """Return the command with this name; None if there is none."""
    word = word.lower()
    return COMMANDS.get(_ALIASES.get(word, word))


def no_command(word: str) -> NotationError:
    """Return the error for a word that is not a command.

    >>> print(no_command("hnt"))
    there is no command 'hnt'; did you mean hint? Type help to list them all
    """
    import difflib  # only a mistake needs it

    close = difflib.get_close_matches(word.lower(), COMMANDS, n=1)
    meant = f"; did you mean {close[0]}? Type help to list them all" if close else ""
    return NotationError(
        Text(
            "errors.terminal.no_command", word=repr(word), value=meant or "; type help to list them"
        )
    )

"""The commands of the line mode by name, with their help texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from outflank.errors import NotationError
from outflank.faces.terminal.line_mode.commands import LineCommands
from outflank.rules import Color
from outflank.texts import Text, say

__all__ = ["COMMANDS", "LineCommand", "find_command", "no_command"]


@dataclass(frozen=True, slots=True)
class LineCommand:
    """One command: the function that runs it, and its usage if it takes arguments.

    The function receives the words after the command, and the side to move.
    """

    run: Callable[[LineCommands, str, Color], object]
    usage: str = ""


def _list_commands(game: LineCommands) -> None:
    """List the commands."""
    game.say(say("line_mode.help.how_to_play", square="d3"))
    for name, command in COMMANDS.items():
        what = say(f"line_mode.commands.{name}", **_WORDS.get(name, {}))
        usage = command.usage or name
        game.say(f"  {say('line_mode.help.command', usage=usage, what=what)}")
    game.say(say("line_mode.help.signs", key="Ctrl-C", go="go", step="step"))


# Words of the program itself that the help text on a command mentions.
_WORDS = {
    "board": {"on": "on", "off": "off", "number": "23"},
    "whatif": {"number": "23", "friend": "friend"},
    "resign": {"resign_now": "resign now"},
}

COMMANDS = {
    "help": LineCommand(lambda game, _, __: _list_commands(game)),
    "board": LineCommand(
        lambda game, rest, _: game.show_board(rest),
        "board [on|off|23]",
    ),
    "row": LineCommand(lambda game, rest, _: game.row(rest), "row 4"),
    "col": LineCommand(lambda game, rest, _: game.column(rest), "col d"),
    "moves": LineCommand(lambda game, _, __: game.moves()),
    "score": LineCommand(lambda game, _, __: game.score()),
    "clock": LineCommand(lambda game, _, __: game.clock()),
    "hint": LineCommand(lambda game, _, __: game.hint()),
    "opinion": LineCommand(lambda game, _, __: game.opinion()),
    "pause": LineCommand(lambda game, _, __: game.pause()),
    "undo": LineCommand(lambda game, _, __: game.local_game.take_back()),
    "redo": LineCommand(lambda game, _, __: game.local_game.redo()),
    "resign": LineCommand(
        lambda game, rest, color: game.resign(color, now=rest.lower() == "now"),
        "resign [now]",
    ),
    "list": LineCommand(lambda game, _, __: game.transcript()),
    "position": LineCommand(lambda game, _, __: game.position()),
    "load": LineCommand(
        lambda game, rest, _: game.load(rest),
        "load GAME",
    ),
    "paste": LineCommand(lambda game, rest, _: game.paste(rest), "paste f5d6c3"),
    "whatif": LineCommand(
        lambda game, rest, _: game.what_if(rest),
        "whatif 23 [LEVEL|friend]",
    ),
    "back": LineCommand(lambda game, _, __: game.back()),
    "new": LineCommand(lambda game, _, __: game.new()),
    "save": LineCommand(
        lambda game, rest, _: game.save(rest),
        "save [NAME]",
    ),
    "saves": LineCommand(lambda game, _, __: game.saves()),
    "rename": LineCommand(
        lambda game, rest, _: game.rename(rest),
        "rename 2 NAME",
    ),
    "delete": LineCommand(lambda game, rest, _: game.delete(rest), "delete 2"),
    "review": LineCommand(lambda game, _, __: game.review()),
    "rules": LineCommand(lambda game, _, __: game.rules()),
    "quit": LineCommand(lambda game, _, __: game.quit()),
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
    if not close:
        return NotationError(Text("errors.terminal.no_command", word=repr(word)))
    return NotationError(Text("errors.terminal.no_command_but", word=repr(word), close=close[0]))

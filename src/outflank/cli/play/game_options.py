"""The options of a new game, which every face has."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from outflank.cli.commands import option
from outflank.cli.completion import skin_names, theme_names, variant_names
from outflank.cli.options import Seconds
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance, Settings
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.faces.local.local_game import LocalGame
    from outflank.play.journal import FileJournal

__all__ = ["Adapt", "LaunchOptions", "game_options", "launch_options"]

_Command = TypeVar("_Command", bound=Callable[..., object])
_NEWEST = "newest"

Adapt = Callable[[GameOptions], GameOptions]

_OPTIONS = (
    option(
        "--variant",
        metavar="NAME",
        shell_complete=variant_names,
        help=Text("commands.play.game.options.variant"),
    ),
    option("--size", type=int, metavar="N", help=Text("commands.play.game.options.size")),
    option(
        "--player1",
        metavar="WHO",
        help=Text("commands.play.game.options.player1"),
    ),
    option("--player2", metavar="WHO", help=Text("commands.play.game.options.player2")),
    option("--first", metavar="1|2|lot", help=Text("commands.play.game.options.first")),
    option("--black", metavar="WHO", help=Text("commands.play.game.options.black")),
    option("--white", metavar="WHO", help=Text("commands.play.game.options.white")),
    option("--clock", metavar="TIME", help=Text("commands.play.game.options.clock")),
    option(
        "--score",
        metavar="board|full",
        help=Text("commands.play.game.options.score"),
    ),
    option(
        "--time-score", metavar="board|forfeit", help=Text("commands.play.game.options.time_score")
    ),
    option("--oracle", metavar="web|local|FILE", help=Text("commands.play.game.options.oracle")),
    option("--gif/--no-gif", default=None, help=Text("commands.play.game.options.gif")),
    option(
        "--skin",
        metavar="NAME",
        shell_complete=skin_names,
        help=Text("commands.play.game.options.skin"),
    ),
    option(
        "--theme",
        metavar="NAME",
        shell_complete=theme_names,
        help=Text("commands.play.game.options.theme"),
    ),
    option(
        "--undo",
        metavar="RULE",
        help=Text("commands.play.game.options.undo"),
    ),
    option(
        "--delay",
        type=Seconds(0, 60),
        help=Text("commands.play.game.options.delay"),
    ),
    option("--seed", type=int, metavar="N", help=Text("commands.play.game.options.seed")),
    option(
        "--resume",
        is_flag=False,
        flag_value=_NEWEST,
        metavar="[GAME]",
        help=Text("commands.play.game.options.resume"),
    ),
)


def game_options(command: _Command) -> _Command:
    """Give a command the options of a new game."""
    for decorate in reversed(_OPTIONS):
        command = decorate(command)
    return command


@dataclasses.dataclass(frozen=True, slots=True)
class LaunchOptions:
    """What the command line asks for: a new or a resumed game, and its appearance."""

    game: GameOptions
    appearance: Appearance
    resume: str | None
    is_bare: bool  # no options were given, so a menu is shown
    delay: float | None = None  # of a resumed game; a new one has it in `game`

    def open_game(self, adapt: Adapt | None = None) -> LocalGame:
        """Open a new game or resume a saved one; `adapt` may change options outside the match."""
        # Imported only now, so that a menu appears sooner.
        from outflank.faces.local.autosave import autosave_journal
        from outflank.faces.local.local_game import LocalGame

        if self.resume is None:
            return LocalGame(adapt(self.game) if adapt else self.game)

        def adapted(options: GameOptions) -> GameOptions:
            if self.delay is not None:
                options = dataclasses.replace(options, delay=self.delay)
            return adapt(options) if adapt else options

        journal = autosave_journal()
        return LocalGame.resume(journal, _name_of(self.resume, journal), adapt=adapted)


def launch_options(given: dict[str, Any], settings: Settings) -> LaunchOptions:
    """Return what the options of the command line ask for.

    Options that are not given have their defaults, so that the same command always starts the
    same game; only names and levels are remembered from the last form or menu. The options apply
    to this game alone.
    """
    resume = given.pop("resume")
    asked = {name: value for name, value in given.items() if value is not None}
    colors = {name: asked.pop(name) for name in ("black", "white") if name in asked}
    if colors:
        if {"player1", "player2", "first"} & asked.keys():
            raise click.UsageError(say("commands.play.game.colours_are_fixed"))
        named = next(iter(colors.values()))
        other = "human" if named.startswith(("computer", "engine")) else "computer"
        asked |= {
            "first": "1",
            "player1": colors.get("black", other),
            "player2": colors.get("white", other),
        }
    shown = {name: asked.pop(name) for name in ("gif", "skin", "theme") if name in asked}
    if resume is not None and asked.keys() - {"delay"}:
        raise click.UsageError(say("commands.play.game.resumed_as_it_is"))
    game = _defaults(settings.game) if asked and resume is None else settings.game
    game = dataclasses.replace(game, **({"seed": None} | asked))
    game.setup()  # raises the error of a wrong option before anything is opened
    appearance = dataclasses.replace(settings.appearance, **shown)
    appearance.check()
    return LaunchOptions(
        game,
        appearance,
        resume,
        is_bare=not asked and resume is None,
        delay=asked.get("delay"),
    )


def _defaults(chosen: GameOptions) -> GameOptions:
    """Return the default game, a person against the computer, with the chosen names and levels."""
    players = chosen.in_mode(1)
    return GameOptions(player1=players.player1, player2=players.player2)


def _name_of(resume: str, journal: FileJournal) -> str | None:
    """Return the name of the game to resume, from its number, its name or a file to copy."""
    if resume == _NEWEST:
        return None
    if resume in journal.matches():
        return resume
    from outflank.faces.local.saved_games import SavedGames

    games = SavedGames()
    return games.match_name(games.locate(resume))

"""The command `outflank`: each subcommand is a call into the library."""

from __future__ import annotations

import gc
import importlib
import os
import sys

import click

from outflank.errors import (
    Busy,
    CannotServe,
    ClusterError,
    MatchInUse,
    MissingCore,
    MissingExtra,
    NoGameIndex,
    OracleUnreachable,
    OutflankError,
    ProgramFault,
    ServerError,
    StoreUnavailable,
)
from outflank.plain_warnings import show_warnings_plainly

__all__ = ["main"]

_OUTSIDE = (
    Busy,
    CannotServe,
    ClusterError,
    MatchInUse,
    MissingCore,
    MissingExtra,
    NoGameIndex,
    OracleUnreachable,
    ProgramFault,
    StoreUnavailable,
)
_TOO_MANY = 429
# New objects before Python collects garbage. A command's imports make so many lasting objects that
# with the usual 700 it takes an eighth longer to start.
_GARBAGE_AFTER = 50_000
_COMPLETION = "_OUTFLANK_COMPLETE"  # set by a shell that asks for completions

# Command -> where it is defined, and what it does. A module is imported only when its command is
# called; the summaries are here so that the list of commands needs no import.
COMMANDS = {
    "admin": ("server.admin:command", "Maintain a server's database: backups, exports, keys."),
    "analyse": ("engine.analyse:command", "Evaluate the moves of a position."),
    "bench": ("engine.bench:bench_command", "Search fixed positions and count the nodes."),
    "bot": ("server.bot:command", "Play on a server with an engine or any program; check a bot."),
    "convert": ("convert:command", "Convert games and positions between formats."),
    "engine": (
        "engine.speak:command",
        "Act as another program's engine, such as NBoard's or GoGui's.",
    ),
    "formats": ("convert:formats_command", "List the formats of games and positions."),
    "games": ("archive.games:command", "Look up played games: by position, player or year."),
    "launcher": ("play.window:launcher_group", "Add the game to the desktop menu."),
    "match": ("engine.match:command", "Play a match between two engines to see who is stronger."),
    "openings": ("archive.openings:command", "Name the opening of a game; list the openings."),
    "oracle": ("play.rules:oracle_command", "Ask the oracle of Yes/No Othello once."),
    "perft": ("engine.bench:perft_command", "Count the leaves of the game tree."),
    "play": ("play.play:play_command", "Play Othello in the terminal."),
    "puzzles": ("play.exercises:puzzles_command", "Find the best move in endgames; make puzzles."),
    "review": ("engine.review:command", "Review a game: what each move was worth."),
    "rules": ("play.rules:rules_command", "Print the rules."),
    "saves": ("play.saves:command", "List, rename and delete the saved games."),
    "serve": ("server.serve:command", "Serve games and tournaments over HTTP."),
    "show": ("show:command", "Show a position or a game."),
    "solve": ("engine.solve:command", "Solve positions to the end of the game."),
    "tournament": ("server.tournament:command", "Organise a tournament on a server."),
    "train": ("engine.train:command", "Train the engine's evaluation, step by step."),
    "tutorial": ("play.exercises:tutorial_command", "Learn the rules on the board."),
    "window": ("play.window:window_command", "Play Othello in a window."),
    "worker": ("server.worker:command", "Run a server's computer players, on any host."),
}

# Former names, which still work but are not listed.
_FORMER = {"puzzle": ("engine.puzzle:former_command", "")}


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Accept `help` and `help solve` as well as --help."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the subcommands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a subcommand."""
        found = COMMANDS.get(cmd_name) or _FORMER.get(cmd_name)
        if found is None:
            return None
        module, _, name = found[0].partition(":")
        command = getattr(importlib.import_module(f"outflank.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the subcommands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        from outflank import __version__
        from outflank.cli.output import core_in_words

        click.echo(f"outflank {__version__} ({core_in_words()})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank                      choose from a short menu and play\n"
    "  outflank play --size 6        play on a small board at once\n"
    "  outflank show f5d6c3d3c4      look at a position\n"
    "  outflank perft 9              count the games of nine plies\n"
    "  outflank analyse f5d6c3       evaluate the moves of a position\n"
    "  outflank solve --size 4       solve a small board\n"
    "  outflank convert games.ggf games.json\n"
    "  outflank tutorial             learn the rules on the board\n"
    "  outflank review game.json     see what each move was worth",
)
@click.option(
    "--version", is_flag=True, callback=_print_version, expose_value=False, is_eager=True,
    help="Print the version and whether the native core is installed.",
)  # fmt: skip
@click.pass_context
def outflank(ctx: click.Context) -> None:
    """Othello (Reversi): play, view, analyse, solve and convert games, and run tournaments.

    Without a command, it starts a game.
    """
    if ctx.invoked_subcommand is None:
        from outflank.cli.play.play import play_command

        ctx.invoke(play_command)


def main() -> None:
    """Run the command line; print an error as one sentence, and exit with a code for its kind.

    2 means that the command or its input was wrong; 1 that something else failed: a server that
    does not answer, a disk that is full, a part that is not installed.
    """
    show_warnings_plainly()
    gc.set_threshold(_GARBAGE_AFTER)
    try:
        if _COMPLETION not in os.environ:
            _warn_without_core()
        status = outflank.main(prog_name="outflank", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk must be noticed here, not when Python ends
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("\nInterrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        _discard_output()  # the program that reads our output has stopped
        sys.exit(0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)  # the help text itself
        sys.exit(2)
    except click.ClickException as error:
        from outflank.cli.usage_errors import in_words

        _print_error(in_words(error))
        sys.exit(error.exit_code)
    except OutflankError as error:
        _print_error(str(error))
        sys.exit(1 if _is_outside(error) else 2)
    except OSError as error:
        if error.filename is None:
            _discard_output()  # an error without a file name comes from standard output
        name = f"{error.filename}: " if error.filename else ""
        _print_error(f"{name}{error.strerror or error}")
        is_misnamed = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
        sys.exit(2 if is_misnamed else 1)
    sys.exit(status if isinstance(status, int) else 0)


def _is_outside(error: OutflankError) -> bool:
    """Return whether the command was right and something else failed."""
    if isinstance(error, ServerError):  # a status of 4xx says that the caller was wrong
        return not 400 <= error.status < 500 or error.status == _TOO_MANY
    return isinstance(error, _OUTSIDE)


def _print_error(problem: str) -> None:
    """Print one sentence that says what was wrong."""
    stop = "" if problem.endswith((".", "?", "!")) else "."
    click.echo(f"Error: {problem}{stop}", err=True)


def _discard_output() -> None:
    """Keep Python from complaining again about output that cannot be written."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _warn_without_core() -> None:
    from importlib.util import find_spec

    if find_spec("outflank._core") is None:
        from outflank.cli.output import core_in_words

        click.echo(f"Note: {core_in_words()}.", err=True)

"""The command `outflank`: each subcommand is a call into the library."""

from __future__ import annotations

import gc
import importlib
import os
import sys

import click

from outflank.cli.commands import Group, option, write_commands
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
from outflank.texts import Text, say

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

# Command -> where it is defined. A module is imported only when its command is called; what each
# does is said at `commands.outflank.commands`, so that the list of commands needs no import.
COMMANDS = {
    "admin": "server.admin:command",
    "analyse": "engine.analyse:command",
    "bench": "engine.bench:bench_command",
    "bot": "server.bot:command",
    "cards": "play.cards:cards_command",
    "convert": "convert:command",
    "engine": "engine.speak:command",
    "formats": "convert:formats_command",
    "games": "archive.games:command",
    "launcher": "play.window:launcher_group",
    "learn": "play.learn:learn_command",
    "match": "engine.match:command",
    "openings": "archive.openings:command",
    "oracle": "play.rules:oracle_command",
    "perft": "engine.bench:perft_command",
    "play": "play.play:play_command",
    "puzzles": "play.puzzles:puzzles_command",
    "repertoire": "learning.repertoire:command",
    "review": "engine.review:command",
    "rules": "play.rules:rules_command",
    "saves": "play.saves:command",
    "serve": "server.serve:command",
    "show": "show:command",
    "solve": "engine.solve:command",
    "tournament": "server.tournament:command",
    "train": "engine.train:command",
    "tutorial": "play.exercises:tutorial_command",
    "window": "play.window:window_command",
    "worker": "server.worker:command",
}

# Former names, which still work but are not listed.
_FORMER = {"puzzle": "engine.puzzle:former_command"}


class LazyGroup(Group):
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
        module, _, name = found.partition(":")
        command = getattr(importlib.import_module(f"outflank.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the subcommands without importing them."""
        write_commands(
            formatter,
            [(name, say(f"commands.outflank.commands.{name}")) for name in sorted(COMMANDS)],
        )


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        from outflank import __version__
        from outflank.cli.output import core_in_words

        click.echo(say("commands.outflank.version", version=__version__, core=core_in_words()))
        ctx.exit()


@click.group(
    help=Text("commands.outflank.help"),
    details=Text("commands.outflank.details"),
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=(
        ("outflank", Text("commands.outflank.examples.menu")),
        ("outflank play --size 6", Text("commands.outflank.examples.play")),
        ("outflank show f5d6c3d3c4", Text("commands.outflank.examples.show")),
        ("outflank perft 9", Text("commands.outflank.examples.perft")),
        ("outflank analyse f5d6c3", Text("commands.outflank.examples.analyse")),
        ("outflank solve --size 4", Text("commands.outflank.examples.solve")),
        "outflank convert games.ggf games.json",
        ("outflank tutorial", Text("commands.outflank.examples.tutorial")),
        ("outflank review game.json", Text("commands.outflank.examples.review")),
    ),
)
@option(
    "--version",
    is_flag=True,
    callback=_print_version,
    expose_value=False,
    is_eager=True,
    help=Text("commands.outflank.options.version"),
)
@click.pass_context
def outflank(ctx: click.Context) -> None:
    """Othello (Reversi): play, view, analyse, solve and convert games, and run tournaments."""
    if ctx.invoked_subcommand is None:
        from outflank.cli.play.play import play_command

        ctx.invoke(play_command)


def main() -> None:
    """Run the command line; print an error as one sentence, and exit with a code for its kind.

    The exit code is 2 if the command or its input was wrong, and 1 if something else failed: the
    server did not answer, the disk was full, or a part of Outflank is not installed.
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
        click.echo(f"\n{say('commands.outflank.interrupted')}", err=True)
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
        problem = str(error.strerror or error)
        if error.filename:
            problem = say("commands.usage.cannot_be_opened", name=error.filename, problem=problem)
        _print_error(problem)
        is_misnamed = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
        sys.exit(2 if is_misnamed else 1)
    sys.exit(status if isinstance(status, int) else 0)


def _is_outside(error: OutflankError) -> bool:
    """Return whether the command itself was correct and something else failed."""
    if isinstance(error, ServerError):  # a status of 4xx says that the caller was wrong
        return not 400 <= error.status < 500 or error.status == _TOO_MANY
    return isinstance(error, _OUTSIDE)


def _print_error(problem: str) -> None:
    """Print one sentence that says what was wrong."""
    stop = "" if problem.endswith((".", "?", "!")) else "."
    click.echo(say("commands.outflank.error", problem=f"{problem}{stop}"), err=True)


def _discard_output() -> None:
    """Keep Python from complaining again about output that cannot be written."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _warn_without_core() -> None:
    from importlib.util import find_spec

    if find_spec("outflank._core") is None:
        from outflank.cli.output import core_in_words

        click.echo(say("commands.outflank.note", note=core_in_words()), err=True)

"""`outflank engine`: act as the engine of another program, in that program's protocol."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from outflank.cli.commands import Command, option
from outflank.cli.completion import engine_names
from outflank.cli.options import WholeNumber, hash_option
from outflank.engine.protocols import SPOKEN_PROTOCOLS
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.engine.speaking import AnsweringEngine

__all__ = ["command"]


def _either(names: Iterable[object]) -> Text:
    """Return "A, B or C" as a text."""
    *first, last = names
    listed = functools.reduce(
        lambda before, name: Text("commands.engine.speak.listed", before=before, name=name), first
    )
    return Text("commands.engine.speak.either", listed=listed, last=last)


_TITLES = _either(protocol.title for protocol in SPOKEN_PROTOCOLS.values())
_SUMMARIES = _either(protocol.summary for protocol in SPOKEN_PROTOCOLS.values())


@click.command(
    "engine",
    cls=Command,
    help=Text("commands.engine.speak.help"),
    details=Text("commands.engine.speak.details", protocols=_SUMMARIES),
    examples=(
        ("outflank engine", Text("commands.engine.speak.examples.recognise")),
        (
            "outflank engine --protocol gtp --level 12",
            Text("commands.engine.speak.examples.gogui"),
        ),
        (
            "outflank engine --threads 2 --hash 512",
            Text("commands.engine.speak.examples.stronger"),
        ),
        "printf 'play b f5\\ngenmove w\\n' | outflank engine",
    ),
)
@option(
    "--protocol",
    type=click.Choice(list(SPOKEN_PROTOCOLS)),
    help=Text("commands.engine.speak.options.protocol"),
)
@option(
    "--engine",
    "name",
    metavar="NAME",
    shell_complete=engine_names,
    help=Text("commands.engine.speak.options.engine"),
)
@option("--level", type=WholeNumber(1, 20), help=Text("commands.engine.speak.options.level"))
@option(
    "--threads",
    type=WholeNumber(1, 64),
    default=1,
    show_default=True,
    help=Text("commands.engine.speak.options.threads"),
)
@hash_option
@option(
    "--directory",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help=Text("commands.engine.speak.options.directory"),
)
@option("--seed", type=int, metavar="N", help=Text("commands.engine.speak.options.seed"))
def command(
    *,
    protocol: str | None,
    name: str | None,
    level: int | None,
    threads: int,
    hash_mb: int,
    directory: str | None,
    seed: int | None,
) -> None:
    """Act as the engine of another program over standard input and output."""
    if name is not None and level is not None:
        raise click.UsageError(say("commands.engine.speak.engine_or_level"))
    from outflank.engine.speaking import AnsweringEngine, speak

    chosen = f"level:{level}" if level is not None else name
    answering = AnsweringEngine(
        chosen, threads=threads, hash_mb=hash_mb, seed=seed, directory=directory
    )
    _refuse_settings_of_others(answering, chosen)
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError(say("commands.engine.speak.no_standard_streams"))
    if sys.stdin.isatty():
        click.echo(say("commands.engine.speak.waiting", protocols=_TITLES), err=True)
    # Unbuffered, so that lines are read as they arrive and Python can exit while waiting for one.
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    # If the other program has gone away, nobody is left to answer: that is not an error.
    with answering, contextlib.suppress(BrokenPipeError):
        speak(answering, source, sys.stdout.buffer, protocol=protocol)


def _refuse_settings_of_others(answering: AnsweringEngine, chosen: str | None) -> None:
    """Refuse options that the chosen engine does not have."""
    context = click.get_current_context()
    for parameter, given in (("threads", "--threads"), ("hash_mb", "--hash")):
        is_given = context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE
        if is_given and not answering.has_settings:
            raise click.UsageError(
                say("commands.engine.speak.option_of_outflank", option=given, engine=chosen)
            )

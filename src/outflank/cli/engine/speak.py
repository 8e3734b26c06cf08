"""`outflank engine`: act as another program's engine, in the protocol that it speaks."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from outflank.cli.completion import engine_names
from outflank.cli.options import WholeNumber, hash_option
from outflank.engine.protocols import SPOKEN_PROTOCOLS

if TYPE_CHECKING:
    from outflank.engine.speaking import AnsweringEngine

__all__ = ["command"]


def _either(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}"


_TITLES = _either(protocol.title for protocol in SPOKEN_PROTOCOLS.values())
_SUMMARIES = _either(protocol.summary for protocol in SPOKEN_PROTOCOLS.values())


@click.command(
    "engine",
    help=f"""Act as the engine of another program: NBoard, GoGui, Quarry, Cassio, a match runner.

    It reads commands from standard input and answers on standard output. The first line decides
    the protocol: {_SUMMARIES}.
    It respects clocks; without one it thinks for about a second. It stops at `quit` or at the end
    of its input.
    """,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank engine                              the first line decides the protocol\n"
    "  outflank engine --protocol gtp --level 12    what to enter in GoGui or Quarry\n"
    "  outflank engine --threads 2 --hash 512       stronger, for a match\n"
    "  printf 'play b f5\\ngenmove w\\n' | outflank engine",
)
@click.option("--protocol", type=click.Choice(list(SPOKEN_PROTOCOLS)),
              help="The protocol to speak; without it the first line decides.")  # fmt: skip
@click.option("--engine", "name", metavar="NAME", shell_complete=engine_names,
              help="The engine that answers: outflank (the default), unlimited, alphabeta, "
              "positional, greedy, random, python:MODULE:CLASS, or gtp:COMMAND for a program.",
              )  # fmt: skip
@click.option("--level", type=WholeNumber(1, 20), help="Play at this level instead, 1 to 20.")
@click.option("--threads", type=WholeNumber(1, 64), default=1, show_default=True,
              help="Search threads.")  # fmt: skip
@hash_option
@click.option("--seed", type=int, metavar="N", help="The seed of the engine's random choices.")
def command(
    *,
    protocol: str | None,
    name: str | None,
    level: int | None,
    threads: int,
    hash_mb: int,
    seed: int | None,
) -> None:
    """Act as the engine of another program over standard input and output."""
    if name is not None and level is not None:
        raise click.UsageError("--engine and --level do not go together; choose one of them")
    from outflank.engine.speaking import AnsweringEngine, speak

    chosen = f"level:{level}" if level is not None else name
    answering = AnsweringEngine(chosen, threads=threads, hash_mb=hash_mb, seed=seed)
    _refuse_settings_of_others(answering, chosen)
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("an engine needs standard input and output to speak")
    if sys.stdin.isatty():
        click.echo(f"Waiting for commands of {_TITLES}; quit stops.", err=True)
    # Unbuffered, so that lines are read as they arrive and Python can exit while waiting for one.
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    # If the other program has gone away, nobody is left to answer: that is not an error.
    with answering, contextlib.suppress(BrokenPipeError):
        speak(answering, source, sys.stdout.buffer, protocol=protocol)


def _refuse_settings_of_others(answering: AnsweringEngine, chosen: str | None) -> None:
    """Refuse options that the chosen engine does not have."""
    context = click.get_current_context()
    for parameter, option in (("threads", "--threads"), ("hash_mb", "--hash")):
        is_given = context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE
        if is_given and not answering.has_settings:
            raise click.UsageError(f"{option} is for the engine outflank, not for {chosen}")

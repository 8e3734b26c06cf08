"""`outflank engine`: be the engine of another program, in the protocol that it speaks."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from outflank.cli.completion import engine_names
from outflank.cli.options import WholeNumber, hash_option

if TYPE_CHECKING:
    from outflank.engine.speaking import AnsweringEngine

__all__ = ["command"]

_PROTOCOLS = ("nboard", "gtp", "uci", "ugi", "cassio")


@click.command(
    "engine",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank engine                              NBoard, GTP, UCI ... whatever comes first\n"
    "  outflank engine --protocol gtp --level 12    what to enter in GoGui or Quarry\n"
    "  outflank engine --threads 2 --hash 512       stronger, for a match\n"
    "  printf 'play b f5\\ngenmove w\\n' | outflank engine",
)
@click.option("--protocol", type=click.Choice(_PROTOCOLS),
              help="The protocol to speak; without it the first line decides.")  # fmt: skip
@click.option("--engine", "name", metavar="NAME", shell_complete=engine_names,
              help="The engine that answers: outflank (the default), unlimited, alphabeta, "
              "positional, greedy, random, python:MODULE:CLASS, or gtp:COMMAND for a program.",
              )  # fmt: skip
@click.option("--level", type=WholeNumber(1, 20), help="Play at a level instead, from 1 to 20.")
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
    """Be the engine of another program: NBoard, GoGui, Quarry, Cassio, a match runner.

    Commands are read from standard input and answered on standard output in the protocol that the
    first line belongs to: NBoard 2, GTP 2 with GoGui's extensions, UCI as Fairy-Stockfish's
    flipello has it, UGI, or Cassio's. Clocks are respected; without one the engine thinks for
    about a second. It ends with `quit` or with its input.
    """
    if name is not None and level is not None:
        raise click.UsageError("choose either --engine or --level")
    from outflank.engine.speaking import AnsweringEngine, speak

    chosen = f"level:{level}" if level is not None else name
    answering = AnsweringEngine(chosen, threads=threads, hash_mb=hash_mb, seed=seed)
    _refuse_settings_of_others(answering, chosen)
    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("an engine needs standard input and output to speak")
    if sys.stdin.isatty():
        click.echo("Waiting for commands of NBoard, GTP, UCI, UGI or Cassio; quit ends.", err=True)
    # Unbuffered: a line is heard when it arrives, and Python can end while one is awaited.
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    # A peer that has gone away is no error: there is nobody left to answer.
    with answering, contextlib.suppress(BrokenPipeError):
        speak(answering, source, sys.stdout.buffer, protocol=protocol)


def _refuse_settings_of_others(answering: AnsweringEngine, chosen: str | None) -> None:
    """Say so when an option would change nothing."""
    context = click.get_current_context()
    for parameter, option in (("threads", "--threads"), ("hash_mb", "--hash")):
        is_given = context.get_parameter_source(parameter) is ParameterSource.COMMANDLINE
        if is_given and not answering.has_settings:
            raise click.UsageError(f"{option} is for the engine outflank, not for {chosen}")

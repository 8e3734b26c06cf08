"""`outflank analyse`: what the moves of a position are worth."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator

import click

from outflank.cli.options import (
    BoardCommand,
    WholeNumber,
    hash_option,
    read_position,
    size_option,
    threads_option,
    variant_option,
)
from outflank.cli.output import Row, table
from outflank.engine import Analysis, Limit, Variation
from outflank.engine.native import NativeEngine
from outflank.rules import PASS, Answer, Position

__all__ = ["command"]

_SECONDS = 5.0  # of thinking where nothing else is asked for


@click.command(
    "analyse",
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank analyse\n"
    "  outflank analyse f5d6c3d3c4 --lines 5 --time 10\n"
    "  outflank analyse --variant yesno --answer no --depth 4\n"
    "  outflank analyse game.txt --nodes 1000000 --json",
)
@click.argument("what", required=False)
@size_option
@variant_option
@click.option(
    "--answer",
    type=click.Choice([one.value for one in Answer]),
    help="What the oracle has said, in Yes/No Othello.",
)
@click.option(
    "--lines",
    type=WholeNumber(1, 128),
    default=3,
    show_default=True,
    help="How many moves are given a score and a line of their own.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    help=f"Think so many seconds; {_SECONDS:g} unless a limit is set.",
)
@click.option("--depth", type=WholeNumber(1), help="Look so many plies ahead.")
@click.option("--nodes", type=WholeNumber(1), help="Enter so many positions.")
@threads_option
@hash_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *,
    what: str | None,
    size: str | None,
    variant: str | None,
    answer: str | None,
    lines: int,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    threads: int | None,
    hash_mb: int,
    as_json: bool,
) -> None:
    """Say what the best moves are worth: WHAT is a transcript, a board, a file, or -.

    Scores count for the side to move. On a terminal the table grows while the engine thinks;
    Ctrl-C ends it with what is known.
    """
    position = _after_passes(_heard(read_position(what, size=size, variant=variant), answer))
    limit = Limit(seconds, depth, nodes)
    if limit.is_unlimited():
        limit = Limit(seconds=_SECONDS)
    found = Analysis(None)
    with (
        NativeEngine(threads=threads or NativeEngine.all_threads(), hash_mb=hash_mb) as engine,
        _live_display(as_json=as_json) as show,
    ):

        def keep(newer: Analysis) -> None:
            nonlocal found
            found = newer
            show(newer)

        # Ctrl-C asks for what is known so far; before anything is known it just ends.
        with contextlib.suppress(KeyboardInterrupt):
            found = engine.analyse(position, limit, candidates=lines, on_progress=keep)
    if not found.variations:
        raise KeyboardInterrupt
    click.echo(json.dumps(_facts(found)) if as_json else _report(found))


def _heard(position: Position, answer: str | None) -> Position:
    if answer is None:
        return position
    if not position.awaits_answer():
        raise click.UsageError(f"{position.variant.title} awaits no answer here")
    return position.hear(answer)


def _after_passes(position: Position) -> Position:
    """Let a side without a move pass, and say so."""
    if not position.must_pass():
        return position
    click.echo(f"{str(position.turn).capitalize()} must pass.", err=True)
    if position.awaits_answer():
        position = position.hear(next(iter(position.variant.answers)))
    return position.play(PASS)


@contextlib.contextmanager
def _live_display(*, as_json: bool) -> Iterator[Callable[[Analysis], None]]:
    """Show each better analysis in the place of the one before, where a person is looking."""
    if as_json or not sys.stdout.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(), refresh_per_second=10, transient=True) as live:
        yield lambda found: live.update(Text(_report(found), no_wrap=True, overflow="ellipsis"))


def _report(found: Analysis) -> str:
    """Return the table of moves with what it took to find them."""
    speed = (
        f", {found.nodes / found.seconds / 1e6:.1f} million a second" if found.seconds > 0.1 else ""
    )
    spent = f"depth {found.depth}, {found.nodes:,} nodes in {found.seconds:.2f} s{speed}"
    return f"{table([_row(one) for one in found.variations])}\n{spent}"


def _row(variation: Variation) -> Row:
    row: dict[str, object] = {
        "move": "any" if variation.move is None else str(variation.move),
        "score": str(variation.score),
    }
    if variation.win_chance is not None:
        row["wins"] = f"{variation.win_chance:.1%}"
    return row | {"line": " ".join(map(str, variation.line))}


def _facts(found: Analysis) -> dict[str, object]:
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        **_variation(found.variations[0]),
        "moves": [_variation(one) for one in found.variations],
    }


def _variation(variation: Variation) -> dict[str, object]:
    score = variation.score
    return {
        "move": None if variation.move is None else str(variation.move),
        "score": score.discs,
        "kind": score.kind.value,
        "score_depth": score.depth,
        "confidence": score.confidence,
        "win_chance": variation.win_chance,
        "line": [str(move) for move in variation.line],
    }

"""`outflank bench` and `outflank perft`: count the nodes of a search, or of the game tree."""

from __future__ import annotations

import json
import time
from typing import Literal

import click

from outflank import native
from outflank.cli.commands import Command, option
from outflank.cli.options import BoardCommand, WholeNumber, read_position, size_option
from outflank.cli.output import Row, format_options, print_rows, table
from outflank.cli.progress import ProgressBar
from outflank.rules import PASS, Position
from outflank.texts import Text, say

__all__ = ["bench_command", "perft_command", "print_bench"]


@click.command(
    "perft",
    help=Text("commands.engine.bench.perft.help"),
    details=Text("commands.engine.bench.perft.details"),
    cls=BoardCommand,
    examples=(
        "outflank perft 9",
        "outflank perft 6 --size 10 --pass free --json",
        "outflank perft 5 --divide --position f5d6c3",
    ),
)
@click.argument("depth", type=WholeNumber(0, 60))
@size_option
@option(
    "--pass",
    "passes",
    type=click.Choice(["ply", "free"]),
    default="ply",
    show_default=True,
    help=Text("commands.engine.bench.perft.options.pass"),
)
@option("--position", metavar="TEXT", help=Text("commands.engine.bench.perft.options.position"))
@option("--divide", is_flag=True, help=Text("commands.engine.bench.perft.options.divide"))
@format_options
def perft_command(
    *,
    depth: int,
    size: str | None,
    passes: Literal["ply", "free"],
    position: str | None,
    divide: bool,
    style: str | None,
) -> None:
    """Count the leaves of the game tree to DEPTH plies."""
    start = read_position(position, size=size)
    if start.variant.answers:
        raise click.UsageError(say("commands.engine.bench.perft.no_oracle"))
    rows = _by_move(start, depth, passes) if divide else _by_depth(start, depth, passes)
    print_rows(rows, style)


def _by_depth(start: Position, depth: int, passes: Literal["ply", "free"]) -> list[Row]:
    rows: list[Row] = []
    for plies in range(min(1, depth), depth + 1):
        with ProgressBar(say("commands.engine.bench.perft.depth", depth=plies)) as progress:
            began = time.perf_counter()
            leaves = native.perft(start, plies, passes=passes, progress=progress)
            seconds = time.perf_counter() - began
        rows.append(
            {
                "depth": plies,
                "leaves": leaves,
                "seconds": round(seconds, 3),
                "leaves a second": int(leaves / seconds),
            }
        )
    return rows


def _by_move(start: Position, depth: int, passes: Literal["ply", "free"]) -> list[Row]:
    if depth < 1:
        raise click.UsageError(say("commands.engine.bench.perft.divide_needs_depth"))
    moves = list(start.legal_moves)
    rows: list[Row] = []
    with ProgressBar(say("commands.engine.bench.perft.depth", depth=depth)) as progress:
        for done, move in enumerate(moves, 1):
            # A free pass does not use up a ply.
            left = depth if move is PASS and passes == "free" else depth - 1
            leaves = native.perft(start.play(move), left, passes=passes)
            rows.append({"move": str(move), "leaves": leaves})
            progress(done, len(moves))
    total = sum(int(str(row["leaves"])) for row in rows)
    return [*rows, {"move": "total", "leaves": total}]


@click.command(
    "bench",
    cls=Command,
    help=Text("commands.engine.bench.bench.help"),
    details=Text("commands.engine.bench.bench.details"),
    examples=(
        "outflank bench",
        "outflank bench --kernel portable --json",
    ),
)
@option("--kernel", metavar="NAME", help=Text("commands.engine.bench.bench.options.kernel"))
@option("--json", "as_json", is_flag=True, help=Text("commands.engine.bench.bench.options.json"))
def bench_command(*, kernel: str | None, as_json: bool) -> None:
    """Search fixed positions with one thread and count the nodes."""
    from outflank.engine.bench import bench

    rows: list[Row] = []
    with ProgressBar(say("commands.engine.bench.bench.searching")) as progress:
        for part, found in bench(kernel, progress):
            rows.append(
                {
                    "part": part.name,
                    "move": "any" if found.move is None else str(found.move),
                    "score": str(found.score),
                    "nodes": found.nodes,
                    "seconds": round(found.seconds, 3),
                }
            )
    print_bench(rows, as_json=as_json)


def print_bench(rows: list[Row], *, as_json: bool) -> None:
    """Print the parts and their total, as a table or as one JSON object."""
    nodes = sum(int(str(row["nodes"])) for row in rows)
    seconds = sum(float(str(row["seconds"])) for row in rows)
    if as_json:
        click.echo(json.dumps({"signature": nodes, "seconds": round(seconds, 3), "parts": rows}))
        return
    click.echo(table(rows))
    click.echo(
        say("commands.engine.bench.bench.signature", count=f"{nodes:,}", seconds=f"{seconds:.2f}")
    )

"""`outflank bench`: the engine's signature and speed."""

from __future__ import annotations

import json

import click

from outflank.cli.output import Row, table
from outflank.cli.progress import Progress

__all__ = ["command"]


@click.command(
    "bench",
    epilog="Examples:\n\n\b\n  outflank bench\n  outflank bench --kernel portable --json",
)
@click.option("--kernel", metavar="NAME", help="Use these instructions: portable, avx2 ...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(*, kernel: str | None, as_json: bool) -> None:
    """Search fixed positions with one thread and count the nodes.

    The total is the engine's signature: equal on every machine, and another one after every
    change of the search or the evaluation.
    """
    from outflank.engine.bench import bench

    rows: list[Row] = []
    with Progress("Searching") as progress:
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
    nodes = sum(int(str(row["nodes"])) for row in rows)
    seconds = sum(float(str(row["seconds"])) for row in rows)
    if as_json:
        click.echo(json.dumps({"signature": nodes, "seconds": round(seconds, 3), "parts": rows}))
        return
    click.echo(table(rows))
    click.echo(f"Signature: {nodes:,} nodes, in {seconds:.2f} s.")

"""`outflank worker`: run a server's computer players, on any host."""

from __future__ import annotations

import click

from outflank.cli.commands import Command, option
from outflank.cli.options import WholeNumber
from outflank.texts import Text, say

__all__ = ["command"]


@click.command(
    "worker",
    cls=Command,
    help=Text("commands.server.worker.help"),
    details=Text("commands.server.worker.details"),
    examples=(
        "outflank worker --database postgresql://outflank@db/games \\\n    --wake redis://cache:6379",
        (
            "outflank worker --searches 4 --log json 2>> worker.log \\\n    "
            "--database postgresql://outflank@db/games --wake redis://cache:6379"
        ),
        (
            "outflank serve --searches 0 ...",
            Text("commands.server.worker.examples.server"),
        ),
    ),
)
@option(
    "--database",
    metavar="URL",
    default="",
    envvar="OUTFLANK_DATABASE",
    show_envvar=True,
    help=Text("commands.server.worker.options.database"),
)
@option("--wake", metavar="URL", default="", help=Text("commands.server.worker.options.wake"))
@option(
    "--searches", type=WholeNumber(1, 256), help=Text("commands.server.worker.options.searches")
)
@option(
    "--log",
    type=click.Choice(["json", "plain", "none"]),
    default="plain",
    show_default=True,
    help=Text("commands.server.worker.options.log"),
)
@option(
    "--metrics-port",
    type=WholeNumber(1, 65535),
    metavar="PORT",
    help=Text("commands.server.worker.options.metrics_port"),
)
@option(
    "--metrics-host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help=Text("commands.server.worker.options.metrics_host"),
)
def command(
    database: str,
    wake: str,
    searches: int | None,
    log: str,
    metrics_port: int | None,
    metrics_host: str,
) -> None:
    """Run a server's computer players, on any host."""
    import contextlib
    import os
    import signal
    import threading

    from outflank.server.logs import log_to_standard_error
    from outflank.server.workers.thinking_worker import ThinkingWorker, check_parts

    check_parts(database, wake)
    searches = searches or os.cpu_count() or 1
    stopping = threading.Event()
    with contextlib.ExitStack() as running:
        worker: ThinkingWorker | None = None
        if metrics_port is not None:
            from outflank.faces.web.monitoring.worker_metrics import WorkerMetrics

            metrics = WorkerMetrics(metrics_host, metrics_port, lambda: worker)
            running.callback(metrics.close)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        log_to_standard_error(log)
        worker = ThinkingWorker(database, wake, searches=searches)
        running.callback(worker.close)
        worker.server_lock.taken.subscribe(stopping.set)
        click.echo(
            say("commands.server.worker.running", where=worker.where)
            + "\n"
            + say("commands.server.worker.searches", number=searches)
        )
        stopping.wait()
    worker.server_lock.require()
    click.echo(say("commands.server.worker.stopped"))

"""`outflank worker`: run a server's computer players, on any host."""

from __future__ import annotations

import click

from outflank.cli.options import WholeNumber

__all__ = ["command"]


@click.command(
    "worker",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank worker --database postgresql://outflank@db/games \\\n"
    "      --wake redis://cache:6379\n"
    "  outflank worker --searches 4 --log json 2>> worker.log \\\n"
    "      --database postgresql://outflank@db/games --wake redis://cache:6379\n"
    "  outflank serve --searches 0 ...         a server that leaves all searches to workers",
)
@click.option("--database", metavar="URL", default="", envvar="OUTFLANK_DATABASE",
              show_envvar=True,
              help="The PostgreSQL database of the server.")  # fmt: skip
@click.option("--wake", metavar="URL", default="",
              help="The Redis of the server, such as redis://localhost:6379.")  # fmt: skip
@click.option("--searches", type=WholeNumber(1, 256),
              help="Computer players that may search at once, each in its own process; by "
              "default one for each processor.")  # fmt: skip
@click.option("--log", type=click.Choice(["json", "plain", "none"]), default="plain",
              show_default=True,
              help="Log to standard error the games in which it plays; with none only "
              "warnings.")  # fmt: skip
@click.option("--metrics-port", type=WholeNumber(1, 65535), metavar="PORT",
              help="Serve metrics for Prometheus on this port, at /metrics; without it, it "
              "listens on no port.")  # fmt: skip
@click.option("--metrics-host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="The address for that port; 0.0.0.0 means every address.")  # fmt: skip
def command(
    database: str,
    wake: str,
    searches: int | None,
    log: str,
    metrics_port: int | None,
    metrics_host: str,
) -> None:
    """Run a server's computer players, on any host.

    A worker serves nothing over HTTP. It takes over computer players of running games, a share in
    proportion to --searches, and stores their moves in the database. Start as many workers as you
    like beside `outflank serve --searches 0`, with the same --database and --wake. When a worker
    stops, by Ctrl-C or SIGTERM, others continue its games at once; when it is killed, they do
    after three to four seconds.
    """
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
            f"Outflank runs computer players of {worker.where} (press Ctrl-C to stop).\n"
            f"Searches at once: {searches}"
        )
        stopping.wait()
    worker.server_lock.require()
    click.echo("Stopped; other workers continue its games.")

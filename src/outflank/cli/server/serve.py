"""`outflank serve`: the competition server."""

from __future__ import annotations

import click

from outflank.cli.commands import Command, option
from outflank.cli.options import Seconds, WholeNumber
from outflank.texts import Text, say

__all__ = ["command"]


@click.command(
    "serve",
    cls=Command,
    help=Text("commands.server.serve.help"),
    details=Text("commands.server.serve.details"),
    examples=(
        ("outflank serve", Text("commands.server.serve.examples.try_out")),
        "outflank serve --port 8000 --database games.db",
        "outflank serve --host 0.0.0.0 --log json 2>> requests.log",
        ("outflank serve --proxies 1", Text("commands.server.serve.examples.proxy")),
        (
            "outflank serve --competition",
            Text("commands.server.serve.examples.competition"),
        ),
        (
            "outflank serve --workers 4 --database postgresql://outflank@db/games \\\n    "
            "--wake redis://cache:6379 --signing-key /var/lib/outflank/signing-key"
        ),
    ),
)
@option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help=Text("commands.server.serve.options.host"),
)
@option(
    "--port",
    type=WholeNumber(0, 65535),
    default=5000,
    show_default=True,
    help=Text("commands.server.serve.options.port"),
)
@option(
    "--database",
    metavar="URL",
    envvar="OUTFLANK_DATABASE",
    show_envvar=True,
    help=Text("commands.server.serve.options.database"),
)
@option(
    "--workers",
    type=WholeNumber(1, 64),
    default=1,
    show_default=True,
    help=Text("commands.server.serve.options.workers"),
)
@option("--wake", metavar="URL", default="", help=Text("commands.server.serve.options.wake"))
@option(
    "--hand-over/--no-hand-over",
    default=True,
    show_default=True,
    help=Text("commands.server.serve.options.hand_over"),
)
@option("--tryout/--no-tryout", default=None, help=Text("commands.server.serve.options.tryout"))
@option("--competition", is_flag=True, help=Text("commands.server.serve.options.competition"))
@option(
    "--table-stands",
    type=Seconds(0),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help=Text("commands.server.serve.options.table_stands"),
)
@option(
    "--searches",
    type=WholeNumber(0, 256),
    default=2,
    show_default=True,
    help=Text("commands.server.serve.options.searches"),
)
@option(
    "--proxies",
    type=WholeNumber(0, 8),
    default=0,
    show_default=True,
    help=Text("commands.server.serve.options.proxies"),
)
@option(
    "--signing-key",
    metavar="FILE",
    default="",
    envvar="OUTFLANK_SIGNING_KEY",
    help=Text("commands.server.serve.options.signing_key"),
)
@option(
    "--metrics-token",
    metavar="TOKEN",
    default="",
    envvar="OUTFLANK_METRICS_TOKEN",
    show_envvar=True,
    help=Text("commands.server.serve.options.metrics_token"),
)
@option(
    "--log",
    type=click.Choice(["json", "plain", "none"]),
    default=None,
    help=Text("commands.server.serve.options.log"),
)
@option("--trace", is_flag=True, help=Text("commands.server.serve.options.trace"))
def command(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    wake: str,
    hand_over: bool,  # noqa: FBT001
    tryout: bool | None,  # noqa: FBT001
    competition: bool,  # noqa: FBT001
    table_stands: float,
    searches: int,
    proxies: int,
    signing_key: str,
    metrics_token: str,
    log: str | None,
    trace: bool,  # noqa: FBT001
) -> None:
    """Serve games and tournaments over HTTP."""
    from outflank.faces.web.operation.listening import is_public, refuse_public_debugging
    from outflank.faces.web.operation.serving import ServingOptions, check_parts, listen, serve
    from outflank.server.competition_server import Configuration, default_database

    public = is_public(host) or proxies > 0
    if public and tryout:
        click.echo(
            say("commands.outflank.warning", warning=say("commands.server.serve.no_tryout")),
            err=True,
        )
    refuse_public_debugging(is_public=public)
    configuration = Configuration(
        database=database or default_database(),
        wake=wake,
        tryout=not public and tryout is not False,
        table_stands=table_stands,
        searches=searches,
        trusted_proxies=proxies,
        signing_key=signing_key,
        competition=competition,
        metrics_token=metrics_token,
    )
    with listen(host, port) as listener:
        for warning in check_parts(configuration, workers):
            click.echo(say("commands.outflank.warning", warning=warning), err=True)
        form = log or ("json" if public or trace else "none")
        options = ServingOptions(
            listener, form, workers, trace=trace and form != "none", hands_over=hand_over
        )
        place = options.place

        def greet() -> None:
            from outflank.faces.web.operation.startup_message import startup_message

            click.echo(startup_message(configuration, *place))

        serve(configuration, options, greet)
    click.echo(say("commands.server.serve.stopped"))

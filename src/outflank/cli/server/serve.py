"""`outflank serve`: the competition server."""

from __future__ import annotations

import click

from outflank.cli.options import Seconds, WholeNumber

__all__ = ["command"]

_NO_TRYOUT = (
    "--tryout is ignored: everybody knows the keys of the try-out tournament, so it does not run "
    "on a public address or with --proxies."
)


@click.command(
    "serve",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank serve                          try it out on this machine\n"
    "  outflank serve --port 8000 --database games.db\n"
    "  outflank serve --host 0.0.0.0 --log json 2>> requests.log\n"
    "  outflank serve --proxies 1              behind one proxy of your own\n"
    "  outflank serve --competition            play only tournaments\n"
    "  outflank serve --workers 4 --database postgresql://outflank@db/games \\\n"
    "      --wake redis://cache:6379 --signing-key /var/lib/outflank/signing-key",
)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="The address to listen on; 0.0.0.0 means every address.")  # fmt: skip
@click.option("--port", type=WholeNumber(0, 65535), default=5000, show_default=True,
              help="The port; 0 means any free one.")  # fmt: skip
@click.option("--database", metavar="URL", envvar="OUTFLANK_DATABASE", show_envvar=True,
              help="The database: a file, or a URL such as postgresql://user@host/name. "
              "By default a file in your data folder, whose path is printed.")  # fmt: skip
@click.option("--workers", type=WholeNumber(1, 64), default=1, show_default=True,
              help="The number of processes that serve the same games; more than one need a "
              "PostgreSQL database and --wake.")  # fmt: skip
@click.option("--wake", metavar="URL", default="",
              help="The Redis server, such as redis://localhost:6379, through which all workers "
              "on this PostgreSQL database wake each other, here and on other hosts.")  # fmt: skip
@click.option("--hand-over/--no-hand-over", default=True, show_default=True,
              help="Hand each player's connection to the worker that has the match, which costs "
              "less than sending each move to several workers.")  # fmt: skip
@click.option("--tryout/--no-tryout", default=None,
              help="Run the try-out tournament with its well-known keys, which work only from "
              "this machine; on by default, unless the address is public.")  # fmt: skip
@click.option("--competition", is_flag=True,
              help="Allow computers, hints, analysis, casual games and registration only to "
              "organisers while this server runs.")  # fmt: skip
@click.option("--table-stands", type=Seconds(0), metavar="SECONDS", default=60,
              show_default=True,
              help="How long the final standings of a try-out tournament are shown.")  # fmt: skip
@click.option("--searches", type=WholeNumber(0, 256), default=2, show_default=True,
              help="Computer players that may search at once, in each worker; 0 leaves them to "
              "other workers, such as those of `outflank worker`.")  # fmt: skip
@click.option("--proxies", type=WholeNumber(0, 8), default=0, show_default=True,
              help="The number of your own proxies in front of the server, whose "
              "X-Forwarded-For is trusted.")  # fmt: skip
@click.option("--signing-key", metavar="FILE", default="", envvar="OUTFLANK_SIGNING_KEY",
              help="The file of the private key that signs records, created if it is missing; by "
              "default beside the database, or in your data folder if the database is not a file. "
              "All hosts of a server need the same key.",
              )  # fmt: skip
@click.option("--metrics-token", metavar="TOKEN", default="", envvar="OUTFLANK_METRICS_TOKEN",
              show_envvar=True,
              help="The bearer token with which other machines may read /metrics, at least 16 "
              "characters; without one only this machine may.")  # fmt: skip
@click.option("--log", type=click.Choice(["json", "plain", "none"]), default=None,
              help="Log each request to standard error, without keys. The default is json, "
              "or none if only this machine is served.")  # fmt: skip
@click.option("--trace", is_flag=True,
              help="Also log each step of each move, with the id of its request.")  # fmt: skip
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
    """Serve games and tournaments over HTTP.

    The running server documents its API at /api/v1/docs. Every move is on disk before the server
    answers it, and games continue after a restart. Ctrl-C stops the server gracefully.
    """
    from outflank.faces.web.operation.listening import is_public, refuse_public_debugging
    from outflank.faces.web.operation.serving import ServingOptions, check_parts, listen, serve
    from outflank.server.competition_server import Configuration, default_database

    public = is_public(host) or proxies > 0
    if public and tryout:
        click.echo(f"Warning: {_NO_TRYOUT}", err=True)
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
            click.echo(f"Warning: {warning}", err=True)
        form = log or ("json" if public or trace else "none")
        options = ServingOptions(
            listener, form, workers, trace=trace and form != "none", hands_over=hand_over
        )
        place = options.place

        def greet() -> None:
            from outflank.faces.web.operation.startup_message import startup_message

            click.echo(startup_message(configuration, *place))

        serve(configuration, options, greet)
    click.echo("Stopped; games continue at the next start.")

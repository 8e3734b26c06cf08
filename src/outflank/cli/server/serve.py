"""`outflank serve`: the competition server."""

from __future__ import annotations

import click

from outflank.cli.options import Seconds, WholeNumber

__all__ = ["command"]


@click.command(
    "serve",
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank serve                          try it out on this machine\n"
    "  outflank serve --port 8000 --database games.db\n"
    "  outflank serve --host 0.0.0.0 --log json 2>> requests.log\n"
    "  outflank serve --proxies 1              behind one proxy of your own",
)
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", show_default=True,
              help="Where to listen; 0.0.0.0 is everywhere.")  # fmt: skip
@click.option("--port", type=WholeNumber(0, 65535), default=5000, show_default=True,
              help="The port; 0 takes any that is free.")  # fmt: skip
@click.option("--database", metavar="URL",
              help="Where everything is kept: a file or an address such as sqlite:///games.db. "
              "Without it a file in your data folder, whose path is printed.")  # fmt: skip
@click.option("--threads", type=WholeNumber(40, 4096), default=256, show_default=True,
              help="Requests answered at once; 32 are never used for streams.")  # fmt: skip
@click.option("--tryout/--no-tryout", default=None,
              help="Deal the try-out tournament with its well-known keys, which work from this "
              "machine only; yes, unless the address is public.")  # fmt: skip
@click.option("--table-stands", type=Seconds(0), metavar="SECONDS", default=60,
              show_default=True,
              help="How long the final table of a try-out tournament stands.")  # fmt: skip
@click.option("--searches", type=WholeNumber(1, 256), default=2, show_default=True,
              help="Computers of the server that may think at once.")  # fmt: skip
@click.option("--proxies", type=WholeNumber(0, 8), default=0, show_default=True,
              help="Proxies of yours in front, whose X-Forwarded-For is believed.")  # fmt: skip
@click.option("--log", type=click.Choice(["json", "plain", "none"]), default=None,
              help="Write a line for each request to standard error; keys are left out. "
              "json, unless only this machine is served.")  # fmt: skip
def command(
    host: str,
    port: int,
    database: str | None,
    threads: int,
    tryout: bool | None,  # noqa: FBT001
    table_stands: float,
    searches: int,
    proxies: int,
    log: str | None,
) -> None:
    """Serve games and tournaments over HTTP.

    Programs play here: docs are at /api/v1/docs of the running server. Every move is on disk
    before it is answered, and every game goes on after a restart. Ctrl-C stops gracefully.
    """
    from outflank.faces.web.flask_run import refuse_public_debugging
    from outflank.faces.web.security import is_public
    from outflank.faces.web.serving import (
        KEPT_FOR_MOVES,
        ServingOptions,
        check_database,
        listen,
        serve,
    )
    from outflank.server.competition_server import Configuration, default_database

    public = is_public(host) or proxies > 0
    refuse_public_debugging(is_public=public)
    configuration = Configuration(
        database=database or default_database(),
        tryout=not public and tryout is not False,
        table_stands=table_stands,
        searches=searches,
        streams=threads - KEPT_FOR_MOVES,
        trusted_proxies=proxies,
    )
    with listen(host, port) as listener:
        check_database(configuration.database)
        place = ServingOptions(listener, threads, log or ("json" if public else "none"))
        url = place.url

        def greet() -> None:
            from outflank.faces.web.greeting import greeting

            click.echo(greeting(configuration, url))

        serve(configuration, place, greet)
    click.echo("Stopped; every game goes on at the next start.")

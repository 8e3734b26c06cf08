"""`outflank rules` and `outflank oracle`: the rules, and one answer of the oracle."""

from __future__ import annotations

import click

from outflank.cli.commands import Command, option
from outflank.rules.handbook import handbook
from outflank.texts import Text, say

__all__ = ["oracle_command", "rules_command"]


@click.command(
    "rules",
    cls=Command,
    help=Text("commands.play.rules.rules.help"),
    examples=("outflank rules | less",),
)
def rules_command() -> None:
    """Print the rules of Othello, Yes/No Othello and Anti-Othello."""
    click.echo_via_pager(handbook()) if _needs_pager() else click.echo(handbook(), nl=False)


def _needs_pager() -> bool:
    """Return whether the rules are longer than the screen."""
    import shutil
    import sys

    lines = handbook().count("\n")
    return sys.stdout.isatty() and lines >= shutil.get_terminal_size().lines


@click.command(
    "oracle",
    cls=Command,
    help=Text("commands.play.rules.oracle.help"),
    details=Text("commands.play.rules.oracle.details"),
    examples=(
        "outflank oracle",
        "outflank oracle --json",
    ),
)
@option("--json", "as_json", is_flag=True, help=Text("commands.play.rules.oracle.options.json"))
@option("--url", hidden=True, help=Text("commands.play.rules.oracle.options.url"))
def oracle_command(*, as_json: bool, url: str | None) -> None:
    """Ask the oracle of Yes/No Othello once and show its reply."""
    from outflank.play.oracles.web_oracle import ask_service

    reply = ask_service(url=url, loopback=True) if url else ask_service()
    if as_json:
        import json

        click.echo(json.dumps({"answer": reply.answer.value, "image": reply.image_url}))
    else:
        click.echo(say("commands.play.rules.oracle.answer", answer=reply.answer.value))
        click.echo(
            say("commands.play.rules.oracle.picture", address=reply.image_url)
            if reply.image_url
            else say("commands.play.rules.oracle.no_picture")
        )

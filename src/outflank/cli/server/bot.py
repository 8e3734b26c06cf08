"""`outflank bot`: play on a server with an engine or any program, and check a bot."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from outflank.cli.commands import Group, option
from outflank.cli.completion import engine_names
from outflank.cli.options import Seconds, WholeNumber
from outflank.cli.output import Row, format_options, print_rows
from outflank.cli.server.client_options import FIRST_PATIENCE, find_key, printable
from outflank.cli.words import cell_in_words
from outflank.texts import Text, say

if TYPE_CHECKING:
    from outflank.client.bot import Bot
    from outflank.client.check import GameReport
    from outflank.client.move_choosers import ChooserPool

__all__ = ["command"]


class BotGroup(Group):
    """A group that runs `run` when no command is named: `outflank bot URL KEY`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `run` before arguments that name no command."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(
    "bot",
    help=Text("commands.server.bot.help"),
    details=Text("commands.server.bot.details"),
    cls=BotGroup,
    examples=(
        "outflank bot localhost:5000 key0 --engine level:5",
        "outflank bot localhost:5000 --key-file my.key --command 'python3 mine.py'",
        "outflank bot check localhost:5000 KEY --command ./mine",
    ),
)
def command() -> None:
    """Play on a server with an engine or any program, or check a bot."""


def _key_arguments(run: Callable[..., None]) -> Callable[..., None]:
    for decorate in (
        option(
            "--command",
            "program",
            metavar="'PROGRAM ARGS'",
            help=Text("commands.server.bot.options.command"),
        ),
        option(
            "--engine",
            metavar="NAME",
            shell_complete=engine_names,
            help=Text("commands.server.bot.options.engine"),
        ),
        option(
            "--key-file",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help=Text("commands.server.bot.options.key_file"),
        ),
        click.argument("key", required=False),
        click.argument("url"),
    ):
        run = decorate(run)
    return run


@command.command(
    "run",
    help=Text("commands.server.bot.run.help"),
    details=Text("commands.server.bot.run.details"),
    examples=(
        "outflank bot localhost:5000 key0 --engine level:5",
        "outflank bot localhost:5000 key1 --command 'python3 mine.py' --once",
    ),
    notes=Text("commands.server.bot.run.protocol"),
)
@_key_arguments
@option("--name", metavar="NAME", help=Text("commands.server.bot.run.options.name"))
@option(
    "--accept",
    type=click.Choice(["all", "none"]),
    default="all",
    show_default=True,
    help=Text("commands.server.bot.run.options.accept"),
)
@option(
    "--at-once",
    type=WholeNumber(1, 64),
    default=1,
    show_default=True,
    help=Text("commands.server.bot.run.options.at_once"),
)
@option("--once", is_flag=True, help=Text("commands.server.bot.run.options.once"))
@option("--quiet", is_flag=True, help=Text("commands.server.bot.run.options.quiet"))
def run_command(
    *,
    url: str,
    key: str | None,
    key_file: str | None,
    engine: str | None,
    program: str | None,
    name: str | None,
    accept: str,
    at_once: int,
    once: bool,
    quiet: bool,
) -> None:
    """Play every match of a key on a server until Ctrl-C."""
    import asyncio

    from outflank.client.async_client import AsyncClient
    from outflank.client.bot import Bot
    from outflank.client.sync_client import Client

    secret = find_key(key, key_file, "OUTFLANK_KEY")
    live = LiveLine(quiet=quiet)

    async def play(choosers: ChooserPool) -> None:
        async with AsyncClient(url, secret, patience=None, on_waiting=live.warn) as client:
            bot = Bot(
                client,
                choosers.choose,
                accept=accept == "all",
                once=once,
                at_once=at_once,
                on_news=lambda news: live.show(bot, news),
            )
            try:
                await bot.run()
            finally:
                live.end()
                if not quiet:
                    click.echo(say("commands.server.bot.ended", statistics=bot.statistics))

    with _chooser_pool(engine, program, at_once) as choosers:
        # This reports a wrong address or key at once.
        with Client(url, secret, patience=FIRST_PATIENCE, on_waiting=live.warn) as first:
            if name:
                first.rename(name)
            else:
                first.me()
        with contextlib.suppress(KeyboardInterrupt):  # the usual way to end a bot
            asyncio.run(play(choosers))


class LiveLine:
    """Messages, and on a terminal a last line with the current statistics."""

    def __init__(self, *, quiet: bool) -> None:
        self._is_quiet = quiet
        self._is_live = not quiet and sys.stdout is not None and sys.stdout.isatty()

    def show(self, bot: Bot, news: str) -> None:
        """Print a message, if there is one, and the statistics."""
        if self._is_quiet:
            return
        clear = "\r\033[K" if self._is_live else ""
        if news:
            click.echo(f"{clear}{printable(news)}")
        if self._is_live:
            click.echo(f"{clear}{bot.statistics}", nl=False)

    def warn(self, problem: str) -> None:
        """Print a problem that keeps the bot from playing to standard error, even if quiet."""
        self.end()
        click.echo(printable(problem), err=True)

    def end(self) -> None:
        """Clear the line."""
        if self._is_live:
            click.echo("\r\033[K", nl=False)


def _chooser_pool(engine: str | None, program: str | None, count: int) -> ChooserPool:
    from outflank.client.move_choosers import chooser_pool

    if (engine is None) == (program is None):
        raise click.UsageError(say("commands.server.bot.engine_or_command"))
    return chooser_pool(engine=engine, command=program, count=count)


@command.command(
    "check",
    help=Text("commands.server.bot.check.help"),
    details=Text("commands.server.bot.check.details"),
    examples=(
        "outflank bot check localhost:5000 KEY --command './mine'",
        "outflank bot check localhost:5000 KEY --engine level:3 --json",
        (
            "outflank bot check localhost:5000 KEY --listen 5001",
            Text("commands.server.bot.check.examples.listen"),
        ),
    ),
)
@_key_arguments
@option(
    "--listen",
    "port",
    type=WholeNumber(0, 65535),
    default=5001,
    show_default=True,
    help=Text("commands.server.bot.check.options.listen"),
)
@option(
    "--patience",
    type=Seconds(0.1),
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help=Text("commands.server.bot.check.options.patience"),
)
@option(
    "--opponent-key", metavar="KEY", help=Text("commands.server.bot.check.options.opponent_key")
)
@option("--only", metavar="WORD", help=Text("commands.server.bot.check.options.only"))
@format_options
def check_command(
    *,
    url: str,
    key: str | None,
    key_file: str | None,
    engine: str | None,
    program: str | None,
    port: int,
    patience: float,
    opponent_key: str | None,
    only: str | None,
    style: str | None,
) -> None:
    """Play scripted games against the bot of a key and report what it does wrong."""
    from outflank.client.check import SCRIPT, Checker
    from outflank.client.check.bot_thread import BotThread
    from outflank.client.check.proxy import RecordingProxy

    secret = find_key(key, key_file, "OUTFLANK_KEY")
    script = [
        game for game in SCRIPT if only is None or only in game.name or only in str(game.text)
    ]
    if not script:
        raise click.UsageError(
            say(
                "commands.server.bot.check.no_game",
                word=repr(only),
                names=", ".join(str(game.text) for game in SCRIPT),
            )
        )
    is_ours = engine is not None or program is not None
    with contextlib.ExitStack() as stack:
        proxy = stack.enter_context(RecordingProxy(url, 0 if is_ours else port))
        checker = Checker(proxy, secret, opponent_key=opponent_key, patience=patience)
        stack.callback(checker.close)
        faults = None
        if is_ours:
            choosers = stack.enter_context(_chooser_pool(engine, program, 1))
            driven = stack.enter_context(BotThread(proxy.url, secret, choosers))
            faults = driven.faults
        else:
            click.echo(
                say("commands.server.bot.check.call", url=proxy.url, player=checker.name), err=True
            )
        reports = checker.run(script, faults_of_program=faults, on_report=_announce)
    is_table = style in (None, "table")
    print_rows([_row(report, in_words=is_table) for report in reports], style)
    _finish(reports, in_words=is_table)


def _announce(report: GameReport) -> None:
    verdict = cell_in_words("verdict", _verdict(report))
    said = say("commands.server.bot.check.progress", game=report.game.text, verdict=verdict)
    click.echo(said, err=True)


def _row(report: GameReport, *, in_words: bool) -> Row:
    game = report.game
    return {
        "game": str(game.text) if in_words else game.name,
        "size": game.size,
        "bot": game.color,
        "clock": game.clock,
        "disturbed by": game.disturbance.value,
        "moves": report.moves,
        "ended": report.ended,
        "seen": ", ".join(sorted(report.seen)),
        "verdict": _verdict(report),
    }


def _verdict(report: GameReport) -> str:
    return printable("; ".join(map(str, dict.fromkeys(report.faults)))) or "ok"


def _finish(reports: list[GameReport], *, in_words: bool) -> None:
    bad = sum(not report.is_good for report in reports)
    if in_words:
        seen = {event for report in reports for event in report.seen}
        never = {"pass", "wipe-out", "full board"} - seen
        if never:
            shown = ", ".join(cell_in_words("seen", event) for event in sorted(never))
            click.echo("\n" + say("commands.server.bot.check.never", events=shown))
        verdict = say("commands.server.bot.check.no_faults")
        if bad:
            verdict = say("commands.server.bot.check.faults", bad=bad, count=len(reports))
        click.echo(f"\n{verdict}")
    if bad:
        click.get_current_context().exit(1)

"""`outflank review`: what each move of a game was worth, what was wrong, and what was better."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from outflank.analysis.many_games import ReviewSettings, review_games
from outflank.analysis.review import GameReview, review
from outflank.analysis.review_rules import RULES
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.cli.commands import option
from outflank.cli.completion import engine_names
from outflank.cli.engine.joined_cluster import joined_cluster
from outflank.cli.engine.own_sides import OwnSides
from outflank.cli.engine.review_output import print_review, print_reviews
from outflank.cli.engine.running_options import running_options
from outflank.cli.options import (
    BoardCommand,
    Seconds,
    WholeNumber,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import refuse_existing, write_file
from outflank.cli.progress import ProgressBar
from outflank.engine import Limit
from outflank.errors import JournalError, NotationError
from outflank.rules import Game
from outflank.texts import Text, say
from outflank.texts.phrases import listed_in_words

__all__ = ["command"]

_BUDGETS = RULES.budgets[RULES.engine]
_CONFIDENCE = _BUDGETS["usual"].confidence  # of searches to a depth


@click.command(
    "review",
    help=Text("commands.engine.review.help"),
    details=Text("commands.engine.review.details"),
    cls=BoardCommand,
    examples=(
        "outflank review f5d6c3d3c4f4f6f3e6e7d7",
        "outflank review games.ggf --game 2",
        "outflank review 2",
        "outflank review games.ggf --player Ann",
        'outflank review "Sunday final" --html final.html',
        "outflank review games.txt --depth 12 --exact 18 --out reviews.jsonl",
        "outflank review game.json --time 1 --json",
    ),
)
@click.argument("what", metavar="GAME...", nargs=-1, required=True)
@option("--player", metavar="NAME", help=Text("commands.engine.review.options.player"))
@option(
    "--side",
    type=click.Choice(["black", "white"]),
    help=Text("commands.engine.review.options.side"),
)
@option("--game", "number", type=WholeNumber(1), help=Text("commands.engine.review.options.game"))
@size_option
@variant_option
@option(
    "--engine",
    "name",
    metavar="NAME",
    shell_complete=engine_names,
    help=Text("commands.engine.review.options.engine"),
)
@option(
    "--time",
    "seconds",
    type=Seconds(0, min_open=True),
    help=Text("commands.engine.review.options.time"),
)
@option("--depth", type=WholeNumber(1), help=Text("commands.engine.review.options.depth"))
@option("--nodes", type=WholeNumber(1), help=Text("commands.engine.review.options.nodes"))
@option(
    "--confidence",
    type=WholeNumber(73, 100),
    metavar="PERCENT",
    help=Text("commands.engine.review.options.confidence", percent=_CONFIDENCE),
)
@option(
    "--exact",
    type=WholeNumber(0, 30),
    help=Text(
        "commands.engine.review.options.exact",
        **{kind: budget.solved for kind, budget in _BUDGETS.items()},
    ),
)
@running_options(Text("commands.engine.review.options.out"), plays=False)
def command(
    *,
    what: tuple[str, ...],
    player: str | None,
    side: str | None,
    number: int | None,
    size: str | None,
    variant: str | None,
    name: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    confidence: int | None,
    exact: int | None,
    concurrency: int | None,
    cluster: str | None,
    out: Path | None,
    html: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Review games: GAME is a file, a transcript, a saved game, or - for standard input."""
    if player is not None and side is not None:
        raise click.UsageError(
            say("commands.output.not_together", names=listed_in_words(["--player", "--side"]))
        )
    if html is not None and not force:
        refuse_existing(html)
    own = OwnSides(player, side)
    games = _games(what, number, own, size=size, variant=variant)
    own.require(games)
    if confidence is None and depth is not None:
        confidence = _CONFIDENCE
    limit = Limit(seconds, depth, nodes, confidence=confidence)
    settings = ReviewSettings(None if limit.is_unlimited() else limit, exact, name)
    if len(games) == 1 and out is None and cluster is None:
        found = [_review_one(games[0], settings)]
    else:
        found = _review_all(games, settings, concurrency, out, cluster)
    if html is not None:
        from outflank.analysis.report_page import review_page

        write_file(html, review_page(found, settings), replace=True)
    if len(found) == 1:
        print_review(found[0], as_json=as_json)
    else:
        print_reviews(found, as_json=as_json)
    for left in () if as_json else own.left_books(games):
        click.echo(left)
    if told := own.remember(games, found):
        click.echo(told, err=True)


def _review_one(game: Game, settings: ReviewSettings) -> ReviewedGame:
    """Review one game in this process; Ctrl-C stops and keeps what is known so far."""
    known = GameReview(sum(1 for _ in game.mainline()))

    def keep(found: GameReview) -> None:
        nonlocal known
        known = found
        progress(len(found.moves), found.total, steady=False)

    with (
        settings.open_engine() as engine,
        ProgressBar(say("commands.engine.review.reviewing")) as progress,
        contextlib.suppress(KeyboardInterrupt),
    ):
        review(game, engine, settings.limit, exact=settings.exact, on_progress=keep)
    if known.total and not known.moves:
        raise KeyboardInterrupt
    return ReviewedGame.of(1, game, known)


def _review_all(
    games: Sequence[Game],
    settings: ReviewSettings,
    concurrency: int | None,
    out: Path | None,
    cluster: str | None,
) -> list[ReviewedGame]:
    """Review many games side by side, and record each review when it is done."""
    from outflank.arena.engine_match.games_file import RecordsFile

    with contextlib.ExitStack() as stack:
        elsewhere = stack.enter_context(joined_cluster(cluster))
        file = None
        if out is not None:
            file = stack.enter_context(
                RecordsFile[ReviewedGame](
                    out,
                    settings.to_dict(),
                    kind="review",
                    read=ReviewedGame.from_dict,
                    write=ReviewedGame.to_dict,
                    key=lambda reviewed: reviewed.number,
                )
            )
        done = [] if file is None else _of_these(file.games, games, out)
        count = len(done)
        progress = stack.enter_context(
            ProgressBar(say("commands.engine.review.reviewing"), before=count)
        )

        def keep(found: ReviewedGame) -> None:
            nonlocal count
            count += 1
            if file is not None:
                file.add(found)
            progress(
                count,
                len(games),
                say(
                    "commands.engine.review.reviewed_of", done=f"{count:,}", count=f"{len(games):,}"
                ),
            )

        try:
            return review_games(
                games,
                settings,
                done=done,
                concurrency=concurrency,
                on_game=keep,
                elsewhere=elsewhere,
            )
        except BaseException:
            progress.clear()
            if file is not None:
                saved = say(
                    "commands.engine.review.saved",
                    done=len(file.games),
                    count=len(games),
                    file=out,
                )
                click.echo(saved, err=True)
            raise


def _of_these(
    done: Sequence[ReviewedGame], games: Sequence[Game], out: Path | None
) -> list[ReviewedGame]:
    """Return the reviews of a file, after checking that they are of these games."""
    for reviewed in done:
        number = reviewed.number
        moves = [ply.move for ply in games[number - 1].mainline()] if number <= len(games) else []
        if [move.move for move in reviewed.review.moves] != moves:
            raise JournalError(Text("errors.cli.holds_reviews_other_games", out=out, number=number))
    return list(done)


def _games(
    what: Sequence[str],
    number: int | None,
    own: OwnSides,
    *,
    size: str | None,
    variant: str | None,
) -> list[Game]:
    games = [
        game for name in what for game in own.saved_game(name) or _read_games(name, size, variant)
    ]
    if number is not None:
        if number > len(games):
            raise click.UsageError(
                say("commands.options.no_game_of_that_number", number=number, count=len(games))
            )
        games = [games[number - 1]]
    played = [game for game in games if game.root.replies]
    if not played:
        raise NotationError(Text("errors.cli.no_moves_review_give"))
    if len(played) < len(games):
        click.echo(
            say("commands.engine.review.without_moves", count=len(games) - len(played)), err=True
        )
    return played


def _read_games(what: str, size: str | None, variant: str | None) -> Iterator[Game]:
    reading = read_argument(what, size=size, variant=variant)
    if not reading.records:
        raise next(iter(reading.problems), NotationError(Text("errors.cli.input_contains_no_game")))
    report_problems(reading)
    yield from reading.games

"""`outflank analyse`: evaluate the moves of a position."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import click

from outflank.cli.commands import option
from outflank.cli.options import (
    BoardCommand,
    Seconds,
    WholeNumber,
    answer_option,
    hash_option,
    heard,
    read_position,
    refuse_finished,
    size_option,
    threads_option,
    variant_option,
)
from outflank.cli.output import Row, table
from outflank.cli.words import score_in_words
from outflank.engine import Analysis, Engine, Limit, Variation
from outflank.engine.book_engine import BookEngine
from outflank.engine.solvers import open_solver
from outflank.extras import is_installed
from outflank.rules import BLACK, PASS, WHITE, Answer, Position
from outflank.texts import Text, say
from outflank.texts.phrases import capitalised

__all__ = ["command"]

_SECONDS = 5.0  # of thinking if no limit is given


@click.command(
    "analyse",
    help=Text("commands.engine.analyse.help"),
    details=Text("commands.engine.analyse.details"),
    cls=BoardCommand,
    examples=(
        "outflank analyse",
        "outflank analyse f5d6c3d3c4 --lines 5 --time 10",
        "outflank analyse f5d6c3d3c4 --depth 15 --confidence 73",
        "outflank analyse f5d6 --book",
        "outflank analyse --variant yesno --answer no --depth 4",
        "outflank analyse game.txt --nodes 1000000 --json",
    ),
)
@click.argument("what", required=False)
@size_option
@variant_option
@answer_option
@option(
    "--lines",
    type=WholeNumber(1, 128),
    default=3,
    show_default=True,
    help=Text("commands.engine.analyse.options.lines"),
)
@option(
    "--time",
    "seconds",
    type=Seconds(0, min_open=True),
    help=Text("commands.engine.analyse.options.time", count=f"{_SECONDS:g}"),
)
@option("--depth", type=WholeNumber(1), help=Text("commands.engine.analyse.options.depth"))
@option("--nodes", type=WholeNumber(1), help=Text("commands.engine.analyse.options.nodes"))
@option(
    "--confidence",
    type=WholeNumber(73, 100),
    metavar="PERCENT",
    help=Text("commands.engine.analyse.options.confidence"),
)
@option("--book", is_flag=True, help=Text("commands.engine.analyse.options.book"))
@threads_option
@hash_option
@option("--json", "as_json", is_flag=True, help=Text("commands.engine.analyse.options.json"))
def command(
    *,
    what: str | None,
    size: str | None,
    variant: str | None,
    answer: str | None,
    lines: int,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    confidence: int | None,
    book: bool,
    threads: int | None,
    hash_mb: int,
    as_json: bool,
) -> None:
    """Evaluate the best moves: WHAT is a transcript, a board, a file, or -."""
    position = heard(read_position(what, size=size, variant=variant), answer)
    refuse_finished(position, "analyse")
    position = _after_passes(position)
    limit = Limit(seconds, depth, nodes, confidence=confidence)
    if limit.is_unlimited():
        limit = replace(limit, seconds=_SECONDS)
    known = _Known(position)
    with (
        open_solver(threads=threads, hash_mb=hash_mb) as engine,
        _live_display(known, is_wanted=not as_json),
        # Ctrl-C asks for the results so far; without any, it ends the command.
        contextlib.suppress(KeyboardInterrupt),
    ):
        _think(BookEngine(engine, margin=0) if book else engine, known, limit, lines)
    if not known.found.variations:
        raise KeyboardInterrupt
    click.echo(json.dumps(_facts(known)) if as_json else _clipped(_report(known)))


@dataclass
class _Known:
    """What is known about a position so far."""

    position: Position
    found: Analysis = field(default_factory=Analysis)
    answers: dict[Answer, Analysis] = field(default_factory=dict)  # if an answer is awaited


def _think(engine: Engine, known: _Known, limit: Limit, lines: int) -> None:
    """Analyse the position; if an answer is awaited, also the position after each answer."""
    position = known.position

    def keep(found: Analysis) -> None:
        known.found = found

    if not position.awaits_answer:
        known.found = engine.analyse(position, limit, candidates=lines, on_progress=keep)
        return
    answers = list(position.variant.answers)
    part = _share(limit, 1 + len(answers))
    known.found = engine.analyse(position, part, on_progress=keep)
    for answer in answers:
        known.answers[answer] = engine.analyse(position.hear(answer), part)


def _share(limit: Limit, parts: int) -> Limit:
    """Divide a limit among several searches, and return the limit for each."""
    seconds = None if limit.seconds is None else limit.seconds / parts
    nodes = None if limit.nodes is None else max(1, limit.nodes // parts)
    return replace(limit, seconds=seconds, nodes=nodes)


def _after_passes(position: Position) -> Position:
    """Let a side without a move pass, and say so."""
    if not position.must_pass:
        return position
    passes, moves = (capitalised(side.text) for side in (position.turn, position.turn.opponent))
    click.echo(say("commands.engine.analyse.must_pass", passing=passes, moving=moves), err=True)
    if position.awaits_answer:
        position = position.hear(next(iter(position.variant.answers)))
    return position.play(PASS)


@contextlib.contextmanager
def _live_display(known: _Known, *, is_wanted: bool) -> Iterator[None]:
    """Show the latest result while the engine thinks, on a terminal and if Rich is installed."""
    if not is_wanted or not sys.stdout.isatty():
        yield
        return
    if not is_installed("rich"):
        click.echo(say("commands.engine.analyse.thinking"), err=True)
        yield
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    began = time.monotonic()

    def now() -> Text:
        spent = say(
            "commands.engine.analyse.thinking_for", seconds=f"{time.monotonic() - began:.0f}"
        )
        return Text(f"{_report(known)}\n{spent}", no_wrap=True, overflow="ellipsis")

    # Narrower than the terminal, so that the echoed ^C does not begin another line.
    console = Console(width=max(_columns() - 3, 20))
    with Live(get_renderable=now, console=console, refresh_per_second=5, transient=True):
        yield


def _columns() -> int:
    return shutil.get_terminal_size().columns


def _clipped(report: str) -> str:
    """Cut the lines to the width of the terminal; a pipe gets whole lines."""
    if not sys.stdout.isatty():
        return report
    width = _columns()
    lines = report.splitlines()
    return "\n".join(line if len(line) <= width else f"{line[: width - 3]}..." for line in lines)


def _report(known: _Known) -> str:
    """Return the table of moves, with the depth, nodes and time of the search."""
    found = known.found
    nodes = found.nodes + sum(each.nodes for each in known.answers.values())
    seconds = found.seconds + sum(each.seconds for each in known.answers.values())
    rows = [_row(variation) for variation in found.variations]
    if known.position.awaits_answer:
        rows = _rows_by_answer(known)
    searched = say(
        "commands.engine.analyse.searched",
        depth=found.depth,
        count=f"{nodes:,}",
        seconds=f"{seconds:.2f}",
    )
    if seconds > 0.1:
        speed = f"{nodes / seconds / 1e6:.1f}"
        searched = say("commands.engine.analyse.at_speed", searched=searched, millions=speed)
    return f"{_headline(known.position)}\n{table(rows)}\n{searched}"


def _headline(position: Position) -> str:
    """Describe the position: the game, the side to move and the discs."""
    board = position.board
    size = f"{position.size}x{position.size}"
    game = say(
        "commands.engine.analyse.to_move",
        variant=position.variant.text,
        size=size,
        side=position.turn.text,
    )
    if position.answer is not None:
        game = say("commands.engine.analyse.with_answer", game=game, answer=position.answer.text)
    return say(
        "commands.engine.analyse.headline",
        game=game,
        black=board.count(BLACK),
        white=board.count(WHITE),
        empties=board.empties,
    )


def _row(variation: Variation) -> Row:
    row: dict[str, object] = {
        "move": "-" if variation.move is None else str(variation.move),
        "score": "" if variation.score is None else score_in_words(variation.score),
    }
    if variation.win_chance is not None:
        row["wins"] = f"{variation.win_chance:.1%}"
    return row | {"line": " ".join(map(str, variation.line))}


def _rows_by_answer(known: _Known) -> list[Row]:
    """Return the rows before the oracle answers, and one for the best move after each answer."""
    odds = known.position.variant.answers
    rows: list[Row] = [
        {"answer": "awaited", "odds": "", **_row(best)} for best in known.found.variations
    ]
    for answer, found in known.answers.items():
        rows += [
            {"answer": answer.value, "odds": f"{100 * odds[answer]:.3g}%", **_row(best)}
            for best in found.variations[:1]
        ]
    return rows


def _facts(known: _Known) -> dict[str, object]:
    found = known.found
    facts: dict[str, object] = {
        "turn": str(known.position.turn),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        **_variation(found.variations[0]),
        "moves": [_variation(variation) for variation in found.variations],
    }
    if known.position.awaits_answer:
        facts["answers"] = {
            answer.value: _variation(each.variations[0]) for answer, each in known.answers.items()
        }
    return facts


def _variation(variation: Variation) -> dict[str, object]:
    score = variation.score
    assert score is not None  # `open_solver` and the book score every move
    return {
        "move": None if variation.move is None else str(variation.move),
        "score": score.discs,
        "kind": score.kind.value,
        "score_depth": score.depth,
        "confidence": score.confidence,
        "win_chance": variation.win_chance,
        "line": [str(move) for move in variation.line],
    }

"""`outflank review`: what each move of a game was worth, and the worst of each side."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from outflank.analysis.review import GameReview, ReviewedMove, review, review_engine
from outflank.analysis.sentences import describe_review
from outflank.cli.completion import engine_names
from outflank.cli.options import (
    BoardCommand,
    Seconds,
    WholeNumber,
    read_argument,
    report_problems,
    size_option,
    variant_option,
)
from outflank.cli.output import Row, speaks_unicode, table
from outflank.cli.progress import ProgressBar
from outflank.engine import Limit, find
from outflank.errors import NotationError
from outflank.rules import BLACK, PASS, WHITE, Color, Game, Score, ScoreKind

__all__ = ["command"]

_BARS = " ▁▂▃▄▅▆▇█"
_HALF = 4  # lines of the graph above and below the middle
_SOURCES = {ScoreKind.EXACT: "exact", ScoreKind.EXPECTED: "average", ScoreKind.PROVEN: "proven"}


@click.command(
    "review",
    cls=BoardCommand,
    epilog="Examples:\n\n"
    "\b\n"
    "  outflank review f5d6c3d3c4f4f6f3e6e7d7\n"
    "  outflank review games.ggf --game 2\n"
    "  outflank review 2\n"
    '  outflank review "Sunday final"\n'
    "  outflank review game.json --time 1 --json",
)
@click.argument("what")
@click.option(
    "--game", "number", type=WholeNumber(1), help="Which game of a collection; the first."
)
@size_option
@variant_option
@click.option(
    "--engine",
    "name",
    metavar="NAME",
    shell_complete=engine_names,
    help="Another engine or level than the best.",
)
@click.option(
    "--time", "seconds", type=Seconds(0, min_open=True), help="Think so long about each move."
)
@click.option("--depth", type=WholeNumber(1), help="Search each move to this depth in plies.")
@click.option("--nodes", type=WholeNumber(1), help="Search at most this many nodes for each move.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    *,
    what: str,
    number: int | None,
    size: str | None,
    variant: str | None,
    name: str | None,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    as_json: bool,
) -> None:
    """Look back on a game: WHAT is a file, a transcript, a saved game, or - for standard input.

    A saved game is named by its number or its name in `outflank saves --all`.

    For each move the table shows what the game was worth after it, for black, and how many discs
    it gave away against the best move. Near the end values are exact, before that estimates. This
    takes some seconds unless a limit is set; Ctrl-C ends it with what was found by then, which is
    the end of the game.
    """
    game = _game(what, number, size=size, variant=variant)
    limit = Limit(seconds, depth, nodes)
    known = GameReview(sum(1 for _ in game.mainline()))

    def keep(found: GameReview) -> None:
        nonlocal known
        known = found
        progress(len(found.moves), found.total, steady=False)

    with (
        find(name) if name else review_engine() as engine,
        ProgressBar("Looking back") as progress,
        _ended_by_ctrl_c(),
    ):
        review(game, engine, None if limit.is_unlimited() else limit, on_progress=keep)
    if known.total and not known.moves:
        raise KeyboardInterrupt
    click.echo(json.dumps(_facts(known)) if as_json else _report(known))


@contextlib.contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C ask for what is known so far."""
    with contextlib.suppress(KeyboardInterrupt):
        yield


def _game(what: str, number: int | None, *, size: str | None, variant: str | None) -> Game:
    games = _saved_game(what) or _read_games(what, size=size, variant=variant)
    if number is not None and number > len(games):
        raise click.UsageError(f"there is no game {number}: the collection has {len(games)}")
    if number is None and len(games) > 1:
        click.echo(f"This is game 1 of {len(games)}: --game N takes another.", err=True)
    game = games[(number or 1) - 1]
    if not game.root.replies:
        raise NotationError("there are no moves to look back on; give a game, not a position")
    return game


def _saved_game(what: str) -> list[Game]:
    """Return the saved game of this number, name or file, if it is one."""
    from outflank.faces.local.game_files import load
    from outflank.faces.local.saved_games import SavedGames
    from outflank.play.match import Match

    games = SavedGames()
    if what.isdecimal() or games.has(what):
        return [Match.restore(load(games.find(what).path)).game]
    path = Path(what)
    is_autosave = path.suffix == ".jsonl" and path.is_file()
    return [Match.restore(load(path)).game] if is_autosave else []


def _read_games(what: str, *, size: str | None, variant: str | None) -> Sequence[Game]:
    reading = read_argument(what, size=size, variant=variant)
    if not reading.records:
        raise next(iter(reading.problems), NotationError("the input contains no game"))
    report_problems(reading)
    return reading.games


# Words


def _report(known: GameReview) -> str:
    rows = [_row(one) for one in known.moves]
    lines = [table(rows), "", _graph(known), *describe_review(known)]
    lines.append(f"Given away by all moves together: {_losses(known)}.")
    if not known.is_complete:
        lines.append(f"Only the last {len(known.moves)} of {known.total} moves were looked at.")
    return "\n".join(lines)


def _losses(known: GameReview) -> str:
    lost = {color: f"{known.total_loss(color):.0f}" for color in (BLACK, WHITE)}
    return ", ".join(
        f"{_side(color)} {discs} disc{'' if discs == '1' else 's'}" for color, discs in lost.items()
    )


def _side(color: Color) -> str:
    return str(color).capitalize()


def _row(one: ReviewedMove) -> Row:
    row: dict[str, object] = {"no.": one.number, "side": _side(one.color), "move": str(one.move)}
    if one.answer is not None:
        row["answer"] = one.answer.value
    is_loss = one.loss >= 0.05
    return row | {
        "for black": f"{one.value.discs:+.1f}",
        "value": _SOURCES.get(one.value.kind, f"depth {one.value.depth}"),
        "lost": f"{one.loss:.1f}" if is_loss else "",
        "better": " ".join(map(str, one.line[:6])) if is_loss else "",
    }


def _graph(known: GameReview) -> str:
    """Draw what the game was worth after each move: up for black, down for white."""
    values = [one.value.discs for one in known.moves]
    room = max(shutil.get_terminal_size().columns - 8, 20) if sys.stdout.isatty() else len(values)
    step = -(-len(values) // room)
    values = [max(values[at : at + step], key=abs) for at in range(0, len(values), step)]
    most = max(2.0, *map(abs, values))
    lines = []
    for row in range(_HALF, -_HALF, -1):
        label = {_HALF: f"{most:+.0f}", 1: "+0", -_HALF + 1: f"{-most:+.0f}"}.get(row, "")
        lines.append(f"{label:>5} |{''.join(_bar(value / most, row) for value in values)}".rstrip())
    return "\n".join([*lines, "      Up is good for Black, down for White.", ""])


def _bar(share: float, row: int) -> str:
    """Return one character of a bar: rows 1 to _HALF are above the middle, the others below."""
    height = share * _HALF
    if row >= 1:
        part = min(max(height - (row - 1), 0.0), 1.0)
        return (_BARS[round(part * 8)] if speaks_unicode() else "#") if part > 0.06 else " "
    part = min(max(-height + row, 0.0), 1.0)
    return ("█" if speaks_unicode() else "#") if part >= 0.5 else " "


# JSON


def _facts(known: GameReview) -> dict[str, object]:
    worst = {str(color): known.worst(color) for color in (BLACK, WHITE)}
    return {
        "moves": [_move_facts(one) for one in known.moves],
        "worst": {side: one.number if one else None for side, one in worst.items()},
        "lost": {str(color): round(known.total_loss(color), 2) for color in (BLACK, WHITE)},
        "sentences": describe_review(known),
        "complete": known.is_complete,
        "nodes": known.nodes,
    }


def _move_facts(one: ReviewedMove) -> dict[str, object]:
    return {
        "number": one.number,
        "color": str(one.color),
        "move": "pass" if one.move is PASS else str(one.move),
        "answer": one.answer.value if one.answer else None,
        "score": _score_facts(one.score),
        "best": _score_facts(one.best_score),
        "loss": round(one.loss, 2),
        "better": str(one.better),
        "line": [str(move) for move in one.line],
    }


def _score_facts(score: Score) -> dict[str, object]:
    return {"discs": score.discs, "kind": score.kind.value, "depth": score.depth}

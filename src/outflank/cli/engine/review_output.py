"""What `outflank review` prints: tables, a graph, mistakes in words, and JSON."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from outflank.analysis.accuracy import PHASES, Accuracy, accuracy_of_players
from outflank.analysis.review import GameReview, ReviewedMove
from outflank.analysis.review_rules import RULES
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.analysis.sentences import (
    describe_mistake,
    describe_review,
    describe_source,
    name_finding,
)
from outflank.analysis.story import describe_story, losing_side
from outflank.cli.output import Row, speaks_unicode, table
from outflank.rules import BLACK, WHITE, Color
from outflank.texts import say
from outflank.texts.phrases import capitalised

__all__ = ["print_review", "print_reviews"]

_BARS = " ▁▂▃▄▅▆▇█"
_HALF = 4  # lines of the graph above and below the middle
_EXPLAINED = 3  # findings shown about one mistake
_COMMON = 8  # kinds of mistakes shown with their counts


def print_review(game: ReviewedGame, *, as_json: bool) -> None:
    """Print the review of one game."""
    click.echo(json.dumps(_facts(game)) if as_json else _report(game))


def print_reviews(games: Sequence[ReviewedGame], *, as_json: bool) -> None:
    """Print the reviews of many games: a line for each, and the accuracy of each player."""
    if as_json:
        players = [player.to_dict() for player in accuracy_of_players(games)]
        facts = [_facts(game, whole=False) for game in games]
        click.echo(json.dumps({"games": facts, "players": players}))
        return
    click.echo(table([_game_row(game) for game in games], flexible="game"))
    click.echo()
    rows = [
        _player_row(player.name, player.games, player.whole, player.phases)
        for player in accuracy_of_players(games)
    ]
    rows.sort(key=lambda row: -int(str(row["moves"])))
    click.echo(table(rows, flexible="player"))
    click.echo()
    click.echo(_common_mistakes(games))


def _game_row(game: ReviewedGame) -> Row:
    review = game.review
    players = {player.name: player.whole for player in accuracy_of_players([game])}
    row: dict[str, object] = {"no.": game.number, "game": game.title}
    row["result"] = "" if game.margin is None else f"{game.margin:+d}"
    row["opening"] = game.opening
    for color in (BLACK, WHITE):
        row[f"{color} lost a move"] = f"{review.average_loss(color):.1f}"
    for color in (BLACK, WHITE):
        row[f"{color} %"] = players[game.name(color)].shown
    row["mistakes"] = len(review.mistakes)
    return row


def _player_row(
    name: str, games: int, whole: Accuracy, phases: dict[str, Accuracy]
) -> dict[str, object]:
    loss = whole.average_loss
    return {
        "player": name,
        "games": games,
        "moves": whole.moves,
        "lost a move": "" if loss is None else f"{loss:.2f}",
        "mistakes": whole.mistakes,
        "accuracy": whole.shown,
        **{phase: phases[phase].shown for phase in PHASES},
    }


def _common_mistakes(games: Sequence[ReviewedGame]) -> str:
    counts = Counter(
        finding.code for game in games for move in game.review.moves for finding in move.findings
    )
    shown = [f"{name_finding(code)} {times:,}" for code, times in counts.most_common(_COMMON)]
    if not shown:
        return say("commands.engine.review.no_mistakes")
    return _wrapped(say("commands.engine.review.what_went_wrong", findings=", ".join(shown)))


# One game


def _report(game: ReviewedGame) -> str:
    known = game.review
    rows = [_row(move) for move in known.moves]
    sides = [losing_side(known), losing_side(known).opponent]
    stories = [_wrapped(describe_story(known, color)) for color in sides] if known.moves else []
    lines = [table(rows), "", _graph(known), *stories, ""]
    lines += [line for color in sides for line in _mistakes(game, color)]
    figures = accuracy_of_players([game])
    if known.moves:
        shown = [_player_row(each.name, each.games, each.whole, each.phases) for each in figures]
        lines += [table([{k: v for k, v in row.items() if k != "games"} for row in shown]), ""]
    if game.opening:
        lines.append(say("commands.engine.review.opening", name=game.opening))
    lines += describe_review(known)
    average = (f"{known.average_loss(color):.1f}" for color in (BLACK, WHITE))
    black, white = average
    lines.append(say("commands.engine.review.average_loss", black=black, white=white))
    lines.append(say("commands.engine.review.values", engine=known.engine, count=known.solved))
    if not known.is_complete:
        lines.append(
            say("commands.engine.review.only_the_last", done=len(known.moves), count=known.total)
        )
    return "\n".join(lines)


def _mistakes(game: ReviewedGame, color: Color) -> list[str]:
    """Describe the mistakes of a side: what each cost, what was wrong and what was better."""
    mistakes = [mistake for mistake in game.review.mistakes if mistake.color is color]
    lines = (
        [
            say(
                "commands.engine.review.mistakes_of",
                side=capitalised(color.text),
                number=len(mistakes),
            ),
            "",
        ]
        if mistakes
        else []
    )
    for mistake in mistakes:
        cost, *reasons = describe_mistake(mistake)
        move = str(mistake.move)
        if mistake.answer is not None:
            move = f"{move} ({mistake.answer.text})"
        lines.append(
            say(
                "commands.engine.review.mistake",
                number=mistake.named_number,
                side=capitalised(color.text),
                move=move,
                cost=cost,
            )
        )
        lines += [_wrapped(sentence, "   ") for sentence in reasons[:_EXPLAINED]]
        if len(mistake.line) > 1:
            better = " ".join(map(str, mistake.line[: RULES.lines.in_text]))
            lines.append(f"   {say('commands.engine.review.better', moves=better)}")
        lines.append("")
    return lines


def _wrapped(text: str, indent: str = "") -> str:
    width = min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() else 100
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def _row(move: ReviewedMove) -> Row:
    row: dict[str, object] = {
        "no.": move.disc or "",
        "side": capitalised(move.color.text),
        "move": str(move.move),
    }
    if move.answer is not None:
        row["answer"] = move.answer.value
    is_loss = move.has_loss
    return row | {
        "for black": f"{move.value.discs:+.1f}",
        "value": describe_source(move.value),
        "lost": f"{move.loss:.1f}" if is_loss else "",
        "better": " ".join(map(str, move.line[: RULES.lines.in_text])) if is_loss else "",
    }


def _graph(known: GameReview) -> str:
    """Draw the value of the game after each move: up for black, down for white."""
    values = [move.value.discs for move in known.moves]
    room = max(shutil.get_terminal_size().columns - 8, 20) if sys.stdout.isatty() else len(values)
    step = -(-len(values) // room)
    values = [max(values[at : at + step], key=abs) for at in range(0, len(values), step)]
    most = max(2.0, *map(abs, values))
    lines = []
    for row in range(_HALF, -_HALF, -1):
        label = {_HALF: f"{most:+.0f}", 1: "+0", -_HALF + 1: f"{-most:+.0f}"}.get(row, "")
        lines.append(f"{label:>5} |{''.join(_bar(value / most, row) for value in values)}".rstrip())
    return "\n".join([*lines, f"      {say('commands.engine.review.graph')}", ""])


def _bar(share: float, row: int) -> str:
    """Return one character of a bar: rows 1 to _HALF are above the middle, the others below."""
    height = share * _HALF
    if row >= 1:
        part = min(max(height - (row - 1), 0.0), 1.0)
        return (_BARS[round(part * 8)] if speaks_unicode() else "#") if part > 0.06 else " "
    part = min(max(-height + row, 0.0), 1.0)
    return ("█" if speaks_unicode() else "#") if part >= 0.5 else " "


# JSON


def _facts(game: ReviewedGame, *, whole: bool = True) -> dict[str, Any]:
    known = game.review
    worst = {str(color): known.worst(color) for color in (BLACK, WHITE)}
    plain = game.to_dict(whole=whole)
    for facts, one in zip(plain["moves"], known.moves, strict=True):
        facts["sentences"] = describe_mistake(one) if one.is_mistake else []
    return {
        **plain,
        "worst": {side: one.number if one else None for side, one in worst.items()},
        "lost": {str(color): round(known.total_loss(color), 2) for color in (BLACK, WHITE)},
        "accuracy": [player.to_dict() for player in accuracy_of_players([game])],
        "sentences": describe_review(known),
        "stories": {str(color): describe_story(known, color) for color in (BLACK, WHITE)},
        "complete": known.is_complete,
    }

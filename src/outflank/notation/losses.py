"""What a record says, one kind of thing at a time, so that two records can be compared."""

from __future__ import annotations

from typing import Any

from outflank.notation.record import Record, as_game
from outflank.rules import Game, Score, Square

__all__ = ["losses"]


def losses(record: Record, reduced: Record) -> list[str]:
    """Name what is in a record and not in what a notation makes of it.

    >>> losses(Game(variant="anti"), Game())
    ['variant']
    """
    whole, rest = _contents(record), _contents(reduced)
    return [name for name, content in whole.items() if content != rest[name]]


def _contents(record: Record) -> dict[str, Any]:
    """Return what a record says by the names that people are told; trifles are left out.

    Passes are no loss, since they can be put in again, nor are a third decimal and white space.
    """
    game = as_game(record)
    main, plies = list(game.mainline()), list(game.walk())
    scores = [ply.score for ply in plies if ply.score]
    if not isinstance(record, Game):
        scores = [score for _, score in record.scores if score]
        scores += [record.score] if record.score else []
        scores.sort(key=_figure)
    return {
        "variant": game.start.variant,
        "answers": [ply.answer for ply in plies if ply.answer],
        "moves": [ply.move for ply in main if isinstance(ply.move, Square)],
        "variations": len(plies) - len(main),
        "headers": {name: _plain(value) for name, value in game.headers.items() if _plain(value)},
        "comments": [_plain(node.comment) for node in (game.root, *plies) if _plain(node.comment)],
        "times": [round(ply.seconds, 2) for ply in plies if ply.seconds is not None],
        "scores": [_figure(score) for score in scores],
        "kinds of scores": [(score.kind, score.depth, score.confidence) for score in scores],
        "verdict": game.verdict,
    }


def _figure(score: Score) -> float:
    return round(score.discs, 2)


def _plain(text: str) -> str:
    return " ".join(text.split())

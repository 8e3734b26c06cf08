"""The wire forms of learning: what a player has learned, and the cards to repeat."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import msgspec

from outflank.analysis import Puzzle, PuzzleSolution, theme_sentence
from outflank.errors import OutflankError
from outflank.faces.web.wire.schemas.learning import (
    DueCard,
    LearningEntry,
    LearningSummary,
    SolverRating,
)
from outflank.faces.web.wire.schemas.puzzles import ValuedMove
from outflank.faces.web.wire.views.matches import word
from outflank.faces.web.wire.views.puzzles import puzzle_values
from outflank.faces.web.wire.views.reviews import side_namer
from outflank.learning import (
    Card,
    CardState,
    Decision,
    Entry,
    Progress,
    describe_card,
    entry_from_dict,
    entry_to_dict,
)
from outflank.rules import Position
from outflank.server.learning.card_sources import match_of
from outflank.server.learning.learning import DueTasks

__all__ = ["due_card", "given_entry", "learning_summary", "wire_entry"]

_LESSON = "lesson/"


def given_entry(given: LearningEntry) -> Entry:
    """Convert an entry that was sent; raise InvalidValue if it lacks a field of its kind."""
    return entry_from_dict(msgspec.to_builtins(given))


def wire_entry(entry: Entry) -> LearningEntry:
    """Return an entry as it was sent."""
    return msgspec.convert(entry_to_dict(entry), LearningEntry)


def learning_summary(
    progress: Progress, *, now: int, today: date, entries: int, weaknesses: list[str]
) -> LearningSummary:
    """Return what a player has done and what comes next."""
    rating = progress.rating
    later = [card.due for card in progress.cards.values() if card.due > now]
    return LearningSummary(
        rating=SolverRating(
            round(rating.value, 1), round(rating.deviation, 1), rating.is_provisional
        ),
        day=today.isoformat(),
        streak=progress.streak(today),
        solved_today=today in progress.days,
        due=len(progress.due(now)),
        next_due=min(later, default=None),
        cards=len(progress.cards),
        solved=len(progress.solved),
        failed=len(progress.failed),
        lessons=sorted(step.removeprefix(_LESSON) for step in progress.lessons),
        weaknesses=weaknesses,
        entries=entries,
    )


def due_card(
    state: CardState, tasks: DueTasks, puzzle_of: Callable[[str], Puzzle | None]
) -> DueCard | None:
    """Return a card with its position; None if that is not known here."""
    subject, progress = state.subject, tasks.progress
    try:
        if (card := progress.mistakes.get(subject)) is not None:
            return _mistake(state, card, tasks.matches.get(subject))
        if (decision := progress.decisions.get(subject)) is not None:
            return _decision(state, decision)
    except (OutflankError, LookupError, TypeError, ValueError):  # of another version
        return None
    puzzle = puzzle_of(subject)
    return None if puzzle is None else _puzzle(state, puzzle)


def _mistake(state: CardState, card: Card, match: str | None) -> DueCard:
    position = card.board
    top = max(card.values.values(), default=0.0)

    def value(move: str) -> ValuedMove:
        known = card.values.get(move)
        if known is not None:
            return ValuedMove(move, known, 0.0 if move in card.best else round(top - known, 2))
        if move in card.best:
            return ValuedMove(move, None, 0.0)
        return ValuedMove(move, None, card.loss if move == card.played else None)

    return DueCard(
        kind="mistake",
        **_board(state, position),
        moves=[value(str(move)) for move in position.legal_moves],
        best=list(card.best),
        exact=card.is_exact,
        played=card.played,
        disc=card.disc or None,
        match=match,
        source="" if match_of(card) else card.source,
        sentences=describe_card(card, side_namer(position.variant)),
        line=list(card.line),
    )


def _decision(state: CardState, decision: Decision) -> DueCard:
    position = Position.parse(decision.position)
    return DueCard(
        kind="opening",
        **_board(state, position),
        moves=[ValuedMove(str(move), None, None) for move in position.legal_moves],
        best=list(decision.moves),
        exact=False,
        **_NOT_FROM_A_GAME,
    )


def _puzzle(state: CardState, puzzle: Puzzle) -> DueCard:
    return DueCard(
        kind="puzzle",
        **_board(state, puzzle.position),
        moves=puzzle_values(puzzle),
        best=[str(move) for move in PuzzleSolution(puzzle.known).best],
        exact=True,
        **(_NOT_FROM_A_GAME | {"sentences": [theme_sentence(each) for each in puzzle.themes]}),
    )


_NOT_FROM_A_GAME: dict[str, Any] = {
    "played": None,
    "disc": None,
    "match": None,
    "source": "",
    "sentences": [],
    "line": [],
}


def _board(state: CardState, position: Position) -> dict[str, Any]:
    return {
        "subject": state.subject,
        "size": position.size,
        "variant": position.variant.name,
        "board": str(position.board),
        "turn": word(position.turn),
        "due": state.due,
        "attempts": state.attempts,
        "lapses": state.lapses,
    }

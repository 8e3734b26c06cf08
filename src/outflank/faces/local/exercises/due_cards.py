"""The cards that a learner repeats here: mistakes and failed puzzles whose position is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.analysis import Puzzle, own_puzzles
from outflank.errors import OutflankError
from outflank.faces.local.exercises.learner import LocalLearner
from outflank.learning import Card, CardState, describe_card
from outflank.rules import Position

__all__ = ["RepeatedCard", "all_cards", "due_cards", "next_due"]

_DAY: Final = 24 * 3600 * 1000  # milliseconds
_PUZZLE: Final = "puzzle/"
_MISTAKE: Final = "mistake/"


@dataclass(frozen=True, slots=True)
class RepeatedCard:
    """A card with what is known of it: a mistake with its review, or a puzzle of our own."""

    state: CardState
    position: Position
    mistake: Card | None = None
    puzzle: Puzzle | None = None

    @property
    def subject(self) -> str:
        """The subject of attempts at the card."""
        return self.state.subject

    @property
    def id(self) -> str:
        """The ten letters that stand for the position."""
        return self.subject.partition("/")[2]

    @property
    def is_mistake(self) -> bool:
        """Whether the card is from a game and not a puzzle."""
        return self.subject.startswith(_MISTAKE)


def due_cards(learner: LocalLearner) -> list[RepeatedCard]:
    """Return the cards to repeat now, in the order in which they come."""
    return list(_known(learner, learner.progress.due(learner.now)))


def all_cards(learner: LocalLearner) -> list[RepeatedCard]:
    """Return all cards that are repeated, those that are due first."""
    states = learner.progress.cards.values()
    return list(_known(learner, sorted(states, key=lambda each: (each.due, each.subject))))


def next_due(learner: LocalLearner) -> int | None:
    """Return when the next card comes after those that are due now; None if there is none.

    Only so many cards a day are new; the others come a day after the first of these.
    """
    now, first = learner.now, learner.progress.first_tries
    cards = all_cards(learner)
    times = [each.state.due for each in cards if each.state.due > now]
    due = {each.subject for each in due_cards(learner)}
    if any(each.state.due <= now and each.subject not in due for each in cards):
        begun = [first[each.subject].at for each in cards if each.subject in first]
        times.append(min(at for at in begun if now - at < _DAY) + _DAY)
    return min(times, default=None)


def _known(learner: LocalLearner, states: list[CardState]) -> Iterator[RepeatedCard]:
    mistakes = learner.progress.mistakes
    for state in states:
        kind, _, name = state.subject.partition("/")
        if (card := mistakes.get(state.subject)) is not None:
            if (position := _position(card)) is not None:
                yield RepeatedCard(state, position, mistake=card)
        elif f"{kind}/" == _PUZZLE and (puzzle := own_puzzles().find(name)) is not None:
            yield RepeatedCard(state, puzzle.position, puzzle=puzzle)


def _position(card: Card) -> Position | None:
    """Return the position of a card; None if this version cannot show the card."""
    try:
        position = card.board
        is_sound = bool(card.best) and all(map(position.is_legal, (*card.best, *card.values)))
        describe_card(card)
    except (OutflankError, ValueError, LookupError, TypeError):
        return None  # of a variant that is not known here, or from a damaged line
    return position if is_sound else None

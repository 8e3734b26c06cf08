"""Learning: a log of attempts, cards of one's own mistakes, and when each is repeated.

>>> wrong = Attempt(id="a1b2c3d4", at=0, subject="puzzle/aaaaaaaaaa", move="d3")
>>> right = Attempt(id="e5f6g7h8", at=86_400_000, subject="puzzle/aaaaaaaaaa", is_right=True)
>>> progress = progress_of([right, wrong])
>>> [card.attempts for card in progress.due(now=10 * 86_400_000)]
[2]
"""

from outflank.learning.entries import (
    Attempt,
    Card,
    Decision,
    Dropped,
    Entry,
    entry_from_dict,
    entry_to_dict,
    new_id,
)
from outflank.learning.glicko import NEW_SOLVER, GlickoRating, rate
from outflank.learning.log_file import LearningLog
from outflank.learning.mistake_cards import cards_of, describe_card
from outflank.learning.progress import NEW_A_DAY, Progress, progress_of
from outflank.learning.repetition import CardState, Grade, Repetition
from outflank.learning.subjects import (
    lesson_subject,
    mistake_subject,
    opening_subject,
    puzzle_subject,
)

__all__ = [
    "NEW_A_DAY",
    "NEW_SOLVER",
    "Attempt",
    "Card",
    "CardState",
    "Decision",
    "Dropped",
    "Entry",
    "GlickoRating",
    "Grade",
    "LearningLog",
    "Progress",
    "Repetition",
    "cards_of",
    "describe_card",
    "entry_from_dict",
    "entry_to_dict",
    "lesson_subject",
    "mistake_subject",
    "new_id",
    "opening_subject",
    "progress_of",
    "puzzle_subject",
    "rate",
]

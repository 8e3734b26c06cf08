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
from outflank.learning.lessons import (
    Course,
    Lesson,
    LessonStep,
    course_of,
    courses,
    find_lesson,
    finished_steps,
)
from outflank.learning.log_file import LearningLog
from outflank.learning.mistake_cards import cards_of, describe_card
from outflank.learning.move_values import with_values
from outflank.learning.openings import (
    MOST_LOST,
    RARELY_PLAYED,
    BookReplies,
    CountedReplies,
    DrillLine,
    DrillStep,
    FirstKnown,
    IndexReplies,
    KnownDecision,
    LeftBook,
    OpeningDrill,
    PlayedReply,
    Repertoire,
    RepertoireGap,
    Replies,
    SurvivalRun,
    ToMemorise,
    book_losses,
    describe_choice,
    describe_left_book,
    draw_reply,
    drill_lines,
    left_book,
    line_of,
    loss_of_choice,
    opening_of_line,
    replies_as_played,
    to_memorise,
)
from outflank.learning.progress import NEW_A_DAY, Progress, RunningProgress, progress_of
from outflank.learning.repetition import CardState, Grade, Repetition
from outflank.learning.subjects import (
    lesson_subject,
    mistake_subject,
    opening_subject,
    puzzle_subject,
)

__all__ = [
    "MOST_LOST",
    "NEW_A_DAY",
    "NEW_SOLVER",
    "RARELY_PLAYED",
    "Attempt",
    "BookReplies",
    "Card",
    "CardState",
    "CountedReplies",
    "Course",
    "Decision",
    "DrillLine",
    "DrillStep",
    "Dropped",
    "Entry",
    "FirstKnown",
    "GlickoRating",
    "Grade",
    "IndexReplies",
    "KnownDecision",
    "LearningLog",
    "LeftBook",
    "Lesson",
    "LessonStep",
    "OpeningDrill",
    "PlayedReply",
    "Progress",
    "Repertoire",
    "RepertoireGap",
    "Repetition",
    "Replies",
    "RunningProgress",
    "SurvivalRun",
    "ToMemorise",
    "book_losses",
    "cards_of",
    "course_of",
    "courses",
    "describe_card",
    "describe_choice",
    "describe_left_book",
    "draw_reply",
    "drill_lines",
    "entry_from_dict",
    "entry_to_dict",
    "find_lesson",
    "finished_steps",
    "left_book",
    "lesson_subject",
    "line_of",
    "loss_of_choice",
    "mistake_subject",
    "new_id",
    "opening_of_line",
    "opening_subject",
    "progress_of",
    "puzzle_subject",
    "rate",
    "replies_as_played",
    "to_memorise",
    "with_values",
]

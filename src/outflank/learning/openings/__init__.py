"""Openings to learn: a repertoire of decisions, replies as people play, drills and survival runs.

>>> from outflank.rules import BLACK
>>> repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
>>> len(repertoire)
3
"""

from outflank.learning.openings.choice_value import describe_choice, loss_of_choice
from outflank.learning.openings.drill import OpeningDrill
from outflank.learning.openings.left_book import LeftBook, describe_left_book, left_book
from outflank.learning.openings.lines import DrillLine, DrillStep, drill_lines
from outflank.learning.openings.memorising import (
    RARELY_PLAYED,
    RepertoireGap,
    ToMemorise,
    to_memorise,
)
from outflank.learning.openings.repertoire import (
    KnownDecision,
    Repertoire,
    line_of,
    opening_of_line,
)
from outflank.learning.openings.replies import (
    BookReplies,
    CountedReplies,
    FirstKnown,
    IndexReplies,
    PlayedReply,
    Replies,
    book_losses,
    draw_reply,
    replies_as_played,
)
from outflank.learning.openings.survival import MOST_LOST, SurvivalRun

__all__ = [
    "MOST_LOST",
    "RARELY_PLAYED",
    "BookReplies",
    "CountedReplies",
    "DrillLine",
    "DrillStep",
    "FirstKnown",
    "IndexReplies",
    "KnownDecision",
    "LeftBook",
    "OpeningDrill",
    "PlayedReply",
    "Repertoire",
    "RepertoireGap",
    "Replies",
    "SurvivalRun",
    "ToMemorise",
    "book_losses",
    "describe_choice",
    "describe_left_book",
    "draw_reply",
    "drill_lines",
    "left_book",
    "line_of",
    "loss_of_choice",
    "opening_of_line",
    "replies_as_played",
    "to_memorise",
]

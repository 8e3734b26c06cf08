"""The lessons: steps on the board, with the moves they want; the catalogue has their texts."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from outflank.errors import UnknownName
from outflank.learning.entries import Attempt, Entry
from outflank.learning.subjects import lesson_subject
from outflank.rules import BLACK, WHITE, Answer, Position, Square, SquareSet, find_variant
from outflank.texts import catalogue, say

__all__ = [
    "Course",
    "Lesson",
    "LessonStep",
    "course_of",
    "courses",
    "find_lesson",
    "finished_steps",
]

_FOLDER, _FILE = "outflank.learning", "data/lessons.json"
_OTHERS = "not_best"


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonStep:
    """One step of a lesson: a position, and the moves that are right in it.

    A step without wanted moves is only for reading. `answers` has the moves that get an answer of
    their own, by the name of the text; every other wrong move gets the text `not_best`. `frame`
    lists squares to be marked, and `letters` what is written on squares.

    >>> step = find_lesson("first").steps[0]
    >>> step.key, [str(square) for square in step.wanted]
    ('first.place', ['d3', 'c4', 'f5', 'e6'])
    """

    key: str
    position: Position
    wanted: tuple[Square, ...] = ()
    answers: Mapping[str, tuple[Square, ...]] = field(default_factory=dict)
    frame: tuple[Square, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)

    @property
    def subject(self) -> str:
        """The subject of attempts at this step."""
        return lesson_subject(self.key)

    @property
    def title(self) -> str:
        """The title of the step."""
        return self.say("title")

    @property
    def text(self) -> str:
        """What the step explains, and what to do."""
        return self.say("text")

    def is_right(self, square: Square) -> bool:
        """Return whether a move is one of those wanted."""
        return square in self.wanted

    def answer_to(self, square: Square) -> str:
        """Return what to say to a legal move that is not wanted."""
        own = (name for name, squares in self.answers.items() if square in squares)
        return self.say_of_move(next(own, _OTHERS), square)

    def praise(self, square: Square) -> str:
        """Return what to say after the learner found a wanted move."""
        cheer = self.say_of_move("cheer", square) or say("lessons.well_done")
        return f"{cheer} {self.say_of_move('result', square)}"

    def explanation(self, square: Square) -> str:
        """Return what to say after a wanted move was shown to the learner."""
        return f"{say('lessons.shown', square=square)} {self.say_of_move('result', square)}"

    def say(self, part: str, **values: object) -> str:
        """Return one of the step's texts; empty if it has no such text."""
        key = f"lessons.{self.key}.{part}"
        return say(key, **values) if key in catalogue() else ""

    def say_of_move(self, part: str, square: Square) -> str:
        """Return one of the step's texts about a move, with what the move does on the board."""
        return self.say(part, **self.effects(square))

    def effects(self, square: Square) -> dict[str, object]:
        """Return what a move does, as values for the texts.

        >>> effects = find_lesson("first").steps[0].effects(Square.parse("f5"))
        >>> effects["flipped"], effects["moves"], effects["corner"]
        (1, 3, '')
        """
        position, mover = self.position, self.position.turn
        placed, board = position.place(square), position.play(square).board
        corners = SquareSet.corners(position.size)
        given = board.outflanking(mover.opponent) - position.board.outflanking(mover.opponent)
        region = (each for each in position.board.regions() if square in each)
        return {
            "square": square,
            "flipped": len(placed.turned),
            "black": board.count(BLACK),
            "white": board.count(WHITE),
            "moves": board.mobility(mover.opponent),
            "frontier": len(board.frontier(mover)),
            "stable": len(board.stable(mover)),
            "region": len(next(region)),
            "corner": next(map(str, given & corners), ""),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Some steps about one subject.

    >>> find_lesson("first").title
    'First lesson'
    """

    key: str
    steps: tuple[LessonStep, ...]

    @property
    def title(self) -> str:
        """The title of the lesson."""
        return say(f"lessons.titles.{self.key}")

    @property
    def about(self) -> str:
        """What one learns in it, in a sentence."""
        return say(f"lessons.about.{self.key}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The lessons about a variant, in the order in which they are learned.

    >>> [lesson.key for lesson in course_of("yesno").lessons]
    ['oracle']
    """

    variant: str
    lessons: tuple[Lesson, ...]

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """The steps of all lessons."""
        return tuple(step for lesson in self.lessons for step in lesson.steps)


@functools.cache
def courses() -> Mapping[str, Course]:
    """Return the courses by variant.

    >>> list(courses())
    ['classic', 'yesno']
    """
    plain = json.loads((files(_FOLDER) / _FILE).read_text(encoding="utf-8"))
    return {
        variant: Course(
            variant=variant,
            lessons=tuple(_lesson(variant, key, steps) for key, steps in lessons.items()),
        )
        for variant, lessons in plain.items()
    }


def course_of(variant: str) -> Course:
    """Return the course of a variant; raise UnknownName if there is none."""
    known = courses()
    if variant not in known:
        raise UnknownName("tutorial", variant, list(known))
    return known[variant]


def find_lesson(key: str) -> Lesson:
    """Return a lesson by its key; raise UnknownName if there is none.

    >>> len(find_lesson("first").steps)
    6
    """
    known = {lesson.key: lesson for course in courses().values() for lesson in course.lessons}
    if key not in known:
        raise UnknownName("lesson", key, list(known))
    return known[key]


def finished_steps(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the subjects of the steps that entries of a log say are done.

    >>> finished_steps([Attempt(id="a1b2c3d4", at=5, subject="lesson/first.end", is_right=True)])
    frozenset({'lesson/first.end'})
    """
    return frozenset(
        entry.subject
        for entry in entries
        if isinstance(entry, Attempt) and entry.is_right and entry.subject.startswith("lesson/")
    )


def _lesson(variant: str, key: str, steps: Mapping[str, Mapping[str, Any]]) -> Lesson:
    made = (_step(variant, f"{key}.{name}", plain) for name, plain in steps.items())
    return Lesson(key=key, steps=tuple(made))


def _step(variant: str, key: str, plain: Mapping[str, Any]) -> LessonStep:
    position = Position.parse(plain["position"], variant=find_variant(variant))
    if "oracle" in plain:
        position = position.hear(Answer(plain["oracle"]))
    return LessonStep(
        key=key,
        position=position,
        wanted=_squares(plain.get("wanted", "")),
        answers={name: _squares(names) for name, names in plain.get("answers", {}).items()},
        frame=_squares(plain.get("frame", "")),
        letters=plain.get("letters", {}),
    )


def _squares(names: str) -> tuple[Square, ...]:
    return tuple(map(Square.parse, names.split()))

"""The pages of the lessons: the list, and each lesson with its steps on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from outflank.drawing import svg
from outflank.drawing.skins import skin_of
from outflank.errors import UnknownName
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.pages.learn_pages import HubSection
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.learning import Lesson, LessonStep, Progress, course_of, courses, find_lesson

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["LessonPages", "lesson_section"]

_SIZE = 480  # pixels; the page scales it


class LessonPages:
    """The pages below /learn that teach the game."""

    def __init__(self, rendering: PageRendering, server: CompetitionServer) -> None:
        self._rendering = rendering
        self._server = server

    @property
    def views(self) -> dict[str, Callable[..., Response]]:
        """The views by path."""
        return {
            "/learn/lessons": self.lessons,
            "/learn/lesson/{key}": self.lesson,
            "/learn/lesson/{key}/{picture}": self.picture,
        }

    def lessons(self, request: Request) -> Response:
        """List the lessons, with what the visitor has done of each."""
        done = self._done(request)
        listed = [
            [_listed(lesson, done) for lesson in course.lessons] for course in courses().values()
        ]
        return self._rendering.page("learn/lessons.html", request, courses=listed)

    def lesson(self, request: Request, key: str) -> Response:
        """Show the steps of a lesson."""
        lesson, done = _lesson(key), self._done(request)
        return self._rendering.page(
            "learn/lesson.html",
            request,
            lesson=lesson,
            done=" ".join(step.key for step in lesson.steps if step.subject in done),
            steps=[_still(step) for step in lesson.steps],
            next_lesson=_next(lesson),
        )

    def picture(self, request: Request, key: str, picture: str) -> Response:  # noqa: ARG002
        """Send the board of a step as a picture, for browsers without scripts."""
        names = {f"{_name(step)}.svg": step for step in _lesson(key).steps}
        if picture not in names:
            raise nothing_here()
        return Response(_picture(names[picture]), media_type="image/svg+xml")

    def _done(self, request: Request) -> frozenset[str]:
        """Return the subjects of the steps that the visitor has done."""
        player = self._rendering.visitor(request)
        return frozenset() if player is None else self._server.learning.progress(player).lessons


def lesson_section(progress: Progress) -> HubSection:
    """Return the hub's link to the lessons; a beginner's leads to the first one.

    >>> lesson_section(Progress()).address
    '/learn/lesson/first'
    """
    course = course_of("classic")
    done = sum(step.subject in progress.lessons for step in course.steps)
    address = "/learn/lessons" if done else f"/learn/lesson/{course.lessons[0].key}"
    news = say_on_page("lesson.steps_done", done=done, total=len(course.steps))
    return HubSection(
        address,
        say_on_page("lesson.lessons"),
        say_on_page("lesson.lead"),
        news if done else say_on_page("lesson.begin"),
    )


def _lesson(key: str) -> Lesson:
    try:
        return find_lesson(key)
    except UnknownName:
        raise nothing_here() from None


def _next(lesson: Lesson) -> Lesson | None:
    """Return the lesson after this one in its course."""
    for course in courses().values():
        if lesson in course.lessons:
            return next(iter(course.lessons[course.lessons.index(lesson) + 1 :]), None)
    return None


def _name(step: LessonStep) -> str:
    return step.key.partition(".")[2]


def _listed(lesson: Lesson, done: frozenset[str]) -> dict[str, Any]:
    return {
        "key": lesson.key,
        "title": lesson.title,
        "about": lesson.about,
        "steps": [{"key": step.key, "is_done": step.subject in done} for step in lesson.steps],
        "done": sum(step.subject in done for step in lesson.steps),
    }


def _still(step: LessonStep) -> dict[str, Any]:
    """Return a step in words, for browsers without scripts: the board row by row, the answer."""
    size, cells = step.position.size, str(step.position.board)
    rows = (cells[at : at + size] for at in range(0, len(cells), size))
    return {
        "title": step.title,
        "text": step.text,
        "picture": f"{_name(step)}.svg",
        "alt": say_on_page(
            "lesson.board_in_words",
            rows=" ".join(f"{number}: {row}" for number, row in enumerate(rows, 1)),
        ),
        "answer": step.explanation(step.wanted[0]) if step.wanted else "",
    }


def _picture(step: LessonStep) -> str:
    return svg(
        step.position.board,
        size=_SIZE,
        skin=skin_of(step.position.variant),
        background=False,
        legal=step.position.legal_moves.squares if step.wanted else [],
        marks={"frame": list(step.frame)},
    )

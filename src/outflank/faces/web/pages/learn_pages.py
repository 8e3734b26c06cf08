"""The pages on which people learn: the hub, puzzles, storms and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from outflank.analysis import Puzzle, PuzzleSolution
from outflank.analysis.puzzle_collection.themes import THEMES, theme_name, theme_sentence
from outflank.drawing import svg
from outflank.faces.web.http.errors import nothing_here
from outflank.faces.web.pages.page_rendering import PageRendering
from outflank.faces.web.pages.page_texts import say_on_page
from outflank.faces.web.wire.schemas.puzzles import DailyPuzzle, PuzzleObject
from outflank.faces.web.wire.views.puzzles import puzzle_object
from outflank.learning import Progress, puzzle_subject
from outflank.server.learning.checking import utc_day
from outflank.server.learning.puzzles import Difficulty
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.server.competition_server import CompetitionServer

__all__ = ["HubSection", "LearnPages"]

_SIZE: Final = 640  # pixels of a picture; the page scales it
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class HubSection:
    """A way to learn that the hub leads to; `news` is what the visitor should know of it now."""

    address: str
    title: str
    lead: str
    news: str = ""


SectionOf = Callable[[Progress], HubSection]


class LearnPages:
    """The pages below /learn. `sections` make the hub's links to other ways to learn."""

    def __init__(
        self, pages: PageRendering, server: CompetitionServer, sections: Sequence[SectionOf] = ()
    ) -> None:
        self._pages = pages
        self._server = server
        self._sections = sections

    @property
    def views(self) -> dict[str, Callable[..., Response]]:
        """The views by path."""
        return {
            "/learn": self.hub,
            "/learn/daily": self.daily,
            "/learn/puzzles": self.puzzles,
            "/learn/puzzle/{puzzle}": self.puzzle,
            "/learn/puzzle/{puzzle}/board.svg": self.puzzle_picture,
            "/learn/storm": self.storm,
            "/learn/cards": self.cards,
        }

    def hub(self, request: Request) -> Response:
        """Show the puzzle of the day, and what else there is to learn."""
        progress, player = self._progress(request), self._pages.visitor(request)
        learning = self._server.learning
        return self._daily_page(
            request,
            progress,
            alone=False,
            due=len(progress.due(self._server.now())),
            sections=[section(progress) for section in self._sections],
            weaknesses=[] if player is None else learning.weaknesses.of(player),
        )

    def daily(self, request: Request) -> Response:
        """Show the puzzle of the day alone."""
        return self._daily_page(request, self._progress(request), alone=True)

    def _daily_page(self, request: Request, progress: Progress, **values: Any) -> Response:
        today = utc_day(self._server.now())
        puzzle = self._server.learning.puzzles.of_day(today)
        daily = DailyPuzzle(today.isoformat(), self._object(puzzle))
        return self._page(
            "learn/hub.html",
            request,
            day=today.isoformat(),
            daily=_json(daily),
            shown=_still(puzzle),
            streak=progress.streak(today),
            missed=today not in progress.days
            and puzzle_subject(puzzle.position) in progress.failed,
            week=_week(progress, today),
            **values,
        )

    def puzzles(self, request: Request) -> Response:
        """Show one puzzle after another."""
        theme = request.query_params.get("theme", "")
        difficulty = request.query_params.get("difficulty", "")
        known = {each.name.lower() for each in Difficulty}
        return self._page(
            "learn/puzzles.html",
            request,
            theme=theme if theme in THEMES else "",
            difficulty=difficulty if difficulty in known else Difficulty.NORMAL.name.lower(),
        )

    def puzzle(self, request: Request, puzzle: str) -> Response:
        """Show one puzzle, unless the visitor is playing its position in a match."""
        found = self._found(puzzle)
        player = self._pages.visitor(request)
        learning = self._server.learning
        if player is not None and f"puzzle/{puzzle}" in learning.played_now(player):
            reason = str(Text("errors.server.learning.on_your_board"))
            return self._page("closed.html", request, 403, reason=reason)
        return self._page(
            "learn/puzzle.html",
            request,
            number=found.number,
            puzzle=_json(self._object(found)),
            shown=_still(found),
        )

    def puzzle_picture(self, request: Request, puzzle: str) -> Response:  # noqa: ARG002
        """Send the board of a puzzle as a picture, for browsers without scripts."""
        picture = svg(self._found(puzzle).position, size=_SIZE, background=False)
        return Response(picture, media_type="image/svg+xml")

    def storm(self, request: Request) -> Response:
        """Show the storm: puzzles against the clock."""
        return self._page("learn/storm.html", request)

    def cards(self, request: Request) -> Response:
        """Show the cards to repeat, one after another."""
        return self._page("learn/cards.html", request)

    def _page(self, name: str, request: Request, status: int = 200, **values: Any) -> Response:
        themes = _themes()
        values |= {"themes": themes, "theme_words": _json(themes)}
        return self._pages.page(name, request, status, **values)

    def _progress(self, request: Request) -> Progress:
        player = self._pages.visitor(request)
        return Progress() if player is None else self._server.learning.progress(player)

    def _found(self, name: str) -> Puzzle:
        puzzle = self._server.learning.puzzles.find(name)
        if puzzle is None:
            raise nothing_here()
        return puzzle

    def _object(self, puzzle: Puzzle) -> PuzzleObject:
        return puzzle_object(puzzle, self._server.learning.puzzles.ratings([puzzle])[puzzle.id])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _themes() -> dict[str, dict[str, str]]:
    """Return the themes of puzzles, with what players call them.

    >>> _themes()["corner"]["name"]
    'Corner'
    """
    return {
        theme: {"name": theme_name(theme), "sentence": theme_sentence(theme)} for theme in THEMES
    }


def _week(progress: Progress, today: date) -> list[dict[str, Any]]:
    """Return the seven days up to today, and whether their puzzles were solved.

    >>> [one["weekday"] for one in _week(Progress(), date(2026, 11, 19))][-2:]
    ['wed', 'thu']
    """
    days = [today - timedelta(days=ago) for ago in range(6, -1, -1)]
    return [
        {
            "day": day.isoformat(),
            "weekday": _DAYS[day.weekday()],
            "is_solved": day in progress.days,
            "is_today": day == today,
        }
        for day in days
    ]


def _still(puzzle: Puzzle) -> dict[str, str]:
    """Return the values for a puzzle without scripts: what its picture shows, and the solution."""
    position, solution = puzzle.position, PuzzleSolution(puzzle.known)
    size, cells = position.size, str(position.board)
    rows = (cells[at : at + size] for at in range(0, len(cells), size))
    best = ", ".join(map(str, solution.best))
    scores = sorted(puzzle.known.items(), key=lambda each: -each[1].discs)
    return {
        "id": puzzle.id,
        "turn": str(position.turn),
        "alt": say_on_page(
            "learn.daily.alt",
            size=size,
            rows=" ".join(f"{number}: {row}" for number, row in enumerate(rows, 1)),
        ),
        "solution": say_on_page("learn.exercise.solution", squares=best, count=len(solution.best)),
        "worth": say_on_page(
            "learn.daily.worth",
            values=", ".join(f"{move} {score.discs:+g}" for move, score in scores),
        ),
    }

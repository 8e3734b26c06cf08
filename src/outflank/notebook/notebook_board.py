"""The widget: a game, its picture, and what a person at the page may do with it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypedDict

import anywidget
import traitlets

from outflank.drawing import Drawing, Skin, SvgOptions, Theme, find_skin, find_theme, svg
from outflank.drawing.alt_text import status
from outflank.drawing.svg_elements import CELL, Layout
from outflank.errors import OracleError, OutflankError
from outflank.rules import PASS, Answer, Game, Move, Ply, Position, SquareSet

__all__ = ["NotebookBoard"]

_FOLDER: Final = Path(__file__).parent
_NARROWEST: Final = 160  # pixels in which the buttons still fit


class SquareButton(TypedDict):
    """A square that may be played, and where it lies in the picture, in percent of its width."""

    name: str
    left: float
    top: float
    side: float


class NotebookView(TypedDict):
    """All that the page shows."""

    svg: str
    size: int
    squares: list[SquareButton]
    status: str
    place: str
    answer: str  # what the oracle has said for this turn
    answers: list[str]  # what it may say, while it has not
    can_back: bool
    can_forward: bool
    can_pass: bool
    problem: str


class NotebookBoard(anywidget.AnyWidget):
    """A board to look at and to play on, in a notebook.

    It shows a game, a position or the text of either; nothing given is a new game. `game` is that
    game, which grows as moves are played: a move played after stepping back is a variation. `value`
    is the position on the board; `observe` tells of every change of it, `on_play` of the moves that
    people make on the page.

    >>> board = NotebookBoard(Game(size=6), theme="wood", width=300)
    >>> board.observe(lambda change: print(change["new"].board.empties), "value")
    >>> board.play("d2")
    Traceback (most recent call last):
    outflank.errors.IllegalMove: d2 outflanks nothing; black may play c2, b3, e4, d5
    >>> board.play("c2")
    31
    >>> board.back()
    32
    """

    _esm = _FOLDER / "notebook_board.js"
    _css = _FOLDER / "notebook_board.css"
    _view = traitlets.Dict().tag(sync=True)

    value = traitlets.Instance(Position)
    width = traitlets.Int(400, min=_NARROWEST).tag(sync=True)
    theme = traitlets.Any("felt")
    skin = traitlets.Any(None, allow_none=True)
    coordinates = traitlets.Bool(default_value=True)
    rotated = traitlets.Bool(default_value=False)
    hints = traitlets.Bool(default_value=True)
    interactive = traitlets.Bool(default_value=True)

    def __init__(
        self,
        shown: Game | Position | str | None = None,
        *,
        width: int = 400,
        theme: Theme | str = "felt",
        skin: Skin | str | None = None,
        coordinates: bool = True,
        rotated: bool = False,
        hints: bool = True,
        interactive: bool = True,
    ) -> None:
        self._game = _game_of(shown)
        self._listeners: list[Callable[[Ply], object]] = []
        self._oracle = random.Random()
        super().__init__(
            value=self._game.position,
            width=width,
            theme=theme,
            skin=skin,
            coordinates=coordinates,
            rotated=rotated,
            hints=hints,
            interactive=interactive,
        )
        self.on_msg(self._receive)
        self.refresh()

    # What is shown

    @property
    def game(self) -> Game:
        """The game on the board; another one can be set, as can a position or a text."""
        return self._game

    @game.setter
    def game(self, shown: Game | Position | str) -> None:
        self._game = _game_of(shown)
        self.refresh()

    def refresh(self) -> None:
        """Draw the board again, after the game was changed by other means."""
        self._show("")

    @traitlets.validate("theme")
    def _check_theme(self, proposal: dict[str, Any]) -> Theme | str:
        theme: Theme | str = proposal["value"]
        if isinstance(theme, str):
            find_theme(theme)  # refuses what is unknown
        elif not isinstance(theme, Theme):
            raise TypeError(f"theme is a Theme or the name of one, not {theme!r}")
        return theme

    @traitlets.validate("skin")
    def _check_skin(self, proposal: dict[str, Any]) -> Skin | str | None:
        skin: Skin | str | None = proposal["value"]
        if isinstance(skin, str):
            find_skin(skin)
        elif not isinstance(skin, Skin | None):
            raise TypeError(f"skin is a Skin or the name of one, not {skin!r}")
        return skin

    @traitlets.observe("theme", "skin", "coordinates", "rotated", "hints", "interactive", "width")
    def _look_changed(self, _: object) -> None:
        self.refresh()

    @traitlets.observe("value")
    def _value_changed(self, change: dict[str, Any]) -> None:
        if change["new"] != self._game.position:
            self.game = Game(change["new"])

    # What can be done

    def play(self, move: Move | str) -> None:
        """Play a move; an illegal one raises IllegalMove and changes nothing."""
        self._game.push(move)
        self.refresh()

    def hear(self, answer: Answer | str) -> None:
        """Let the turn hear the oracle's answer, in Yes/No Othello."""
        self._game.hear(answer)
        self.refresh()

    def ask(self) -> Answer:
        """Draw the oracle's answer by its odds, let the turn hear it, and return it."""
        position = self._game.position
        if not position.awaits_answer():
            raise OracleError("no answer is awaited now")
        odds = position.variant.answers
        [answer] = self._oracle.choices(list(odds), list(odds.values()))
        self.hear(answer)
        return answer

    def back(self) -> None:
        """Step back to the position before the last move, which is not forgotten."""
        self._game.back()
        self.refresh()

    def forward(self) -> None:
        """Step to the position after the next move of the line."""
        self._game.forward()
        self.refresh()

    def to_start(self) -> None:
        """Show the position with which the game began."""
        self._game.go_to(self._game.root)
        self.refresh()

    def to_end(self) -> None:
        """Show the last position of the line."""
        self._game.to_end()
        self.refresh()

    def on_play(self, listener: Callable[[Ply], object]) -> None:
        """Call a function with each ply that somebody plays on the page, once it is shown.

        Moves made by `play` are not told, so the function can answer with one.
        """
        self._listeners.append(listener)

    # What the page says

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Do what a button on the page asks for; what cannot be done is said under the board."""
        wish = content if isinstance(content, dict) else {}
        before = self._game.node
        try:
            self._obey(str(wish.get("do")), str(wish.get("what")))
        except OutflankError as error:
            self._show(f"{error}")
            return
        after = self._game.node
        if wish.get("do") == "play" and isinstance(after, Ply) and after is not before:
            for listener in tuple(self._listeners):
                listener(after)

    def _obey(self, wish: str, what: str) -> None:
        steps = {
            "back": self.back,
            "forward": self.forward,
            "first": self.to_start,
            "last": self.to_end,
        }
        if wish in steps:
            steps[wish]()
        elif not self.interactive:
            self._show("this board is only shown; set interactive=True to play on it")
        elif wish == "play":
            self.play(what)
        elif wish == "hear":
            self.hear(what)
        elif wish == "ask":
            self.ask()

    def _show(self, problem: str) -> None:
        self._view = dict(self._make_view(problem))
        self.value = self._game.position

    def _make_view(self, problem: str) -> NotebookView:
        game, position = self._game, self._game.position
        options = self._options()
        drawing = Drawing.of(game, **options)
        open_turn = self.interactive and not game.is_over()
        awaits = open_turn and position.awaits_answer()
        said = status(game, drawing.skin)
        return NotebookView(
            svg=svg(game, **options),
            size=position.size,
            squares=self._buttons(position.legal_moves.squares) if open_turn and not awaits else [],
            status=said[0].upper() + said[1:],
            place=_place(game),
            answer=position.answer.value if position.answer else "",
            answers=[answer.value for answer in position.variant.answers] if awaits else [],
            can_back=bool(game.ply_count),
            can_forward=bool(game.node.replies),
            can_pass=open_turn and not awaits and position.must_pass(),
            problem=problem[:1].upper() + problem[1:],
        )

    def _options(self) -> SvgOptions:
        options = SvgOptions(
            size=self.width,
            theme=self.theme,
            coordinates=self.coordinates,
            rotated=self.rotated,
            id=f"board-{id(self):x}",  # the same position may stand on a page twice
        )
        if self.skin is not None:
            options["skin"] = self.skin
        if not self.hints:
            options["legal"] = False
        return options

    def _buttons(self, squares: SquareSet) -> list[SquareButton]:
        layout = Layout(squares.size, self.rotated, self.coordinates, lines=0)

        def percent(units: float) -> float:
            return round(100 * units / layout.width, 3)

        return [
            SquareButton(
                name=str(square),
                left=percent(layout.origin + layout.corner(square)[0]),
                top=percent(layout.origin + layout.corner(square)[1]),
                side=percent(CELL),
            )
            for square in squares
        ]


def _game_of(shown: object) -> Game:
    """Return the game to show."""
    if shown is None:
        return Game()
    if isinstance(shown, Game):
        return shown
    if isinstance(shown, Position):
        return Game(shown)
    if isinstance(shown, str):
        return Game.parse(shown)
    raise TypeError(f"the board shows a Game, a Position or the text of one, not {shown!r}")


def _place(game: Game) -> str:
    """Say where in its line the game stands."""
    count = game.ply_count
    total = count + sum(1 for _ in game.node.mainline())
    if not total:
        return "No move yet"
    if not count:
        return f"Start of {total} move{'' if total == 1 else 's'}"
    move = game.peek()
    return f"{count} of {total}: {'pass' if move is PASS else move}"

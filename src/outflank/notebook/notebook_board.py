"""The widget: a game, its picture, and the commands that a person on the page can give."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypedDict

import anywidget
import traitlets

from outflank.drawing import Drawing, Skin, SvgOptions, Theme, find_skin, find_theme, svg
from outflank.drawing.alt_text import status
from outflank.drawing.svg_elements import CELL, Layout
from outflank.errors import OracleError, OutflankError
from outflank.rules import PASS, Answer, Game, Move, Ply, Position, SquareSet
from outflank.texts import Text, say
from outflank.texts.phrases import capitalised

__all__ = ["NotebookBoard"]

_FOLDER: Final = Path(__file__).parent
_BUTTONS: Final = ("first", "back", "forward", "last", "ask", "pass")
_NARROWEST: Final = 160  # pixels; the buttons need that much


class SquareButton(TypedDict):
    """A legal square and its place in the picture, in percent of the picture's width."""

    name: str
    label: str
    left: float
    top: float
    side: float


class NotebookView(TypedDict):
    """Everything that the page shows."""

    svg: str
    size: int
    squares: list[SquareButton]
    status: str
    place: str
    answer: str  # the oracle's answer for this turn
    answer_text: str  # the answer in the user's language
    answers: dict[str, str]  # its possible answers and their texts, while the turn awaits one
    can_back: bool
    can_forward: bool
    can_pass: bool
    problem: str
    words: dict[str, str]  # the texts of the buttons


class NotebookBoard(anywidget.AnyWidget):
    """A board in a notebook, to look at and to play on.

    It shows a game, a position or the text of either, by default a new game. `game` is that game,
    which grows as moves are played; a move after stepping back starts a variation. `value` is the
    position on the board. `observe` calls a function whenever it changes, `on_play` whenever a
    person plays a move on the page.

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
    theme: Any = traitlets.Any("felt")
    skin: Any = traitlets.Any(None, allow_none=True)
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
        """The game on the board; it can be set to another game, a position or a text."""
        return self._game

    @game.setter
    def game(self, shown: Game | Position | str) -> None:
        self._game = _game_of(shown)
        self.refresh()

    def refresh(self) -> None:
        """Draw the board again after the game was changed elsewhere."""
        self._show("")

    @traitlets.validate("theme")
    def _check_theme(self, proposal: dict[str, Any]) -> Theme | str:
        theme: Theme | str = proposal["value"]
        if isinstance(theme, str):
            find_theme(theme)  # raises for an unknown name
        elif not isinstance(theme, Theme):
            raise TypeError(f"theme must be a Theme or the name of one, not {theme!r}")
        return theme

    @traitlets.validate("skin")
    def _check_skin(self, proposal: dict[str, Any]) -> Skin | str | None:
        skin: Skin | str | None = proposal["value"]
        if isinstance(skin, str):
            find_skin(skin)
        elif not isinstance(skin, Skin | None):
            raise TypeError(f"skin must be a Skin or the name of one, not {skin!r}")
        return skin

    @traitlets.observe("theme", "skin", "coordinates", "rotated", "hints", "interactive", "width")
    def _look_changed(self, _: object) -> None:
        self.refresh()

    @traitlets.observe("value")
    def _value_changed(self, change: dict[str, Any]) -> None:
        if change["new"] != self._game.position:
            self.game = Game(change["new"])

    # Commands

    def play(self, move: Move | str) -> None:
        """Play a move; an illegal one raises IllegalMove and changes nothing."""
        self._game.push(move, insert_pass=True)
        self.refresh()

    def hear(self, answer: Answer | str) -> None:
        """Give the turn the oracle's answer, in Yes/No Othello."""
        self._game.hear(answer)
        self.refresh()

    def ask(self) -> Answer:
        """Draw an answer of the oracle by its odds, give it to the turn, and return it."""
        position = self._game.position
        if not position.awaits_answer:
            raise OracleError(Text("errors.notebook.no_answer_awaited"))
        odds = position.variant.answers
        [answer] = self._oracle.choices(list(odds), list(odds.values()))
        self.hear(answer)
        return answer

    def back(self) -> None:
        """Step back to the position before the last move; `forward` returns to it."""
        self._game.back()
        self.refresh()

    def forward(self) -> None:
        """Step to the position after the next move of the line."""
        self._game.forward()
        self.refresh()

    def to_start(self) -> None:
        """Show the first position of the game."""
        self._game.go_to(self._game.root)
        self.refresh()

    def to_end(self) -> None:
        """Show the last position of the line."""
        self._game.to_end()
        self.refresh()

    def on_play(self, listener: Callable[[Ply], object]) -> None:
        """Call a function with each ply that a person plays on the page, once it is shown.

        It is not called for moves made with `play`, so it can reply with one.
        """
        self._listeners.append(listener)

    # Messages from the page

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        """Run the command of a button on the page; show an error under the board."""
        message = content if isinstance(content, dict) else {}
        before = self._game.node
        try:
            self._run(str(message.get("do")), str(message.get("what")))
        except OutflankError as error:
            self._show(f"{error}")
            return
        after = self._game.node
        if message.get("do") == "play" and isinstance(after, Ply) and after is not before:
            for listener in tuple(self._listeners):
                listener(after)

    def _run(self, command: str, what: str) -> None:
        steps = {
            "back": self.back,
            "forward": self.forward,
            "first": self.to_start,
            "last": self.to_end,
        }
        if command in steps:
            steps[command]()
        elif not self.interactive:
            self._show(say("notebook.only_for_viewing"))
        elif command == "play":
            self.play(what)
        elif command == "hear":
            self.hear(what)
        elif command == "ask":
            self.ask()

    def _show(self, problem: str) -> None:
        self._view = dict(self._make_view(problem))
        self.value = self._game.position

    def _make_view(self, problem: str) -> NotebookView:
        game, position = self._game, self._game.position
        options = self._options()
        drawing = Drawing.of(game, **options)
        open_turn = self.interactive and not game.is_over
        awaits = open_turn and position.awaits_answer
        return NotebookView(
            svg=svg(game, **options),
            size=position.size,
            squares=self._buttons(position.legal_moves.squares) if open_turn and not awaits else [],
            status=capitalised(status(game, drawing.skin)),
            place=_place(game),
            answer=position.answer.value if position.answer else "",
            answer_text=str(position.answer.text) if position.answer else "",
            answers=_texts_of(position.variant.answers) if awaits else {},
            can_back=bool(game.ply_count),
            can_forward=bool(game.node.replies),
            can_pass=open_turn and not awaits and position.must_pass,
            problem=capitalised(problem),
            words=_words(),
        )

    def _options(self) -> SvgOptions:
        options = SvgOptions(
            size=self.width,
            theme=self.theme,
            coordinates=self.coordinates,
            rotated=self.rotated,
            id=f"board-{id(self):x}",  # a page may show the same position twice
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
                label=say("notebook.play", square=square),
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


def _texts_of(answers: Iterable[Answer]) -> dict[str, str]:
    return {answer.value: str(answer.text) for answer in answers}


def _words() -> dict[str, str]:
    return {name: say(f"notebook.buttons.{name}") for name in _BUTTONS}


def _place(game: Game) -> str:
    """Return in words where in its line the game stands."""
    count = game.ply_count
    total = count + sum(1 for _ in game.node.mainline())
    if not total:
        return say("notebook.no_move_yet")
    if not count:
        return say("notebook.start", count=total)
    move = game.peek()
    if move is PASS:
        return say("notebook.pass", number=count, total=total)
    return say("notebook.move", number=count, total=total, move=move)

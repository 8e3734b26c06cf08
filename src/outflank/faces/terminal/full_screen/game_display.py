"""What the game screen shows: the present position or an earlier one."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Static

from outflank.errors import IllegalMove
from outflank.faces.local.face_link import FaceLink
from outflank.faces.local.sentences import Sentences
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget, Scene
from outflank.faces.terminal.full_screen.graph import TerminalGraph
from outflank.faces.terminal.full_screen.match_view import TerminalMatchView
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.faces.terminal.full_screen.panel import (
    Banner,
    MessageLog,
    ScoreBar,
    SeatCard,
    SeatDisplay,
    clock_text,
    thinking_text,
)
from outflank.faces.terminal.full_screen.shapes import fitting
from outflank.faces.terminal.full_screen.square_input import SquareInput
from outflank.play.setup import SeriesScore
from outflank.rules import BLACK, WHITE, Answer, Color, Move, Position, Score, Square, SquareSet

__all__ = ["GameDisplay", "disc_of"]

_PANEL = 27  # columns that the panel needs at least
_AROUND = 3  # rows for the title, the square under the cursor and the keys


class GameDisplay(Screen[None]):
    """Draws the match view."""

    def __init__(self, link: FaceLink, appearance: TerminalAppearance) -> None:
        super().__init__()
        self.link = link
        self.match_view = TerminalMatchView()
        self.appearance = appearance
        self.series_score = SeriesScore()
        self.sentences: Sentences | None = None
        self.hint: tuple[Position, dict[Move, Score]] | None = None
        self.typed = SquareInput()
        self._written: dict[str, str] = {}
        self.painter = appearance.painter("classic")

    def lay_out(self) -> None:
        """Choose the largest squares that fit, and give all widgets their painters."""
        if not self.match_view.has_begun:
            return
        self.set_class(self.size.height >= 32, "-tall")
        setup = self.match_view.setup
        small = self.appearance.painter(setup.variant.name)
        board = self.query_one(BoardWidget)
        board.coordinates = self.appearance.settings.coordinates
        board.marks = self.appearance.settings.legal_marks
        margin = len(str(setup.size)) + 1, 1
        columns = self.size.width - _PANEL - 2
        rows = self.size.height - _AROUND
        if board.coordinates:
            columns, rows = columns - margin[0], rows - margin[1]
        cell = fitting(setup.size, columns, rows, words=small.has_words)
        self.painter = self.appearance.painter(setup.variant.name, cell)
        board.show(self._scene(), self.painter)
        width, height = board.extent
        board.styles.width, board.styles.height = width, height
        self.query_one("#left").styles.width = width + 1
        for widget in (*self.query(SeatCard), *self.query(ScoreBar), *self.query(Banner)):
            widget.painter = small
        for widget in (*self.query(MoveList), *self.query(TerminalGraph)):
            widget.painter = small
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything."""
        match_view = self.match_view
        if not match_view.has_begun or not self.is_mounted:
            return
        self.query_one(BoardWidget).show(self._scene(), self.painter)
        position = match_view.position
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        self.query_one(ScoreBar).show(black, white)
        self.draw_seats()
        self._draw_banner()
        plies = match_view.plies
        moves = self.query_one(MoveList)
        moves.show(plies, match_view.shown, is_reviewing=match_view.is_reviewing)
        names = tuple(self.appearance.skin(position.variant.name).disc(c).name for c in Color)
        self.query_one(TerminalGraph).show(
            match_view.points, max(len(plies), 8), (names[0], names[1])
        )
        self.set_class(match_view.is_reviewing, "-review")
        self._draw_title()
        self.describe(self.query_one(BoardWidget).cursor)

    def _scene(self) -> Scene:
        match_view = self.match_view
        position, last = match_view.position, match_view.last
        placement = last.placement if last is not None else None
        notes: dict[Square, str] = {}
        best = None
        if self.hint is not None and self.hint[0] == position:
            scores = self.hint[1]
            room = self.painter.cell.columns
            notes = {
                one: _figure(score, room)
                for one, score in scores.items()
                if isinstance(one, Square)
            }
            best = max(notes, key=lambda square: scores[square].discs, default=None)
        return Scene(
            position.board,
            self._legal(),
            last=placement.square if placement is not None else None,
            flipped=placement.turned if placement is not None else None,
            notes=notes,
            best=best,
            preview=position.place if self.may_move else None,
        )

    @property
    def may_move(self) -> bool:
        """Whether a person may move in the position that is shown."""
        match_view = self.match_view
        is_stopped = match_view.is_reviewing or match_view.state.is_paused
        return match_view.awaits_person and not is_stopped and match_view.ended is None

    def _legal(self) -> SquareSet:
        """Return the legal moves to show; none while a computer is to move."""
        match_view = self.match_view
        is_over = match_view.ended is not None
        is_computers = bool(match_view.people) and not match_view.is_person(match_view.live.turn)
        if not match_view.is_reviewing and (is_over or is_computers):
            return SquareSet(match_view.live.size)
        return match_view.position.legal_moves.squares

    def say(self, sentence: str, *, loud: bool = False) -> None:
        """Show the player a message."""
        self.query_one(MessageLog).say(sentence, loud=loud)

    def draw_seats(self) -> None:
        """Draw both seats, a single person's own below."""
        match_view = self.match_view
        below = match_view.own_side if len(match_view.people) == 1 else match_view.setup.color(1)
        assert below is not None
        for name, color in (("#above", below.opponent), ("#below", below)):
            self.query_one(name, SeatCard).show(self._seat(color))

    def _seat(self, color: Color) -> SeatDisplay:
        match_view = self.match_view
        state = match_view.state
        clock, is_short = clock_text(state.clock, color, self.link.now())
        is_turn = match_view.ended is None and match_view.live.turn is color
        return SeatDisplay(
            color=color,
            name=match_view.setup.player(color).name,
            discs=match_view.position.board.count(color),
            note=self._seat_note(color) if is_turn else "",
            clock=clock,
            is_turn=is_turn,
            is_short=is_short,
        )

    def _seat_note(self, color: Color) -> str:
        match_view = self.match_view
        if match_view.state.is_paused:
            return "paused"
        if match_view.live.awaits_answer():
            return "asking the oracle"
        if not match_view.is_person(color):
            return thinking_text(self.link.local_game.room.thinking)
        count = len(match_view.live.legal_moves.squares)
        return f"to move, {count} choice{'' if count == 1 else 's'}"

    def _draw_banner(self) -> None:
        banner, match_view = self.query_one(Banner), self.match_view
        if not banner.display or self.sentences is None:
            return
        position = match_view.position
        if match_view.ended is not None and not match_view.is_reviewing:
            banner.show("over", "The game is over.", None)
        elif position.answer is None:
            banner.show("", "Asking the oracle ...", None)
        else:
            effect = self.sentences.effect(position.answer, position.turn)
            banner.show(
                position.answer.value,
                f"{effect[:1].upper()}{effect[1:]}.",
                disc_of(position.answer, position.turn),
            )

    def _draw_title(self) -> None:
        setup = self.match_view.setup
        parts = [f"{setup.variant.title} {setup.size}x{setup.size}"]
        first, second = (player.name for player in setup.players)
        parts.append(f"{first} v {second}")
        if not setup.clock.is_none:
            parts.append(f"clock {setup.clock}")
        if self.series_score != SeriesScore():
            parts.append(f"so far {self.series_score}")
        if self.match_view.is_reviewing:
            parts.append("REVIEW")
        elif self.match_view.state.is_paused:
            parts.append("PAUSED")
        self._write("#title", f"◐ Outflank  {' · '.join(parts)}")

    def describe(self, square: Square) -> None:
        """Show what is on a square, or what a move there would do."""
        if not self.match_view.has_begun or self.sentences is None:
            return
        position = self.match_view.position
        disc = position.board.disc_at(square) if square.is_on(position.size) else None
        if self.typed.problem:
            what = "now type the row" if len(self.typed.text) == 1 else "is not a square"
        elif disc is not None:
            what = self.sentences.side(disc)
        elif square in self._legal():
            try:
                placement = position.place(square)
            except IllegalMove:
                what = "legal once the oracle has answered"
            else:
                count = len(placement.turned)
                would = ("flips", "places") if self.may_move else ("would flip", "would place")
                what = f"{would[0]} {count} disc{'' if count == 1 else 's'}"
                if placement.color is not position.turn:
                    what = f"{would[1]} a {self.sentences.side(placement.color)} disc"
        else:
            what = "not a legal move"
        named = f"{self.typed.text}_" if self.typed else f"{square}:"
        self._write("#pointed", f"{named} {what}")

    def _write(self, place: str, words: str) -> None:
        """Update a text, unless it is unchanged."""
        if self._written.get(place) != words:
            self._written[place] = words
            self.query_one(place, Static).update(words, layout=False)


def disc_of(answer: Answer, mover: Color) -> Color:
    """Return the colour of the disc that an answer places."""
    if answer is Answer.MAYBE:
        return mover
    return BLACK if answer is Answer.YES else WHITE


def _figure(score: Score, columns: int) -> str:
    """Return a score, short enough for a square of so many columns."""
    if columns > 5:
        return f"{score.discs:+.1f}"
    whole = round(score.discs)
    return f"{whole:+d}" if whole else "0"

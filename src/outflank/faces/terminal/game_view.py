"""What the screen of a game shows: the match as it is, or an earlier moment of it."""

from __future__ import annotations

from textual.widgets import Static

from outflank.errors import IllegalMove
from outflank.faces.terminal.board import BoardWidget, Scene
from outflank.faces.terminal.follower import Follower
from outflank.faces.terminal.game_actions import GameActions
from outflank.faces.terminal.graph import Graph
from outflank.faces.terminal.moves import MoveList
from outflank.faces.terminal.panel import (
    Banner,
    ScoreBar,
    SeatCard,
    SeatLook,
    clock_text,
    thinking_text,
)
from outflank.faces.terminal.shapes import fitting
from outflank.faces.terminal.surroundings import Surroundings
from outflank.faces.terminal.typed import Typed
from outflank.play.face_link import FaceLink
from outflank.play.sentences import Sentences
from outflank.play.series_score import SeriesScore
from outflank.rules import BLACK, WHITE, Answer, Color, Move, Position, Score, Square, SquareSet

__all__ = ["GameView", "disc_of"]

_PANEL = 27  # columns that the panel needs at least
_AROUND = 3  # rows for the title, the square under the cursor and the keys


class GameView(GameActions):
    """Draws what the follower knows."""

    def __init__(self, link: FaceLink, surroundings: Surroundings) -> None:
        super().__init__()
        self.link = link
        self.follower = Follower()
        self.surroundings = surroundings
        self.series_score = SeriesScore()
        self.sentences: Sentences | None = None
        self.hint: tuple[Position, dict[Move, Score]] | None = None
        self.typed = Typed()
        self._written: dict[str, str] = {}
        self.painter = surroundings.painter("classic")

    def lay_out(self) -> None:
        """Choose the largest squares for which there is room, and tell everybody how to paint."""
        if not self.follower.has_begun:
            return
        self.set_class(self.size.height >= 32, "-tall")
        setup = self.follower.setup
        small = self.surroundings.painter(setup.variant.name)
        board = self.query_one(BoardWidget)
        board.coordinates = self.surroundings.look.coordinates
        board.marks = self.surroundings.look.legal_marks
        margin = len(str(setup.size)) + 1, 1
        columns = self.size.width - _PANEL - 2
        rows = self.size.height - _AROUND
        if board.coordinates:
            columns, rows = columns - margin[0], rows - margin[1]
        cell = fitting(setup.size, columns, rows, words=small.has_words)
        self.painter = self.surroundings.painter(setup.variant.name, cell)
        board.show(self._scene(), self.painter)
        width, height = board.extent
        board.styles.width, board.styles.height = width, height
        self.query_one("#left").styles.width = width + 1
        for widget in (*self.query(SeatCard), *self.query(ScoreBar), *self.query(Banner)):
            widget.painter = small
        for widget in (*self.query(MoveList), *self.query(Graph)):
            widget.painter = small
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew."""
        follower = self.follower
        if not follower.has_begun or not self.is_mounted:
            return
        self.query_one(BoardWidget).show(self._scene(), self.painter)
        position = follower.position
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        self.query_one(ScoreBar).show(black, white)
        self.draw_seats()
        self._draw_banner()
        plies = follower.plies
        moves = self.query_one(MoveList)
        moves.show(plies, follower.shown, is_reviewing=follower.is_reviewing)
        names = tuple(self.surroundings.skin(position.variant.name).disc(c).name for c in Color)
        self.query_one(Graph).show(follower.points, max(len(plies), 8), (names[0], names[1]))
        self.set_class(follower.is_reviewing, "-review")
        self._draw_title()
        self.describe(self.query_one(BoardWidget).cursor)

    def _scene(self) -> Scene:
        follower = self.follower
        position, last = follower.position, follower.last
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
        """Whether a person may move on the board that is shown."""
        follower = self.follower
        is_stopped = follower.is_reviewing or follower.state.is_paused
        return follower.awaits_person and not is_stopped and follower.ended is None

    def _legal(self) -> SquareSet:
        """Return where the side to move may play, if that is a person's to decide now."""
        follower = self.follower
        is_over = follower.ended is not None
        is_computers = bool(follower.people) and not follower.is_person(follower.live.turn)
        if not follower.is_reviewing and (is_over or is_computers):
            return SquareSet(follower.live.size)
        return follower.position.legal_moves.squares

    def draw_seats(self) -> None:
        """Draw both seats, one's own below."""
        follower = self.follower
        below = follower.own_side if len(follower.people) == 1 else follower.setup.color(1)
        assert below is not None
        for name, color in (("#above", below.opponent), ("#below", below)):
            self.query_one(name, SeatCard).show(self._seat(color))

    def _seat(self, color: Color) -> SeatLook:
        follower = self.follower
        state = follower.state
        clock, is_short = clock_text(state.clock, color, self.link.now())
        is_turn = follower.ended is None and follower.live.turn is color
        return SeatLook(
            color=color,
            name=follower.setup.player(color).name,
            discs=follower.position.board.count(color),
            note=self._seat_note(color) if is_turn else "",
            clock=clock,
            is_turn=is_turn,
            is_short=is_short,
        )

    def _seat_note(self, color: Color) -> str:
        follower = self.follower
        if follower.state.is_paused:
            return "paused"
        if follower.live.awaits_answer():
            return "the oracle is asked"
        if not follower.is_person(color):
            return thinking_text(self.link.local_game.room.thinking)
        count = len(follower.live.legal_moves.squares)
        return f"to move, {count} choice{'' if count == 1 else 's'}"

    def _draw_banner(self) -> None:
        banner, follower = self.query_one(Banner), self.follower
        if not banner.display or self.sentences is None:
            return
        position = follower.position
        if follower.ended is not None and not follower.is_reviewing:
            banner.show("over", "The game has ended.", None)
        elif position.answer is None:
            banner.show("", "The oracle is asked ...", None)
        else:
            effect = self.sentences.effect(position.answer, position.turn)
            banner.show(
                position.answer.value,
                f"{effect[:1].upper()}{effect[1:]}.",
                disc_of(position.answer, position.turn),
            )

    def _draw_title(self) -> None:
        setup = self.follower.setup
        parts = [f"{setup.variant.title} {setup.size}x{setup.size}"]
        first, second = (player.name for player in setup.players)
        parts.append(f"{first} v {second}")
        if not setup.clock.is_none:
            parts.append(f"clock {setup.clock}")
        if self.series_score != SeriesScore():
            parts.append(f"so far {self.series_score}")
        if self.follower.is_reviewing:
            parts.append("REVIEW")
        elif self.follower.state.is_paused:
            parts.append("PAUSED")
        self._write("#title", f"◐ Outflank  {' · '.join(parts)}")

    def describe(self, square: Square) -> None:
        """Say what stands on a square, or what a move there would do."""
        if not self.follower.has_begun or self.sentences is None:
            return
        position = self.follower.position
        disc = position.board.disc_at(square) if square.is_on(position.size) else None
        if self.typed.trouble:
            what = "and the row?" if len(self.typed.text) == 1 else "is no square"
        elif disc is not None:
            what = self.sentences.side(disc)
        elif square in self._legal():
            try:
                placement = position.place(square)
            except IllegalMove:
                what = "a move, once the oracle has spoken"
            else:
                count = len(placement.turned)
                would = ("turns", "places") if self.may_move else ("would turn", "would place")
                what = f"{would[0]} over {count} disc{'' if count == 1 else 's'}"
                if placement.color is not position.turn:
                    what = f"{would[1]} a {self.sentences.side(placement.color)} disc"
        else:
            what = "no move here"
        named = f"{self.typed.text}_" if self.typed else f"{square}:"
        self._write("#pointed", f"{named} {what}")

    def _write(self, place: str, words: str) -> None:
        """Write words in their place, unless they stand there already."""
        if self._written.get(place) != words:
            self._written[place] = words
            self.query_one(place, Static).update(words, layout=False)


def disc_of(answer: Answer, mover: Color) -> Color:
    """Return the colour of the disc that an answer places."""
    if answer is Answer.MAYBE:
        return mover
    return BLACK if answer is Answer.YES else WHITE


def _figure(score: Score, columns: int) -> str:
    """Write a score as shortly as it fits on a square of so many columns."""
    if columns > 5:
        return f"{score.discs:+.1f}"
    whole = round(score.discs)
    return f"{whole:+d}" if whole else "0"

"""Draws the followed match in the widgets of the game screen."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Static

from outflank.errors import IllegalMove
from outflank.faces.local.commands import GameCommands
from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.square_input import SquareInput
from outflank.faces.local.words.clock_text import LOW_TIME, clock_text, time_left
from outflank.faces.local.words.opening_names import opening_so_far
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.board import BoardWidget, Scene
from outflank.faces.terminal.full_screen.cells import TerminalPainter
from outflank.faces.terminal.full_screen.graph import TerminalGraph
from outflank.faces.terminal.full_screen.move_list import MoveList
from outflank.faces.terminal.full_screen.panel import (
    Banner,
    MessageLog,
    ScoreBar,
    SeatCard,
    SeatDisplay,
)
from outflank.faces.terminal.full_screen.shapes import fitting
from outflank.play.setup import SeriesScore
from outflank.rules import BLACK, WHITE, Answer, Color, Score, Square
from outflank.texts import say

__all__ = ["GameDisplay", "disc_of"]

_PANEL = 27  # least columns for the panel
_DOTS = 400  # milliseconds until the next dot
_AROUND = 3  # rows for the title, the square under the cursor and the keys


class GameDisplay:
    """Draws a followed match in an appearance, on a screen with the widgets of a game."""

    def __init__(
        self, screen: Screen[None], commands: GameCommands, appearance: TerminalAppearance
    ) -> None:
        self._screen = screen
        self._written: dict[str, str] = {}
        followed = commands.followed
        self.followed: FollowedMatch = followed
        self._commands = commands
        self.appearance = appearance
        self.typed: SquareInput = SquareInput()
        self.painter: TerminalPainter = appearance.painter(followed.setup.variant.name)

    @property
    def board(self) -> BoardWidget:
        """The board."""
        return self._screen.query_one(BoardWidget)

    def lay_out(self) -> None:
        """Choose the largest squares that fit, and give all widgets their painters."""
        screen, setup = self._screen, self.followed.setup
        screen.set_class(screen.size.height >= 32, "-tall")
        small = self.appearance.painter(setup.variant.name)
        board, settings = self.board, self.appearance.settings
        board.coordinates, board.marks = settings.coordinates, settings.legal_marks
        columns = screen.size.width - _PANEL - 2
        rows = screen.size.height - _AROUND
        if board.coordinates:
            columns, rows = columns - len(str(setup.size)) - 1, rows - 1
        cell = fitting(setup.size, columns, rows, words=small.has_words)
        missing = setup.size * cell.columns - columns, setup.size * cell.rows - rows
        too_small = screen.query_one("#too-small", Static)
        too_small.display = max(missing) > 0
        if too_small.display:
            needed = (max(cells, 0) for cells in missing)
            width, height = map(sum, zip(screen.size, needed, strict=True))
            too_small.update(say("terminal.too_small", width=width, height=height))
        self.painter = self.appearance.painter(setup.variant.name, cell)
        board.show(self._scene(), self.painter)
        width, height = board.extent
        board.styles.width, board.styles.height = width, height
        screen.query_one("#left").styles.width = width + 1
        screen.query_one(Banner).display = self.followed.has_oracle
        for card in screen.query(SeatCard):
            card.painter = small
        screen.query_one(ScoreBar).painter = small
        screen.query_one(Banner).painter = small
        screen.query_one(MessageLog).painter = small
        screen.query_one(MoveList).painter = small
        screen.query_one(TerminalGraph).painter = small
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything."""
        screen, followed = self._screen, self.followed
        if not screen.is_mounted:
            return
        self.board.show(self._scene(), self.painter)
        board = followed.board
        screen.query_one(ScoreBar).show(board.count(BLACK), board.count(WHITE))
        self._draw_banner()
        screen.query_one(MessageLog).show(followed.notices)
        moves = screen.query_one(MoveList)
        moves.show(followed.plies, followed.move_number, is_past=followed.is_past)
        evaluation = followed.evaluation
        sentence = evaluation.sentence(followed.sentences) if evaluation is not None else ""
        screen.query_one(TerminalGraph).show(followed.graph, sentence)
        screen.set_class(followed.is_over, "-over")
        self._draw_title()
        self.describe(self.board.cursor)

    def _scene(self) -> Scene:
        followed = self.followed
        last, scores = followed.last_move, followed.scores
        room = self.painter.cell.columns
        return Scene(
            followed.board,
            followed.legal,
            last=last.square if last is not None else None,
            flipped=last.turned if last is not None else None,
            notes={square: _figure(score, room) for square, score in scores.items()},
            best=max(scores, key=lambda square: scores[square].discs, default=None),
            preview=followed.live.place if followed.legal else None,
        )

    def draw_seats(self, now: int) -> None:
        """Draw both seats with their clocks; a single person's own seat is below."""
        near = self.followed.near_side
        for name, color in (("#above", near.opponent), ("#below", near)):
            self._screen.query_one(name, SeatCard).show(self._seat(color, now))

    def _seat(self, color: Color, now: int) -> SeatDisplay:
        followed = self.followed
        left = time_left(followed.match, color, now)
        is_running = followed.match.clock.running is color
        return SeatDisplay(
            color=color,
            name=followed.setup.player(color).name,
            discs=followed.board.count(color),
            note=self._note(color, now),
            clock="" if left is None else clock_text(left),
            is_turn=not followed.is_over and followed.live.turn is color,
            is_short=left is not None and left < LOW_TIME and is_running,
        )

    def _note(self, color: Color, now: int) -> str:
        """Return what a side is doing; dots move while a computer thinks."""
        status = self.followed.status(color)
        if not self.followed.is_status_of_search(color):
            return status
        return f"{status} {'.' * (now // _DOTS % 4)}".rstrip()

    def _draw_banner(self) -> None:
        banner, followed = self._screen.query_one(Banner), self.followed
        position = followed.position
        if followed.is_over and not followed.is_past:
            banner.show("over", say("local.game.over"), None)
        elif position.answer is None:
            banner.show("", say("local.game.oracle.asking"), None)
        else:
            effect = followed.sentences.effect_sentence(position.answer, position.turn)
            disc = disc_of(position.answer, position.turn)
            banner.show(position.answer.value, effect, disc)

    def _draw_title(self) -> None:
        setup, score = self.followed.setup, self.followed.series_score
        first, second = (player.name for player in setup.players)
        parts = [
            say("local.game.saving.board", variant=setup.variant.text, size=setup.size),
            say("local.game.saving.versus", first=first, second=second),
        ]
        if not setup.clock.is_none:
            parts.append(say("terminal.title.clock", clock=setup.clock))
        if setup.origin is not None:
            parts.append(say("terminal.title.what_if", number=setup.origin.number))
        if score != SeriesScore():
            parts.append(say("terminal.title.score", score=score))
        if opening := opening_so_far(self.followed):
            parts.append(opening)
        if self.followed.is_past:
            parts.append(say("terminal.title.past"))
        elif self.followed.match.is_paused:
            parts.append(say("terminal.title.paused"))
        problem = self._commands.save_problem
        self._screen.query_one("#title").set_class(bool(problem), "-problem")
        self._write("#title", f"{problem or '◐ Outflank'}  {' · '.join(parts)}")

    def show_typed(self, typed: SquareInput) -> None:
        """Show the square that is being typed."""
        self.typed = typed
        self.describe(self.board.cursor)

    def describe(self, square: Square) -> None:
        """Show what is on a square, or what a move there would do."""
        followed, position = self.followed, self.followed.position
        disc = position.board.disc_at(square) if square.is_on(position.size) else None
        if self.typed.problem:
            is_column = len(self.typed.text) == 1
            what = say("terminal.pointed.no_row" if is_column else "terminal.pointed.no_square")
        elif disc is not None:
            what = followed.sentences.side(disc)
        elif followed.is_over and not followed.is_past:
            what = say("terminal.pointed.empty")
        elif square in position.legal_moves.squares:
            what = self._describe_move(square)
        else:
            what = say("terminal.pointed.illegal")
        named = f"{self.typed.text}_" if self.typed else f"{square}:"
        self._write("#pointed", f"{named} {what}")

    def _describe_move(self, square: Square) -> str:
        """Return what a move on a square does or would do."""
        followed, position = self.followed, self.followed.position
        try:
            placement = position.place(square)
        except IllegalMove:
            return say("terminal.pointed.awaits_answer")
        if placement.color is not position.turn:
            places = "places" if followed.legal else "would_place"
            side = followed.sentences.side(placement.color)
            return say(f"terminal.pointed.{places}", side=side)
        flips = "flips" if followed.legal else "would_flip"
        return say(f"terminal.pointed.{flips}", count=len(placement.turned))

    def _write(self, place: str, words: str) -> None:
        """Update a text, unless it is unchanged."""
        if self._written.get(place) != words:
            self._written[place] = words
            self._screen.query_one(place, Static).update(words, layout=False)


def disc_of(answer: Answer, mover: Color) -> Color:
    """Return the colour of the disc that an answer places."""
    if answer is Answer.MAYBE:
        return mover
    return BLACK if answer is Answer.YES else WHITE


def _figure(score: Score, columns: int) -> str:
    """Return a score, short enough for a square with this many columns."""
    if columns > 5:
        return f"{score.discs:+.1f}"
    whole = round(score.discs)
    return f"{whole:+d}" if whole else "0"

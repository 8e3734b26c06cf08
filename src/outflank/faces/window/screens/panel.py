"""The panel beside the board: players, clocks, score, the oracle's answer and notices."""

from __future__ import annotations

from typing import Final

from pygame import Rect

from outflank.drawing.contrast import TEXT, ink_on, legible
from outflank.faces.local.words.clock_text import LOW_TIME, clock_text, time_left
from outflank.faces.local.words.opening_names import opening_here
from outflank.faces.local.words.sentences import as_sentence
from outflank.faces.window.match_view import WindowMatchView
from outflank.faces.window.painting.painter import WindowPainter
from outflank.faces.window.screens.evaluation_graph import WindowGraph
from outflank.faces.window.screens.layout import PlayLayout
from outflank.faces.window.screens.move_list import draw_moves
from outflank.play.events import AnswerAwaited
from outflank.rules import BLACK, WHITE, Answer, Color
from outflank.texts import say

__all__ = ["Panel", "seat_texts"]

_DOTS: Final = 0.4  # seconds until the next dot
_RANGE: Final = 16.0  # the evaluation bar is full at this lead in discs


def seat_texts(game: WindowMatchView, color: Color, now: float) -> tuple[str, str]:
    """Return the texts of a seat that change with time: what its side is doing, and its clock.

    Dots move while a computer thinks.
    """
    followed = game.followed
    side, status = followed.sentences.side(color), followed.status(color)
    if status == say("local.game.status.thinks"):
        status += f" {'.' * (int(now / _DOTS) % 4)}"
    left = time_left(followed.match, color, game.clock_at(now))
    text = say("window.seat", side=side, status=status) if status else side
    return text, "" if left is None else clock_text(left)


class Panel:
    """Draws everything beside the board except the buttons."""

    def __init__(self, painter: WindowPainter, layout: PlayLayout, game: WindowMatchView) -> None:
        self._painter = painter
        self._layout = layout
        self._game = game
        self._followed = game.followed
        self._em = layout.em
        self._radius = max(4, self._em * 5 // 8)

    def draw(self, now: float, *, is_list_focused: bool = False) -> None:
        """Draw the panel."""
        self.draw_seats(now)
        self._score_bar()
        if self._layout.banner is not None:
            self._banner(self._layout.banner)
        self._notice()
        layout, followed = self._layout, self._followed
        if layout.moves is not None:
            draw_moves(self._painter, followed, layout.moves, self._em, is_focused=is_list_focused)
        if layout.graph is not None:
            mistakes = self._game.review.worst_moves if followed.is_over else ()
            WindowGraph(followed, layout.graph, self._em, mistakes).draw(self._painter)
        if self._layout.evaluation is not None:
            self._evaluation(self._layout.evaluation)

    # Players

    def draw_seats(self, now: float) -> None:
        """Draw both seats; they cover those of the last frame."""
        near = self._followed.near_side
        for box, color in ((self._layout.upper, near.opponent), (self._layout.lower, near)):
            self._painter.surface.fill(self._painter.palette.paper, box)
            self._seat(box, color, now)

    def _seat(self, box: Rect, color: Color, now: float) -> None:
        painter, palette, em = self._painter, self._painter.palette, self._em
        is_up = self._followed.match.asked is not None and self._followed.live.turn is color
        border = palette.accent if is_up else palette.line
        painter.card(box, palette.card, border=border, radius=self._radius, width=2 if is_up else 1)
        inside = box.inflate(-em, -em // 2)
        side = min(round(em * 2.1), inside.height)
        disc = Rect(inside.left, inside.centery - side // 2, side, side)
        self._small_disc(disc, color)
        right = self._clock(inside, color, now)
        count = str(self._followed.board.count(color))
        full = "8" * len(str(self._followed.board.size**2))  # as wide as the largest count can be
        width = painter.width(full, round(em * 1.7))
        box_of_count = Rect(right - width - em // 2, inside.top, width, inside.height)
        painter.text(count, box_of_count, round(em * 1.7), palette.ink, align="right")
        words = Rect(disc.right + em // 2, inside.top, 0, inside.height)
        words.width = box_of_count.left - words.left - em // 3
        name = self._followed.match.setup.player(color).name
        status = seat_texts(self._game, color, now)[0]
        if painter.is_cut(status, words.width, round(em * 0.82)):
            status = self._followed.sentences.side(color)  # a number cut off would be wrong
        half = words.height // 2
        painter.text(name, Rect(words.left, words.top, words.width, half), em, palette.ink)
        below = Rect(words.left, words.top + half, words.width, half)
        painter.text(status, below, round(em * 0.82), palette.soft)

    def _small_disc(self, box: Rect, color: Color) -> None:
        """Draw a side's disc on felt, so that it is clearly visible."""
        painter = self._painter
        painter.card(box, painter.theme.felt, radius=max(3, box.width // 5))
        picture = painter.discs.disc(self._followed.skin.disc(color), box.width)
        painter.surface.blit(picture, box)

    def _clock(self, inside: Rect, color: Color, now: float) -> int:
        """Draw a side's clock, if there is one, and return its left edge."""
        painter, palette, match = self._painter, self._painter.palette, self._followed.match
        left = time_left(match, color, self._game.clock_at(now))
        if left is None:
            return inside.right
        em = self._em
        size = round(em * 1.05)
        width = painter.width("00:00.0", size) + em * 2 // 3
        width = min(width, inside.width // 3)
        box = Rect(0, 0, width, round(em * 1.9))
        box.midright = inside.midright
        is_running, is_low = match.clock.running is color, left < LOW_TIME
        ground = palette.alert if is_running and is_low else palette.accent
        if not is_running:
            ground = palette.paper
        ink = ink_on(ground) if is_running else palette.alert if is_low else palette.soft
        painter.card(box, ground, border="" if is_running else palette.line, radius=self._radius)
        painter.digits(clock_text(left), box.inflate(-em // 3, 0), size, ink)
        return box.left

    # Bars

    def _score_bar(self) -> None:
        """Show the disc counts as a bar."""
        box, painter = self._layout.bar, self._painter
        near = self._followed.near_side
        own, other = self._followed.board.count(near), self._followed.board.count(near.opponent)
        self._bar(box, near, own / max(1, own + other))
        painter.surface.fill(painter.palette.gold_line, (box.centerx - 1, box.top, 2, box.height))

    def _bar(self, box: Rect, near: Color, share: float) -> None:
        painter, skin = self._painter, self._followed.skin
        painter.card(
            box, skin.disc(near.opponent).fill, border=painter.palette.soft, radius=box.height // 2
        )
        width = round(box.width * min(1.0, max(0.0, share)))
        if width > 1:
            part = Rect(box.left, box.top, max(width, 2), box.height)
            painter.surface.set_clip(part)
            painter.card(
                box, skin.disc(near).fill, border=painter.palette.soft, radius=box.height // 2
            )
            painter.surface.set_clip(None)

    def _evaluation(self, box: Rect) -> None:
        """Show the evaluation as a bar with a text."""
        painter, em = self._painter, self._em
        palette, found = painter.palette, self._followed.evaluation
        near = self._followed.near_side
        sign = 1 if near is BLACK else -1
        ahead = 0.0 if found is None else sign * found.discs
        bar = Rect(box.left, box.bottom - max(8, em * 5 // 8), box.width, max(8, em * 5 // 8))
        self._bar(bar, near, 0.5 + ahead / (2 * _RANGE))
        painter.surface.fill(palette.gold_line, (bar.centerx - 1, bar.top, 2, bar.height))
        words = Rect(box.left, box.top, box.width, bar.top - box.top)
        if self._followed.is_hinting:
            text = say("window.evaluation.analysing")
        elif found is None:
            text = self._evaluation_advice()
        else:
            text = found.sentence(self._followed.sentences)
        painter.label(text, words, round(em * 0.82), palette.soft)

    def _evaluation_advice(self) -> str:
        """Return what the player can do to see who is ahead, if that is not known yet."""
        if self._followed.is_over and not self._followed.is_past:
            return say("window.evaluation.press_review")
        if not self._followed.people:
            return say("window.evaluation.press_w")
        key = "press_h_past" if self._followed.is_past else "press_h"
        return say(f"window.evaluation.{key}")

    # Texts

    def _banner(self, box: Rect) -> None:
        """Show the oracle's answer in the colours of the disc it names."""
        painter, em = self._painter, self._em
        palette, position = painter.palette, self._followed.position
        if position.answer is None or (self._followed.is_over and not self._followed.is_past):
            painter.card(box, palette.card, border=palette.line, radius=self._radius)
            asked = isinstance(self._followed.match.asked, AnswerAwaited)
            text = say("local.game.oracle.asking" if asked else "window.oracle.no_answer")
            if self._followed.is_over:
                text = say("local.game.over")
            painter.paragraph(text, box.inflate(-em, -em // 2), em, palette.soft)
            return
        answer = position.answer
        ground, ink = palette.flip, ink_on(palette.flip)
        if answer is not Answer.MAYBE:
            disc = self._followed.skin.disc(BLACK if answer is Answer.YES else WHITE)
            ground, ink = disc.flat, legible(disc.ink, [disc.flat], TEXT)
        painter.card(box, ground, border=palette.soft, radius=self._radius)
        inside = box.inflate(-em, -em // 3)
        size = round(em * 1.55)
        width = min(painter.width(str(Answer.MAYBE.text).upper(), size), inside.width * 2 // 5)
        word = Rect(inside.left, inside.top, width, inside.height)
        painter.label(str(answer.text).upper(), word, size, ink, align="center")
        turn = self._followed.match.answer_of(self._followed.move_number)
        is_local = turn is not None and turn.local
        effect = self._followed.sentences.effect(answer, position.turn)
        means = Rect(word.right + em * 2 // 3, inside.top, 0, inside.height)
        means.width = inside.right - means.left
        says = (
            "window.oracle.said" if self._followed.is_past else "local.game.oracle.explained.says"
        )
        key = f"{says}_locally" if is_local else says
        text = say(key, answer=answer.text, effect=effect)
        if not painter.fits(means, text, round(em * 0.85)):
            text = as_sentence(effect)  # the answer is already in large letters
        painter.paragraph(text, means, round(em * 0.85), ink)

    def _notice(self) -> None:
        painter, box, em = self._painter, self._layout.notice, self._em
        palette = painter.palette
        notice = self._followed.notice
        text, ground, border, ink = notice.text, palette.card, palette.line, palette.ink
        if self._game.typed:
            typed = self._game.typed
            if typed[1:]:
                text = say("local.game.typed.press_enter", square=typed)
            else:
                text = say("local.game.typed.column", column=typed)
        elif self._followed.is_past:
            viewed = self._followed.describe_view()
            text = say("window.view", viewed=viewed)
            ground, border, ink = palette.gold_card, palette.gold_line, palette.gold_ink
        elif notice.kind in ("pass", "end"):
            ground, border, ink = palette.gold_card, palette.gold_line, palette.gold_ink
        elif notice.kind == "problem":
            border, ink = palette.alert, palette.alert
        painter.card(box, ground, border=border, radius=self._radius)
        inside, size = box.inflate(-em * 3 // 2, -em // 2), round(em * 0.92)
        if opening := opening_here(self._followed):
            named = say("window.opening", text=text, opening=opening)
            text = named if painter.fits(inside, named, size) else text
        painter.paragraph(text, inside, size, ink)

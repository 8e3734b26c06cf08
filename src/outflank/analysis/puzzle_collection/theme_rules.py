"""The rules that give a puzzle its themes; each is decided on the board and by exact scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from outflank.analysis.mistakes.corners import corner_of, wedge_squares
from outflank.analysis.mistakes.regions import is_clear_cut, region_of
from outflank.analysis.puzzle_collection.themes import THEMES
from outflank.analysis.review_rules import RULES
from outflank.rules import Board, Color, Position, Score, Square, SquareSet

__all__ = ["themes_of"]

_COUNTING_EMPTIES: Final = 7  # so few that a player can count every line
_FEW_REPLIES: Final = 2
_CLEARLY: Final = 3  # moves or discs more or fewer that a player notices


@dataclass(frozen=True)
class _Task:
    """A position with the exact scores of its moves, from which the rules take what they need."""

    position: Position
    scores: Mapping[Square, Score]

    @cached_property
    def best(self) -> tuple[Square, ...]:
        """The moves that solve the puzzle."""
        return tuple(square for square in self.scores if square not in self.wrong)

    @cached_property
    def wrong(self) -> tuple[Square, ...]:
        """All other moves."""
        most = max(score.discs for score in self.scores.values())
        return tuple(square for square, score in self.scores.items() if score.discs < most)

    @property
    def before(self) -> Board:
        """The board of the puzzle."""
        return self.position.board

    @property
    def mover(self) -> Color:
        """The side to move."""
        return self.position.turn

    @property
    def opponent(self) -> Color:
        """The other side."""
        return self.position.turn.opponent

    @cached_property
    def corners(self) -> SquareSet:
        """The four corners."""
        return SquareSet.corners(self.before.size)

    @cached_property
    def after(self) -> Mapping[Square, Board]:
        """The board after each move."""
        return {square: self.position.play(square).board for square in self.scores}

    @cached_property
    def flips(self) -> Mapping[Square, SquareSet]:
        """The discs that each move flips."""
        return {square: self.before.outflanked(self.mover, square) for square in self.scores}

    @cached_property
    def replies(self) -> Mapping[Square, SquareSet]:
        """The opponent's moves after each move."""
        return {square: board.outflanking(self.opponent) for square, board in self.after.items()}

    def given_corners(self, square: Square) -> SquareSet:
        """Return the corners that the opponent can take after a move but could not before."""
        return self.replies[square] & self.corners - self.before.outflanking(self.opponent)


_Rule = Callable[[_Task, Square], bool]


def themes_of(position: Position, scores: Mapping[Square, Score]) -> tuple[str, ...]:
    """Return the themes of a puzzle, from the exact scores of all its moves.

    If several moves are best, a theme must hold for each of them.

    >>> from outflank.analysis.puzzle_collection.collection import own_puzzles
    >>> puzzle = own_puzzles()[0]
    >>> themes_of(puzzle.position, puzzle.known) == puzzle.themes
    True
    """
    task = _Task(position, scores)
    if not task.wrong:
        return ()
    return tuple(
        theme for theme in THEMES if all(_RULES[theme](task, square) for square in task.best)
    )


def _corner(task: _Task, best: Square) -> bool:
    return best in task.corners


def _corner_refused(task: _Task, best: Square) -> bool:
    return best not in task.corners and any(square in task.corners for square in task.wrong)


def _corner_sacrifice(task: _Task, best: Square) -> bool:
    return bool(task.given_corners(best))


def _x_square(task: _Task, best: Square) -> bool:
    return best in SquareSet.x_squares(task.before.size) and _is_open(task.before, best)


def _c_square(task: _Task, best: Square) -> bool:
    return best in SquareSet.c_squares(task.before.size) and _is_open(task.before, best)


def _is_open(board: Board, square: Square) -> bool:
    """Return whether the corner beside a square is empty."""
    return board.disc_at(corner_of(square, board.size)) is None


def _edge(task: _Task, best: Square) -> bool:
    size = task.before.size
    return best in SquareSet.edges(size) - task.corners - SquareSet.c_squares(size)


def _wedge(task: _Task, best: Square) -> bool:
    return best in wedge_squares(task.before, task.opponent)


def _parity(task: _Task, best: Square) -> bool:
    """Find that the best move goes into an odd region, and a wrong one into an even region."""
    return _lies_in(task.before, best, odd=True) and any(
        _lies_in(task.before, square, odd=False) for square in task.wrong
    )


def _lies_in(board: Board, square: Square, *, odd: bool) -> bool:
    """Return whether a square lies in a clear-cut region with an odd or even number of squares."""
    region = region_of(board, square)
    is_small = len(region) <= RULES.findings.largest_region
    return is_small and len(region) % 2 == odd and is_clear_cut(region)


def _swindle(task: _Task, best: Square) -> bool:
    """Find that of a pair of empty squares the mover will get both.

    After the best move the opponent cannot play the other square of the pair, and whatever it
    plays instead, the mover can.
    """
    pair = region_of(task.before, best)
    if len(pair) != 2 or not is_clear_cut(pair):
        return False
    [other] = (square for square in pair if square != best)
    if other in task.replies[best]:
        return False
    after = task.position.play(best)
    if after.must_pass:
        return other in after.board.outflanking(task.mover)
    if after.is_over:
        return False
    return all(
        other in after.play(reply).board.outflanking(task.mover) for reply in after.legal_moves
    )


def _forced_pass(task: _Task, best: Square) -> bool:
    return task.position.play(best).must_pass


def _mobility(task: _Task, best: Square) -> bool:
    """Find that the best move leaves few replies, and every other clearly more."""
    few = len(task.replies[best])
    return 0 < few <= _FEW_REPLIES and all(
        len(task.replies[square]) >= few + _CLEARLY for square in task.wrong
    )


def _quiet_move(task: _Task, best: Square) -> bool:
    """Find that no disc that the best move flips touches an empty square, unlike all others."""
    return not _exposed(task, best) and all(_exposed(task, square) for square in task.wrong)


def _exposed(task: _Task, square: Square) -> SquareSet:
    """Return the flipped discs of a move that touch an empty square."""
    return task.flips[square] & task.after[square].frontier(task.mover)


def _greed(task: _Task, best: Square) -> bool:
    """Find that every move that flips the most discs is wrong, and flips clearly more."""
    most = max(map(len, task.flips.values()))
    return most - len(task.flips[best]) >= RULES.findings.difference


def _only_safe_move(task: _Task, best: Square) -> bool:
    return not task.given_corners(best) and all(map(task.given_corners, task.wrong))


def _stable_discs(task: _Task, best: Square) -> bool:
    """Find that the best move makes clearly more discs stable than any other."""
    stable = {square: len(board.stable(task.mover)) for square, board in task.after.items()}
    return all(stable[best] >= stable[square] + _CLEARLY for square in task.wrong)


def _counting(task: _Task, _: Square) -> bool:
    return task.before.empties <= _COUNTING_EMPTIES


def _draw(task: _Task, best: Square) -> bool:
    return task.scores[best].discs == 0


_RULES: Final[Mapping[str, _Rule]] = {
    "corner": _corner,
    "corner_refused": _corner_refused,
    "corner_sacrifice": _corner_sacrifice,
    "x_square": _x_square,
    "c_square": _c_square,
    "edge": _edge,
    "wedge": _wedge,
    "parity": _parity,
    "swindle": _swindle,
    "forced_pass": _forced_pass,
    "mobility": _mobility,
    "quiet_move": _quiet_move,
    "greed": _greed,
    "only_safe_move": _only_safe_move,
    "stable_discs": _stable_discs,
    "counting": _counting,
    "draw": _draw,
}

"""A game as a sheet: each disc where it was placed, with the number of its move."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.drawing.skins import Skin
from outflank.rules import Answer, Board, Color, Game, Square

__all__ = ["Sheet"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The discs as they were placed, never turned, their numbers, and what has no square."""

    board: Board
    numbers: dict[Square, int]
    passes: tuple[tuple[Color, int], ...]  # who passed after which move
    maybes: tuple[int, ...]  # the moves for which the oracle said maybe

    @classmethod
    def of(cls, game: Game) -> Sheet:
        """Read the line of a game from its start to where it stands.

        >>> game = Game()
        >>> game.push_all(["f5", "d6"])
        >>> Sheet.of(game).numbers
        {Square.parse('f5'): 1, Square.parse('d6'): 2}
        """
        board = game.start.board
        numbers: dict[Square, int] = {}
        passes: list[tuple[Color, int]] = []
        maybes: list[int] = []
        for ply in game.plies:
            placement = ply.placement
            if placement is None:
                passes.append((ply.color, len(numbers)))
                continue
            board = board.put(placement.color, placement.square)
            numbers[placement.square] = len(numbers) + 1
            if ply.answer is Answer.MAYBE:
                maybes.append(len(numbers))
        return cls(board, numbers, tuple(passes), tuple(maybes))

    def lines(self, skin: Skin) -> tuple[str, ...]:
        """Say in words what the squares cannot: the passes, and the answers that were maybe."""
        passes = ", ".join(f"{skin.disc(color).name} after {n}" for color, n in self.passes)
        maybes = ", ".join(map(str, self.maybes))
        return tuple(
            f"{what}: {found}" for what, found in (("Passes", passes), ("Maybe", maybes)) if found
        )

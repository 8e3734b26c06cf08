"""Random games of a few players for the index of games, with all their positions."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from outflank import PASS, Classic, Position
from outflank.native import playouts

__all__ = ["SampleGame", "random_games", "table_of"]


@dataclass(frozen=True, eq=False)
class SampleGame:
    """A game of the table, with all its positions."""

    year: int
    tournament: str
    black: str
    white: str
    moves: tuple[str, ...]
    line: tuple[tuple[Position, str | None], ...]

    @functools.cached_property
    def margin(self) -> int:
        outcome = self.line[-1][0].outcome
        assert outcome
        return outcome.margin(empties_to_winner=True)


def random_games(count: int) -> Sequence[SampleGame]:
    """Play random games of a few players over some years, always the same ones."""
    chance = random.Random(5)
    players = ["Ann Archer", "Bo Archer", "Cleo Kim", "Dov 100%", "Eva_Q"]
    made = []
    for number, playout in enumerate(playouts(Classic().start(), count, seed=11, record=True)):
        black, white = chance.sample(players, 2)
        position = Classic().start()
        line: list[tuple[Position, str | None]] = []
        for move in playout.moves:
            line.append((position, str(move)))
            position = position.play(move)
        line.append((position, None))
        moves = tuple(str(move) for move in playout.moves if move is not PASS)
        year = 2000 + number % 7
        made.append(SampleGame(year, f"Open {year}", black, white, moves, tuple(line)))
    return made


def table_of(samples: Sequence[SampleGame]) -> str:
    """Write games as a table from which an index can be built."""
    rows = ["year\ttournament\tblack\twhite\tblack_discs\tmoves"]
    for one in samples:
        discs = (64 + one.margin) // 2
        cells = one.year, one.tournament, one.black, one.white, discs, "".join(one.moves)
        rows.append("\t".join(map(str, cells)))
    return "\n".join(rows) + "\n"

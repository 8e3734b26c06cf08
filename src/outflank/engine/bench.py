"""Fixed positions whose node count is the engine's signature: it changes with the search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from outflank.engine.native import NativeEngine
from outflank.engine.protocol import Analysis
from outflank.native.limits import Limit
from outflank.native.search import Goal
from outflank.rules import BLACK, Board, Position, find_variant

__all__ = ["BENCH_POSITIONS", "BenchPosition", "bench"]

_HASH_MB = 16


@dataclass(frozen=True, slots=True)
class BenchPosition:
    """A position of our own games and the depth to search; without one, it is solved."""

    name: str
    cells: str
    depth: int | None = None
    variant: str = "classic"
    answer: str | None = None
    candidates: int = 1
    is_outcome: bool = False

    @property
    def position(self) -> Position:
        """The position, with black to move."""
        variant = find_variant(self.variant)
        start = Position(Board.parse(self.cells), BLACK, variant=variant)
        return start if self.answer is None else start.hear(self.answer)


BENCH_POSITIONS: Final = (
    BenchPosition(
        "opening",
        "------------------XOOO---XXOOO---OOOX----OOXX------X------------",
        depth=12,
    ),
    BenchPosition(
        "opening, four lines",
        "----------O--O---XXXOX---XXXO----XXOO-----OOO-------------------",
        depth=9,
        candidates=4,
    ),
    BenchPosition(
        "middle game",
        "-----O----OOOO--OXOOXX--OOOOXX--OOOXXX---OOOX--------X----------",
        depth=11,
    ),
    BenchPosition(
        "late middle game",
        "--XXXX----OOXX---OOOXOO-OOXXXOXX-OOOOOX--OXXX-----XX------------",
        depth=11,
    ),
    BenchPosition(
        "endgame of 18", "OOOOOOXXO-OOXXXXOOOOXXX-OOOXOXX-OOXOXO---OOXX-O-XOXX-X----X-----"
    ),
    BenchPosition(
        "endgame of 16", "--OX----O--XXXOXO-XXXOOXOOOOOOOXOOXOOXXX-OOOOOXX--OOOO-X-OOOOO--"
    ),
    BenchPosition(
        "endgame of 16, four moves",
        "OOOOOOXXO-OOXXXXOOOOOXX-OOOXOOX-OOXOOOO--OOXXXO-XOXX-X----X-----",
        candidates=4,
    ),
    BenchPosition(
        "who wins with 20",
        "OOOOOO-XO-OOXOXXOOOXOXX-OOOXXXX-OOXOXX---OOXX---XOXX-X----X-----",
        is_outcome=True,
    ),
    BenchPosition("6x6", "-X------XXO-OOOOO--OXXX-X-XO---X-O--"),
    BenchPosition("4x4", "-----OX--XO-----"),
    BenchPosition(
        "10x10",
        "-----X-------XXX----X--XXOO----XOOOXO---XXOOOXO---XOXXOXXO--OOOXXXXX---OOOXXX-------------"
        "----------",
        depth=7,
    ),
    BenchPosition(
        "12x12",
        "----------------------------------------XXXO--------XXOO-------XXOXOO-----OOOXXOO------OOO"
        "OXOO----O-OXXXX---------------------------------------",
        depth=6,
    ),
    BenchPosition(
        "16x16",
        "---------------------------------------------------X-XXXXOX---------XOOOOOX--------XOOXOOO"
        "O--------OOXXXOO---------OOXXXXOO--------OOOXXXXO--------OOOOXOXXO--------OOOXXXXX--------"
        "O---X-----------------------------------------------------------------------",
        depth=5,
    ),
    BenchPosition(
        "Anti",
        "--O-----XXO------OOOO----XOOO---XXXOO---OXXX----OXX-------------",
        depth=10,
        variant="anti",
    ),
    BenchPosition(
        "Anti, endgame of 14",
        "-O-OOOO--OOOXOOXXOXOOOOXXXXXXOXXXOXXXXO-XOXOOO-OXOXO-----OOOO---",
        variant="anti",
    ),
    BenchPosition(
        "Yes/No before the answer",
        "X--------X----X--XXXOX----XXOX---O-XOX---OOOOX---X-O-----X------",
        depth=4,
        variant="yesno",
    ),
    BenchPosition(
        "Yes/No after no, 10x10",
        "-----------OXX-------OXOOOOX---XXOOOX-----XOOO------XXOOO-----OOXOO-----O--X-----O--X-----"
        "----------",
        depth=3,
        variant="yesno",
        answer="no",
    ),
)


def bench(
    kernel: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    parts: Sequence[BenchPosition] = BENCH_POSITIONS,
) -> Iterator[tuple[BenchPosition, Analysis]]:
    """Search each position with one thread; the nodes are equal on all machines and kernels.

    >>> from outflank import native
    >>> if native.available():
    ...     [(part, found)] = bench(parts=[each for each in BENCH_POSITIONS if each.name == "4x4"])
    ...     assert found.nodes > 0
    """
    with NativeEngine(hash_mb=_HASH_MB, kernel=kernel, forgetful=True) as engine:
        for number, part in enumerate(parts, 1):
            if part.depth is None:
                goal: Goal = "outcome" if part.is_outcome else "exact"
                found = engine.solve(part.position, goal, candidates=part.candidates)
            else:
                limit = Limit(depth=part.depth)
                found = engine.analyse(part.position, limit, candidates=part.candidates)
            if progress is not None:
                progress(number, len(parts))
            yield part, found

"""Making the opening book: the engine searches the positions that good play comes nearest to.

The book grows by expanding one position after another: the one whose line from the start gives
away the fewest discs, with shorter lines first. Every move of an expanded position gets a
search of its own, and the scores of what follows replace the position's own.
"""

from __future__ import annotations

import heapq
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.notation import Book, ScoredPosition
from outflank.notation.books.book_records import BookKey, book_key, book_position, book_score
from outflank.rules import BLACK, PASS, Classic

__all__ = ["BookBuilder", "SearchLog"]

_A_MOVE: Final = 0.4  # discs: how much a line may give away to be as interesting as a shorter one
_CONFIDENCE: Final = 73
_HASH_MB: Final = 16
_AT_ONCE: Final = 16  # positions that are expanded before the scores are propagated again


class _Searched(NamedTuple):
    """The score of a search, and how deep that was."""

    discs: float
    depth: int


class SearchLog:
    """The scores that were found, kept in a file: a line of three numbers each."""

    def __init__(self, path: Path) -> None:
        self._found: dict[BookKey, float] = {}
        self._lock = threading.Lock()
        if path.exists():
            written = path.read_bytes()
            whole = written[: written.rfind(b"\n") + 1]  # the last line may be half of one
            os.truncate(path, len(whole))
            for line in whole.decode("ascii").split("\n")[:-1]:
                mover, opponent, discs = line.split()
                self._found[BookKey(int(mover, 16), int(opponent, 16))] = float(discs)
        self._file = path.open("a", encoding="ascii", buffering=1)

    def get(self, key: BookKey) -> float | None:
        """Return the score of a position, if it was found before."""
        return self._found.get(key)

    def add(self, key: BookKey, discs: float) -> None:
        """Keep the score of a position."""
        with self._lock:
            self._found[key] = discs
            self._file.write(f"{key.mover:x} {key.opponent:x} {discs!r}\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class BookBuilder:
    """Grows a book by searches of `depth` plies, in `threads` threads.

    What the log has from an earlier run is not searched again, so a run that was killed goes on
    and ends as if nothing had happened.
    """

    def __init__(
        self, depth: int, log: SearchLog, *, threads: int = 1, engine: str = "Outflank"
    ) -> None:
        self.depth = depth
        self._source = f"{engine}, {depth} plies at {_CONFIDENCE} %"
        self._log = log
        self._children: dict[BookKey, list[BookKey]] = {}
        self._searched: dict[BookKey, _Searched] = {}
        self._threads = threads
        self._engines: SimpleQueue[NativeEngine] = SimpleQueue()
        for _ in range(threads):
            self._engines.put(NativeEngine(hash_mb=_HASH_MB, forgetful=True))

    def grow(self, positions: int) -> Iterator[int]:
        """Search until the book has so many positions, and tell after every portion how many."""
        start = book_key(Classic().start())
        assert start is not None
        with ThreadPoolExecutor(self._threads) as pool:
            self._searched[start] = self._search(start)
            while len(self._searched) < positions:
                wanted = self._next(start)
                if not wanted:
                    break  # every line is known to its end
                for key in wanted:
                    self._children[key] = _children(key)
                fresh = {
                    child: None
                    for key in wanted
                    for child in self._children[key]
                    if child not in self._searched
                }
                self._searched.update(zip(fresh, pool.map(self._search, fresh), strict=True))
                yield len(self._searched)

    def book(self) -> Book:
        """Return what was found, with the scores of the lines that lead on."""
        return Book.of(
            ScoredPosition(
                book_position(*key),
                score=book_score(found.discs, found.depth, _CONFIDENCE),
                comment=self._source,
            )
            for key, found in self._propagated().items()
        )

    def _search(self, key: BookKey) -> _Searched:
        discs = self._log.get(key)
        if discs is None:
            discs = self._discs_of(key)
            self._log.add(key, discs)
        return _Searched(discs, self.depth)

    def _discs_of(self, key: BookKey) -> float:
        position = book_position(*key)
        sign = 1
        if position.must_pass:
            position, sign = position.play(PASS), -1
        if (outcome := position.outcome) is not None:
            margin = outcome.margin(empties_to_winner=True)
            return sign * (margin if position.turn is BLACK else -margin)
        engine = self._engines.get()
        try:
            found = engine.analyse(position, Limit(depth=self.depth, confidence=_CONFIDENCE))
        finally:
            self._engines.put(engine)
        assert found.score is not None
        return sign * found.score.discs

    def _propagated(self) -> dict[BookKey, _Searched]:
        """Return the score of every position after the best line that the book has for it."""
        values = dict(self._searched)
        for key in sorted(self._children, key=lambda key: key.discs, reverse=True):
            best = min((values[child] for child in self._children[key]), key=lambda one: one.discs)
            values[key] = _Searched(-best.discs, best.depth + 1)
        return values

    def _next(self, start: BookKey) -> list[BookKey]:
        """Return the positions to expand next: the cheapest to reach."""
        values = self._propagated()
        costs = {start: 0.0}
        for key in sorted(self._children, key=lambda key: key.discs):
            if key not in costs:
                continue
            for child in self._children[key]:
                lost = values[key].discs + values[child].discs
                cost = costs[key] + lost + _A_MOVE
                costs[child] = min(cost, costs.get(child, cost))
        leaves = (key for key in costs if key not in self._children and _can_grow(key))
        return heapq.nsmallest(_AT_ONCE, leaves, key=lambda key: (costs[key], key))


def _can_grow(key: BookKey) -> bool:
    position = book_position(*key)
    return not position.is_over and not position.must_pass


def _children(key: BookKey) -> list[BookKey]:
    position = book_position(*key)
    found = (book_key(position.play(move)) for move in position.legal_moves)
    return list(dict.fromkeys(child for child in found if child is not None))

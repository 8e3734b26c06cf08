"""An engine that plays from an opening book as long as the position is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.engine.opening_book import own_book
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.rules import Position

if TYPE_CHECKING:
    from outflank.notation import Book

__all__ = ["BookEngine"]


class BookEngine(Engine):
    """Plays from a book if that has a score for every move; otherwise another engine thinks.

    It draws one of the moves that are at most `margin` discs worse than the best, so that games
    differ. The book defaults to that of the package; `Book.open` opens another.

    >>> from outflank.engine import open_engine
    >>> from outflank.rules import Classic
    >>> with BookEngine(open_engine("greedy")) as engine:
    ...     print(engine.analyse(Classic().start()).score.kind)
    book
    """

    def __init__(
        self,
        inner: Engine,
        book: Book | None = None,
        *,
        margin: float = 1.0,
        seed: int | None = None,
    ) -> None:
        self.name: str = f"{inner.name} with a book"
        self.seed = seed
        self._inner = inner
        self._book = book
        self._margin = margin

    def supports(self, position: Position) -> bool:
        """Return whether the other engine plays it."""
        return self._inner.supports(position)

    def think(self, task: Task) -> Analysis:
        """Draw one of the best moves of the book, or let the other engine think."""
        book = own_book() if self._book is None else self._book
        moves = book.moves(task.position)
        chosen = book.choice(task.position, margin=self._margin, seed=task.seed)
        if chosen is None or len(moves) < len(task.position.legal_moves):
            return self._inner.think(task)
        variations = [Variation(one.move, one.score, (one.move,)) for one in moves]
        return Analysis(
            tuple(variations[: task.candidates]),
            depth=chosen.score.depth or 0,
            chosen=next((one for one in variations[1:] if one.move == chosen.move), None),
        )

    def new_game(self) -> None:
        """Let the other engine forget earlier games."""
        self._inner.new_game()

    def close(self) -> None:
        """Close the other engine too."""
        super().close()
        self._inner.close()

"""Make the opening book and the balanced openings of the package with our own engine.

cd src/outflank
python ../../tools/make_book.py engine/data/8x8.book --log LOG \
    --openings notation/starts/balanced.txt

The log keeps every search, so an interrupted run goes on where it stopped. The same depth and
number of positions make the same book on every machine. A balanced opening is a line of the book
after which neither side is clearly ahead; no two lead to the same position, rotated and mirrored
boards included.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import outflank
from outflank.cli.progress import ProgressBar
from outflank.notation import Book
from outflank.rules import Game, Position
from outflank.training.opening_book import BookBuilder, SearchLog

_PLIES = range(8, 11)  # of an opening
_MOST = 2.0  # discs by which one side may be ahead after it


def main() -> None:
    """Grow the book, and write it when it is large enough."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("file", type=Path, help="the book to write")
    parser.add_argument("--openings", type=Path, help="the list of openings to write")
    parser.add_argument("--log", type=Path, required=True, help="the record of all searches")
    parser.add_argument("--positions", type=int, default=6_000)
    parser.add_argument("--depth", type=int, default=18, help="depth of the searches in plies")
    parser.add_argument("--threads", type=int, default=1, help="searches at once")
    asked = parser.parse_args()
    log = SearchLog(asked.log)
    builder = BookBuilder(
        asked.depth, log, threads=asked.threads, engine=f"Outflank {outflank.__version__}"
    )
    with ProgressBar("Searching") as progress:
        for done in builder.grow(asked.positions):
            progress(min(done, asked.positions), asked.positions)
    log.close()
    book = builder.book()
    asked.file.write_bytes(book.to_bytes())
    print(f"{len(book):,} positions, {asked.file.stat().st_size:,} bytes")
    if asked.openings:
        lines = balanced(book)
        asked.openings.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        print(f"{len(lines):,} openings")


def balanced(book: Book) -> list[str]:
    """Return the transcripts of all balanced lines, sorted."""
    found = []
    lines: dict[Position, Game] = {}
    reached = [Game()]
    for ply in range(1, max(_PLIES) + 1):
        lines = {}
        for game in reached:
            for known in book.moves(game.position):
                after = game.copy()
                after.push(known.move)
                lines.setdefault(after.position.canonical(), after)
        reached = list(lines.values())
        if ply in _PLIES:
            found += [game.transcript for game in reached if is_balanced(book, game.position)]
    return sorted(found)


def is_balanced(book: Book, position: Position) -> bool:
    """Return whether neither side is clearly ahead, and the side to move has a move."""
    found = book.find(position)
    is_even = found is not None and found.score is not None and abs(found.score.discs) <= _MOST
    return is_even and not position.must_pass


if __name__ == "__main__":
    main()

"""Draw every picture kept in the repository: those of the docs and those that tests compare.

python tools/pictures.py           draws them all again
python tools/pictures.py --check   lists those that would change, and changes nothing
"""

import math
import re
import sys
from collections.abc import Callable
from pathlib import Path

from outflank.drawing import svg, text
from outflank.rules import Board, Game, Score, ScoreKind, SquareSet

ROOT = Path(__file__).parents[1]
MIDGAME = "f5d6c3d3c4b3d7f6e6g6f3c5f4f7e7c6g4g5f8d8e8h3"
SHORTEST_WIPEOUT = "e6f4e3f6g5d6e7f5c5"


def game_of(transcript: str) -> Game:
    """Play a transcript whose rows have one digit."""
    game = Game()
    game.push_all(re.findall("[a-h][1-8]", transcript))
    return game


def yes_no_game() -> Game:
    """Play a few turns in which the oracle gives every answer."""
    game = Game(variant="yesno", size=6)
    turns = "yes c2, no b2, no a2, maybe e3, yes e2, maybe d2"
    for answer, move in map(str.split, turns.split(", ")):
        game.hear(answer)
        game.push(move)
    return game


def evaluated() -> str:
    """Draw a position with a score of every kind."""
    position = game_of("f5d6c5f4e3c6d3f6e6d7").position
    kinds = [
        Score(4, ScoreKind.EXACT),
        Score(-2, ScoreKind.BOOK),
        Score(1.2, depth=18, confidence=73),
        Score(-0.5, ScoreKind.EXPECTED),
        Score(-6),
    ]
    squares = position.legal_moves.squares
    scores = {square: kinds[index % len(kinds)] for index, square in enumerate(squares)}
    return svg(position, theme="dark", scores=scores, arrows=[(next(iter(squares)), "e5")])


def heated() -> str:
    """Draw values over a whole board."""
    values = {
        square: round(9 * math.cos(square.col / 2.4) * math.sin((square.row + 2) / 3), 1)
        for square in SquareSet.all(8)
    }
    return svg(game_of(MIDGAME[:20]).position.board, heat=values, theme="ocean")


def gallery() -> str:
    """Put six pictures side by side."""
    midgame = game_of(MIDGAME)
    pictures = [
        svg(midgame),
        svg(midgame, theme="dark", skin="yesno"),
        svg(midgame, theme="wood", skin="red-yellow"),
        svg(midgame, theme="print", numbers=True),
        evaluated(),
        heated(),
    ]
    cells = []
    for index, picture in enumerate(pictures):
        row, column = divmod(index, 3)
        cells.append(picture.replace("<svg ", f'<svg x="{column * 412}" y="{row * 412}" ', 1))
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="1224" height="836">'
    return "\n".join([head, "<title>Six drawings of boards</title>", *cells, "</svg>"])


PICTURES: dict[str, Callable[[], str]] = {
    "docs/pictures/board.svg": lambda: svg(game_of(MIDGAME), size=480),
    "docs/pictures/gallery.svg": gallery,
    "tests/data/drawing/start.svg": lambda: svg(Board.start(4), size=200),
    "tests/data/drawing/yesno.svg": lambda: svg(yes_no_game(), theme="dark"),
    "tests/data/drawing/record.svg": lambda: svg(
        game_of(SHORTEST_WIPEOUT), numbers=True, theme="print", caption=True
    ),
    "tests/data/drawing/marks.svg": lambda: svg(
        Board.start(4),
        rotated=True,
        marks={"ring": ["b2"], "frame": ["a1"], "cross": ["c2"]},
        stable=SquareSet.of(4, "c3"),
        heat={"a1": -1, "d4": 3.5},
        texts={"a4": "<&>"},
    ),
    "tests/data/drawing/box.txt": lambda: text(game_of(MIDGAME), caption=True),
    "tests/data/drawing/ascii.txt": lambda: text(yes_no_game(), unicode=False, caption=True),
    "tests/data/drawing/color.txt": lambda: text(yes_no_game(), color=True),
    "tests/data/drawing/record.txt": lambda: text(
        game_of(SHORTEST_WIPEOUT), numbers=True, unicode=False
    ),
}


def draw(name: str) -> str:
    """Return the right content of a file."""
    return PICTURES[name]() + "\n"


def stale() -> list[str]:
    """Return the files whose content is wrong."""
    return [name for name in PICTURES if _held(ROOT / name) != draw(name)]


def _held(path: Path) -> str:
    return path.read_bytes().decode() if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Write or check the files."""
    changed = stale()
    if arguments == ["--check"]:
        print("\n".join(changed) or "All pictures are up to date.")
        return 1 if changed else 0
    if arguments:
        print(__doc__)
        return 2
    for name in changed:
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(draw(name).encode())
        print(f"drew {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The rules from Python: with the core's steps, in Python alone, and compared with python-chess.

Run as `python benchmarks/library/rules_speed.py [rounds]`. Every row is measured both ways in turn,
and the best round is printed, in calls per second of processor time, so that other programs do not
disturb it. The games are random ones on 8x8; python-chess makes moves of random games of chess,
with `push`, which checks nothing, and with `push_uci`, which checks the move as ours do.
"""

import io
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple
from unittest.mock import patch

import chess

from outflank import native, stream_file
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.rules import Classic, Game, Position, Square, accelerator, steps

GAMES = 300
LINES = 2000


class Row(NamedTuple):
    """A row of the table: what is measured, and the number of calls in one run."""

    title: str
    run: Callable[[], object]
    calls: int
    goal: int | None = None


@contextmanager
def python_steps() -> Iterator[None]:
    """Switch the core's steps off."""
    functions = {name: getattr(steps, name) for name in accelerator.__all__}
    with patch.multiple(accelerator, **functions):
        yield


def random_games(count: int) -> list[list[Square]]:
    """The squares of random games, without passes."""
    played = native.playouts(Classic().start(), count, seed=1, record=True)
    return [[move for move in game.moves if isinstance(move, Square)] for game in played]


def positions_of(game: list[Square]) -> Iterator[tuple[Position, Square]]:
    """Each position of a game in which a disc is placed, with its square."""
    for position, ply in Game.of_moves(game).replay():
        if isinstance(ply.move, Square):
            yield position, ply.move


def rows() -> list[Row]:
    """All rows of the table."""
    games = random_games(GAMES)
    names = [[str(move) for move in game] for game in games]
    pairs = [pair for game in games for pair in positions_of(game)]
    moves = len(pairs)
    text = "\n".join("".join(map(str, game)) for game in random_games(LINES))

    def push(lines: list[list[Square]] | list[list[str]]) -> None:
        for line in lines:
            game = Game()
            for move in line:
                game.push(move, insert_pass=True)

    def play_matches() -> None:
        for game in games[:60]:
            match = Match.start(Setup())
            for move in game:
                match.play(move, at=1000)

    def stream() -> int:
        return sum(1 for _ in stream_file(io.StringIO(text)))

    def walk() -> int:
        return sum(len(Game.of_moves(game).plies) for game in games)

    return [
        Row("Game.push of a square", lambda: push(games), moves, 120_000),
        Row("Game.push of a name", lambda: push(names), moves, 120_000),
        Row("Position.play", lambda: [one.play(move) for one, move in pairs], moves, 150_000),
        Row("Position.canonical", lambda: [one.canonical() for one, _ in pairs], moves, 100_000),
        Row("list(Position.legal_moves)", lambda: [[*one.legal_moves] for one, _ in pairs], moves),
        Row("Match.play", play_matches, sum(map(len, games[:60]))),
        Row("Game.of_moves, a game", lambda: [Game.of_moves(game) for game in games], GAMES),
        Row("its tree, a ply", walk, moves),
        Row("stream_file, a transcript", stream, LINES, 10_000),
    ]


def chess_rows() -> list[Row]:
    """Moves of chess with python-chess."""
    numbers = random.Random(1)
    lines: list[list[chess.Move]] = []
    for _ in range(20):
        board = chess.Board()
        line: list[chess.Move] = []
        while len(line) < 80 and not board.is_game_over():
            line.append(numbers.choice(list(board.legal_moves)))
            board.push(line[-1])
        lines.append(line)
    names = [[move.uci() for move in line] for line in lines]

    def push() -> None:
        for line in lines:
            board = chess.Board()
            for move in line:
                board.push(move)

    def push_checked() -> None:
        for line in names:
            board = chess.Board()
            for name in line:
                board.push_uci(name)

    moves = sum(map(len, lines))
    return [
        Row("python-chess push, unchecked", push, moves),
        Row("python-chess push_uci, checked", push_checked, moves),
    ]


def speed(row: Row, steps_of: Callable[[], AbstractContextManager[None]], rounds: int) -> float:
    """Return the calls per second of the best round."""
    best = 0.0
    with steps_of():
        for _ in range(rounds):
            begin = time.process_time()
            row.run()
            best = max(best, row.calls / (time.process_time() - begin))
    return best


def stream_memory(lines: int) -> int:
    """Return the peak memory, in KiB, of reading a file of `lines` games."""
    line = "".join(map(str, random_games(1)[0])) + "\n"

    class Lines(io.StringIO):
        """A file that is generated while it is read."""

        left = lines

        def read(self, size: int | None = -1) -> str:
            count = min(self.left, (size or 0) // len(line))
            self.left -= count
            return line * count

    tracemalloc.start()
    for _ in stream_file(Lines()):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak // 1024


def main() -> None:
    """Print a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    if accelerator.played is steps.played:
        sys.exit("The core is not built, so there is nothing to compare.")
    print(f"{'calls a second':32} {'Python':>10} {'core':>10} {'ratio':>6} {'wanted':>9}")
    for row in rows():
        plain, quick = speed(row, python_steps, rounds), speed(row, nullcontext, rounds)
        wanted = f"{row.goal:9,}" if row.goal else ""
        print(
            f"{row.title:32} {plain:10,.0f} {quick:10,.0f} {quick / plain:6.1f} {wanted}".rstrip()
        )
    for row in chess_rows():
        print(f"{row.title:32} {speed(row, nullcontext, rounds):10,.0f}")
    few, many = stream_memory(10_000), stream_memory(50_000)
    print(f"stream_file's memory: {few:,} KiB for 10,000 games, {many:,} KiB for 50,000")


if __name__ == "__main__":
    main()

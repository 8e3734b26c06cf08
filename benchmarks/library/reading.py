"""Reading games: how many a second in each notation, and how time grows with the text.

Run as `python benchmarks/library/reading.py [--every N]`. The games are those of the table of all
WTHOR games in the folder that OUTFLANK_DATA names, or every Nth of them; our own writers convert
them. python-chess reads random games of chess in turn with ours, as a measure of the machine. All
times are processor time, so that other programs disturb them little.
"""

import argparse
import gzip
import io
import itertools
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess
import chess.pgn

from outflank import BLACK, WHITE, Game, native, read, write
from outflank.rules import Classic, Node

GOALS = {"ggf": 8000, "sgf": 8000, "pgn": 8000, "json": 5000}
OTHERS = ("transcript", "quest", "kaggle")
PART = 2000  # games of a text
PLIES = (25_000, 50_000, 100_000)
CHESS_GAMES = 60


def archive(every: int) -> Iterator[Game]:
    """Go through the games of the table, with names, year and result."""
    path = Path(os.environ["OUTFLANK_DATA"], "training", "wthor_1977_2025.tsv.gz")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        names = next(file).rstrip("\n").split("\t")
        for line in itertools.islice(file, 0, None, every):
            row = dict(zip(names, line.rstrip("\n").split("\t"), strict=True))
            game = Game.of_moves(row["moves"])
            game.headers = {name: row[name] for name in ("black", "white")}
            game.headers |= {"event": row["tournament"], "date": row["year"]}
            if game.outcome is None:
                ahead = int(row["black_discs"]) - 32
                game.end(BLACK if ahead > 0 else WHITE if ahead < 0 else None, "adjudication")
            yield game


def chess_text() -> str:
    """Write random games of chess, of about as many moves as a game of Othello."""
    numbers, games = random.Random(1), []
    for _ in range(CHESS_GAMES):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while len(board.move_stack) < 60 and not board.is_game_over():
            board.push(numbers.choice(list(board.legal_moves)))
            node = node.add_variation(board.peek())
        games.append(str(game))
    return "\n\n".join(games) + "\n\n"


def seconds(run: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def read_chess(text: str) -> None:
    """Read all games of chess of a text."""
    file = io.StringIO(text)
    while chess.pgn.read_game(file) is not None:
        pass


def read_whole(text: str, name: str, count: int) -> None:
    """Read a text, every game of which is good."""
    reading = read(text, format=name, errors="raise")
    assert len(reading) == count


def print_speed(every: int) -> None:
    """Print the games a second of each notation."""
    spent = dict.fromkeys((*GOALS, *OTHERS), 0.0)
    total, chess_spent, parts, text_of_chess = 0, 0.0, 0, chess_text()
    games = archive(every)
    while part := list(itertools.islice(games, PART)):
        total, parts = total + len(part), parts + 1
        chess_spent += seconds(partial(read_chess, text_of_chess))
        for name in spent:
            text = write(part, format=name)
            spent[name] += seconds(partial(read_whole, text, name, len(part)))
    chess_speed = parts * CHESS_GAMES / chess_spent
    print(f"{total} games; python-chess reads {chess_speed:.0f} games of chess a second")
    for name, taken in spent.items():
        goal = f", goal {GOALS[name]}" if name in GOALS else ""
        speed = total / taken
        print(f"{name:10} {speed:7.0f} games a second, {speed / chess_speed:5.1f} times{goal}")


def tree_of(plies: int) -> Game:
    """Make a game with many variations."""
    numbers, game = random.Random(plies), Game()
    nodes: list[Node] = [game.root]
    while len(nodes) <= plies:
        node = numbers.choice(nodes)
        moves = [move for move in node.position.legal_moves if node.reply(move) is None]
        if moves:
            nodes.append(game.add(node, numbers.choice(moves)))
    return game


def print_growth() -> None:
    """Print the time of a ply in texts of several lengths."""
    trees = {plies: tree_of(plies) for plies in PLIES}
    for name in ("json", "sgf", "pgn"):
        print_row(f"{name}, one tree", partial(write_tree, trees, name))
    for name in (*GOALS, *OTHERS):
        print_row(f"{name}, games", partial(write_games, name))


def write_tree(trees: dict[int, Game], name: str, plies: int) -> str:
    """Write the tree of that many plies."""
    return write(trees[plies], format=name)


def write_games(name: str, plies: int) -> str:
    """Write random games with about that many plies together."""
    played = native.playouts(Classic().start(), plies // 60, seed=1, record=True)
    return write([Game.of_moves(game.moves) for game in played], format=name)


def print_row(title: str, text_of: Callable[[int], str]) -> None:
    """Print the microseconds of a ply for each length."""
    shown = []
    for plies in PLIES:
        text = text_of(plies)
        shown.append(f"{seconds(partial(read, text)) / plies * 1e6:7.1f}")
    print(f"{title:20} {' '.join(shown)}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--every", type=int, default=1, help="read every Nth game only")
    print_speed(parser.parse_args().every)
    print(f"\nMicroseconds a ply in texts of {', '.join(f'{plies:,}' for plies in PLIES)} plies:")
    print_growth()


if __name__ == "__main__":
    main()

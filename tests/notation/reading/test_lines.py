"""Games that are read at once: always as the reader that goes from move to move reads them."""

import contextlib
import os
import random
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from outflank import Classic, Game, OutflankError
from outflank.notation import ggf, outflank_json, read, write
from outflank.notation.pgn import reading as pgn
from outflank.notation.sgf import reading as sgf
from outflank.notation.sites import quest
from outflank.rules.game_tree import has_tree
from support.notation_samples import PASSES, SAMPLES, random_game, random_start

MODULES = {"ggf": ggf, "sgf": sgf, "pgn": pgn, "json": outflank_json, "quest": quest}
MUTANTS = 150 if "OUTFLANK_SOAK" in os.environ else 6
PIECES = [
    *"[](){};B\nWpa5,\\",
    "B[]",
    "[f5]",
    ";C[x]",
    " pa ",
    " PS",
    "1-0",
    "{x}",
    '"a":1,',
    '"a":',
]
every_notation = pytest.mark.parametrize("name", MODULES)


@contextlib.contextmanager
def from_move_to_move(name: str) -> Iterator[None]:
    """Read all games step by step."""
    with patch.object(MODULES[name], "at_once", lambda *_: None):
        yield


def read_texts(name: str, text: str) -> tuple[object, ...]:
    """What a reader makes of a text: games as they are written and taken back, and errors."""
    try:
        reading = read(text, format=name)
    except OutflankError as error:
        return (str(error),)
    taken_back = []
    for game in reading.games:
        before = write(game, format="json"), game.ply_count, str(game.outcome)
        with contextlib.suppress(OutflankError):
            game.pop()
        taken_back.append((*before, len(game.root.replies), game.ply_count))
    return (taken_back, [str(problem) for problem in reading.problems])


def texts(name: str) -> list[str]:
    """Texts of games of every kind, and of games without variations."""
    numbers = random.Random(name)
    found = [SAMPLES[name]]
    for variant, size in (
        ("classic", 8),
        ("classic", 8),
        ("anti", 6),
        ("classic", 10),
        ("anti", 14),
    ):
        start = random_start(numbers, variant, size)
        if name == "quest":  # which plays nothing else
            start = Classic().start()
        for game in (random_game(numbers, start, 40, ["", "a ] b", "é"]), Game(start)):
            while not game.is_over:
                game.push(numbers.choice(game.legal_moves))
            found += [
                write(game, format=name),
                write(Game.of_moves(game.moves, start), format=name),
            ]
    return found


@every_notation
def test_usual_games_are_read_at_once(name: str) -> None:
    for single in texts(name):
        text = f"[{single}, {single}]" if name == "json" else single
        spaced = [text.replace(sign, f" {sign}") for sign in "[; "]
        spaced += [text.replace("]", "]\n"), text.replace("pass", "PA"), text.replace("\n", " ")]
        for given in (text, *spaced, text.lower(), text.swapcase()):
            with from_move_to_move(name):
                known = read_texts(name, given)
            assert read_texts(name, given) == known, given


@every_notation
def test_a_game_that_was_read_at_once_has_no_tree_yet(name: str) -> None:
    game = read(PASSES).game
    game.headers["black"], game.plies[3].comment = "Ann", "well played"
    known = read(write(game, format=name), format=name).game
    assert not has_tree(known)
    assert (known.moves, known.headers) == (game.moves, game.headers)
    assert known.plies[3].comment == ("" if name == "quest" else "well played")


@every_notation
def test_broken_games_are_refused_alike(name: str) -> None:
    numbers = random.Random(f"{name} broken")
    for text in texts(name):
        for _ in range(MUTANTS):
            start = numbers.randrange(len(text))
            end = min(len(text), start + numbers.choice([0, 1, 1, 2, 9]))
            new = numbers.choice(["", text[start:end] * 2, *PIECES])
            broken = text[:start] + new + text[end:]
            with from_move_to_move(name):
                known = read_texts(name, broken)
            assert read_texts(name, broken) == known, broken

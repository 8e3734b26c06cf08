"""Hypothesis strategies for the rules, and the bridge to the naive rules."""

import functools
import random
from collections.abc import Iterable

from hypothesis import strategies as st

from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Answer,
    Board,
    Game,
    Move,
    Position,
    Score,
    Square,
    SquareSet,
    Symmetry,
    Variant,
    variants,
)
from support import naive
from support.properties import examples

sizes = st.sampled_from(SIZES)
colors = st.sampled_from([BLACK, WHITE])
answers = st.sampled_from(list(Answer))
symmetries = st.sampled_from(list(Symmetry))
all_variants = st.sampled_from(variants())
seeds = st.integers(0, 2**32 - 1)

# A whole game on a large board takes long, and fewer of them test as much.
few = examples(12)


@st.composite
def masks(draw: st.DrawFn, size: int) -> int:
    """Any set of squares, as an integer."""
    length = size * size // 8
    return int.from_bytes(draw(st.binary(min_size=length, max_size=length)), "little")


@st.composite
def squares(draw: st.DrawFn, size: int) -> Square:
    """Any square of a board."""
    return Square(draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1)))


@st.composite
def square_sets(draw: st.DrawFn, size: int) -> SquareSet:
    """Any set of squares."""
    return SquareSet(size, draw(masks(size)))


@st.composite
def boards(draw: st.DrawFn, size: int | None = None) -> Board:
    """Any board, reachable or not, from nearly empty to full."""
    size = draw(sizes) if size is None else size
    first, second, black = draw(masks(size)), draw(masks(size)), draw(masks(size))
    full = (1 << size * size) - 1
    filled = draw(st.sampled_from([first & second, first, first | second, full]))
    return Board(size, filled & black, filled & ~black)


@functools.cache
def library(variant: Variant, size: int) -> tuple[tuple[Position, ...], ...]:
    """Some whole games of random moves and answers, each as a list of positions."""
    chance = random.Random(f"{variant} {size}")
    played = [random_game(variant.start(size), chance) for _ in range(3)]
    return tuple((game.start, *(ply.position for ply in game.plies)) for game in played)


@st.composite
def positions(draw: st.DrawFn, size: int | None = None, variant: Variant | None = None) -> Position:
    """A position from a random game, with the oracle's answer if there is an oracle."""
    size = draw(sizes) if size is None else size
    variant = draw(all_variants) if variant is None else variant
    game = draw(st.sampled_from(library(variant, size)))
    return draw(st.sampled_from(game) | st.sampled_from(game[-4:]))  # otherwise ends are rare


@st.composite
def games(
    draw: st.DrawFn, size: int | None = None, variant: Variant | None = None, plies: int = 1000
) -> Game:
    """A game of random moves and answers, stopped anywhere or played to its end."""
    size = draw(sizes) if size is None else size
    variant = draw(all_variants) if variant is None else variant
    wanted = draw(st.integers(0, min(plies, size * size)) | st.just(plies))
    return random_game(variant.start(size), random.Random(draw(seeds)), wanted)


def random_game(start: Position, chance: random.Random, plies: int = 1000) -> Game:
    """Play at most `plies` random plies; the last turn has heard its answer too."""
    game = Game(start)
    hear(game, chance)
    while (moves := tuple(game.position.legal_moves)) and len(game.plies) < plies:
        game.push(chance.choice(moves), insert_pass=True)
        hear(game, chance)
    return game


def hear(game: Game, chance: random.Random) -> None:
    """Hear an answer, if one is awaited; `maybe` is as frequent as the others."""
    if game.position.awaits_answer:
        game.hear(chance.choice(list(Answer)))


BEFORE_PASS = ["b1", "c1", "d3", "a1"]  # on 4x4; black must pass, white may play a3 b4 c4 d4


def passing_game() -> Game:
    """A game whose next turn must pass."""
    game = Game(size=4)
    game.push_all(BEFORE_PASS)
    return game


def cells_of(board: Board) -> dict[naive.Spot, str]:
    """The board in the form of the naive rules."""
    words = {"X": "black", "O": "white"}
    return {
        (index % board.size, index // board.size): words[cell]
        for index, cell in enumerate(str(board))
        if cell in words
    }


def board_of(cells: naive.Cells, size: int) -> Board:
    """A board from the form of the naive rules."""
    letters = {"black": "X", "white": "O"}
    return Board.parse("".join(letters.get(cells.get(s, ""), "-") for s in naive.spots(size)))


def spots_of(squares: Iterable[Square]) -> set[naive.Spot]:
    """Squares in the form of the naive rules."""
    return {(square.col, square.row) for square in squares}


def all_squares(size: int) -> list[Square]:
    """Every square, row by row."""
    return [Square(col, row) for col, row in naive.spots(size)]


def at(*names: str) -> list[Square]:
    """Squares by their names."""
    return [Square.parse(name) for name in names]


@st.composite
def trees(draw: st.DrawFn) -> Game:
    """A game with variations and comments, positioned anywhere in its tree."""
    chance = random.Random(draw(seeds))
    game = draw(games(size=draw(st.sampled_from([4, 6])), plies=40))
    for _ in range(draw(st.integers(0, 25))):
        hear(game, chance)
        places = [game.root, *game.walk()]
        if chance.random() < 0.4 or game.is_over:
            game.go_to(chance.choice(places))
            continue
        ply = game.push(chance.choice(pushes(game)), insert_pass=True)
        ply.comment = chance.choice(["", "good", "bad"])
        ply.seconds = chance.choice([None, 1.5])
        ply.score = chance.choice([None, Score(2, depth=3)])
    hear(game, chance)
    game.headers["Event"] = "Tree"
    game.root.comment = "the start"
    return game


def pushes(game: Game) -> list[Move]:
    """The moves that may be pushed here: the legal ones, and those after an automatic pass."""
    position = game.position
    moves: list[Move] = list(position.legal_moves)
    if position.must_pass and not position.awaits_answer:
        passed = game.node.reply(PASS)
        after = passed.position if passed else position.play(PASS)
        if not position.variant.answers:
            moves += after.legal_moves
    return moves

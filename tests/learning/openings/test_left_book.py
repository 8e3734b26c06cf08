"""Where a player left their own book, compared with looking at every symmetric board."""

import random

from hypothesis import given
from hypothesis import strategies as st

from outflank.learning import LeftBook, Repertoire, describe_left_book, left_book
from outflank.rules import BLACK, PASS, WHITE, Color, Game, Position, Symmetry
from support.properties import examples
from support.strategies import random_game, seeds

OF_THE_START = [turn for turn in Symmetry if Position.start().transform(turn) == Position.start()]


def naive_left(repertoire: Repertoire, game: Game, color: Color) -> tuple[int, str] | None:
    """Find the move by turning the boards of every decision in all eight ways."""
    position = game.start
    for ply in game.plies:
        if position.turn is color and ply.move is not PASS:
            wanted = set()
            for decision in repertoire:
                known = Position.parse(decision.position)
                for turn in Symmetry:
                    if known.transform(turn) == position:
                        wanted |= {str(turn.square(move, 8)) for move in decision.moves}
            if wanted and str(ply.move) not in wanted:
                return position.board.count(BLACK) + position.board.count(WHITE) - 3, str(ply.move)
        position = ply.position
    return None


def changed(game: Game, chance: random.Random) -> Game:
    """Return a turned game that goes its own way from some move on."""
    turn, kept = chance.choice(OF_THE_START), chance.randrange(len(game.plies) + 1)
    other = Game()
    other.push_all([turn.move(ply.move, 8) for ply in game.plies[:kept]])
    while not other.position.is_over and len(other.plies) < 14:
        other.push(chance.choice(tuple(other.position.legal_moves)))
    return other


@examples(8)
@given(seeds, st.sampled_from([BLACK, WHITE]))
def test_the_place_is_that_of_a_naive_search(seed: int, color: Color) -> None:
    chance = random.Random(seed)
    first = random_game(Position.start(), chance, 12)
    repertoire = Repertoire()
    for line in (first, changed(first, chance)):
        repertoire = Repertoire([*repertoire, *repertoire.line(line, color)])
    played = changed(first, chance)
    found = left_book(repertoire, played, color)
    got = None if found is None else (found.number, str(found.played))
    assert got == naive_left(repertoire, played, color)
    if found is not None:
        assert found.position == ([played.start] + [p.position for p in played.plies])[found.ply]


def tiger() -> Repertoire:
    return Repertoire(Repertoire().line("Tiger", BLACK))


def test_who_follows_the_repertoire_or_has_none_did_not_leave_it() -> None:
    game = Game.parse("f5d6c3d3c4f4f6")
    assert left_book(tiger(), game, BLACK) is None
    assert left_book(tiger(), game, WHITE) is None
    assert left_book(Repertoire(), game, BLACK) is None


def test_an_opponent_who_leaves_the_book_is_not_blamed_on_the_player() -> None:
    assert left_book(tiger(), Game.parse("f5f6e6"), BLACK) is None


def test_the_sentence_names_the_opening_if_there_is_one() -> None:
    found = left_book(tiger(), Game.parse("f5d6c3d3c5"), BLACK)
    assert isinstance(found, LeftBook)
    assert describe_left_book(found) == (
        "Black left your book at move 5, c5, after Perpendicular: your answer there is c4."
    )
    white = Repertoire([Repertoire().choose(Position.parse("f5"), "f6")])
    unnamed = left_book(white, Game.parse("f5d6"), WHITE)
    assert unnamed is not None
    assert describe_left_book(unnamed) == (
        "White left your book at move 2, d6: your answer there is f6."
    )
    assert unnamed.color is WHITE

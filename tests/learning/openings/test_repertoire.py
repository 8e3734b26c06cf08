"""A repertoire: symmetric and transposed lines share decisions, and bad input is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import IllegalMove, InvalidValue, UnknownName
from outflank.learning import (
    BookReplies,
    Decision,
    Repertoire,
    opening_subject,
    progress_of,
    to_memorise,
)
from outflank.rules import BLACK, PASS, WHITE, Color, Game, Move, Position, Square, Symmetry
from support.properties import examples
from support.strategies import seeds, symmetries

# These leave the four discs of the start as they are.
OF_THE_START = [turn for turn in Symmetry if Position.start().transform(turn) == Position.start()]


def random_line(chance: random.Random, plies: int) -> Game:
    game = Game()
    while not game.position.is_over and len(game.plies) < plies:
        game.push(chance.choice(tuple(game.position.legal_moves)))
    return game


def turned(game: Game, turn: Symmetry) -> Game:
    other = Game()
    other.push_all([turn.move(ply.move, 8) for ply in game.plies])
    return other


def own_moves(game: Game, color: Color) -> list[tuple[Position, Move]]:
    position = game.start
    found: list[tuple[Position, Move]] = []
    for ply in game.plies:
        if position.turn is color and ply.move is not PASS:
            found.append((position, ply.move))
        position = ply.position
    return found


@examples(20)
@given(seeds, st.integers(1, 30), st.sampled_from(OF_THE_START), st.sampled_from([BLACK, WHITE]))
def test_a_turned_line_has_the_same_decisions(
    seed: int, plies: int, turn: Symmetry, color: Color
) -> None:
    game = random_line(random.Random(seed), plies)
    line, other = Repertoire().line(game, color), Repertoire().line(turned(game, turn), color)
    assert [one.subject for one in line] == [one.subject for one in other]
    repertoire = Repertoire(line)
    assert repertoire.line(turned(game, turn), color) == []  # nothing new
    assert len(Repertoire([*line, *other])) == len(line)
    for position, move in own_moves(turned(game, turn), color):
        assert repertoire.is_answer(position, move)


@examples(20)
@given(seeds, symmetries)
def test_answers_are_turned_with_the_position(seed: int, turn: Symmetry) -> None:
    game = random_line(random.Random(seed), 12)
    position = game.position
    moves = [move for move in position.legal_moves if isinstance(move, Square)][:2]
    if not moves:
        return
    repertoire = Repertoire([Repertoire().choose(position, *moves)])
    seen = position.transform(turn)
    for move, answer in zip(moves, repertoire.answers_in(seen), strict=True):
        assert seen.play(answer).canonical() == position.play(move).canonical()
        assert repertoire.is_answer(seen, turn.move(move, 8))


# Two ways to one position, in which white is to move.
TRANSPOSED = ("e6f6c4c3g6b4b3d6c6", "e6d6c6f6c4c3g6b4b3")


def test_transposed_lines_share_their_decisions() -> None:
    games = [Game.parse(line) for line in TRANSPOSED]
    assert games[0].position == games[1].position
    for game in games:
        game.push(next(iter(game.position.legal_moves)))
    first, second = (Repertoire().line(game, WHITE) for game in games)
    shared = {one.subject for one in first} & {one.subject for one in second}
    assert opening_subject(games[0].plies[-2].position) in shared
    repertoire = Repertoire(first)
    together = Repertoire([*first, *repertoire.line(games[1], WHITE)])
    assert len(together) == len(first) + len(second) - len(shared)
    known = [one.subject for one in together.known(WHITE)]
    assert len(known) == len(set(known)) == len(together)
    assert together.known(BLACK) == [] == together.apart(WHITE)


def test_a_named_opening_gives_the_decisions_of_one_side() -> None:
    black, white = (Repertoire(Repertoire().line("tiger", color)) for color in (BLACK, WHITE))
    assert [one.answers[0].__str__() for one in black.known(BLACK)] == ["f5", "c3", "c4"]
    assert [str(one.answers[0]) for one in white.known(WHITE)] == ["d6", "d3"]
    assert [one.opening for one in black.known(BLACK)] == ["", "Perpendicular", "Perpendicular"]


def test_a_second_answer_is_added_to_the_first_and_the_last_entry_counts() -> None:
    repertoire = Repertoire(Repertoire().line("f5d6c3", BLACK))
    more = repertoire.line("f5d6c4", BLACK)
    assert [one.moves for one in more] == [("c3", "c4")]
    position = Position.parse("f5d6")
    entries = [*repertoire, *more, repertoire.choose(position, "c4", at=9)]
    known = Repertoire.of(progress_of(entries).decisions)
    assert known.answers_in(position) == (Square.parse("c4"),)
    left = Repertoire.of(progress_of([*entries, known.drop(position, at=10)]).decisions)
    assert position not in left
    assert left.answer_in(position) is None
    assert len(left) == 1


def test_a_dropped_decision_leaves_those_beyond_it_apart() -> None:
    entries = Repertoire().line("Tiger", BLACK)
    kept = Repertoire([one for one in entries if one.moves != ("c3",)])
    assert [one.moves for one in kept.apart(BLACK)] == [("c4",)]


def test_wrong_input_is_refused_in_a_sentence() -> None:
    repertoire, start = Repertoire(), Position.start()
    with pytest.raises(IllegalMove):
        repertoire.choose(start, "a1")
    with pytest.raises(InvalidValue, match="at least one move"):
        repertoire.choose(start)
    with pytest.raises(InvalidValue, match="no decision"):
        repertoire.drop(start)
    with pytest.raises(InvalidValue, match="without an oracle"):
        repertoire.choose(Position.start(8, "anti"), "f5")
    with pytest.raises(InvalidValue, match="ordinary start"):
        repertoire.line(Game(Position.start(6)), BLACK)
    with pytest.raises(UnknownName):
        repertoire.line("Tigger", BLACK)


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("", ("f5",)),
        ("nonsense X", ("f5",)),
        (str(Position.start()), ()),
        (str(Position.start()), ("a1",)),
        (str(Position.start().play("f5")), ("d6",)),  # not the position of the subject
    ],
)
def test_a_decision_that_makes_no_sense_is_passed_over(
    position: str, moves: tuple[str, ...]
) -> None:
    subject = opening_subject(Position.start())
    wrong = Decision(id="wrong-one", at=0, subject=subject, position=position, moves=moves)
    assert len(Repertoire([wrong])) == 0


def test_there_is_more_to_memorise_when_rarer_replies_count() -> None:
    repertoire = Repertoire()
    for line in ("Tiger", "f5d6c3d3c4f4f6", "f5f6e6", "f5d6c3d3c4b5b4"):
        repertoire = Repertoire([*repertoire, *repertoire.line(line, BLACK)])
    often, always = (
        to_memorise(repertoire, BLACK, BookReplies(), share=share) for share in (0.2, 0.01)
    )
    assert len(often.decisions) < len(always.decisions) <= len(repertoire)
    assert {one.subject for one in often.decisions} < {one.subject for one in always.decisions}
    chances = [gap.chance for gap in always.gaps]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1.0 + 1e-9


def test_without_decisions_black_has_nothing_to_memorise_but_the_first_move() -> None:
    found = to_memorise(Repertoire(), BLACK, BookReplies())
    assert found.decisions == ()
    assert [gap.way for gap in found.gaps] == [()]
    assert {str(gap.way[0]) for gap in to_memorise(Repertoire(), WHITE, BookReplies()).gaps} == {
        "f5"
    }

import copy
import pickle
import random

import pytest
from hypothesis import given

from outflank.errors import (
    NotationError,
)
from outflank.rules import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Classic,
    Game,
    Position,
    Reason,
    Score,
)
from support.strategies import BEFORE_PASS, at, few, games, passing_game, random_game, trees


def test_a_transcript_leaves_passes_out() -> None:
    game = passing_game()
    game.push_all("a3")
    start = "-----OX--XO----- X;"
    assert game.transcript == f"{start}b1c1d3a1a3"
    assert Game().transcript == ""


def test_a_transcript_has_its_start_unless_it_is_the_usual_one() -> None:
    assert Game(variant="anti").transcript == ""
    assert Game(size=4).transcript == "-----OX--XO----- X;"
    later = Game(Classic().start().play("f5"))
    later.push("d6")
    assert later.transcript == f"{later.start};d6"


def test_a_transcript_cannot_carry_answers() -> None:
    with pytest.raises(NotationError) as refusal:
        _ = Game(variant="yesno").transcript
    assert str(refusal.value) == (
        "a transcript cannot carry the answers of Yes/No Othello; use json"
    )


@few
@given(games(variant=Classic()))
def test_a_transcript_without_passes_replays_to_the_same_game(game: Game) -> None:
    if game.moves and game.peek() is PASS:
        game.pop()
    text, again = game.transcript.rpartition(";")[2], Game(size=game.start.size)
    names = []
    while text:
        length = 3 if text[2:3].isdigit() else 2
        names.append(text[:length])
        text = text[length:]
    again.push_all(names)
    assert again == game
    assert again.moves == game.moves


def test_games_with_equal_records_are_equal_wherever_they_stand() -> None:
    one, two = Game(), Game()
    assert one == two
    one.push_all(["f5", "d6"])
    assert one != two
    two.push_all(["f5", "d6"])
    two.back()
    assert one == two
    assert one != "f5d6"


@pytest.mark.parametrize(
    "what", ["headers", "root", "marks", "comment", "seconds", "clock", "nags", "score", "verdict"]
)
def test_games_with_different_notes_differ(what: str) -> None:
    one, two = Game(), Game()
    one.push("f5")
    ply = two.push("f5")
    if what == "headers":
        two.headers["Event"] = "Club"
    elif what == "root":
        two.root.comment = "hello"
    elif what == "marks":
        two.root.nags = [1]
    elif what == "verdict":
        two.resign(BLACK)
    else:
        notes = {"comment": "!", "seconds": 0.0, "clock": 0.0, "nags": [1], "score": Score(1)}
        setattr(ply, what, notes[what])
    assert one != two


def test_games_with_other_starts_sizes_variants_or_answers_differ() -> None:
    assert Game(size=6) != Game(size=8)
    assert Game(variant="anti") != Game()
    assert Game(Position(Board.start(), WHITE)) != Game()
    one, two = Game(variant="yesno"), Game(variant="yesno")
    one.hear("yes")
    assert one != two
    two.hear("yes")
    one.push("d3")
    two.push("d3")
    one.hear("no")
    assert one != two


def test_a_game_is_mutable_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(Game())


@given(trees())
def test_a_game_is_copied_and_pickled_whole(game: Game) -> None:
    node = game.node
    game.to_end()
    if not game.is_over and game.node is [game.root, *game.mainline()][-1]:
        game.end(BLACK, Reason.ADJUDICATION)
        game.go_to(node)
    for twin in (game.copy(), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin == game
        assert twin is not game
        assert twin.moves == game.moves
        assert twin.position == game.position
        assert twin.outcome == game.outcome
        assert twin.verdict == game.verdict
        assert [ply.automatic for ply in twin.walk()] == [ply.automatic for ply in game.walk()]


def test_a_copied_game_is_independent() -> None:
    game = passing_game()
    game.headers["Event"] = "Club"
    game.push_all("a3")
    twin = game.copy()
    twin.headers["Event"] = "Cup"
    twin.pop()
    assert twin.moves == [*at(*BEFORE_PASS), PASS]
    assert game.headers == {"Event": "Club"}
    assert game.transcript.endswith(";b1c1d3a1a3")
    assert twin != game


def test_the_longest_games_can_be_pickled() -> None:
    game = random_game(Classic().start(16), random.Random(7))
    assert len(game.moves) > 240
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game

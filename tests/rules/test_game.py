import random

import pytest
from hypothesis import given

from outflank.errors import (
    IllegalMove,
    NoMove,
    NotationError,
    UnknownName,
)
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Anti,
    Board,
    Classic,
    Game,
    Move,
    Odds,
    Square,
    YesNo,
)
from support import naive
from support.properties import counted, counted_at_least
from support.strategies import (
    BEFORE_PASS,
    at,
    board_of,
    few,
    games,
    hear,
    passing_game,
    pushes,
    seeds,
    trees,
)


def test_a_game_is_classic_on_8x8_by_default() -> None:
    assert Game().start == Classic().start(8)
    assert Game(size=6).start == Classic().start(6)
    assert Game(variant="Anti", size=10).start == Anti().start(10)
    assert Game(YesNo().start(12)).start == YesNo().start(12)
    with pytest.raises(UnknownName):
        Game(variant="chess")


def test_a_new_game_stands_at_its_start() -> None:
    game = Game()
    assert game.position == game.start
    assert game.node is game.root
    assert (game.moves, game.plies, list(game.replay())) == ([], (), [])
    assert (game.headers, game.root.comment, game.root.replies) == ({}, "", [])
    assert game.outcome is None
    assert not game.is_over
    assert repr(game) == "<Game classic 8x8, 0 plies>"


@pytest.mark.no_cover  # like a law: shorter tests reach every line
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_whole_games_agree_with_the_naive_rules_from_start_to_end(variant: str, size: int) -> None:
    chance = random.Random(size)
    game = Game(variant=variant, size=size)
    cells, turn = naive.start(size), "black"
    while not game.is_over:
        hear(game, chance)
        position = game.position
        own = naive.playable(cells, size, turn)
        assert str(position.turn) == turn
        assert position.legal_moves == (tuple(Square(*spot) for spot in own) or (PASS,))
        move = chance.choice(position.legal_moves)
        answer = None if position.answer is None else position.answer.value
        if isinstance(move, Square):
            cells = naive.played(cells, size, turn, (move.col, move.row), answer)
        ply = game.push(move)
        assert (ply.color, ply.move, ply.answer) == (position.turn, move, position.answer)
        assert game.position.board == board_of(cells, size)
        turn = naive.OTHER[turn]
    assert naive.is_over(cells, size)
    assert len(game.moves) - game.moves.count(PASS) + 4 + game.position.board.empties == size**2


def test_push_accepts_moves_and_their_names() -> None:
    game = Game()
    ply = game.push("F5")
    assert (ply.move, ply.color, ply.answer, ply.automatic) == (*at("f5"), BLACK, None, False)
    assert (ply.seconds, ply.score, ply.comment, ply.replies) == (None, None, "", [])
    assert ply.parent is game.root
    assert ply.placement == game.start.place(*at("f5"))
    assert repr(ply) == "<Ply 1: black f5>"
    game.push(*at("d6"))
    assert game.moves == at("f5", "d6")
    assert game.peek() == Square.parse("d6")
    assert repr(game) == "<Game classic 8x8, 2 plies>"
    with pytest.raises(NotationError):
        game.push("z9")


def test_an_illegal_push_leaves_the_game_as_it_was() -> None:
    game = passing_game()
    before, node = game.copy(), game.node
    for wrong in ("a1", "h8", "b2", "d1"):
        with pytest.raises(IllegalMove) as refusal:
            game.push(wrong)
        assert refusal.value.position in (game.position, game.position.play(PASS))
        assert game == before
        assert game.node is node
    with pytest.raises(IllegalMove):
        Game().push(PASS)


def test_push_all_keeps_the_moves_before_an_illegal_one() -> None:
    game = Game()
    with pytest.raises(IllegalMove, match=r"^a1 outflanks nothing"):
        game.push_all(["f5", "d6", "a1", "c3"])
    assert game.transcript == "f5d6"


def test_a_move_of_the_other_side_is_refused_before_a_forced_pass() -> None:
    game = passing_game()
    before = game.copy()
    with pytest.raises(IllegalMove, match=r"^black has no move here and must pass before a3"):
        game.push("a3")
    assert game == before
    assert [game.push(PASS).move, game.push("a3").move] == game.moves[-2:]
    assert not any(ply.automatic for ply in game.plies)


def test_a_forced_pass_is_inserted_before_the_move_on_request() -> None:
    game = passing_game()
    assert game.position.must_pass
    ply = game.push("a3", insert_pass=True)
    assert ply.color is WHITE
    assert game.moves[-2:] == [PASS, *at("a3")]
    passed = game.plies[-2]
    assert (passed.automatic, passed.color, passed.placement) == (True, BLACK, None)
    assert repr(passed) == "<Ply 5: black pass>"
    assert not ply.automatic


@pytest.mark.parametrize("given", [["a3"], [PASS, "a3"]])
def test_pop_takes_back_one_ply_also_an_inserted_pass(given: list[Move | str]) -> None:
    game = passing_game()
    before = game.copy()
    game.push_all(given)
    assert game.pop() == Square.parse("a3")
    assert game.position == before.position.play(PASS)
    assert game.pop() is PASS
    assert game == before
    assert game.moves == before.moves


def test_pop_keeps_the_pass_that_another_variation_needs() -> None:
    game = passing_game()
    first = game.push("a3", insert_pass=True)
    game.back()
    second = game.push("b4")
    game.pop()
    assert list(game.mainline())[-1] is first
    assert second not in first.parent.replies


def test_pop_only_steps_back_from_a_ply_reached_by_walking() -> None:
    game = passing_game()
    game.push_all("a3")
    game.go_to(game.root)
    game.to_end()
    record = game.copy()
    assert (game.pop(), game.pop()) == (Square.parse("a3"), PASS)
    assert game.moves == at(*BEFORE_PASS)
    assert game == record


def test_removing_a_ply_removes_everything_after_it() -> None:
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    second = game.plies[1]
    game.resign(WHITE)
    game.remove(second)
    assert game.moves == at("f5")
    assert list(game.walk()) == list(game.plies)
    assert game.verdict is None
    with pytest.raises(NoMove, match="d6 was taken back"):
        game.remove(second)


def test_removing_a_variation_leaves_the_game_where_it_stands() -> None:
    game = Game()
    game.push_all(["f5", "d6"])
    game.resign(WHITE)
    before = game.copy()
    game.remove(game.add(game.root, "d3"))
    assert game == before
    assert game.moves == at("f5", "d6")
    assert game.verdict == before.verdict


def test_a_variation_is_added_without_going_there() -> None:
    game = Game()
    game.push_all(["f5", "d6"])
    ply = game.add(game.root, "d3")
    assert (ply.number, ply.is_main, game.plies[0].is_main) == (1, False, True)
    assert game.add(game.root, "d3") is ply
    assert game.moves == at("f5", "d6")
    assert repr(game.root) == "<Node start>"
    with pytest.raises(NoMove, match="does not belong"):
        game.add(Game().root, "d3")
    with pytest.raises(IllegalMove):
        game.add(game.root, "a1")


def test_a_game_starts_from_a_variant_or_a_position() -> None:
    odds = YesNo(answers=Odds({"yes": 1}))
    assert Game(variant=odds, size=6).start == odds.start(6)
    with pytest.raises(TypeError, match="already has a variant and a size"):
        Game(Classic().start(), size=6)
    with pytest.raises(TypeError, match="a game starts from a Position"):
        Game(Board.start())  # type: ignore[arg-type]


@pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
def test_a_game_is_turned_so_that_it_begins_with_f5(first: str) -> None:
    game = Game()
    game.push(first)
    game.push(game.position.legal_moves[0])
    normal = game.normalised()
    assert str(normal.moves[0]) == "f5"
    assert normal.position.canonical() == game.position.canonical()
    assert Game().normalised() == Game()
    later = Game(Classic().start().play("f5"))
    later.push("d6")
    assert later.normalised() == later


def test_pop_keeps_a_move_that_push_only_followed() -> None:
    game = Game()
    game.push_all(["f5", "d6"])
    game.go_to(game.root)
    before = game.copy()
    game.push("f5")
    assert game.pop() == Square.parse("f5")
    assert game == before
    assert game.node is game.root
    assert [ply.move for ply in game.mainline()] == at("f5", "d6")


def test_pop_keeps_a_followed_move_and_its_inserted_pass() -> None:
    game = passing_game()
    node = game.node
    game.push_all("a3")
    game.go_to(node)
    before = game.copy()
    for moves in ("a3", "b4"):
        game.push_all(moves)
        assert (game.pop(), game.pop()) == (Square.parse(moves), PASS)
        assert (game, game.node) == (before, node)


@counted_at_least(5)
@given(trees(), seeds)
def test_pop_undoes_push_wherever_the_game_stands(game: Game, seed: int) -> None:
    if not pushes(game) or game.position.awaits_answer:
        return
    counted()
    before, node, moves = game.copy(), game.node, game.moves
    chance = random.Random(seed)
    for move in chance.sample(pushes(game), min(4, len(pushes(game)))):
        ply = game.push(move)
        assert (ply.move, game.node) == (move, ply)
        assert game.pop() == move
        assert game == before
        assert game.node is node
        assert game.moves == moves
        assert game.position == before.position


@few
@given(games())
def test_popping_every_move_leads_back_to_the_start(game: Game) -> None:
    moves = game.moves
    popped = [game.pop() for _ in moves]
    assert popped[::-1] == moves
    assert game.position == game.start
    assert not game.root.replies


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    game = Game()
    for ask in (game.peek, game.pop, game.back):
        with pytest.raises(NoMove, match=r"^no move has been made yet$"):
            ask()


@few
@given(games())
def test_a_replay_goes_through_every_position_and_ply(game: Game) -> None:
    position = game.start
    for shown, ply in game.replay():
        assert shown == position
        position = position.play(ply.move)
        if ply.position.answer is not None:
            position = position.hear(ply.position.answer)
        assert ply.position == position
    assert position == game.position
    assert [ply for _, ply in game.replay()] == list(game.plies)

import random

import pytest
from hypothesis import given

from outflank.errors import InvalidValue, NoMove
from outflank.rules import BLACK, PASS, Answer, Classic, Game, Ply, Reason, Score, Square, Symmetry
from support.strategies import at, passing_game, symmetries, trees


def branching() -> Game:
    """Return a game of f5, then d6 c3, f6 or f4, that stands after f5 f4."""
    game = Game()
    game.push_all(["f5", "d6", "c3"])
    game.go_to(game.root.replies[0])
    game.push("f6")
    game.back()
    game.push("f4")
    return game


def names(game: Game) -> list[str]:
    return [str(ply.move) for ply in game.walk()]


@pytest.mark.parametrize(
    ("name", "wrong", "problem"),
    [
        ("score", 5, r"a score is a Score or None, not 5; write Score\(5\)"),
        ("seconds", -1, "-1 is not a time in seconds"),
        ("seconds", "1.5", "'1.5' is not a time in seconds"),
        ("seconds", float("nan"), "nan is not a time in seconds"),
        ("comment", None, "a comment is text, not None"),
        ("clock", -1, "-1 is not a time in seconds"),
        ("nags", [1, 0], "0 is not a mark; marks have the numbers 1 to 255"),
        ("nags", [256], "256 is not a mark; marks have the numbers 1 to 255"),
        ("nags", "!", "'!' is not a mark; marks have the numbers 1 to 255"),
    ],
)
def test_impossible_notes_of_a_ply_are_refused_at_once(
    name: str, wrong: object, problem: str
) -> None:
    ply = Game().push("f5")
    ply.score, ply.seconds, ply.comment = Score(2), 1.5, "first"
    ply.clock, ply.nags = 9, [3, 1, 3]
    with pytest.raises((TypeError, InvalidValue), match=f"^{problem}$"):
        setattr(ply, name, wrong)
    assert (ply.score, ply.seconds, ply.comment) == (Score(2), 1.5, "first")
    assert (ply.clock, ply.nags) == (9, (1, 3))


def test_the_score_and_time_of_a_ply_can_be_removed() -> None:
    ply = Game().push("f5")
    ply.score, ply.seconds, ply.clock = Score(2), 1, 5
    ply.score = ply.seconds = ply.clock = None
    assert (ply.score, ply.seconds, ply.clock) == (None, None, None)


def test_moves_played_from_the_same_node_become_variations() -> None:
    game = branching()
    first = game.root.replies[0]
    assert [str(ply.move) for ply in first.replies] == ["d6", "f6", "f4"]
    assert game.transcript == "f5f4"
    assert first.reply(Square.parse("f6")) is first.replies[1]
    assert first.reply(Square.parse("c3")) is None
    assert first.reply(PASS) is None


def test_a_known_move_is_followed_and_not_added_twice() -> None:
    game = branching()
    game.go_to(game.root)
    ply = game.push("f5")
    assert ply is game.root.replies[0]
    assert len(game.root.replies) == 1
    assert names(game) == ["f5", "d6", "c3", "f6", "f4"]


def test_the_tree_is_walked_parents_first_and_main_lines_first() -> None:
    assert names(branching()) == ["f5", "d6", "c3", "f6", "f4"]
    assert names(Game()) == []


@given(trees())
def test_the_walk_meets_every_ply_once_and_after_its_parent(game: Game) -> None:
    seen = [game.root]
    for ply in game.walk():
        assert ply not in seen
        assert ply.parent in seen
        assert ply in ply.parent.replies
        assert ply.position.board == ply.parent.position.play(ply.move).board
        seen.append(ply)
    assert sum(len(node.replies) for node in seen) == len(seen) - 1


def test_the_main_line_is_the_first_reply_of_each_node() -> None:
    game = branching()
    assert [str(ply.move) for ply in game.mainline()] == ["f5", "d6", "c3"]
    assert list(Game().mainline()) == []
    assert game.transcript == "f5f4"


def test_stepping_back_and_forward_changes_nothing() -> None:
    game = branching()
    before = game.copy()
    last = game.back()
    assert str(last.move) == "f4"
    assert game.transcript == "f5"
    assert game.forward("f4") is last
    game.back()
    assert str(game.forward().move) == "d6"
    assert str(game.forward().move) == "c3"
    assert game == before


def test_a_move_that_was_not_played_cannot_be_followed() -> None:
    game = branching()
    with pytest.raises(NoMove, match=r"^there is no move after this one$"):
        game.forward()
    game.back()
    with pytest.raises(NoMove, match=r"^c3 was not played here$"):
        game.forward("c3")
    with pytest.raises(NoMove, match=r"^pass was not played here$"):
        game.forward(PASS)
    assert game.transcript == "f5"
    assert game.forward(*at("f6")).move == Square.parse("f6")


def test_to_end_follows_the_main_line() -> None:
    game = branching()
    game.go_to(game.root)
    game.to_end()
    assert game.transcript == "f5d6c3"
    game.to_end()
    assert game.transcript == "f5d6c3"


@given(trees())
def test_a_game_can_go_to_every_node_of_its_tree(game: Game) -> None:
    before = game.copy()
    for ply in game.walk():
        game.go_to(ply)
        assert game.node is ply
        assert game.plies[-1] is ply
        assert game.position == ply.position
        assert all(one.parent is two for one, two in zip(game.plies[1:], game.plies, strict=False))
    game.go_to(game.root)
    assert game.plies == ()
    assert game == before


def test_a_game_cannot_go_to_a_node_of_another_game_or_a_taken_back_one() -> None:
    game, other = branching(), branching()
    strangers = [other.root, other.node]
    gone = game.node
    game.pop()
    child = game.push("f4")
    game.go_to(child.parent.parent)  # type: ignore[attr-defined]
    for node in [*strangers, gone]:
        with pytest.raises(NoMove, match=r"^that position does not belong to this game$"):
            game.go_to(node)
    assert game.node is game.root


def test_a_variation_is_promoted_to_the_main_line() -> None:
    game = branching()
    last = game.plies[-1]
    game.promote(last)
    assert [str(ply.move) for ply in last.parent.replies] == ["f4", "d6", "f6"]
    assert [str(ply.move) for ply in game.mainline()] == ["f5", "f4"]
    game.promote(last)
    assert [str(ply.move) for ply in last.parent.replies] == ["f4", "d6", "f6"]


def test_a_move_that_was_taken_back_cannot_be_promoted() -> None:
    game = branching()
    last = game.plies[-1]
    game.pop()
    with pytest.raises(NoMove, match=r"^f4 was taken back$"):
        game.promote(last)


def test_pop_removes_one_variation_and_keeps_the_others() -> None:
    game = branching()
    game.pop()
    assert names(game) == ["f5", "d6", "c3", "f6"]


def test_comments_times_and_scores_stay_with_their_ply() -> None:
    game = Game()
    ply = game.push("f5")
    ply.comment, ply.seconds, ply.score = "diagonal next?", 2.5, Score(1, depth=4)
    game.push("d6")
    game.back()
    node = game.node
    assert isinstance(node, Ply)
    assert (node.comment, node.seconds, node.score) == ("diagonal next?", 2.5, Score(1, depth=4))


@given(trees(), symmetries)
def test_a_game_is_turned_with_its_whole_tree(game: Game, symmetry: Symmetry) -> None:
    turned = game.transform(symmetry)
    size = game.start.size
    assert turned.start == game.start.transform(symmetry)
    assert turned.position == game.position.transform(symmetry)
    assert turned.moves == [symmetry.move(move, size) for move in game.moves]
    for ply, image in zip(game.walk(), turned.walk(), strict=True):
        assert image.move == symmetry.move(ply.move, size)
        assert image.position == ply.position.transform(symmetry)
        assert (image.comment, image.seconds, image.score, image.automatic) == (
            ply.comment,
            ply.seconds,
            ply.score,
            ply.automatic,
        )
    assert (turned.headers, turned.root.comment) == (game.headers, game.root.comment)
    assert turned.outcome == game.outcome
    assert turned.transform(symmetry.inverse) == game


def test_a_turned_game_keeps_its_verdict_and_answers() -> None:
    game = Game(variant="yesno")
    game.hear("maybe")
    game.push("d3")
    game.hear("no")
    game.end(BLACK, Reason.TIME)
    turned = game.transform(Symmetry.ROTATE_HALF)
    assert turned.moves == at("e6")
    assert turned.outcome == game.outcome
    assert (turned.start.answer, turned.position.answer) == (Answer.MAYBE, Answer.NO)


@given(trees())
def test_a_turned_game_is_independent(game: Game) -> None:
    turned = game.transform(Symmetry.IDENTITY)
    before = game.copy()
    turned.headers["Event"] = "Other"
    turned.root.comment = "changed"
    for ply in turned.walk():
        ply.comment = "changed"
    assert game == before


def test_random_walks_through_a_tree_do_not_change_it() -> None:
    chance, game = random.Random(5), branching()
    for _ in range(200):
        if chance.random() < 0.5 and game.node.replies:
            ply = game.forward(chance.choice(game.node.replies).move)
            assert game.node is ply
        elif game.plies:
            assert game.back() not in game.plies
    assert game == branching()
    assert game.start == Classic().start()


def test_a_pass_has_no_disc_number_and_is_not_counted() -> None:
    game = passing_game()
    assert game.push(PASS).disc_number is None
    assert game.push("a3").disc_number == 5


def test_the_nodes_after_some_plies_are_those_of_all_branches() -> None:
    game = branching()
    first, second = game.root.replies[0], game.root.replies[0].replies
    assert game.root.after(0) == [game.root]
    assert game.root.after(1) == [first]
    assert game.root.after(2) == list(second)
    assert game.root.after(3) == list(second[0].replies)

"""Cards of mistakes: which moves make one, and what stands on the back."""

from dataclasses import replace

import pytest

from outflank.analysis import Finding, GameReview, ReviewedGame, ReviewedMove
from outflank.learning import Card, cards_of, describe_card, entry_from_dict, entry_to_dict
from outflank.learning.subjects import mistake_subject
from outflank.rules import BLACK, WHITE, Color, Game, Score, ScoreKind, Square

GAME = Game.parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6")
MOVES = GAME.moves
CORNER = Finding("gave_corner", {"corners": ("a1",), "opponent": "white"})


def reviewed(
    losses: dict[int, float], *, variant: str = "classic", kind: ScoreKind = ScoreKind.EXACT
) -> ReviewedGame:
    """Return a reviewed game in which the moves with these numbers lost so many discs."""
    game = Game(variant=variant)
    game.push_all(MOVES)
    h8 = Square.parse("h8")
    moves = tuple(
        ReviewedMove(
            number,
            ply.color,
            ply.move,
            ply.answer,
            Score(-losses.get(number, 0.0), kind),
            Score(0.0, kind),
            h8,
            (h8,),
            empties=ply.parent.position.board.empties,
            findings=(CORNER,) if number in losses else (),
            disc=number,
        )
        for number, ply in enumerate(game.mainline(), 1)
    )
    return ReviewedGame.of(1, game, GameReview(len(moves), moves))


def test_a_card_has_the_position_the_move_and_the_review() -> None:
    game = reviewed({5: 6.0})
    [card] = cards_of(game, BLACK, at=7, source="Sunday final")
    assert (card.at, card.played, card.best, card.line) == (7, "c4", ("h8",), ("h8",))
    assert (card.loss, card.findings, card.disc, card.is_exact) == (6.0, (CORNER,), 5, True)
    assert card.source == "Sunday final"
    assert card.subject == mistake_subject(card.board)
    assert card.board == Game.of_moves(MOVES[:4]).position
    assert entry_from_dict(entry_to_dict(card)) == card


def test_only_the_moves_of_the_side_make_cards() -> None:
    game = reviewed({5: 6.0, 6: 6.0})
    played = {side: [card.played for card in cards_of(game, side, at=0)] for side in Color}
    assert played == {BLACK: ["c4"], WHITE: ["f4"]}


@pytest.mark.parametrize(
    ("empties", "loss", "cards"), [(60, 3.9, 0), (60, 4.0, 1), (20, 1.9, 0), (20, 2.0, 1)]
)
def test_a_loss_counts_from_four_discs_and_near_the_end_from_two(
    empties: int, loss: float, cards: int
) -> None:
    game = reviewed({5: loss})
    moves = tuple(replace(move, empties=empties) for move in game.review.moves)
    game = replace(game, review=replace(game.review, moves=moves))
    assert len(cards_of(game, BLACK, at=0)) == cards


def test_an_estimated_loss_must_be_a_mistake_by_the_rules_of_reviews() -> None:
    game = reviewed({5: 3.0}, kind=ScoreKind.HEURISTIC)
    moves = tuple(replace(move, empties=20) for move in game.review.moves)
    assert cards_of(replace(game, review=replace(game.review, moves=moves)), BLACK, at=0) == []


def test_the_same_game_makes_the_same_ids_and_another_game_others() -> None:
    first, again = (cards_of(reviewed({5: 6.0}), BLACK, at=at) for at in (1, 2))
    assert [card.id for card in first] == [card.id for card in again]
    longer = reviewed({5: 6.0})
    shorter = replace(longer, review=GameReview(19, longer.review.moves[:19]))
    [card] = cards_of(shorter, BLACK, at=1)
    assert (card.subject, card.id == first[0].id) == (first[0].subject, False)


def test_a_game_with_an_oracle_makes_none_nor_does_a_review_that_was_cancelled() -> None:
    game = reviewed({5: 6.0})
    cancelled = replace(game.review, moves=game.review.moves[1:])
    assert cards_of(replace(game, review=cancelled), BLACK, at=0) == []
    start = Game(variant="yesno").start
    assert cards_of(replace(game, start=start), BLACK, at=0) == []


def test_the_back_says_what_was_wrong_and_an_estimate_is_called_one() -> None:
    [card] = cards_of(reviewed({5: 6.0}), BLACK, at=0)
    assert describe_card(card) == [
        "You played c4 here.",
        "It cost 6 discs: h8 was better.",
        "It gave away the corner a1, which White could not take before.",
    ]
    estimated: Card = replace(card, is_exact=False)
    assert describe_card(estimated)[1] == "It cost about 6 discs: h8 was better."

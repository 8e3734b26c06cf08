"""The end of the game: what the search calls exact or expected, brute force finds too."""

import random
from collections.abc import Iterator

import pytest

from outflank.engine.simple import AlphaBetaEngine
from outflank.rules import BLACK, Anti, Classic, Odds, Position, ScoreKind, Variant, YesNo

OFTEN_MAYBE = YesNo(answers=Odds({"yes": 0.45, "no": 0.35, "maybe": 0.2}))


def best_by_force(position: Position) -> float:
    """Return the value to the mover, by trying everything; answers are averaged."""
    outcome = position.outcome
    if outcome is not None:
        margin = outcome.margin(empties_to_winner=True)
        margin = -margin if position.variant.fewest_wins else margin
        return margin if position.turn is BLACK else -margin
    if position.awaits_answer:
        return sum(
            chance * best_by_force(position.hear(answer))
            for answer, chance in position.variant.answers.items()
        )
    return max(-best_by_force(position.play(move)) for move in position.legal_moves)


def endings(variant: Variant, size: int, most_empties: int, count: int) -> Iterator[Position]:
    """Go through positions near the end of random games, before any answer."""
    found, seed = 0, 0
    while found < count:
        seed += 1
        dice = random.Random(seed)
        position = variant.start(size)
        while position.board.empties > most_empties and not position.is_over:
            if position.awaits_answer:
                position = position.hear(dice.choice(list(variant.answers)))
            position = position.play(dice.choice(list(position.legal_moves)))
        if not position.is_over and not position.must_pass:
            found += 1
            yield position


@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
@pytest.mark.parametrize(("size", "empties"), [(4, 6), (6, 6), (8, 5), (12, 4)])
def test_an_exact_score_is_what_brute_force_finds(
    variant: Variant, size: int, empties: int
) -> None:
    for position in endings(variant, size, empties, 8):
        found = AlphaBetaEngine().analyse(position, candidates=99)
        assert found.score is not None
        assert found.score.kind is ScoreKind.EXACT
        assert found.depth == position.board.empties
        truth = {move: -best_by_force(position.play(move)) for move in position.legal_moves}
        assert {move: score.discs for move, score in found.scores.items()} == truth
        assert truth[found.move or position.legal_moves[0]] == max(truth.values())
        alone = AlphaBetaEngine().analyse(position).score
        assert alone is not None
        assert alone.discs == max(truth.values())


@pytest.mark.parametrize("variant", [Classic(), Anti()], ids=str)
def test_an_exact_line_ends_with_the_exact_score(variant: Variant) -> None:
    for position in endings(variant, 6, 6, 8):
        found = AlphaBetaEngine().analyse(position)
        end = position
        for move in found.line:
            end = end.play(move)
        outcome = end.outcome
        assert outcome is not None
        margin = outcome.margin(empties_to_winner=True)
        margin = -margin if variant.fewest_wins else margin
        assert found.score is not None
        assert found.score.discs == (margin if position.turn is BLACK else -margin)


@pytest.mark.parametrize("empties", [1, 2, 3])
def test_an_expected_score_is_what_averaging_by_force_finds(empties: int) -> None:
    for position in endings(OFTEN_MAYBE, 4, empties, 6):
        before = AlphaBetaEngine().analyse(position)
        assert before.move is None
        assert before.score is not None
        assert before.score.kind is ScoreKind.EXPECTED
        assert before.score.discs == pytest.approx(best_by_force(position))
        for answer in OFTEN_MAYBE.answers:
            heard = position.hear(answer)
            found = AlphaBetaEngine().analyse(heard, candidates=99)
            truth = {move: -best_by_force(heard.play(move)) for move in heard.legal_moves}
            assert {move: score.discs for move, score in found.scores.items()} == pytest.approx(
                truth
            )
            alone = AlphaBetaEngine().analyse(heard)
            assert truth[alone.move or heard.legal_moves[0]] == pytest.approx(max(truth.values()))


@pytest.mark.parametrize(
    ("variant", "empties", "count"), [(Anti(), 8, 4), (OFTEN_MAYBE, 5, 1)], ids=str
)
def test_a_bound_that_the_table_keeps_is_not_taken_for_a_value(
    variant: Variant, empties: int, count: int
) -> None:
    # So deep that positions are met again with another window.
    for position in endings(variant, 4, empties, count):
        asked = position.hear("yes") if position.awaits_answer else position
        found = AlphaBetaEngine(nodes=10**6).analyse(asked).score
        assert found is not None
        assert found.discs == pytest.approx(best_by_force(asked))


def test_a_rare_answer_is_left_out_until_it_is_heard() -> None:
    web = YesNo()
    even = YesNo(answers=Odds({"yes": 0.5, "no": 0.5}))
    for position in endings(web, 4, 3, 6):
        found = AlphaBetaEngine().analyse(position).score
        without = best_by_force(Position(position.board, position.turn, variant=even))
        assert found is not None
        assert found.discs == pytest.approx(without)
        heard = position.hear("maybe")
        chosen = AlphaBetaEngine().choose(heard)
        truth = {move: -best_by_force(heard.play(move)) for move in heard.legal_moves}
        assert truth[chosen] == pytest.approx(max(truth.values()), abs=0.05)


def test_the_four_by_four_game_is_solved() -> None:
    # The second player wins 11-3, by 10 when the empty squares go to the winner.
    found = AlphaBetaEngine(nodes=200_000).analyse(Classic().start(4))
    assert str(found.score) == "-10 (exact)"

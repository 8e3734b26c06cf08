"""Adjudication by exact solving: the result of best play, in a match and by itself."""

import re

import pytest

from outflank.arena.adjudication import Adjudicator, SolvedScore
from outflank.arena.engine_match import (
    EngineMatch,
    MatchPlayer,
    RandomOpenings,
    match_games,
    match_report,
    run_match,
)
from outflank.errors import TournamentError
from outflank.notation import read, write
from outflank.rules import BLACK, WHITE, Anti, Classic, Game, Variant, YesNo


def best_play(game: Game) -> tuple[int, int]:
    """Return the score after best play by an exhaustive search."""
    outcome = game.position.outcome
    if outcome is not None:
        return outcome.score(empties_to_winner=True)
    turn, fewest = game.position.turn, game.position.variant.fewest_wins
    found = []
    for move in game.position.legal_moves:
        after = Game(game.position.play(move))
        found.append(best_play(after))
    side = 0 if turn is BLACK else 1
    return (min if fewest else max)(found, key=lambda score: score[side])


@pytest.mark.parametrize("variant", [Classic(), Anti()])
def test_a_solved_game_has_the_result_of_best_play(variant: Variant) -> None:
    game = Game(variant.start(4))
    dice = [0, 1, 0, 2, 0, 1, 0]
    with Adjudicator() as adjudicator:
        for choice in dice:
            moves = game.position.legal_moves
            game.push(moves[choice % len(moves)])
            if game.position.board.empties > 7 or game.is_over:
                continue
            solved = adjudicator.solve(game.position)
            assert solved is not None
            black, white = best_play(game)
            assert (solved.black, solved.white) == (black, white)
            ahead = white - black if variant.fewest_wins else black - white
            assert solved.winner is (None if not ahead else BLACK if ahead > 0 else WHITE)


def test_a_position_that_cannot_be_solved_is_refused_in_one_sentence() -> None:
    adjudicator = Adjudicator()
    with pytest.raises(TournamentError, match="60 empty squares are too many to solve"):
        adjudicator.solve(Classic().start())
    with pytest.raises(TournamentError, match="cannot be solved, because chance is involved"):
        adjudicator.solve(YesNo().start(4))
    players = MatchPlayer("random"), MatchPlayer("greedy")
    with pytest.raises(TournamentError, match=r"at most .* empty squares, not with 99"):
        EngineMatch(players, RandomOpenings(Classic(), 6), adjudicate=99)
    with pytest.raises(TournamentError, match="because chance is involved"):
        EngineMatch(players, RandomOpenings(YesNo(), 6), adjudicate=5)
    assert SolvedScore(BLACK, 20, 16).margin == 4


def test_a_match_ends_a_game_once_it_is_solved() -> None:
    players = MatchPlayer("positional"), MatchPlayer("random")
    match = EngineMatch(players, RandomOpenings(Classic(), 6, plies=4), seed=3, adjudicate=6)
    games = run_match(match, 2)
    solved = [game for game in games if game.reason == "adjudication"]
    assert solved
    for game in solved:
        assert sum(game.discs) == 36
        assert game.margin == game.discs[0] - game.discs[1]
        left = game.replay(Classic()).position.board.empties
        assert 0 < left <= 6
    assert match.to_dict()["adjudicate"] == 6
    text = write(list(match_games(match, games)), format="ggf")
    back = read(text).games
    assert [game.headers["black"] for game in back] == ["positional", "random"] * 2
    for written, record in zip(back, games, strict=True):
        outcome = written.outcome
        assert outcome is not None
        assert outcome.winner is record.winner
    results = re.findall(r"RE\[([^]]*)\]", text)
    assert [float(result) for result in results] == [game.margin for game in games]
    page = match_report(match, games)
    assert page.count("<svg") >= 3
    assert "src=" not in page
    assert "href=" not in page

"""Reviews of many games: in parallel, with workers that die, as JSON, by player, as a page."""

from __future__ import annotations

import json
import multiprocessing
import random
from pathlib import Path

import pytest

from outflank.analysis.accuracy import PHASES, accuracy_of_players
from outflank.analysis.many_games import ReviewSettings, review_game, review_games
from outflank.analysis.report_page import review_page
from outflank.analysis.reviewed_game import ReviewedGame
from outflank.engine import Limit, open_engine
from outflank.errors import EngineError
from outflank.rules import BLACK, PASS, WHITE, Game, find_variant
from support.strategies import random_game
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    texts_of_page,
    untranslated,
    write_second_language,
)

SETTINGS = ReviewSettings(Limit(depth=2), exact=6, engine="alphabeta")
SMALL = ReviewSettings(Limit(depth=3), engine="alphabeta")
# Names, notation, and what stands on the discs of a skin.
NAMES = ("Player", "Ann", "alphabeta", "pass", "YES", "NO")


def games_of(count: int, size: int = 4, variant: str = "classic") -> list[Game]:
    games = [
        random_game(find_variant(variant).start(size), random.Random(seed)) for seed in range(count)
    ]
    for number, game in enumerate(games):
        game.headers["black"], game.headers["white"] = f"Player {number % 3}", "Ann"
    return games


def alone(games: list[Game], settings: ReviewSettings) -> list[ReviewedGame]:
    with settings.open_engine() as engine:
        return [review_game(number, game, settings, engine) for number, game in enumerate(games, 1)]


@pytest.fixture(scope="module")
def small_reviews() -> list[ReviewedGame]:
    return alone(games_of(4), SMALL)


def test_games_are_reviewed_in_parallel_although_a_worker_is_killed() -> None:
    games = games_of(30)
    seen: list[int] = []

    def kill_one(found: ReviewedGame) -> None:
        seen.append(found.number)
        if len(seen) == 3:
            multiprocessing.active_children()[0].kill()

    found = review_games(games, SMALL, concurrency=2, on_game=kill_one)
    assert sorted(seen) == list(range(1, 31))
    assert losses_of(found) == losses_of(alone(games, SMALL))


def losses_of(games: list[ReviewedGame]) -> list[list[float]]:
    """Return what each move lost; the better move may vary if two are equally good."""
    return [[move.loss for move in game.review.moves] for game in games]


def test_games_that_are_done_are_not_reviewed_again(small_reviews: list[ReviewedGame]) -> None:
    seen: list[int] = []
    games = games_of(4)
    found = review_games(
        games,
        SMALL,
        done=small_reviews[:3],
        concurrency=1,
        on_game=lambda game: seen.append(game.number),
    )
    assert seen == [4]
    assert found[:3] == small_reviews[:3]
    assert losses_of(found) == losses_of(small_reviews)


def test_an_unsuitable_engine_in_another_process_raises_its_error_here() -> None:
    settings = ReviewSettings(engine="random")
    with pytest.raises(EngineError, match="random gives moves no scores"):
        review_games(games_of(2), settings, concurrency=1)


@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_a_reviewed_game_goes_to_json_and_back(variant: str) -> None:
    [game] = alone(games_of(1, 4, variant), SMALL)
    again = ReviewedGame.from_dict(json.loads(json.dumps(game.to_dict(whole=True))))
    assert again.review == game.review
    assert again.to_dict() == game.to_dict()
    positions = [position for position, _ in again.positions()]
    assert [str(position) for position in positions] == [
        str(position) for position, _ in games_of(1, 4, variant)[0].replay()
    ]


def test_accuracy_is_counted_by_player_and_phase(small_reviews: list[ReviewedGame]) -> None:
    players = {player.name: player for player in accuracy_of_players(small_reviews)}
    assert list(players) == ["Player 0", "Ann", "Player 1", "Player 2"]
    assert [player.games for player in players.values()] == [2, 4, 1, 1]
    ann = players["Ann"]
    moves = [
        move
        for game in small_reviews
        for move in game.review.moves
        if move.color is WHITE and move.move is not PASS
    ]
    assert ann.whole.moves == len(moves) == sum(ann.phases[phase].moves for phase in PHASES)
    assert ann.whole.lost == pytest.approx(sum(move.loss for move in moves))
    points = [0.5 ** (move.loss / 4) for move in moves]
    assert ann.whole.percent == pytest.approx(100 * sum(points) / len(points))
    assert ann.to_dict()["accuracy"] == round(100 * sum(points) / len(points), 1)
    assert sum(ann.findings.values()) == sum(len(move.findings) for move in moves)


def test_a_page_has_boards_graph_and_sentences_and_loads_nothing(
    small_reviews: list[ReviewedGame],
) -> None:
    worst = max(small_reviews, key=lambda game: len(game.review.mistakes))
    page = review_page([worst], SMALL)
    assert page.count('<section class="mistake">') == len(worst.review.mistakes) > 0
    assert page.count('<svg class="plot"') == 2
    for color, fill in ((BLACK, "#1c2120"), (WHITE, "#fbfaf6")):  # a bar has its side's colour
        bars = sum(move.color is color for move in worst.review.moves)
        assert page.count(f'fill="{fill}" stroke=') == bars + 1  # one more is in the legend
        assert f"{str(color).capitalize()}: {worst.name(color)}</text>" in page
    many = review_page(small_reviews, SMALL)
    mistakes = sum(len(game.review.mistakes) for game in small_reviews)
    assert many.count('<section class="mistake">') == mistakes
    for text in (page, many):
        assert "src=" not in text
        assert text.count("href=") == text.count('href="#')
        ids = [part.split('"')[0] for part in text.split(' id="')[1:]]
        assert len(ids) == len(set(ids))


def test_names_of_players_are_escaped_on_the_page(small_reviews: list[ReviewedGame]) -> None:
    game = games_of(1)[0]
    game.headers["black"] = "<script>alert(1)</script>"
    with open_engine("alphabeta") as engine:
        found = review_game(1, game, SMALL, engine)
    assert found.name(BLACK) == "<script>alert(1)</script>"
    assert "<script>" not in review_page([found], SMALL)
    assert "<script>" not in review_page([found, small_reviews[0]], SMALL)


def test_a_page_is_in_the_users_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reviews = alone([*games_of(2), *games_of(1, variant="yesno")], SMALL)
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    for games in (reviews, *([one] for one in reviews)):
        page = review_page(games, SMALL)
        assert f'<html lang="{LANGUAGE}">' in page
        assert count_cut_texts(page) == 0
        assert untranslated(texts_of_page(page), NAMES) == []


def test_different_settings_have_different_dicts() -> None:
    assert SMALL.to_dict() != SETTINGS.to_dict()
    assert json.dumps(SETTINGS.to_dict()).count("alphabeta") == 1

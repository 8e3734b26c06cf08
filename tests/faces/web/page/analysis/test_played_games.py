"""Games played by others: the names of openings, and the games of the server's index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from outflank.archive import build_index
from outflank.notation import read
from support.analysis.analysis_page import AnalysisPage, OpenAnalysis
from support.browser import expect
from support.sample_games import random_games, table_of

pytestmark = pytest.mark.system("chromium")


def test_an_opening_is_named_while_stepping_through_it(analysis: AnalysisPage) -> None:
    analysis.play("f5", "d6", "c3", "d3", "c4")
    opening = analysis.page.locator("#opening")
    expect(opening).to_have_text("Tiger opening (Perpendicular)")
    analysis.page.click("#first")
    expect(opening).to_be_hidden()
    # While a name is awaited, that of another position is never shown.
    analysis.page.click("#latest")
    expect(opening).to_have_text("Tiger opening (Perpendicular)")
    analysis.page.route("**/analysis/opening?*", lambda _: None)
    analysis.play("f4")
    expect(opening).to_be_hidden()


def test_without_an_index_nothing_is_promised(
    open_analysis: OpenAnalysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    expect(open_analysis().page.locator("#archive")).to_be_hidden()


def test_played_games_are_counted_and_opened(
    open_analysis: OpenAnalysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = random_games(12)
    table = tmp_path / "games.tsv"
    table.write_text(table_of(games), encoding="utf-8")
    build_index([table], tmp_path / "games.sqlite")
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    analysis = open_analysis()
    page = analysis.page
    expect(page.locator("#archive-count")).to_have_text("12 games")
    play = page.locator("#archive-moves [data-play]").first
    move = play.get_attribute("data-play") or ""
    play.click()
    analysis.expect_position(read(move.encode()).position)
    page.click("#first")
    expect(page.locator("#archive-count")).to_have_text("12 games")
    page.route("**/analysis/games?*", lambda _: None)
    analysis.play("d3" if move == "f5" else "f5")
    expect(page.locator("#archive-moves")).to_be_hidden()
    expect(page.locator("#archive-count")).to_be_empty()
    page.unroute("**/analysis/games?*")
    page.click("#first")
    expect(page.locator("#archive-count")).to_have_text("12 games")
    page.locator("#archive-games summary").click()
    newest = page.locator("#archive-games [data-moves]").first
    moves = newest.get_attribute("data-moves") or ""
    newest.click()
    analysis.expect_position(read(moves.encode()).position)
    assert "".join(move for move in analysis.moves() if move != "pass") == moves
    expect(page.locator("#turn")).to_have_text(re.compile(r"\S"))

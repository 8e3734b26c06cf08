"""The engine in the visitor's browser: its results, and that it can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.engine.learned import data_file, pattern_weights
from outflank.engine.native import NativeEngine
from outflank.native.limits import Limit
from outflank.native.search import Search
from outflank.rules import BLACK, Board, Classic, Position, YesNo
from support.board_page import BoardPage, OpenBoardPage
from support.browser import NewPage, await_in
from support.server.live_server import LiveServer

pytestmark = [pytest.mark.system("chromium"), pytest.mark.native]

Analyse = Callable[..., Any]

# Ten empty squares.
LATE = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOXOOXXOOXOOOXXXXXX"
# Black must pass, and the game is not over.
PASS = "OXXXXXX-" + "XXXXXXXX" * 7
OVER = "XXXXXXXX" * 8

# An engine stays open for the next question with the same settings, and then forgets everything.
_ASK = """async ([positions, settings, options]) => {
  const { BrowserEngine } = await import("/static/engine/browser_engine.js");
  const key = JSON.stringify(settings);
  if (window.opened?.key !== key) {
    window.opened?.engine.close();
    window.opened = { key, engine: await BrowserEngine.open(settings) };
  }
  const { engine } = window.opened;
  engine.forget();
  const found = [];
  for (const position of positions) {
    const reports = [];
    const search = engine.analyse(position, options, (analysis) => reports.push(analysis));
    found.push({ ...(await search.finished), reports: reports.length });
  }
  return found;
}"""
_KEPT = """async () => {
  const cache = await caches.open("outflank-engine");
  const kept = (await cache.keys()).map(({ url }) => url);
  const files = ["8x8", "6x6"].map((game) => `${game}.patterns?unpacked`);
  return files.every((file) => kept.some((url) => url.endsWith(file)));
}"""
_INTERRUPT = """async (position) => {
  const { BrowserEngine } = await import("/static/engine/browser_engine.js");
  const engine = await BrowserEngine.open({ workers: 2, tableMegabytes: 1 });
  const begun = () => new Promise((resolve) => {
    const tell = ({ depth }) => depth > 8 && resolve(search);
    const search = engine.analyse(position, { lines: 2 }, tell);
  });
  const first = await begun();
  const second = await begun();
  const replaced = await first.finished;
  second.stop();
  const stopped = await second.finished;
  const { depth } = await engine.analyse(position, { lines: 2, depth: 1 }).finished;
  engine.close();
  return [replaced, stopped, depth];
}"""

_AFTER_FAULT = """async (position) => {
  const { BrowserEngine } = await import("/static/engine/browser_engine.js");
  const engine = await BrowserEngine.open({ workers: 1, tableMegabytes: 1 });
  const broken = await engine.analyse(position, { depth: 3 }).finished.catch((error) => error);
  const { depth } = await engine.analyse(position, { depth: 2 }).finished;
  engine.close();
  return [broken.message, depth];
}"""


def shown(board: str, *, turn: str = "black", variant: str = "classic") -> dict[str, Any]:
    """Return an 8x8 position as pages write it."""
    return {"size": 8, "variant": variant, "board": board, "turn": turn}


START = shown(str(Board.start(8)))
TWO_WORKERS = {"workers": 2, "tableMegabytes": 1}


@pytest.fixture
def page_with_engine(board_page: BoardPage) -> Page:
    """An empty page with the policy of the real ones, shared by the tests."""
    return board_page.page


@pytest.fixture
def page_without_pauses(open_board_page: OpenBoardPage) -> Page:
    """The same in a browser whose WebAssembly cannot wait for promises."""
    page = open_board_page().page

    def answer(route: Any) -> None:
        sent = route.fetch()
        script = sent.text().replace('"Suspending" in integration', "false")
        assert script != sent.text()
        route.fulfill(response=sent, body=script)

    page.context.route("**/engine/core.js", answer)
    return page


def test_a_search_of_one_line_finds_the_same_as_the_server(page_with_engine: Page) -> None:
    (found,) = page_with_engine.evaluate(_ASK, [[START], TWO_WORKERS, {"depth": 10}])
    search = Search(
        threads=1,
        hash_bytes=1 << 20,
        patterns=pattern_weights(Classic().start()),
        probcut=data_file("probcut.txt"),
    )
    search.start(Classic().start(), Limit(depth=10))
    search.wait(1e6)
    *_, report = search.reports()
    (line,) = found["lines"]
    assert (found["nodes"], found["depth"]) == (report.nodes, report.depth)
    assert report.score is not None
    assert line["score"] == report.score.discs
    assert line["moves"] == [str(move) for move in report.line]
    assert found["reports"] >= 10
    assert found["final"]


def test_the_unpacked_network_is_kept_for_the_next_visit(open_board_page: OpenBoardPage) -> None:
    page = open_board_page().page
    small = {**START, "size": 6, "board": str(Board.start(6))}
    asked = [[START, small], {"workers": 1, "tableMegabytes": 1}, {"depth": 6}]
    first = page.evaluate(_ASK, asked)
    page.wait_for_function(_KEPT)
    page.context.route("**/*.patterns", lambda route: route.abort())
    page.reload()
    second = page.evaluate(_ASK, asked)
    for found, again in zip(first, second, strict=True):
        assert (again["nodes"], again["score"]) == (found["nodes"], found["score"])


def test_files_that_cannot_be_loaded_are_reported_in_a_sentence(
    new_page: NewPage, site: LiveServer
) -> None:
    page = new_page(excused=["ERR_FAILED"])
    page.context.route("**/8x8.patterns", lambda route: route.abort())
    page.goto(f"{site.url}/rules")
    script = f"(asked) => ({_ASK})(asked).catch((error) => error.message)"
    found = page.evaluate(script, [[START], {}, {"depth": 1}])
    assert found == "The engine's file 8x8.patterns could not be loaded; try again later."
    # So is an invalid position; tests/javascript/positions.test.js has more of them.
    found = page.evaluate(script, [[{**START, "size": 7}], {}, {"depth": 1}])
    assert found == "A board has an even size from 4 to 16, not 7."


@pytest.mark.parametrize("limit", [{"time": 0.05}, {"nodes": 1000}, {"depth": 1}])
def test_limits_end_a_search(page_with_engine: Page, limit: dict[str, float]) -> None:
    asked = [[START, {**START, "variant": "yesno"}], TWO_WORKERS, {**limit, "lines": 2}]
    classic, with_oracle = page_with_engine.evaluate(_ASK, asked)
    assert len(classic["lines"]) == 2
    assert len(with_oracle["lines"]) == 6
    assert set(with_oracle["after"]) == {"yes", "no", "maybe"}


def test_symmetrical_moves_have_the_same_value(page_with_engine: Page) -> None:
    (found,) = page_with_engine.evaluate(_ASK, [[START], TWO_WORKERS, {"depth": 6, "lines": 9}])
    assert {line["move"] for line in found["lines"]} == {"d3", "c4", "f5", "e6"}
    assert len({line["score"] for line in found["lines"]}) == 1


def test_passes_and_finished_games_have_their_values(page_with_engine: Page) -> None:
    positions = [shown(PASS), shown(OVER), shown(OVER, turn="white"), shown(OVER, variant="anti")]
    passing, *over = page_with_engine.evaluate(_ASK, [positions, TWO_WORKERS, {"exact": True}])
    (line,) = passing["lines"]
    assert (line["move"], line["moves"], line["score"]) == ("pass", ["pass", "h1"], 48)
    assert line["exact"]
    assert [one["score"] for one in over] == [64, -64, -64]
    assert all(one["lines"] == [] and one["final"] for one in over)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_does_not_change_the_result(
    page_with_engine: Page, workers: int
) -> None:
    settings = {"workers": workers, "tableMegabytes": 1}
    asked = [[shown(LATE)], settings, {"exact": True, "lines": 20}]
    (found,) = page_with_engine.evaluate(_ASK, asked)
    with NativeEngine(hash_mb=1) as engine:
        solved = engine.solve(Position(Board.parse(LATE), BLACK), candidates=20)
    scores = {str(move): score.discs for move, score in solved.scores.items()}
    assert {line["move"]: line["score"] for line in found["lines"]} == scores
    assert found["exact"]
    assert all(line["exact"] for line in found["lines"])
    assert found["score"] == max(scores.values())

    # Yes/No has values before and after the answer.
    odds = {"yes": 0.25, "no": 0.5, "maybe": 0.25}
    position = {**START, "variant": "yesno"}
    asked = [[position, {**position, "answer": "no"}], settings, {"depth": 3, "odds": odds}]
    before, after = page_with_engine.evaluate(_ASK, asked)
    assert [line["answer"] for line in before["lines"]] == ["yes", "no", "maybe"]
    expected = sum(odds[answer] * value for answer, value in before["after"].items())
    assert before["score"] == pytest.approx(expected)
    assert after["after"] is None
    assert after["score"] == before["after"]["no"]
    assert 0 < after["winChance"] < before["winChance"] < 1

    assert_few_nodes(page_with_engine, settings)


def assert_few_nodes(page: Page, settings: dict[str, int]) -> None:
    """Fail if the workers together search more nodes than allowed."""
    asked = [[{**START, "variant": "yesno"}], settings, {"nodes": 30_000}]
    (found,) = page.evaluate(_ASK, asked)
    assert set(found["after"]) == {"yes", "no", "maybe"}
    assert 10_000 < found["nodes"] < 40_000  # a search ends a little later


def test_two_workers_for_three_answers_search_no_more_nodes_than_allowed(
    page_with_engine: Page,
) -> None:
    assert_few_nodes(page_with_engine, TWO_WORKERS)


def test_the_usual_odds_are_those_of_the_rules(page_with_engine: Page) -> None:
    position = {**START, "variant": "yesno"}
    odds = {answer.value: share for answer, share in YesNo().answers.items()}
    usual, given = (
        page_with_engine.evaluate(_ASK, [[position], TWO_WORKERS, {"depth": 3, **options}])
        for options in ({}, {"odds": odds})
    )
    assert [one["score"] for one in usual] == [one["score"] for one in given]
    assert [one["nodes"] for one in usual] == [one["nodes"] for one in given]


def test_a_busy_engine_hears_a_new_position_and_stop(page_with_engine: Page) -> None:
    replaced, stopped, next_depth = page_with_engine.evaluate(_INTERRUPT, START)
    assert replaced["depth"] > 8
    assert stopped["depth"] > 8
    assert len(stopped["lines"]) == 2
    assert next_depth == 1


def test_browsers_that_cannot_pause_a_search_find_the_same_and_react_to_stop(
    page_without_pauses: Page,
) -> None:
    position = shown("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-")
    (found,) = page_without_pauses.evaluate(_ASK, [[position], {"workers": 1}, {"exact": True}])
    assert (found["score"], found["exact"], found["lines"][0]["move"]) == (10, True, "a4")
    replaced, stopped, next_depth = page_without_pauses.evaluate(_INTERRUPT, START)
    assert replaced["depth"] > 8
    assert len(stopped["lines"]) == 2
    assert next_depth == 1


def test_a_search_that_ignores_stop_is_ended_and_the_next_one_answered(
    page_without_pauses: Page,
) -> None:
    page = page_without_pauses

    def answer(route: Any) -> None:
        sent = route.fetch()
        script = sent.text().replace("FIRST_SLICE = 100_000", "FIRST_SLICE = 1e12")
        assert script != sent.text()
        route.fulfill(response=sent, body=script)

    page.context.route("**/engine/worker.js", answer)
    replaced, stopped, next_depth = await_in(page, _INTERRUPT, START)
    assert replaced["depth"] > 8
    assert stopped["depth"] > 8
    assert len(stopped["lines"]) == 2
    assert next_depth == 1


def test_a_search_that_is_stopped_before_it_begins_finds_a_move(page_with_engine: Page) -> None:
    stopping = "search.stop(); found.push("
    found = page_with_engine.evaluate(_ASK.replace("found.push(", stopping), [[START], {}, {}])
    assert found[0]["lines"]


def test_a_faulty_engine_is_replaced(open_board_page: OpenBoardPage) -> None:
    page = open_board_page().page

    def answer(route: Any) -> None:
        sent = route.fetch()
        fault = "if (report.depth === 3) throw new Error(); receive(report)"
        script = sent.text().replace("=> receive(report)", f"=> {{ {fault}; }}")
        assert script != sent.text()
        route.fulfill(response=sent, body=script)

    page.context.route("**/engine/worker.js", answer)
    assert page.evaluate(_AFTER_FAULT, START) == ["The engine stopped working; ask again.", 2]

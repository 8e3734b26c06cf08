"""Every page in a second language on a narrow phone: nothing is untranslated or cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize

from outflank.engine.levels import levels
from outflank.notation import formats
from support.browser import NewPage, expect
from support.server.live_server import LiveServer, live_server
from support.server.tournament_server import begin_cup, resign_quickly
from support.texts.second_language import LANGUAGE, untranslated, write_second_language
from support.texts.second_language import marked as marked_text

pytestmark = pytest.mark.system("chromium")

PHONE: ViewportSize = {"width": 320, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
# Players, what programs are called, file formats, and the names of keys.
NAMES = (
    *("Ada", "Blaise", "Carl", "Deep Green", "Nora", "Olaf", "Petra", "Unknown", "Guest"),
    *(
        "Computer",
        "Cup",
        "Try-out",
        "Tiger",
        "Perpendicular",
        "Parallel",
        "Diagonal",
        "YES",
        "NO",
        "MAYBE",
        "outflank",
    ),
    *(level.name for level in levels()),
    *(one.title for one in formats()),  # of files
    *("a WTHOR file", "SVG", "PNG"),
)

# Returns the texts of a page, hidden ones as well, without code and without what is English
# everywhere: the API's own documentation, which says so in `lang`.
READ = """() => {
  const skipped = "script, style, template, noscript, code, pre, kbd, [lang=en]";
  const found = [document.title];
  const attributes = ["aria-label", "title", "placeholder", "alt", "label"];
  const read = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element?.closest(skipped)) continue;
      if (node instanceof Text && node.data.trim()) found.push(node.data.trim());
      if (!(node instanceof Element)) continue;
      found.push(...attributes.map((name) => node.getAttribute(name)).filter(Boolean));
      if (node.shadowRoot) read(node.shadowRoot);
    }
  };
  read(document.body);
  return [...new Set(found)];
}"""

# Returns what is cut or too wide, apart from names, which end in dots where there is no room.
CUT = """() => {
  const names = `#heading, .name, .who, .brand, .visually-hidden, outflank-board, input, [lang=en],
    .lines .soft`;
  const cut = [...document.body.querySelectorAll("*")].filter((element) => {
    if (!element.checkVisibility() || element.closest(names) || !element.clientWidth) return false;
    if (element.scrollWidth <= element.clientWidth + 1) return false;
    const { overflowX, display } = getComputedStyle(element);
    const isText = [...element.childNodes].some((one) => one instanceof Text && one.data.trim());
    if (display === "inline" || ["auto", "scroll"].includes(overflowX)) return false;
    return isText || overflowX !== "visible";
  });
  const pen = document.createElement("canvas").getContext("2d");
  const lists = [...document.querySelectorAll("select")].filter((list) => {
    if (!list.checkVisibility() || !list.selectedOptions[0] || list.lang === "en") return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    pen.font = font;
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(list.selectedOptions[0].text).width > room;
  });
  const wide = document.documentElement.scrollWidth - innerWidth;
  return [
    ...(wide > 0 ? [`the page is ${wide} too wide`] : []),
    ...[...cut, ...lists].map(({ outerHTML }) => outerHTML.slice(0, 160)),
  ];
}"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that speaks the second language, with the try-out tournament."""
    folder = tmp_path_factory.mktemp("marked")
    with pytest.MonkeyPatch.context() as changes:
        changes.setenv("OUTFLANK_TEXTS", str(write_second_language(folder / "texts")))
        changes.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
        with live_server(folder, tryout=True) as server:
            yield server


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page(viewport=PHONE, locale="de-DE", excused=["404"])


def check(page: Page, what: str, problems: list[str]) -> None:
    """Note what a page shows untranslated or cut."""
    shown = ((text, untranslated(text, NAMES)) for text in page.evaluate(READ))
    problems += [f"{what}: {' '.join(words)} in {text[:120]!r}" for text, words in shown if words]
    problems += [f"{what}: cut: {one}" for one in page.evaluate(CUT)]


def cell(page: Page, what: str) -> Locator:
    """Return the first square of the large board whose name has a word."""
    return page.locator("#board").get_by_role("gridcell", name=marked_text(what)).first


def finished_cup(server: LiveServer) -> tuple[int, str]:
    """Return a tournament that is over, and one of its games."""
    number = begin_cup(server.server, ("Nora", "Olaf", "Petra"))
    while server.server.tournaments.view(number)["status"] == "running":
        server.server.tournaments.run_pass()
        for room in server.server.tournaments.rooms(number):
            resign_quickly(room)
    games = server.server.tournaments.pairings(number)
    return number, next(str(game["match"]) for game in games if game["match"])


def test_pages_to_read_are_translated_and_fit(marked: LiveServer, phone: Page) -> None:
    for number in range(4):
        marked.get(f"/boards/key{number}")
    tournament, over = finished_cup(marked)
    running = marked.server.registry.running()[0].name
    problems: list[str] = []
    for path in (
        "/watch",
        "/rules",
        "/bots",
        "/api/v1/docs",
        "/nowhere",
        "/board-demo",
        "/device",
        "/offline",
        "/games?whose=all",
        "/tournaments",
        f"/tournament/{tournament}",
        "/player/1",
        f"/game/{running}",
        f"/game/{over}",
    ):
        phone.goto(marked.url + path)
        assert phone.locator("html").get_attribute("lang") == LANGUAGE
        if path == "/watch":
            expect(phone.locator("#wall outflank-board")).to_have_count(2)
        if path == "/rules":
            expect(phone.locator("figure outflank-board")).to_have_count(6)
        if path == "/device":
            phone.wait_for_selector("body[data-ready]")
        if path == "/bots":
            expect(phone.locator("#operation option").first).to_be_attached()
        if path.startswith("/game/"):
            expect(cell(phone, "empty")).to_be_attached()
        check(phone, path, problems)
    assert problems == []


def test_playing_is_translated_and_fits(marked: LiveServer, phone: Page) -> None:
    problems: list[str] = []
    phone.goto(f"{marked.url}/play")
    for against in ("computer", "beside", "watch", "name", "seek", "link"):
        phone.locator(f"#new-game [value={against}]").first.check(force=True)
        check(phone, against, problems)
    phone.locator("#new-game button.primary").click()
    phone.wait_for_url("**/challenge/*")
    expect(phone.locator("#link")).to_be_visible()
    check(phone, "challenge", problems)
    phone.goto(marked.url)
    check(phone, "front", problems)
    cell(phone, "legal").click()
    expect(phone.locator("#moves button")).to_have_count(2)
    check(phone, "playing", problems)
    for dialog in ("appearance", "keys", "resign"):
        phone.locator(f"#{dialog}").click()
        check(phone, dialog, problems)
        if dialog != "resign":
            phone.keyboard.press("Escape")
    phone.locator("#sure [value=yes]").click()
    expect(phone.locator("#ending")).to_be_visible()
    check(phone, "over", problems)
    phone.locator("#open-review").click()
    expect(phone.locator("#review table")).to_be_visible()
    check(phone, "review", problems)
    left = phone.url
    phone.locator("#back").click()
    phone.locator("#play-on").click()
    check(phone, "playing on", problems)
    phone.locator("#setup button.primary").click()
    phone.wait_for_url(lambda url: "/game/" in url and not left.startswith(url.split("#")[0]))
    expect(phone.locator("#origin")).to_be_visible()
    check(phone, "what if", problems)
    phone.go_back()
    expect(phone.locator("#branches")).to_be_visible()
    check(phone, "left for another", problems)
    phone.goto(f"{marked.url}/play?start=f5d6c3")
    expect(phone.locator("#start-message")).not_to_be_empty()
    check(phone, "from a link", problems)
    assert problems == []


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_games_with_an_oracle_are_translated_and_fit(
    marked: LiveServer, new_page: NewPage, screen: ViewportSize
) -> None:
    page = new_page(viewport=screen, locale="de-DE")
    problems: list[str] = []
    page.goto(f"{marked.url}/play")
    page.locator("#new-game [name=variant]").select_option("yesno")
    page.locator("#new-game [data-appearance] summary").click()
    for oracle in ("web", "local"):
        page.locator("#new-game [name=oracle]").select_option(oracle)
        check(page, oracle, problems)
    page.locator("#new-game [name=pictures]").check()
    page.locator("#new-game [value=beside]").first.check(force=True)
    page.locator("#new-game button.primary").click()
    page.wait_for_url("**/game/*")
    cell(page, "legal").click()
    expect(page.locator("#popup")).to_be_visible()
    check(page, "popup", problems)
    page.keyboard.press("x")
    expect(page.locator("#popup")).to_be_hidden()
    page.locator("#appearance").click()
    check(page, "appearance", problems)
    assert problems == []


def test_what_pages_say_without_scripts_is_translated(
    marked: LiveServer, new_page: NewPage
) -> None:
    page = new_page(viewport=PHONE, java_script_enabled=False)
    learning = ("/learn", "/learn/cards", "/learn/lessons", "/learn/lesson/parity")
    for path in ("/", "/play", "/analysis", "/admin", *learning):
        page.goto(marked.url + path)
        shown = page.locator("body").inner_text()
        assert "⟦" in shown
        assert untranslated(shown, NAMES) == [], path


def test_learning_is_translated_and_fits(marked: LiveServer, phone: Page) -> None:
    problems: list[str] = []
    for path in ("/learn", "/learn/daily", "/learn/puzzles?theme=corner", "/learn/cards"):
        phone.goto(marked.url + path)
        if path == "/learn/cards":
            expect(phone.locator("#nothing")).to_be_visible()
            check(phone, path, problems)
            continue
        cell(phone, "legal").hover()
        check(phone, path, problems)
        for button in ("hint", "hint", "solution"):
            phone.locator(f"#{button}").click()
            check(phone, f"{path} {button}", problems)
    phone.goto(f"{marked.url}/learn/lessons")
    check(phone, "lessons", problems)
    phone.goto(f"{marked.url}/learn/lesson/first")
    expect(phone.locator("#step-title")).not_to_be_empty()
    for square in ("a1", "f5"):
        phone.locator(f"#board [aria-label^='{square},']").click()
        check(phone, f"lesson {square}", problems)
    for _ in range(6):
        phone.locator("#next").click()
    check(phone, "lesson finished", problems)
    phone.clock.install()
    phone.goto(f"{marked.url}/learn/storm")
    check(phone, "storm", problems)
    phone.locator("#begin button").click()
    cell(phone, "legal").click()
    expect(phone.locator("#notice")).not_to_be_empty()
    check(phone, "storm running", problems)
    phone.clock.run_for(181_000)
    expect(phone.locator("#ending")).to_be_visible()
    check(phone, "storm over", problems)
    assert problems == []


def test_learning_openings_is_translated_and_fits(marked: LiveServer, phone: Page) -> None:
    problems: list[str] = []
    phone.goto(f"{marked.url}/learn/openings")
    expect(cell(phone, "legal")).to_be_visible()
    phone.locator("#add [name=line]").fill("f5d6c3d3")
    phone.locator("#add-button").click()
    expect(phone.locator("#repertoire li").first).to_be_visible()
    phone.locator("#names").evaluate("(names) => names.remove()")  # of openings
    check(phone, "explore", problems)
    phone.locator("#choice [value=drill]").check(force=True)
    phone.locator("#begin").click()
    expect(phone.locator("#task")).not_to_be_empty()
    phone.locator("#show").click()
    check(phone, "drill", problems)
    phone.locator("#choice [value=survive]").check(force=True)
    check(phone, "survive", problems)
    phone.locator("#begin").click()
    cell(phone, "legal").click()
    expect(phone.locator("#tally")).not_to_be_empty()
    check(phone, "run", problems)
    assert problems == []


def test_analysing_is_translated_and_fits(marked: LiveServer, phone: Page) -> None:
    problems: list[str] = []
    phone.goto(f"{marked.url}/analysis")
    expect(cell(phone, "legal")).to_be_visible()
    phone.locator("#open").click()
    check(phone, "open", problems)
    phone.locator("#read-text").fill("f5d6c3d3c4f4")
    phone.locator("#read-form [type=submit]").click()
    expect(phone.locator("#tree button")).to_have_count(7)
    check(phone, "moves", problems)
    phone.locator("#run").click()
    expect(phone.locator("#lines li")).to_have_count(3)
    phone.locator("#run").click()
    check(phone, "engine", problems)
    phone.locator("#save").click()
    expect(phone.locator("#write-text")).not_to_be_empty()
    check(phone, "save", problems)
    phone.keyboard.press("Escape")
    phone.locator("#setup").click()
    check(phone, "setup", problems)
    assert problems == []


def test_organising_is_translated_and_fits(marked: LiveServer, phone: Page) -> None:
    problems: list[str] = []
    phone.goto(f"{marked.url}/admin")
    check(phone, "signed out", problems)
    phone.locator("#enter [name=key]").fill(marked.admin_key())
    phone.locator("#enter button").click()
    phone.locator("details summary").first.click()
    phone.locator("#make [name=name]").fill("Cup")
    phone.locator("#make button").click()
    expect(phone.locator("#tournament")).to_be_visible()
    phone.locator("#players [name=names]").fill("Ada\nNora")
    phone.locator("#players button").click()
    expect(phone.locator("#entrants tbody tr")).to_have_count(2)
    check(phone, "players", problems)
    assert problems == []

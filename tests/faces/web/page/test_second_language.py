"""Every page in a second language on a narrow phone: nothing is untranslated, and nothing is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from support.browser import NewPage
from support.server.live_server import LiveServer, live_server
from support.texts.second_language import LANGUAGE, untranslated, write_second_language

pytestmark = pytest.mark.system("chromium")

PHONE = {"width": 320, "height": 640}
# Players, what programs are called, file formats, and the names of keys.
NAMES = (
    "Ada",
    "Guest",
    "Computer",
    "Blaise",
    "Carl",
    "Deep Green",
    "Nora",
    "Olaf",
    "Petra",
    "Unknown",
    "Cup",
    "Try-out",
)

# Returns the texts of a page, hidden ones as well, without code and without what is English
# everywhere: the API's own documentation, which says so in `lang`.
READ = """() => {
  const skipped = "script, style, template, noscript, code, pre, kbd, [lang=en], [data-name]";
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
  const names = "#heading, .name, .who, .brand, .visually-hidden, outflank-board, input, [lang=en], .lines .soft";
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
    if (!list.checkVisibility() || !list.selectedOptions[0]) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    pen.font = font;
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(list.selectedOptions[0].text).width > room;
  });
  const wide = document.documentElement.scrollWidth - innerWidth;
  return [
    ...(wide > 0 ? [`the page is ${wide} too wide`] : []),
    ...[...cut, ...lists].map((one) => `${one.scrollWidth}>${one.clientWidth} ${one.outerHTML.slice(0, 160).replaceAll("\\n", " ")}`),
  ];
}"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that speaks the second language, with a tournament that runs and one that is over."""
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
    for text in page.evaluate(READ):
        if words := untranslated(text, NAMES):
            problems.append(f"{what}: {' '.join(words)} in {text[:120]!r}")
    problems += [f"{what}: cut: {one}" for one in page.evaluate(CUT)]

"""Take a picture of every page of the server, light, dark and as wide as a phone.

python tools/screenshots/page_pictures.py [FOLDER]   writes PNG files, else into build/pictures
python tools/screenshots/page_pictures.py --docs     renews the pictures that the README shows

A real server shows a lively scene on a database of its own: a tournament in its middle, a game of
Yes/No Othello, a finished game and one that a person plays. A second one has nothing to show yet.
"""

import random
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from outflank.arena import Definition
from outflank.engine import Engine, Limit, find
from outflank.faces.web import create_app
from outflank.faces.web.refusals import Refusals, RefusedRequest
from outflank.faces.web.serving import uvicorn_config
from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import Position, Square, find_variant
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms

ROOT = Path(__file__).parents[2]
MIDDLE = "f5d6c3d3c4b3d7f6e6g6f3c5f4f7e7c6g4g5f8d8"
NAMES = ("Ada", "Blaise", "Corner Cutter", "Deep Green", "Edmonds", "Flipside", "Greedy", "Hal")

_BY_LOT = 8  # plies
_STYLES: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
    "large": {"viewport": {"width": 2560, "height": 1440}, "color_scheme": "light"},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "color_scheme": "light",
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
_FOR_DOCS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "page-home.png",
        "home",
        {"viewport": {"width": 1240, "height": 800}, "device_scale_factor": 0.75},
    ),
    (
        "page-wall.png",
        "wall",
        {"viewport": {"width": 1366, "height": 960}, "device_scale_factor": 0.7},
    ),
    (
        "page-game.png",
        "game",
        {"viewport": {"width": 1180, "height": 845}, "device_scale_factor": 0.75},
    ),
    (
        "page-analysis.png",
        "analysis",
        {"viewport": {"width": 1500, "height": 860}, "device_scale_factor": 0.75},
    ),
    (
        "page-phone.png",
        "yesno",
        {
            "viewport": {"width": 390, "height": 884},
            "device_scale_factor": 0.75,
            "color_scheme": "dark",
            "is_mobile": True,
        },
    ),
]
# Everything is drawn, even small boards far below, and what moved has come to rest.
_SETTLED = """async () => {
  const isDrawn = () => !document.querySelector("script[type=module]") ||
    (!document.querySelector("[data-prerendered]") &&
      [...document.querySelectorAll("outflank-board")].every((one) => one.state));
  for (let tries = 0; tries < 100 && !isDrawn(); tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  for (const one of document.querySelectorAll("[mini], .mini")) {
    one.style.contentVisibility = "visible";
  }
  await new Promise((done) => setTimeout(done, 700));
}"""


@dataclass
class Scene:
    """A server with something to see, and where it is."""

    url: str
    server: CompetitionServer
    bot: int = 0
    admin: str = ""
    finished: str = ""
    yesno: str = ""
    own: str = ""
    challenge: str = ""
    _lot: random.Random = field(default_factory=lambda: random.Random(8))

    def set_up(self) -> None:
        """Let everything happen that the pictures show."""
        self.admin = self.server.accounts.add_key(Role.ADMIN)
        engine = find("3")
        self._hold_tournament(engine)
        grace, alan, hypatia, euclid = (
            self.server.accounts.register(name)[0].id
            for name in ("Grace", "Alan", "Hypatia", "Euclid")
        )
        for _ in range(20):  # the oracle is as it is, and may end a game early
            room = self._open(grace, alan, "yesno")
            self._play(room.name, 21, engine)
            self.yesno = room.name
            if not room.is_over:
                break
        self.finished = self._open(hypatia, euclid, "classic").name
        self._play(self.finished, 100, engine)
        engine.close()

    def refuse(self, refusals: Refusals) -> None:
        """Let a bot make the mistakes that bots make."""
        path, at = f"POST /api/v1/matches/{self.finished}/moves", self.server.now()
        for code, text in (
            ("ILLEGAL_MOVE", "c3 is not legal: black may play c4, d3, e6 or f5"),
            ("NOT_YOUR_TURN", "turn 17 is white's, not black's"),
            ("NOT_YOUR_TURN", "turn 17 is white's, not black's"),
        ):
            refusals.note(self.bot, RefusedRequest(at, path, code, text))

    def _open(self, black: int, white: int, variant: str) -> LiveRoom:
        setup = Setup(
            players=(Player(f"#{black}", f"bot:{black}"), Player(f"#{white}", f"bot:{white}")),
            start=find_variant(variant).start(),
            clock=ClockSetting.parse("5+3"),
            undo=Undo.NEVER,
            oracle=f"drawn:{self._lot.randrange(10**6)}" if variant == "yesno" else "",
        )
        return self.server.registry.open(setup, Terms(black, white))

    def _hold_tournament(self, engine: Engine) -> None:
        """Play half of a tournament, so that its tables have something to tell."""
        service = self.server.tournaments
        clock = ClockSetting.parse("5+3")
        number = service.registration.create(Definition("Autumn Cup", clock=clock, boards=4), "")
        service.registration.add_players(number, NAMES)
        service.start(number, "")
        for _ in range(3):
            for room in service.rooms(number):
                self._play(room.name, 100, engine)
            service.run_pass()
        rooms = service.rooms(number)
        self.bot = rooms[0].entry.black or 0
        for room, plies in zip(rooms, (34, 12, 45, 23), strict=False):
            self._play(room.name, plies, engine)

    def _play(self, match: str, plies: int, engine: Engine) -> None:
        room = self.server.registry.room(match)
        while not room.is_over:
            with room.reading() as held:
                seq, position, played = held.seq, held.position, held.game.ply_count
            if position.awaits_answer():
                room.wait(seq, 1)  # the oracle speaks on a thread of its own
            elif played >= plies:
                return
            else:
                room.play(self._choose(position, played, engine))

    def _choose(self, position: Position, played: int, engine: Engine) -> Square:
        """Choose a move: by lot in the opening, so that no two games are the same."""
        if played < _BY_LOT or position.variant.answers:
            return self._lot.choice(list(position.legal_moves.squares))
        found = engine.analyse(position, Limit(depth=2)).move
        assert isinstance(found, Square)
        return found

    def begin_own_game(self, page: Page) -> None:
        """Let the person of a page play a game up to its middle."""
        page.goto(f"{self.url}/rules")
        me = page.evaluate(
            "fetch('/api/v1/session', {method: 'POST'})"
            ".then((answer) => answer.json()).then((made) => made.player.id)"
        )
        self.server.accounts.rename(me, "Sophie")
        rival = self.server.accounts.register("Niklas")[0].id
        room = self._open(me, rival, "classic")
        for at in range(0, len(MIDDLE), 2):
            room.play(Square.parse(MIDDLE[at : at + 2]))
        self.own = room.name
        self.challenge = self.server.challenges.make(me, None, Proposal()).id
        self.server.challenges.make(rival, None, Proposal(listed=True))

    @property
    def paths(self) -> dict[str, str]:
        """What there is to see, by names for the files."""
        return {
            "home": "/",
            "wall": "/watch",
            "game": f"/game/{self.own}",
            "yesno": f"/game/{self.yesno}",
            "finished": f"/game/{self.finished}",
            "past": f"/game/{self.finished}#17",
            "play": "/play",
            "rules": "/rules",
            "bots": "/bots",
            "player": f"/player/{self.bot}",
            "challenge": f"/challenge/{self.challenge}",
            "docs": "/api/v1/docs",
            "admin": "/admin",
            "missing": "/nothing",
            "board": "/board-demo",
            "analysis": f"/analysis#classic-8/-/{MIDDLE}/14",
        }


@contextmanager
def scene(*, is_empty: bool = False) -> Iterator[Scene]:
    """Serve a scene until the pictures are taken."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Configuration(database=f"sqlite:///{folder}/scene.db", tryout=False))
        listener = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn_config(app))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            shown = Scene(f"http://127.0.0.1:{listener.getsockname()[1]}", app.server)
            if is_empty:
                shown.bot = shown.server.accounts.register("Newcomer")[0].id
            else:
                shown.set_up()
                shown.refuse(app.services.refusals)
            yield shown
        finally:
            app.services.announce_stop()
            server.should_exit = True
            thread.join()
            app.close()


class Photographer:
    """Takes pictures as one person, who is the same in every style."""

    def __init__(self, browser: Browser, shown: Scene) -> None:
        self._browser = browser
        self._shown = shown
        context = browser.new_context()
        shown.begin_own_game(context.new_page())
        self._memory = context.storage_state()
        context.close()

    @contextmanager
    def page(self, **style: Any) -> Iterator[Page]:
        """Open a page in a style."""
        context = self._browser.new_context(storage_state=self._memory, **style)
        yield context.new_page()
        context.close()

    def show(self, page: Page, name: str) -> None:
        """Let a page show something, and wait until it has come to rest."""
        page.goto(self._shown.url + self._shown.paths[name])
        if name == "admin":
            page.locator("[name=key]").fill(self._shown.admin)
            page.locator("#enter button").click()
            page.locator("[data-open]").first.click()
        if name == "analysis":
            page.locator("#lines li").first.wait_for()
            page.click("#fill")
            page.locator("#graph .point").nth(len(MIDDLE) // 2).wait_for()
            page.locator("#lines .searched").first.wait_for()
        page.evaluate(_SETTLED)

    def take_all(self, folder: Path) -> None:
        """Take a picture of everything in every style, and of what is printed."""
        for style, options in _STYLES.items():
            with self.page(**options) as page:
                for name in self._shown.paths:
                    self.show(page, name)
                    page.screenshot(path=folder / f"{name}-{style}.png", full_page=True)
        with self.page(viewport={"width": 720, "height": 1000}) as page:
            page.emulate_media(media="print")
            for name in ("wall", "finished"):
                self.show(page, name)
                page.screenshot(path=folder / f"{name}-print.png", full_page=True)

    def take_empty(self, folder: Path, url: str, bot: int) -> None:
        """Take pictures of pages that have nothing to show yet, as somebody who is nobody."""
        paths = {"home": "/", "wall": "/watch", "play": "/play", "player": f"/player/{bot}"}
        for style, options in _STYLES.items():
            page = self._browser.new_context(**options).new_page()
            for name, path in paths.items():
                page.goto(url + path)
                page.evaluate(_SETTLED)
                page.screenshot(path=folder / f"empty-{name}-{style}.png", full_page=True)
            page.context.close()

    def take_for_docs(self, folder: Path) -> None:
        """Take the pictures of the README, which are small."""
        for file, name, options in _FOR_DOCS:
            with self.page(**options) as page:
                self.show(page, name)
                page.screenshot(path=folder / file)


def main(arguments: list[str]) -> int:
    """Take all pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Pictures of pages need Chromium.")
    is_for_docs = arguments == ["--docs"]
    if not is_for_docs and any(word.startswith("-") for word in arguments):
        sys.exit(__doc__)
    folder = ROOT / ("docs" if is_for_docs else "build") / "pictures"
    if arguments and not is_for_docs:
        folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    with scene() as shown, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        photographer = Photographer(browser, shown)
        if is_for_docs:
            photographer.take_for_docs(folder)
        else:
            photographer.take_all(folder)
            with scene(is_empty=True) as quiet:
                photographer.take_empty(folder, quiet.url, quiet.bot)
        browser.close()
    print(f"The pictures are in {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

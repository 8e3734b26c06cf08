"""A server with something to see, for the pictures of its pages."""

import random
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from playwright.sync_api import Page

from outflank.arena import Definition, Knockout
from outflank.engine import Engine, Limit, open_engine
from outflank.faces.web import create_app
from outflank.faces.web.http.refused_requests import RefusedRequest, RefusedRequests
from outflank.faces.web.operation.serving import uvicorn_config
from outflank.play.clock import ClockSetting
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import Position, Square, find_variant
from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer, Configuration
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.live_room import LiveRoom
from outflank.server.matches.match_registry import Terms

__all__ = ["MIDDLE", "Scene", "scene"]

MIDDLE = "f5d6c3d3c4b3d7f6e6g6f3c5f4f7e7c6g4g5f8d8"
NAMES = ("Ada", "Blaise", "Corner Cutter", "Deep Green", "Edmonds", "Flipside", "Greedy", "Hal")
EARLIER_NAMES = (
    "Mobility", "Parity", "Stoner", "Wedge",
    "Quiet Move", "Tempo", "Zebra", "Tiger", "Heath", "Rose", "Buffalo",
)  # fmt: skip

_BY_LOT = 8  # plies


@dataclass
class Scene:
    """A server with something to see, and its address."""

    url: str
    server: CompetitionServer
    bot: int = 0
    admin: str = ""
    finished: str = ""
    reviewed: str = ""
    yesno: str = ""
    knockout: int = 0
    own: str = ""
    challenge: str = ""
    _lot: random.Random = field(default_factory=lambda: random.Random(8))

    def set_up(self) -> None:
        """Make everything happen that the pictures show."""
        self.admin = self.server.accounts.add_key(Role.ADMIN)
        engine = open_engine("3")
        self._hold_knockout(engine)
        self._hold_tournament(engine)
        grace, alan, hypatia, euclid = (
            self.server.accounts.register(name)[0].id
            for name in ("Grace", "Alan", "Hypatia", "Euclid")
        )
        for _ in range(20):  # the oracle is random, and may end a game early
            room = self._open(grace, alan, "yesno")
            self._play(room.name, 21, engine)
            self.yesno = room.name
            if not room.is_over:
                break
        self.finished = self._open(hypatia, euclid, "classic").name
        self._play(self.finished, 100, engine)
        engine.close()
        engine = open_engine("9")
        self.reviewed = self._open(euclid, hypatia, "classic").name
        self._play(self.reviewed, 100, engine, depth=6)
        engine.close()
        self._review(self.reviewed)

    def refuse(self, refusals: RefusedRequests) -> None:
        """Let a bot make typical mistakes."""
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

    def _review(self, match: str) -> None:
        room = self.server.registry.room(match)
        self.server.reviews.request(room)
        while (state := self.server.reviews.state(room)).status != "done":
            assert state.status != "failed", state.problem
            time.sleep(0.1)

    def _hold_knockout(self, engine: Engine) -> None:
        """Play a knockout to its end, and begin another."""
        service, clock = self.server.tournaments, ClockSetting.parse("none")
        for name, names, rounds in (
            ("Spring Knockout", EARLIER_NAMES[:4], 9),
            ("Summer Knockout", EARLIER_NAMES[4:], 2),
        ):
            wanted = Definition(name, clock=clock, boards=4, format=Knockout())
            self.knockout = service.registration.create(wanted, "")
            service.registration.add_players(self.knockout, names)
            service.start(self.knockout, "")
            for _ in range(rounds):
                for room in service.rooms(self.knockout):
                    self._play(room.name, 100, engine)
                service.run_pass()

    def _hold_tournament(self, engine: Engine) -> None:
        """Play half of a tournament, so that its tables have something to show."""
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

    def _play(self, match: str, plies: int, engine: Engine, depth: int = 2) -> None:
        room = self.server.registry.room(match)
        while not room.is_over:
            with room.reading() as held:
                seq, position, played = held.seq, held.position, held.game.ply_count
            if position.awaits_answer:
                room.wait(seq, 1)  # the oracle answers on its own thread
            elif played >= plies:
                return
            else:
                room.play(self._choose(position, played, engine, depth))

    def _choose(self, position: Position, played: int, engine: Engine, depth: int) -> Square:
        """Choose a move, in the opening at random, so that no two games are the same."""
        if played < _BY_LOT or position.variant.answers:
            return self._lot.choice(list(position.legal_moves.squares))
        found = engine.analyse(position, Limit(depth=depth)).move
        assert isinstance(found, Square)
        return found

    def begin_own_game(self, page: Page) -> None:
        """Let the person of a page play half a game."""
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
        """The paths to show, by names for the files."""
        return {
            "home": "/",
            "learn": "/learn",
            "lesson": "/learn/lesson/corners",
            "openings": "/learn/openings",
            "device": "/device",
            "wall": "/watch",
            "game": f"/game/{self.own}",
            "yesno": f"/game/{self.yesno}",
            "finished": f"/game/{self.finished}",
            "past": f"/game/{self.finished}#17",
            "play": "/play",
            "rules": "/rules",
            "bots": "/bots",
            "review": f"/game/{self.reviewed}",
            "games": "/games?whose=all",
            "player": f"/player/{self.bot}",
            "tournaments": "/tournaments",
            "tournament": f"/tournament/{self.knockout + 1}",
            "knockout": f"/tournament/{self.knockout}",
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
                shown.refuse(app.refused_requests)
            yield shown
        finally:
            app.announce_stop()
            server.should_exit = True
            thread.join()
            app.close()

"""The page shows what the rules say: random games, through the page's own scripts.

`OUTFLANK_SOAK=1 pytest tests/faces/web/page/test_page_equals_rules.py` looks at a thousand games.
"""

from __future__ import annotations

import os
import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from outflank.faces.web.wire.views.watch import board_view, seats_of
from outflank.rules import BLACK, WHITE, Position, SquareSet
from outflank.server.matches.live_room import LiveRoom
from support.browser import await_in
from support.server.live_server import LiveServer
from support.server.web_games import begin_pair

pytestmark = pytest.mark.system("chromium")

GAMES = 1000 if "OUTFLANK_SOAK" in os.environ else 3
FRESH = 25  # games after which the page is loaded again
SETTINGS = [
    ("classic", 8),
    ("yesno", 6),
    ("anti", 4),
    ("classic", 10),
    ("yesno", 8),
    ("anti", 6),
]
_OF_THE_LAST_MOVE = ("last move", "flipped", "flipped by the answer")

# Gives every state to the wall and to a large board, and reads back what they show; the record is
# put together from the server's events by the page itself.
_SHOW = """async ([match, seq, views]) => {
  const { MatchRecord } = await import("/static/page/game/match_record.js");
  const { Wall } = await import("/static/page/watch/match_wall.js");
  const record = new MatchRecord(match);
  await record.readUntil(seq);
  const place = document.createElement("div");
  const board = document.createElement("outflank-board");
  document.body.append(place, board);
  const wall = new Wall(place);
  wall.list([match]);
  const shown = views.map((view) => {
    wall.take(view);
    const turn = view.turn?.color ?? null;
    board.state = { size: view.size, cells: view.cells, turn, legal: view.legal, last: view.last };
    board.draw();
    const cells = [...board.shadowRoot.querySelectorAll("[role=gridcell]")];
    return {
      names: cells.map((cell) => cell.getAttribute("aria-label")),
      counts: [...place.querySelectorAll(".count")].map((one) => Number(one.textContent)),
    };
  });
  place.remove();
  board.remove();
  return { shown, cells: [record.start, ...record.plies.map((ply) => ply.cells)] };
}"""


def play_out(site: LiveServer, room: LiveRoom, lot: random.Random) -> tuple[list[Any], list[Any]]:
    """Play a random game; return the server's state of each position, and the positions."""
    views, positions = [], []
    while True:
        with room.reading() as match:
            seq, position = match.seq, match.position
            view = board_view(room.entry, match, seats_of(site.server.accounts, room))
        if position.awaits_answer and not room.is_over:
            assert room.wait(seq, 60)
            continue
        views.append({**msgspec.to_builtins(view), "spectators": 0, "now": 0})
        positions.append(position)
        if room.is_over:
            return views, positions
        room.play(lot.choice(list(position.legal_moves.squares)))


def names_of(position: Position) -> list[str]:
    """Return the name of each square for screen readers, without the last move."""
    squares = () if position.is_over else position.legal_moves.squares
    names = []
    for square in SquareSet.all(position.size):
        disc = position.board.disc_at(square)
        words = [str(square), "empty" if disc is None else str(disc)]
        if square in squares:
            words += ["legal", f"flips {len(position.place(square).turned)}"]
        names.append(", ".join(words))
    return names


@pytest.mark.parametrize("first", range(0, GAMES, FRESH))
def test_the_page_shows_what_the_rules_say(site: LiveServer, page: Page, first: int) -> None:
    page.goto(f"{site.url}/bots")
    for seed in range(first, min(first + FRESH, GAMES)):
        variant, size = SETTINGS[seed % len(SETTINGS)]
        room = begin_pair(site.server, variant=variant, size=size).room
        views, positions = play_out(site, room, random.Random(seed))
        found = await_in(page, _SHOW, [room.name, room.seq, views])
        with room.reading() as match:
            game = match.game
        boards = [str(game.start.board), *(str(ply.position.board) for ply in game.plies)]
        assert found["cells"] == boards, seed
        for at, (position, shown) in enumerate(zip(positions, found["shown"], strict=True)):
            counts = [position.board.count(color) for color in (BLACK, WHITE)]
            assert shown["counts"] == counts, (seed, at)
            heard = [_without_last(name) for name in shown["names"]]
            assert heard == names_of(position), (seed, at)


def _without_last(name: str) -> str:
    return ", ".join(word for word in name.split(", ") if word not in _OF_THE_LAST_MOVE)

"""The page of the board component: everything that it can draw, and a game to play."""

from __future__ import annotations

import random
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from outflank.drawing import skins, themes
from outflank.drawing.skins import skin_of
from outflank.errors import NotationError
from outflank.faces.web.pages.board_states import board_state
from outflank.faces.web.pages.page_rendering import TEMPLATES, shared_values
from outflank.faces.web.pages.page_texts import page_texts
from outflank.rules import PASS, SIZES, Game, Square, find_variant, variants
from outflank.texts import Text, catalogue

__all__ = ["board_demo", "board_demo_state"]

_MOST_LETTERS = 3 * 16 * 16  # in the moves of the longest game
_OPENING = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5"
_ODDS = {"yes": 45, "no": 45, "maybe": 10}


def board_demo(request: Request) -> Response:
    """Show the page itself."""
    texts = page_texts(catalogue())
    known_skins = texts["appearance"]["skins"]
    known_themes = texts["appearance"]["themes"] | texts["board_demo"]["more_themes"]
    values = shared_values() | {
        "sizes": SIZES,
        "variants": variants(),
        "skin_of": skin_of,
        "skins": {one.name: known_skins.get(one.name, one.title) for one in skins()},
        "themes": {one.name: known_themes.get(one.name, one.title) for one in themes()},
        "shown": _examples(),
        "path": "/board-demo",
        "me": None,
    }
    return TEMPLATES.TemplateResponse(request, "board_demo.html", values)


def board_demo_state(request: Request) -> Response:
    """Return the state of the board after some moves."""
    asked = request.query_params
    size, moves = asked.get("size", "8"), asked.get("moves", "")
    if size not in map(str, SIZES) or len(moves) > _MOST_LETTERS:
        raise NotationError(Text("errors.web.demonstration_too_large"))
    shown = _played(int(size), asked.get("variant", "classic"), moves)
    return JSONResponse(shown, headers={"Cache-Control": "public, max-age=3600"})


def _played(size: int, variant: str, moves: str) -> dict[str, Any]:
    """Return the state after some moves, and the page's sentence about it."""
    game = Game(size=size, variant=find_variant(variant))
    last, answer, passed = None, None, False
    _draw_answer(game)
    for name in re.findall(r"[a-p]\d{1,2}", moves):
        square = Square.parse(name)
        last, answer = game.position.place(square), game.position.answer
        game.push(square)
        _draw_answer(game)
        passed = game.position.must_pass
        if passed:
            game.push(PASS)
            _draw_answer(game)
    shown = board_state(game.position, last)
    if shown["last"] and answer:
        shown["last"]["answer"] = str(answer)
    black, white = (str(game.position.board).count(sign) for sign in "XO")
    status = {"passed": passed, "over": game.is_over, "black": black, "white": white}
    return {"state": shown, **status}


def _draw_answer(game: Game) -> None:
    """Draw the answer of a turn, which is the same in every replay."""
    if game.position.awaits_answer:
        drawn = random.Random(game.ply_count).choices(list(_ODDS), list(_ODDS.values()))
        game.hear(drawn[0])


def _examples() -> dict[str, dict[str, Any]]:
    """Return the states of the example boards by caption."""
    opening = _played(8, "classic", _OPENING)["state"]
    legal = list(opening["legal"])
    values = zip(legal, (4, 2, -1, -3, -6, 0, -12, 1), strict=False)
    sources = ("exact", "book", "selective", "expected")
    texts = {
        name: {
            "text": f"{value:+}" if value else "0",
            "strong": value == 4,
            "tone": "good" if value > 0 else "bad" if value < 0 else "even",
            "source": sources[index] if index < len(sources) else "",
        }
        for index, (name, value) in enumerate(values)
    }
    numbers = re.findall(r"[a-h]\d", _OPENING)
    marks = {"ring": ["c3"], "frame": ["e6"], "cross": ["g7"], "stable": ["d3", "c5"]}
    bare = {**opening, "legal": {}}
    return {
        "last": opening,
        "evaluations": {**opening, "texts": texts},
        "marks": {**bare, "marks": marks, "arrows": [["e6", "c4"], ["g7", "g2"]]},
        "order": {
            **bare,
            "texts": {name: str(index) for index, name in enumerate(numbers, start=1)},
        },
        "planned": {**bare, "premove": legal[0]},
        "rotated": {**opening, "orientation": 180},
    }

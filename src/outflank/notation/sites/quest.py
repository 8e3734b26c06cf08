"""Othello Quest's JSON: players with ratings, and moves with the time that each took."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from outflank.errors import NotationError
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.json_values import Value, is_json_with, join_list, split_list
from outflank.notation.lines.given_moves import at_once, game_of_names
from outflank.notation.numbers import parse_number, require_seconds
from outflank.notation.source_text import Passage
from outflank.notation.transcript import play
from outflank.rules import PASS, Classic, Game, Ply, parse_move
from outflank.rules.game_tree import given_plies, note_all
from outflank.rules.tree import Note
from outflank.texts import Text

__all__ = ["FORMAT"]

_SIGNATURE: Final = re.compile(r'"(?:gtype|tcb)"\s*:|"position"\s*:\s*\{\s*"')
_TYPE: Final = "reversi"
_PASSES: Final = ("", "-", "--", "pass", "pa", "ps", "@@")
_SHORT_PASSES: Final = ("", "-")
_LONGEST: Final = 1e15  # milliseconds
_SIDES: Final = ("black", "white")
_CLOCK: Final = re.compile(r"(0|[1-9][0-9]{0,4}):([0-5][0-9])", re.ASCII)
_RATING: Final = re.compile(
    r"0|[1-9][0-9]{0,4}(?:\.[0-9]?[1-9])?"
)  # a number that reads back the same
_ANYTHING: Final = re.compile(r".+", re.DOTALL)


def recognises(text: str) -> bool:
    """Return whether this is JSON with a type of game, or with a position that has moves."""
    return is_json_with(_SIGNATURE, text)


# Reading


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game; the players stand in the order of their colours, black first."""
    record = Value.parse(passage)
    kind = record.get("gtype")
    if kind is not None and not kind.text().lower().startswith(_TYPE):
        raise kind.error(Text("errors.notation.not_othello", game=repr(kind.text()[:20])))
    game = at_once(_read_line, record, assumed) or _read_moves(record, assumed)
    game.headers = _headers(record)
    return game


def _read_line(record: Value, assumed: Assumptions) -> Game | None:
    """Read moves that are written as usual; return None for any others."""
    entries = [
        entry
        for entry in record.need("position").need("moves").elements()
        if not isinstance(entry, dict) or entry.get("m") is not None
    ]
    if not all(isinstance(entry, dict) for entry in entries):
        return None
    names = ["--" if entry["m"] in _SHORT_PASSES else entry["m"] for entry in entries]
    game = game_of_names(names, assumed.variant.start())
    if game is None:
        return None
    notes = {}
    for ply, entry in zip(given_plies(game), entries, strict=True):
        time = entry.get("t")
        if time is not None:
            if isinstance(time, bool) or not isinstance(time, int | float) or not time < _LONGEST:
                return None
            notes[ply] = Note(seconds=require_seconds(time / 1000))
    if notes:
        note_all(game, notes)
    return game


def _read_moves(record: Value, assumed: Assumptions) -> Game:
    """Read the moves one by one."""
    game = Game(assumed.variant.start())
    for entry in record.need("position").need("moves").items():
        name, time = entry.get("m"), entry.get("t")
        if name is None:
            continue  # an entry without a move says how the game ended
        with name.blamed():
            played = game.ply_count
            play(game, PASS if name.text().lower() in _PASSES else parse_move(name.text()))
        if game.ply_count > played and time is not None:
            with time.blamed():
                game.plies[-1].seconds = require_seconds(time.number() / 1000)
    return game


def _headers(record: Value) -> dict[str, str]:
    headers: dict[str, str] = {}
    players = record.get("players")
    for side, player in zip(_SIDES, players.items() if players else (), strict=False):
        name, rating = player.get("name") or player.get("id"), player.get("oldR")
        if name is not None:
            headers[side] = name.text()
        if rating is not None:
            headers[f"{side}_rating"] = str(parse_number(str(rating.number())))
    if created := record.get("created"):
        headers["date"] = created.text()
    if clock := record.get("tcb"):
        minutes, seconds = divmod(round(clock.number() / 1000), 60)
        headers["time"] = f"{minutes}:{seconds:02}"
    return {name: value for name, value in headers.items() if value}


# Writing


def write_game(game: Game) -> str:
    """Write one game on one line."""
    _require_usual_start(game)
    headers = game.headers
    record: dict[str, Any] = {"gtype": f"{_TYPE}1"}
    record["players"] = [_player(headers, side) for side in _SIDES]
    record["position"] = {"moves": [_entry(ply) for ply in game.mainline()]}
    if clock := _CLOCK.fullmatch(headers.get("time", "")):
        record["tcb"] = (int(clock[1]) * 60 + int(clock[2])) * 1000
    if headers.get("date"):
        record["created"] = headers["date"]
    record["finished"] = game.root.last().position.is_over
    return json.dumps(record)


def _require_usual_start(game: Game) -> None:
    if game.start != game.start.variant.start():
        raise NotationError(Text("errors.notation.quest_start"))


def _player(headers: dict[str, str], side: str) -> dict[str, Any]:
    player: dict[str, Any] = {"name": headers[side]} if headers.get(side) else {}
    if _RATING.fullmatch(rating := headers.get(f"{side}_rating", "")):
        player["oldR"] = parse_number(rating)
    return player


def _entry(ply: Ply) -> dict[str, Any]:
    entry: dict[str, Any] = {"m": "-" if ply.move is PASS else str(ply.move)}
    return entry if ply.seconds is None else entry | {"t": _milliseconds(ply.seconds)}


def _milliseconds(seconds: float) -> int:
    require_seconds(seconds * 1000)
    return round(seconds * 1000)


def reduce_game(game: Game) -> Game:
    """Return the main line as classic Othello, with names, ratings, date, clock and times."""
    _require_usual_start(game)
    reduced = Game(Classic().start())
    kept = {"date": _ANYTHING, "time": _CLOCK}
    for side in _SIDES:
        kept |= {side: _ANYTHING, f"{side}_rating": _RATING}
    reduced.headers = {
        name: value
        for name, value in game.headers.items()
        if name in kept and kept[name].fullmatch(value)
    }
    for ply in game.mainline():
        copy = reduced.push(ply.move)
        if ply.seconds is not None:
            copy.seconds = _milliseconds(ply.seconds) / 1000
    return reduced


FORMAT = Format(
    name="quest",
    title="Othello Quest's JSON",
    extensions=(),
    holds=Game,
    carries=frozenset({Carries.HEADERS, Carries.MOVES, Carries.TIMES}),
    signs='JSON with "gtype" and the moves of a "position"',
    recognises=recognises,
    split=split_list,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
    join=join_list,
)

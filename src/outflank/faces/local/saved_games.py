"""Games that the user saved to files: a game record that also contains the match's events."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from outflank.errors import JournalError
from outflank.notation import read, write
from outflank.play.codec import VERSION, decode_event, encode_event
from outflank.play.events import Event
from outflank.play.journal import read_journal
from outflank.play.match import Match
from outflank.play.record import record
from outflank.play.replay import replay_match
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE, Game, Square

__all__ = ["events_of", "load", "parse", "save"]


def save(events: Sequence[Event], path: Path) -> None:
    """Write a match as our JSON: other readers find the game, `load` the whole match."""
    document = json.loads(write(record(Match.restore(events)), format="json"))
    document["match"] = {"version": VERSION, "events": [encode_event(event) for event in events]}
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise JournalError(f"{path} cannot be written: {error.strerror}") from None


def load(path: Path) -> list[Event]:
    """Return the events of a saved match, or of any other game file."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from None
    return parse(text, path)


def parse(text: bytes, path: Path | None = None) -> list[Event]:
    """Return the events of a saved match, or of a game or position in any notation.

    The path, if given, names the source in errors and helps to recognise the notation.
    """
    if text.startswith(b'{"outflank": "match"'):
        return list(replay_match(read_journal(text, str(path or "the record"))).events)
    events = _saved_events(text)
    if events is None:
        return events_of(read(path or text, errors="raise").game)
    return list(replay_match(events).events)


def _saved_events(text: bytes) -> list[Event] | None:
    try:
        saved = json.loads(text)["match"]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(saved, dict) or not isinstance(saved.get("version"), int):
        raise JournalError("the saved match does not say its version")
    if saved["version"] > VERSION:
        raise JournalError(
            f"the match was saved by a newer Outflank (version {saved['version']}, not {VERSION})"
        )
    events = saved.get("events")
    if not isinstance(events, list):
        raise JournalError("the saved match has no list of events")
    return [decode_event(event) for event in events]


def events_of(game: Game, players: tuple[Player, Player] | None = None) -> list[Event]:
    """Return the events of a match with the moves of a recorded game, by default for its people."""
    game.to_end()
    black, white = players or (
        Player(game.headers.get(str(color)) or f"Player {number}")
        for number, color in enumerate((BLACK, WHITE), 1)
    )
    start = replace(game.start, answer=None)  # the match takes it as its first event
    match = Match.start(Setup(players=(black, white), start=start))
    for ply in game.plies:
        if ply.answer is not None:
            match.hear(ply.answer, at=0, local=True)
        if isinstance(ply.move, Square):  # a match passes automatically
            match.play(ply.move, at=0)
    if game.position.answer is not None:
        match.hear(game.position.answer, at=0, local=True)
    if (outcome := game.outcome()) is not None and match.outcome is None:
        match.adjudicate(outcome.winner, outcome.reason, at=0)
    return list(match.events)

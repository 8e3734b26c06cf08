"""Game files: our JSON, which also holds the match's events, and every other notation."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from outflank.errors import JournalError
from outflank.notation import read, read_file, write
from outflank.play.codec import VERSION, decode_event, encode_event
from outflank.play.events import Event
from outflank.play.journal import move_file, read_journal
from outflank.play.match import Match
from outflank.play.record import record
from outflank.play.replay import replay_match
from outflank.play.setup import Player, Setup
from outflank.rules import BLACK, WHITE, Game, Square
from outflank.texts import Text

__all__ = ["events_of", "load", "parse", "pasted", "save", "saved_lines"]


def save(events: Sequence[Event], path: Path, *, overwrite: bool = False) -> None:
    """Write a match as our JSON: any reader finds the game in it, `load` the whole match.

    The file is written completely or not at all; an existing file stays unless `overwrite`.
    """
    document = json.loads(write(record(Match.restore(events)), format="json"))
    document["match"] = {"version": VERSION, "events": [encode_event(event) for event in events]}
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(json.dumps(document, indent=1) + "\n")
            file.flush()
            os.fsync(file.fileno())
        if overwrite:
            new.replace(path)
        else:
            move_file(new, path)
    except OSError as error:
        raise JournalError(
            Text("errors.local.unwritable_file", path=path, reason=error.strerror)
        ) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def load(path: Path, setup: Setup | None = None) -> list[Event]:
    """Return the events of a saved match, or of any other game file."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise JournalError(
            Text("errors.local.unreadable_file", path=path, reason=error.strerror)
        ) from None
    return parse(text, path, setup)


def parse(text: bytes, path: Path | None = None, setup: Setup | None = None) -> list[Event]:
    """Return the events of a saved match, or of a game or position in any notation.

    The path, if given, names the source in errors and helps to recognise the notation. The setup
    provides the clock and the scoring of a game that is not a saved match.
    """
    if text.startswith(b'{"outflank": "match"'):
        return list(replay_match(read_journal(text, str(path or "the record"))).events)
    lines = saved_lines(text)
    if lines is not None:
        return list(replay_match([decode_event(line) for line in lines]).events)
    reading = read_file(path, errors="raise") if path else read(text, errors="raise")
    game = reading.game
    return events_of(game, replace(setup or Setup(), players=_players(game), black=1))


def pasted(text: str, setup: Setup) -> list[Event]:
    """Return the events of a match that continues from pasted moves or a pasted board.

    Players, clock and scoring come from the setup, even if the text has its own.
    """
    return events_of(Match.restore(parse(text.encode())).game, setup)


def saved_lines(text: bytes) -> list[dict[str, Any]] | None:
    """Return the encoded events in the text of a saved match; None for any other text."""
    try:
        saved = json.loads(text)["match"]
    except (ValueError, KeyError, TypeError):
        return None
    if not isinstance(saved, dict) or not isinstance(saved.get("version"), int):
        raise JournalError(Text("errors.local.no_version"))
    if saved["version"] > VERSION:
        raise JournalError(Text("errors.local.newer_save", saved=saved["version"], version=VERSION))
    events = saved.get("events")
    if not isinstance(events, list) or not all(
        isinstance(event, dict) and isinstance(event.get("event"), str) for event in events
    ):
        raise JournalError(Text("errors.local.no_events"))
    return events


def events_of(game: Game, setup: Setup) -> list[Event]:
    """Return the events of a match with a setup's rules and the moves of a recorded game."""
    game.to_end()
    # Each move takes as long as the increment, so that the clocks keep their initial time.
    at, clock = 0, setup.clock
    usual = min([clock.increment, *filter(None, (clock.total, clock.per_move))])
    start = replace(game.start, answer=None)  # `hear` below repeats the answer as an event
    match = Match.start(replace(setup, start=start, by_lot=False))
    for ply in game.plies:
        if ply.answer is not None:
            match.hear(ply.answer, at=at, local=True)
        if isinstance(ply.move, Square):  # a match passes automatically
            at += usual
            match.play(ply.move, at=at)
    if game.position.answer is not None:
        match.hear(game.position.answer, at=at, local=True)
    if (outcome := game.outcome) is not None and match.outcome is None:
        match.adjudicate(outcome.winner, outcome.reason, at=at)
    return list(match.events)


def _players(game: Game) -> tuple[Player, Player]:
    """Return the players named in a record, as people, black first."""
    black, white = (
        Player(game.headers.get(str(color)) or f"Player {number}")
        for number, color in enumerate((BLACK, WHITE), 1)
    )
    return black, white

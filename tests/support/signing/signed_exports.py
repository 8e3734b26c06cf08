"""Signed exports for tests, and all ways to change one thing in them."""

from __future__ import annotations

import copy
import functools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from outflank.rules import BLACK
from outflank.store.signing.keys import PublicKey
from support.server.competition_server import HandClock, begin, first_move
from support.server.tournament_server import begin_cup, by_hand, play_all

__all__ = ["SignedExports", "changed", "play_and_resign", "signed_exports"]


class SignedExports(NamedTuple):
    """A game, a tournament and the audit log of a server, and its public key."""

    game: dict[str, Any]
    tournament: dict[str, Any]
    audit: dict[str, Any]
    key: PublicKey


def play_and_resign(server: Any, moves: int = 4, *, size: int = 4) -> str:
    """Play some moves of a game that black then resigns; return its name."""
    room = begin(server, "5+3", size=size)
    for _ in range(moves):
        turn, square = first_move(room)
        room.play(square, turn=turn)
    room.resign(BLACK)
    return str(room.name)


@functools.cache
def signed_exports() -> SignedExports:
    """Return exports that a server has signed; change only copies of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = by_hand(Path(folder), HandClock())
        try:
            game = server.record_of(play_and_resign(server))
            number = begin_cup(server, ("Ann", "Bob", "Cid"))
            server.tournaments.adjudicate(number, 3, "draw", actor="tests")
            play_all(server, number)
            tournament = server.export_tournament(number)
            assert server.signer.key is not None
            audit = server.signer.signed_audit()
            sent = json.loads(json.dumps([game, tournament, audit]))
            return SignedExports(sent[0], sent[1], sent[2], server.signer.key.public)
        finally:
            server.close()


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value in a document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in pairs:
            yield from _places(inner, (*path, name))


@st.composite
def changed(draw: st.DrawFn, document: dict[str, Any]) -> dict[str, Any]:
    """Draw a copy of a document with one thing changed, removed, doubled or added."""
    changed = copy.deepcopy(document)
    *way, last = draw(st.sampled_from(list(_places(document))))
    holder: Any = changed
    for name in way:
        holder = holder[name]
    value = holder[last]
    acts = ["remove", "replace"]
    acts += ["double"] if isinstance(holder, list) else ["add"]
    act = draw(st.sampled_from(acts))
    if act == "remove":
        del holder[last]
    elif act == "double":
        holder.insert(last, copy.deepcopy(value))
    elif act == "add":
        holder[f"{last}+"] = copy.deepcopy(value)
    else:
        holder[last] = draw(_others(value))
    return changed


def _others(value: Any) -> st.SearchStrategy[Any]:
    """Return values that somebody might put in place of a value."""
    others: list[st.SearchStrategy[Any]] = [
        st.sampled_from([None, True, False, 0, 1, 1.0, "", "0", [], {}]),
        st.integers(-1000, 2**40),
    ]
    if isinstance(value, str) and value:
        at = st.integers(0, len(value) - 1)
        sign = st.sampled_from('0123456789abcdefABZ=+/ "ü')
        others.append(st.builds(lambda here, new: value[:here] + new + value[here + 1 :], at, sign))
    elif isinstance(value, int) and not isinstance(value, bool):
        others.append(st.sampled_from([value + 1, value - 1, float(value), -value]))
    return st.one_of(others).filter(lambda other: json.dumps(other) != json.dumps(value))

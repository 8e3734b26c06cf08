"""Whole dialogues in every protocol, line by line as they are written down in `dialogues`."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.engine.speaking import PROTOCOLS, recognise
from support.speaking import Peer, ProcessPeer, read_dialogue

DIALOGUES = Path(__file__).with_name("dialogues")


def hold(path: Path, send: Callable[[str], None], line: Callable[[], str | None]) -> None:
    """Say one side of a dialogue and compare the other; answers end before the next is said."""
    for said, patterns in read_dialogue(path):
        send(said)
        for pattern in patterns:
            heard = line()
            assert heard is not None, said
            assert re.fullmatch(pattern, heard.rstrip()), (said, pattern, heard)


def test_there_is_a_dialogue_in_every_protocol() -> None:
    assert {path.stem for path in DIALOGUES.glob("*.txt")} == set(PROTOCOLS)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_dialogue_is_held_to_the_letter(protocol: str) -> None:
    peer = Peer("greedy")
    hold(DIALOGUES / f"{protocol}.txt", peer.send, peer.line)
    assert peer.rest() == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_command_holds_the_same_dialogue(protocol: str) -> None:
    peer = ProcessPeer("--engine", "greedy", "--seed", "1")
    hold(DIALOGUES / f"{protocol}.txt", peer.send, peer.line)
    assert peer.line() is None  # it ends at `quit`, with its input still open
    assert peer.end() == (0, "")


@pytest.mark.parametrize(
    ("line", "protocol"),
    [
        ("nboard 2", "nboard"),
        ("nboard 1", "nboard"),
        ("uci", "uci"),
        ("ugi", "ugi"),
        ("ENGINE-PROTOCOL init", "cassio"),
        ("protocol_version", "gtp"),
        ("1 name", "gtp"),
        ("usi", "gtp"),
        ("\ufffd\ufffd", "gtp"),
    ],
)
def test_the_first_line_tells_the_protocol(line: str, protocol: str) -> None:
    assert recognise(line) == protocol

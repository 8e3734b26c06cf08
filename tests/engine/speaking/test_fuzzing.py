"""A peer that sends anything: broken, endless, random or no lines; the engine goes on."""

import random
import re
from pathlib import Path
from typing import ClassVar

import pytest

from outflank.engine.protocols import SPOKEN_PROTOCOLS
from outflank.engine.speaking import PROTOCOLS
from outflank.engine.speaking.lines import LONGEST_LINE, LineReader
from support.speaking import piped, read_dialogue

DIALOGUES = Path(__file__).with_name("dialogues")
# A question after everything, its answer, and what lines look like.
LAST = {
    "nboard": ("ping 4711", "pong 4711"),
    "gtp": ("4711 protocol_version", "=4711 2"),
    "uci": ("isready", "readyok"),
    "ugi": ("isready", "readyok"),
    "cassio": ("ENGINE-PROTOCOL get-version", "version: Outflank random .*"),
}
SAID = {
    "nboard": r"status.*|set myname .*|search .*|=== .*|pong.*|learned|analysis .*|nodestats .*",
    "gtp": r"[=?][0-9]* ?.*|.+|",
    "uci": r"id .*|option .*|uciok|readyok|info .*|bestmove .*|[Pa-h].*: [0-9]+|Nodes .*|",
    "ugi": r"id .*|option .*|ugiok|readyok|info .*|bestmove .*|response .*|.*: [0-9]+|Nodes .*|",
    "cassio": r"ready\.|ok\.|version: .*|ERROR: .*|node .*|[-XO]{64}[XO], move .*",
}
ENDS = re.compile(r"(ENGINE-PROTOCOL )?quit", re.IGNORECASE)
ROUNDS = 300


def first_line(protocol: str) -> str:
    """Return a line that begins a conversation; in GTP any command does."""
    return SPOKEN_PROTOCOLS[protocol].first_word or "name"


def broken(lines: list[str], rng: random.Random) -> bytes:
    """Return a line of the protocol, usually with something wrong."""
    line = rng.choice(lines)
    words = line.split(" ")
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(40)).replace(b"\n", b"")
        case 1:
            return line[: rng.randrange(len(line) + 1)].encode()
        case 2:
            rng.shuffle(words)
            return " ".join(words).encode()
        case 3:
            words[rng.randrange(len(words))] = rng.choice(["-1", "9" * 30, "nan", "é", "a1", "\0"])
            return " ".join(words).encode()
        case 4:
            at = rng.randrange(len(line) + 1)
            return line[:at].encode() + rng.randbytes(3).replace(b"\n", b"") + line[at:].encode()
        case 5:
            return b"\0\t" + line.encode() + b"\r"
        case _:
            return line.encode()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_peer_that_sends_anything_is_survived(protocol: str) -> None:
    rng = random.Random(f"speaking {protocol}")
    lines = [
        said for said, _ in read_dialogue(DIALOGUES / f"{protocol}.txt") if "perft" not in said
    ]
    lines = [line for line in lines if not ENDS.search(line)]
    sent = [first_line(protocol).encode()]
    sent += [broken(lines, rng) for _ in range(ROUNDS)]
    sent = [line for line in sent if not ENDS.search(line.decode(errors="replace"))]
    question, answer = LAST[protocol]
    said = piped(b"\n".join([*sent, question.encode()]), "random", protocol=protocol)
    assert any(re.fullmatch(answer, line) for line in said[-3:])
    assert [line for line in said if not re.fullmatch(SAID[protocol], line)] == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_line_of_ten_megabytes_is_refused_and_the_next_one_heard(protocol: str) -> None:
    first, (question, answer) = first_line(protocol), LAST[protocol]
    said = piped(f"{first}\n{'x' * 10_000_000}\n{question}", "random", protocol=protocol)
    assert any(re.fullmatch(answer, line) for line in said[-3:])
    assert any(f"more than {LONGEST_LINE:,} bytes" in line for line in said)


@pytest.mark.parametrize("protocol", [*PROTOCOLS, None])
@pytest.mark.parametrize("sent", [b"", b"\n\n", b"\0", b"\xff\xfe\n", b"half a li"])
def test_silence_and_scraps_end_with_the_input(protocol: str | None, sent: bytes) -> None:
    said = piped(sent, "random", protocol=protocol)
    assert len(said) <= 4


def test_a_stream_that_has_nothing_yet_or_breaks_is_survived() -> None:
    class Stream:
        answers: ClassVar[list[bytes | None]] = [None, b"uci", None, b"\nisready\n"]

        def read(self, _: int, /) -> bytes | None:
            if not self.answers:
                raise OSError("gone")
            return self.answers.pop(0)

    reader = LineReader(Stream())
    assert [reader.next().text for _ in range(2)] == ["uci", "isready"]
    assert reader.next().is_end


def test_thousands_of_lines_at_once_are_answered_in_order() -> None:
    said = piped("".join(f"{number} protocol_version\n" for number in range(12_000)), "random")
    assert said[::2] == [f"={number} 2" for number in range(12_000)]

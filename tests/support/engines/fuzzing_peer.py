"""A program that follows its protocol, or breaks it in ways drawn from a seed.

    python fuzzing_peer.py PROTOCOL SEED [HOW OFTEN]

It needs only the standard library, so that it starts quickly.
"""

import os
import random
import sys
import time

WORDS = [
    "=",
    "?",
    "=1",
    "pong",
    "ready.",
    "readyok",
    "bestmove",
    "info",
    "search",
    "===",
    "f5",
    "a1",
]
GOOD = {
    "cassio": {
        "get-version": ["version: fuzz 1", "ready."],
        "search": ["nonsense", "ready."],
        "": ["ready."],
    },
    "nboard": {"ping": ["pong {last}"], "go": ["search F5 1 0 3", "=== f5/1/0.1"], "set": []},
    "plain": {"": ["f5"]},
    "uci": {
        "uci": ["id name fuzz", "uciok"],
        "isready": ["readyok"],
        "go": ["info depth 1 pv P@f4", "bestmove P@f4"],
        "": [],
    },
    "ugi": {
        "ugi": ["ugiok"],
        "isready": ["readyok"],
        "go": ["info depth 1 pv f5", "bestmove f5"],
        "": [],
    },
}


class Fuzzer:
    """Answers lines, well or badly."""

    def __init__(self, protocol: str, seed: str, often: float) -> None:
        self.protocol, self.often = protocol, often
        self.dice = random.Random(f"{protocol} {seed}")

    def good(self, line: str) -> list[str]:
        words = line.split() or [""]
        if self.protocol == "gtp":
            text = {"list_commands": "play\ngenmove", "genmove": "f5"}.get(words[1], "")
            return [f"={words[0]} {text}", ""]
        table = GOOD[self.protocol]
        kind = next((kind for kind in table if kind and kind in line), "")
        return [text.format(last=words[-1]) for text in table.get(kind, [])]

    def answer(self, line: str) -> None:
        if self.dice.random() >= self.often:
            self.say("".join(f"{text}\n" for text in self.good(line)))
            return
        getattr(self, self.dice.choice(WAYS))(line)

    def say(self, text: str) -> None:
        os.write(1, text.encode())

    def garbage(self, _: str) -> None:
        os.write(1, self.dice.randbytes(self.dice.randrange(2_000)) + b"\n")

    def random_words(self, _: str) -> None:
        for _number in range(self.dice.randrange(1, 20)):
            words = self.dice.choices(WORDS, k=self.dice.randrange(6))
            self.say(" ".join(words) + self.dice.choice(["\n", "\r\n", "\n\n"]))

    def half_a_line(self, line: str) -> None:
        whole = "\n".join(self.good(line))
        self.say(whole[: len(whole) // 2])

    def long_line(self, line: str) -> None:
        part = b"x" * 1_000_000
        for _ in range(10):
            write(part)
        self.say("\n" + "".join(f"{text}\n" for text in self.good(line)))

    def endless_line(self, _: str) -> None:
        part = b"y" * 100_000
        while True:
            write(part)

    def endless_lines(self, _: str) -> None:
        part = b"info string hello\n" * 1_000
        while True:
            write(part)

    def silence(self, _: str) -> None:
        time.sleep(600)

    def close_output(self, _: str) -> None:
        os.close(1)
        time.sleep(600)

    def end(self, _: str) -> None:
        print("out of memory", file=sys.stderr)
        os._exit(self.dice.randrange(4))

    def twice(self, line: str) -> None:
        self.say("".join(f"{text}\n" for text in self.good(line) * 2))


WAYS = [
    name
    for name in vars(Fuzzer)
    if not name.startswith("_") and name not in ("good", "answer", "say")
]


def write(part: bytes) -> None:
    """Write the whole text; if the reader is gone, end the program."""
    while part:
        part = part[os.write(1, part) :]


def main() -> None:
    often = float(sys.argv[3]) if len(sys.argv) > 3 else 0.3
    fuzzer = Fuzzer(sys.argv[1], sys.argv[2], often)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        fuzzer.answer(line.rstrip("\n"))


if __name__ == "__main__":
    main()

"""Give every reader broken texts, and fail on any error that is not our own.

    python tools/fuzz_readers.py --count 100000

Each text is made from a good one by cutting, doubling, swapping and inserting parts, and goes
to `read` or to the reader of one notation; one in eight is a file of a binary notation. Ctrl-C
stops and prints how far it came; `--seed` repeats a run.
"""

from __future__ import annotations

import argparse
import io
import itertools
import random
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from outflank import SIZES, OutflankError
from outflank.notation import BinaryFormat, binary_formats, find_any_format, formats, read, write
from support.notation_samples import BINARY_SAMPLES, SAMPLES, random_game, random_start

PIECES = [
    *"[](){};:,.%/\"'\\-+*@XO0159abfpW \n\t\r\0",
    *["(;", ";)", "B[", "W[f6]", "pa", "--", "f5", "a10", "1.", "1-0", "BO[8 ", "TY[88]", "RE["],
    *["│", "●", "[X]", "| . |", "a b c d", "white to move", "\x1b[1m", "/", "a/b.ggf"],
    *['"after": 1', '"move": "d6"', "null", "1e999", "\ud800", "\ufeff", "é", "½", "-" * 64],
]
BROKEN_EACH = 16  # texts made from one good text, because making good texts takes longest
LONGEST = 20_000  # characters, so that repeated doubling stops
SLOW = 10.0  # processor seconds for one text that count as a hang


def good_text(rng: random.Random) -> str:
    """Return a text that can be read: a sample, or a random game in a random notation."""
    if rng.random() < 0.7:
        return rng.choice(list(SAMPLES.values()))
    start = random_start(rng, rng.choice(["classic", "anti", "yesno"]), rng.choice(SIZES))
    games = [random_game(rng, start, rng.randint(0, 12), ["", "a ] b", "é"]) for _ in range(2)]
    try:
        return write(games, format=rng.choice(formats()))
    except OutflankError:  # not every notation can hold every game
        return write(games, format="json")


def break_text(rng: random.Random, text: str) -> str:
    """Change a few places of a text."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice([0, 0, 1, 2, 5, 30]))
        new = rng.choice(
            [
                rng.choice(PIECES),
                "",
                text[start:end] * rng.choice([2, 2, 50]),
                text[end:start:-1],
                chr(rng.randint(0, 0x2FF)),
                rng.choice(PIECES) * rng.choice([1, 3, 500]),
            ]
        )
        text = (text[:start] + new + text[end:])[:LONGEST]
    return text


def break_bytes(rng: random.Random, data: bytes) -> bytes:
    """Change a few places of a binary file."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        start = rng.randint(0, len(changed))
        end = min(len(changed), start + rng.choice([0, 1, 1, 2, 8, 68]))
        part = bytes(changed[start:end])
        new = [rng.randbytes(end - start), b"", part * 2, b"\0" * (end - start), b"\xff" * 4]
        changed[start:end] = rng.choice(new)
    return bytes(changed)


def broken_inputs(rng: random.Random) -> Iterator[tuple[str | bytes, str | None]]:
    """Yield broken texts and files for ever, each with the notation to read it as."""
    while True:
        if rng.random() < 1 / 8:
            kind = rng.choice(list(BINARY_SAMPLES))
            for _ in range(BROKEN_EACH):
                name = rng.choice([None, kind, rng.choice(binary_formats()).name])
                yield break_bytes(rng, BINARY_SAMPLES[kind]), name
            continue
        good = good_text(rng)
        for _ in range(BROKEN_EACH):
            text = break_text(rng, good)
            name = rng.choice([None, rng.choice(formats()).name])
            if rng.random() < 0.1:
                data = text.encode("utf-8", "surrogatepass")
                yield data + rng.choice([b"", b"\xe9"]), name
            else:
                yield text, name


def failure_of(text: str | bytes, name: str | None) -> str | None:
    """Return what went wrong when a text was read, None if nothing did."""
    began = time.process_time()
    try:
        reading = read(text, format=name)
        notation = find_any_format(reading.format)
        write(
            reading, io.BytesIO() if isinstance(notation, BinaryFormat) else None, format=notation
        )
    except OutflankError:
        pass
    except Exception:
        return traceback.format_exc()
    taken = time.process_time() - began
    return f"it took {taken:.0f} seconds" if taken > SLOW else None


def fuzz(count: int, seed: int) -> int:
    """Read `count` texts, show the progress, and return an exit code."""
    rng = random.Random(seed)
    shows = sys.stderr.isatty()
    done = 0
    try:
        for done, (text, name) in enumerate(itertools.islice(broken_inputs(rng), count)):
            if failure := failure_of(text, name):
                print(f"\nText {done} of seed {seed}, read as {name}:\n{text!r}\n{failure}")
                return 1
            if shows and done % 100 == 0:
                print(f"\r{done} of {count} texts", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"\nStopped after {done} of {count} texts from seed {seed}; nothing was found.")
        return 130
    if shows:
        print("\r", end="", file=sys.stderr)
    print(f"{count} texts from seed {seed}: only our own errors.")
    return 0


def main() -> None:
    """Read the command line, and start fuzzing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=100_000, help="number of texts (100000)")
    parser.add_argument("--seed", type=int, help="repeat the run that named this seed")
    options = parser.parse_args()
    seed = random.randrange(10**9) if options.seed is None else options.seed
    sys.exit(fuzz(options.count, seed))


if __name__ == "__main__":
    main()

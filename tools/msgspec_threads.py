"""Show that msgspec 0.22 crashes when several threads use a Struct type for the first time.

    python tools/msgspec_threads.py

It needs msgspec and nothing else. Sixteen threads convert the same value to a Struct type that
nobody has used before, up to 500 times with a new type each time. With msgspec 0.22.0 on CPython
3.11.7 (Linux, x86-64) the process dies of a segmentation fault within a second, exit status 139 in
a shell. Where it does not die it prints "survived".

The cause, as far as one can see from outside: the first use stores what msgspec knows about a type
on that type before its fields are filled in, and then runs Python code to resolve annotations.
A thread that runs in between finds the unfinished fields and follows a null pointer. One
use on one thread beforehand, such as `msgspec.json.Decoder(kind)`, avoids it: run with
--prepare to see it survive.
"""

import argparse
import sys
import threading

import msgspec

THREADS = 16
PARTS = [f"part_{number}" for number in range(10)]
FIELDS = [f"field_{number}" for number in range(30)]


def new_type(number: int) -> type[msgspec.Struct]:
    """Return a Struct of Structs that msgspec has not seen before."""
    part = msgspec.defstruct(f"Part{number}", [(name, int) for name in FIELDS])
    return msgspec.defstruct(f"Whole{number}", [(name, part) for name in PARTS])


def convert_at_once(kind: type[msgspec.Struct]) -> None:
    """Let all threads convert a value to the type at the same moment."""
    value = {name: dict.fromkeys(FIELDS, 1) for name in PARTS}
    together = threading.Barrier(THREADS)

    def convert() -> None:
        together.wait()
        msgspec.convert(value, kind)

    threads = [threading.Thread(target=convert) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    """Convert until the process dies."""
    parser = argparse.ArgumentParser(description="Crash msgspec with threads.")
    parser.add_argument("--prepare", action="store_true", help="use each type once beforehand")
    parser.add_argument("--rounds", type=int, default=500, help="number of types to try")
    asked = parser.parse_args()
    print("msgspec", msgspec.__version__, "on Python", sys.version.split()[0], flush=True)
    sys.setswitchinterval(1e-5)
    for number in range(asked.rounds):
        kind = new_type(number)
        if asked.prepare:
            msgspec.json.Decoder(kind)
        convert_at_once(kind)
    print("survived")


if __name__ == "__main__":
    main()

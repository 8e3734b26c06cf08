"""A program that follows a written dialogue exactly, and ends when it reads anything else.

    python scripted_peer.py DIALOGUE [OPTION ...]

`$` names the options that it must be started with, `<` a line that it must read, `>` one that
it then prints, `!` one that it prints to standard error. `#` begins a comment.
"""

import sys
from pathlib import Path


def main() -> None:
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        sign, text = line[:1], line[2:]
        if sign == "$" and sys.argv[2:] != text.split():
            fail(f"started with {sys.argv[2:]}, not with {text}")
        elif sign == "<":
            told = sys.stdin.readline().rstrip("\n")
            if told != text:
                fail(f"told {told!r}, not {text!r}")
        elif sign == ">":
            print(text, flush=True)
        elif sign == "!":
            print(text, file=sys.stderr, flush=True)
    sys.stdin.read()


def fail(problem: str) -> None:
    print(problem, file=sys.stderr, flush=True)
    sys.exit(3)


if __name__ == "__main__":
    main()

"""A bot for the simple routes, in plain Python.

Run it with an address and a key: python3 bot.py http://localhost:5000 key0
"""

import json
import sys
import time
import urllib.error
import urllib.request

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def ask(method: str, path: str) -> object:
    """Call the server; as long as it is busy or cannot be reached, say so and try again."""
    while True:
        pause = 1.0
        try:
            request = urllib.request.Request(path, method=method)  # noqa: S310 - your own server
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if refusal.code == 404:
                sys.exit("The server does not know this key.")
            if refusal.code < 500 and refusal.code != 429:
                return None  # too late: the game is over
            pause = float(refusal.headers.get("Retry-After", pause))
            print(f"The server is busy ({refusal.code}).", file=sys.stderr)
        except OSError as problem:
            print(f"The server does not answer ({problem}).", file=sys.stderr)
        time.sleep(pause)


def captured(board: list[list[int]], x: int, y: int) -> int:
    """Count the discs that a move turns over: own discs are 1, the opponent's -1, empty is 0."""
    total, size = 0, len(board)
    for dx, dy in STEPS if board[y][x] == 0 else []:
        u, v, run = x + dx, y + dy, 0
        while 0 <= u < size and 0 <= v < size and board[v][u] == -1:
            u, v, run = u + dx, v + dy, run + 1
        total += run if 0 <= u < size and 0 <= v < size and board[v][u] == 1 else 0
    return total


def main(url: str, key: str) -> None:
    """Capture the most discs whenever the server waits for a move."""
    while True:
        needed = ask("GET", f"{url}/move_needed/{key}?wait=25")
        if not needed:
            time.sleep(0.2)  # a server that is full does not wait
            continue
        board = ask("GET", f"{url}/boards/{key}")
        if isinstance(board, list) and board:
            squares = [(x, y) for y in range(len(board)) for x in range(len(board))]
            x, y = max(squares, key=lambda square: captured(board, *square))
            print(f"{chr(97 + x)}{y + 1}", ask("POST", f"{url}/move/{key}/{x}/{y}"), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) == 3 else print(__doc__)

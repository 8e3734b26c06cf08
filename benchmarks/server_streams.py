"""The effect of readers and rude clients on players: trials on a real server.

1. Thousands of readers of one match with an event per second: nothing may be missing, and the time
   from a move's answer to a reader's receipt is measured, this program's own time included.
2. Moves in other matches, with and without readers.
3. Readers who stop reading must be cut off, in bounded memory and without effect on players.
4. Rude clients: slow bodies, half requests, unread answers, 10,000 connections, 500 streams
   without a key from one address, polls without a pause and huge bodies. The time of other moves
   at the 99th percentile may at most double, and no player may be refused.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias
from urllib.request import urlopen

from clients.stream_players import StreamPlayers
from clients.stream_readers import Received, raise_file_limit, reading
from rude_clients import rudeness
from serving import Build, Pair, Served, rank, request

_RATE = 100  # moves per second of the players during the trials
_AT_ONCE = 4  # their matches


@contextlib.contextmanager
def _on_server(pairs: int, matches: int) -> Iterator[tuple[Served, list[Pair]]]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "streams.db"
        made = Build().prepare(database, pairs, matches)
        with Build().serving(database) as served:
            yield served, made


def many_readers(count: int, seconds: float) -> None:
    """Let readers follow one match with a move per second."""
    with _on_server(1, 1) as (served, (pair,)):
        before = served.megabytes()
        with reading(served.port, [pair.matches[0]], count) as readers:
            memory = served.megabytes() - before
            used, began = served.processor_seconds(), time.perf_counter()
            load = StreamPlayers(served.port, [pair], 1, rate=1)
            load.run(seconds)
            used = served.processor_seconds() - used
            took = time.perf_counter() - began
            time.sleep(1)  # the last event may still be on its way
            received = readers.finish()
        kept = _events_of(served, pair.matches[0])
    complete = sum(one.numbers == list(range(kept)) for one in received)
    after_answer, after_request = _delays(received, load)
    refused = sum(one.is_refused for one in received)
    print(f"{count} readers of a match with a move a second, {took:.0f} s:")
    print(f"  {complete} were told all {kept} events once and in order; {refused} were refused")
    for name, delays in (("answer", after_answer), ("request", after_request)):
        print(
            f"  from the move's {name} to the reader, ms: median {rank(delays, 0.5):.0f}, "
            f"p99 {rank(delays):.0f}, most {rank(delays, 1.0):.0f}"
        )
    moves = max(1, len(load.times))
    print(f"  memory a reader {1024 * memory / count:.1f} kB, {before:.0f} MB without any;")
    print(f"  processor time {1e6 * used / moves / count:.1f} microseconds a reader and move")


def _delays(received: list[Received], load: StreamPlayers) -> tuple[list[float], list[float]]:
    """Return the delay of each move's last event, after its answer and after its request."""
    after_answer, after_request = [], []
    for one in received:
        for number, came in zip(one.numbers, one.times, strict=True):
            if (one.match, number + 1) in load.stored:
                answered, sent = load.stored[one.match, number + 1]
                after_answer.append(max(0.0, came - answered))
                after_request.append(came - sent)
    return after_answer, after_request


def _events_of(served: Served, match: str) -> int:
    with urlopen(f"http://127.0.0.1:{served.port}/api/v1/matches/{match}/events") as answer:
        return len(json.load(answer)["events"])


def beside_readers(count: int, seconds: float, rounds: int) -> None:
    """Let others play while readers follow a match, and while there are none."""
    with _on_server(1 + 2 * rounds * _AT_ONCE, _matches(seconds)) as (served, pairs):
        watched = pairs.pop(0)

        def with_readers(run: Run) -> StreamPlayers:
            with reading(served.port, [watched.matches[-1]], count):
                slow = Pair(watched.black, watched.white, watched.matches[-1:])
                mover = StreamPlayers(served.port, [slow], 1, rate=1)
                with _in_background(mover, seconds + 4):
                    return run()

        _compare(f"{count} readers", _runs(served, pairs, seconds), with_readers, rounds)


@contextlib.contextmanager
def _in_background(mover: StreamPlayers, seconds: float) -> Iterator[None]:
    thread = threading.Thread(target=mover.run, args=(seconds,), daemon=True)
    thread.start()
    yield
    thread.join()


def rude_client(seconds: float, rounds: int) -> None:
    """Run a rude client while others play, and then stop it."""
    with _on_server(1 + 2 * rounds * _AT_ONCE, _matches(seconds)) as (served, pairs):
        rude = pairs.pop(0)

        memory = [served.megabytes()]

        def beside_it(run: Run) -> StreamPlayers:
            with rudeness(served.port, rude):
                load = run()
                memory.append(served.megabytes())
            time.sleep(15)  # until the last of them is cut off
            memory.append(served.megabytes())
            return load

        _compare("rude clients", _runs(served, pairs, seconds), beside_it, rounds)
        print("  memory in MB: " + ", ".join(f"{one:.0f}" for one in memory) + " (before them,")
        print(f"  then in turn beside and after them); sockets left {served.sockets()}")


Run: TypeAlias = Callable[[], StreamPlayers]


def _compare(name: str, run: Run, beside: Callable[[Run], StreamPlayers], rounds: int) -> None:
    """Print the p99 of moves, measured in turn with and without a load."""
    loads: dict[bool, list[StreamPlayers]] = {False: [], True: []}
    for _ in range(rounds):
        loads[False].append(run())
        loads[True].append(beside(run))
    quiet, loud = (statistics.median(rank(load.times) for load in loads[at]) for at in loads)
    before, moves = (sum(len(load.times) for load in loads[at]) for at in loads)
    refused = sum(load.refused for load in loads[True])
    print(f"{name}: p99 of others' moves {quiet:.1f} ms quiet, {loud:.1f} ms beside them,")
    print(f"  ratio {loud / quiet:.2f} (at most 2); {before} moves quiet, {moves} beside them,")
    print(f"  {refused} refused")
    for load in loads[True]:
        _print_refusals(load)


def _print_refusals(load: StreamPlayers) -> None:
    for refusal, count in load.refusals.most_common(1):
        print(f"  {count} times {refusal}")


def _runs(served: Served, pairs: list[Pair], seconds: float) -> Run:
    """Return a function that lets the next pairs play for this long."""

    def run() -> StreamPlayers:
        playing = [pairs.pop() for _ in range(_AT_ONCE)]
        load = StreamPlayers(served.port, playing, _AT_ONCE, _RATE)
        load.run(2)  # the first moves find cold caches
        load.times.clear()
        load.run(seconds)
        return load

    return run


def _matches(seconds: float) -> int:
    """Return the number of matches that each pair needs."""
    return 2 + round((seconds + 2) * _RATE / _AT_ONCE / 60)


def stalled_readers(count: int, seconds: float) -> None:
    """Let readers connect and then read nothing while the match goes on."""
    with _on_server(2 * _AT_ONCE, 2 + round(seconds * 2)) as (served, pairs):
        load = StreamPlayers(served.port, pairs[:_AT_ONCE], _AT_ONCE, 200)
        load.run(3)
        load.times.clear()
        load.run(seconds)
        quiet, before, sockets = rank(load.times), served.megabytes(), served.sockets()
        over = [match for pair in pairs[:_AT_ONCE] for match in pair.matches[-2:]]
        with contextlib.ExitStack() as stack:
            for match, _ in zip(itertools.cycle(over), range(count), strict=False):
                sock = stack.enter_context(socket.socket())
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                sock.connect(("127.0.0.1", served.port))
                # Whole matches, sent again and again, fill the connection, and nobody reads it.
                sock.sendall(request("GET", f"/api/v1/matches/{match}/stream") * 40)
            load = StreamPlayers(served.port, pairs[_AT_ONCE:], _AT_ONCE, 200)
            load.run(max(seconds, 45))  # until the system drops them
            after = served.megabytes()
            left = max(0, served.sockets() - sockets - 4 * _AT_ONCE)  # of the players
    print(f"stalled readers {count}: memory {before:.0f} MB before, {after:.0f} MB after; {left}")
    print(f"  were not yet cut; p99 of moves {quiet:.1f} ms quiet, {rank(load.times):.1f} ms")
    print(f"  beside them, {load.refused} refused")
    _print_refusals(load)


def main() -> None:
    """Run the trials, and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, nargs="+", default=[5000, 500])
    parser.add_argument("--beside", type=int, default=2000)
    parser.add_argument("--stalled", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", choices=("readers", "beside", "stalled", "rude"))
    arguments = parser.parse_args()
    raise_file_limit()
    seconds, rounds, only = arguments.seconds, arguments.rounds, arguments.only
    if only in (None, "readers"):
        for count in arguments.readers:
            many_readers(count, 2 * seconds)
    if only in (None, "beside"):
        beside_readers(arguments.beside, seconds, rounds)
    if only in (None, "stalled"):
        stalled_readers(arguments.stalled, seconds)
    if only in (None, "rude"):
        rude_client(seconds, rounds)


if __name__ == "__main__":
    main()

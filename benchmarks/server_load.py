"""What a durable move costs the server, beside a route of its framework that does nothing.

Three kinds of clients are measured one after the other, each on a fresh server: bots that follow
their matches on streams and move as fast as they can (with --rate evenly spread), bots of the
simple routes that wait with `?wait`, and clients that ask again and again whether they are to move.
Each is one light process on the same machine. --against names the folder of another checkout, whose
server is measured in turn with this one. Of several rounds the medians are printed.
"""

from __future__ import annotations

import argparse
import selectors
import socket
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from clients.simple_players import SimplePlayers
from clients.stream_players import LENGTH, StreamPlayers
from serving import Build, Pair, Served, free_port, rank, ratio_in_words, request, running

_BARE = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def answer(request):
    return JSONResponse({"error": None})
app = Starlette(routes=[Route("/healthz", answer), Route("/bare", answer, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
"""
_WARM_UP = 2.0  # seconds; the first requests find everything cold
_CONNECTIONS = 16  # of those who ask again and again


@dataclass
class Figures:
    """What was measured of one build, a value for each round."""

    moves: list[float] = field(default_factory=list)  # a second
    median: list[float] = field(default_factory=list)  # milliseconds from request to answer
    p99: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)  # processor milliseconds
    simple: list[float] = field(default_factory=list)
    simple_closing: list[float] = field(default_factory=list)
    needed: list[float] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)


def cost_of_asking(served: Served, requests: list[bytes], count: int) -> float:
    """Return the processor milliseconds of a request, sent again as soon as it is answered."""
    selector = selectors.DefaultSelector()
    for asked in requests:
        sock = socket.create_connection(("127.0.0.1", served.port))
        selector.register(sock, selectors.EVENT_READ, [asked, b""])
        sock.sendall(asked)
    done, begun = 0, 0.0
    while done < count:
        for key, _ in selector.select(1):
            sock = key.fileobj  # type: ignore[assignment]
            key.data[1] += sock.recv(4096)
            head, _, body = key.data[1].partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"a request was refused: {key.data[1].decode()}")
            length = LENGTH.search(head)
            if length is None or len(body) < int(length[1]):
                continue
            done += 1
            if done == count // 10:  # the first ones find everything cold
                begun = served.processor_seconds()
            key.data[1] = b""
            sock.sendall(key.data[0])
    cost = (served.processor_seconds() - begun) / (count - count // 10) * 1000
    for key in list(selector.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return cost


def bare_cost(count: int) -> float:
    """Return the processor milliseconds of a request to a route that does nothing."""
    port = free_port()
    with running(["-c", _BARE, str(port)], port) as served:
        return cost_of_asking(served, [request("POST", "/bare", "x", b"{}")] * _CONNECTIONS, count)


def measure_streams(build: Build, arguments: argparse.Namespace, figures: Figures) -> None:
    """Let both players of each match follow it on a stream."""

    def play(served: Served, pairs: list[Pair]) -> None:
        load = StreamPlayers(served.port, pairs, arguments.pairs, arguments.rate)
        load.run(_WARM_UP)
        load.times.clear()
        cost, seconds = _spent(served, load.run, arguments.seconds)
        figures.moves.append(len(load.times) / seconds)
        figures.median.append(rank(load.times, 0.5))
        figures.p99.append(rank(load.times))
        figures.move.append(1000 * cost / len(load.times))
        figures.refusals += load.refusals.elements()

    games = arguments.pairs + (arguments.seconds + _WARM_UP) * (arguments.rate or 2500) / 60
    _on_server(build, round(games / 4) + 1, 4, play)


def measure_simple(
    build: Build, arguments: argparse.Namespace, figures: Figures, *, keeps: bool
) -> None:
    """Let bots play through the simple routes."""

    def play(served: Served, pairs: list[Pair]) -> None:
        load = SimplePlayers(served.port, pairs, keeps=keeps)
        load.run(_WARM_UP)
        load.times.clear()
        cost, _ = _spent(served, load.run, arguments.seconds / 2)
        costs = figures.simple if keeps else figures.simple_closing
        costs.append(1000 * cost / len(load.times))
        figures.refusals += load.refusals.elements()

    _on_server(build, arguments.pairs, 12, play)


def measure_needed(build: Build, count: int, figures: Figures) -> None:
    """Let players ask whether they are to move."""

    def ask(served: Served, pairs: list[Pair]) -> None:
        requests = [request("GET", f"/move_needed/{pair.white}") for pair in pairs]
        figures.needed.append(cost_of_asking(served, requests, count))

    _on_server(build, _CONNECTIONS, 1, ask)


def _on_server(
    build: Build, pairs: int, matches: int, work: Callable[[Served, list[Pair]], None]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "load.db"
        made = build.prepare(database, pairs, matches)
        # Trying out on one's own machine is free of the limits for addresses.
        with build.serving(database, "--tryout") as served:
            work(served, made)


def _spent(served: Served, run: Callable[[float], None], seconds: float) -> tuple[float, float]:
    """Return the processor seconds of the server while something runs, and how long it ran."""
    before, began = served.processor_seconds(), time.perf_counter()
    run(seconds)
    took = time.perf_counter() - began
    return served.processor_seconds() - before, took


def main() -> None:
    """Print the figures of one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=24, help="matches played at once")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=0, help="moves a second; 0 is all there is")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout")
    arguments = parser.parse_args()
    builds = {"this": Build()}
    if arguments.against is not None:
        builds["other"] = Build(arguments.against.resolve())
    found = {name: Figures() for name in builds}
    bare: list[float] = []
    for number in range(arguments.rounds):
        bare.append(bare_cost(round(1000 * arguments.seconds)))
        # Whoever comes first finds the machine as the round before has left it: they take turns.
        for name, build in list(builds.items())[:: -1 if number % 2 else 1]:
            measure_streams(build, arguments, found[name])
            measure_simple(build, arguments, found[name], keeps=True)
            measure_simple(build, arguments, found[name], keeps=False)
            measure_needed(build, round(1000 * arguments.seconds), found[name])
    _print(arguments, statistics.median(bare), found)


def _print(arguments: argparse.Namespace, bare: float, found: dict[str, Figures]) -> None:
    this, other = found["this"], found.get("other")
    middle = statistics.median

    def row(name: str, pick: Callable[[Figures], list[float]], bound: str = "") -> None:
        value = middle(pick(this))
        text = f"{name:<38}{value:9.3f}"
        if other is not None:
            before = middle(pick(other))
            text += f"  other{before:9.3f}  ratio{ratio_in_words(pick(this), pick(other))}"
        print(f"{text}  {bound}".rstrip())

    print(f"{arguments.pairs} matches at once; medians of {arguments.rounds} rounds")
    row("moves a second, players on streams", lambda one: one.moves, "(at least 1.4)")
    row("  request to answer, median, ms", lambda one: one.median)
    row("  request to answer, p99, ms", lambda one: one.p99, "(at most 1)")
    row("  processor ms a move", lambda one: one.move)
    row("simple routes, processor ms a move", lambda one: one.simple, "(at most 0.33)")
    row("  with a connection a request", lambda one: one.simple_closing)
    row("move_needed, processor ms", lambda one: one.needed)
    print(f"bare route of the framework, ms       {bare:9.3f}")
    print(f"  a move on streams is     {middle(this.move) / bare:6.2f} of it (at most 4, goal 3)")
    print(f"  move_needed is           {middle(this.needed) / bare:6.2f} of it (at most 1.7)")
    for name, figures in found.items():
        for refusal in set(figures.refusals):
            print(f"refused by {name}: {figures.refusals.count(refusal)} times {refusal}")


if __name__ == "__main__":
    main()

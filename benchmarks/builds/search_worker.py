"""The engine of one build as a process: each line of JSON is a question about positions.

`two_builds` starts it with the `src` folder of a build on PYTHONPATH, so it uses only what
builds of other commits have too.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import outflank
from outflank import native
from outflank.engine import Limit
from outflank.engine.native import NativeEngine
from outflank.rules import BLACK, WHITE, Board, Classic, Position


def main() -> None:
    """Say which build this is, and then answer questions until the input ends."""
    if not native.available():
        tell({"file": outflank.__file__, "digest": None})
        return
    tell({"file": outflank.__file__, "digest": digest()})
    engine: NativeEngine | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        if engine is None:
            engine = NativeEngine(hash_mb=asked["hash_mb"])
            engine.analyse(Classic().start(), Limit(depth=1))  # this reads the network
        try:
            limit = Limit(**asked["limit"]) if asked["limit"] else None
        except TypeError as problem:
            tell({"problem": f"this build does not have this limit ({problem})"})
            continue
        tell({"found": [answer(engine, position, limit) for position in asked["positions"]]})


def answer(engine: NativeEngine, asked: list[Any], limit: Limit | None) -> dict[str, Any]:
    """Search a position with an empty table, or solve it if there is no limit."""
    size, black, white, black_moves = asked
    position = Position(Board(size, black, white), BLACK if black_moves else WHITE)
    engine.forget()
    began, clock = time.perf_counter(), time.process_time()
    found = engine.solve(position) if limit is None else engine.analyse(position, limit)
    processor, wall = time.process_time() - clock, time.perf_counter() - began
    assert found.score is not None
    return {
        "discs": found.score.discs,
        "move": str(found.move),
        "nodes": found.nodes,
        "processor": processor,
        "wall": wall,
    }


def digest() -> str:
    """Return a digest of the core and of the files that were learned."""
    from outflank import _core

    learned = Path(outflank.__file__).parent / "engine" / "data"
    found = hashlib.sha256(Path(_core.__file__).read_bytes())
    for path in sorted(path for path in learned.iterdir() if path.is_file()):
        found.update(path.read_bytes())
    return found.hexdigest()


def tell(message: dict[str, Any]) -> None:
    """Write a line of output."""
    print(json.dumps(message), flush=True)


if __name__ == "__main__" and sys.argv[1:] == ["serve"]:
    main()

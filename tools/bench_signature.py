"""Write tests/data/bench.txt: the node count of every part of `outflank bench`."""

from __future__ import annotations

from pathlib import Path

from outflank.engine.bench import bench

TARGET = Path(__file__).parent.parent / "tests" / "data" / "bench.txt"


def signature() -> str:
    """Return one line for each part, then the total."""
    counts = {part.name: found.nodes for part, found in bench()}
    counts["total"] = sum(counts.values())
    return "".join(f"{name}: {nodes:,}\n" for name, nodes in counts.items())


if __name__ == "__main__":
    TARGET.write_text(signature(), encoding="utf-8")

"""Try an installed Outflank as its first user would: play, read, solve, start.

It runs in an environment with only the wheel and its requirements. The
argument `none` says that there was no compiler, so the wheel may be pure Python.
"""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import outflank
from outflank import __version__, native
from outflank.analysis.puzzles import own_puzzles

MOST_MEGABYTES = 15  # beside the engine
MOST_INSTALLED = 50  # megabytes with the engine and everything that is required
MOST_REQUIREMENTS = 3
_ENGINE = {".so", ".pyd", ".network", ".patterns", ".book", ".wasm"}


def command(*arguments: str) -> str:
    """Run the installed command and return what it printed."""
    done = subprocess.run(
        ["outflank", *arguments], capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout


def installed_megabytes(name: str) -> float:
    """Return the size of an installed package, without what Python has compiled."""
    files = importlib.metadata.files(name) or []
    paths = [Path(str(file.locate())) for file in files if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in paths) / 2**20


def main() -> None:
    """Try everything, and print what was tried."""
    here = Path(outflank.__file__)
    if Path(sys.prefix) not in here.parents:
        raise SystemExit(f"this is not the installed package: {here}")
    if not native.available() and "none" not in sys.argv[1:]:
        raise SystemExit("the wheel has no core")

    game = outflank.Game()
    game.push_all("f5d6c3d3c4")
    assert game.transcript == "f5d6c3d3c4"
    assert outflank.Game.parse("F5D6C3D3C4").transcript == game.transcript
    puzzle = own_puzzles("hard")[0]
    best = max(puzzle.known, key=lambda move: puzzle.known[move].discs)
    solved = outflank.solve(puzzle.position)
    assert solved.move == best, solved
    assert solved.score is not None
    assert solved.score.discs == puzzle.known[best].discs, solved
    assert __version__ in command("--version")
    assert str(best) in command("solve", str(puzzle.position))
    level = outflank.open_engine("level 1")
    with level:
        game.push(level.choose(game.position))

    requirements = [
        line for line in importlib.metadata.requires("outflank") or [] if "extra ==" not in line
    ]
    assert len(requirements) <= MOST_REQUIREMENTS, requirements
    files = [path for path in here.parent.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    plain = sum(path.stat().st_size for path in files if path.suffix not in _ENGINE)
    assert plain <= MOST_MEGABYTES * 2**20, f"{plain / 2**20:.1f} MB"
    names = ["outflank", *(re.split(r"[^\w.-]", line)[0] for line in requirements)]
    installed = sum(map(installed_megabytes, names))
    assert installed <= MOST_INSTALLED, f"{installed:.1f} MB"
    wasm = here.parent / "faces" / "web" / "static" / "engine" / "outflank.wasm"
    assert wasm.is_file(), "the engine of the page is missing"
    print(
        f"The wheel plays, reads and solves: {len(requirements)} requirements, "
        f"{plain / 2**20:.1f} MB beside the engine, {installed:.1f} MB with everything."
    )


if __name__ == "__main__":
    main()

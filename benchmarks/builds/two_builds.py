"""The engines of this build and of another commit: the same work in both, in turn.

The other build is a checkout with the core built in place (`src/outflank/_core*.so`), or a folder
that holds the package `outflank`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import outflank
from outflank.rules import BLACK, Position

__all__ = [
    "Build",
    "Found",
    "NotMeasured",
    "Total",
    "alternately",
    "opened",
    "package_folder",
    "ratio",
]

_WORKER = Path(__file__).with_name("search_worker.py")
_OWN = Path(outflank.__file__).parents[1]


class NotMeasured(Exception):
    """A build cannot do what was asked."""


class Found(NamedTuple):
    """The result of a search, and its cost."""

    discs: float
    move: str
    nodes: int
    processor: float
    wall: float


@dataclass
class Total:
    """The cost of all searches of a build."""

    nodes: int = 0
    processor: float = 0.0

    def add(self, found: Iterable[Found]) -> None:
        """Add some searches."""
        for one in found:
            self.nodes += one.nodes
            self.processor += one.processor


class Build:
    """A process with the engine of a build, one thread and a table of `hash_mb` megabytes."""

    def __init__(self, name: str, folder: Path, hash_mb: int) -> None:
        self.name, self.package, self._hash_mb = name, package_folder(folder), hash_mb
        # An editable installation would import its own package whatever PYTHONPATH says. Without
        # the module `site` it is not known, so the folders of the other packages are named.
        is_own = self.package == _OWN
        folders = [str(self.package)] if is_own else [str(self.package), *_installed()]
        self._process = subprocess.Popen(
            [sys.executable, *([] if is_own else ["-S"]), str(_WORKER), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(folders)},
        )
        said = self._heard()
        if Path(said["file"]).resolve().parents[1] != self.package.resolve():
            sys.exit(f"{self.package} was to be measured, and {said['file']} was imported instead.")
        if said["digest"] is None:
            sys.exit(f"{self.package} has no compiled core, so nothing is measured.")
        self.digest: str = said["digest"]  # of the core and the learned files

    def search(self, positions: Sequence[Position], **limit: Any) -> list[Found]:
        """Search positions within a limit, or solve them if there is none."""
        asked = {
            "hash_mb": self._hash_mb,
            "limit": limit,
            "positions": [
                (one.size, one.board.black, one.board.white, one.turn is BLACK) for one in positions
            ],
        }
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        said = self._heard()
        if "problem" in said:
            raise NotMeasured(said["problem"])
        return [Found(**one) for one in said["found"]]

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()

    def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"The engine of {self.package} has ended.")
        said: dict[str, Any] = json.loads(line)
        return said


def _installed() -> list[str]:
    """Return the folders of installed packages."""
    return [folder for folder in sys.path if folder.endswith("-packages")]


def package_folder(folder: Path) -> Path:
    """Return the folder from which the package `outflank` of a checkout is imported."""
    for place in (folder / "src", folder):
        if (place / "outflank" / "__init__.py").exists():
            return place.absolute()
    sys.exit(f"{folder} is no checkout of Outflank: it has no src/outflank.")


@contextmanager
def opened(beside: Path | None, hash_mb: int) -> Iterator[list[Build]]:
    """Yield this build, and the other one if it is named."""
    with ExitStack() as stack:
        builds = []
        for name, folder in (("this build", _OWN), ("the other", beside)):
            if folder is not None:
                builds.append(Build(name, folder, hash_mb))
                stack.callback(builds[-1].close)
        yield builds


def alternately(builds: list[Build], turn: int) -> list[Build]:
    """Return the builds in the order for a turn, so that none is always first."""
    return builds if turn % 2 == 0 else builds[::-1]


def ratio(own: float, other: float) -> str:
    """Return the ratio of this build's figure to the other's, in words."""
    return f"{own / other:.3f} of the other's" if other else "the other has none"

"""A copy of the repository for injecting faults, with its own environment.

The copy is a clone at one commit, so your checkout is never touched. Its
environment is thin: the copy's `src` comes first, and everything else is the installed packages
of the Python that runs this. Python ignores .pth files there, so the editable
install, which would always find the unbroken modules, has no effect.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

from faults.fault_list import Fault

__all__ = ["BuildFailed", "Checkout", "resolve_commit"]

_SCRIPT = "#!{python}\nimport sys\n\nfrom outflank.cli import main\n\nsys.exit(main())\n"


class BuildFailed(Exception):
    """The C++ core with a fault in it does not compile."""


def resolve_commit(root: Path, ref: str) -> str:
    """Return the commit with this name, or raise `ValueError`."""
    done = _git(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", check=False)
    if done.returncode:
        raise ValueError(f"{ref!r} is not a commit of {root}")
    return done.stdout.strip()


class Checkout:
    """A clone of the repository at a commit, ready to run its tests."""

    def __init__(self, root: Path, commit: str, folder: Path, *, keeps_core: bool = False) -> None:
        """Make the clone; with `keeps_core` use the installed core even if its sources differ."""
        self.root = folder
        self._keeps_core = keeps_core
        self._origin = root
        self.environment = _environment(folder)
        _git(root, "clone", "--quiet", "--shared", "--no-checkout", str(root), str(folder))
        _git(folder, "checkout", "--quiet", "--detach", commit)
        self.python = _make_environment(folder)
        self._core = self._place_core()

    @contextlib.contextmanager
    def broken(self, fault: Fault) -> Iterator[None]:
        """Put a fault into the copy, and take it out again at the end in any case."""
        path = self.root / fault.file
        before = path.read_text(encoding="utf-8")
        try:
            self._write(path, fault.apply(before))
            if fault.needs_core:
                self._build_core()
            yield
        finally:
            self._write(path, before)
            if fault.needs_core and self._core is not None:
                shutil.copy2(self._core, self._package / self._core.name)

    @property
    def _package(self) -> Path:
        return self.root / "src" / "outflank"

    def _write(self, path: Path, text: str) -> None:
        """Write a file and delete its bytecode, which could have the same time and size."""
        path.write_text(text, encoding="utf-8")
        if path.suffix == ".py":
            Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)

    def _place_core(self) -> Path | None:
        """Put the installed core into the copy, or build one if the sources differ."""
        found = importlib.util.find_spec("outflank._core")
        if found is None or found.origin is None:
            return None
        here = Path(found.origin)
        same = _git(self._origin, "diff", "--quiet", _head(self.root), "--", "core", check=False)
        if self._keeps_core or same.returncode == 0:
            shutil.copy2(here, self._package / here.name)
            return here
        built = self._build_core()
        kept = self.root / "build" / "unbroken" / built.name
        kept.parent.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy2(built, kept))

    def _build_core(self) -> Path:
        """Build the core from the copy's sources: a quick build of a slow core."""
        build = self.root / "build" / "faults"
        make = ["cmake", "-S", str(self.root), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release"]
        make += ["-DCMAKE_CXX_FLAGS_RELEASE=-O1", f"-DPython_EXECUTABLE={self.python}"]
        if shutil.which("ninja"):
            make += ["-G", "Ninja"]
        for command in (make, ["cmake", "--build", str(build), "--target", "_core"]):
            done = subprocess.run(
                command,
                env=self.environment,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise BuildFailed((done.stdout + done.stderr)[-2000:])
        (built,) = build.glob("_core*.so")
        for old in self._package.glob("_core*.so"):
            old.unlink()
        return Path(shutil.copy2(built, self._package / built.name))


def _make_environment(folder: Path) -> Path:
    """Make the thin environment of the copy, and return its Python."""
    place = folder / ".venv"
    venv.EnvBuilder(symlinks=True, with_pip=False).create(place)
    python = place / "bin" / "python"
    (packages,) = place.glob("lib/python*/site-packages")
    lines = [str(folder / "src"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    (packages / "copy.pth").write_text("\n".join(dict.fromkeys(lines)) + "\n", encoding="utf-8")
    script = place / "bin" / "outflank"
    script.write_text(_SCRIPT.format(python=python), encoding="utf-8")
    script.chmod(0o755)
    for command in Path(sysconfig.get_path("scripts")).iterdir():
        mine = place / "bin" / command.name
        if not mine.exists() and not command.name.startswith(("python", "activate", "pip")):
            mine.symlink_to(command)
    return python


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment variables for everything that runs in a copy."""
    left_out = {"PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE", "PYTEST_ADDOPTS"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    kept["PATH"] = os.pathsep.join([str(folder / ".venv" / "bin"), kept.get("PATH", os.defpath)])
    return kept


def _head(folder: Path) -> str:
    return _git(folder, "rev-parse", "HEAD").stdout.strip()


def _git(folder: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=check
    )

"""The faults that are injected, read from the TOML files beside this one."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Fault", "FaultListError", "choose_faults", "existing_paths", "load_faults"]

FOLDER = Path(__file__).parent


class FaultListError(Exception):
    """The list of faults cannot be used; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One small change that breaks the product, and the tests that should notice it."""

    id: str
    what: str  # one sentence
    file: str  # from the root of the repository
    old: str  # occurs exactly once in the file
    new: str
    near: tuple[str, ...]  # paths or names of tests that should find it, quickest first
    wide: tuple[str, ...]  # the folders of the layer

    @property
    def needs_core(self) -> bool:
        """Whether the C++ core must be built again."""
        return self.file.startswith("core/")

    def problem(self, root: Path) -> str:
        """Return why the fault cannot be injected into a checkout; empty if it can."""
        path = root / self.file
        if not path.is_file():
            return f"{self.id}: there is no {self.file}"
        found = path.read_text(encoding="utf-8").count(self.old)
        if found != 1:
            times = "no longer stands" if found == 0 else f"stands {found} times"
            return f"{self.id}: its old text {times} in {self.file}: {self.old.strip()[:70]!r}"
        if not any(existing_paths(root, one) for one in (*self.near, *self.wide)):
            return f"{self.id}: there are none of its tests, {', '.join(self.near)}"
        return ""

    def apply(self, text: str) -> str:
        """Return the text of the file with the fault in it."""
        return text.replace(self.old, self.new, 1)


def load_faults(folder: Path = FOLDER) -> list[Fault]:
    """Return all faults, in the order of the files and of the lines in them."""
    faults: list[Fault] = []
    for path in sorted(folder.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        wide = tuple(content["wide"])
        for entry in content["fault"]:
            wanted = {"id", "what", "file", "old", "new", "near"}
            if set(entry) != wanted:
                raise FaultListError(
                    f"{path.name}: a fault has {', '.join(sorted(wanted))}; "
                    f"{entry.get('id', entry)!r} has {', '.join(sorted(entry))}"
                )
            near = tuple(entry.pop("near"))
            faults.append(Fault(**entry, near=near, wide=wide))
    known: set[str] = set()
    for fault in faults:
        if fault.id in known:
            raise FaultListError(f"two faults are called {fault.id!r}; rename one")
        if fault.old == fault.new:
            raise FaultListError(f"{fault.id}: the old and the new text are the same")
        known.add(fault.id)
    return faults


def existing_paths(root: Path, given: str) -> list[str]:
    """Return the tests in a checkout for a path, a pattern or the name of a test.

    A test that was moved to another file is not found; the tests of its folder come after it.
    """
    path, _, test = given.partition("::")
    if not test:
        return sorted(str(one.relative_to(root)) for one in root.glob(path))
    file = root / path
    is_there = file.is_file() and f"def {test}(" in file.read_text(encoding="utf-8")
    return [given] if is_there else []


def choose_faults(faults: list[Fault], ids: list[str]) -> list[Fault]:
    """Return the faults with these ids, or all faults if there are no ids."""
    known = {fault.id: fault for fault in faults}
    for wanted in ids:
        if wanted not in known:
            close = difflib.get_close_matches(wanted, known, n=1)
            hint = f"did you mean {close[0]}?" if close else "--list names them"
            raise FaultListError(f"there is no fault {wanted!r}; {hint}")
    return [known[wanted] for wanted in ids] if ids else faults

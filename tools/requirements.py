"""Print requirements of Outflank, one per line, for an environment that builds it in place.

`build`, `run` and `train` are those of pyproject.toml: `run` includes those of every face, and
`train` also what training needs. `missing` is what the build backend needs besides on this machine:
CMake and Ninja, unless the system has suitable ones.
"""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
_OWN = re.compile(r"outflank\[([a-z, ]+)\]")  # extras that an extra consists of


def requirements(purpose: str) -> list[str]:
    """Return the requirements for `build`, `run`, `train` or `missing`."""
    if purpose == "missing":
        from scikit_build_core.build import get_requires_for_build_editable

        return get_requires_for_build_editable()
    pyproject = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    if purpose == "build":
        lines: list[str] = pyproject["build-system"]["requires"]
        return lines
    project = pyproject["project"]
    if purpose == "train":
        return _of_extra("train", project["optional-dependencies"])
    return sorted({*project["dependencies"], *_of_extra("all", project["optional-dependencies"])})


def _of_extra(name: str, extras: dict[str, list[str]]) -> list[str]:
    """Return the requirements of an extra, including those of the extras that it consists of."""
    found = []
    for line in extras[name]:
        own = _OWN.fullmatch(line)
        parts = own.group(1).replace(" ", "").split(",") if own else []
        found += [one for part in parts for one in _of_extra(part, extras)] if own else [line]
    return found


if __name__ == "__main__":
    print(*requirements(sys.argv[1]), sep="\n")

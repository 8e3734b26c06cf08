"""Print requirements of Outflank, one a line, for an environment that builds it in place.

`build` and `run` are those of pyproject.toml; `missing` is what the build backend needs besides on
this machine: CMake and Ninja, where the system has none that will do.
"""

import sys
import tomllib
from pathlib import Path


def requirements(purpose: str) -> list[str]:
    """Return the requirements for `build`, `run` or `missing`."""
    if purpose == "missing":
        from scikit_build_core.build import get_requires_for_build_editable

        return get_requires_for_build_editable()
    pyproject = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    lines: dict[str, list[str]] = {
        "build": pyproject["build-system"]["requires"],
        "run": pyproject["project"]["dependencies"],
    }
    return lines[purpose]


if __name__ == "__main__":
    print(*requirements(sys.argv[1]), sep="\n")

"""Break the rules in every way that mutmut knows, and fail unless tests notice nine in ten.

The editable install would always import the unbroken modules, so its import hook is removed
first; the test processes are forked from this one and inherit the change.
"""

import json
import os
import shutil
import sys
from pathlib import Path

WANTED = 0.9


def unhook_editable_install() -> None:
    """Make `import outflank` follow sys.path, where mutmut puts the broken copy."""
    sys.meta_path[:] = [
        finder for finder in sys.meta_path if not type(finder).__module__.startswith("_editable_")
    ]


def restore_old_name_of_node_ids() -> None:
    """Give pytest 9.2 back the private attribute that mutmut 3.8 still reads."""
    import pytest

    if not hasattr(pytest.Item, "_nodeid"):
        pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined] # noqa: SLF001


def killed_share() -> float:
    """Return the share of tried mutants that a test noticed, from mutmut's records."""
    stats = json.loads(Path("mutants/mutmut-cicd-stats.json").read_text(encoding="utf-8"))
    noticed = stats["killed"] + stats["timeout"] + stats["segfault"]
    tried = stats["total"] - stats["skipped"]  # all, so that an interrupted run fails
    if sys.argv[1:]:
        tried = noticed + stats["survived"] + stats["suspicious"] + stats["no_tests"]
    return float(noticed / tried) if tried else 0.0


def main() -> None:
    """Run mutmut and judge its result."""
    os.environ["OUTFLANK_HYPOTHESIS"] = "mutate"
    if not sys.argv[1:]:
        shutil.rmtree("mutants", ignore_errors=True)  # results of older tests prove nothing
    unhook_editable_install()
    restore_old_name_of_node_ids()
    from mutmut.__main__ import cli

    cli.main(["run", *sys.argv[1:]], standalone_mode=False)
    cli.main(["results"], standalone_mode=False)
    cli.main(["export-cicd-stats"], standalone_mode=False)
    share = killed_share()
    print(f"The tests noticed {share:.1%} of the mutants tried; {WANTED:.0%} are wanted.")
    sys.exit(share < WANTED)


if __name__ == "__main__":
    main()

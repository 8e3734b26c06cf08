"""Break the product on purpose, one fault at a time, and say which test notices.

Each fault is one small change of a file (tools/faults/*.toml). It is made in a copy of the
repository, never in your checkout, and the tests named beside it run there until one fails. That
test must pass without the fault, or it does not count.

Examples:
  python tools/faults/inject_faults.py --list
  python tools/faults/inject_faults.py                     every fault, against HEAD
  python tools/faults/inject_faults.py --only clock-increment-lost page-contrast
  python tools/faults/inject_faults.py --wide --jobs 2     if no near test fails, try the layer
  python tools/faults/inject_faults.py --before v0.1       the same faults against another commit

Exit status 0: every fault was found. 1: some were missed. 2: the options were wrong.

"""

from __future__ import annotations

import argparse
import contextlib
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.checkout import BuildFailed, Checkout, resolve_commit
from faults.fault_list import (
    Fault,
    FaultListError,
    choose_faults,
    existing_paths,
    load_faults,
)
from faults.run_tests import Interrupted, Tests

ROOT = Path(__file__).parents[2]
_MOST_DOUBTS = 4  # tests that also fail without the fault, and are then left out


@dataclass(frozen=True, slots=True)
class Found:
    """The result for a fault."""

    fault: Fault
    by: str  # the test that found it; empty if none did
    seconds: float
    note: str = ""  # why it could not be tried

    @property
    def verdict(self) -> str:
        """The words for it in the table."""
        return self.note or self.by or "MISSED"


class Injector:
    """Injects faults into copies of one commit and runs the tests that should notice."""

    def __init__(self, tests: Tests, *, is_wide: bool, logs: Path | None) -> None:
        self._tests = tests
        self._is_wide = is_wide
        self._logs = logs
        self._passing: set[str] = set()  # tests that pass without a fault

    def try_fault(self, fault: Fault, checkout: Checkout) -> Found:
        """Inject one fault, and return the result."""
        began = time.monotonic()
        problem = fault.problem(checkout.root)
        if problem:
            return Found(fault, "", 0.0, f"not tried: {problem.partition(': ')[2]}")
        try:
            by, note = self._first_failure(fault, checkout), ""
        except BuildFailed as error:
            by, note = "", f"not tried: the core does not build: {error!s:.200}"
        return Found(fault, by, time.monotonic() - began, note)

    def _first_failure(self, fault: Fault, checkout: Checkout) -> str:
        """Return the first test that fails because of the fault, trying the near ones first."""
        left_out: list[str] = []
        tried: set[str] = set()
        for paths in self._stages(fault):
            here = [
                path
                for given in paths
                for path in existing_paths(checkout.root, given)
                if path not in tried
            ]
            tried.update(here)
            while here and len(left_out) < _MOST_DOUBTS:
                with checkout.broken(fault):
                    run = self._tests.run(checkout, here, left_out)
                self._log(fault, run.output)
                if not run.failed:
                    break
                if self._passes_alone(run.failed, checkout):
                    return run.failed
                left_out.append(run.failed)
        return ""

    def _stages(self, fault: Fault) -> list[list[str]]:
        """Return groups of paths to try one after another; folders come after files."""
        stages = [[path] for path in fault.near]
        if self._is_wide:
            stages.append(list(fault.wide))
        return stages

    def _passes_alone(self, test: str, checkout: Checkout) -> bool:
        """Return whether a test passes without the fault, since it may fail for another reason."""
        if test not in self._passing and not self._tests.is_failing(checkout, test):
            self._passing.add(test)
        return test in self._passing

    def _log(self, fault: Fault, output: str) -> None:
        if self._logs is not None:
            with (self._logs / f"{fault.id}.log").open("a", encoding="utf-8") as file:
                file.write(output)


def try_all(
    faults: list[Fault], given: argparse.Namespace, injector: Injector, tests: Tests
) -> list[Found]:
    """Try every fault, each job in its own copy, and print a line for each."""
    results: dict[str, Found] = {}
    with tempfile.TemporaryDirectory(prefix="outflank-faults-") as folder:
        copies: queue.SimpleQueue[Checkout] = queue.SimpleQueue()
        for number in range(min(given.jobs, len(faults))):
            place = Path(folder) / str(number)
            copies.put(Checkout(ROOT, given.commit, place, keeps_core=given.keep_core))
        printing = threading.Lock()

        def work(fault: Fault) -> None:
            checkout = copies.get()
            try:
                found = injector.try_fault(fault, checkout)
            finally:
                copies.put(checkout)
            with printing:
                results[fault.id] = found
                place = f"[{len(results)}/{len(faults)}]"
                print(f"{place} {fault.id}: {found.verdict} ({found.seconds:.0f} s)", flush=True)

        with ThreadPoolExecutor(given.jobs) as pool:
            pending = [pool.submit(work, fault) for fault in faults]
            try:
                for one in pending:
                    one.result()
            except KeyboardInterrupt:
                print("Interrupted; the copy is removed.", file=sys.stderr)
                pool.shutdown(wait=False, cancel_futures=True)
                tests.stop()
                for one in pending:
                    with contextlib.suppress(Interrupted, Exception):
                        one.cancel() or one.result()
    return [results[fault.id] for fault in faults if fault.id in results]


def table(results: list[Found], commit: str) -> str:
    """Return the table: fault, found by, seconds."""
    width = max((len(one.fault.id) for one in results), default=5)
    lines = [f"{'fault':{width}}  {'s':>5}  found by"]
    lines += [f"{one.fault.id:{width}}  {one.seconds:5.0f}  {one.verdict}" for one in results]
    found = sum(bool(one.by) for one in results)
    untried = sum(bool(one.note) for one in results)
    rest = f", {untried} could not be tried" if untried else ""
    missed = len(results) - found - untried
    lines.append(f"{found} of {len(results)} found, {missed} missed{rest} (commit {commit[:12]})")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    """Read the command line, or end with an error."""
    about, _, more = (__doc__ or "").partition("Examples:")
    parser = argparse.ArgumentParser(
        description=about,
        epilog=f"examples:{more}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="list the faults and exit")
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="try only these faults")
    parser.add_argument("--wide", action="store_true", help="then run the layer's folders too")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="faults at once (1)")
    parser.add_argument(
        "--before", default="HEAD", metavar="REF", help="the commit to break, with its own tests"
    )
    parser.add_argument(
        "--keep-core",
        action="store_true",
        help="use the installed core even if its sources differ, instead of building one",
    )
    parser.add_argument(
        "--limit", type=float, default=600, metavar="S", help="time limit for one run (600)"
    )
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keep the tests' output here")
    parser.add_argument("--output", type=Path, metavar="FILE", help="also write the table here")
    given = parser.parse_args()
    if given.jobs < 1:
        parser.error(f"--jobs must be at least 1, not {given.jobs}")
    try:
        given.faults = choose_faults(load_faults(), given.only)
        given.commit = resolve_commit(ROOT, given.before)
    except (FaultListError, ValueError) as problem:
        parser.error(str(problem))
    return given


def main() -> int:
    """Try the faults, and return the exit status."""
    given = arguments()
    if given.list:
        for fault in given.faults:
            print(f"{fault.id:36} {fault.what}")
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if given.before == "HEAD" and has_changes():
        print("Note: your uncommitted changes are not in the copy that is tested.")
    if given.logs is not None:
        given.logs.mkdir(parents=True, exist_ok=True)
    tests = Tests(given.limit)
    injector = Injector(tests, is_wide=given.wide, logs=given.logs)
    results = try_all(given.faults, given, injector, tests)
    text = table(results, given.commit)
    print(f"\n{text}")
    if given.output is not None:
        given.output.write_text(text + "\n", encoding="utf-8")
    return 0 if len(results) == len(given.faults) and all(one.by for one in results) else 1


def has_changes() -> bool:
    """Return whether the checkout has uncommitted changes."""
    command = ["git", "-C", str(ROOT), "status", "--porcelain"]
    return bool(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    sys.exit(main())

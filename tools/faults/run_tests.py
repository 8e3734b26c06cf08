"""Running tests in a copy until the first one fails."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from faults.checkout import Checkout

__all__ = ["Interrupted", "TestRun", "Tests"]

JAVASCRIPT = "tests/javascript"
_HANGS = 60  # seconds until a single test counts as failed
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", re.MULTILINE)
_NODE_FAILED = re.compile(r"^\s*not ok \d+ - (.+?)(?: #.*)?$", re.MULTILINE)
_FOUND_NOTHING = 5  # pytest's exit status when it collected no test
# The last line of pytest's output.
_RESULT = re.compile(
    r"^=*\s*(?:\d+ \w+, )*\d+ (?:failed|passed|errors?)\b.* in \d.*$", re.MULTILINE
)
_TIME_TO_END = 20  # seconds after that


class Interrupted(Exception):
    """The whole run was stopped."""


@dataclass(frozen=True, slots=True)
class TestRun:
    """How a run ended; `failed` is the first test that failed, empty if all passed."""

    failed: str
    output: str


class Tests:
    """Runs tests in copies; all runs can be stopped at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._is_stopped = False

    def run(self, checkout: Checkout, paths: list[str], left_out: list[str]) -> TestRun:
        """Run the tests at these paths, except those left out, until one fails."""
        scripts = [path for path in paths if path.startswith(JAVASCRIPT)]
        files = [str(one) for path in scripts for one in _scripts(checkout.root / path)]
        if files:
            found = self._node(checkout, files)
            if found.failed and found.failed not in left_out:
                return found
        others = [path for path in paths if path not in scripts]
        return self._pytest(checkout, others, left_out) if others else TestRun("", "")

    def is_failing(self, checkout: Checkout, test: str) -> bool:
        """Return whether a test fails in the unchanged copy."""
        if test.startswith(JAVASCRIPT):
            files = [str(one) for one in _scripts(checkout.root / JAVASCRIPT)]
            return self._node(checkout, files).failed == test
        where = test if "::" in test or (checkout.root / test).exists() else ""
        return bool(where and self._pytest(checkout, [where], []).failed)

    def stop(self) -> None:
        """End every run, and every process that the tests have started."""
        with self._lock:
            self._is_stopped = True
            running = list(self._running)
        for process in running:
            _kill(process)

    def _node(self, checkout: Checkout, files: list[str]) -> TestRun:
        code, output = self._call(
            checkout, ["node", "--test", "--test-reporter=tap", *files], self._seconds
        )
        if code == 0:
            return TestRun("", output)
        named = _NODE_FAILED.search(output)
        return TestRun(f"{JAVASCRIPT}: {named[1] if named else f'node ended with {code}'}", output)

    def _pytest(self, checkout: Checkout, paths: list[str], left_out: list[str]) -> TestRun:
        command = [str(checkout.python), "-m", "pytest", "-x", "-q", "-rfE", "--tb=short"]
        command += ["-p", "no:cacheprovider", f"--timeout={_HANGS}"]
        command += [f"--deselect={test}" for test in left_out]
        code, output = self._call(checkout, [*command, *paths], self._seconds)
        results = _RESULT.findall(output)
        is_passed = code is None and results and not re.search("failed|error", results[-1])
        if code in (0, _FOUND_NOTHING) or is_passed:  # a run that has printed its result may hang
            return TestRun("", output)
        named = _FAILED.search(output)
        if code is None and named is None:
            return TestRun(f"no end after {self._seconds:g} s", output)
        return TestRun(named[1] if named else f"pytest ended with {code}", output)

    def _call(
        self, checkout: Checkout, command: list[str], seconds: float
    ) -> tuple[int | None, str]:
        """Run a command; return its exit status, None if it took too long, and its output."""
        with self._lock:
            if self._is_stopped:
                raise Interrupted
            process = subprocess.Popen(
                command,
                cwd=checkout.root,
                env=checkout.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
            self._running.add(process)
        try:
            output = _listen(process, seconds)
            code = process.poll()
        finally:
            _kill(process)  # processes that the tests have left behind
            process.wait()
            with self._lock:
                self._running.discard(process)
        if self._is_stopped:
            raise Interrupted
        return code, output


def _listen(process: subprocess.Popen[str], seconds: float) -> str:
    """Return the output of a process until it ends, prints its result, or takes too long.

    A fault may leave a thread that keeps pytest from ending.
    """
    lines: list[str] = []
    is_told = threading.Event()

    def read() -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                lines.append(line)
                if _RESULT.match(line):
                    is_told.set()
        is_told.set()

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    if is_told.wait(seconds):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_TIME_TO_END)
    return "".join(lines)


def _scripts(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(one for one in path.rglob("*") if re.search(r"[._]test\.m?js$", one.name))


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)

"""Test servers are forked from a Python that has imported the server; nothing else differs."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.processes.ready_python import start_own_python, start_python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")

SURROUNDINGS = """
import gc, json, os, signal, sys, threading
open_files = sorted(int(name) for name in os.listdir("/proc/self/fd"))
print(json.dumps({
    "arguments": sys.argv,
    "environment": dict(os.environ),
    "files": [file for file in open_files if os.path.exists(f"/proc/self/fd/{file}")],
    "folder": os.getcwd(),
    "input": sys.stdin.read(),
    "leads a session": os.getsid(0) == os.getpid(),
    "name": __name__,
    "signals": [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    "blocked": [str(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "threads": threading.active_count(),
    "wakes": signal.set_wakeup_fd(-1),
    "collects": gc.isenabled(),
}))
print("to standard error", file=sys.stderr)
sys.exit(3)
"""


@pytest.mark.parametrize("leads", [False, True])
def test_a_forked_python_has_the_environment_of_a_new_one(tmp_path: Path, *, leads: bool) -> None:
    def environment(start: Any) -> Any:
        out, err = tmp_path / "out", tmp_path / "err"
        env = {**os.environ, "SAID": "here"}
        with out.open("wb") as stdout, err.open("wb") as stderr:
            command = ["-c", SURROUNDINGS, "one", "two words"]
            process = start(command, stdout=stdout, stderr=stderr, env=env, start_new_session=leads)
        assert process.wait(60) == 3
        assert err.read_text() == "to standard error\n"
        return json.loads(out.read_text())

    assert environment(start_python) == environment(start_own_python)


@pytest.mark.parametrize("start", [start_python, start_own_python])
def test_every_kind_of_exit_is_reported(start: Any, tmp_path: Path) -> None:
    def begin(program: str) -> Any:
        with (tmp_path / "err").open("wb") as stderr:
            return start(["-c", program], stdout=subprocess.DEVNULL, stderr=stderr, env=os.environ)

    assert begin("pass").wait(60) == 0
    assert begin("raise SystemExit('no')").wait(60) == 1
    assert (tmp_path / "err").read_text() == "no\n"
    assert begin("1 / 0").wait(60) == 1
    assert "ZeroDivisionError" in (tmp_path / "err").read_text()
    waiting = begin("import signal; signal.pause()")
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(0.01)
    assert waiting.poll() is None
    waiting.kill()
    assert waiting.wait(60) == -signal.SIGKILL
    assert waiting.poll() == -signal.SIGKILL


def test_variables_with_an_effect_at_loading_need_a_new_python(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONHASHSEED": "1"}
    with (tmp_path / "out").open("wb") as out:
        process = start_python(
            ["-c", "print(hash('outflank'))"], stdout=out, stderr=subprocess.DEVNULL, env=env
        )
    assert isinstance(process, subprocess.Popen)
    assert process.wait(60) == 0

"""The engine compiled for browsers, run in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from support.paths import ROOT

__all__ = ["COMMITTED_CORE", "TABLE_BYTES", "ask_browser_core"]

_SCRIPTS = ROOT / "src/outflank/faces/web/static/engine"
COMMITTED_CORE = _SCRIPTS / "outflank.wasm"
TABLE_BYTES = 1 << 20
_PATIENCE = 280.0  # seconds


def ask_browser_core(core: Path, tasks: Sequence[dict[str, Any]]) -> list[Any]:
    """Let a core do tasks one after the other, and return their results."""
    given = {
        "scripts": str(_SCRIPTS),
        "wasm": str(core),
        "data": str(ROOT / "src/outflank/engine/data"),
        "table": TABLE_BYTES,
        "tasks": tasks,
    }
    script = Path(__file__).with_name("ask_browser_core.mjs")
    done = subprocess.run(
        ["node", script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found

"""Commands that pip cannot install, by whatever name a system has them."""

from __future__ import annotations

import shutil

__all__ = ["find_command"]

# The first that is there will do; tools/system_packages.txt knows them too. The first browser is
# the same engine without the windows around it, and takes half the processor time.
_ALTERNATIVES = {
    "chromium": (
        "chromium-headless-shell",
        "chromium",
        "google-chrome",
        "google-chrome-stable",
        "chromium-browser",
    )
}


def find_command(name: str) -> str | None:
    """Return where a command is that does what `name` does, or nothing."""
    found = (shutil.which(one) for one in _ALTERNATIVES.get(name, (name,)))
    return next((path for path in found if path), None)

"""Commands that pip cannot install, under the different names that systems give them."""

from __future__ import annotations

import shutil

__all__ = ["find_command"]

# Any of these will do, the first is best; tools/system_packages.txt lists them too. The first
# browser is the same engine without windows, and takes half the processor time.
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
    """Return the path of a command that does the work of `name`, or None."""
    found = (shutil.which(one) for one in _ALTERNATIVES.get(name, (name,)))
    return next((path for path in found if path), None)

"""Whether a window can open at all, told without opening one."""

from __future__ import annotations

import os
import sys
from typing import Final

from outflank.errors import NoDisplay

__all__ = ["NO_DISPLAY", "require_display"]

NO_DISPLAY: Final = (
    "there is no display on which a window could open; outflank play plays in the terminal"
)


def require_display() -> None:
    """Raise NoDisplay where no window can open, before anything complains in its own words."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return  # somebody has chosen a driver and knows why
    needs_server = sys.platform.startswith(("linux", "freebsd", "openbsd", "netbsd"))
    if needs_server and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoDisplay(NO_DISPLAY)

"""The game in a window of its own, drawn with pygame.

`game_window` opens the window and runs its frame loop. Every frame shows the state in `state`;
`screens` draws it with the tools of `painting`. `control` changes the state: on input, and on
events of the match, which `match_view` follows.
"""

import os
import sys

from outflank.errors import NoDisplay
from outflank.extras import require_extra
from outflank.texts import Text

__all__ = ["require_display"]

require_extra("window", "pygame")

# Keep pygame's greeting off the terminal.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def require_display() -> None:
    """Raise NoDisplay if no window can open, before pygame prints its own error."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return  # the user has chosen a driver
    needs_server = sys.platform.startswith(("linux", "freebsd", "openbsd", "netbsd"))
    if needs_server and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoDisplay(Text("errors.window.no_display"))

"""The game in a window of its own, drawn with pygame."""

import os

# A game does not advertise the library it is drawn with.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

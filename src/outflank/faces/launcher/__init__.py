"""Menu entries of the desktop, so that the game is found without a terminal."""

from outflank.faces.launcher.entries import install, remove

__all__ = ["install", "remove"]

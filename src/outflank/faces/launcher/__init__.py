"""Entries in the desktop's menu, to start the game without a terminal."""

from outflank.faces.launcher.entries import install, remove

__all__ = ["install", "remove"]

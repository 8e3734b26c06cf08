"""What the terminal can show: colours, Unicode, and a light or dark background."""

from __future__ import annotations

import colorsys
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

__all__ = [
    "TerminalCapabilities",
    "asks_for_ascii",
    "has_terminal",
    "is_full_screen",
    "shown_in_16",
]

_DUMB = ("dumb", "unknown")
_COLORED = (  # terminals with at least the 16 colours
    "xterm", "screen", "tmux", "linux", "rxvt", "konsole", "gnome", "putty", "cygwin", "ansi",
    "alacritty", "kitty", "foot", "st", "vte", "iterm", "iterm2", "eterm", "mintty",
)  # fmt: skip
# The 16 colours as most terminals show them; only brightness and hue matter here.
_GRAYS = ("#000000", "#555555", "#aaaaaa", "#ffffff")
_HUES = ("#aa0000", "#aa5500", "#00aa00", "#00aaaa", "#0000aa", "#aa00aa",
         "#ff5555", "#ffff55", "#55ff55", "#55ffff", "#5555ff", "#ff55ff")  # fmt: skip
_BETWEEN = (
    0.1  # added to the distance of mixed hues: a green with some blue becomes green, not cyan
)
_GRAY = 0.25  # a colour with less saturation is a gray


def shown_in_16(color: str) -> str:
    """Return which of the 16 colours stands for a colour: a green becomes green, never cyan.

    >>> shown_in_16("#1d744c"), shown_in_16("#141917"), shown_in_16("#f5f3ec")
    ('#00aa00', '#000000', '#ffffff')
    """
    hue, lightness, saturation = _hls(color)
    if saturation < _GRAY or not 0.08 < lightness < 0.92:
        return min(_GRAYS, key=lambda gray: abs(_hls(gray)[1] - lightness))

    def distance(other: str) -> float:
        other_hue, other_lightness, _ = _hls(other)
        turn = abs(other_hue - hue)
        between = _BETWEEN if other in _HUES[3::2] else 0.0
        return 3 * min(turn, 1 - turn) + abs(other_lightness - lightness) + between

    return min(_HUES, key=distance)


def _hls(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return colorsys.rgb_to_hls(red, green, blue)


def asks_for_ascii(environment: Mapping[str, str]) -> bool:
    """Return whether the locale has no Unicode; Python writes UTF-8 even there.

    >>> asks_for_ascii({"LC_ALL": "C", "LANG": "en_GB.UTF-8"})
    True
    >>> asks_for_ascii({"LANG": "en_GB.UTF-8"}), asks_for_ascii({})
    (False, False)
    """
    if environment.get("PYTHONUTF8") == "1" or environment.get("PYTHONIOENCODING"):
        return False  # somebody has chosen the encoding
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "")
    return locale in ("C", "POSIX")


@dataclass(frozen=True, slots=True)
class TerminalCapabilities:
    """What the terminal can show, according to the environment variables.

    >>> TerminalCapabilities.of({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8")
    TerminalCapabilities(color=False, deep_color=False, few_colors=False, unicode=True, light=False)
    """

    color: bool = True
    deep_color: bool = True  # 24-bit colour, not only the palette of 256
    few_colors: bool = False  # only 16
    unicode: bool = True
    light: bool = False

    @classmethod
    def of(cls, environment: Mapping[str, str], encoding: str) -> TerminalCapabilities:
        """Read the environment of a terminal whose output has this encoding."""
        term = environment.get("TERM", "").lower()
        is_deep = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit")
        is_windows = "WT_SESSION" in environment  # Windows Terminal shows everything
        has_256 = is_deep or is_windows or "256color" in term or "direct" in term
        has_color = "NO_COLOR" not in environment
        has_16 = term.split("-")[0] in _COLORED and not term.endswith(("-mono", "-m"))
        return cls(
            color=(has_256 or has_16) and has_color,
            deep_color=(is_deep or is_windows) and has_color,
            few_colors=has_16 and not has_256 and has_color,
            unicode=encoding.lower().replace("-", "") == "utf8"
            and term not in ("linux", *_DUMB)
            and not asks_for_ascii(environment),
            # Some terminals set it to `foreground;background`, two numbers of the 16 colours.
            light=environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15"),
        )

    @classmethod
    def here(cls, stdout: TextIO) -> TerminalCapabilities:
        """Read the environment of this process."""
        return cls.of(os.environ, getattr(stdout, "encoding", None) or "ascii")


def has_terminal() -> bool:
    """Return whether all standard streams are an open terminal."""
    # Textual draws on the error stream, so that must be a terminal too.
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams)


def is_full_screen() -> bool:
    """Return whether a full-screen game can be shown: on a terminal with a movable cursor."""
    return has_terminal() and os.environ.get("TERM", "").lower() not in _DUMB

"""Writing SVG: elements, numbers and text that cannot break out of it."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["element", "escaped", "figure", "group", "write"]

# XML has no way to write these, not even escaped.
_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escaped(text: str) -> str:
    """Return text as it may stand in an element or an attribute.

    >>> escaped('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return _UNWRITABLE.sub("\ufffd", text).translate(_ESCAPES)


def figure(number: float) -> str:
    """Write a number with at most two digits after the point.

    >>> figure(20.0), figure(2 / 3)
    ('20', '0.67')
    """
    return f"{round(number, 2) + 0.0:.10g}"


def element(tag: str, content: str = "", /, **attributes: str | float | None) -> str:
    """Write an element; content is markup, an attribute of None is left out.

    >>> element("circle", r=16.5, stroke_width=1, fill="none")
    '<circle r="16.5" stroke-width="1" fill="none"/>'
    """
    words = [tag]
    for name, value in attributes.items():
        if value is not None:
            shown = escaped(value) if isinstance(value, str) else figure(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{shown}"')
    return f"<{' '.join(words)}>{content}</{tag}>" if content else f"<{' '.join(words)}/>"


def group(name: str, parts: list[str], /, **attributes: str | float | None) -> list[str]:
    """Put parts into a named layer; no parts, no layer."""
    if not parts:
        return []
    return [element("g", "\n" + "\n".join(parts) + "\n", class_=f"outflank-{name}", **attributes)]


def write(text: str, x: float, y: float, size: float, /, **attributes: str | float | None) -> str:
    """Write text centred on a point."""
    # Not every reader of SVG knows how to centre text on its height: put the baseline there.
    return element("text", escaped(text), x=x, y=y + 0.36 * size, font_size=size, **attributes)

"""Themes: the colours of the background, the board and the marks on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.drawing.skins import plain
from outflank.errors import UnknownName
from outflank.texts import Text
from outflank.texts.text import named_text

__all__ = ["Theme", "find_theme", "themes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture; marks are brightened or darkened until they can be seen.

    `flat` leaves out light and shadow. `outline` is the colour of every disc's edge; without it,
    each disc has a darker or lighter edge of its own.

    >>> find_theme("dark").paper
    '#141917'
    """

    name: str
    title: str
    paper: str
    ink: str
    rim: str
    felt: str
    line: str
    legal: str
    mark: str
    arrow: str
    last: str = "#c8402f"
    flip: str = "#d99a1c"
    outline: str = ""
    flat: bool = False
    aliases: tuple[str, ...] = ()

    @property
    def text(self) -> Text | str:
        """The title in the user's language."""
        return named_text(f"drawing.themes.{self.name}", self.title)


_THEMES: Final = (
    Theme(
        name="felt",
        title="Green felt on paper",
        paper="#f5f3ec",
        ink="#66706a",
        rim="#123f2b",
        felt="#1f7a52",
        line="#124a32",
        legal="#b6f5cf",
        mark="#ffffff",
        arrow="#ffd166",
        aliases=("light", "green", "default"),
    ),
    Theme(
        name="dark",
        title="Green felt at night",
        paper="#141917",
        ink="#9aa59f",
        rim="#3a4a43",
        felt="#1d744c",
        line="#0f402a",
        legal="#b6f5cf",
        mark="#ffffff",
        arrow="#ffd166",
        aliases=("night",),
    ),
    Theme(
        name="ocean",
        title="Blue felt",
        paper="#eef2f5",
        ink="#5b6873",
        rim="#173a56",
        felt="#2f6f9f",
        line="#1c4766",
        legal="#d3ecff",
        mark="#ffffff",
        arrow="#ffd166",
        aliases=("blue",),
    ),
    Theme(
        name="wood",
        title="Maple and walnut",
        paper="#f7f1e6",
        ink="#75624d",
        rim="#5a3a20",
        felt="#c99a5b",
        line="#86602f",
        legal="#4d2f0d",
        mark="#3a2208",
        arrow="#12507a",
        aliases=("brown", "maple"),
    ),
    Theme(
        name="paper",
        title="A diagram in a book",
        paper="#fffdf8",
        ink="#5c5648",
        rim="#4a463c",
        felt="#f1ead9",
        line="#a79f8b",
        legal="#0b6b4a",
        mark="#0b6b4a",
        arrow="#0b6b4a",
        outline="#2a2822",
        flat=True,
        aliases=("book",),
    ),
    Theme(
        name="print",
        title="Black on white, for a printer",
        paper="#ffffff",
        ink="#000000",
        rim="#000000",
        felt="#ffffff",
        line="#000000",
        legal="#000000",
        mark="#000000",
        arrow="#000000",
        last="#c00000",
        flip="#7a7a7a",
        outline="#000000",
        flat=True,
        aliases=("white",),
    ),
    Theme(
        name="contrast",
        title="High contrast",
        paper="#000000",
        ink="#ffffff",
        rim="#ffffff",
        felt="#000000",
        line="#ffffff",
        legal="#ffe600",
        mark="#ffe600",
        arrow="#ffe600",
        last="#ff4040",
        flip="#ffb000",
        outline="#ffffff",
        flat=True,
        aliases=("highcontrast", "black"),
    ),
    Theme(
        name="clear",
        title="Blue and orange, for colour-blind eyes",
        paper="#f6f4ef",
        ink="#59616b",
        rim="#0f2c47",
        felt="#2b6496",
        line="#163f66",
        legal="#ffe9b0",
        mark="#ffffff",
        arrow="#ffd166",
        last="#e08a00",
        flip="#f0c53a",
        aliases=("colorblind", "colourblind"),
    ),
)


def themes() -> list[Theme]:
    """Return every theme, the default first.

    >>> [theme.name for theme in themes()]
    ['felt', 'dark', 'ocean', 'wood', 'paper', 'print', 'contrast', 'clear']
    """
    return list(_THEMES)


def find_theme(name: str) -> Theme:
    """Return the theme with that name or alias, ignoring case and punctuation.

    >>> find_theme("High contrast").name
    'contrast'
    """
    wanted = plain(name)
    for theme in _THEMES:
        if wanted in map(plain, (theme.name, *theme.aliases)):
            return theme
    raise UnknownName("theme", name, [theme.name for theme in _THEMES])

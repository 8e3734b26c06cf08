"""How things look on this terminal: the chosen look and what the terminal can show."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.drawing import Skin, find_skin, find_theme
from outflank.faces.terminal.abilities import Abilities
from outflank.faces.terminal.cells import Painter
from outflank.faces.terminal.palette import Palette
from outflank.faces.terminal.shapes import LINE, CellSize
from outflank.play.settings import Appearance

__all__ = ["Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A look on a terminal.

    >>> Surroundings(Appearance(theme="ocean"), Abilities()).palette.name
    'outflank-ocean'
    """

    look: Appearance
    abilities: Abilities

    @property
    def palette(self) -> Palette:
        """The colours: those of the chosen theme, or those that suit the terminal's ground."""
        name = self.look.theme
        if name == "auto":
            name = "felt" if self.abilities.light else "dark"
        return Palette.of(find_theme(name), self.abilities)

    def skin(self, variant: str) -> Skin:
        """Return what discs look like in a variant."""
        return find_skin(self.look.skin_for(variant))

    def painter(self, variant: str, cell: CellSize = LINE) -> Painter:
        """Return who paints squares of this size."""
        return Painter(self.skin(variant), self.palette, cell, unicode=self.abilities.unicode)

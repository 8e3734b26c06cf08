"""The user's settings: the last choices, saved in one file for every face."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from outflank.drawing import find_skin, find_theme
from outflank.errors import OutflankError
from outflank.faces.local.options import GameOptions
from outflank.play.user_folders import config_folder
from outflank.rules import find_variant

__all__ = ["Appearance", "Settings"]

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a face shows the game; `auto` depends on the variant or the terminal."""

    skin: str = "auto"
    theme: str = "auto"
    legal_marks: bool = True
    coordinates: bool = True
    animation: bool = True
    sound: bool = True
    gif: bool = False

    def check(self) -> None:
        """Raise an error if there is no such skin or theme."""
        if self.skin != "auto":
            find_skin(self.skin)
        if self.theme != "auto":
            find_theme(self.theme)

    def skin_for(self, variant: str) -> str:
        """Return the name of the chosen skin, or of the variant's own."""
        if self.skin != "auto":
            return self.skin
        return "yesno" if find_variant(variant).answers else "classic"


@dataclass(frozen=True, slots=True)
class Settings:
    """The last choices; a damaged file counts as none."""

    game: GameOptions = field(default_factory=GameOptions)
    appearance: Appearance = field(default_factory=Appearance)

    @classmethod
    def load(cls, folder: Path | None = None) -> Settings:
        """Read the user's settings, skipping values that are not valid."""
        path = _path(folder)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        if not isinstance(data, dict):
            return cls()
        return cls(
            _pick(GameOptions(), data.get("game"), GameOptions.setup),
            _pick(Appearance(), data.get("look"), Appearance.check),
        )

    def save(self, folder: Path | None = None) -> None:
        """Write the user's settings atomically."""
        path = _path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        # A file of answers belongs to one game and may be gone later.
        oracle = self.game.oracle if self.game.oracle in ("web", "local") else "web"
        game = dataclasses.replace(self.game, oracle=oracle)
        choices = {"game": dataclasses.asdict(game), "look": dataclasses.asdict(self.appearance)}
        text = json.dumps(choices, indent=2) + "\n"
        new = path.with_name(f"{path.name}.{os.getpid()}")
        new.write_text(text, encoding="utf-8")
        new.replace(path)


def _path(folder: Path | None) -> Path:
    return (folder or config_folder()) / "settings.json"


def _pick(defaults: _Value, data: Any, check: Callable[[_Value], object]) -> _Value:
    """Return the defaults with each value whose name and type fit and that passes the check."""
    picked = defaults
    fields = {one.name: one for one in dataclasses.fields(defaults)}  # type: ignore[arg-type]
    for name, value in data.items() if isinstance(data, dict) else ():
        known = getattr(defaults, name) if name in fields else None
        fits = name in fields and (type(value) is type(known) or (known is None and value is None))
        changed = dataclasses.replace(picked, **{name: value}) if fits else picked  # type: ignore[type-var]
        with contextlib.suppress(OutflankError):
            check(changed)
            picked = changed
    return picked

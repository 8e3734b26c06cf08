"""The user's settings: choices made in a form or menu, saved in one file for all faces."""

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
from outflank.drawing.skins import skin_of
from outflank.errors import OutflankError
from outflank.faces.local.options import GameOptions
from outflank.rules import find_variant
from outflank.texts import Text, say
from outflank.user_folders import config_folder

__all__ = ["Appearance", "Settings"]

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a face shows the game; `auto` chooses by the variant or the terminal."""

    skin: str = "auto"
    theme: str = "auto"
    legal_marks: bool = True
    coordinates: bool = True
    animation: bool = True
    sound: bool = True
    gif: bool = False
    evaluation: bool = False  # whether to show what a playing computer thinks of its game
    volume: int = 70  # of sounds, in per cent

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
        return skin_of(find_variant(variant)).name


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices; `problem` is one sentence on what was wrong with the file, if any."""

    game: GameOptions = field(default_factory=GameOptions)
    appearance: Appearance = field(default_factory=Appearance)
    problem: str = field(default="", compare=False)
    window: tuple[int, ...] = field(default=(), compare=False)  # left, top, width, height

    @classmethod
    def load(cls, folder: Path | None = None) -> Settings:
        """Read the user's settings; rename a damaged file and use the defaults.

        A value that is not valid, perhaps of a newer version, is replaced by its default.
        """
        path = _path(folder)
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return cls()
        except OSError as error:
            problem = say("local.settings.unreadable", path=path, reason=error.strerror)
            return cls(problem=problem)
        except ValueError:
            return cls(problem=_set_aside(path))
        if not isinstance(data, dict):
            return cls(problem=_set_aside(path))
        wrong: list[str] = []
        game = _pick("game", GameOptions(), data, GameOptions.setup, wrong)
        appearance = _pick("look", Appearance(), data, Appearance.check, wrong)
        problem = say("local.settings.invalid", path=path, names=", ".join(wrong))
        return cls(game, appearance, problem if wrong else "", _place(data.get("window")))

    def save(self, folder: Path | None = None) -> None:
        """Write the user's settings, completely or not at all."""
        path = _path(folder)
        # A file of answers and a seed belong to one game, so they are not saved.
        oracle = self.game.oracle if self.game.oracle in ("web", "local") else "web"
        game = dataclasses.replace(self.game, oracle=oracle, seed=None)
        choices = {
            "game": dataclasses.asdict(game),
            "look": dataclasses.asdict(self.appearance),
            "window": self.window,
        }
        text = json.dumps(choices, indent=2) + "\n"
        new = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with new.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)
            reason = error.strerror or error
            raise OutflankError(Text("errors.local.settings_not_saved", reason=reason)) from None

    def save_changes(self, before: Settings, folder: Path | None = None) -> None:
        """Save what the user changed since `before`, and leave the other settings as they are.

        Options of the command line therefore apply to one game only, and changes that another
        program saved meanwhile stay.
        """
        if self == before:
            return
        saved = Settings.load(folder)
        Settings(
            _changed(saved.game, before.game, self.game),
            _changed(saved.appearance, before.appearance, self.appearance),
            window=saved.window,
        ).save(folder)

    @classmethod
    def save_window(cls, place: tuple[int, ...], folder: Path | None = None) -> None:
        """Save the window's place and size, and leave the other settings as they are."""
        saved = cls.load(folder)
        if place != saved.window:
            dataclasses.replace(saved, window=place).save(folder)


def _path(folder: Path | None) -> Path:
    return (folder or config_folder()) / "settings.json"


def _place(data: Any) -> tuple[int, ...]:
    """Return the window's place and size; an empty tuple if the data is not valid."""
    is_place = isinstance(data, list) and len(data) == 4
    return tuple(data) if is_place and all(type(number) is int for number in data) else ()


def _set_aside(path: Path) -> str:
    """Rename a damaged file of settings, and return the sentence that says so."""
    number, aside = 1, path.with_suffix(".broken.json")
    while aside.exists():
        number += 1
        aside = path.with_suffix(f".broken-{number}.json")
    try:
        path.rename(aside)
    except OSError:
        return say("local.settings.damaged", path=path)
    return say("local.settings.renamed", path=path, name=aside.name)


def _changed(saved: _Value, before: _Value, after: _Value) -> _Value:
    """Return `saved` with the fields of `after` that differ from those of `before`."""
    names = [field.name for field in dataclasses.fields(after)]  # type: ignore[arg-type]
    changed = {
        name: getattr(after, name)
        for name in names
        if getattr(after, name) != getattr(before, name)
    }
    return dataclasses.replace(saved, **changed)  # type: ignore[type-var]


def _pick(
    part: str,
    defaults: _Value,
    data: dict[str, Any],
    check: Callable[[_Value], object],
    wrong: list[str],
) -> _Value:
    """Return the defaults with all valid values; add the names of the others to `wrong`."""
    picked, values = defaults, data.get(part, {})
    if not isinstance(values, dict):
        wrong.append(part)
        return defaults
    for one in dataclasses.fields(defaults):  # type: ignore[arg-type]
        known = getattr(defaults, one.name)
        value = values.get(one.name, known)
        if known is None or value == known:
            continue
        is_whole = type(known) is float and type(value) is int
        changed = dataclasses.replace(picked, **{one.name: value})  # type: ignore[type-var]
        if (is_whole or type(value) is type(known)) and _passes(check, changed):
            picked = changed
        else:
            wrong.append(one.name)
    return picked


def _passes(check: Callable[[_Value], object], value: _Value) -> bool:
    try:
        check(value)
    except OutflankError:
        return False
    return True

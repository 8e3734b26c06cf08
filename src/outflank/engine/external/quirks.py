"""How programs differ in what their protocol leaves open: one TOML file for each program."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatch
from importlib import resources
from pathlib import Path
from typing import Any, Self

from outflank.engine.protocols.plain import DISCS, LINE
from outflank.errors import EngineError, UnknownName
from outflank.native.limits import Limit
from outflank.texts import Text

__all__ = ["Quirks", "find_quirks", "known_programs", "quirks_of"]

_CHOICES = {
    "letters": ("lower", "upper"),
    "passes": ("try", "tell", "skip"),
    "time": ("move", "fraction", "stones", "game", "none"),
    "scores": ("none", "discs", "hundredths"),
    "lifetime": ("move", "game"),
}


@dataclass(frozen=True, slots=True)
class Quirks:
    """What to tell a program, and how, where its protocol leaves that open.

    `letters` is the case of squares. `passes` says whether it is told passes: `tell`, `skip` for
    a program that passes by itself and refuses to be told, `try` if that is unknown.
    `applies_its_move` is false for a program that chooses a move without playing it. `time` says
    how it is told the seconds of a move: `move` as the period of one move in whole seconds,
    `fraction` the same with fractions, `stones` as the period of several moves, `game` as the
    time left for the game, `none` not at all. `command` has words that are added to the command
    for a limit, such as {"seconds": ["-move-time", "{seconds}"]}, or `always`. `directory` is where
    the program runs, and `reads` a file that it looks for there.
    """

    title: str = ""
    programs: tuple[str, ...] = ()  # patterns of the program's file name
    letters: str = "lower"
    passes: str = "try"
    applies_its_move: bool = True
    time: str = "move"
    stones: int = 10
    scores: str = "none"  # the unit of the scores that come with a move
    sizes: tuple[int, ...] = (8,)
    depth: int = 12  # if the protocol needs one and the limit has none
    lifetime: str = "move"  # of a program without a protocol
    input: str = LINE
    answer: str = ""  # a regular expression with a group called move
    discs: str = DISCS
    command: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    directory: str = ""
    reads: str = ""

    @classmethod
    def read(cls, text: str, protocol: str, source: str) -> Self:
        """Read the quirks for one protocol; its section overrides what holds for all."""
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as problem:
            raise EngineError(
                Text("errors.engine.not_toml", source=source, problem=problem)
            ) from None
        sections = {key: value for key, value in data.items() if isinstance(value, dict)}
        general = {key: value for key, value in data.items() if key not in sections}
        own = dict(sections.get(protocol, {}))
        commands = sections.get("command", {}), own.pop("command", {})
        for one in commands:
            _require_kind("command", one, source)
        chosen = {**general, **own, "command": {**commands[0], **commands[1]}}
        known = {one.name for one in fields(cls)}
        for key, value in chosen.items():
            if key not in known:
                raise EngineError(
                    Text(
                        "errors.engine.unknown_quirk",
                        source=source,
                        setting=repr(key),
                        known=", ".join(sorted(known)),
                    )
                )
            _require_kind(key, value, source)
        for key, choices in _CHOICES.items():
            if key in chosen and chosen[key] not in choices:
                raise EngineError(
                    Text(
                        "errors.engine.quirk_not_one_of",
                        source=source,
                        setting=key,
                        value=repr(chosen[key]),
                        choices=", ".join(choices),
                    )
                )
        if "directory" in chosen:
            # In a file of its own, a folder is named from where the file lies.
            named = Path(chosen["directory"]).expanduser()
            chosen["directory"] = str(Path(source).parent / named)
        return cls(**{key: _frozen(value) for key, value in chosen.items()})

    def words_for(self, limit: Limit) -> tuple[str, ...]:
        """Return the command-line options that tell the program a limit."""
        words = list(self.command.get("always", ()))
        for bound, template in self.command.items():
            value = getattr(limit, bound, None)
            if value is not None:
                words += [word.replace(f"{{{bound}}}", f"{value:g}") for word in template]
        return tuple(words)


def _require_kind(key: str, value: object, source: str) -> None:
    """Raise an EngineError if a setting has a value of the wrong kind."""
    match key:
        case "programs":
            is_right, kind = _is_list(value, str), "programs"
        case "sizes":
            is_right, kind = _is_list(value, int), "sizes"
        case "stones" | "depth":
            is_right = type(value) is int and value >= 1
            kind = "count"
        case "applies_its_move":
            is_right, kind = isinstance(value, bool), "flag"
        case "command":
            is_right = isinstance(value, dict) and all(_is_list(one, str) for one in value.values())
            kind = "command"
        case "discs":
            is_right = isinstance(value, str) and len(value) == 3
            kind = "discs"
        case "answer":
            is_right = isinstance(value, str) and _finds_move(value)
            kind = "answer"
        case _:
            is_right, kind = isinstance(value, str), "text"
    if not is_right:
        raise EngineError(
            Text(
                f"errors.engine.quirk.{kind}",
                source=source,
                setting=key,
                value=repr(value),
            )
        )


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)


def _finds_move(pattern: str) -> bool:
    try:
        return "move" in re.compile(pattern).groupindex
    except re.error:
        return False


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in value.items()}
    return value


@functools.cache
def _files() -> dict[str, str]:
    folder = resources.files("outflank.engine.external") / "known_programs"
    return {
        path.name.removesuffix(".toml"): path.read_text(encoding="utf-8")
        for path in folder.iterdir()
        if path.name.endswith(".toml")
    }


def known_programs() -> list[str]:
    """Return the names of the programs with known quirks.

    >>> known_programs()
    ['edax', 'egaroucid', 'fairy-stockfish', 'ntest', 'outflank', 'rhino', 'zebra']
    """
    return sorted(_files())


def find_quirks(name: str, protocol: str = "") -> Quirks:
    """Return the quirks of a program by its name, or from a TOML file.

    >>> find_quirks("edax", "gtp").command["seconds"]
    ('-move-time', '{seconds}')
    """
    if name.endswith(".toml"):
        try:
            return Quirks.read(Path(name).read_text(encoding="utf-8"), protocol, name)
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or problem
            raise EngineError(
                Text("errors.engine.unreadable_quirks", file=name, reason=reason)
            ) from None
    files = _files()
    plain = name.strip().lower()
    if plain not in files:
        raise UnknownName("program with known quirks", name, known_programs())
    return Quirks.read(files[plain], protocol, f"{plain}.toml")


def quirks_of(words: Sequence[str], protocol: str = "") -> Quirks:
    """Return the quirks of the program in a command, recognised by its file name.

    >>> quirks_of(["/usr/games/gtp-rhino", "-l", "3"], "gtp").title
    'GRhino'
    >>> quirks_of(["my-program"]).title
    ''
    """
    for word in words:
        for quirks in _all(protocol):
            name = Path(word).name.lower()
            if any(fnmatch(name, pattern) for pattern in quirks.programs):
                return quirks
    return Quirks()


def _all(protocol: str) -> Iterator[Quirks]:
    return (find_quirks(name, protocol) for name in known_programs())

"""Reading an organiser's settings; errors name the wrong one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from outflank.arena.formats import TournamentFormat, find_format, formats
from outflank.arena.tie_break import TieBreak
from outflank.errors import NotationError, OutflankError, TournamentError, UnknownName
from outflank.play.clock import ClockSetting
from outflank.play.oracles import oracle_from
from outflank.rules import SIZES, find_variant
from outflank.texts import Text

__all__ = ["SettingsReader"]

_LONGEST_NAME = 64
_MOST_PLAYERS = 512
_MOST_SEED = 2**63 - 1  # the largest TOML integer
_MOST_OPTION = 1000


class SettingsReader:
    """Reads settings one by one, and refuses those that are left over.

    >>> SettingsReader({"size": 6}).size("size", 8)
    6
    """

    def __init__(self, settings: Mapping[str, Any], source: str = "") -> None:
        self._settings = settings
        self._source = source
        self._asked: list[str] = []

    def _take(self, key: str, default: Any = None) -> Any:
        self._asked.append(key)
        return self._settings.get(key, default)

    def _error(self, problem: Text) -> NotationError:
        return NotationError(problem, source=self._source)

    def _wrong(self, text_key: str, setting: str, value: object) -> NotationError:
        """Return the error for a value that a setting cannot have."""
        return self._error(Text(text_key, setting=setting, value=_shown(value)))

    def _in_setting(self, setting: str, error: OutflankError) -> NotationError:
        """Return an error that names the setting in which it occurred."""
        return self._error(Text("errors.arena.in_setting", setting=setting, problem=error.sentence))

    def _text(self, key: str, default: str | None = None) -> str:
        value = self._take(key, default)
        if value is None:
            raise self._error(Text("errors.arena.setting_missing", setting=key))
        if not isinstance(value, str):
            raise self._wrong("errors.arena.setting_not_text", key, value)
        return value

    def name(self, key: str) -> str:
        """Read a name that can be shown."""
        return self._name(key, self._text(key))

    def _name(self, key: str, name: object) -> str:
        if not isinstance(name, str) or not name.strip():
            raise self._wrong("errors.arena.setting_not_a_name", key, name)
        if len(name) > _LONGEST_NAME:
            raise self._error(Text("errors.arena.name_too_long", setting=key, most=_LONGEST_NAME))
        if not name.isprintable() or name != name.strip():
            raise self._wrong("errors.arena.name_invisible", key, name)
        return name

    def names(self, key: str) -> tuple[str, ...]:
        """Read a list of names; no two may look the same."""
        given = self._take(key, [])
        if not isinstance(given, list | tuple):
            raise self._error(Text("errors.arena.setting_not_names", setting=key))
        if len(given) > _MOST_PLAYERS:
            problem = Text(
                "errors.arena.too_many_names", setting=key, given=len(given), most=_MOST_PLAYERS
            )
            raise self._error(problem)
        seen: dict[str, str] = {}
        for name in given:
            plain = unicodedata.normalize("NFKC", self._name(key, name)).casefold()
            if plain in seen:
                problem = Text(
                    "errors.arena.names_look_the_same",
                    setting=key,
                    name=repr(seen[plain]),
                    other=repr(name),
                )
                raise self._error(problem)
            seen[plain] = name
        return tuple(given)

    def whole(self, key: str, default: int, *, least: int, most: int) -> int:
        """Read a whole number within limits."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            problem = Text(
                "errors.arena.setting_not_whole",
                setting=key,
                least=least,
                most=most,
                value=_shown(value),
            )
            raise self._error(problem)
        return value

    def flag(self, key: str, *, default: bool) -> bool:
        """Read true or false."""
        value = self._take(key, default)
        if not isinstance(value, bool):
            raise self._wrong("errors.arena.setting_not_flag", key, value)
        return value

    def seed(self, key: str) -> int | None:
        """Read a seed, or None if there is none yet."""
        if self._settings.get(key) is None:
            self._asked.append(key)
            return None
        return self.whole(key, 0, least=0, most=_MOST_SEED)

    def size(self, key: str, default: int) -> int:
        """Read the size of a board."""
        value = self._take(key, default)
        if isinstance(value, bool) or value not in SIZES:
            raise self._wrong("errors.arena.setting_not_size", key, value)
        return int(value)

    def variant(self, key: str, default: str) -> str:
        """Read the name or an alias of a variant, and return its name."""
        try:
            return find_variant(self._text(key, default)).name
        except UnknownName as error:
            raise self._in_setting(key, error) from None

    def clock(self, key: str, default: str) -> ClockSetting:
        """Read a clock."""
        try:
            return ClockSetting.parse(self._text(key, default))
        except NotationError as error:
            raise self._in_setting(key, error) from None

    def tie_break(self, key: str, size: int) -> TieBreak:
        """Read a tie-break, for boards of a size."""
        try:
            return TieBreak.parse(self._text(key, "sonneborn-berger"), size)
        except NotationError as error:
            raise self._in_setting(key, error) from None

    def oracle(self, key: str, default: str) -> str:
        """Read an oracle: the local one, with or without weights, or the one on the web."""
        value = self._text(key, default)
        if value != "web" and value.partition(":")[0] != "local":
            problem = UnknownName("oracle", value, ["local", "local:45/45/10", "web"])
            raise self._in_setting(key, problem)
        try:
            if value != "web":
                oracle_from(value).close()  # raises if the weights are wrong
        except NotationError as error:
            raise self._in_setting(key, error) from None
        return value

    def format(self, key: str, default: str) -> TournamentFormat:
        """Read a format with its own options; `cycles` is another word for `games`."""
        try:
            form = find_format(self._text(key, default))
        except UnknownName as error:
            raise self._in_setting(key, error) from None
        options: dict[str, Any] = dict(form.options)
        for name, value in form.options.items():
            # An option whose default is 0 depends on the number of players.
            options[name] = self.whole(name, value, least=min(value, 1), most=_MOST_OPTION)
        if "cycles" in self._settings:
            if "games" in self._settings:
                raise self._error(Text("errors.arena.cycles_and_games"))
            options["games"] = self.whole("cycles", 1, least=1, most=_MOST_OPTION)
        try:
            form = replace(form, **options)
            players = self._settings.get("players")
            if players:
                form.check(len(players))
        except TournamentError as error:
            raise self._in_setting(key, error) from None
        return form

    def refuse_the_rest(self) -> None:
        """Raise NotationError if a setting has not been read."""
        for key in self._settings:
            if key in self._asked:
                continue
            owners = [str(form.text) for form in formats() if key in form.options]
            if owners:
                raise self._error(
                    Text(
                        "errors.arena.setting_of_other_formats",
                        setting=key,
                        formats=", ".join(owners),
                    )
                )
            raise self._error(UnknownName("setting", str(key), self._asked).sentence)


def _shown(value: object) -> str:
    written = ascii(value) if isinstance(value, str) else str(value)
    return written if len(written) <= 40 else f"{written[:39]}…"

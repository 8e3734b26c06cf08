"""What an organiser decides before a tournament, read from and written to TOML or JSON."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.arena.formats import RoundRobin, TournamentFormat, find_format
from outflank.arena.settings import SettingsReader
from outflank.arena.tie_break import TieBreak
from outflank.arena.tournament import Tournament
from outflank.errors import NotationError
from outflank.play.clock import ClockSetting
from outflank.texts import Text

__all__ = ["Definition", "tournament_from_toml"]

_MOST_GAMES = 100_000
_DAY = 86_400
_NO_SHOW = 60


@dataclass(frozen=True, slots=True)
class Definition:
    """Everything that is fixed when a tournament is announced.

    The seed decides the pairings and, in Yes/No Othello, every game's answers. Without a seed the
    games come in Berger's order, and the program that starts the tournament draws and records one.
    The seed is secret while games run, because the coming answers can be computed from it.

    >>> cup = Definition("Cup", players=("Ann", "Bob"), clock=ClockSetting.parse("5+3"))
    >>> Definition.from_dict(cup.to_dict()) == cup
    True
    """

    name: str
    players: tuple[str, ...] = ()
    format: TournamentFormat = field(default_factory=RoundRobin)
    variant: str = "classic"
    size: int = 8
    clock: ClockSetting = field(default_factory=ClockSetting)
    boards: int = 2  # games played at once
    no_show: int = _NO_SHOW  # seconds within which the first move must be made
    withdraw_after: int = 3  # games missed in a row, 0 for never
    oracle: str = "local"
    seed: int | None = None
    tie_break: TieBreak = field(default_factory=TieBreak)
    closed: bool = False  # if so, players get no help and no other games while it runs

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any], *, source: str = "") -> Definition:
        """Read plain values; an error names the wrong setting.

        >>> Definition.from_dict({"name": "Cup", "size": 7})
        Traceback (most recent call last):
        outflank.errors.NotationError: size must be an even number from 4 to 16, not 7
        """
        read = SettingsReader(settings, source)
        definition = cls(
            name=read.name("name"),
            players=read.names("players"),
            format=read.format("format", "round-robin"),
            variant=read.variant("variant", "classic"),
            size=read.size("size", 8),
            clock=read.clock("clock", "none"),
            boards=read.whole("boards", 2, least=1, most=_MOST_GAMES),
            no_show=read.whole("no_show", _NO_SHOW, least=1, most=_DAY),
            withdraw_after=read.whole("withdraw_after", 3, least=0, most=_MOST_GAMES),
            oracle=read.oracle("oracle", "local"),
            seed=read.seed("seed"),
            tie_break=read.tie_break("tie_break", read.size("size", 8)),
            closed=read.flag("closed", default=False),
        )
        read.refuse_the_rest()
        if definition.tie_break.is_brightwell and not definition.format.has_quotient:
            raise NotationError(
                Text(
                    "errors.arena.tie_break_of_another_format",
                    tie_break=definition.tie_break,
                    format=definition.format.name,
                ),
                source=source,
            )
        games = definition.format.games_for(len(definition.players))
        if games > _MOST_GAMES:
            raise NotationError(
                Text(
                    "errors.arena.too_many_games",
                    games=f"{games:,}",
                    most=f"{_MOST_GAMES:,}",
                ),
                source=source,
            )
        return definition

    def changed(self, settings: Mapping[str, Any]) -> Definition:
        """Return the definition with other settings; a new format comes with its own options.

        >>> Definition("Cup", format=RoundRobin(games=4)).changed({"format": "swiss"}).format.games
        1
        """
        before = self.to_dict()
        if find_format(str(settings.get("format", self.format.name))).name != self.format.name:
            before = {key: before[key] for key in before if key not in self.format.options}
        after = Definition.from_dict({**before, **settings})
        return after.fitted(is_chosen="no_show" in settings)

    def fitted(self, *, is_chosen: bool | None = None) -> Definition:
        """Return the definition with `no_show` no longer than its clock.

        A chosen `no_show` that is too long is refused, the default one is shortened. Any other
        value than the default counts as chosen, unless `is_chosen` says otherwise.

        >>> Definition("Cup", clock=ClockSetting.parse("30s/move")).fitted().no_show
        30
        """
        limits = [time for time in (self.clock.total, self.clock.per_move) if time is not None]
        most = max(1, min(limits) // 1000) if limits else self.no_show
        if self.no_show <= most:
            return self
        if self.no_show != _NO_SHOW if is_chosen is None else is_chosen:
            raise NotationError(
                Text(
                    "errors.arena.no_show_after_clock",
                    seconds=self.no_show,
                    clock=self.clock,
                    most=most,
                )
            )
        return replace(self, no_show=most)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, from which `from_dict` makes the same definition.

        >>> Definition("Cup").to_dict()["games"]
        1
        """
        # Newer settings are written only if they were chosen, so that what is stored and signed
        # of older tournaments stays the same.
        chosen: dict[str, Any] = {} if self.seed is None else {"seed": self.seed}
        if not self.tie_break.is_usual:
            chosen["tie_break"] = str(self.tie_break)
        if self.closed:
            chosen["closed"] = True
        return {
            "name": self.name,
            "format": self.format.name,
            **self.format.options,
            "variant": self.variant,
            "size": self.size,
            "clock": str(self.clock),
            "boards": self.boards,
            "no_show": self.no_show,
            "withdraw_after": self.withdraw_after,
            "oracle": self.oracle,
            **chosen,
            "players": list(self.players),
        }

    def to_toml(self) -> str:
        """Return TOML from which `tournament_from_toml` reads the same definition.

        >>> print(Definition("Cup", players=("Ann", "Bob")).to_toml().splitlines()[0])
        name = "Cup"
        """
        return "".join(f"{name} = {_toml(value)}\n" for name, value in self.to_dict().items())

    def tournament(self, first: tuple[tuple[int, int], ...] = ()) -> Tournament:
        """Return the tournament with its games; the games of `first` come before all others.

        >>> len(Definition("Cup", players=("Ann", "Bob", "Cid")).tournament().pairings)
        3
        """
        return Tournament.begin(
            self.name,
            self.players,
            self.format,
            seed=self.seed,
            withdraw_after=self.withdraw_after,
            tie_break=self.tie_break,
            first=first,
        )


def tournament_from_toml(text: str, *, source: str = "") -> Definition:
    """Read the definition of a tournament from TOML.

    >>> tournament_from_toml('name = "Cup"').boards
    2
    """
    try:
        settings = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _syntax_error(str(error), source) from None
    return Definition.from_dict(settings, source=source)


def _syntax_error(message: str, source: str) -> NotationError:
    place = re.search(r"^(.*?) \(at line (\d+), column (\d+)\)$", message, re.DOTALL)
    if place is None:
        return NotationError(Text("errors.arena.not_toml", problem=message), source=source)
    problem = Text("errors.arena.not_toml", problem=place[1])
    return NotationError(problem, source=source, line=int(place[2]), column=int(place[3]))


def _toml(value: str | int | list[str]) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # A JSON string is a TOML string too, except for one character that only TOML must escape.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
